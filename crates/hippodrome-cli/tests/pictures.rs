//! Pictures as pixels, from the command line.

mod common;

use std::fs;

use common::run;

/// The width and height that a PNG's header says.
fn size(png: &[u8]) -> (u32, u32) {
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

#[test]
fn the_ending_or_the_format_picks_a_picture() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).display().to_string();
    for (name, start) in [
        ("tour.png", &b"\x89PNG"[..]),
        ("film.gif", b"GIF89a"),
        ("film.apng", b"\x89PNG"),
        ("tour.svg", b"<svg"),
    ] {
        let made = run(&format!("tour 6x6 --closed -o {}", path(name)));
        assert_eq!(made.status, 0, "{name}: {}", made.stderr);
        let bytes = fs::read(dir.path().join(name)).unwrap();
        assert!(bytes.starts_with(start), "{name}");
    }
    let film = fs::read(dir.path().join("film.apng")).unwrap();
    assert!(film.windows(4).any(|word| word == b"acTL"));
    let made = run(&format!("tour 6x6 --format png --width 321 -o {}", path("named")));
    assert_eq!(made.status, 0, "{}", made.stderr);
    assert_eq!(size(&fs::read(dir.path().join("named")).unwrap()).0, 321);
    let made = run(&format!("survey 7x7 --width 200 -o {}", path("map.png")));
    assert_eq!(made.status, 0, "{}", made.stderr);
    assert_eq!(size(&fs::read(dir.path().join("map.png")).unwrap()).0, 200);
    let made = run(&format!("survey 5..8 -o {}", path("chart.png")));
    assert_eq!(made.status, 0, "{}", made.stderr);
    assert_eq!(size(&fs::read(dir.path().join("chart.png")).unwrap()), (960, 560));
}

#[test]
fn speed_and_size_of_a_film_are_options() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("film.gif");
    let made = run(&format!("tour 5x5 --delay 20ms --once --width 100 -o {}", path.display()));
    assert_eq!(made.status, 0, "{}", made.stderr);
    let film = fs::read(&path).unwrap();
    assert_eq!(u16::from_le_bytes([film[6], film[7]]), 100);
    // A graphic control extension says how long its frame stands.
    let control = film.windows(4).position(|word| word == [0x21, 0xf9, 4, 4]).unwrap();
    assert_eq!(u16::from_le_bytes([film[control + 4], film[control + 5]]), 2);
}

