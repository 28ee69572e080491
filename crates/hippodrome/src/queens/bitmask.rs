//! Bitmask backtracking: the teaching version and the second opinion.
//!
//! Rows are filled in order. Three masks hold the squares of the current row that an earlier queen
//! attacks: along its column, along the diagonal that runs to higher columns and along the one that
//! runs to lower columns. Going to the next row shifts one diagonal mask up and the other down; what
//! leaves the board on the way is cut off. So `full & !(columns | up | down)` is exactly the set of
//! safe squares, and every placement is reached once.
//!
//! A placement and its left-right mirror image are two solutions (for n ≥ 2), so the first queen is
//! only put on the left half and the count is doubled. On odd boards the first queen may also stand
//! in the middle column; there the second queen decides, and the middle column is taken by then.

use super::{Tally, too_large};
use crate::{Limit, Observer, Progress};

/// The largest board this method accepts: what fits the masks. (Patience ends near n = 18.)
pub const MAX_N: u32 = 32;

/// Counts the solutions of the n queens problem by plain backtracking, with the nodes visited.
///
/// A node is a non-empty set of non-attacking queens that fills the first rows, solutions included;
/// only the half that is searched is counted.
///
/// # Errors
///
/// [`Limit::Size`] beyond [`MAX_N`], [`Limit::Stopped`] when the observer asks to stop.
///
/// # Complexity
///
/// About 8 ns a node; n = 14 has 1.4·10⁷ nodes, and each further row multiplies them by 6 to 7.
///
/// # Examples
///
/// ```
/// use hippodrome::Silent;
/// use hippodrome::queens::bitmask;
///
/// let tally = bitmask::count(8, &Silent)?;
/// assert_eq!((tally.solutions, tally.nodes), (92, 1028));
/// # Ok::<(), hippodrome::Limit>(())
/// ```
pub fn count(n: u32, observer: &dyn Observer) -> Result<Tally, Limit> {
    if n > MAX_N {
        return Err(too_large("bitmask backtracking", n, MAX_N));
    }
    if n < 2 {
        return Ok(Tally { solutions: 1, nodes: u64::from(n) });
    }
    let mut search = Search { full: u32::MAX >> (32 - n), nodes: 0 };
    let half = n / 2;
    let second_rows = if n % 2 == 1 { half.saturating_sub(1) } else { 0 };
    let total = u128::from(half * n + second_rows);
    let mut done = 0;
    let mut solutions = 0;
    let mut step = |observer: &dyn Observer| {
        done += 1;
        let (stage, total, note) = ("placing queens row by row", Some(total), String::new());
        observer.progress(&Progress { stage, done, total, note });
        if observer.should_stop() { Err(Limit::Stopped) } else { Ok(()) }
    };
    for first in (0..half).map(|column| 1 << column) {
        search.nodes += 1;
        for second in (0..n).map(|column| 1 << column) {
            solutions += search.below_two(first, second);
            step(observer)?;
        }
    }
    if n % 2 == 1 {
        search.nodes += 1;
        for second in (0..second_rows).map(|column| 1 << column) {
            solutions += search.below_two(1 << half, second);
            step(observer)?;
        }
    }
    Ok(Tally { solutions: u128::from(solutions) * 2, nodes: search.nodes })
}

struct Search {
    full: u32,
    nodes: u64,
}

impl Search {
    /// Solutions with queens on these two squares of the first two rows; none if they attack.
    fn below_two(&mut self, first: u32, second: u32) -> u64 {
        let (up, down) = ((first << 1) & self.full, first >> 1);
        if second & (first | up | down) != 0 {
            return 0;
        }
        self.below(first | second, ((up | second) << 1) & self.full, (down | second) >> 1)
    }

    fn below(&mut self, columns: u32, up: u32, down: u32) -> u64 {
        self.nodes += 1;
        if columns == self.full {
            return 1;
        }
        let mut solutions = 0;
        let mut free = self.full & !(columns | up | down);
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            solutions +=
                self.below(columns | queen, ((up | queen) << 1) & self.full, (down | queen) >> 1);
        }
        solutions
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Silent;

    #[test]
    fn every_call_of_the_half_tree_is_a_node() {
        // Recomputed by listing all partial placements.
        for n in 2..=8 {
            let all = partial_placements(n);
            let half = all
                .iter()
                .filter(|rows| {
                    let middle = |column: u32| n % 2 == 1 && column == n / 2;
                    match rows[..] {
                        [] => false,
                        [first] => first < n / 2 || middle(first),
                        [first, second, ..] => first < n / 2 || middle(first) && second < n / 2,
                    }
                })
                .count();
            assert_eq!(count(n, &Silent).unwrap().nodes, half as u64, "n = {n}");
        }
    }

    fn partial_placements(n: u32) -> Vec<Vec<u32>> {
        let mut all = vec![vec![]];
        let mut next = 0;
        while next < all.len() {
            let rows: Vec<u32> = all[next].clone();
            next += 1;
            if rows.len() == n as usize {
                continue;
            }
            for column in 0..n {
                let safe = rows.iter().enumerate().all(|(row, &other)| {
                    other != column && other.abs_diff(column) as usize != rows.len() - row
                });
                if safe {
                    let mut longer = rows.clone();
                    longer.push(column);
                    all.push(longer);
                }
            }
        }
        all
    }

    #[test]
    fn refuses_what_does_not_fit_the_masks() {
        assert!(matches!(count(33, &Silent), Err(Limit::Size(_))));
    }
}
