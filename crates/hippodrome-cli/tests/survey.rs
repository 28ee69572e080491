//! `survey` as a process: its outputs, and a survey that is cut short and goes on.

mod common;

use std::fs;

use common::run;

#[test]
fn formats_agree() {
    let json = run("survey 5..7 --tie-break first --tie-break last --format json");
    assert_eq!(json.status, 0, "{}", json.stderr);
    assert_eq!(
        json.text().lines().next().unwrap(),
        r#"{"tie_break":"first","boards":[{"rows":5,"cols":5,"starts":25,"found":11,"stuck":2,"impossible":12},{"rows":6,"cols":6,"starts":36,"found":36,"stuck":0,"impossible":0},{"rows":7,"cols":7,"starts":49,"found":20,"stuck":5,"impossible":24}]}"#
    );
    let csv = run("survey 7x7 --format csv");
    assert_eq!(csv.text().lines().nth(1), Some("first,7,7,49,1,20,5,24"));
    let starts = run("survey 7 --format csv --by-start");
    let found = starts.text().lines().filter(|line| line.ends_with(",1")).count();
    assert_eq!((starts.text().lines().count(), found), (50, 20));
    let map = run("survey 7x7 --by-start");
    assert_eq!(map.text().matches('o').count() - "board".matches('o').count(), 20);
    let picture = run("survey 7x7 --format svg");
    assert_eq!(picture.text().matches("class=\"cross\"").count(), 5);
    assert_eq!(picture.text().matches("class=\"ink\"").count(), 24);
    let chart = run("survey 5..9 --tie-break first --tie-break random --format svg");
    assert_eq!(chart.text().matches("<polyline").count(), 2);
}

#[test]
fn threads_do_not_change_the_answer() {
    let one = run("survey 9..10 --tie-break random --runs 5 --seed 3 --threads 1 --format csv");
    let four = run("survey 9..10 --tie-break random --runs 5 --seed 3 --threads 4 --format csv");
    assert_eq!(one.text(), four.text());
}

#[test]
fn a_survey_cut_short_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("survey.lines");
    let command =
        |more: &str| format!("survey 5..12 --format csv --checkpoint {} {more}", path.display());
    assert_eq!(run(&command("--resume")).status, 2, "there is nothing to go on from");
    let whole = run(&command(""));
    let lines = fs::read_to_string(&path).unwrap();
    assert_eq!(lines.lines().count(), 9);
    // Cut anywhere, as by a crash: a line that is not whole is dropped.
    for cut in [lines.len() - 1, lines.len() - 40, lines.len() / 2, lines.find('\n').unwrap() + 1] {
        fs::write(&path, &lines[..cut]).unwrap();
        let again = run(&command("--resume"));
        assert_eq!(again.status, 0, "{}", again.stderr);
        assert_eq!(again.text(), whole.text());
        assert_eq!(fs::read_to_string(&path).unwrap(), lines);
    }
    let damaged = lines.replace("\"found\":36", "\"found\":oops");
    fs::write(&path, damaged).unwrap();
    let refused = run(&command(""));
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("damaged on line 3"), "{}", refused.stderr);
    fs::write(&path, &lines).unwrap();
    let foreign = run(&command("--seed 4"));
    assert_eq!(foreign.status, 2);
    assert!(foreign.stderr.contains("belongs to another survey"), "{}", foreign.stderr);
}

#[test]
fn wrong_input_and_limits_are_one_line() {
    for (line, status, words) in [
        ("survey 8..5", 2, "expected A..B"),
        ("survey 0..5", 2, "expected A..B"),
        ("survey 5..99999999999999999999", 2, "expected A..B"),
        ("survey ..", 2, "expected A..B"),
        ("survey 5.. --format csv", 2, "expected A..B"),
        ("survey 5x", 2, "board"),
        ("survey 5 --by-start --format json", 2, "--by-start"),
        ("survey 5 --tie-break first --tie-break last --format svg", 2, "--tie-break"),
        ("survey 5 --runs 0", 2, "--runs"),
        ("survey 5 -o x.bmp", 2, ".bmp"),
        ("survey 4294967296x4294967296", 3, "too many to start from each"),
        ("survey 1000x1000 --time-limit 200ms", 3, "time"),
    ] {
        let run = run(line);
        assert_eq!(run.status, status, "{line}: {}", run.stderr);
        assert!(run.stderr.contains(words), "{line}: {}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{line}: {}", run.stderr);
    }
}
