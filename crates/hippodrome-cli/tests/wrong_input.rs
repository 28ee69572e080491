//! Every wrong input: exit 2, one line that names it and says what was expected, nothing written.

mod common;

use std::fs;

use common::{Run, run, run_with};

#[track_caller]
fn assert_wrong(what: &str, run: &Run, named: &str) {
    assert_eq!(run.status, 2, "{what}: {}", run.stderr);
    assert_eq!(run.stderr.lines().count(), 1, "{what}: {}", run.stderr);
    assert!(run.stderr.contains(named), "{what}: '{named}' is not named in: {}", run.stderr);
    assert!(run.stdout.is_empty(), "{what}: {}", String::from_utf8_lossy(&run.stdout));
}

#[test]
fn boards() {
    for board in
        ["0x5", "3x", "x3", "8x8x8", "99999999999x2", "0", "4294967297", "8×8", "x", "8 x8"]
    {
        for command in ["tour", "exists"] {
            assert_wrong(board, &run_with(&[command, board], b""), board);
        }
    }
    assert_wrong("negative", &run("tour -3x4"), "-3");
    assert_wrong("no file", &run("tour missing/board.txt"), "missing/board.txt");
    assert_wrong("no board", &run("tour"), "BOARD");
    assert_wrong("two boards", &run("tour 8x8 8x8"), "8x8");
}

#[test]
fn squares() {
    for (square, named) in [
        ("a0", "a0"),
        ("z9", "z9"),
        ("i1", "i1"),
        ("a9", "a9"),
        ("0,1", "0,1"),
        ("9,1", "i1"),
        ("", "--from"),
        ("aaaaaaaaaaaa1", "aaaaaaaaaaaa1"),
        ("a99999999999999999999", "a99999999999999999999"),
    ] {
        for option in ["--from", "--to", "--hole"] {
            let run = run_with(&["tour", "8x8", option, square], b"");
            assert_wrong(square, &run, if named == "--from" { option } else { named });
        }
    }
    assert_wrong("a hole", &run("tour 5x5 --hole c3 --from c3"), "hole");
    assert_wrong("all holes", &run("tour 1x2 --hole a1 --hole b1"), "no square");
    assert_wrong("giant holes", &run("exists 100000x100000 --hole a1"), "100000x100000");
}

#[test]
fn clues() {
    for clue in ["c3", "=c3", "0=c3", "26=c3", "x=c3", "3=", "3=z9", "3=c3=c3"] {
        let run = run_with(&["tour", "5x5", "--step-at", clue], b"");
        assert_wrong(clue, &run, "step-at");
    }
    assert_wrong("minus", &run("tour 5x5 --step-at=-1=c3"), "step-at");
    assert_wrong("twice", &run("tour 5x5 --step-at 3=c3 --step-at 3=a1"), "twice");
    assert_wrong("square twice", &run("tour 5x5 --step-at 3=c3 --step-at 5=c3"), "c3");
    assert_wrong("two starts", &run("tour 5x5 --from a1 --step-at 1=c3"), "step 1");
    assert_wrong("closed ends", &run("tour 6x6 --closed --from a1 --to a1"), "a1");
}

#[test]
fn options() {
    for (line, named) in [
        ("tour 8x8 --closed --open", "--open"),
        ("tour 8x8 --leaper 1", "leaper"),
        ("tour 8x8 --leaper 0,0", "leaper"),
        ("tour 8x8 --leaper 1,2,3", "leaper"),
        ("tour 8x8 --method magic", "magic"),
        ("tour 8x8 --tie-break best", "best"),
        ("tour 8x8 --move-order 12345677", "12345677"),
        ("tour 8x8 --move-order 1234567", "1234567"),
        ("tour 8x8 --move-order 123456789", "123456789"),
        ("tour 8x8 --retries -1", "--retries"),
        ("tour 8x8 --retries 99999999999999999999999", "18446744073709551615"),
        ("tour 8x8 --from -1,1", "-1,1"),
        ("tour 8x8 --leaper -1,2", "-1,2"),
        ("tour 8x8 --time-limit -5s", "-5s"),
        ("tour 8x8 --method warnsdorff --lexicographic", "--lexicographic"),
        ("tour 8x8 --method search --tie-break last", "--tie-break"),
        ("tour 8x8 --method warnsdorff --node-limit 5", "--node-limit"),
        ("tour 8x8 --retries many", "many"),
        ("tour 8x8 --format pdf", "pdf"),
        ("tour 8x8 --seed -1", "--seed"),
        ("tour 8x8 --seed 99999999999999999999", "seed"),
        ("tour 8x8 --time-limit soon", "soon"),
        ("tour 8x8 --time-limit 5", "5"),
        ("tour 8x8 --threads 0", "threads"),
        ("tour 8x8 --unknown", "--unknown"),
        ("tour 8x8 -o", "--output"),
        ("tour 8x8 -o /", "/"),
        ("tour 8x8 -o missing-directory/tour.txt", "missing-directory/tour.txt"),
        ("tour 8x8 -o tour.foo", ".foo"),
        ("exists 8x8 -o no.svg", ".svg"),
        ("draw - -o tour.csv", ".csv"),
        ("exists 8x8 --format svg", "svg"),
        ("sing", "expected tour, exists"),
        ("", "expected tour, exists"),
        ("check", "FILE"),
        ("check missing.txt", "missing.txt"),
        ("check - --board 0x5", "0x5"),
        ("check - --as pdf", "pdf"),
        ("draw missing.txt", "missing.txt"),
        ("draw /", "/"),
    ] {
        assert_wrong(line, &run(line), named);
    }
}

