//! Which ends the tours of narrow boards have, for every length: a proof by finitely many cases.
//!
//! **Claim.** On a board of three rows and n = 11, 12, 14 or more columns, of four rows and n ≥ 7, or of
//! five rows and n ≥ 7, two squares are the ends of an open tour exactly if
//! [`by_theorem`](crate::exists::by_theorem) does not exclude them.
//!
//! *Up to 24 columns* every pair is built and verified.
//!
//! *Longer boards.* A pair of ends is given by its two rows and three gaps: the columns to the left
//! of the ends, from one to the other, and to the right. A tour that has a run of strips in a gap
//! stays a tour when a strip is added to that run, four columns: the windows, the strips beside
//! them and the forced edges that stand for the runs are the same. So a tour of a pair with gaps
//! (l, m, r) proves all pairs with the same rows whose gaps are greater by multiples of four where
//! there is a run and equal where there is none. [`exhaustive_ends_for_every_length`] builds such
//! tours until every triple of gaps below [`BOX`] is proved, and each that has gaps of `BOX` − 4 or
//! more by a tour with runs in all of those. Any triple at all becomes one of these when its gaps of
//! `BOX` and more are reduced by multiples of four to below `BOX`; what excludes a pair looks at the
//! rows, at the parity of n, and at squares in the outer four columns, so it says the same of both.
//!
//! Each base tour is verified, and again with one more strip in each of its runs, which has every
//! kind of border (window to strip, strip to strip, strip to window) that any longer one has.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use super::program::{Item, Program};
use super::strip::{Library, PERIOD};
use super::windows::{Ends, WHOLE, canonical, weave};
use crate::exists::by_theorem;
use crate::{Answer, Board, Kind, Leaper, Problem, Square, Tour};

/// Gaps below this are looked at. At least [`WHOLE`] + 4, so that a gap of `BOX` − 4 makes a board
/// that is cut.
const BOX: u64 = 28;

/// Whether the colours and the rules leave the pair.
fn allowed(rows: u8, cols: u64, ends: Ends) -> bool {
    let square = |(r, c): (u64, u64)| Square::new(r as u32, c as u32);
    let board = Board::new(u64::from(rows), cols).unwrap();
    let problem = Problem::new(board, Leaper::KNIGHT, Kind::Open);
    let problem = problem.with_from(square(ends[0])).unwrap().with_to(square(ends[1])).unwrap();
    match by_theorem(&problem) {
        Some(Answer::Impossible(_)) => false,
        Some(Answer::Found(_)) => true,
        other => panic!("{problem:?}: {other:?}"),
    }
}

fn verify(rows: u8, cols: u64, ends: Ends, items: Vec<Item>) {
    let program = Program::new(items);
    let squares: Vec<Square> = (0..program.len())
        .map(|step| program.place(step).unwrap())
        .map(|(r, c)| Square::new(r.try_into().unwrap(), c.try_into().unwrap()))
        .collect();
    let place = |s: Square| (u64::from(s.row), u64::from(s.col));
    assert_eq!([place(squares[0]), place(*squares.last().unwrap())], ends);
    let board = Board::new(u64::from(rows), cols).unwrap();
    let tour = Tour::new(&board, Leaper::KNIGHT, Kind::Open, squares);
    assert!(tour.is_ok(), "{rows}x{cols} {ends:?}: {tour:?}");
}

/// All pairs of rows.
fn pairs(rows: u8) -> impl Iterator<Item = (u64, u64)> {
    let rows = u64::from(rows);
    (0..rows).flat_map(move |first| (0..rows).map(move |last| (first, last)))
}

/// Whether the pair is the one of its mirror images that is built.
fn is_canonical(rows: u8, cols: u64, ends: Ends) -> bool {
    let (turn, backwards) = canonical(rows, cols, ends);
    !backwards && !turn.flip_rows && !turn.flip_cols
}

#[test]
fn exhaustive_ends_of_short_boards() {
    for (rows, shortest) in [(3, 11), (4, 7), (5, 7)] {
        let library = Library::of(rows);
        for cols in (shortest..=WHOLE).filter(|&cols| (rows, cols) != (3, 13)) {
            for (first, last) in pairs(rows) {
                for a in 0..cols {
                    for b in a..cols {
                        let ends = [(first, a), (last, b)];
                        if ends[0] != ends[1]
                            && is_canonical(rows, cols, ends)
                            && allowed(rows, cols, ends)
                        {
                            let woven = weave(&library, rows, cols, Some(ends), 0);
                            let woven = woven.unwrap_or_else(|| panic!("{rows}x{cols} {ends:?}"));
                            verify(rows, cols, ends, woven.items());
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn exhaustive_ends_for_every_length() {
    for rows in 3..=5 {
        let mut bases = 0;
        for (first, last) in pairs(rows) {
            bases += every_length(rows, first, last);
        }
        // One for each pair of rows and triple of gaps that no other proves.
        assert_eq!(bases, [6059, 3334, 16488][usize::from(rows) - 3]);
    }
}

/// Proves the claim for boards of more than [`WHOLE`] columns and ends in these rows; the number of
/// base tours.
fn every_length(rows: u8, first: u64, last: u64) -> u32 {
    let library = Library::of(rows);
    let index = |[l, m, r]: [u64; 3]| ((l * BOX + m) * BOX + r) as usize;
    let long = |gaps: [u64; 3]| gaps.map(|gap| gap >= BOX - u64::from(PERIOD));
    let serves = |used: [bool; 3], gaps| (0..3).all(|i| used[i] || !long(gaps)[i]);
    let mut proved = vec![false; (BOX * BOX * BOX) as usize];
    let mut bases = 0;
    let all =
        || (0..BOX).flat_map(|l| (0..BOX).flat_map(move |m| (0..BOX).map(move |r| [l, m, r])));
    for gaps in all() {
        let [l, m, r] = gaps;
        let cols = l + m + r + 1;
        let ends = [(first, l), (last, l + m)];
        if cols <= WHOLE
            || ends[0] == ends[1]
            || proved[index(gaps)]
            || !is_canonical(rows, cols, ends)
            || !allowed(rows, cols, ends)
        {
            continue;
        }
        let woven = weave(&library, rows, cols, Some(ends), 0);
        let woven = woven.unwrap_or_else(|| panic!("{rows}x{cols} {ends:?}"));
        let used = woven.used();
        assert!(serves(used, gaps), "{rows}x{cols} {ends:?}: {used:?}");
        verify(rows, cols, ends, woven.items());
        let four = used.map(|used| if used { u64::from(PERIOD) } else { 0 });
        let further = [(first, l + four[0]), (last, l + m + four[0] + four[1])];
        let longer = cols + four.iter().sum::<u64>();
        verify(rows, longer, further, woven.stretched().items());
        bases += 1;
        let steps = |i: usize| (gaps[i]..BOX).step_by(4).take(if used[i] { usize::MAX } else { 1 });
        for l in steps(0) {
            for m in steps(1) {
                for r in steps(2) {
                    if serves(used, [l, m, r]) {
                        proved[index([l, m, r])] = true;
                    }
                }
            }
        }
    }
    bases
}
