//! `locate` and `tour --method construct`: constructions through the real program.

mod common;

use std::io::Read;
use std::process::Stdio;

use common::{program, run, run_with};

#[test]
fn giant_boards_are_located_both_ways() {
    for (board, kind) in [
        ("4294967296x4294967296", "--closed"),
        ("100000x99999", "--open"),
        ("3x4294967295", "--open"),
    ] {
        let square = run(&format!("locate {board} {kind} --step 2500000001"));
        assert_eq!(square.status, 0, "{}", square.stderr);
        let square = square.text().trim();
        let step = run(&format!("locate {board} {kind} --square {square}"));
        assert_eq!(step.text(), "2500000001\n");
    }
    let json = run("locate 1000000x1000000 --from c5 --step 1 --format json");
    assert_eq!(
        json.text(),
        "{\"board\":{\"rows\":1000000,\"cols\":1000000,\"holes\":[]},\"kind\":\"open\",\"step\":\"1\",\"square\":\"c5\"}\n"
    );
}

#[test]
fn locate_agrees_with_the_tour_that_is_printed() {
    let tour = run("tour 12x17 --method construct --from d4 --to e4 --format squares --seed 5");
    assert_eq!(tour.status, 0, "{}", tour.stderr);
    let squares: Vec<&str> = tour.text().trim().split(' ').collect();
    assert_eq!((squares.len(), squares[0], squares[203]), (204, "d4", "e4"));
    for step in [1, 2, 77, 203, 204] {
        let line = format!("locate 12x17 --from d4 --to e4 --seed 5 --step {step}");
        assert_eq!(run(&line).text().trim(), squares[step - 1]);
    }
}

#[test]
fn questions_about_ends_are_answered_both_ways() {
    for (line, status, reason) in [
        ("exists 5x8 --from a1 --to b2", 1, "colour"),
        ("exists 5x8 --from a1 --to b3", 0, ""),
        ("exists 5x8 --from b3 --to c3", 1, "ends-5xn"),
        ("exists 5x6 --from c2 --to d2", 1, ""),
        ("exists 5x6 --from a1 --to d1", 0, ""),
        ("exists 4x9 --from a1 --to b1", 0, ""),
        ("exists 4x9 --from a1 --to b3", 1, ""),
        ("exists 4x9 --from b2 --to a1", 1, "colour"),
        ("exists 3x9 --from a1 --to e1", 0, ""),
        ("exists 3x9 --from c1 --to e1", 1, ""),
        ("exists 3x4000000000 --from c2 --to d2", 1, "ends-3xn"),
        ("tour 5x8 --method construct --from b3 --to c3", 1, "ends-5xn"),
        ("locate 5x8 --from b3 --to c3 --step 1", 1, "ends-5xn"),
    ] {
        let run = run(line);
        assert_eq!(run.status, status, "{line}: {} {}", run.text(), run.stderr);
        assert!([run.text(), &run.stderr].concat().contains(reason), "{line}: {}", run.text());
    }
}

#[test]
fn wrong_questions_are_refused_on_one_line() {
    for (line, status) in [
        ("locate 8x8", 2),
        ("locate 8x8 --step 0", 2),
        ("locate 8x8 --step 65", 2),
        ("locate 8x8 --step -1", 2),
        ("locate 8x8 --square i1", 2),
        ("locate 8x8 --step 1 --square a1", 2),
        ("locate 8x8 --step 99999999999999999999999999999999999999999999", 2),
        ("locate 8x8 --hole a1 --step 1", 3),
        ("locate 8x8 --leaper 1,4 --step 1", 3),
        ("tour 8x8 --method construct --step-at 5=c3", 3),
        ("tour 4294967296x4294967296 --method construct", 3),
    ] {
        let run = run(line);
        assert_eq!(run.status, status, "{line}: {}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{line}: {}", run.stderr);
    }
}

#[test]
fn large_tours_are_streamed_and_verified() {
    for format in ["squares", "csv", "matrix", "json", "prolog", "tsplib", "npy"] {
        let line = format!("tour 601x500 --closed --format {format}");
        let tour = run(&line);
        assert_eq!(tour.status, 0, "{}", tour.stderr);
        let check = run_with(&["check", "-", "--board", "601x500", "--closed"], &tour.stdout);
        assert_eq!(check.status, 0, "{format}: {}", check.text());
    }
}

/// At once: the device has no end.
#[test]
fn what_is_no_answer_is_not_read_to_its_end() {
    for command in ["check", "draw"] {
        let run =
            run_with(&[command, "-"], &[b"a1 b3".as_slice(), vec![0; 70_000].as_slice()].concat());
        assert_eq!(run.status, 2, "{}", run.stderr);
        assert!(run.stderr.contains("zero bytes"), "{}", run.stderr);
        if std::path::Path::new("/dev/zero").exists() {
            assert_eq!(self::run(&format!("{command} /dev/zero")).status, 2);
        }
    }
}

#[test]
fn a_stream_may_be_cut_off() {
    let mut child = program()
        .args(["tour", "4294967296x4294967296", "--closed", "--format", "squares"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut out = child.stdout.take().expect("standard output is piped");
    let mut head = [0; 5];
    out.read_exact(&mut head).expect("the stream begins at once");
    drop(out);
    assert_eq!(&head[..3], b"a1 ");
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success() && output.stderr.is_empty());
}

#[test]
fn symmetric_tours_say_so() {
    for (line, symmetry) in [
        ("tour 8x8 --closed --symmetric --stats", "rotate180"),
        ("tour 5x8 --closed --symmetric --stats", "rotate180"),
        ("tour 7x9 --symmetric --stats", "rotate180"),
        ("tour 10x10 --closed --symmetric=rotate90 --stats", "rotate90 rotate180 rotate270"),
    ] {
        let run = run(line);
        assert_eq!(run.status, 0, "{}", run.stderr);
        assert!(run.stderr.starts_with("stats: turns ") && run.stderr.contains(symmetry));
    }
    for (line, reason) in [
        ("tour 8x8 --closed --symmetric=rotate90", "symmetric-quarter"),
        ("tour 8x8 --symmetric", "symmetric-middle"),
        ("tour 5x6 --closed --symmetric", "symmetric-search"),
        ("tour 5x6 --symmetric", "symmetric-search"),
        ("tour 5x5 --symmetric --from a1 --to b2", "symmetric-ends"),
        ("tour 5x5 --closed --symmetric", "colour"),
    ] {
        let run = run(line);
        assert_eq!(run.status, 1, "{line}: {}", run.stderr);
        assert!(run.stderr.starts_with("none: ") && run.stderr.contains(reason), "{}", run.stderr);
    }
    // The image of the first square may be the last: whether there is such a tour is not known.
    for line in ["tour 5x5 --symmetric --from a1 --to e5", "tour 5x7 --symmetric --from c1 --to e5"]
    {
        let run = run(line);
        assert_eq!(run.status, 3, "{line}: {}", run.stderr);
        assert!(run.stderr.contains("both ends given"), "{}", run.stderr);
    }
}
