//! Where a run of the rule stands: the board counted down, and the rule's choice from there.

use crate::rng::Rng;
use crate::square::Square;

use super::grid::{Grid, OPEN, SHUT};
use super::run::Plan;
use super::squirrel::SquirrelPlan;
use super::tie_break::{MoveOrder, TieBreak};
use super::trace::{Candidate, DecidedBy, Step};

/// A knight on its way, with everything that decides its next move.
#[derive(Debug)]
pub(super) struct Position {
    grid: Grid,
    /// For open squares the open squares that they are joined to; marks elsewhere.
    degrees: Vec<u8>,
    pub(super) tie_break: TieBreak,
    pub(super) order: MoveOrder,
    /// What is left of the plan of Squirrel and Cull, the next switch last.
    switches: Vec<(Square, MoveOrder)>,
    rng: Rng,
    pub(super) at: Square,
    pub(super) visited: u64,
}

/// What has to be known to take a move back.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Taken {
    degree: u8,
    order: MoveOrder,
    switched: Option<(Square, MoveOrder)>,
}

impl Position {
    /// The first square of a plan.
    pub(super) fn new(grid: Grid, plan: Plan, rng: Rng) -> Self {
        let mut degrees = grid.degrees();
        degrees[grid.place(plan.start)] = SHUT;
        let (order, switches) = match plan.squirrel {
            Some(plan) => turns(&plan),
            None => (plan.order, Vec::new()),
        };
        Self {
            grid,
            degrees,
            tie_break: plan.tie_break,
            order,
            switches,
            rng,
            at: plan.start,
            visited: 1,
        }
    }

    /// The random numbers as they go on, for another try.
    pub(super) fn rng(&self) -> Rng {
        self.rng.clone()
    }

    /// The layout of the board.
    pub(super) fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Whether every square is visited.
    pub(super) fn is_full(&self) -> bool {
        u128::from(self.visited) == self.grid.board().len()
    }

    /// Counts down the neighbours of the square stood on and lists those that are open, in the
    /// move order.
    pub(super) fn leave(&mut self) -> Vec<Candidate> {
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

    /// Undoes [`Self::leave`].
    pub(super) fn stay(&mut self) {
        for (_, direction) in self.grid.ordered(self.order) {
            if direction.change != 0 {
                let place = self.grid.place(self.at).wrapping_add_signed(direction.change);
                self.degrees[place] = self.degrees[place].wrapping_add(1);
            }
        }
    }

    /// One of the candidates of least degree, by the tie-break; nothing if there is none.
    pub(super) fn choose(&mut self, tied: &[Square]) -> Option<Square> {
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

    /// Goes to a candidate, and says what was seen from the square left.
    pub(super) fn step(
        &mut self,
        candidates: Vec<Candidate>,
        tied: usize,
        chosen: Square,
    ) -> (Step, Taken) {
        let (step, at, order) = (self.visited, self.at, self.order);
        let taken = self.go(chosen);
        let decided_by = if tied == 1 { DecidedBy::Degree } else { DecidedBy::TieBreak };
        (Step { step, at, candidates, chosen, decided_by, order }, taken)
    }

    /// Goes to an open square.
    fn go(&mut self, to: Square) -> Taken {
        let place = self.grid.place(to);
        let (degree, order) = (self.degrees[place], self.order);
        self.degrees[place] = SHUT;
        self.at = to;
        self.visited += 1;
        let switched = self.switches.pop_if(|(square, _)| *square == to);
        if let Some((_, order)) = switched {
            self.order = order;
        }
        Taken { degree, order, switched }
    }

    /// Takes the last move back, which came from `from`; the square stood on was not left.
    pub(super) fn go_back(&mut self, from: Square, taken: Taken) {
        let place = self.grid.place(self.at);
        self.degrees[place] = taken.degree;
        self.at = from;
        self.visited -= 1;
        self.order = taken.order;
        self.switches.extend(taken.switched);
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
}

/// The candidates of least degree, in the order given.
pub(super) fn least(candidates: &[Candidate]) -> Vec<Square> {
    let least = candidates.iter().map(|candidate| candidate.degree).min();
    let tied = candidates.iter().filter(|candidate| Some(candidate.degree) == least);
    tied.map(|candidate| candidate.square).collect()
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
