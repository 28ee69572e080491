//! Tries of the rule until one succeeds.

use crate::board::Board;
use crate::error::Error;
use crate::leaper::Leaper;
use crate::observer::{Observer, Progress};
use crate::problem::Problem;
use crate::rng::Rng;
use crate::square::Square;
use crate::tour::{Kind, Tour};

use super::centre::Centre;
use super::flip::{Goal, Repair, repair};
use super::grid::Grid;
use super::options::{Outcome, WarnsdorffOptions};
use super::rules::{Degree2, First, Random};
use super::squirrel::{SquirrelPlan, retry_plan, squirrel_plan};
use super::tie_break::{MoveOrder, TieBreak};
use super::walk::{Halt, Rule, Walk};

/// Moves between two questions to the observer: well under a millisecond.
const MOVES_AT_A_TIME: usize = 1 << 15;

/// Runs Warnsdorff's rule on a problem.
///
/// A closed tour, or one with a given end, is found by letting the rule run (past the given end,
/// which is kept for last) and then flipping parts of the path until its end fits. Where the start
/// is not given it is the first square of a colour that allows a tour.
///
/// # Complexity
///
/// One try without flips takes about eight reads a move. Memory: 1 byte a square and its margin,
/// 1 byte a move, and the tour.
///
/// # Examples
///
/// ```
/// use hippodrome::heuristic::{Outcome, TieBreak, WarnsdorffOptions, find};
/// use hippodrome::{Kind, Leaper, Problem, Silent};
///
/// // Ties to the first leave the knight stuck on the 52nd board already …
/// let problem = Problem::new("52x52".parse()?, Leaper::KNIGHT, Kind::Open).with_from("a1".parse()?)?;
/// let outcome = find(&problem, &WarnsdorffOptions::new(), &Silent);
/// assert!(matches!(outcome, Outcome::Stuck { retries: 0, .. }));
/// // … which says nothing about existence.
/// let options = WarnsdorffOptions::new().tie_break(TieBreak::Squirrel);
/// assert!(find(&problem, &options, &Silent).tour().is_some());
/// # Ok::<(), hippodrome::Error>(())
/// ```
pub fn find(problem: &Problem, options: &WarnsdorffOptions, observer: &dyn Observer) -> Outcome {
    if !problem.clues().is_empty() {
        return Outcome::Refused(Error::mismatch(
            "Warnsdorff's rule does not aim at given steps: search for the tour instead",
        ));
    }
    let grid = match Grid::new(problem.board(), problem.leaper()) {
        Ok(grid) => grid,
        Err(error) => return Outcome::Refused(error),
    };
    let mut rng = Rng::new(options.seed);
    let mut most = 0;
    for retry in 0..=options.retries {
        if observer.should_stop() {
            return Outcome::Stopped;
        }
        let plan = Plan::new(problem, options, retry, &mut rng);
        let Some(walk) = plan.walk(&grid, problem.to(), &mut rng, observer) else {
            return Outcome::Stopped;
        };
        most = most.max(walk.visited() as u64);
        if let Some(tour) = finished(&grid, &walk, problem) {
            return Outcome::Tour(tour);
        }
        let budget = options.flips.unwrap_or_else(|| usual_flips(problem));
        if budget == 0 || !could_be_repaired(problem, plan.start) {
            continue;
        }
        match repaired(&grid, &walk, problem, budget, &mut rng, observer) {
            Ok(tour) => return Outcome::Tour(tour),
            Err(None) => return Outcome::Stopped,
            Err(Some(visited)) => most = most.max(visited),
        }
    }
    Outcome::Stuck { visited: most, retries: options.retries }
}

/// How many squares flips may move when nothing is said.
fn usual_flips(problem: &Problem) -> u64 {
    match (problem.kind(), problem.to()) {
        (Kind::Open, None) => 0,
        _ => (1 << 20) + 2048 * problem.board().len() as u64,
    }
}

/// Whether the colours of start, end and board allow a tour; without that no flip helps.
fn could_be_repaired(problem: &Problem, start: Square) -> bool {
    let (board, leaper) = (problem.board(), problem.leaper());
    let ends_fit = problem.to().is_none_or(|end| {
        let alike = start.is_even() == end.is_even();
        end != start && (!leaper.changes_colour() || alike == (board.len() % 2 == 1))
    });
    ends_fit && colour_allows(board, leaper, problem.kind())(start)
}

