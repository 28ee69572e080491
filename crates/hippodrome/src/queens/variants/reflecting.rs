//! Queens whose diagonals are reflected.

use super::super::too_large;
use super::{MAX_N, Pace, sum_over_first_columns};
use crate::{Limit, Observer};

/// Counts the permutations p of 1..n for which the 2n values p(k) + k and p(k) − k are distinct, OEIS
/// A007631: queens whose diagonals are reflected at a wall beside the board, so that an upward
/// diagonal of one must not be the downward diagonal of another either.
///
/// # Errors
///
/// [`Limit::Size`] beyond n = 31, [`Limit::Stopped`] when the observer asks to stop.
///
/// # Examples
///
/// ```
/// use hippodrome::Silent;
/// use hippodrome::queens::variants::reflecting;
///
/// assert_eq!(reflecting(8, &Silent), Ok(10));
/// ```
pub fn reflecting(n: u32, observer: &dyn Observer) -> Result<u128, Limit> {
    if n > MAX_N {
        return Err(too_large("the count of reflecting queens", n, MAX_N));
    }
    if n == 0 {
        return Ok(1);
    }
    let mut search = Search { n, all: (1 << n) - 1, pace: Pace::new(observer) };
    sum_over_first_columns(n, observer, |first| search.with(1, first, 0, 0))
}

struct Search<'a> {
    n: u32,
    all: u32,
    pace: Pace<'a>,
}

impl Search<'_> {
    /// Puts the k-th queen (from 1) on a column (from 0) and fills the rest. A value v that is taken is
    /// bit v + n of `values`.
    fn with(&mut self, k: u32, column: u32, columns: u32, values: u128) -> Result<u128, Limit> {
        let p = column + 1;
        let values = values | 1 << (self.n + p + k) | 1 << (self.n + p - k);
        let columns = columns | 1 << column;
        if columns == self.all {
            return Ok(1);
        }
        self.pace.step()?;
        // Of row k + 1: column c has the values c + 1 + (k + 1) and c + 1 − (k + 1).
        let taken = values >> (self.n + k + 2) | values >> (self.n - k);
        let mut free = self.all & !(columns | taken as u32);
        let mut sum = 0;
        while free != 0 {
            sum += self.with(k + 1, free.trailing_zeros(), columns, values)?;
            free &= free - 1;
        }
        Ok(sum)
    }
}
