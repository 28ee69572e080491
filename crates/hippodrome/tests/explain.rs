//! Explained runs: against the plain trace, and against a recursion over all ties.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use hippodrome::explain::{MoveReport, OutcomeReport, Style, Teller, Verdict, verdict};
use hippodrome::heuristic::{
    End, Event, ExplainOptions, MoveOrder, Outcome, TieBreak, WarnsdorffOptions, explain, find,
    trace,
};
use hippodrome::{Board, Kind, Leaper, Problem, Silent, Square, certificate};
use hippodrome_check::{Limits, Question, check};
use proptest::prelude::*;

fn problem(board: &Board, kind: Kind, from: Square) -> Problem {
    Problem::new(board.clone(), Leaper::KNIGHT, kind).with_from(from).unwrap()
}

fn neighbours(board: &Board, at: Square) -> Vec<Square> {
    let all = (1..=8).map(|number| Leaper::KNIGHT.direction(number));
    let moved = all.map(|(file, rank)| (i64::from(at.col) + file, i64::from(at.row) + rank));
    let inside = moved.filter(|&(col, row)| {
        (0..board.cols() as i64).contains(&col) && (0..board.rows() as i64).contains(&row)
    });
    let squares = inside.map(|(col, row)| Square::new(row as u32, col as u32));
    squares.filter(|&square| board.contains(square)).collect()
}

/// What a run through all ties does, written as a recursion over sets.
#[derive(Default, Debug, PartialEq, Eq)]
struct Tally {
    moves: u64,
    dead_ends: u64,
    found: bool,
}

fn walk(problem: &Problem, path: &mut Vec<Square>, tally: &mut Tally) {
    let board = problem.board();
    let seen: BTreeSet<Square> = path.iter().copied().collect();
    let open = |at: Square| -> Vec<Square> {
        neighbours(board, at).into_iter().filter(|square| !seen.contains(square)).collect()
    };
    let at = *path.last().unwrap();
    let full = path.len() as u128 == board.len();
    let closes = neighbours(board, at).contains(&path[0]);
    if full && (problem.kind() == Kind::Open || closes) {
        tally.found = true;
        return;
    }
    let candidates = open(at);
    let degree = |square: &Square| open(*square).len();
    let Some(least) = candidates.iter().map(degree).min() else {
        tally.dead_ends += 1;
        return;
    };
    for next in candidates.iter().filter(|square| degree(square) == least) {
        tally.moves += 1;
        path.push(*next);
        walk(problem, path, tally);
        path.pop();
        if tally.found {
            return;
        }
    }
}

/// Follows the events of a run with a path of its own, and judges every one.
fn replay(problem: &Problem, options: &ExplainOptions) -> (Vec<Square>, End) {
    let board = problem.board();
    let mut run = explain(problem, options, &Silent).unwrap();
    let mut path = vec![run.at()];
    let mut longest = 1;
    for event in run.by_ref() {
        match event {
            Event::Move { step, .. } => {
                assert_eq!((step.step as usize, Some(&step.at)), (path.len(), path.last()));
                let open = |at| -> BTreeSet<Square> {
                    let next = neighbours(board, at).into_iter();
                    next.filter(|square| !path.contains(square)).collect()
                };
                let listed: BTreeSet<Square> = step.candidates.iter().map(|c| c.square).collect();
                assert_eq!(listed, open(step.at));
                for candidate in &step.candidates {
                    assert_eq!(usize::from(candidate.degree), open(candidate.square).len());
                }
                let least = step.candidates.iter().map(|c| c.degree).min();
                let chosen = step.candidates.iter().find(|c| c.square == step.chosen).unwrap();
                assert_eq!(Some(chosen.degree), least);
                path.push(step.chosen);
                longest = longest.max(path.len());
            }
            Event::Undo { from, to, at } => {
                assert_eq!(from as usize, path.len());
                path.truncate(to as usize);
                assert_eq!(path.last(), Some(&at));
            }
            Event::Retry { at, .. } => path = vec![at],
        }
    }
    let conclusion = run.conclude();
    assert_eq!(conclusion.path.len(), longest);
    if let End::Tour(tour) = &conclusion.end {
        assert!(problem.accepts(tour));
        assert_eq!(tour.squares().collect::<Vec<_>>(), path);
    }
    if let Some(record) = &conclusion.record {
        let text = certificate::trace(record, problem);
        let report = check(text.as_bytes(), None, &Question::new(), &Limits::default());
        assert!(report.verdict_line().starts_with("s VERIFIED trace"), "{text}");
    }
    (conclusion.path, conclusion.end)
}

