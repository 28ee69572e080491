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
    for (board, formulation, by) in [
        ("3x8", "sat", "clauses"),
        ("4x10", "dfj", "farkas"),
        ("5x5", "flow", "farkas"),
        ("4x8", "mtz", "farkas"),
    ] {
        let line = format!("model {board} --formulation {formulation} --format cert");
        let refuted = run(&line);
        assert_eq!(refuted.status, 1, "{board}: {}", refuted.stderr);
        assert!(refuted.text().contains(&format!("\nby {by}\n")), "{board}");
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
fn a_proof_in_lrat_goes_with_its_clauses() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (cnf, proof) = (at("x.cnf"), at("x.lrat"));
    let line = ["model", "4x6", "--formulation", "sat", "--write", &cnf, "--proof", &proof];
    assert_eq!(run_with(&line, b"").status, 1);
    let cnf = std::fs::read_to_string(cnf).unwrap();
    let head = cnf.lines().find_map(|line| line.strip_prefix("p cnf 44 ")).unwrap();
    let cuts = cnf.lines().filter(|line| line.starts_with("c cut ")).count();
    assert!(cuts > 0 && head.parse::<usize>().unwrap() > 100 + cuts);
    let proof = std::fs::read_to_string(proof).unwrap();
    let last: Vec<&str> = proof.lines().last().unwrap().split(' ').collect();
    assert!(last.len() > 3 && last[1] == "0" && last[last.len() - 1] == "0", "{last:?}");
    let dfj = run("model 4x6 --formulation dfj --write x.lp --proof x.lrat");
    assert_eq!((dfj.status, dfj.stderr.lines().count()), (2, 1), "{}", dfj.stderr);
}

#[test]
fn boards_with_nothing_to_model_are_answered() {
    for formulation in ["mtz", "flow", "dfj", "circuit", "sat"] {
        for (board, status) in [
            ("1x1", 1),
            ("2x1", 1),
            ("1x1 --open", 0),
            ("2x1 --open", 1),
            ("1x5", 1),
            ("1x5 --open", 1),
        ] {
            let line = format!("model {board} --formulation {formulation} --format squares");
            let answer = run(&line);
            assert_eq!(answer.status, status, "{line}: {}", answer.stderr);
            assert_eq!(answer.text(), if status == 0 { "a1\n" } else { "" }, "{line}");
        }
    }
    let cert = run("model 1x1 --format cert");
    let checked = run_with(&["check", "-", "--board", "1x1", "--closed"], &cert.stdout);
    assert_eq!(checked.status, 0, "{}", checked.text());
}

#[test]
fn a_time_limit_is_kept_by_every_solver() {
    for line in [
        "model 16x16 --formulation mtz --solver microlp",
        "model 16x16 --formulation flow",
        "model 40x40 --formulation mtz",
        "model 7x9 --formulation sat",
    ] {
        let started = std::time::Instant::now();
        let stopped = run(&format!("{line} --time-limit 500ms"));
        // The program means to stop at once; a busy machine is given more.
        assert!(started.elapsed() < std::time::Duration::from_secs(10), "{line}");
        assert_eq!(stopped.status, 3, "{line}: {}", stopped.stderr);
    }
}