#[test]
fn masks() {
    for (mask, named) in [
        (&b"...\n..\n...\n"[..], "line 2"),
        (b"", "empty"),
        (b"\n\n\n", "empty"),
        (b"###\n###\n", "no square"),
        (b"..x\n...\n", "line 1, column 3"),
        (b"..\0\n...\n", "line 1, column 3"),
        (b"..\xff\n...\n", "not a text"),
        (b". .\n...\n", "column 2"),
    ] {
        assert_wrong(&format!("{mask:?}"), &run_with(&["tour", "-"], mask), named);
    }
}

#[test]
fn a_mask_of_200_megabytes() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("mask.txt");
    let file = fs::File::create(&path).unwrap();
    file.set_len(200 << 20).unwrap(); // sparse: no disk is used
    let run = run_with(&["exists", path.to_str().unwrap()], b"");
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("mask.txt") && run.stderr.lines().count() == 1, "{}", run.stderr);
}

#[test]
fn the_old_file_stays_when_the_run_fails() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("tour.txt");
    fs::write(&path, "precious").unwrap();
    let path_text = path.to_str().unwrap();
    for (line, status) in [("tour 3x3", 1), ("tour 0x5", 2), ("tour 8x8 --from z9", 2)] {
        let mut args: Vec<&str> = line.split(' ').collect();
        args.extend(["-o", path_text]);
        assert_eq!(run_with(&args, b"").status, status, "{line}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "precious", "{line}");
    }
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "nothing is left beside it");
}

#[test]
fn certificates() {
    let good = run("exists 5x5 --from a2 --format cert");
    assert_eq!(good.status, 1);
    let checked = run_with(&["check", "-", "--board", "5x5", "--from", "a2"], &good.stdout);
    assert_eq!(checked.status, 0, "{}{}", checked.text(), checked.stderr);
    for at in 0..good.stdout.len() {
        let mut wrong = good.stdout.clone();
        wrong[at] = 0;
        let run = run_with(&["check", "-", "--board", "5x5", "--from", "a2"], &wrong);
        assert!(run.status == 2 || run.status == 1, "byte {at}: {}", run.text());
        let last = run.text().lines().last().unwrap_or("");
        assert!(last.starts_with("s REJECTED"), "byte {at}: {last}");
    }
    let empty = run_with(&["check", "-"], b"");
    assert_eq!(empty.status, 2, "{}", empty.text());
}

#[test]
fn a_no_goes_where_it_was_asked_to_go() {
    let dir = tempfile::tempdir().unwrap();
    for (name, begins) in [("no.cert", "hippodrome-certificate 1\n"), ("no.json", "{\"board\":")] {
        let path = dir.path().join(name);
        for command in ["tour", "exists"] {
            let args = [command, "5x5", "--from", "a2", "-o", path.to_str().unwrap()];
            let run = run_with(&args, b"");
            assert_eq!(run.status, 1, "{}", run.stderr);
            assert!(run.stdout.is_empty());
            assert!(fs::read_to_string(&path).unwrap().starts_with(begins), "{command} {name}");
            fs::remove_file(&path).unwrap();
        }
    }
}

#[test]
fn ends_on_the_board_of_one_square() {
    for (line, status) in [
        ("exists 1x1 --from a1 --to a1 --format cert", 0),
        ("exists 1x1 --closed --to a1 --format cert", 1),
    ] {
        let made = run(line);
        assert_eq!(made.status, status, "{}", made.stderr);
        let asked = if status == 0 { "--open" } else { "--closed" };
        let args = ["check", "-", "--board", "1x1", asked, "--to", "a1"];
        assert_eq!(run_with(&args, &made.stdout).status, 0, "{line}");
    }
}