#[test]
fn what_cannot_be_drawn_is_one_line() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).display().to_string();
    for (line, words) in [
        (format!("tour 2000x2000 -o {}", path("a.png")), "too large for a picture"),
        (format!("tour 600x600 --closed -o {}", path("a.gif")), "too large"),
        (format!("tour 5x5 --width 0 -o {}", path("a.png")), "--width"),
        (format!("tour 5x5 --width 9000 -o {}", path("a.gif")), "2000"),
        (format!("tour 5x5 --delay fast -o {}", path("a.gif")), "--delay"),
        ("tour 5x5 --format bmp".to_owned(), "png, gif, apng"),
    ] {
        let refused = run(&line);
        assert_eq!(refused.status, 2, "{line}: {}", refused.stderr);
        assert!(refused.stderr.contains(words), "{line}: {}", refused.stderr);
        assert_eq!(refused.stderr.lines().count(), 1, "{line}: {}", refused.stderr);
    }
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[test]
fn tours_runs_and_placements_are_drawn_from_files() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = |name: &str| dir.path().join(name).display().to_string();
    for line in [
        format!("tour 6x6 --closed -o {}", path("tour.csv")),
        format!("explain 5x5 --from c1 -o {}", path("stuck.cert")),
        format!("queens place 8 --format columns -o {}", path("queens.txt")),
    ] {
        assert!([0, 3].contains(&run(&line).status), "{line}");
    }
    for (from, to, start) in [
        ("tour.csv --board 6x6 --closed", "a.png", &b"\x89PNG"[..]),
        ("tour.csv --board 6x6 --closed --theme dark --delay 50ms", "a.gif", b"GIF89a"),
        ("tour.csv --board 6x6 --closed", "a.apng", b"\x89PNG"),
        ("stuck.cert", "b.svg", b"<svg"),
        ("stuck.cert", "b.png", b"\x89PNG"),
        ("queens.txt", "c.svg", b"<svg"),
        ("queens.txt", "c.png", b"\x89PNG"),
        ("queens.txt", "c.txt", b"..Q"),
    ] {
        let drawn = run(&format!("draw {} -o {}", path(from), path(to)));
        assert_eq!(drawn.status, 0, "{from} {to}: {}", drawn.stderr);
        let bytes = fs::read(dir.path().join(to)).expect("a picture");
        assert!(bytes.starts_with(start) || to == "c.txt", "{from} {to}");
    }
    let stuck = fs::read_to_string(dir.path().join("b.svg")).expect("a picture");
    assert!(stuck.contains("A knight’s walk of 17 squares on the 5x5 board"), "{stuck}");
    for (from, to, words) in [
        ("stuck.cert", "d.gif", "a run that got stuck is drawn as svg or png"),
        ("queens.txt", "d.apng", "a placement of queens is drawn as svg or png"),
        ("tour.csv", "d.jpg", ".jpg"),
        ("missing.csv", "d.png", "missing.csv"),
    ] {
        let refused = run(&format!("draw {} -o {}", path(from), path(to)));
        assert_eq!(refused.status, 2, "{from} {to}");
        assert!(refused.stderr.contains(words), "{}", refused.stderr);
        assert_eq!(refused.stderr.lines().count(), 1, "{}", refused.stderr);
    }
}

#[test]
fn runs_and_placements_are_drawn_where_they_are_found() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = |name: &str| dir.path().join(name).display().to_string();
    for (line, name, start, status) in [
        ("explain 5x5 --from a1", "a.svg", &b"<svg"[..], 0),
        ("explain 5x5 --from a1 --theme dark --no-numbers", "a.png", b"\x89PNG", 0),
        ("explain 5x5 --from a1 --delay 20ms", "a.gif", b"GIF89a", 0),
        ("explain 5x5 --from a1", "a.apng", b"\x89PNG", 0),
        ("explain 5x5 --from c1", "b.svg", b"<svg", 3),
        ("explain 5x5 --from c1 --width 99", "b.png", b"\x89PNG", 3),
        ("explain 5x5 --from b1", "c.svg", b"<svg", 1),
        ("queens place 8 --width 77", "d.png", b"\x89PNG", 0),
        ("queens place 8 --random", "e.png", b"\x89PNG", 0),
        ("queens place 8 --format png", "f", b"\x89PNG", 0),
    ] {
        let drawn = run(&format!("{line} -o {}", path(name)));
        assert_eq!(drawn.status, status, "{line}: {}", drawn.stderr);
        let bytes = fs::read(dir.path().join(name)).expect("a picture");
        assert!(bytes.starts_with(start), "{line}");
    }
    assert_eq!(size(&fs::read(dir.path().join("d.png")).expect("a picture")).0, 77);
    for (line, words) in [
        ("explain 5x5 --from c1 --format gif", "a run that got stuck is drawn as svg or png"),
        ("explain 2000x2000 --format png", "too large for a picture"),
        ("explain 5x5 --stats --format svg", "expected --format text or json"),
        ("queens place 2000 --format png", "up to n = 1000"),
    ] {
        let refused = run(line);
        assert_eq!(refused.status, if line.contains("place") { 3 } else { 2 }, "{line}");
        assert!(refused.stderr.contains(words), "{line}: {}", refused.stderr);
        assert_eq!(refused.stderr.lines().count(), 1, "{line}: {}", refused.stderr);
    }
}
