//! Solutions that a rotation leaves as they are, and with them the count up to symmetry.
//!
//! No solution with n ≥ 2 equals its mirror image, so of the eight symmetries of the square only the
//! rotations can fix one. Let Q be the number of solutions, P of those fixed by the half turn and R
//! of those fixed by the quarter turn. The Cauchy-Frobenius (Burnside) lemma gives the number of
//! classes
//!
//! ```text
//! U = (Q + P + 2 R) / 8        (n ≥ 2)
//! ```
//!
//! for OEIS A002562 from A000170, A032522 and A033148. A class has 8 members, 4 if the half turn
//! fixes it, 2 if the quarter turn does. The board of one square is the exception: all eight
//! symmetries fix its solution. P and R are tiny searches beside Q, since one queen places two or
//! four.

use super::too_large;
use crate::{Limit, Observer};

/// The largest board these searches accept: its 2n − 1 diagonals fit a word.
pub const MAX_N: u32 = 32;

/// The classes of solutions under the eight symmetries of the square, by size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classes {
    /// All solutions, Q(n), A000170.
    pub solutions: u128,
    /// Solutions that the half turn fixes, P(n), A032522.
    pub half_turn: u128,
    /// Solutions that the quarter turn fixes, R(n), A033148.
    pub quarter_turn: u128,
    /// Classes with 8, 4, 2 and 1 members.
    pub orbits: [u128; 4],
}

impl Classes {
    /// The classes, given the number of solutions and the two searches' results.
    #[must_use]
    pub fn new(n: u32, solutions: u128, half_turn: u128, quarter_turn: u128) -> Self {
        let orbits = if n < 2 {
            [0, 0, 0, solutions]
        } else {
            [
                solutions.saturating_sub(half_turn) / 8,
                half_turn.saturating_sub(quarter_turn) / 4,
                quarter_turn / 2,
                0,
            ]
        };
        Self { solutions, half_turn, quarter_turn, orbits }
    }

    /// Solutions up to symmetry, U(n), A002562.
    #[must_use]
    pub fn fundamental(&self) -> u128 {
        self.orbits.iter().sum()
    }
}

/// Finds P and R and derives the classes of the given number of solutions.
///
/// # Errors
///
/// [`Limit::Size`] beyond [`MAX_N`], [`Limit::Stopped`] when the observer asks to stop.
///
/// # Examples
///
/// Why 92? Eleven classes of eight and one of four.
///
/// ```
/// use hippodrome::Silent;
/// use hippodrome::queens::symmetric;
///
/// let classes = symmetric::classes(8, 92, &Silent)?;
/// assert_eq!(classes.orbits, [11, 1, 0, 0]);
/// assert_eq!(classes.fundamental(), 12);
/// # Ok::<(), hippodrome::Limit>(())
/// ```
pub fn classes(n: u32, solutions: u128, observer: &dyn Observer) -> Result<Classes, Limit> {
    Ok(Classes::new(n, solutions, half_turn(n, observer)?, quarter_turn(n, observer)?))
}

/// P(n): solutions that the half turn fixes (OEIS A032522).
///
/// # Errors
///
/// [`Limit::Size`] beyond [`MAX_N`], [`Limit::Stopped`] when the observer asks to stop.
///
/// # Examples
///
/// ```
/// use hippodrome::Silent;
/// use hippodrome::queens::symmetric;
///
/// assert_eq!(symmetric::half_turn(8, &Silent), Ok(4));
/// ```
pub fn half_turn(n: u32, observer: &dyn Observer) -> Result<u128, Limit> {
    let mut board = Board::new(n, observer)?;
    if n % 2 == 1 {
        // The middle row holds a queen that the half turn must fix: the centre.
        board.place(n / 2, n / 2);
    }
    board.half_turn(n / 2)
}

/// R(n): solutions that the quarter turn fixes (OEIS A033148); zero unless n mod 4 is 0 or 1.
///
/// # Errors
///
/// [`Limit::Size`] beyond [`MAX_N`], [`Limit::Stopped`] when the observer asks to stop.
///
/// # Examples
///
/// ```
/// use hippodrome::Silent;
/// use hippodrome::queens::symmetric;
///
/// assert_eq!(symmetric::quarter_turn(12, &Silent), Ok(8));
/// ```
pub fn quarter_turn(n: u32, observer: &dyn Observer) -> Result<u128, Limit> {
    let mut board = Board::new(n, observer)?;
    if n % 4 > 1 {
        return Ok(0);
    }
    if n % 2 == 1 {
        board.place(n / 2, n / 2);
    }
    board.quarter_turn(n / 2)
}

/// Occupied lines. Rows are filled from the middle outwards: inner queens attack more.
#[derive(Clone, Copy)]
struct Board<'a> {
    n: u32,
    rows: u64,
    columns: u64,
    up: u64,
    down: u64,
    observer: &'a dyn Observer,
}

impl<'a> Board<'a> {
    fn new(n: u32, observer: &'a dyn Observer) -> Result<Self, Limit> {
        if n > MAX_N {
            return Err(too_large("the search for symmetric solutions", n, MAX_N));
        }
        Ok(Self { n, rows: 0, columns: 0, up: 0, down: 0, observer })
    }

    /// Puts a queen there; false if its lines are not all free.
    fn place(&mut self, row: u32, column: u32) -> bool {
        let (up, down) = (1 << (row + column), 1 << (column + self.n - 1 - row));
        let free = self.rows & 1 << row == 0
            && self.columns & 1 << column == 0
            && self.up & up == 0
            && self.down & down == 0;
        self.rows |= 1 << row;
        self.columns |= 1 << column;
        self.up |= up;
        self.down |= down;
        free
    }

    /// Completions, when the rows from `row` to its mirror image are done.
    fn half_turn(self, row: u32) -> Result<u128, Limit> {
        let Some(row) = row.checked_sub(1) else { return Ok(1) };
        if row + 3 >= self.n / 2 && self.observer.should_stop() {
            return Err(Limit::Stopped);
        }
        let full = u64::MAX >> (64 - self.n);
        let mut free = full & !(self.columns | self.up >> row | self.down >> (self.n - 1 - row));
        let mut solutions = 0;
        while free != 0 {
            let column = free.trailing_zeros();
            free &= free - 1;
            let mut next = self;
            if next.place(row, column) && next.place(self.n - 1 - row, self.n - 1 - column) {
                solutions += next.half_turn(row)?;
            }
        }
        Ok(solutions)
    }

    fn quarter_turn(self, row: u32) -> Result<u128, Limit> {
        let Some(row) = row.checked_sub(1) else { return Ok(1) };
        if row + 3 >= self.n / 2 && self.observer.should_stop() {
            return Err(Limit::Stopped);
        }
        if self.rows & 1 << row != 0 {
            return self.quarter_turn(row);
        }
        let far = self.n - 1;
        let mut solutions = 0;
        for column in 0..self.n {
            let mut next = self;
            if next.place(row, column)
                && next.place(column, far - row)
                && next.place(far - row, far - column)
                && next.place(far - column, row)
            {
                solutions += next.quarter_turn(row)?;
            }
        }
        Ok(solutions)
    }
}
