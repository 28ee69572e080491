//! A run of the rule, move by move.

use crate::certificate;
use crate::error::Error;
use crate::problem::Problem;
use crate::rng::Rng;
use crate::square::Square;
use crate::tour::{Kind, is_move};

use super::grid::Grid;
use super::options::WarnsdorffOptions;
use super::position::{Position, least};
use super::run::Plan;
use super::tie_break::{MoveOrder, TieBreak};

/// One move of the rule, and everything that decided it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The step of the square stood on, from 1.
    pub step: u64,
    /// The square stood on.
    pub at: Square,
    /// The unvisited squares a move away, in the move order.
    pub candidates: Vec<Candidate>,
    /// The square gone to.
    pub chosen: Square,
    /// Whether the degrees alone decided.
    pub decided_by: DecidedBy,
    /// The move order in force.
    pub order: MoveOrder,
}

/// A square that may be gone to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The square.
    pub square: Square,
    /// Its degree: the unvisited squares that it is joined to.
    pub degree: u8,
}

/// What decided a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DecidedBy {
    /// One candidate had the least degree.
    Degree,
    /// Several had it, and the tie-break chose among them.
    TieBreak,
}

impl DecidedBy {
    /// The name in reports: `degree` or `tie-break`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Degree => "degree",
            Self::TieBreak => "tie-break",
        }
    }
}

/// A run of Warnsdorff's rule under way: an iterator over its moves.
///
/// Made by [`trace`](fn@trace). It ends when no candidate is left.
#[derive(Debug)]
pub struct Trace {
    problem: Problem,
    position: Position,
}

/// The first try of [`find`](super::find), move by move, by the rule alone: without flips, and
/// without regard to a given end or to clues.
///
/// # Errors
///
/// When the board is too large for a walk.
///
/// # Complexity
///
/// 1 byte a square; some hundred nanoseconds a move.
///
/// # Examples
///
/// ```
/// use hippodrome::heuristic::{DecidedBy, WarnsdorffOptions, trace};
/// use hippodrome::{Kind, Leaper, Problem};
///
/// let problem = Problem::new("5x5".parse()?, Leaper::KNIGHT, Kind::Open).with_from("a1".parse()?)?;
/// let second = trace(&problem, &WarnsdorffOptions::new())?.nth(1).expect("the knight can move on");
/// // The corner has one exit left, the others three: it is visited now.
/// let degrees: Vec<String> =
///     second.candidates.iter().map(|c| format!("{}:{}", c.square, c.degree)).collect();
/// assert_eq!(degrees.join(" "), "c5:3 d4:3 a5:1 c1:3 d2:3");
/// assert_eq!(second.chosen.to_string(), "a5");
/// assert_eq!(second.decided_by, DecidedBy::Degree);
/// # Ok::<(), hippodrome::Error>(())
/// ```
pub fn trace(problem: &Problem, options: &WarnsdorffOptions) -> Result<Trace, Error> {
    let grid = Grid::new(problem.board(), problem.leaper())?;
    let mut rng = Rng::new(options.seed);
    let plan = Plan::new(problem, options, 0, &mut rng);
    Ok(Trace { problem: problem.clone(), position: Position::new(grid, plan, rng) })
}

impl Trace {
    /// The square stood on: at first the start, at last the end.
    #[must_use]
    pub fn at(&self) -> Square {
        self.position.at
    }

    /// The squares visited so far.
    #[must_use]
    pub fn visited(&self) -> u64 {
        self.position.visited
    }

    /// The tie-break.
    #[must_use]
    pub fn tie_break(&self) -> TieBreak {
        self.position.tie_break
    }

    /// The move order in force.
    #[must_use]
    pub fn order(&self) -> MoveOrder {
        self.position.order
    }
}

impl Iterator for Trace {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        if self.position.is_full() {
            return None;
        }
        let candidates = self.position.leave();
        let tied = least(&candidates);
        let chosen = self.position.choose(&tied)?;
        let (step, _) = self.position.step(candidates, tied.len(), chosen);
        Some(step)
    }
}

impl Trace {
    /// Runs to the end and gathers what [`certificate::trace`] writes down.
    ///
    /// The certificate says "tour" when all squares were visited, a closed tour closes, and the
    /// ends and clues of the problem are met.
    ///
    /// # Complexity
    ///
    /// About 100 bytes a move.
    ///
    /// # Examples
    ///
    /// ```
    /// use hippodrome::heuristic::{WarnsdorffOptions, trace};
    /// use hippodrome::{Kind, Leaper, Problem, certificate};
    ///
    /// let problem = Problem::new("5x5".parse()?, Leaper::KNIGHT, Kind::Open).with_from("a1".parse()?)?;
    /// let run = trace(&problem, &WarnsdorffOptions::new())?.record();
    /// let text = certificate::trace(&run, &problem);
    /// assert!(text.contains("outcome tour\nmove a1\nmove b3 b3:5 c2:5\nmove a5 c5:3 d4:3 a5:1 c1:3 d2:3\n"));
    /// # Ok::<(), hippodrome::Error>(())
    /// ```
    #[must_use]
    pub fn record(mut self) -> certificate::Trace {
        let mut record = Recorder::new(self.tie_break().certified(), self.at(), self.order());
        for step in self.by_ref() {
            record.add(&step);
        }
        record.finish(&self.problem)
    }
}

/// Gathers steps into what [`certificate::trace`] writes down.
pub(super) struct Recorder {
    record: certificate::Trace,
    order: MoveOrder,
}

impl Recorder {
    pub(super) fn new(tie_break: &'static str, start: Square, order: MoveOrder) -> Self {
        let record = certificate::Trace {
            tie_break,
            move_order: numbers(order),
            found: false,
            start,
            moves: Vec::new(),
        };
        Self { record, order }
    }

    pub(super) fn add(&mut self, step: &Step) {
        let turned = step.order != self.order;
        self.order = step.order;
        let candidates = step.candidates.iter().map(|c| (c.square, u32::from(c.degree)));
        self.record.moves.push(certificate::TraceMove {
            order: turned.then(|| numbers(step.order)),
            to: step.chosen,
            candidates: candidates.collect(),
        });
    }

    /// "Tour" if all squares are visited, a closed tour closes, and ends and clues are met.
    pub(super) fn finish(mut self, problem: &Problem) -> certificate::Trace {
        let start = self.record.start;
        let moves = &self.record.moves;
        let visited = || [start].into_iter().chain(moves.iter().map(|step| step.to));
        let full = moves.len() as u128 + 1 == problem.board().len();
        let last = moves.last().map_or(start, |step| step.to);
        let closes = moves.len() > 1 && is_move(problem.leaper(), last, start);
        let meets_clues = || {
            let mut clues = (1..).zip(visited());
            clues.all(|(step, square)| problem.square_at(step).is_none_or(|clue| clue == square))
        };
        self.record.found = full && (problem.kind() == Kind::Open || closes) && meets_clues();
        self.record
    }
}

fn numbers(order: MoveOrder) -> [usize; 8] {
    order.directions().map(usize::from)
}
