//! Writes the table of tiles that the constructions use:
//! `cargo run --release --example generate_tiles > crates/hippodrome/src/construct/tiles.txt`

fn main() {
    match hippodrome::construct::generate_tiles() {
        Some(text) => print!("{text}"),
        None => eprintln!("a tile was not solved within the limits"),
    }
}
