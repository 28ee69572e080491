//! Queens on a torus.

use super::super::too_large;
use super::{MAX_N, Pace, sum_over_first_columns};
use crate::{Limit, Observer};

/// Counts the placements of n queens on an n×n torus, OEIS A007705 (odd n) and A051906.
///
/// None exist unless gcd(n, 6) = 1 (Pólya 1918). Shifting a placement along its rows gives n others,
/// so the first queen is put in column 0 and the count multiplied by n; and it never is its own
/// mirror image, so the second queen is put on one half.
///
/// # Errors
///
/// [`Limit::Size`] beyond n = 31, [`Limit::Stopped`] when the observer asks to stop.
///
/// # Examples
///
/// ```
/// use hippodrome::Silent;
/// use hippodrome::queens::variants::toroidal;
///
/// assert_eq!(toroidal(11, &Silent), Ok(88));
/// assert_eq!(toroidal(9, &Silent), Ok(0));
/// ```
pub fn toroidal(n: u32, observer: &dyn Observer) -> Result<u128, Limit> {
    if n > 1 && (n.is_multiple_of(2) || n.is_multiple_of(3)) {
        return Ok(0);
    }
    if n > MAX_N {
        return Err(too_large("the toroidal count", n, MAX_N));
    }
    if n < 2 {
        return Ok(1);
    }
    let mut search = Search { n, all: (1 << n) - 1, pace: Pace::new(observer) };
    let first = Lines { columns: 1, up: 1, down: 1 }.next_row(n, search.all);
    let half = sum_over_first_columns(n / 2 + 1, observer, |second| {
        if first.attacked() >> second & 1 == 1 {
            return Ok(0);
        }
        search.rows(first.with(1 << second).next_row(n, search.all))
    })?;
    Ok(half * 2 * u128::from(n))
}

#[derive(Clone, Copy)]
struct Lines {
    columns: u32,
    up: u32,
    down: u32,
}

impl Lines {
    fn attacked(self) -> u32 {
        self.columns | self.up | self.down
    }

    fn with(self, queen: u32) -> Self {
        Self { columns: self.columns | queen, up: self.up | queen, down: self.down | queen }
    }

    /// Diagonals leave at one edge and come in at the other.
    fn next_row(self, n: u32, all: u32) -> Self {
        Self {
            columns: self.columns,
            up: (self.up << 1 | self.up >> (n - 1)) & all,
            down: self.down >> 1 | (self.down & 1) << (n - 1),
        }
    }
}

struct Search<'a> {
    n: u32,
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
            sum += self.rows(lines.with(queen).next_row(self.n, self.all))?;
        }
        Ok(sum)
    }
}
