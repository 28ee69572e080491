//! Queens that are knights as well: amazons, or superqueens.

use super::super::too_large;
use super::{MAX_N, Pace, sum_over_first_columns};
use crate::{Limit, Observer};

/// Counts the placements of n superqueens (queen and knight in one) on an n×n board, OEIS A051223.
///
/// None exist for 2 ≤ n ≤ 9; there is one for every n ≥ 10.
///
/// # Errors
///
/// [`Limit::Size`] beyond n = 31, [`Limit::Stopped`] when the observer asks to stop.
///
/// # Examples
///
/// ```
/// use hippodrome::Silent;
/// use hippodrome::queens::variants::superqueens;
///
/// assert_eq!(superqueens(10, &Silent), Ok(4));
/// ```
pub fn superqueens(n: u32, observer: &dyn Observer) -> Result<u128, Limit> {
    if n > MAX_N {
        return Err(too_large("the count of superqueens", n, MAX_N));
    }
    if n < 2 {
        return Ok(1);
    }
    let mut search = Search { all: (1 << n) - 1, pace: Pace::new(observer) };
    let start = Lines { columns: 0, up: 0, down: 0, last: 0, before: 0 };
    // Left half and mirror image; in the middle column of odd boards, without doubling.
    let half =
        sum_over_first_columns(n / 2, observer, |first| search.rows(start.with(1 << first)))?;
    let middle = if n % 2 == 1 { search.rows(start.with(1 << (n / 2)))? } else { 0 };
    Ok(2 * half + middle)
}

/// Lines attacked on the current row, and the queens of the last two rows.
#[derive(Clone, Copy)]
struct Lines {
    columns: u32,
    up: u32,
    down: u32,
    last: u32,
    before: u32,
}

impl Lines {
    fn attacked(self) -> u32 {
        let knights = self.last << 2 | self.last >> 2 | self.before << 1 | self.before >> 1;
        self.columns | self.up | self.down | knights
    }

    fn with(self, queen: u32) -> Self {
        Self {
            columns: self.columns | queen,
            up: (self.up | queen) << 1,
            down: (self.down | queen) >> 1,
            last: queen,
            before: self.last,
        }
    }
}

struct Search<'a> {
    all: u32,
    pace: Pace<'a>,
}

impl Search<'_> {
    fn rows(&mut self, lines: Lines) -> Result<u128, Limit> {
        if lines.columns == self.all {
            return Ok(1);
        }
        self.pace.step()?;
        let mut free = self.all & !lines.attacked();
        let mut sum = 0;
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            sum += self.rows(lines.with(queen))?;
        }
        Ok(sum)
    }
}
