//! `queens` and what reads its output: every command, every format, and the limits.

#![allow(clippy::unwrap_used, reason = "a test whose means are missing fails")]

mod common;

use std::fmt::Write;
use std::fs;
use std::io::Read;
use std::process::Stdio;
use std::time::{Duration, Instant};

use common::{program, run, run_with};
use hippodrome::{Rng, Square};

const FORMATS: [&str; 7] = ["columns", "board", "json", "fen", "npy", "cert", "svg"];

#[track_caller]
fn says(line: &str, status: i32) -> String {
    let run = run(line);
    assert_eq!(run.status, status, "{line}: {}", run.stderr);
    run.text().to_owned()
}

/// The last line of `check - OPTIONS`.
#[track_caller]
fn verdict(bytes: &[u8], options: &str) -> String {
    let args: Vec<&str> = ["check", "-"].into_iter().chain(options.split_whitespace()).collect();
    run_with(&args, bytes).text().lines().last().unwrap_or_default().to_owned()
}

#[test]
fn every_format_is_checked_and_drawn() {
    for n in [1, 4, 8, 13] {
        let drawn = run(&format!("queens place {n} --format board")).stdout;
        for format in FORMATS {
            let made = run(&format!("queens place {n} --format {format}")).stdout;
            let expected = format!("s VERIFIED placement of {n} queens {n}x{n}");
            let asked = format!("--queens --board {n}");
            assert_eq!(verdict(&made, &asked), expected, "{format}");
            if n > 1 {
                assert_eq!(verdict(&made, ""), expected, "{format}");
                let text = run_with(&["draw", "-", "--format", "text"], &made);
                assert_eq!(text.stdout, drawn, "{format}: {}", text.stderr);
                let svg = run_with(&["draw", "-"], &made).stdout;
                assert_eq!(verdict(&svg, &asked), expected, "{format}");
            }
        }
    }
    for format in ["columns", "board", "json", "fen"] {
        let made = run(&format!("queens list 6 --format {format}")).stdout;
        assert_eq!(verdict(&made, ""), "s VERIFIED 4 placements of 6 queens 6x6", "{format}");
    }
    let torus = run("queens place 7 --toroidal --format cert").stdout;
    assert!(verdict(&torus, "").ends_with("7x7 toroidal"));
}

#[test]
fn lists_are_in_order_and_go_on() {
    let all = says("queens list 8", 0);
    let lines: Vec<&str> = all.lines().collect();
    assert_eq!(lines.len(), 92);
    assert!(lines.is_sorted());
    assert_eq!(says("queens list 8 --fundamental", 0).lines().count(), 12);
    let after = ["queens", "list", "8", "--after", lines[40], "--limit", "3"];
    assert_eq!(run_with(&after, b"").text().lines().collect::<Vec<_>>(), lines[41..44]);
    // Users' lists: a queen in the corner of the 8×8 board, and all of the 6×6 board.
    let corner: Vec<String> = lines
        .iter()
        .filter(|line| line.starts_with('1'))
        .map(|line| line.replace(' ', ""))
        .collect();
    assert_eq!(corner, ["15863724", "16837425", "17468253", "17582463"]);
    let six = says("queens list 6", 0).replace(' ', "");
    assert_eq!(six, "246135\n362514\n415263\n531642\n");
    for n in ["2", "3"] {
        let none = run(&format!("queens list {n}"));
        assert_eq!((none.status, none.text()), (1, ""));
        assert!(none.stderr.contains(&format!("{n}x{n}")), "{}", none.stderr);
    }
    assert_eq!(says("queens list 0", 0), "\n");
    let stopped = run("queens list 31 --time-limit 200ms --format fen -q");
    assert_eq!(stopped.status, 3, "{}", stopped.stderr);
}

