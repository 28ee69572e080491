//! Tours by number: drawn, listed, ranked, and counted by start and by move.

mod support;

use hippodrome::count::{CountError, EndMethod, EngineError};
use hippodrome::{Kind, Leaper, Rng, Silent, Square, Tour};
use num_bigint::BigUint;
use std::collections::BTreeSet;
use support::counts::{ask, options, undirected};

#[test]
fn ranks_are_a_bijection_and_lists_are_in_their_order() {
    for (board, kind) in [("5x6", Kind::Closed), ("3x10", Kind::Closed), ("4x5", Kind::Open)] {
        let question = ask(board, kind);
        let tours = question.tours(&options(), &Silent).unwrap();
        assert_eq!(tours.count(), &undirected(&question));
        let mut number = BigUint::ZERO;
        for tour in tours.iter().map(Result::unwrap) {
            let checked =
                Tour::new(question.board(), Leaper::KNIGHT, kind, tour.iter().copied()).unwrap();
            assert_eq!(checked.len(), tour.len() as u64);
            assert_eq!(tours.rank(&tour).unwrap().as_ref(), Some(&number));
            assert_eq!(tours.unrank(&number).unwrap(), Some(tour));
            number += 1_u32;
        }
        assert_eq!(&number, tours.count());
        assert_eq!(tours.unrank(&number).unwrap(), None);
    }
}

#[test]
fn no_tour_is_numbered_where_there_is_none() {
    let tours = ask("4x4", Kind::Open).tours(&options(), &Silent).unwrap();
    assert_eq!(tours.count(), &BigUint::ZERO);
    assert_eq!(tours.iter().count(), 0);
    assert!(tours.sample(&mut Rng::new(1)).unwrap().is_none());
}

#[test]
fn samples_are_fair() {
    let tours = ask("5x6", Kind::Closed).tours(&options(), &Silent).unwrap();
    let mut rng = Rng::new(42);
    let mut seen = vec![0_u32; 8];
    for _ in 0..8000 {
        let tour = tours.sample(&mut rng).unwrap().unwrap();
        let rank: u32 = tours.rank(&tour).unwrap().unwrap().try_into().unwrap();
        seen[rank as usize] += 1;
    }
    // Standard deviation 30.
    assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
}

#[test]
fn one_backward_pass_counts_by_start_and_by_move() {
    let question = ask("5x5", Kind::Open);
    for (square, count) in question.by_start(&options(), &Silent).unwrap() {
        let alone = question.clone().from(square).run(&options(), &Silent).unwrap().directed;
        assert_eq!(count, alone, "{square}");
    }
    let question = ask("5x6", Kind::Closed);
    let by_move = question.by_move(&options(), &Silent).unwrap();
    for (&(a, b), count) in &by_move {
        assert_eq!(count, &undirected(&question.clone().use_move(a, b)), "{a}{b}");
        let avoiding = undirected(&question.clone().avoid_move(a, b));
        assert_eq!(avoiding + count, 8_u32.into(), "{a}{b}");
    }
    assert_eq!(by_move.values().sum::<BigUint>(), (8_u32 * 30).into());
}

#[test]
fn on_disk_the_numbers_are_what_they_are_in_memory() {
    let directory = std::env::temp_dir().join(format!("hippodrome-ranks-{}", std::process::id()));
    for (board, kind, memory) in [("6x6", Kind::Closed, 1 << 16), ("5x6", Kind::Open, 1 << 16)] {
        let question = ask(board, kind).by_ends(EndMethod::Blocks);
        let whole = question.tours(&options(), &Silent).unwrap();
        let mut disk = options();
        disk.memory = memory;
        let small = question.tours(&disk, &Silent).unwrap_err();
        assert!(matches!(small, CountError::Engine(EngineError::Memory { .. })), "{small}");
        disk.spill = Some(directory.clone());
        for threads in [1, 2] {
            disk.threads = threads;
            let kept = question.tours(&disk, &Silent).unwrap();
            assert_eq!(kept.count(), whole.count());
            let mut rng = Rng::new(5);
            for _ in 0..50 {
                let tour = kept.sample(&mut rng).unwrap().unwrap();
                let rank = whole.rank(&tour).unwrap();
                assert_eq!(kept.rank(&tour).unwrap(), rank);
                assert_eq!(whole.unrank(&rank.unwrap()).unwrap(), Some(tour));
            }
            let both = kept.iter().map(Result::unwrap).zip(whole.iter().map(Result::unwrap));
            assert!(both.take(500).all(|(a, b)| a == b));
        }
        let by_move = question.by_move(&disk, &Silent).unwrap();
        assert_eq!(by_move, question.by_move(&options(), &Silent).unwrap());
        let steps = by_move.values().sum::<BigUint>();
        let moves = question.board().len() - u128::from(kind == Kind::Open);
        assert_eq!(steps, whole.count() * moves);
        assert_eq!(std::fs::read_dir(&directory).unwrap().count(), 0, "no file is left");
    }
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn strictly_open_tours_by_number_are_those_of_the_count() {
    let square = |s: &str| -> Square { s.parse().unwrap() };
    let plain = ["4x5", "5x5", "3x8", "5x6"].map(|board| ask(board, Kind::Open));
    let ended = [
        ask("4x5", Kind::Open).from(square("a1")),
        ask("5x6", Kind::Open).from(square("b1")),
        ask("5x5", Kind::Open).from(square("a1")).to(square("e5")),
        ask("5x6", Kind::Open).from(square("a1")).to(square("b3")),
        ask("5x6", Kind::Open).use_move(square("a1"), square("b3")),
        ask("5x6", Kind::Open).avoid_move(square("c1"), square("b3")),
    ];
    for question in plain.into_iter().chain(ended) {
        let strict = question.strictly_open();
        let tours = strict.tours(&options(), &Silent).unwrap();
        // Counted as all open tours less those that close.
        assert_eq!(tours.count(), &undirected(&strict), "{strict:?}");
        let moves = strict.moves().unwrap();
        let squares = strict.squares().unwrap();
        let mut seen = BTreeSet::new();
        for (number, tour) in (0_u32..2000).zip(tours.iter().map(Result::unwrap)) {
            let number = BigUint::from(number);
            let at = |s: &Square| squares.binary_search(s).unwrap();
            let ends = [tour.first(), tour.last()].map(|s| at(s.unwrap()));
            assert!(!moves.joined(ends[0], ends[1]));
            assert_eq!(tours.rank(&tour).unwrap().as_ref(), Some(&number));
            assert_eq!(tours.unrank(&number).unwrap().as_ref(), Some(&tour));
            assert!(seen.insert(tour));
        }
        if strict.start().is_none() {
            let starts = strict.by_start(&options(), &Silent).unwrap();
            assert_eq!(starts.values().sum::<BigUint>(), tours.count() * 2_u32);
        }
    }
    // A tour whose ends are a move apart has no number.
    let all = ask("5x6", Kind::Open);
    let tours = all.tours(&options(), &Silent).unwrap();
    let strict = all.strictly_open().tours(&options(), &Silent).unwrap();
    let closes = |t: &Vec<Square>| {
        let (a, b) = (t[0], t[t.len() - 1]);
        let (dr, dc) = (a.row.abs_diff(b.row), a.col.abs_diff(b.col));
        (dr.min(dc), dr.max(dc)) == (1, 2)
    };
    let mut closing = 0;
    for tour in tours.iter().map(Result::unwrap) {
        assert_eq!(strict.rank(&tour).unwrap().is_none(), closes(&tour), "{tour:?}");
        closing += u32::from(closes(&tour));
    }
    assert_eq!(closing, 8 * 30);
}