/// The tour that flips make of a walk; else the most squares on the path, or nothing if the
/// observer stopped them.
fn repaired(
    grid: &Grid,
    walk: &Walk,
    problem: &Problem,
    budget: u64,
    rng: &mut Rng,
    observer: &dyn Observer,
) -> Result<Tour, Option<u64>> {
    let (board, end) = (problem.board(), problem.to());
    let goal = match (end, problem.kind()) {
        (Some(end), _) => Goal::Beside(end),
        (None, Kind::Closed) => Goal::Closed,
        (None, Kind::Open) => Goal::Open,
    };
    let free_start = match goal {
        Goal::Closed => true,
        Goal::Open => problem.from().is_none(),
        Goal::Beside(_) => problem.from().is_none() && problem.kind() == Kind::Open,
    };
    match repair(grid, walk.squares(grid), goal, free_start, budget, rng, observer) {
        Repair::Stopped => Err(None),
        Repair::Failed { visited } => Err(Some(visited as u64)),
        Repair::Done(mut squares) => {
            let visited = squares.len() as u64;
            if goal == Goal::Closed {
                let first = problem.from().and_then(|from| squares.iter().position(|&s| s == from));
                squares.rotate_left(first.unwrap_or(0));
            }
            let squares = squares.into_iter().chain(end);
            let tour = Tour::new(board, problem.leaper(), problem.kind(), squares);
            tour.ok().filter(|tour| problem.accepts(tour)).ok_or(Some(visited))
        }
    }
}

/// The tour of a walk that answers the problem as it is.
fn finished(grid: &Grid, walk: &Walk, problem: &Problem) -> Option<Tour> {
    let board = problem.board();
    let end = problem.to().filter(|_| board.len() > 1);
    let visited = walk.visited() as u128 + u128::from(end.is_some());
    if visited < board.len() {
        return None;
    }
    let (leaper, kind, squares) = (problem.leaper(), problem.kind(), walk.squares(grid));
    let tour = match end {
        None => Tour::new(board, leaper, kind, squares),
        Some(end) => Tour::new(board, leaper, kind, squares.chain([end])),
    };
    let tour = tour.ok()?;
    problem.accepts(&tour).then_some(tour)
}

/// One try: where it starts and how ties are broken.
pub(super) struct Plan {
    pub(super) start: Square,
    pub(super) tie_break: TieBreak,
    pub(super) order: MoveOrder,
    pub(super) squirrel: Option<SquirrelPlan>,
}

impl Plan {
    pub(super) fn new(
        problem: &Problem,
        options: &WarnsdorffOptions,
        retry: u64,
        rng: &mut Rng,
    ) -> Self {
        let (board, tie_break) = (problem.board(), options.tie_break);
        let published =
            if tie_break == TieBreak::Squirrel && retry > 0 { retry_plan(retry) } else { None };
        let elsewhere = retry > 0 && published.is_none();
        let start = problem.from().unwrap_or_else(|| {
            let first = first_start(problem);
            if elsewhere { other_start(problem, first, rng) } else { first }
        });
        let squirrel = (tie_break == TieBreak::Squirrel && !elsewhere)
            .then(|| published.unwrap_or_else(|| squirrel_plan(board, problem.leaper(), start)));
        let mut directions = options.move_order.directions();
        if elsewhere && tie_break != TieBreak::Random {
            rng.shuffle(&mut directions);
        }
        Self { start, tie_break, order: MoveOrder::of_numbers(directions), squirrel }
    }