#[test]
fn completions_say_what_they_know() {
    let nauck = "queens complete 8 --queen b4 --queen d5";
    assert_eq!(says(&format!("{nauck} --all"), 0), "3 6 8 2 4 1 7 5\n6 3 7 2 4 8 1 5\n");
    for engine in ["search", "sat", "varisat"] {
        assert_eq!(says(&format!("{nauck} --count --engine {engine}"), 0), "2 completions\n");
        for mode in ["", "--all"] {
            let json = says(&format!("{nauck} {mode} --engine {engine} --format json"), 0);
            let line = verdict(json.as_bytes(), "--board 8x8 --queen b4 --queen d5");
            assert!(line.starts_with("s VERIFIED") && line.ends_with("with b4 d5"), "{line}");
        }
        let none = run(&format!("queens complete 8 --queen a1 --queen h8 --engine {engine}"));
        assert_eq!(none.status, 1);
        assert!(none.stderr.contains("a1 and h8 attack each other"), "{}", none.stderr);
        let none = run(&format!("queens complete 4 --queen a1 --engine {engine}"));
        assert_eq!(none.status, 1);
        assert!(none.stderr.contains("[proof: search]"), "{}", none.stderr);
    }
    let off = run("queens complete 8 --queen i1");
    assert_eq!((off.status, off.stderr.lines().count()), (2, 1));
    assert_eq!(says("queens complete 4 --block b1 --all", 0), "3 1 4 2\n");
    let few = run("queens complete 8 --all --limit 10");
    assert_eq!((few.status, few.text().lines().count()), (3, 10));
    // A search that begins badly is begun again, for one of all as for one.
    assert_eq!(run("queens complete 256 --all --limit 1").status, 3);
    for ignored in
        ["complete 8 --limit 3", "complete 8 --count --limit 3", "count 8 -k 5 --method dfs"]
    {
        let refused = run(&format!("queens {ignored}"));
        assert_eq!((refused.status, refused.stderr.lines().count()), (2, 1), "{ignored}");
    }
    let three = run("queens complete 3");
    assert!(three.status == 1 && three.stderr.contains("3x3"), "{}", three.stderr);
}

/// A board on which each row and column keeps more than `spare` free squares, as hard boards are made
/// (the generator of the `PyCSP3` models library).
fn hard_board(n: u32, spare: u32, seed: u64) -> String {
    let mut squares: Vec<Square> =
        (0..n).flat_map(|row| (0..n).map(move |col| Square::new(row, col))).collect();
    Rng::new(seed).shuffle(&mut squares);
    let mut free = vec![vec![n; n as usize]; 2];
    let mut text = format!("{n}\n");
    for square in squares {
        let (row, col) = (square.row as usize, square.col as usize);
        if free[0][row] > spare && free[1][col] > spare {
            free[0][row] -= 1;
            free[1][col] -= 1;
            writeln!(text, "{row} {col}").unwrap();
        }
    }
    text
}

#[test]
fn hard_boards_obey_the_time_limit() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("hard.txt");
    for seed in 0..2 {
        fs::write(&path, hard_board(60, 9, seed)).unwrap();
        for engine in ["search", "varisat"] {
            let name = path.to_str().unwrap();
            let started = Instant::now();
            let args = ["queens", "complete", "60", "--block", name, "--count"];
            let limits = ["--time-limit", "300ms", "--engine", engine];
            let run = run_with(&[&args[..], &limits[..]].concat(), b"");
            assert!(matches!(run.status, 0 | 1 | 3), "{}", run.stderr);
            assert!(started.elapsed() < Duration::from_secs(20), "{engine}");
        }
    }
}

#[test]
fn counts_are_reported_and_checked() {
    let text = says("queens count 8", 0);
    assert_eq!(text, "92 solutions of 8 queens\n12 up to symmetry: classes 11 of 8, 1 of 4\n");
    for method in ["auto", "bitmask", "dfs", "join"] {
        for n in [0, 1, 2, 5, 8] {
            for format in ["json", "cert"] {
                let line = format!("queens count {n} --method {method} --format {format}");
                let report = says(&line, 0);
                let line = verdict(report.as_bytes(), "--queens");
                let expected = format!("s VERIFIED WITH OBLIGATIONS 2 count of {n} queens: ");
                assert!(line.starts_with(&expected), "{method} {format}: {line}");
            }
        }
    }
    let json = says("queens count 8 --format json", 0);
    for part in [
        "\"n\":8,\"count\":\"92\",\"fundamental\":\"12\"",
        "\"orbits\":[\"11\",\"1\",\"0\",\"0\"]",
        "\"method\":\"join\"",
        "\"seconds\":",
    ] {
        assert!(json.contains(part), "{json}");
    }
    assert!(says("queens count 8x10 -k 2 --format json", 0).contains("\"cols\":10,\"k\":2"));
    // A user's ordered counts are those of sets times k!.
    for (k, sets) in [(1, 64), (2, 1288), (3, 10_320), (4, 34_568)] {
        assert!(says(&format!("queens count 8 -k {k}"), 0).starts_with(&format!("{sets} ")));
    }
    assert!(says("queens count 8 --through", 0).starts_with(" 4  8 16 18 18 16  8  4\n"));
}

