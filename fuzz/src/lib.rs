//! The fuzz targets, as plain functions: libFuzzer calls them, and so do the tests here.
//!
//! Each takes arbitrary bytes and must return: no panic, no overflow, no endless loop, no memory
//! out of proportion to the input.

use hippodrome::format::{Format, Hints, read};
use hippodrome::{Board, Kind, Leaper, Square, Symmetry};

/// Every text of the vocabulary is read or refused; what is read, prints and reads back as itself.
pub fn vocabulary(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(board) = text.parse::<Board>() {
        assert_eq!(board.to_string().parse::<Board>().as_ref(), Ok(&board));
    }
    if let Ok(square) = text.parse::<Square>() {
        assert_eq!(square.to_string().parse::<Square>(), Ok(square));
    }
    if let Ok(leaper) = text.parse::<Leaper>() {
        assert_eq!(leaper.to_string().parse::<Leaper>(), Ok(leaper));
    }
    let _ = text.parse::<Kind>();
    let _ = text.parse::<Symmetry>();
    let _ = text.parse::<Format>();
    let _ = text.parse::<hippodrome::heuristic::TieBreak>();
    let _ = text.parse::<hippodrome::heuristic::MoveOrder>();
}

/// The readers of tours; a tour that was read is written in every format and read back the same.
pub fn tour_reader(data: &[u8]) {
    let formats = std::iter::once(None).chain(Format::ALL.into_iter().map(Some));
    for format in formats {
        let Ok(parsed) = read(data, format, &Hints::default()) else { continue };
        let tour = parsed.tour;
        let hints = Hints {
            board: Some(tour.board().clone()),
            leaper: Some(tour.leaper()),
            kind: Some(tour.kind()),
        };
        for format in Format::ALL {
            if format.admits(tour.board()).is_err() {
                continue;
            }
            let mut bytes = Vec::new();
            format.write(&tour, None, &mut bytes).expect("writing to memory succeeds");
            let again = read(&bytes, Some(format), &hints).expect("what was written is read");
            assert_eq!(again.tour, tour, "{format}");
        }
    }
}

/// The readers of placements: what is read is a placement, and comes back from every format; the
/// checker accepts what was written.
pub fn placement_reader(data: &[u8]) {
    use hippodrome::queens::{Format, is_placement, read};
    use hippodrome_check::{Limits, Queens, Question, Verdict, check};
    let _ = is_placement(data);
    let Ok(all) = read(data) else { return };
    for placement in all.iter().take(4).filter(|placement| (1..100).contains(&placement.n())) {
        for format in Format::ALL {
            let mut bytes = Vec::new();
            let columns = placement.columns().iter().map(|&column| u64::from(column));
            format.write(placement.n() as u64, columns, &mut bytes).expect("memory is written");
            let again = read(&bytes).expect("what was written is read");
            assert_eq!(again, [placement.clone()], "{}", format.name());
            let question = Question::new().queens(Queens::default());
            let report = check(&bytes, None, &question, &Limits::default());
            assert_eq!(report.verdict, Verdict::Verified, "{}: {report}", format.name());
        }
    }
}

/// Instances of boards to be completed, and ledgers of counts.
pub fn instance_reader(data: &[u8]) {
    use hippodrome::queens::complete::Task;
    use hippodrome::queens::join::Ledger;
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(task) = Task::from_instance(text) {
        assert!(task.blocked().all(|square| square.row < task.n() && square.col < task.n()));
    }
    if let Ok(ledger) = text.parse::<Ledger>() {
        assert_eq!(ledger.to_string().parse(), Ok(ledger));
    }
}

/// The checker, with the format told and with every format forced.
pub fn checker(data: &[u8]) {
    use hippodrome_check::{Format, Limits, Question, check};
    // Small limits: the fuzzer is to find faults, not large boards.
    let limits = Limits { squares: 1 << 12, work: 1 << 20, ..Limits::default() };
    let question = Question::new();
    for format in std::iter::once(None).chain(Format::ALL.into_iter().map(Some)) {
        let report = check(data, format, &question, &limits);
        assert!(report.to_string().trim_end().lines().last().is_some_and(|l| l.starts_with("s ")));
        assert!(report.exit_code() <= 3);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    /// Texts that look a little like the real thing.
    fn likely() -> impl Strategy<Value = Vec<u8>> {
        prop_oneof![
            proptest::collection::vec(any::<u8>(), 0..200),
            "[a-h1-8x.# ,\n]{0,120}".prop_map(String::into_bytes),
            "([.Q# ]{0,6}\n){0,6}".prop_map(String::into_bytes),
            "([1-4]?Q[1-4]?/){0,5}[1-4]?Q[1-4]?".prop_map(String::into_bytes),
            "([0-9]{1,2}[ ,]){0,8}\n".prop_map(String::into_bytes),
            "2 4 1 3|3 1 4 2|\\[1, 3, 0, 2\\]|2Q1/Q3/3Q/1Q2".prop_map(String::into_bytes),
            "\\{\"n\":[0-9]{1,2},\"columns\":\\[[1-8](,[1-8]){0,8}\\]\\}".prop_map(String::into_bytes),
            "[0-9]{1,2}\n([0-9]{1,2} [0-9]{1,2}\n){0,10}".prop_map(String::into_bytes),
            "hippodrome-queens-ledger 1\nn [0-9]\n(unit [0-9] [0-9]\n){0,4}(end [0-9a-f]{16}\n)?"
                .prop_map(String::into_bytes),
            "hippodrome-certificate 1\nkind placement\nboard [1-4]x[1-4]\n(rule (toroidal|knights)\n)?(queen [a-d][1-4]\n){0,4}end\n"
                .prop_map(String::into_bytes),
            "(hippodrome-certificate 1\n)?(kind (tour|trace|no-tour)\n)?(board [0-9]{1,2}x[0-9]{1,2}\n)?(leaper 1,2\n)?(tour (open|closed)\n)?((visit|from|to|square|remove|branch|leaf|try) [a-e*][1-5]?( [a-e][1-5])?\n){0,20}(end\n)?"
                .prop_map(String::into_bytes),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn vocabulary(data in likely()) {
            super::vocabulary(&data);
        }

        #[test]
        fn tour_reader(data in likely()) {
            super::tour_reader(&data);
        }

        #[test]
        fn placement_reader(data in likely()) {
            super::placement_reader(&data);
        }

        #[test]
        fn instance_reader(data in likely()) {
            super::instance_reader(&data);
        }

        #[test]
        fn checker(data in likely()) {
            super::checker(&data);
        }
    }
}
