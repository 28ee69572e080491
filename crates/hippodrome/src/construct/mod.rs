//! Tours of any rectangle in linear time, and on boards of any size without building them.
//!
//! A [`Construction`] is a tour written as a short program: a few walks through small tiles, and
//! repeats of them. It takes a few kilobytes whatever the board, and answers at once which square is
//! visited at a step and at which step a square is visited, on boards up to 2^32 a side.
//!
//! ```
//! use hippodrome::construct::{Options, construct};
//! use hippodrome::{Kind, Leaper, Problem};
//!
//! let board = "4294967296x4294967296".parse()?;
//! let problem = Problem::new(board, Leaper::KNIGHT, Kind::Closed);
//! let tour = construct(&problem, &Options::default()).found().expect("Schwenk 1991");
//! let square = tour.square(12_345_678_901_234_567_890).expect("a step of 2^64");
//! assert_eq!(tour.step(square), Some(12_345_678_901_234_567_890));
//! # Ok::<(), hippodrome::Error>(())
//! ```

mod choose;
mod comb;
mod cover;
mod ends;
mod orbits;
mod program;
#[cfg(all(test, feature = "exhaustive"))]
mod proof;
mod squares;
mod strip;
mod symmetric;
mod tables;
mod tile;
mod windows;

pub use choose::{Options, construct, serves};
pub use squares::Squares;
pub use tables::generate as generate_tiles;

use crate::board::Board;
use crate::leaper::Leaper;
use crate::square::Square;
use crate::tour::{Kind, Tour, TourError};
use program::Program;

/// The separate checker reads the tour and accepts it.
#[cfg(test)]
fn accepted(tour: &Construction) {
    let mut bytes = Vec::new();
    crate::format::Format::Squares.stream(tour, None, &mut bytes).unwrap();
    let question = hippodrome_check::Question::new()
        .board(tour.board().rows(), tour.board().cols())
        .closed(tour.kind() == Kind::Closed);
    let limits = hippodrome_check::Limits::default();
    let report = hippodrome_check::check(&bytes, None, &question, &limits);
    assert_eq!(report.exit_code(), 0, "{}: {report}", tour.board().size());
}

/// A tour of a rectangle that is known without being built.
///
/// A few kilobytes on any board. Steps count from 1.
#[derive(Debug, Clone)]
pub struct Construction {
    board: Board,
    kind: Kind,
    program: Program,
    /// The step of the program, from 0, that is step 1 of the tour.
    first: u128,
}

impl Construction {
    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Open or closed.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The number of squares; at least 1, at most 2^64.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a tour is never empty")]
    pub fn len(&self) -> u128 {
        self.program.len()
    }

    /// The square visited at a step from 1, or `None` past the last.
    ///
    /// # Complexity
    ///
    /// O(1): a descent through at most two repeats.
    #[must_use]
    pub fn square(&self, step: u128) -> Option<Square> {
        let len = self.len();
        if step == 0 || step > len {
            return None;
        }
        let (row, col) = self.program.place((step - 1 + self.first) % len)?;
        Some(Square::new(row as u32, col as u32))
    }

    /// The step from 1 at which a square is visited, or `None` off the board.
    ///
    /// # Complexity
    ///
    /// O(1): one look at each of the program's walks, of which there are some tens at most.
    #[must_use]
    pub fn step(&self, square: Square) -> Option<u128> {
        if !self.board.spans(square) {
            return None;
        }
        let step = self.program.step((i64::from(square.row), i64::from(square.col)))?;
        Some(self.numbered(step))
    }

    /// The squares in the order visited.
    ///
    /// The iterator copies walks of tiles and displaces them; constant memory. Internal iteration
    /// (`for_each`, `fold`) is the fastest.
    #[must_use]
    pub fn squares(&self) -> Squares<'_> {
        Squares::new(&self.program, self.first, self.len())
    }

    /// The squares from a step (from 1) on.
    #[must_use]
    pub fn squares_from(&self, step: u128) -> Squares<'_> {
        let skipped = step.saturating_sub(1).min(self.len());
        let from = (self.first + skipped) % self.len();
        Squares::new(&self.program, from, self.len() - skipped)
    }

    /// Writes the steps (from 1) of the squares of a row, from the column `first` on, as many as
    /// `out` holds; the order of a number matrix without the matrix.
    ///
    /// Entries past the end of the row are left alone. Steps past 2^64 − 1, of which only the last
    /// of the largest board is one, wrap to 0.
    ///
    /// # Complexity
    ///
    /// O(length of `out`), no memory.
    ///
    /// # Examples
    ///
    /// ```
    /// use hippodrome::construct::{Options, construct};
    /// use hippodrome::{Kind, Leaper, Problem, Square};
    ///
    /// let problem = Problem::new("1000000x1000000".parse()?, Leaper::KNIGHT, Kind::Closed);
    /// let tour = construct(&problem, &Options::default()).found().expect("Schwenk 1991");
    /// let mut steps = [0; 4];
    /// tour.row(7, 999_990, &mut steps);
    /// assert_eq!(tour.step(Square::new(7, 999_992)), Some(u128::from(steps[2])));
    /// # Ok::<(), hippodrome::Error>(())
    /// ```
    pub fn row(&self, row: u32, first: u32, out: &mut [u64]) {
        let (len, offset) = (self.len(), self.first);
        let width = (self.board.cols().saturating_sub(u64::from(first))).min(out.len() as u64);
        if u64::from(row) >= self.board.rows() || width == 0 {
            return;
        }
        let out = &mut out[..width as usize];
        if offset == 0 {
            self.program.fill(row.into(), first.into(), out, |step| step as u64 + 1);
        } else {
            self.program.fill(row.into(), first.into(), out, |step| {
                (if step >= offset { step - offset } else { step + len - offset }) as u64 + 1
            });
        }
    }

    /// The tour in memory, verified.
    ///
    /// # Errors
    ///
    /// When the board has more than 2^32 squares.
    pub fn to_tour(&self) -> Result<Tour, TourError> {
        Tour::new(&self.board, Leaper::KNIGHT, self.kind, self.squares())
    }

    fn numbered(&self, step: u128) -> u128 {
        let len = self.len();
        (if step >= self.first { step - self.first } else { step + len - self.first }) + 1
    }
}