#[test]
fn units_are_merged_and_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    for unit in 0..3 {
        let out = path(&format!("part{unit}"));
        says(&format!("queens count 10 --units 3 --unit {unit} -o {out}"), 0);
    }
    says(&format!("queens count 9 --units 3 --unit 2 -o {}", path("foreign")), 0);
    let text = fs::read_to_string(path("part1")).unwrap();
    let damaged = text.replacen("unit 1 ", "unit 1 1", 1);
    assert_ne!(text, damaged);
    fs::write(path("damaged"), damaged).unwrap();
    let merge = |names: &[&str]| {
        let files: Vec<String> = names.iter().map(|name| path(name)).collect();
        run(&format!("queens merge {}", files.join(" ")))
    };
    let whole = merge(&["part0", "part1", "part2"]);
    assert_eq!(whole.status, 0, "{}", whole.stderr);
    assert_eq!(whole.text(), says("queens count 10", 0));
    for (names, status, expected) in [
        (&["part0", "part2"][..], 3, "the first missing is unit 1"),
        (&["part0", "part1", "part1", "part2"], 2, "unit 1 was there before"),
        (&["part0", "part1", "foreign"], 2, "n = 10 and n = 9"),
        (&["part0", "damaged", "part2"], 2, "checksum"),
    ] {
        let run = merge(names);
        assert_eq!(run.status, status, "{names:?} {}", run.stderr);
        assert!(run.stderr.contains(expected), "{names:?} {}", run.stderr);
    }
    let certificate = path("cert");
    let parts: Vec<String> = (0..3).map(|unit| path(&format!("part{unit}"))).collect();
    says(&format!("queens merge {} --format cert -o {certificate}", parts.join(" ")), 0);
    let line = verdict(&fs::read(certificate).unwrap(), "--board 10");
    assert_eq!(
        line,
        "s VERIFIED WITH OBLIGATIONS 2 count of 10 queens: 724 solutions, 92 up to symmetry"
    );
}

#[test]
fn a_killed_count_goes_on_from_its_checkpoint() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("q17");
    let name = path.to_str().unwrap();
    let mut child = program()
        .args(["queens", "count", "17", "--threads", "1", "--checkpoint", name])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while !path.exists() && started.elapsed() < Duration::from_mins(1) {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = fs::read_to_string(&path).unwrap();
    assert!(kept.contains("\nunit "), "{kept}");
    let text = says(&format!("queens count 17 --checkpoint {name} --resume"), 0);
    assert!(text.starts_with("95815104 solutions"), "{text}");
    let other = run(&format!("queens count 16 --checkpoint {name} --resume"));
    assert_eq!(other.status, 2, "{}", other.stderr);
}

#[test]
fn one_placement_of_any_size() {
    assert_eq!(says("queens place 1000000000 --row 123456789", 0).lines().count(), 1);
    for (n, words) in [(2, "2x2"), (3, "3x3")] {
        let none = run(&format!("queens place {n}"));
        assert_eq!(none.status, 1);
        assert!(none.stderr.contains(words), "{}", none.stderr);
    }
    for n in [2, 3, 4, 6, 9, 1_000_000_000] {
        let none = run(&format!("queens place {n} --toroidal"));
        assert_eq!(none.status, 1, "{n}");
        assert!(none.stderr.contains("none: "), "{}", none.stderr);
    }
    let random = run("queens place 1000 --random --seed 7");
    assert!(random.stderr.contains("diverse"), "{}", random.stderr);
    assert_eq!(random.stdout, run("queens place 1000 --random --seed 7").stdout);
    assert_ne!(random.stdout, run("queens place 1000 --random --seed 8").stdout);
    says("queens place 11 --uniform --seed 3", 0);
}

#[test]
fn extremes_are_answered_or_refused_in_one_line() {
    let sizes = ["0", "1", "4294967296", "9223372036854775808", "18446744073709551616", "-1", "x"];
    let commands = [
        "queens count N",
        "queens count N --method bitmask",
        "queens count N --method dfs",
        "queens count N -k 2",
        "queens count N --toroidal",
        "queens count N --knights",
        "queens count N --reflecting",
        "queens count N --through",
        "queens place N --row 1",
        "queens place N --random",
        "queens place N --uniform",
        "queens place N --toroidal --row 1",
        "queens place N --format board",
        "queens place N --format cert",
        "queens list N",
        "queens complete N",
        "queens complete N --count --format json",
    ];
    for command in commands {
        for n in sizes {
            let line = command.replace('N', n);
            let started = Instant::now();
            let run = run(&line);
            assert!(matches!(run.status, 0..=3), "{line}: {} {}", run.status, run.stderr);
            assert!(run.stderr.lines().count() <= 1, "{line}: {}", run.stderr);
            assert!(run.status == 0 || !run.stderr.is_empty(), "{line}");
            assert!(started.elapsed() < Duration::from_secs(10), "{line}");
        }
    }
}

