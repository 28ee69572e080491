//! Depth-first counting with the border placed first.
//!
//! Every solution has a queen on each of the four edges of the board: three or four queens in all,
//! since a queen in a corner serves two edges. Those *border constellations* come in orbits of 8, 4
//! or 2 under the symmetries of the square, and the images of a constellation have equally many
//! completions; so one representative of each orbit is completed and its count weighted with the
//! size of the orbit. Inside, the board is n − 2 wide and needs no thought about symmetry any more.
//! Placing the border first is the idea of the coronal pre-placement of Preusser and Engelhardt
//! (*Putting queens in carry chains, No. 27*, 2017).
//!
//! The inner search keeps whole diagonals, not only their part below the current row, so that border
//! queens further down attack upwards from the start, and it skips the rows that a border queen holds.

use super::{Tally, too_large};
use crate::{Limit, Observer, Progress};

/// The largest board this method accepts: its 2n − 1 diagonals fit a word.
pub const MAX_N: u32 = 32;

/// Counts the solutions by border constellations; the nodes are those of the inner searches.
///
/// # Errors
///
/// [`Limit::Size`] beyond [`MAX_N`], [`Limit::Stopped`] when the observer asks to stop.
///
/// # Complexity
///
/// Time grows as the number of solutions: about 130 ns each (n = 16: 1.9 s). Memory O(n⁴) bytes for
/// the constellations, 0.1 MiB at n = 16.
///
/// # Examples
///
/// ```
/// use hippodrome::Silent;
/// use hippodrome::queens::dfs;
///
/// assert_eq!(dfs::count(10, &Silent)?.solutions, 724);
/// # Ok::<(), hippodrome::Limit>(())
/// ```
pub fn count(n: u32, observer: &dyn Observer) -> Result<Tally, Limit> {
    if n > MAX_N {
        return Err(too_large("depth-first search", n, MAX_N));
    }
    if n < 2 {
        return Ok(Tally { solutions: 1, nodes: 1 });
    }
    let borders = constellations(n);
    let total = borders.len() as u128;
    let mut tally = Tally { solutions: 0, nodes: 0 };
    for (done, border) in (1..).zip(&borders) {
        let mut inner = Inner::new(n, border);
        let start = inner.start;
        let completions = inner.complete(0, start);
        tally.solutions += u128::from(completions) * u128::from(border.weight);
        tally.nodes += inner.nodes;
        let (stage, total, note) = ("completing borders", Some(total), String::new());
        observer.progress(&Progress { stage, done, total, note });
        if observer.should_stop() {
            return Err(Limit::Stopped);
        }
    }
    Ok(tally)
}

/// The queens on the edges: bottom and top by column, left and right by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Border {
    edges: [u32; 4],
    weight: u32,
}

const BOTTOM: usize = 0;
const TOP: usize = 1;
const LEFT: usize = 2;
const RIGHT: usize = 3;

impl Border {
    fn squares(&self, n: u32) -> [(u32, u32); 4] {
        let [bottom, top, left, right] = self.edges;
        [(0, bottom), (n - 1, top), (left, 0), (right, n - 1)]
    }
}

/// One representative of each orbit of borders, with the size of the orbit.
fn constellations(n: u32) -> Vec<Border> {
    let mut found = Vec::new();
    for bottom in 0..n {
        for top in 0..n {
            for left in 0..n {
                for right in 0..n {
                    let edges = [bottom, top, left, right];
                    if let Some(weight) = orbit_if_least(edges, n) {
                        let border = Border { edges, weight };
                        if is_consistent(&border, n) {
                            found.push(border);
                        }
                    }
                }
            }
        }
    }
    found
}

/// The size of the orbit, if these edges are the least of it.
fn orbit_if_least(edges: [u32; 4], n: u32) -> Option<u32> {
    let far = n - 1;
    let mirror = |[bottom, top, left, right]: [u32; 4]| [far - bottom, far - top, right, left];
    let transpose = |[bottom, top, left, right]: [u32; 4]| [left, right, bottom, top];
    let mut image = edges;
    let mut fixed = 0;
    for turn in 0..8 {
        image = if turn % 2 == 0 { mirror(image) } else { transpose(image) };
        match image.cmp(&edges) {
            std::cmp::Ordering::Less => return None,
            std::cmp::Ordering::Equal => fixed += 1,
            std::cmp::Ordering::Greater => {}
        }
    }
    Some(8 / fixed)
}

