//! The command line of `hippodrome`.

fn main() {}
