//! Every file of the corpus gets the verdict written beside it, from both checkers.

#![allow(clippy::unwrap_used, reason = "a test whose means are missing fails")]

#[allow(dead_code, reason = "each test uses its part of what they share")]
mod common;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use common::{corpus, repository, second_opinion, without_reason};
use hippodrome_check::Verdict;

#[test]
fn each_file_gets_its_verdict() {
    for case in corpus() {
        let report = case.check(&case.bytes);
        let line = report.verdict_line();
        if case.is_valid() {
            assert_eq!(line, case.verdict, "{}", case.name);
            assert!(matches!(report.exit_code(), 0 | 3), "{}", case.name);
            // The empty board has nothing to examine, a bare count nothing to add up.
            let is_bare = case.name.contains("queens-none") || line.contains(" 1 count of ");
            assert!(is_bare || report.conditions.iter().any(|condition| condition.examined > 0));
        } else {
            assert_eq!(
                without_reason(&line),
                without_reason(&case.verdict),
                "{}: {line}",
                case.name
            );
            let expected = if report.verdict == Verdict::Malformed { 2 } else { 1 };
            assert_eq!(report.exit_code(), expected, "{}", case.name);
        }
        assert!(report.to_string().ends_with(&format!("\n{line}\n")));
    }
}

#[test]
fn both_checkers_agree_on_the_corpus() {
    let cases = corpus();
    let files: Vec<_> = cases.iter().map(|c| (c.bytes.clone(), c.options.as_str())).collect();
    let Some(lines) = second_opinion(&files) else {
        return;
    };
    for (case, line) in cases.iter().zip(lines) {
        assert_eq!(without_reason(&line), without_reason(&case.verdict), "{}: {line}", case.name);
    }
}

/// The corpus is what its script writes, byte for byte.
#[test]
fn the_corpus_can_be_made_again() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("corpus");
    let script = repository().join("scripts/make_check_corpus.py");
    match Command::new("python3").arg(script).arg(&folder).status() {
        Ok(status) => assert!(status.success()),
        Err(error) => {
            println!("the corpus was not made again, python3 is missing: {error}");
            return;
        }
    }
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let names = corpus().into_iter().map(|case| case.name).chain(["table.txt".to_owned()]);
    for name in names {
        let files = [&folder, &kept].map(|folder| std::fs::read(folder.join(&name)).unwrap());
        assert!(files[0] == files[1], "{name}");
    }
}

/// FORMATS.md lists the codes; the wrong half of the corpus has a file for each.
#[test]
fn each_code_has_a_file_that_is_rejected_with_it() {
    let formats = std::fs::read_to_string(repository().join("FORMATS.md")).unwrap();
    let table = formats.split("| code | the fault |").nth(1).unwrap();
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let codes: BTreeSet<&str> =
        rows.flat_map(|row| row.split('|').nth(1).unwrap().split('`').skip(1).step_by(2)).collect();
    assert!(codes.len() > 40);
    let cases = corpus();
    let met: BTreeSet<&str> = cases
        .iter()
        .filter(|case| !case.is_valid())
        .map(|case| case.verdict.split(' ').nth(2).unwrap())
        .collect();
    assert_eq!(codes, met);
}