#[test]
fn pipes_that_close_and_disks_that_are_full() {
    for command in ["queens place 10000000", "queens list 14", "queens place 3000 --format board"] {
        let mut child = program()
            .args(command.split(' '))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = [0; 16];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{command}");
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        if cfg!(target_os = "linux") {
            let full = run(&format!("{command} -o /dev/full"));
            assert_eq!((full.status, full.stderr.lines().count()), (2, 1), "{}", full.stderr);
        }
    }
}

#[test]
fn a_time_limit_keeps_the_solutions_that_were_found() {
    for engine in ["search", "sat"] {
        // More solutions than any machine finds in that time: there are 39,029,188,884.
        let line = format!("queens complete 20 --all --limit 1000000000 --engine {engine}");
        let line = format!("{line} --time-limit 1500ms");
        let run = run(&line);
        assert_eq!(run.status, 3, "{}", run.stderr);
        let found = run.text().lines().count();
        assert!(found > 0, "{engine}: {}", run.stderr);
        assert!(run.stderr.contains(&format!("{found} solutions were found")), "{}", run.stderr);
    }
}

#[test]
fn a_checkpoint_is_not_overwritten_unasked() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("ledger");
    fs::write(&path, "precious").expect("a file");
    let refused = run(&format!("queens count 12 --checkpoint {}", path.display()));
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("--resume"), "{}", refused.stderr);
    assert_eq!(fs::read(&path).expect("a file"), b"precious");
}

#[test]
fn one_row_is_written_as_a_number_or_as_json_only() {
    assert_eq!(run("queens place 8 --row 3").status, 0);
    assert_eq!(run("queens place 8 --row 3 --format json").status, 0);
    for format in ["cert", "npy", "svg", "fen", "board"] {
        let refused = run(&format!("queens place 8 --row 3 --format {format}"));
        assert_eq!(refused.status, 2, "{format}");
        assert!(refused.stderr.contains("--row"), "{}", refused.stderr);
    }
}

#[test]
fn a_file_of_very_many_placements_is_refused_before_memory_is_taken() {
    let lines = b"1\n".repeat(9_000_000);
    let refused = run_with(&["check", "-", "--queens"], &lines);
    assert_eq!(refused.status, 3, "{}", refused.stderr);
    assert!(refused.text().contains("s UNKNOWN limit of 16777216"), "{}", refused.text());
}

#[test]
fn the_ending_of_a_file_is_its_format_or_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).display().to_string();
    for (line, name, begins) in [
        ("queens count 6", "q.json", "{\"n\":6,"),
        ("queens count 6", "q.cert", "hippodrome-certificate 1"),
        ("queens count 6", "q.txt", "4 solutions"),
        ("queens list 6", "l.fen", "4Q1/"),
        ("queens list 6", "l.json", "{\"n\":6"),
        ("queens place 8", "p", "4 6 8 2"),
    ] {
        let written = run(&format!("{line} -o {}", path(name)));
        assert_eq!(written.status, 0, "{line} {name}: {}", written.stderr);
        let text = fs::read_to_string(path(name)).unwrap();
        assert!(text.starts_with(begins), "{line} {name}: {text}");
    }
    for (line, name) in [
        ("queens count 6", "a.png"),
        ("queens list 6", "a.svg"),
        ("queens list 6", "a.png"),
        ("queens complete 6", "a.gif"),
        ("queens place 8", "a.gif"),
        ("count 5x5", "a.png"),
        ("sample 5x5", "a.png"),
        ("model 6x6", "a.png"),
    ] {
        let refused = run(&format!("{line} -o {}", path(name)));
        assert_eq!(refused.status, 2, "{line} {name}: {}", refused.stderr);
        assert_eq!(refused.stderr.lines().count(), 1, "{}", refused.stderr);
        assert!(!dir.path().join(name).exists());
    }
}
