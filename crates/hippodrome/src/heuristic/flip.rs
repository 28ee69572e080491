//! Repair of a walk by flips.
//!
//! If the last square z of a path a … y x … z is a move away from y, the part after y can be turned
//! round: a … y z … x is a path of the same squares with another end. Euler (Solution d'une question
//! curieuse qui ne paroit soumise à aucune analyse, 1759, §15–21) made closed tours and took in
//! forgotten squares this way; Pósa (Hamiltonian circuits in random graphs, Discrete Mathematics 14
//! (1976), doi:10.1016/0012-365X(76)90068-6) gave it the name rotation.
//!
//! The new end x is two moves away from the old end z. So an end can be led across the board, flip
//! by flip, to wherever it is needed: beside a square that was left out, beside the given end, or
//! beside the start. Each flip goes to the possible end nearest to that goal, up to a random error
//! that leads out of dead ends. On a board where moves change the colour, an end keeps its colour
//! while it is led.

use crate::observer::{Observer, Progress};
use crate::rng::Rng;
use crate::square::Square;

use super::grid::{Grid, OPEN};
use super::tie_break::MoveOrder;

/// What the ends of the path have to satisfy when all squares are on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// Nothing.
    Open,
    /// The last square is a move away from this one, which is not on the path.
    Beside(Square),
    /// The last square is a move away from the first, wherever that is.
    Closed,
}

/// What became of a repair.
#[derive(Debug)]
pub(super) enum Repair {
    /// The squares in order.
    Done(Vec<Square>),
    /// The flips were used up, or none was possible.
    Failed {
        /// The squares on the path.
        visited: usize,
    },
    /// The observer asked to stop.
    Stopped,
}

/// A place that is not on the path: unvisited, margin, hole, or kept.
const OFF: u32 = u32::MAX;

/// What choosing a flip costs, in squares moved.
const CHOICE: u64 = 32;

/// Squares moved between two questions to the observer: well under a millisecond.
const MOVED_AT_A_TIME: u64 = 1 << 17;