#[test]
fn a_memory_limit_ends_it_with_one_line() {
    for (line, says) in [
        // Too large to be built.
        ("model 100x100 --formulation flow --memory 1M", "of 1024 KiB leaves no room for "),
        ("model 30x30 --write /dev/null/no.lp --memory 100K", "of 100 KiB leaves no room for "),
        // Too large as clauses.
        ("model 30x30 --formulation mtz --memory 64M", "of 64 MiB leaves no room for "),
        // Outgrown while searching: neither ends by itself for a long time.
        ("model 12x12 --formulation mtz --solver microlp --memory 4M", "of 4096 KiB was reached"),
        ("model 7x7 --formulation sat --memory 4M", "of 4096 KiB was reached"),
    ] {
        let stopped = run(line);
        assert_eq!((stopped.status, stopped.text()), (3, ""), "{line}: {}", stopped.stderr);
        let start = format!("unknown: the memory limit {says}");
        assert!(stopped.stderr.starts_with(&start), "{line}: {}", stopped.stderr);
        assert_eq!(stopped.stderr.lines().count(), 1, "{line}: {}", stopped.stderr);
    }
    let report = run("model 30x30 --memory 64M --format json");
    assert_eq!(report.status, 3);
    assert!(report.text().contains("\"status\":\"unknown\",\"squares\":[]"), "{}", report.text());
    let table = run("model 4x8 --compare --compare-format csv --memory 1K");
    assert_eq!(table.status, 0, "{}", table.stderr);
    let ends = |end: &str| table.text().lines().filter(|line| line.ends_with(end)).count();
    assert_eq!(ends(",memory out"), 7, "{}", table.text());
}

#[test]
fn a_memory_limit_that_is_not_reached_changes_nothing() {
    for formulation in ["mtz", "flow", "dfj", "circuit", "sat"] {
        let line = format!("model 6x6 --formulation {formulation} --format squares");
        let (free, bound) = (run(&line), run(&format!("{line} --memory 1G")));
        assert_eq!((free.status, bound.status), (0, 0), "{line}: {}", bound.stderr);
        assert_eq!(free.stdout, bound.stdout, "{line}");
    }
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
        ("model 8x8 --solver highs", "--features highs (needs a C++ compiler, cmake and libclang"),
        ("model 8x8 --write tour.txt", ".lp"),
        ("model 8x8 --write tour.cnf", "--formulation sat"),
        ("model 8x8 --formulation flow --solver varisat", "use microlp"),
        ("model 5x5 --parity", "leave the option out"),
        ("model 9999999x9999999 --formulation dfj", "too large"),
        ("model 2x1 --write x.lp", "three squares"),
        ("model 100000x100000", "too large"),
        ("model 100000x100000 --formulation sat --write x.cnf", "too large"),
        ("model 400x400 --formulation sat --encoding order", "too large"),
        ("model 4x6 --formulation sat --write x.cnf --proof x.txt", ".lrat"),
    ] {
        let run = run(line);
        assert_eq!(run.status, 2, "{line}: {}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{line}: {}", run.stderr);
        assert!(run.stderr.contains(says), "{line}: {}", run.stderr);
    }
}

#[test]
fn a_no_with_clues_or_ends_has_the_reason_of_exists() {
    let clue = "model 5x5 --open --step-at 2=a1";
    for more in ["", " --lifted", " --parity", " --formulation flow", " --format cert"] {
        let run = run(&format!("{clue}{more}"));
        assert_eq!(run.status, 1, "{more}: {}", run.stderr);
        assert!(!run.stderr.contains("dfj"), "{}", run.stderr);
    }
    for line in ["model 6x6 --from a1 --to b2", "model 2x3 --from b2 --to a1 --formulation flow"] {
        let (said, cert) = (run(line), run(&format!("{line} --format cert")));
        assert_eq!((said.status, cert.status), (1, 1), "{line}: {} {}", said.stderr, cert.stderr);
        assert!(said.stderr.contains("ends") || said.text().contains("ends"), "{}", said.stderr);
        let board = line.split(' ').nth(1).unwrap();
        let ends: Vec<&str> = line.split(' ').skip(2).take(4).collect();
        let args = [&["check", "-", "--board", board, "--closed"][..], &ends].concat();
        let checked = run_with(&args, &cert.stdout);
        assert_eq!(checked.status, 0, "{line}: {}", checked.text());
    }
    let odd = run("model 9x9");
    assert_eq!(odd.status, 1, "{}", odd.stderr);
    let clued = run("model 3x10 --open --step-at 13=e1");
    assert_eq!(clued.status, 0, "{}", clued.stderr);
    let file = run("model 6x6 --step-at 5=c3 --write never.hcp");
    assert_eq!((file.status, file.stderr.lines().count()), (2, 1), "{}", file.stderr);
}