/// No two of the border's queens attack, and a queen in a corner is named by both of its edges.
fn is_consistent(border: &Border, n: u32) -> bool {
    let squares = border.squares(n);
    squares
        .iter()
        .enumerate()
        .all(|(i, &one)| squares[..i].iter().all(|&other| one == other || !attack(one, other)))
}

fn attack((row, column): (u32, u32), (other_row, other_column): (u32, u32)) -> bool {
    let (rows, columns) = (row.abs_diff(other_row), column.abs_diff(other_column));
    rows == 0 || columns == 0 || rows == columns
}

/// Masks of one row. `up` holds the diagonals row + column from the current row on: bit c is the one
/// through column c. `down` holds the diagonals column − row: bit c + n − 1 is the one through c.
#[derive(Clone, Copy, Debug)]
struct Masks {
    columns: u64,
    up: u64,
    down: u64,
}

impl Masks {
    fn forward(self, rows: u32) -> Self {
        Self { columns: self.columns, up: self.up >> rows, down: self.down << rows }
    }

    fn with(self, queen: u64, n: u32) -> Self {
        Self {
            columns: self.columns | queen,
            up: self.up | queen,
            down: self.down | queen << (n - 1),
        }
    }

    fn free(self, full: u64, n: u32) -> u64 {
        full & !(self.columns | self.up | self.down >> (n - 1))
    }
}

struct Inner {
    n: u32,
    full: u64,
    /// How far it is from each row that needs a queen to the next one.
    gaps: Vec<u32>,
    start: Masks,
    nodes: u64,
}

impl Inner {
    fn new(n: u32, border: &Border) -> Self {
        let mut start = Masks { columns: 0, up: 0, down: 0 };
        for (row, column) in border.squares(n) {
            start.columns |= 1 << column;
            start.up |= 1 << (row + column);
            start.down |= 1 << (column + (n - 1) - row);
        }
        let held = [border.edges[LEFT], border.edges[RIGHT]];
        debug_assert!(border.edges[BOTTOM] < n && border.edges[TOP] < n);
        let rows: Vec<u32> = (1..n - 1).filter(|row| !held.contains(row)).collect();
        let start = rows.first().map_or(start, |&row| start.forward(row));
        let gaps = rows.windows(2).map(|pair| pair[1] - pair[0]).collect();
        Self { n, full: u64::MAX >> (64 - n), gaps, start, nodes: 0 }
    }

    fn complete(&mut self, depth: usize, masks: Masks) -> u64 {
        self.nodes += 1;
        let mut free = masks.free(self.full, self.n);
        let Some(&gap) = self.gaps.get(depth) else {
            // The last row that needs a queen, or a border that already is a solution.
            let complete = masks.columns == self.full;
            return if complete { 1 } else { u64::from(free.count_ones()) };
        };
        let mut solutions = 0;
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            let next = masks.with(queen, self.n).forward(gap);
            if next.free(self.full, self.n) != 0 {
                solutions += self.complete(depth + 1, next);
            }
        }
        solutions
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Silent;

    #[test]
    fn weights_add_up_to_all_borders() {
        for n in 2..=9 {
            let weighted: u32 = constellations(n).iter().map(|border| border.weight).sum();
            let mut all = 0;
            for code in 0..n.pow(4) {
                let edges = [code % n, code / n % n, code / n.pow(2) % n, code / n.pow(3)];
                all += u32::from(is_consistent(&Border { edges, weight: 1 }, n));
            }
            assert_eq!(weighted, all, "n = {n}");
        }
    }

    #[test]
    fn small_boards() {
        for (n, solutions) in [(0, 1), (1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4)] {
            assert_eq!(count(n, &Silent).unwrap().solutions, solutions, "n = {n}");
        }
    }
}
