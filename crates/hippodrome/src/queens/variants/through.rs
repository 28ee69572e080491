//! How many solutions use each square.

use super::super::too_large;
use super::{MAX_N, Pace};
use crate::{Limit, Observer};

/// For each row and column from 0, the number of solutions of n queens with a queen there.
///
/// Each row and each column of the grid adds up to the number of solutions.
///
/// # Errors
///
/// [`Limit::Size`] beyond n = 31, [`Limit::Stopped`] when the observer asks to stop.
///
/// # Examples
///
/// ```
/// use hippodrome::Silent;
/// use hippodrome::queens::variants::through_squares;
///
/// let grid = through_squares(8, &Silent)?;
/// assert_eq!(grid[0], [4, 8, 16, 18, 18, 16, 8, 4]);
/// # Ok::<(), hippodrome::Limit>(())
/// ```
pub fn through_squares(n: u32, observer: &dyn Observer) -> Result<Vec<Vec<u128>>, Limit> {
    if n > MAX_N {
        return Err(too_large("the grid of solutions", n, MAX_N));
    }
    let grid = vec![vec![0; n as usize]; n as usize];
    let mut search = Search { all: (1 << n) - 1, grid, pace: Pace::new(observer) };
    search.rows(0, 0, 0, 0)?;
    Ok(search.grid)
}

struct Search<'a> {
    all: u32,
    grid: Vec<Vec<u128>>,
    pace: Pace<'a>,
}

impl Search<'_> {
    /// The solutions from this row on; each square above gets those that go through it.
    fn rows(&mut self, row: usize, columns: u32, up: u32, down: u32) -> Result<u128, Limit> {
        if columns == self.all {
            return Ok(1);
        }
        self.pace.step()?;
        let mut free = self.all & !(columns | up | down);
        let mut sum = 0;
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            let count =
                self.rows(row + 1, columns | queen, (up | queen) << 1, (down | queen) >> 1)?;
            self.grid[row][queen.trailing_zeros() as usize] += count;
            sum += count;
        }
        Ok(sum)
    }
}
