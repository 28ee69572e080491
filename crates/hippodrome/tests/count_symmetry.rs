//! Tours up to symmetry: Burnside's lemma against lists of all tours.

mod support;

use hippodrome::count::{TourCount, Wrap};
use hippodrome::{Kind, Leaper, Silent, Square};
use num_bigint::BigUint;
use std::collections::BTreeSet;
use support::counts::{ask, options};

#[test]
fn symmetric_tours_are_those_that_a_list_of_all_tours_shows() {
    for (board, kind) in [
        ("5x6", Kind::Closed),
        ("3x10", Kind::Closed),
        ("6x6", Kind::Closed),
        ("4x5", Kind::Open),
        ("5x5", Kind::Open),
        ("3x8", Kind::Open),
    ] {
        let question = ask(board, kind);
        let tours = question.tours(&options(), &Silent).unwrap();
        let count = question.by_symmetry(tours.count(), &Silent).unwrap();
        let mut by_hand = vec![0_u32; count.fixed.len()];
        let mut classes = BTreeSet::new();
        for tour in tours.iter().map(Result::unwrap) {
            let ranks: Vec<BigUint> = count
                .fixed
                .iter()
                .map(|&(s, _)| {
                    let image: Vec<Square> =
                        tour.iter().map(|&sq| s.apply(question.board(), sq)).collect();
                    tours.rank(&image).unwrap().unwrap()
                })
                .collect();
            for (n, rank) in by_hand.iter_mut().zip(&ranks) {
                *n += u32::from(rank == &ranks[0]);
            }
            classes.insert(ranks.into_iter().min());
        }
        for ((symmetry, fixed), n) in count.fixed.iter().zip(by_hand) {
            assert_eq!(fixed, &n.into(), "{board} {kind} {symmetry}");
        }
        assert_eq!(count.classes, classes.len().into(), "{board} {kind}");
        let all: BigUint = count.exactly.iter().map(|e| &e.1).sum();
        assert_eq!(&all, tours.count());
    }
}

#[test]
fn tours_of_cylinders_and_tori_up_to_symmetry_are_those_of_a_list() {
    for (board, kind, wrap, symmetries) in [
        ("3x3", Kind::Closed, Wrap::Both, 72),
        ("3x4", Kind::Open, Wrap::Files, 16),
        ("3x6", Kind::Closed, Wrap::Files, 24),
        ("4x3", Kind::Closed, Wrap::Files, 12),
        ("4x4", Kind::Closed, Wrap::Both, 128),
        ("4x3", Kind::Open, Wrap::Ranks, 16),
    ] {
        let question = TourCount::new(board.parse().unwrap(), Leaper::KNIGHT, kind).wrap(wrap);
        let tours = question.tours(&options(), &Silent).unwrap();
        let count = question.by_wrapped_symmetry(tours.count(), &Silent).unwrap();
        let (rows, cols) = (question.board().rows() as i64, question.board().cols() as i64);
        // Maps (row, col) → (±row + up, ±col + right), ranks and files exchanged on a square torus.
        let mut maps: BTreeSet<Vec<Square>> = BTreeSet::new();
        let squares = question.squares().unwrap();
        for code in 0..8 * rows * cols {
            let (up, right) = (code / 8 % rows, code / 8 / rows);
            if (wrap == Wrap::Files && up > 0) || (wrap == Wrap::Ranks && right > 0) {
                continue;
            }
            if code & 4 > 0 && (rows != cols || wrap != Wrap::Both) {
                continue;
            }
            maps.insert(
                squares
                    .iter()
                    .map(|s| {
                        let (mut r, mut c) = (i64::from(s.row), i64::from(s.col));
                        r = if code & 1 > 0 { rows - 1 - r } else { r };
                        c = if code & 2 > 0 { cols - 1 - c } else { c };
                        if code & 4 > 0 {
                            (r, c) = (c, r);
                        }
                        Square::new(((r + up) % rows) as u32, ((c + right) % cols) as u32)
                    })
                    .collect(),
            );
        }
        assert_eq!((maps.len(), count.symmetries), (symmetries, symmetries), "{board}");
        let mut classes = BTreeSet::new();
        for tour in tours.iter().map(Result::unwrap) {
            let at: Vec<usize> = tour.iter().map(|s| squares.binary_search(s).unwrap()).collect();
            let images = maps.iter().map(|map| {
                let mut edges: Vec<(Square, Square)> =
                    at.windows(2).map(|w| (map[w[0]], map[w[1]])).collect();
                if kind == Kind::Closed {
                    edges.push((map[at[at.len() - 1]], map[at[0]]));
                }
                for e in &mut edges {
                    *e = (e.0.min(e.1), e.0.max(e.1));
                }
                edges.sort_unstable();
                edges
            });
            classes.insert(images.min());
        }
        assert_eq!(count.classes, classes.len().into(), "{board} {kind} {wrap:?}");
    }
}
