//! Every byte of every short certificate of the corpus changed into every other byte.

#![cfg(feature = "exhaustive")]

#[allow(dead_code, reason = "each test uses its part of what they share")]
mod common;

use common::{assert_rejected_or_same, corpus, mutants};

#[test]
fn exhaustive_changes_are_rejected_or_mean_the_same() {
    let mut count = 0;
    for case in corpus().iter().filter(|case| case.is_valid() && case.is_certificate()) {
        if case.options.is_empty() {
            continue;
        }
        let all = |_| if case.bytes.len() < 300 { (0..=255).collect() } else { vec![b'0', b'a'] };
        for mutant in mutants(&case.bytes, all) {
            assert_rejected_or_same(case, &mutant);
            count += 1;
        }
    }
    assert!(count > 1_000_000, "{count}");
}
