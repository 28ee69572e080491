//! The walk: Warnsdorff's rule with degrees that count down.
//!
//! When a square is visited, the degree of each neighbour falls by one, and that fall is all the
//! work of a move: the eight places around the square are read, counted down and written back, and
//! the least of them is the next square. Nothing is ever recounted. Places that cannot be gone to
//! hold a mark larger than every degree, so that no move asks whether a place is on the board or
//! visited.

use crate::square::Square;

use super::grid::{Direction, Grid, SHUT};

/// A walk under way: degrees, the square stood on, and the way there.
#[derive(Debug)]
pub(super) struct Walk {
    pub(super) degrees: Vec<u8>,
    start: Square,
    /// The square stood on, as a place of the grid.
    pub(super) at: usize,
    /// The directions gone, from 0.
    directions: Vec<u8>,
    /// The number of squares of the board.
    squares: usize,
}

/// Why a stretch of a walk ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// No candidate is left, perhaps since every square is visited.
    Stuck,
    /// The square to stop at was reached.
    There,
    /// The number of moves was made.
    Moves,
}

impl Walk {
    /// A walk that stands on `start`. `degrees` are those of the grid, possibly with marks on
    /// squares that are not to be visited.
    pub(super) fn new(grid: &Grid, mut degrees: Vec<u8>, start: Square) -> Self {
        let at = grid.place(start);
        degrees[at] = SHUT;
        let squares = grid.board().len() as usize;
        Self { degrees, start, at, directions: Vec::with_capacity(squares), squares }
    }

    /// The number of squares visited.
    pub(super) fn visited(&self) -> usize {
        self.directions.len() + 1
    }

    /// The squares visited, in order.
    pub(super) fn squares<'a>(&'a self, grid: &'a Grid) -> impl Iterator<Item = Square> + 'a {
        let mut at = self.start;
        let steps = self.directions.iter().map(move |&number| {
            let direction = grid.direction(number);
            at.row = at.row.wrapping_add(direction.rank as u32);
            at.col = at.col.wrapping_add(direction.file as u32);
            at
        });
        std::iter::once(self.start).chain(steps)
    }

    /// Takes up to `moves` moves by a rule, halting early at the place `until`.
    pub(super) fn go(&mut self, rule: &mut impl Rule, moves: usize, until: Option<usize>) -> Halt {
        let until = until.unwrap_or(usize::MAX);
        let order = *rule.order();
        let changes = order.map(|(_, direction)| direction.change);
        let before = self.directions.len();
        let moves = moves.min(self.squares - self.visited());
        if moves == 0 {
            return Halt::Stuck;
        }
        self.directions.resize(before + moves, 0);
        let mut at = self.at;
        let mut made = 0;
        let mut halt = Halt::Moves;
        for slot in &mut self.directions[before..] {
            let around = count_down(&mut self.degrees, at, &changes);
            let Some(choice) = rule.choose(around, &self.degrees, at) else {
                halt = Halt::Stuck;
                break;
            };
            at = at.wrapping_add_signed(changes[choice]);
            self.degrees[at] = SHUT;
            *slot = order[choice].0;
            made += 1;
            if at == until {
                halt = Halt::There;
                break;
            }
        }
        self.at = at;
        self.directions.truncate(before + made);
        halt
    }
}

/// Counts down the eight places around `at` and returns what they hold then.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the inner loop of every walk")]
fn count_down(degrees: &mut [u8], at: usize, changes: &[isize; 8]) -> [u8; 8] {
    changes.map(|change| {
        let degree = &mut degrees[at.wrapping_add_signed(change)];
        *degree = degree.wrapping_sub(1);
        *degree
    })
}

/// A way to choose among the neighbours of the square stood on.
pub(super) trait Rule {
    /// The directions in the order tried.
    fn order(&self) -> &[(u8, Direction); 8];

    /// The index in the order of the neighbour to go to, `None` when none is open. `around` holds
    /// the degrees or marks of the neighbours, in that order.
    fn choose(&mut self, around: [u8; 8], degrees: &[u8], at: usize) -> Option<usize>;
}
