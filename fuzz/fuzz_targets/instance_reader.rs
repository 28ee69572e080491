#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hippodrome_fuzz::instance_reader(data));
