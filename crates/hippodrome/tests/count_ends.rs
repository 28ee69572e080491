//! Open tours counted by their ends: against one run for all ends, and against depth-first search.
#![expect(clippy::unwrap_used, reason = "tests")]

use hippodrome::count::{
    CountError, DfsOptions, EndMethod, EngineOptions, TourCount, Wrap, count_paths_from,
};
use hippodrome::{Board, Kind, Leaper, Observer, Silent, Square, Tour};
use num_bigint::BigUint;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn options() -> EngineOptions {
    EngineOptions::default()
}

fn ask(board: &str) -> TourCount {
    TourCount::new(board.parse().unwrap(), Leaper::KNIGHT, Kind::Open)
}

fn count(question: &TourCount, method: EndMethod) -> BigUint {
    question.clone().by_ends(method).run(&options(), &Silent).unwrap().undirected
}

fn by_dfs(question: &TourCount) -> BigUint {
    let graph = question.moves().unwrap();
    let prunes = DfsOptions::default();
    let directed: u128 = (0..graph.len())
        .map(|v| count_paths_from(&graph, v, &prunes, &Silent).unwrap().found)
        .sum();
    (if graph.len() == 1 { directed } else { directed / 2 }).into()
}

#[test]
fn small_boards() {
    for rows in 1..=5_u64 {
        for cols in 1..=25 / rows {
            let question = ask(&format!("{rows}x{cols}"));
            let blocks = count(&question, EndMethod::Blocks);
            assert_eq!(blocks, count(&question, EndMethod::Apex), "{rows}x{cols}");
            assert_eq!(blocks, by_dfs(&question), "{rows}x{cols}");
        }
    }
}

#[test]
fn wrapped_boards_and_other_leapers() {
    for (board, leaper, wrap) in [
        ("3x4", Leaper::KNIGHT, Wrap::Both),
        ("3x5", Leaper::KNIGHT, Wrap::Files),
        ("4x4", Leaper::KNIGHT, Wrap::Ranks),
        ("4x5", Leaper::new(0, 1).unwrap(), Wrap::None),
        ("3x4", Leaper::new(1, 1).unwrap(), Wrap::None),
        ("4x5", Leaper::new(2, 3).unwrap(), Wrap::None),
    ] {
        let question = TourCount::new(board.parse().unwrap(), leaper, Kind::Open).wrap(wrap);
        assert_eq!(count(&question, EndMethod::Blocks), by_dfs(&question), "{board} {wrap:?}");
    }
}

#[test]
fn known_values_on_larger_boards() {
    // OEIS A165134 and A118067, undirected.
    for (board, tours) in [("6x6", 3_318_960_u32), ("5x7", 622_868)] {
        assert_eq!(count(&ask(board), EndMethod::Blocks), tours.into(), "{board}");
    }
}

#[test]
fn the_runs_cover_every_pair_of_ends_once() {
    for board in ["5x5", "5x6", "6x6", "5x7", "6x7", "7x7", "3x10"] {
        let question = ask(board).by_ends(EndMethod::Blocks);
        let squares = question.squares().unwrap();
        let n = squares.len() as u64;
        let even = squares.iter().filter(|s| (s.row + s.col) % 2 == 0).count() as u64;
        // Ends of different colours, or both of the colour that has one square more.
        let expected = if n.is_multiple_of(2) { even * (n - even) } else { even * (even - 1) / 2 };
        let mut pairs = 0;
        for run in question.end_runs().unwrap() {
            let [a, b] = run.ends.map(|side| side.into_iter().collect::<BTreeSet<_>>());
            assert!(a == b || a.is_disjoint(&b), "{board}");
            let (x, y) = (a.len() as u64, b.len() as u64);
            pairs += run.weight as u64 * if a == b { x * (x - 1) / 2 } else { x * y };
        }
        assert_eq!(pairs, expected, "{board}");
    }
}

#[test]
fn starts_one_by_one_and_all_at_once() {
    for board in ["5x5", "4x6"] {
        let whole = ask(board);
        let mut sum = BigUint::ZERO;
        let by_pass = whole.clone().by_ends(EndMethod::Apex).by_start(&options(), &Silent).unwrap();
        let by_run = whole.clone().by_ends(EndMethod::Blocks).by_start(&options(), &Silent);
        let by_run = by_run.unwrap();
        assert_eq!(by_run, by_pass, "{board}");
        let moves = [EndMethod::Blocks, EndMethod::Apex]
            .map(|method| whole.clone().by_ends(method).by_move(&options(), &Silent).unwrap());
        assert_eq!(moves[0], moves[1], "{board}");
        for (&square, number) in &by_pass {
            let from = whole.clone().from(square);
            assert_eq!(&count(&from, EndMethod::Apex), number, "{board} {square}");
            assert_eq!(&count(&from, EndMethod::Blocks), number, "{board} {square}");
            sum += number;
        }
        assert_eq!(sum, count(&whole, EndMethod::Blocks) * 2_u32, "{board}");
    }
}