#[test]
fn all_ties_are_tried_before_a_run_is_called_exhausted() {
    let mut exhausted = 0;
    for (rows, cols) in [(3, 3), (3, 4), (3, 7), (4, 4), (4, 5), (5, 5), (5, 6), (6, 6)] {
        let board = Board::new(rows, cols).unwrap();
        for kind in [Kind::Open, Kind::Closed] {
            for start in board.squares() {
                let problem = problem(&board, kind, start);
                let options = ExplainOptions::new(WarnsdorffOptions::new()).backtrack(2_000);
                let (_, end) = replay(&problem, &options);
                let mut run = explain(&problem, &options, &Silent).unwrap();
                run.by_ref().for_each(drop);
                let work = run.conclude().work;
                let mut tally = Tally::default();
                match end {
                    End::Moves(moves) => {
                        assert_eq!(moves, 2_000);
                        continue;
                    }
                    End::Stuck { exhausted: true } => exhausted += 1,
                    End::Tour(_) => {}
                    other => panic!("{other:?}"),
                }
                walk(&problem, &mut vec![start], &mut tally);
                assert_eq!(tally.found, matches!(end, End::Tour(_)), "{problem:?}");
                // The recursion tries ties in its own order; what it tries in all is the same.
                if !tally.found {
                    assert_eq!((tally.moves, tally.dead_ends), (work.moves, work.dead_ends));
                    assert_eq!(work.undone, work.moves);
                }
            }
        }
    }
    assert!(exhausted > 20, "{exhausted}");
}

#[test]
fn a_run_that_is_stuck_goes_back_to_the_last_tie() {
    let board = Board::new(5, 5).unwrap();
    for start in board.squares().filter(|square| square.is_even()) {
        let problem = problem(&board, Kind::Open, start);
        let once = ExplainOptions::new(WarnsdorffOptions::new());
        let back = once.clone().backtrack(100_000).keep();
        let stuck = !matches!(replay(&problem, &once).1, End::Tour(_));
        assert!(matches!(replay(&problem, &back).1, End::Tour(_)), "{start}");
        let undone = {
            let mut run = explain(&problem, &back, &Silent).unwrap();
            run.by_ref().any(|event| matches!(event, Event::Undo { .. }))
        };
        assert_eq!(stuck, undone);
    }
}

#[test]
fn retries_are_those_of_the_rule() {
    let board = Board::new(7, 7).unwrap();
    for start in board.squares() {
        for tie_break in TieBreak::ALL {
            let rule = WarnsdorffOptions::new().tie_break(tie_break).seed(5).retries(3);
            let problem = problem(&board, Kind::Open, start);
            let (_, end) = replay(&problem, &ExplainOptions::new(rule.clone()));
            match find(&problem, &rule, &Silent) {
                Outcome::Tour(tour) => assert_eq!(end, End::Tour(tour)),
                _ => assert_eq!(end, End::Stuck { exhausted: false }),
            }
        }
    }
}

