//! A certificate with any byte changed is rejected, or means the same.

#![allow(clippy::unwrap_used, reason = "a test whose means are missing fails")]

#[allow(dead_code, reason = "each test uses its part of what they share")]
mod common;

use common::{Random, assert_rejected_or_same, corpus, mutants, second_opinion, without_reason};

/// Single bits, and what a square, a number or a line could become.
fn some_values(byte: u8) -> Vec<u8> {
    (0..8).map(|bit| byte ^ (1 << bit)).chain(*b"\n 019*a").collect()
}

#[test]
fn every_change_of_a_byte_is_rejected_or_means_the_same() {
    let mut count = 0;
    for case in corpus().iter().filter(|case| case.is_valid() && case.is_certificate()) {
        // Without a question there is nothing to compare a changed claim with.
        if case.bytes.len() > 1500 || case.options.is_empty() {
            continue;
        }
        let all = case.name.contains("colour-5x5-a2") || case.name.contains("colour-7x7-b1");
        let mutants = if all {
            mutants(&case.bytes, |_| (0..=255).collect())
        } else {
            mutants(&case.bytes, some_values)
        };
        for mutant in &mutants {
            assert_rejected_or_same(case, mutant);
        }
        count += mutants.len();
    }
    assert!(count > 100_000, "{count}");
}

/// A last line as far as the two have to agree: of a malformed file that is no certificate, they
/// may see different lines first, for one of them reads JSON with a library.
fn essence(line: &str, is_certificate: bool) -> &str {
    if !is_certificate && line.starts_with("s REJECTED malformed") {
        return "malformed";
    }
    without_reason(line)
}

#[test]
fn both_checkers_agree_on_changed_files() {
    let cases = corpus();
    let mut random = Random(1);
    let mut files: Vec<(Vec<u8>, &str)> = Vec::new();
    let mut lines = Vec::new();
    for case in cases.iter().filter(|case| (1..4000).contains(&case.bytes.len())) {
        for _ in 0..30 {
            let mut bytes = case.bytes.clone();
            let at = random.below(bytes.len());
            let value = b"\n 0123456789abcdefgh*,x-#"[random.below(24)];
            match random.below(4) {
                0 => drop(bytes.remove(at)),
                1 => bytes[at] = value,
                2 => bytes.insert(at, value),
                _ => {
                    let mut rows: Vec<&[u8]> = bytes.split_inclusive(|b| *b == b'\n').collect();
                    let (one, other) = (random.below(rows.len()), random.below(rows.len()));
                    rows.swap(one, other);
                    bytes = rows.concat();
                }
            }
            lines.push(case.check(&bytes).verdict_line());
            files.push((bytes, &case.options));
        }
    }
    assert!(files.len() > 8000);
    let Some(seconds) = second_opinion(&files) else {
        return;
    };
    for (((bytes, options), line), second) in files.iter().zip(&lines).zip(&seconds) {
        let is_certificate = bytes.starts_with(b"hippodrome-certificate");
        let (first, other) = (essence(line, is_certificate), essence(second, is_certificate));
        let text = bytes.escape_ascii();
        assert_eq!(first, other, "{options}\n{line}\n{second}\n{text}");
    }
}