    /// Walks until stuck; `None` when the observer stopped it.
    fn walk(
        &self,
        grid: &Grid,
        keep: Option<Square>,
        rng: &mut Rng,
        observer: &dyn Observer,
    ) -> Option<Walk> {
        let mut walk = Walk::new(grid, self.start, keep);
        let (order, start) = (self.order, self.start);
        match (self.tie_break, &self.squirrel) {
            (TieBreak::Squirrel, Some(plan)) => {
                for &(order, until) in &plan.switches {
                    let until = Some(grid.place(until));
                    let mut rule = First::new(grid, order);
                    if run(grid, &mut walk, &mut rule, until, observer)? == Halt::Stuck {
                        return Some(walk);
                    }
                }
                run(grid, &mut walk, &mut First::new(grid, plan.last), None, observer)?;
            }
            (TieBreak::First | TieBreak::Squirrel, _) => {
                run(grid, &mut walk, &mut First::new(grid, order), None, observer)?;
            }
            (TieBreak::Last, _) => {
                run(grid, &mut walk, &mut First::last(grid, order), None, observer)?;
            }
            (TieBreak::Degree2, _) => {
                run(grid, &mut walk, &mut Degree2::new(grid, order), None, observer)?;
            }
            (TieBreak::CentreFar, _) => {
                run(grid, &mut walk, &mut Centre::new(grid, order, start, true), None, observer)?;
            }
            (TieBreak::CentreNear, _) => {
                run(grid, &mut walk, &mut Centre::new(grid, order, start, false), None, observer)?;
            }
            (TieBreak::Random, _) => {
                run(grid, &mut walk, &mut Random::new(grid, order, rng), None, observer)?;
            }
        }
        Some(walk)
    }
}

/// Walks until stuck or there, polling the observer; `None` when it stops the walk.
fn run(
    grid: &Grid,
    walk: &mut Walk,
    rule: &mut impl Rule,
    until: Option<usize>,
    observer: &dyn Observer,
) -> Option<Halt> {
    loop {
        let halt = walk.go(grid, rule, MOVES_AT_A_TIME, until);
        if halt != Halt::Moves {
            return Some(halt);
        }
        if observer.should_stop() {
            return None;
        }
        observer.progress(&Progress {
            stage: "walking",
            done: walk.visited() as u128,
            total: Some(grid.board().len()),
            note: String::new(),
        });
    }
}

/// From which squares a tour can start as far as the colours tell.
pub(crate) fn colour_allows(board: &Board, leaper: Leaper, kind: Kind) -> impl Fn(Square) -> bool {
    let coloured = leaper.changes_colour();
    let even = even_squares(board);
    let odd = board.len() - even;
    let (from_even, from_odd) = match kind {
        _ if !coloured => (true, true),
        Kind::Closed => (even == odd, even == odd),
        Kind::Open => (even == odd || even == odd + 1, even == odd || odd == even + 1),
    };
    move |start: Square| if start.is_even() { from_even } else { from_odd }
}

/// The number of squares of the colour of a1.
fn even_squares(board: &Board) -> u128 {
    let even_holes = board.holes().filter(|hole| hole.is_even()).count() as u128;
    board.area().div_ceil(2) - even_holes
}

/// The first square from which the colours allow a tour, else the first square.
fn first_start(problem: &Problem) -> Square {
    let board = problem.board();
    if let (Kind::Closed, Some(end)) = (problem.kind(), problem.to()) {
        let beside = problem.leaper().steps().filter_map(|step| end.step(step));
        return beside.into_iter().find(|&square| board.contains(square)).unwrap_or(end);
    }
    let allowed = start_colour(problem);
    let fits = |square: &Square| {
        allowed.is_none_or(|even| square.is_even() == even)
            && (Some(*square) != problem.to() || board.len() == 1)
    };
    let first = board.squares().find(fits).or_else(|| board.squares().next());
    first.unwrap_or(Square::new(0, 0))
}

/// A random square like `first`: of its colour, if that matters, and not the given end.
fn other_start(problem: &Problem, first: Square, rng: &mut Rng) -> Square {
    let board = problem.board();
    let coloured = start_colour(problem).is_some();
    // Almost all boards need few draws; on the others the first start is good enough.
    (0..64)
        .map(|_| {
            let row = rng.below(board.rows()) as u32;
            Square::new(row, rng.below(board.cols()) as u32)
        })
        .find(|&square| {
            board.contains(square)
                && (!coloured || square.is_even() == first.is_even())
                && Some(square) != problem.to()
        })
        .unwrap_or(first)
}

/// Whether the start has to be of the colour of a1 (or of the other), where the colours tell.
fn start_colour(problem: &Problem) -> Option<bool> {
    let board = problem.board();
    if !problem.leaper().changes_colour() || problem.kind() == Kind::Closed {
        return None;
    }
    let even = even_squares(board);
    let odd = board.len() - even;
    match problem.to() {
        _ if even != odd => Some(even > odd),
        Some(end) => Some(!end.is_even()),
        None => None,
    }
}
