//! `explain` as a process.

mod common;

use common::run;

#[test]
fn the_exit_status_tells_a_tour_from_stuck_from_impossible() {
    for (line, status, ending) in [
        ("explain 5x5 --from a1", 0, "tour: all 25 squares"),
        ("explain 8x8 --from e1", 3, "stuck: stopped on"),
        ("explain 8x8 --from e1 --backtrack", 0, "tour: all 64 squares"),
        ("explain 5x5 --from a2", 1, "impossible: stopped on"),
        ("explain 5x5 --closed", 1, "impossible: all 25 squares are visited"),
        ("explain 1x1", 0, "tour: all 1 squares"),
        ("explain 3x3 --from b2", 1, "impossible: stopped on b2 after 1 of 9 squares"),
        ("explain 8x8 --from a1 --to b3", 3, "stuck: all 64 squares are visited, the last is"),
        ("explain 8x8 --from a1 --to a1", 1, "impossible: all 64 squares are visited"),
        ("explain 8x8 --from a1 --step-at 3=c2", 1, "impossible: all 64 squares are visited"),
        ("explain 8x8 --from a1 --step-at 3=c5", 3, "stuck: all 64 squares are visited"),
        ("explain 8x8 --step-at 2=c2 --step-at 64=h8", 1, "impossible: all 64"),
        ("explain 5 --step-at 25=c3", 3, "stuck: all 25 squares are visited"),
        ("explain 52x52 --from a1 --format json", 3, "{\"outcome\":\"stuck\""),
    ] {
        let run = run(line);
        assert_eq!(run.status, status, "{line}: {}", run.stderr);
        assert!(run.text().lines().any(|l| l.starts_with(ending)), "{line}: {}", run.text());
    }
}

#[test]
fn a_certificate_of_every_outcome_is_verified() {
    let dir = tempfile::tempdir().unwrap();
    for (board, options, words) in [
        ("8x8", "--from e1", "stuck"),
        ("8x8", "--from e1 --backtrack", "tour"),
        ("8x8", "--tie-break squirrel", "tour"),
        ("8x8", "--tie-break random --seed 7 --retries 3", "tour"),
        ("5x5", "--from a2", "stuck"),
        ("3x3", "--from a1 --backtrack", "stuck"),
        ("8x8", "--from a1 --to b3", "stuck"),
        ("8x8", "--from a1 --to a1", "stuck"),
        ("5x5", "--step-at 25=c3", "stuck"),
        ("6x6", "--closed --backtrack --move-limit 50 --hole a1", "stuck"),
    ] {
        let path = dir.path().join("run.cert");
        let explained = run(&format!("explain {board} {options} -o {}", path.display()));
        assert!([0, 1, 3].contains(&explained.status), "{options}: {}", explained.stderr);
        let question: Vec<&str> = options
            .split_whitespace()
            .scan(false, |takes_value, word| {
                let value = std::mem::replace(takes_value, false);
                *takes_value = word == "--hole";
                Some((word == "--hole" || word == "--closed" || (value && word == "a1"), word))
            })
            .filter_map(|(keep, word)| keep.then_some(word))
            .collect();
        let checked =
            run(&format!("check {} --board {board} {}", path.display(), question.join(" ")));
        assert_eq!(checked.status, 0, "{options}: {}", checked.text());
        let verdict = checked.text().lines().last().unwrap().to_owned();
        assert!(verdict.starts_with("s VERIFIED trace") && verdict.ends_with(words), "{verdict}");
        let size = std::fs::metadata(&path).unwrap().len();
        assert!(size < 40_000, "{size}");
    }
}

#[test]
fn stats_compare_all_tie_breaks() {
    let table = run("explain 8x8 --from e1 --stats");
    assert_eq!(table.status, 0);
    assert_eq!(table.text().lines().count(), 8);
    assert!(table.text().contains("first        stuck            60      59        60"));
    let json = run("explain 8x8 --from e1 --stats --format json");
    assert!(json.text().lines().all(|line| line.starts_with("{\"tie_break\":\"")));
}

#[test]
fn wrong_input_and_limits_are_one_line() {
    for (line, status, words) in [
        ("explain 5x5 --from f6", 2, "--from"),
        ("explain 5x5 --move-limit 3", 2, "--backtrack"),
        ("explain 5x5 --stats --format cert", 2, "--stats"),
        ("explain 5x5 -o run.bmp", 2, ".bmp"),
        ("explain 5x5 --tie-break roth", 2, "tie-break 'roth'"),
        ("explain 100000x100000", 3, "too large for a heuristic walk"),
        ("explain 4294967296x4294967296 --backtrack --format cert", 3, "too large"),
        ("explain 4x4 --backtrack --from b2 --closed --move-limit 5", 1, ""),
        ("explain 30x30 --closed --backtrack --move-limit 1000", 3, "1000"),
    ] {
        let run = run(line);
        assert_eq!(run.status, status, "{line}: {} {}", run.stderr, run.text());
        assert!(run.stderr.contains(words), "{line}: {}", run.stderr);
        assert!(run.stderr.lines().count() <= 1, "{line}: {}", run.stderr);
    }
}