/// Repairs the path `squares` until it satisfies the goal, moving at most about `budget` squares.
/// If `free_start`, flips may change the first square too.
///
/// # Complexity
///
/// A flip takes time in the number of squares that it turns round, at most the path. 10 bytes a
/// square, and 8 a square for the result.
pub(super) fn repair(
    grid: &Grid,
    squares: impl Iterator<Item = Square>,
    goal: Goal,
    free_start: bool,
    budget: u64,
    rng: &mut Rng,
    observer: &dyn Observer,
) -> Repair {
    let mut path = Path::new(grid, squares, goal);
    let (mut moved, mut asked, mut target) = (0, 0, None);
    let mut last_ends = [OFF; 2];
    loop {
        moved += path.extend();
        if free_start && path.next_from(Side::Start).is_some() {
            moved += path.flip(0..path.places.len());
            target = None;
            last_ends.swap(0, 1);
            continue;
        }
        if path.satisfies(grid, goal) {
            return Repair::Done(path.into_squares(grid));
        }
        if moved > budget {
            return Repair::Failed { visited: path.places.len() };
        }
        if moved - asked > MOVED_AT_A_TIME {
            asked = moved;
            if observer.should_stop() {
                return Repair::Stopped;
            }
            observer.progress(&Progress {
                stage: "flipping",
                done: path.places.len() as u128,
                total: Some(grid.board().len()),
                note: String::new(),
            });
        }
        let both = free_start && (goal == Goal::Closed || !path.left.is_empty());
        let side = if both && rng.below(2) == 0 { Side::Start } else { Side::End };
        // A square left out stays the target until it is on the path.
        let towards = match (target, path.left.is_empty()) {
            (_, true) => path.last_target(grid, goal, side),
            (Some((of, place)), _)
                if of == side && path.position[place] == OFF && path.may_visit(place) =>
            {
                Some(place)
            }
            _ => {
                moved += path.left.len() as u64;
                path.nearest_left(grid, side)
            }
        };
        let Some(towards) = towards else {
            // All squares left out have the colour of the end, or there is nothing to aim at.
            moved += 1 + path.places.len() as u64;
            continue;
        };
        target = Some((side, towards));
        let flip = path.best_flip(grid, side, towards, last_ends[side as usize], rng);
        last_ends[side as usize] = path.end(side) as u32;
        moved += match flip {
            Some(flip) => CHOICE + path.flip(flip),
            None if side == Side::End => CHOICE + path.step_back(),
            None => CHOICE,
        };
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Start,
    End,
}

/// A part of the path to be turned round, by positions.
type Flip = std::ops::Range<usize>;

struct Path {
    places: Vec<u32>,
    /// For each place its position on the path, or [`OFF`].
    position: Vec<u32>,
    /// The squares left out, without the one that is kept for last.
    left: Vec<u32>,
    /// For each place whether it is a square that the path is to visit.
    open: Vec<bool>,
    /// The changes of place of the moves.
    changes: Vec<isize>,
    /// A square from which no flip was possible: visited again only as the last one.
    trap: u32,
}

impl Path {
    fn new(grid: &Grid, squares: impl Iterator<Item = Square>, goal: Goal) -> Self {
        let places: Vec<u32> = squares.map(|square| grid.place(square) as u32).collect();
        let mut position = vec![OFF; grid.places()];
        for (&place, at) in places.iter().zip(0..) {
            position[place as usize] = at;
        }
        let mut open: Vec<bool> = grid.degrees().iter().map(|&degree| degree < OPEN).collect();
        if let Goal::Beside(square) = goal {
            open[grid.place(square)] = false;
        }
        let is_left = |&place: &u32| open[place as usize] && position[place as usize] == OFF;
        let left = (0..grid.places() as u32).filter(is_left).collect();
        let order = grid.ordered(MoveOrder::default());
        let changes = grid.changes(&order).into_iter().filter(|&change| change != 0).collect();
        Self { places, position, left, open, changes, trap: OFF }
    }

    fn end(&self, side: Side) -> usize {
        let place = match side {
            Side::Start => self.places.first(),
            Side::End => self.places.last(),
        };
        place.map_or(0, |&place| place as usize)
    }

    /// The places a move away.
    fn around(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        self.changes.iter().map(move |&change| place.wrapping_add_signed(change))
    }

    fn unvisited_around(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        self.around(place).filter(|&next| self.open[next] && self.position[next] == OFF)
    }

    /// Goes on from the end by Warnsdorff's rule while that is possible; returns the work done.
    fn extend(&mut self) -> u64 {
        let before = self.places.len();
        if self.left.is_empty() {
            return 0;
        }
        while let Some(next) = self.next_from(Side::End) {
            self.position[next] = self.places.len() as u32;
            self.places.push(next as u32);
        }
        let made = self.places.len() - before;
        if made > 0 {
            self.left.retain(|&place| self.position[place as usize] == OFF);
            return (8 * made + self.left.len()) as u64;
        }
        0
    }

    /// Where Warnsdorff's rule goes from an end.
    fn next_from(&self, side: Side) -> Option<usize> {
        let open = self.unvisited_around(self.end(side)).filter(|&next| self.may_visit(next));
        open.min_by_key(|&next| self.unvisited_around(next).count())
    }

    fn may_visit(&self, place: usize) -> bool {
        place as u32 != self.trap || self.left.len() == 1
    }

    /// Leaves the last square out again, if it is not the first; returns the work done, in squares.
    ///
    /// It can have no neighbour on the path but the one before. In a corner beside the given end,
    /// say, that will be so until it is the very last.
    fn step_back(&mut self) -> u64 {
        if self.places.len() > 1
            && let Some(place) = self.places.pop()
        {
            self.position[place as usize] = OFF;
            self.left.push(place);
            self.trap = place;
        }
        1
    }

    fn satisfies(&self, grid: &Grid, goal: Goal) -> bool {
        let end = self.end(Side::End);
        self.left.is_empty()
            && match goal {
                Goal::Open => true,
                Goal::Beside(square) => self.around(end).any(|next| next == grid.place(square)),
                Goal::Closed => {
                    self.places.len() > 2
                        && self.around(end).any(|next| next == self.end(Side::Start))
                }
            }
    }

    /// What an end has to come beside when no square is left out.
    fn last_target(&self, grid: &Grid, goal: Goal, side: Side) -> Option<usize> {
        match (goal, side) {
            (Goal::Open, _) | (Goal::Beside(_), Side::Start) => None,
            (Goal::Beside(square), Side::End) => Some(grid.place(square)),
            (Goal::Closed, Side::End) => Some(self.end(Side::Start)),
            (Goal::Closed, Side::Start) => Some(self.end(Side::End)),
        }
    }

    /// The nearest square left out beside which an end can come.
    fn nearest_left(&self, grid: &Grid, side: Side) -> Option<usize> {
        let end = grid.square(self.end(side));
        let fits = |place: &&u32| {
            let even = grid.square(**place as usize).is_even();
            self.may_visit(**place as usize) && !(grid.changes_colour() && even == end.is_even())
        };
        let nearest = self.left.iter().filter(fits);
        let nearest = nearest.min_by_key(|&&place| distance(grid.square(place as usize), end));
        nearest.map(|&place| place as usize)
    }

    /// The flip that brings the end nearest to `towards`, up to a random error; not back to the
    /// end before, if there is another.
    fn best_flip(
        &self,
        grid: &Grid,
        side: Side,
        towards: usize,
        before: u32,
        rng: &mut Rng,
    ) -> Option<Flip> {
        let (last, goal) = (self.places.len() - 1, grid.square(towards));
        let mut best: Option<(u64, Flip)> = None;
        for next in self.around(self.end(side)) {
            let at = self.position[next] as usize;
            let (flip, end) = match side {
                _ if self.position[next] == OFF => continue,
                Side::End if at + 2 <= last => (at + 1..last + 1, self.places[at + 1]),
                Side::Start if at >= 2 => (0..at, self.places[at - 1]),
                _ => continue,
            };
            let beside = self.around(end as usize).any(|next| next == towards);
            let away = distance(grid.square(end as usize), goal);
            let error = rng.below(2 * u64::from(grid.reach()) + 2);
            let back = if end == before { u64::MAX >> 1 } else { 0 };
            let score = if beside { 0 } else { 1 + away + error + back };
            if best.as_ref().is_none_or(|(least, _)| score < *least) {
                best = Some((score, flip));
            }
        }
        best.map(|(_, flip)| flip)
    }

    /// Turns a part of the path round; returns how many squares it moved.
    fn flip(&mut self, part: Flip) -> u64 {
        let first = part.start as u32;
        let part = &mut self.places[part];
        part.reverse();
        for (&place, at) in part.iter().zip(first..) {
            self.position[place as usize] = at;
        }
        part.len() as u64
    }

    fn into_squares(self, grid: &Grid) -> Vec<Square> {
        // The rest is freed before more is taken.
        drop((self.position, self.left, self.open));
        self.places.into_iter().map(|place| grid.square(place as usize)).collect()
    }
}

fn distance(a: Square, b: Square) -> u64 {
    u64::from(a.row.abs_diff(b.row)) + u64::from(a.col.abs_diff(b.col))
}