#[test]
fn ranks_are_a_bijection() {
    for (board, from) in [("4x5", None), ("5x5", None), ("5x5", Some("b2")), ("3x8", None)] {
        let mut question = ask(board).by_ends(EndMethod::Blocks);
        if let Some(square) = from {
            question = question.from(square.parse().unwrap());
        }
        let tours = question.tours(&options(), &Silent).unwrap();
        assert_eq!(tours.count(), &count(&question, EndMethod::Blocks), "{board}");
        let mut number = BigUint::ZERO;
        let mut seen = BTreeSet::new();
        for tour in tours.iter().map(Result::unwrap) {
            Tour::new(question.board(), Leaper::KNIGHT, Kind::Open, tour.iter().copied()).unwrap();
            let back: Vec<Square> = tour.iter().rev().copied().collect();
            if from.is_none() {
                assert!(tour[0] < back[0]);
                assert_eq!(tours.rank(&back).unwrap().as_ref(), Some(&number));
            }
            assert_eq!(tours.rank(&tour).unwrap().as_ref(), Some(&number));
            assert_eq!(tours.unrank(&number).unwrap().as_ref(), Some(&tour));
            assert!(seen.insert(tour));
            number += 1_u32;
        }
        assert_eq!(&number, tours.count(), "{board}");
        assert_eq!(tours.unrank(&number).unwrap(), None);
    }
}

#[test]
fn strictly_open_tours_agree() {
    for board in ["5x5", "5x6"] {
        let question = ask(board).strictly_open();
        let blocks = count(&question, EndMethod::Blocks);
        assert_eq!(blocks, count(&question, EndMethod::Apex), "{board}");
    }
    // 5x5 has no closed tour, so all its open tours are strictly open.
    assert_eq!(count(&ask("5x5").strictly_open(), EndMethod::Blocks), 864_u32.into());
}

/// Stops a count after some looks at it.
struct StopAfter(std::sync::atomic::AtomicU32);

impl Observer for StopAfter {
    fn should_stop(&self) -> bool {
        self.0.fetch_sub(1, std::sync::atomic::Ordering::Relaxed) == 1
    }
}

#[test]
fn a_count_of_several_runs_goes_on_where_it_was_stopped() {
    let directory = std::env::temp_dir().join(format!("hippodrome-ends-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&directory);
    let mut kept = options();
    kept.checkpoint = Some(directory.clone());
    kept.checkpoint_every = std::time::Duration::ZERO;
    let question = ask("5x7").by_ends(EndMethod::Blocks);
    assert!(question.end_runs().unwrap().len() > 1);
    let whole = question.run(&options(), &Silent).unwrap();
    for looks in [5, 40, 200] {
        let stopped = question.run(&kept, &StopAfter(looks.into()));
        assert!(stopped.is_err() || stopped.as_ref() == Ok(&whole));
    }
    assert_eq!(question.run(&kept, &Silent).unwrap(), whole);
    // All from the files: nothing is counted any more.
    assert_eq!(question.run(&kept, &StopAfter(1.into())).unwrap(), whole);
    let foreign = ask("5x6").by_ends(EndMethod::Blocks).run(&kept, &Silent).unwrap_err();
    assert!(foreign.to_string().contains("another problem"), "{foreign}");
    let file = directory.join("run-1.count");
    let good = std::fs::read_to_string(&file).unwrap();
    let changed = good.replacen("cycles 1", "cycles 2", 1).replacen("layer 0", "layer 1", 1);
    for bad in [changed, good[..good.len() / 2].to_owned(), good.replace("run 1", "run 9")] {
        std::fs::write(&file, bad).unwrap();
        let error = question.run(&kept, &Silent).unwrap_err();
        assert!(matches!(error, CountError::Engine(_)), "{error}");
    }
    std::fs::remove_dir_all(&directory).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_question_about_a_small_board(
        holes in proptest::collection::vec((0_u32..4, 0_u32..5), 0..4),
        uses in proptest::collection::vec(any::<prop::sample::Index>(), 0..2),
        avoids in proptest::collection::vec(any::<prop::sample::Index>(), 0..3),
        start: Option<prop::sample::Index>,
    ) {
        let board: Board = "4x5".parse().unwrap();
        let board = board.with_holes(holes.iter().map(|&(r, c)| Square::new(r, c))).unwrap();
        let mut question = TourCount::new(board, Leaper::KNIGHT, Kind::Open);
        let squares = question.squares().unwrap();
        let moves: Vec<_> = question.moves().unwrap().edges().collect();
        prop_assume!(!moves.is_empty());
        let named = |i: &prop::sample::Index| {
            let &(u, v) = i.get(&moves);
            (squares[u], squares[v])
        };
        let used: Vec<_> = uses.iter().map(named).collect();
        for &(a, b) in &used {
            question = question.use_move(a, b);
        }
        for (a, b) in avoids.iter().map(named).filter(|m| !used.contains(m)) {
            question = question.avoid_move(a, b);
        }
        if let Some(start) = start {
            question = question.from(*start.get(&squares));
        }
        let blocks = count(&question, EndMethod::Blocks);
        prop_assert_eq!(&blocks, &count(&question, EndMethod::Apex));
        let tours = question.clone().by_ends(EndMethod::Blocks).tours(&options(), &Silent).unwrap();
        prop_assert_eq!(tours.count(), &blocks);
        if used.is_empty() && start.is_none() {
            prop_assert_eq!(blocks, by_dfs(&question));
        }
    }
}
