//! Fewer queens than the board can hold, and boards that are not square.

use super::super::too_large;
use super::{MAX_N, Pace, sum_over_first_columns};
use crate::{Limit, Observer};

/// Counts the placements of `queens` non-attacking queens on a board of these sides.
///
/// Placements are sets of squares: the queens are not told apart.
///
/// # Errors
///
/// [`Limit::Size`] if a side exceeds 31, [`Limit::Stopped`] when the observer asks to stop.
///
/// # Complexity
///
/// Time grows as the count of fewer queens; the last queen is counted, not placed.
///
/// # Examples
///
/// ```
/// use hippodrome::Silent;
/// use hippodrome::queens::variants::some_queens;
///
/// assert_eq!(some_queens(8, 8, 2, &Silent), Ok(1288));
/// assert_eq!(some_queens(2, 5, 2, &Silent), Ok(12));
/// ```
pub fn some_queens(
    rows: u32,
    columns: u32,
    queens: u32,
    observer: &dyn Observer,
) -> Result<u128, Limit> {
    // The counts are the same for both orientations; fewer rows make a smaller tree.
    let (rows, columns) = (rows.min(columns), rows.max(columns));
    if columns > MAX_N {
        return Err(too_large("the count of some queens", columns, MAX_N));
    }
    if queens > rows {
        return Ok(0);
    }
    if queens == 0 {
        return Ok(1);
    }
    let mut search = Search { rows, all: (1 << columns) - 1, pace: Pace::new(observer) };
    // By the row of the first queen: rows before it stay empty.
    sum_over_first_columns(rows - queens + 1, observer, |row| {
        search.below(row, queens, true, Lines::default())
    })
}

#[derive(Clone, Copy, Default)]
struct Lines {
    columns: u32,
    up: u32,
    down: u32,
}

struct Search<'a> {
    rows: u32,
    all: u32,
    pace: Pace<'a>,
}

impl Search<'_> {
    /// Placements of so many queens on the rows from `row` on, with one on `row` itself if `here`.
    fn below(&mut self, row: u32, queens: u32, here: bool, lines: Lines) -> Result<u128, Limit> {
        self.pace.step()?;
        let mut free = self.all & !(lines.columns | lines.up | lines.down);
        if queens == 1 && here {
            return Ok(free.count_ones().into());
        }
        let next = |queen: u32| Lines {
            columns: lines.columns | queen,
            up: (lines.up | queen) << 1,
            down: (lines.down | queen) >> 1,
        };
        let mut sum = 0;
        if queens == 1 {
            sum += u128::from(free.count_ones());
        } else if row + queens <= self.rows {
            while free != 0 {
                let queen = free & free.wrapping_neg();
                free ^= queen;
                sum += self.below(row + 1, queens - 1, false, next(queen))?;
            }
        }
        if !here && row + queens < self.rows {
            sum += self.below(row + 1, queens, false, next(0))?;
        }
        Ok(sum)
    }
}
