//! No input makes the checker panic, and each report is whole.

#![allow(clippy::unwrap_used, reason = "a test whose means are missing fails")]

#[allow(dead_code, reason = "each test uses its part of what they share")]
mod common;

use std::sync::LazyLock;

use common::{Case, corpus, question};
use hippodrome_check::{Format, Limits, Question, Verdict, check};
use proptest::prelude::*;

static CORPUS: LazyLock<Vec<Case>> = LazyLock::new(corpus);

/// Small limits, so that what is made up cannot take long.
const LIMITS: Limits = Limits { bytes: 1 << 20, squares: 1 << 12, line: 1 << 12, work: 1 << 20 };

fn whole(bytes: &[u8], format: Option<Format>, question: &Question) {
    let report = check(bytes, format, question, &LIMITS);
    let line = report.verdict_line();
    assert!(line.starts_with("s ") && !line.contains('\n'));
    let verified = matches!(report.verdict, Verdict::Verified | Verdict::Obligations);
    assert_eq!(verified, report.reason.is_none());
    assert!(report.to_json().starts_with("{\"verdict\":\""));
}

fn any_format() -> impl Strategy<Value = Option<Format>> {
    prop::option::of(prop::sample::select(Format::ALL.to_vec()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400), format in any_format()) {
        whole(&bytes, format, &Question::new());
    }

    #[test]
    fn arbitrary_text(text in "[a-h0-9 ,;|#.\\-\\n\\[\\]{}\":x()p*+]{0,300}", format in any_format()) {
        whole(text.as_bytes(), format, &Question::new());
    }

    #[test]
    fn changed_files(
        case in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..5), 1..8),
        asked in any::<bool>(),
    ) {
        let case = case.get(&CORPUS);
        let mut bytes = case.bytes.clone();
        for (at, value, kind) in changes {
            if bytes.is_empty() {
                break;
            }
            let at = at.index(bytes.len());
            match kind {
                0 => bytes[at] = value,
                1 => bytes.insert(at, value),
                2 => drop(bytes.remove(at)),
                3 => bytes.truncate(at),
                _ => bytes.extend_from_within(at..),
            }
        }
        let question = if asked { question(&case.options) } else { Question::new() };
        whole(&bytes, None, &question);
    }

    #[test]
    fn files_read_in_another_format(case in any::<prop::sample::Index>(), format in any_format()) {
        let case = case.get(&CORPUS);
        whole(&case.bytes, format, &question(&case.options));
    }

    #[test]
    fn questions_of_any_kind(
        case in any::<prop::sample::Index>(),
        board in prop::option::of((any::<u64>(), any::<u64>())),
        leaper in prop::option::of((any::<u64>(), any::<u64>())),
        step in any::<u64>(),
    ) {
        let case = case.get(&CORPUS);
        let mut question = Question::new().step_at(step, "c3".parse().unwrap());
        question.rows_and_cols = board;
        question.leaper = leaper;
        whole(&case.bytes, None, &question);
    }
}

#[test]
fn limits_are_named_before_anything_is_held() {
    let big = b"hippodrome-certificate 1\nkind tour\nboard 4294967296x4294967296\nleaper 1,2\n\
        tour open\nvisit a1\nend\n";
    let asked = Question::new();
    let limits = Limits::default();
    let say = |bytes: &[u8], limits: &Limits| check(bytes, None, &asked, limits).verdict_line();
    assert_eq!(say(big, &limits), "s UNKNOWN limit of 67108864 squares");
    let few = Limits { bytes: 10, ..limits };
    assert_eq!(say(big, &few), "s UNKNOWN limit of 10 bytes a file");
    let long = [&b"hippodrome-certificate 1\n"[..], &vec![b'a'; 70_000]].concat();
    assert_eq!(say(&long, &limits), "s UNKNOWN limit of 65536 bytes a line");
    assert_eq!(say(b"a1 zzzz99999999", &limits), "s UNKNOWN limit of 67108864 squares");
    let header = b"{'descr': '<i4', 'fortran_order': False, 'shape': (65536, 65536)}\n";
    let array = [&b"\x93NUMPY\x01\x00"[..], &[header.len() as u8, 0], header].concat();
    assert_eq!(say(&array, &limits), "s UNKNOWN limit of 67108864 squares");
    let tree = CORPUS.iter().find(|case| case.name.contains("edges-4x4.cert")).unwrap();
    let idle = Limits { work: 100, ..limits };
    let report = check(&tree.bytes, None, &question(&tree.options), &idle);
    assert_eq!(report.verdict_line(), "s UNKNOWN limit of 100 elementary steps");
    assert_eq!(report.exit_code(), 3);
}
