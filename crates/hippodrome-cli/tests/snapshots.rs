//! Pictures compared with those in `tests/snapshots/`, which people have looked at.
//!
//! Drawings are compared byte for byte, pixels with a tolerance: rounding may differ between
//! processors. After a wished-for change, `SNAPSHOTS=overwrite cargo test -p hippodrome-cli --test
//! snapshots` writes them anew; look at each before it is committed.

mod common;

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use common::run;

/// A name, and the command that gives its drawing on standard output.
const PICTURES: &[(&str, &str)] = &[
    ("tour-open", "tour 5x5 --format svg"),
    ("tour-closed-dark", "tour 6x6 --closed --theme dark --format svg"),
    ("tour-holes", "tour 6x6 --hole c3 --hole d3 --format svg"),
    ("tour-wide", "tour 3x30 --closed --method construct --format svg"),
    ("run-stuck", "explain 5x5 --from c1 --format svg"),
    ("heat-map", "survey 7x7 --format svg"),
    ("chart", "survey 5..9 --format svg"),
    ("queens", "queens place 8 --format svg"),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots")
}

fn overwrites() -> bool {
    std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite")
}

/// Width, and red, green, blue and opacity of each pixel.
fn pixels(bytes: &[u8]) -> (u32, Vec<u8>) {
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut pixels).expect("pixels");
    pixels.truncate(info.buffer_size());
    (info.width, pixels)
}

#[test]
fn drawings_are_those_that_were_looked_at() {
    for (name, line) in PICTURES {
        let drawn = run(line);
        assert!([0, 3].contains(&drawn.status), "{line}: {}", drawn.stderr);
        let path = folder().join(format!("{name}.svg"));
        if overwrites() {
            fs::write(&path, &drawn.stdout).expect("a snapshot");
        }
        let kept = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let first = kept.lines().zip(drawn.text().lines()).position(|(old, new)| old != new);
        assert_eq!(kept, drawn.text(), "{name}: line {first:?} differs");
    }
}

#[test]
fn pixels_are_those_that_were_looked_at() {
    let dir = tempfile::tempdir().expect("a directory");
    for (name, line) in PICTURES {
        let made = dir.path().join(name);
        let line = line.replace("--format svg", "--format png");
        let drawn = run(&format!("{line} --width 240 -o {}", made.display()));
        assert!([0, 3].contains(&drawn.status), "{line}: {}", drawn.stderr);
        let made = fs::read(&made).expect("a picture");
        let path = folder().join(format!("{name}.png"));
        if overwrites() {
            fs::write(&path, &made).expect("a snapshot");
        }
        let kept = fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let ((width, old), (now, new)) = (pixels(&kept), pixels(&made));
        assert_eq!((width, old.len()), (now, new.len()), "{name}: another size");
        let other = old.iter().zip(&new).filter(|(a, b)| a.abs_diff(**b) > 8).count();
        assert!(other * 1000 <= old.len(), "{name}: {other} of {} values differ", old.len());
    }
}
