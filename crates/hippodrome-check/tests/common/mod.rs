//! The corpus: files, the question asked of each, and how the last line of the report begins.

#![allow(clippy::unwrap_used, reason = "a test whose means are missing fails")]

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use hippodrome_check::{Limits, Queens, Question, Report, Verdict, check};

/// A file of the corpus.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) options: String,
    /// The whole last line, or that of a rejection up to its reason.
    pub(crate) verdict: String,
}

impl Case {
    pub(crate) fn is_valid(&self) -> bool {
        self.name.starts_with("valid/")
    }

    pub(crate) fn is_certificate(&self) -> bool {
        self.bytes.starts_with(b"hippodrome-certificate")
    }

    pub(crate) fn check(&self, bytes: &[u8]) -> Report {
        check(bytes, None, &question(&self.options), &Limits::default())
    }
}

pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn corpus() -> Vec<Case> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let table = std::fs::read_to_string(corpus.join("table.txt")).unwrap();
    let cases: Vec<Case> = table
        .lines()
        .map(|line| {
            let parts: Vec<&str> = line.split('|').map(str::trim).collect();
            let [name, options, verdict] = parts.as_slice() else { panic!("{line}") };
            let bytes = std::fs::read(corpus.join(name)).unwrap();
            let (name, options) = ((*name).to_owned(), (*options).to_owned());
            Case { name, bytes, options, verdict: (*verdict).to_owned() }
        })
        .collect();
    assert!(cases.len() > 300, "the corpus is there");
    cases
}

/// The question that a command line asks.
pub(crate) fn question(options: &str) -> Question {
    let mut question = Question::new();
    let mut words = options.split(' ').filter(|word| !word.is_empty());
    let pair = |text: &str, mark| {
        let (one, other) = text.split_once(mark).unwrap();
        (one.parse::<u64>().unwrap(), other.to_owned())
    };
    while let Some(word) = words.next() {
        let mut value = || words.next().unwrap();
        question = match word {
            "--closed" => question.closed(true),
            "--open" => question.closed(false),
            "--board" => {
                let (rows, cols) = pair(value(), 'x');
                question.board(rows, cols.parse().unwrap())
            }
            "--leaper" => {
                let (r, s) = pair(value(), ',');
                question.leaper(r, s.parse().unwrap())
            }
            "--hole" => question.hole(value().parse().unwrap()),
            "--from" => question.from(value().parse().unwrap()),
            "--to" => question.to(value().parse().unwrap()),
            "--step-at" => {
                let (step, square) = pair(value(), '=');
                question.step_at(step, square.parse().unwrap())
            }
            "--queen" | "--block" | "-k" => {
                question.option(word, value()).unwrap();
                question
            }
            "--queens" => question.queens(Queens::default()),
            "--toroidal" | "--knights" | "--reflecting" => {
                let rules = &mut question.queens.get_or_insert_default().rules;
                rules.toroidal |= word == "--toroidal";
                rules.knights |= word == "--knights";
                rules.reflecting |= word == "--reflecting";
                question
            }
            _ => panic!("{word}"),
        };
    }
    question
}

/// The last lines of the second checker's reports; none where there is no Python.
pub(crate) fn second_opinion(files: &[(Vec<u8>, &str)]) -> Option<Vec<String>> {
    let python = Command::new("python3")
        .arg(repository().join("scripts/check_batch.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut python = match python {
        Ok(python) => python,
        Err(error) => {
            println!("the second checker did not run, python3 is missing: {error}");
            return None;
        }
    };
    let mut input = String::new();
    for (bytes, options) in files {
        for byte in bytes {
            write!(input, "{byte:02x}").unwrap();
        }
        writeln!(input, "\t{options}").unwrap();
    }
    let mut stdin = python.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = python.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success());
    let lines: Vec<String> =
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), files.len());
    Some(lines)
}

/// A last line as far as the two checkers have to agree: without the reason in words.
pub(crate) fn without_reason(line: &str) -> &str {
    if line.starts_with("s REJECTED") {
        return &line[..line.find(':').unwrap()];
    }
    line
}

/// Splitmix64 (Steele, Lea and Flood, 2014), so that samples are the same everywhere.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// The file with one byte changed, left out or doubled, or cut off, in every way for which the
/// values are given.
pub(crate) fn mutants(bytes: &[u8], values: impl Fn(u8) -> Vec<u8>) -> Vec<Vec<u8>> {
    let mut mutants = Vec::new();
    for at in 0..bytes.len() {
        let (before, after) = (&bytes[..at], &bytes[at + 1..]);
        for value in values(bytes[at]) {
            if value != bytes[at] {
                mutants.push([before, &[value], after].concat());
            }
        }
        mutants.push([before, after].concat());
        mutants.push([before, &[bytes[at]], &bytes[at..]].concat());
        mutants.push(before.to_vec());
    }
    mutants
}

/// Checks that the mutant is rejected, or gets the verdict of the file itself.
pub(crate) fn assert_rejected_or_same(case: &Case, mutant: &[u8]) {
    let report = case.check(mutant);
    match report.verdict {
        Verdict::Verified | Verdict::Obligations => {
            let text = mutant.escape_ascii();
            assert_eq!(report.verdict_line(), case.verdict, "{}: {text}", case.name);
        }
        Verdict::Rejected | Verdict::Malformed => assert!(report.code.is_some()),
        Verdict::Unknown => {}
    }
}
