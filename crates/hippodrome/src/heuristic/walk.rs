//! The walk: Warnsdorff's rule with degrees that count down.
//!
//! When a square is visited, the degree of each neighbour falls by one, and that fall is all the
//! work of a move: the eight places around the square are read, counted down and written back, and
//! the least of them is the next square. Nothing is ever recounted. Places that cannot be gone to
//! hold a mark larger than every degree, so that no move asks whether a place is on the board or
//! visited.

use std::hint::black_box;

use crate::square::Square;

use super::grid::{Direction, Grid, OPEN, SHUT};

/// A walk under way: degrees, the square stood on, and the way there.
#[derive(Debug)]
pub(super) struct Walk {
    degrees: Vec<u8>,
    start: Square,
    /// The square stood on, as a place of the grid.
    at: usize,
    /// For each square visited the direction from the one before, from 0; for the start [`STAY`].
    directions: Vec<u8>,
    /// The number of squares of the board.
    squares: usize,
}

/// The direction of the start from itself.
const STAY: u8 = 8;

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

/// The directions in the order tried, each with its number from 0.
pub(super) type Order = [(u8, Direction); 8];

/// A way to choose among neighbours of the same degree.
pub(super) trait Rule {
    /// The directions in the order tried.
    fn order(&self) -> &Order;

    /// Asked before each move whether the order has become another.
    #[inline]
    fn turned(&mut self) -> bool {
        false
    }

    /// Chooses when all neighbours have been counted down: `best` is the first with the
    /// least degree.
    #[inline]
    fn settle(&mut self, best: usize, _around: &Around<'_>) -> usize {
        best
    }

    /// Told which way the walk goes.
    #[inline]
    fn moved(&mut self, _choice: usize) {}
}

/// The degrees as a rule sees them that has to look farther.
pub(super) struct Around<'a> {
    degrees: &'a [u8],
    changes: &'a [isize; 8],
    at: usize,
}

impl Around<'_> {
    /// The degree or mark of the neighbour of an index.
    #[inline]
    pub(super) fn degree(&self, index: usize) -> u8 {
        self.degrees[self.at.wrapping_add_signed(self.changes[index])]
    }

    /// The degree or mark of the neighbour `second` of the neighbour `first`.
    #[inline]
    pub(super) fn degree_beyond(&self, first: usize, second: usize) -> u8 {
        if self.changes[second] == 0 {
            return SHUT; // A direction that leads nowhere.
        }
        let change = self.changes[first] + self.changes[second];
        self.degrees[self.at.wrapping_add_signed(change)]
    }
}

impl Walk {
    /// A walk that stands on `start`. The square `keep`, if any, is not gone to.
    pub(super) fn new(grid: &Grid, start: Square, keep: Option<Square>) -> Self {
        let (squares, at) = (grid.board().len() as usize, grid.place(start));
        let mut degrees = grid.degrees();
        degrees[at] = SHUT;
        if let Some(keep) = keep {
            degrees[grid.place(keep)] = SHUT;
        }
        let mut directions = Vec::with_capacity(squares);
        directions.push(STAY);
        Self { degrees, start, at, directions, squares }
    }

    /// The number of squares visited.
    pub(super) fn visited(&self) -> usize {
        self.directions.len()
    }

    /// The squares visited, in order.
    pub(super) fn squares(&self, grid: &Grid) -> impl ExactSizeIterator<Item = Square> {
        let mut steps = [(0u32, 0u32); 16];
        for (step, number) in steps.iter_mut().zip(0..STAY) {
            let direction = grid.direction(number);
            *step = (direction.rank as u32, direction.file as u32);
        }
        let mut at = self.start;
        self.directions.iter().map(move |&number| {
            let (rank, file) = steps[usize::from(number & 15)];
            at = Square::new(at.row.wrapping_add(rank), at.col.wrapping_add(file));
            at
        })
    }

    /// Takes up to `moves` moves by a rule, halting early at the place `until`. The grid is the one
    /// that the walk was made with.
    ///
    /// # Complexity
    ///
    /// About 65 machine instructions a move with ties to the first.
    pub(super) fn go(
        &mut self,
        grid: &Grid,
        rule: &mut impl Rule,
        moves: usize,
        until: Option<usize>,
    ) -> Halt {
        assert_eq!(self.degrees.len(), grid.places(), "a walk keeps to its grid");
        let moves = moves.min(self.squares - self.visited());
        if moves == 0 {
            return Halt::Stuck;
        }
        let until = until.unwrap_or(usize::MAX);
        let mut numbers = rule.order().map(|(number, _)| number);
        let mut changes = grid.changes(rule.order());
        let before = self.directions.len();
        self.directions.resize(before + moves, 0);
        let (mut at, mut made, mut halt) = (self.at, 0, Halt::Moves);
        for slot in &mut self.directions[before..] {
            if rule.turned() {
                numbers = rule.order().map(|(number, _)| number);
                changes = grid.changes(rule.order());
            }
            #[expect(
                unsafe_code,
                reason = "eight checks of bounds a move take a third of the time"
            )]
            // SAFETY: `at` is a square of the board: it is the start, or was found open below, and
            // only squares of the board are ever open. `changes` are those of the grid.
            let best = unsafe { count_down(&mut self.degrees, at, &changes) };
            if best == NOWHERE {
                halt = Halt::Stuck;
                break;
            }
            let around = Around { degrees: &self.degrees, changes: &changes, at };
            let choice = rule.settle(best, &around);
            rule.moved(choice);
            at = at.wrapping_add_signed(changes[choice]);
            assert!(self.degrees[at] < OPEN, "a rule chooses among the open neighbours");
            self.degrees[at] = SHUT;
            *slot = numbers[choice];
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

/// The index when no neighbour is open.
const NOWHERE: usize = 8;

/// Counts down the eight places around `at` and returns the index of the first open one with the
/// least degree; [`NOWHERE`] if there is none.
///
/// The comparisons are branches on purpose: branches are predicted, so the next move is under way
/// before this one is settled, while conditional moves make one chain of loads out of the whole
/// walk. `black_box` keeps the compiler from turning the former into the latter.
///
/// # Safety
///
/// `at` is the place of a square of the board on the grid that `degrees` and `changes` belong to.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the inner loop of every walk")]
#[expect(unsafe_code, reason = "eight checks of bounds a move take a third of the time")]
unsafe fn count_down(degrees: &mut [u8], at: usize, changes: &[isize; 8]) -> usize {
    debug_assert!(changes.iter().all(|&change| at.wrapping_add_signed(change) < degrees.len()));
    // SAFETY: a square of the board is a place of the grid.
    let here = unsafe { degrees.as_mut_ptr().add(at) };
    let (mut least, mut best) = (OPEN, NOWHERE);
    for (index, &change) in changes.iter().enumerate() {
        // SAFETY: the margins of the grid hold every place that a direction leads to from a square
        // of the board, and `degrees` is borrowed for writing.
        let degree = unsafe { &mut *here.offset(change) };
        *degree = degree.wrapping_sub(1);
        if *degree < least {
            least = *degree;
            best = black_box(index);
        }
    }
    best
}
