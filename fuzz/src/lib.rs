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
        fn checker(data in likely()) {
            super::checker(&data);
        }
    }
}
