//! Warnsdorff's rule: known results, and the engine against a recount written separately.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use hippodrome::heuristic::{
    DecidedBy, MoveOrder, Outcome, TieBreak, WarnsdorffOptions, find, trace,
};
use hippodrome::{Board, Kind, Leaper, Problem, Silent, Square, Tour, certificate};
use hippodrome_check::{Limits, Question, check};
use proptest::prelude::*;

const DATA: &str = include_str!("data/warnsdorff.txt");

/// The lines of the data file that begin with a word, split at blanks, without that word.
fn data(word: &str) -> Vec<Vec<&'static str>> {
    let lines = DATA.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    let lines: Vec<_> =
        lines.filter(|line| line[0] == word).map(|line| line[1..].to_vec()).collect();
    assert!(!lines.is_empty(), "no line '{word}'");
    lines
}

fn open(side: u64, start: Square) -> Problem {
    let board = Board::new(side, side).unwrap();
    Problem::new(board, Leaper::KNIGHT, Kind::Open).with_from(start).unwrap()
}

fn a1() -> Square {
    Square::new(0, 0)
}

fn works(problem: &Problem, options: &WarnsdorffOptions) -> Option<Tour> {
    match find(problem, options, &Silent) {
        Outcome::Tour(tour) => {
            assert!(problem.accepts(&tour));
            Some(tour)
        }
        Outcome::Stuck { visited, retries } => {
            assert!(u128::from(visited) <= problem.board().len());
            assert_eq!(retries, options.retries);
            None
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_classical_rule_finds_the_known_numbers_of_starts() {
    for line in data("found") {
        let (side, count): (u64, usize) = (line[0].parse().unwrap(), line[1].parse().unwrap());
        let board = Board::new(side, side).unwrap();
        let found = board
            .squares()
            .filter(|&start| works(&open(side, start), &WarnsdorffOptions::new()).is_some());
        assert_eq!(found.count(), count, "{side}x{side}");
    }
}

#[test]
fn fixed_orders_get_stuck_where_they_are_known_to() {
    for line in data("stuck") {
        let order: MoveOrder = line[0].parse().unwrap();
        let options = WarnsdorffOptions::new().move_order(order);
        let (from, to): (u64, u64) = (line[1].parse().unwrap(), line[2].parse().unwrap());
        let stuck = (from..=to).filter(|&side| works(&open(side, a1()), &options).is_none());
        let known: Vec<u64> = line[3..].iter().map(|side| side.parse().unwrap()).collect();
        assert_eq!(stuck.collect::<Vec<_>>(), known, "{order}");
    }
}

#[test]
fn the_five_by_five_tour_is_the_known_one_byte_for_byte() {
    for line in data("tour") {
        let side = line[0].parse().unwrap();
        let tour = works(&open(side, a1()), &WarnsdorffOptions::new()).unwrap();
        assert_eq!(tour.to_string(), line[1..].join(" "));
    }
    let tour = works(&open(5, a1()), &WarnsdorffOptions::new()).unwrap();
    let terms = tour.squares().map(|square| format!("p({}, {})", square.col + 1, square.row + 1));
    let answer = format!("answer(25, [{}]).", terms.collect::<Vec<_>>().join(", "));
    assert_eq!(
        answer,
        "answer(25, [p(1, 1), p(2, 3), p(1, 5), p(3, 4), p(5, 5), p(4, 3), p(5, 1), p(3, 2), \
         p(4, 4), p(2, 5), p(1, 3), p(2, 1), p(4, 2), p(5, 4), p(3, 5), p(1, 4), p(2, 2), p(4, 1), \
         p(5, 3), p(4, 5), p(2, 4), p(1, 2), p(3, 3), p(5, 2), p(3, 1)])."
    );
}

#[test]
fn the_squirrel_finds_a_tour_from_each_corner_of_every_side() {
    let squirrel = WarnsdorffOptions::new().tie_break(TieBreak::Squirrel);
    for side in (5..=136).chain([400, 401, 402, 403, 404, 405, 406, 407, 413]) {
        let last = side as u32 - 1;
        let corners = [a1(), Square::new(0, last), Square::new(last, 0), Square::new(last, last)];
        let corners = if side < 40 { &corners[..] } else { &corners[side as usize % 4..][..1] };
        for &corner in corners {
            assert!(works(&open(side, corner), &squirrel).is_some(), "{side} from {corner}");
        }
    }
}

/// Boards, sides and starts on which other programs have been reported to get stuck or to hang.
#[test]
fn where_other_programs_hang() {
    let retrying = WarnsdorffOptions::new().tie_break(TieBreak::Random).retries(200).seed(1);
    // A divide-and-conquer program from the corner of 41×41.
    assert!(works(&open(41, a1()), &retrying).is_some());
    // First and last ties on sides where a question asked for help.
    for side in [15, 26, 27, 32, 35] {
        let board = Board::new(side, side).unwrap();
        for start in board.squares().filter(|start| side % 2 == 0 || start.is_even()).step_by(7) {
            assert!(works(&open(side, start), &retrying).is_some(), "{side} from {start}");
        }
    }
    // "50 16 1" and "50 30 1": side, then row and column of the start.
    for row in [15, 29] {
        assert!(works(&open(50, Square::new(row, 0)), &retrying).is_some());
    }
}

/// Warnsdorff's rule as FORMATS.md defines it, recounting everything, on sets of squares.
struct Recount<'a> {
    board: &'a Board,
    leaper: Leaper,
    unvisited: BTreeSet<Square>,
}

impl Recount<'_> {
    fn onward(&self, from: Square, order: MoveOrder) -> Vec<Square> {
        let steps = self.leaper.steps_in_order(order.directions().map(usize::from));
        let on = steps.filter_map(|step| from.step(step));
        on.filter(|square| self.unvisited.contains(square)).collect()
    }

    fn degree(&self, of: Square) -> usize {
        self.onward(of, MoveOrder::default()).into_iter().filter(|&square| square != of).count()
    }

    fn way_out(&self, square: Square) -> i128 {
        let twice = |at: u32, side: u64| 2 * i128::from(at) + 2 - i128::from(side) - 1;
        let (file, rank) =
            (twice(square.col, self.board.cols()), twice(square.row, self.board.rows()));
        file * file + rank * rank
    }

    /// The candidates among which a tie-break may choose: exactly one unless ties are left open.
    fn best(&self, at: Square, tie_break: TieBreak, order: MoveOrder) -> Vec<Square> {
        let candidates = self.onward(at, order);
        let least = candidates.iter().map(|&square| self.degree(square)).min();
        let tied = candidates.into_iter().filter(|&square| Some(self.degree(square)) == least);
        let mut tied: Vec<Square> = tied.collect();
        match tie_break {
            TieBreak::Random | TieBreak::Squirrel => return tied,
            TieBreak::First => {}
            TieBreak::Last => tied.reverse(),
            TieBreak::CentreFar => tied.sort_by_key(|&square| -self.way_out(square)),
            TieBreak::CentreNear => tied.sort_by_key(|&square| self.way_out(square)),
            TieBreak::Degree2 => tied.sort_by_key(|&square| {
                let left: BTreeSet<Square> =
                    self.unvisited.iter().copied().filter(|&other| other != square).collect();
                let after = Recount { unvisited: left, ..*self };
                let next = after.onward(square, MoveOrder::default());
                next.into_iter().map(|other| after.degree(other)).min().unwrap_or(0)
            }),
        }
        tied.truncate(1);
        tied
    }

    /// The walk of a tie-break that leaves nothing open.
    fn walk(
        board: &Board,
        leaper: Leaper,
        start: Square,
        tie_break: TieBreak,
        order: MoveOrder,
    ) -> Vec<Square> {
        let mut state = Recount { board, leaper, unvisited: board.squares().collect() };
        let mut path = vec![start];
        state.unvisited.remove(&start);
        while let Some(&next) = state.best(path[path.len() - 1], tie_break, order).first() {
            state.unvisited.remove(&next);
            path.push(next);
        }
        path
    }
}

fn boards() -> impl Strategy<Value = Board> {
    let masked = (1u64..10, 1u64..10, proptest::collection::vec((0u32..10, 0u32..10), 0..6));
    masked.prop_filter_map("some square is left", |(rows, cols, holes)| {
        let board = Board::new(rows, cols).unwrap();
        let holes: Vec<Square> = holes
            .into_iter()
            .map(|(row, col)| Square::new(row, col))
            .filter(|&square| board.spans(square))
            .collect();
        board.with_holes(holes).ok()
    })
}

fn leapers() -> impl Strategy<Value = Leaper> {
    let knightly = Just(Leaper::KNIGHT).boxed();
    let any = (0u32..5, 0u32..12).prop_filter_map("it moves", |(r, s)| Leaper::new(r, s).ok());
    prop_oneof![2 => knightly, 1 => any.boxed()]
}

fn orders() -> impl Strategy<Value = MoveOrder> {
    Just([1u8, 2, 3, 4, 5, 6, 7, 8]).prop_shuffle().prop_map(|order| MoveOrder::new(order).unwrap())
}
proptest! {
    /// The engine counts degrees down on a padded board; the recount knows sets of squares only.
    #[test]
    fn the_engine_walks_as_the_recount_does(
        board in boards(), leaper in leapers(), order in orders(),
        tie_break in 0usize..5, at: prop::sample::Index,
    ) {
        let squares: Vec<Square> = board.squares().collect();
        let start = *at.get(&squares);
        let tie_break = TieBreak::ALL[tie_break];
        let path = Recount::walk(&board, leaper, start, tie_break, order);
        let problem = Problem::new(board.clone(), leaper, Kind::Open).with_from(start).unwrap();
        let options = WarnsdorffOptions::new().tie_break(tie_break).move_order(order);
        match find(&problem, &options, &Silent) {
            Outcome::Tour(tour) => prop_assert_eq!(tour.squares().collect::<Vec<_>>(), path),
            Outcome::Stuck { visited, .. } => {
                prop_assert!(path.len() < squares.len());
                prop_assert_eq!(visited as usize, path.len());
            }
            other => prop_assert!(false, "{:?}", other),
        }
    }
}

/// A direction that coincides with another leads nowhere and must not be looked along.
#[test]
fn looking_ahead_passes_over_directions_that_coincide() {
    let (board, wazir) = (Board::new(3, 6).unwrap(), Leaper::new(0, 1).unwrap());
    let order = MoveOrder::new([1, 3, 8, 5, 2, 7, 4, 6]).unwrap();
    let problem = Problem::new(board, wazir, Kind::Open).with_from("d2".parse().unwrap()).unwrap();
    let options = WarnsdorffOptions::new().tie_break(TieBreak::Degree2).move_order(order);
    assert_eq!(find(&problem, &options, &Silent), Outcome::Stuck { visited: 8, retries: 0 });
}

/// The rule does not aim at an end; flips lead there.
#[test]
fn flips_close_a_tour_from_every_start() {
    for (rows, cols) in [(3, 10), (5, 6), (5, 8), (6, 6), (6, 7), (7, 8), (8, 8), (10, 12)] {
        let board = Board::new(rows, cols).unwrap();
        for start in board.squares() {
            let closed = Problem::new(board.clone(), Leaper::KNIGHT, Kind::Closed);
            let closed = closed.with_from(start).unwrap();
            let options = WarnsdorffOptions::new().retries(20);
            assert!(works(&closed, &options).is_some(), "{rows}x{cols} from {start}");
        }
    }
    // Odd boards have no closed tour, and what does not exist is not found.
    let odd = Problem::new(Board::new(7, 7).unwrap(), Leaper::KNIGHT, Kind::Closed);
    assert!(works(&odd, &WarnsdorffOptions::new().retries(3)).is_none());
    // 3x8 and 4x6 have none although the colours allow it.
    for (rows, cols) in [(3, 8), (4, 6)] {
        let board = Board::new(rows, cols).unwrap();
        let none = Problem::new(board, Leaper::KNIGHT, Kind::Closed);
        assert!(works(&none, &WarnsdorffOptions::new().flips(10_000)).is_none());
    }
}

#[test]
fn flips_lead_to_a_given_end() {
    // Conrad, Hindrichs, Morsy and Wegener (1994): from 6x6 on, all pairs that the colours allow.
    let board = Board::new(8, 8).unwrap();
    let options = WarnsdorffOptions::new().retries(20);
    for start in board.squares().step_by(3) {
        for end in board.squares().filter(|end| end.is_even() != start.is_even()) {
            let problem = Problem::new(board.clone(), Leaper::KNIGHT, Kind::Open);
            let problem = problem.with_from(start).unwrap().with_to(end).unwrap();
            assert!(works(&problem, &options).is_some(), "{start} to {end}");
        }
    }
    // The start may be left to the rule.
    let to_h8 = Problem::new(board, Leaper::KNIGHT, Kind::Open).with_to("h8".parse().unwrap());
    assert!(works(&to_h8.unwrap(), &options).is_some());
}

#[test]
fn flips_save_a_walk_that_is_stuck() {
    // Ties to the first get stuck on each of these; random ties on almost every board this large.
    for side in [52, 57, 61, 65, 200] {
        let options = WarnsdorffOptions::new().flips(1 << 30);
        assert!(works(&open(side, a1()), &options).is_some(), "{side}");
        let options = options.tie_break(TieBreak::Random);
        assert!(works(&open(side, a1()), &options).is_some(), "{side}");
    }
}

proptest! {
    /// Whatever flips find answers the problem, and a square too many or too few never does.
    #[test]
    fn flips_never_lie(
        board in boards(), leaper in leapers(), closed: bool, seed: u64,
        from in prop::option::of(any::<prop::sample::Index>()),
        to in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let squares: Vec<Square> = board.squares().collect();
        let kind = if closed { Kind::Closed } else { Kind::Open };
        let mut problem = Problem::new(board.clone(), leaper, kind);
        if let Some(from) = from {
            problem = problem.with_from(*from.get(&squares)).unwrap();
        }
        if let Some(to) = to {
            let Ok(with_end) = problem.with_to(*to.get(&squares)) else { return Ok(()) };
            problem = with_end;
        }
        let options = WarnsdorffOptions::new().seed(seed).retries(2).flips(3000);
        let found = works(&problem, &options);
        prop_assert_eq!(works(&problem, &options), found);
    }
}

proptest! {
    /// A trace takes the way of the engine, lists what the recount lists, and is believed by the
    /// separate checker.
    #[test]
    fn traces_take_the_way_of_the_engine_and_are_verified(
        board in boards(), leaper in leapers(), order in orders(), closed: bool, seed: u64,
        tie_break in prop::sample::select(TieBreak::ALL.to_vec()), at: prop::sample::Index,
    ) {
        let squares: Vec<Square> = board.squares().collect();
        let start = *at.get(&squares);
        let kind = if closed { Kind::Closed } else { Kind::Open };
        let problem = Problem::new(board.clone(), leaper, kind).with_from(start).unwrap();
        let options = WarnsdorffOptions::new().tie_break(tie_break).move_order(order).seed(seed);

        let mut state = Recount { board: &board, leaper, unvisited: board.squares().collect() };
        state.unvisited.remove(&start);
        let mut path = vec![start];
        let mut run = trace(&problem, &options).unwrap();
        for step in run.by_ref() {
            prop_assert_eq!((step.step as usize, step.at), (path.len(), path[path.len() - 1]));
            let onward = state.onward(step.at, step.order);
            let listed = step.candidates.iter().map(|c| (c.square, usize::from(c.degree)));
            let recounted = onward.iter().map(|&square| (square, state.degree(square)));
            prop_assert_eq!(listed.collect::<Vec<_>>(), recounted.collect::<Vec<_>>());
            let tied = state.best(step.at, TieBreak::Random, step.order);
            prop_assert_eq!(step.decided_by == DecidedBy::Degree, tied.len() == 1);
            prop_assert!(state.best(step.at, tie_break, step.order).contains(&step.chosen));
            state.unvisited.remove(&step.chosen);
            path.push(step.chosen);
        }
        prop_assert_eq!((run.at(), run.visited() as usize), (path[path.len() - 1], path.len()));
        prop_assert!(state.onward(run.at(), order).is_empty());

        match find(&problem, &options.clone().flips(0), &Silent) {
            Outcome::Tour(tour) => prop_assert_eq!(tour.squares().collect::<Vec<_>>(), path),
            Outcome::Stuck { visited, .. } => prop_assert_eq!(visited as usize, path.len()),
            other => prop_assert!(false, "{:?}", other),
        }

        let record = trace(&problem, &options).unwrap().record();
        let text = certificate::trace(&record, &problem);
        let report = check(text.as_bytes(), None, &Question::new(), &Limits::default());
        prop_assert_eq!(report.exit_code(), 0, "{}\n{}", report.verdict_line(), text);
        prop_assert!(report.verdict_line().starts_with("s VERIFIED "));
    }
}

#[test]
fn the_trace_of_a_plan_tells_where_the_order_changes() {
    let squirrel = WarnsdorffOptions::new().tie_break(TieBreak::Squirrel);
    let problem = open(112, a1());
    let record = trace(&problem, &squirrel).unwrap().record();
    let changes: Vec<usize> =
        (1..).zip(&record.moves).filter(|(_, m)| m.order.is_some()).map(|(at, _)| at).collect();
    assert!(record.found);
    assert_eq!(changes.len(), 4);
    let text = certificate::trace(&record, &problem);
    let report = check(text.as_bytes(), None, &Question::new().board(112, 112), &Limits::default());
    assert_eq!(report.exit_code(), 0, "{}", report.verdict_line());
}