#[test]
fn what_the_end_means() {
    let told = |board: &str, kind, from: &str| {
        let problem = problem(&board.parse().unwrap(), kind, from.parse().unwrap());
        let options = ExplainOptions::new(WarnsdorffOptions::new());
        let conclusion = explain(&problem, &options, &Silent).unwrap().conclude();
        let verdict = verdict(&problem, &conclusion, &Silent);
        (OutcomeReport::new(&problem, &conclusion, &verdict), verdict)
    };
    assert!(matches!(told("5x5", Kind::Open, "a1").1, Verdict::Tour));
    let (report, verdict) = told("5x5", Kind::Open, "c1");
    assert!(matches!(verdict, Verdict::Stuck(Some(_))));
    assert!(report.text.contains("says nothing of whether there is an open tour"), "{report:?}");
    assert!(report.text.contains("there is one"));
    assert!(matches!(told("5x5", Kind::Open, "a2").1, Verdict::Impossible(_)));
    let (report, verdict) = told("4x4", Kind::Open, "a1");
    assert!(matches!(verdict, Verdict::Impossible(_)), "{report:?}");
    assert!(matches!(told("5x5", Kind::Closed, "a1").1, Verdict::Impossible(_)));
    assert!(matches!(told("1x1", Kind::Open, "a1").1, Verdict::Tour));
}

#[test]
fn json_lines_read_back() {
    let problem = problem(&"8x8".parse().unwrap(), Kind::Open, Square::new(0, 4));
    let options = ExplainOptions::new(WarnsdorffOptions::new()).backtrack(1000);
    let mut run = explain(&problem, &options, &Silent).unwrap();
    let teller = Teller::new(Style::Json, &problem, &options);
    let lines: Vec<String> = run.by_ref().map(|event| teller.event(&event)).collect();
    let conclusion = run.conclude();
    let (mut moves, mut undone, mut again) = (0, 0, false);
    for line in &lines {
        if let Ok(step) = serde_json::from_str::<MoveReport>(line) {
            moves += 1;
            assert!(step.candidates.iter().any(|c| c.square == step.chosen));
            // After moves are taken back, another of the tied squares is tried.
            assert_eq!(step.attempt.is_some(), again, "{line}");
            assert!(step.attempt.is_none_or(|attempt| attempt > 1));
            again = false;
        } else {
            assert!(line.starts_with(r#"{"undo":{"from":"#), "{line}");
            undone += 1;
            again = true;
        }
    }
    assert!(undone > 0);
    assert_eq!(moves, conclusion.work.moves);
    // O(board): a few lines of text a square.
    assert!(lines.concat().len() < 40_000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_run_without_going_back_is_the_trace(
        rows in 1u64..9, cols in 1u64..9, seed in any::<u64>(), tie in 0usize..7,
        order in Just([1u8, 2, 3, 4, 5, 6, 7, 8]).prop_shuffle(), closed in any::<bool>(),
        holes in prop::collection::btree_set((0u32..8, 0u32..8), 0..5), keep in any::<bool>(),
    ) {
        let board = Board::new(rows, cols).unwrap();
        let inside = holes.iter().map(|&(row, col)| Square::new(row, col));
        let holes: Vec<Square> = inside.filter(|&square| board.contains(square)).collect();
        prop_assume!((holes.len() as u128) < board.len());
        let board = board.with_holes(holes).unwrap();
        let kind = if closed { Kind::Closed } else { Kind::Open };
        let start = board.squares().nth((seed % board.len() as u64) as usize).unwrap();
        let problem = problem(&board, kind, start);
        let rule = WarnsdorffOptions::new()
            .tie_break(TieBreak::ALL[tie])
            .move_order(MoveOrder::new(order).unwrap())
            .seed(seed);
        let steps: Vec<_> = trace(&problem, &rule).unwrap().collect();
        let mut options = ExplainOptions::new(rule);
        if keep {
            options = options.keep();
        }
        let told: Vec<_> = explain(&problem, &options, &Silent).unwrap().map(|event| match event {
            Event::Move { step, attempt: 1 } => step,
            other => panic!("{other:?}"),
        }).collect();
        prop_assert_eq!(told, steps);
        replay(&problem, &options);
        replay(&problem, &options.backtrack(500));
    }
}
