//! A run of the rule, move by move.

use crate::certificate;
use crate::error::Error;
use crate::problem::Problem;
use crate::rng::Rng;
use crate::square::Square;
use crate::tour::{Kind, is_move};

use super::grid::{Grid, OPEN, SHUT};
use super::options::WarnsdorffOptions;
use super::run::Plan;
use super::squirrel::SquirrelPlan;
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
    grid: Grid,
    degrees: Vec<u8>,
    tie_break: TieBreak,
    order: MoveOrder,
    /// What is left of the plan of Squirrel and Cull, the next switch last.
    switches: Vec<(Square, MoveOrder)>,
    rng: Rng,
    at: Square,
    visited: u64,
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
    let mut degrees = grid.degrees();
    degrees[grid.place(plan.start)] = SHUT;
    let (order, switches) = match plan.squirrel {
        Some(plan) => turns(&plan),
        None => (plan.order, Vec::new()),
    };
    Ok(Trace {
        problem: problem.clone(),
        grid,
        degrees,
        tie_break: plan.tie_break,
        order,
        switches,
        rng,
        at: plan.start,
        visited: 1,
    })
}

/// The first order of a plan, and the later ones with the squares where they begin, the next last.
fn turns(plan: &SquirrelPlan) -> (MoveOrder, Vec<(Square, MoveOrder)>) {
    let orders = plan.switches.iter().map(|&(order, _)| order).chain([plan.last]);
    let mut orders: Vec<MoveOrder> = orders.collect();
    let first = orders.remove(0);
    let squares = plan.switches.iter().map(|&(_, square)| square);
    let mut turns: Vec<_> = squares.zip(orders).collect();
    turns.reverse();
    (first, turns)
}

impl Trace {
    /// The square stood on: at first the start, at last the end.
    #[must_use]
    pub fn at(&self) -> Square {
        self.at
    }

    /// The squares visited so far.
    #[must_use]
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// The tie-break.
    #[must_use]
    pub fn tie_break(&self) -> TieBreak {
        self.tie_break
    }

    /// The move order in force.
    #[must_use]
    pub fn order(&self) -> MoveOrder {
        self.order
    }

    /// Counts down the neighbours of the square stood on and lists those that are open.
    fn candidates(&mut self) -> Vec<Candidate> {
        let mut candidates = Vec::with_capacity(8);
        for (_, direction) in self.grid.ordered(self.order) {
            if direction.change == 0 {
                continue;
            }
            let place = self.grid.place(self.at).wrapping_add_signed(direction.change);
            self.degrees[place] = self.degrees[place].wrapping_sub(1);
            if self.degrees[place] < OPEN {
                candidates.push(Candidate {
                    square: self.grid.square(place),
                    degree: self.degrees[place],
                });
            }
        }
        candidates
    }

    /// The least degree among the onward squares of a candidate, once it is visited.
    fn onward(&self, candidate: Square) -> u8 {
        let place = self.grid.place(candidate);
        let different = self.grid.ordered(MoveOrder::default()).map(|(_, direction)| direction);
        let next = different.iter().filter(|direction| direction.change != 0);
        let degrees = next.map(|d| self.degrees[place.wrapping_add_signed(d.change)]);
        degrees.filter(|&degree| degree < OPEN).min().map_or(0, |degree| degree - 1)
    }

    /// Four times the squared distance from the centre.
    fn way_out(&self, square: Square) -> i128 {
        let board = self.grid.board();
        let twice = |at: u32, side: u64| i128::from(2 * u64::from(at)) - i128::from(side - 1);
        let (file, rank) = (twice(square.col, board.cols()), twice(square.row, board.rows()));
        file * file + rank * rank
    }

    /// One of the candidates of least degree.
    fn choose(&mut self, tied: &[Square]) -> Option<Square> {
        let squares = tied.iter().copied();
        match self.tie_break {
            TieBreak::Random if tied.len() > 1 => {
                Some(tied[self.rng.below(tied.len() as u64) as usize])
            }
            TieBreak::First | TieBreak::Squirrel | TieBreak::Random => tied.first().copied(),
            TieBreak::Last => tied.last().copied(),
            TieBreak::Degree2 => squares.min_by_key(|&square| self.onward(square)),
            TieBreak::CentreFar => squares.min_by_key(|&square| -self.way_out(square)),
            TieBreak::CentreNear => squares.min_by_key(|&square| self.way_out(square)),
        }
    }
}

impl Iterator for Trace {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        if u128::from(self.visited) == self.grid.board().len() {
            return None;
        }
        let (step, at, order) = (self.visited, self.at, self.order);
        let candidates = self.candidates();
        let least = candidates.iter().map(|candidate| candidate.degree).min()?;
        let tied = candidates.iter().filter(|candidate| candidate.degree == least);
        let tied: Vec<Square> = tied.map(|candidate| candidate.square).collect();
        let chosen = self.choose(&tied)?;
        let decided_by = if tied.len() == 1 { DecidedBy::Degree } else { DecidedBy::TieBreak };
        let place = self.grid.place(chosen);
        self.degrees[place] = SHUT;
        self.at = chosen;
        self.visited += 1;
        if let Some((_, order)) = self.switches.pop_if(|(square, _)| *square == chosen) {
            self.order = order;
        }
        Some(Step { step, at, candidates, chosen, decided_by, order })
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
        let numbers = |order: MoveOrder| order.directions().map(usize::from);
        let start = self.at;
        let mut order = self.order;
        let tie_break = match self.tie_break {
            TieBreak::Squirrel => TieBreak::First.name(),
            TieBreak::Random => "any",
            other => other.name(),
        };
        let mut record = certificate::Trace {
            tie_break,
            move_order: numbers(order),
            found: false,
            start,
            moves: Vec::new(),
        };
        let mut clues_met = self.problem.square_at(1).is_none_or(|square| square == start);
        while let Some(step) = self.next() {
            let turned = step.order != order;
            order = step.order;
            let candidates = step.candidates.iter().map(|c| (c.square, u32::from(c.degree)));
            record.moves.push(certificate::TraceMove {
                order: turned.then(|| numbers(order)),
                to: step.chosen,
                candidates: candidates.collect(),
            });
            let clue = self.problem.square_at(u128::from(step.step) + 1);
            clues_met &= clue.is_none_or(|square| square == step.chosen);
        }
        let all = u128::from(self.visited) == self.problem.board().len();
        let closes = self.visited > 2 && is_move(self.problem.leaper(), self.at, start);
        record.found = all && clues_met && (self.problem.kind() == Kind::Open || closes);
        record
    }
}
