//! The program `hippodrome-check`: its options, what it prints, and how it ends.

#![allow(clippy::unwrap_used, reason = "a test whose means are missing fails")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus");

/// Runs the program in the folder of the corpus: standard output, standard error, exit status.
fn run(arguments: &[&str], input: &[u8]) -> (String, String, i32) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_hippodrome-check"))
        .args(arguments)
        .current_dir(CORPUS)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that ends on its arguments does not read.
    let _ = program.stdin.take().unwrap().write_all(input);
    let output = program.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

#[test]
fn the_report_ends_with_the_verdict_and_the_status_says_it() {
    for (file, options, last, status) in [
        ("valid/colour-5x5-a2.cert", "", "s VERIFIED no-tour 5x5 open from a2 by colour", 0),
        ("valid/colour-5x5-a2.cert", "--board 7x7", "s REJECTED other-board line 3: ", 1),
        ("wrong/lexical-nul.cert", "", "s REJECTED malformed line 2: ", 2),
        ("valid/theorem-5x5.cert", "", "s VERIFIED WITH OBLIGATIONS 1 no-tour 5x5 closed", 3),
        ("valid/5x5.squares.txt", "--board 5 --open", "s VERIFIED tour 5x5 open", 0),
        ("valid/5x5.squares.txt", "--board=5x5 --from=1,1", "s VERIFIED tour 5x5 open from a1", 0),
        ("valid/5x5.squares.txt", "--format matrix", "s REJECTED malformed line 1: ", 2),
        ("valid/5x5.json", "--closed", "s REJECTED other-kind line 1: ", 1),
    ] {
        let mut arguments = vec![file];
        arguments.extend(options.split_whitespace());
        let (stdout, stderr, code) = run(&arguments, b"");
        let line = stdout.lines().last().unwrap();
        assert!(line.starts_with(last), "{file}: {line}");
        assert_eq!((code, stderr.as_str()), (status, ""), "{file}");
        assert!(stdout.lines().rev().skip(1).all(|line| line.starts_with("c ")), "{stdout}");
    }
}

#[test]
fn the_json_report_is_one_object_on_one_line() {
    let (stdout, _, code) = run(&["valid/tour-5x5.cert", "--json"], b"");
    let expected = "{\"verdict\":\"verified\",\"what\":\"tour 5x5 open\",\"code\":null,\
        \"line\":null,\"reason\":null,\"obligations\":[]}\n";
    assert_eq!((stdout.as_str(), code), (expected, 0));
    let (stdout, _, code) = run(&["wrong/lexical-nul.cert", "--json"], b"");
    let expected = "{\"verdict\":\"rejected\",\"what\":\"\",\"code\":\"malformed\",\"line\":2,\
        \"reason\":\"the byte 0x00 is not printable ASCII\",\"obligations\":[]}\n";
    assert_eq!((stdout.as_str(), code), (expected, 2));
}

#[test]
fn standard_input_and_a_mask_are_read() {
    let (stdout, _, code) = run(&["-", "--open"], b"A1C2A3B1D2B3C1A2C3D1B2D3");
    assert!(stdout.ends_with("s VERIFIED tour 3x4 open\n"), "{stdout}");
    assert_eq!(code, 0);
    let mask = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ring.mask");
    std::fs::write(&mask, "...\n.#.\r\n...\n\n").unwrap();
    let mask = mask.to_str().unwrap();
    let (stdout, _, code) = run(&["valid/ring.squares.txt", "--board", mask, "--closed"], b"");
    assert!(stdout.ends_with("s VERIFIED tour 3x3 without b2 closed\n"), "{stdout}");
    assert_eq!(code, 0);
    std::fs::write(mask, "...\n.#\n").unwrap();
    let (stdout, stderr, code) = run(&["valid/ring.squares.txt", "--board", mask], b"");
    assert_eq!((stdout.as_str(), code), ("", 2));
    assert!(stderr.contains("ragged") && stderr.lines().count() == 1, "{stderr}");
}

#[test]
fn wrong_usage_is_one_line_and_status_2() {
    for arguments in [
        "",
        "a b",
        "valid",
        "no-such-file",
        "x --board",
        "x --board 0x5",
        "x --board -3x4",
        "x --board 3x",
        "x --board 8x8x8",
        "x --board 99999999999x2",
        "x --board no-such-mask",
        "x --from z",
        "x --board 8x8 --from z9",
        "x --board 8x8 --hole a1 --to a1",
        "x --board 8x8 --step-at 65=a1",
        "x --to a0",
        "x --leaper 0,0",
        "x --leaper 1",
        "x --step-at 3",
        "x --step-at 0=a1",
        "x --format png",
        "x --closed --open",
        "x --closed=yes",
        "x --wrong",
    ] {
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        let (stdout, stderr, code) = run(&arguments, b"");
        assert_eq!((stdout.as_str(), code), ("", 2), "{arguments:?}");
        assert_eq!(stderr.lines().count(), 1, "{arguments:?}: {stderr}");
        assert!(stderr.starts_with("hippodrome-check: "), "{stderr}");
    }
    let (stdout, _, code) = run(&["--help"], b"");
    assert!(code == 0 && stdout.contains("Exit status:"));
    let (stdout, _, code) = run(&["--version"], b"");
    assert!(code == 0 && stdout.starts_with("hippodrome-check 0."));
}
