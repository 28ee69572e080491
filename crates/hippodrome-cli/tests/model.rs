//! `model`: what it solves, writes and reads, by the real program.

mod common;

use common::{run, run_with};

#[test]
fn every_formulation_finds_a_verified_tour_of_the_chessboard() {
    for options in ["mtz", "flow", "dfj", "circuit", "sat", "sat --encoding order", "mtz --lifted"]
    {
        let found = run(&format!("model 8x8 --formulation {options} --solve --format squares -q"));
        assert_eq!(found.status, 0, "{options}: {}", found.stderr);
        let checked = run_with(&["check", "-", "--board", "8x8", "--closed"], &found.stdout);
        assert_eq!(checked.status, 0, "{options}: {}", checked.text());
    }
}

#[test]
fn boards_without_a_tour_are_told_with_a_certificate() {
    for (board, formulation) in [("3x8", "sat"), ("4x10", "dfj"), ("5x5", "flow"), ("4x8", "mtz")] {
        let line = format!("model {board} --formulation {formulation} --format cert");
        let refuted = run(&line);
        assert_eq!(refuted.status, 1, "{board}: {}", refuted.stderr);
        assert!(refuted.text().contains("\nby farkas\n"), "{board}");
        let checked = run_with(&["check", "-", "--board", board, "--closed"], &refuted.stdout);
        assert_eq!(checked.status, 0, "{board}: {}", checked.text());
    }
}

#[test]
fn the_report_is_one_object_with_the_keys_in_order() {
    let report = run("model 6x6 --formulation dfj --format json");
    let start = "{\"board\":{\"rows\":6,\"cols\":6,\"holes\":[]},\"kind\":\"closed\",\"formulation\":\"dfj\",\"solver\":\"microlp\",\"status\":\"tour\",\"squares\":[\"";
    assert!(report.text().starts_with(start), "{}", report.text());
    assert_eq!(report.text().lines().count(), 1);
    let none = run("model 4x4 --formulation sat --format json");
    assert!(none.text().contains("\"status\":\"infeasible\",\"squares\":[],\"seconds\":"));
    assert_eq!(none.status, 1);
}

#[test]
fn what_is_written_is_read_back() {
    let dir = tempfile::tempdir().unwrap();
    for (ending, formulation) in [
        ("lp", "mtz"),
        ("mps", "flow"),
        ("cnf", "sat"),
        ("mzn", "circuit"),
        ("hcp", "dfj"),
        ("opb", "mtz"),
    ] {
        let file = dir.path().join(format!("tour.{ending}"));
        let file = file.to_str().unwrap();
        let written =
            run_with(&["model", "6x6", "--formulation", formulation, "--write", file], b"");
        assert_eq!(written.status, 0, "{}", written.stderr);
        assert!(std::fs::metadata(file).unwrap().len() > 500);
    }
    // A solution of the 3x3 ring, as SCIP would write it: zeros are left out.
    let mask = dir.path().join("ring.txt");
    std::fs::write(&mask, "...\n.#.\n...\n").unwrap();
    let mask = mask.to_str().unwrap();
    let arcs = "a1_c2 c2_a3 a3_b1 b1_c3 c3_a2 a2_c1 c1_b3 b3_a1";
    let lines: String = arcs.split(' ').flat_map(|arc| ["x_", arc, " 1 (obj:0)\n"]).collect();
    let read = run_with(&["model", mask, "--read", "-", "--format", "squares"], lines.as_bytes());
    assert_eq!(read.text(), "a1 c2 a3 b1 c3 a2 c1 b3\n", "{}", read.stderr);
    let half = lines.lines().take(4).collect::<Vec<_>>().join("\n");
    let wrong = run_with(&["model", mask, "--read", "-"], half.as_bytes());
    assert_eq!(wrong.status, 1, "{}", wrong.stderr);
}

#[test]
fn the_table_has_a_line_for_each_formulation_and_solver() {
    let table = run("model 3x4 --compare --compare-format csv");
    assert_eq!(table.status, 0, "{}", table.stderr);
    for start in ["mtz,microlp,", "mtz,varisat,", "flow,microlp,", "dfj,", "circuit,", "sat cuts,"]
    {
        let line = table.text().lines().find(|line| line.starts_with(start));
        assert!(line.is_some_and(|line| line.ends_with(",infeasible")), "{start}");
    }
}

#[test]
fn wrong_input_is_one_line() {
    for (line, says) in [
        ("model 8x8 --formulation lp", "mtz"),
        ("model 8x8 --solver gurobi", "expected microlp"),
        ("model 8x8 --solver highs", "cmake"),
        ("model 8x8 --write tour.txt", ".lp"),
        ("model 8x8 --write tour.cnf", "--formulation sat"),
        ("model 8x8 --formulation flow --solver varisat", "use microlp"),
        ("model 5x5 --parity", "leave the option out"),
        ("model 9999999x9999999 --formulation dfj", "too large"),
        ("model 2x1", "three squares"),
    ] {
        let run = run(line);
        assert_eq!(run.status, 2, "{line}: {}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{line}: {}", run.stderr);
        assert!(run.stderr.contains(says), "{line}: {}", run.stderr);
    }
}
