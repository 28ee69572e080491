//! All solutions, one after the other, in lexicographic order of their columns.

use super::{Placement, too_large};
use crate::{Limit, Observer, Silent};

/// The largest board that is listed: 2n − 1 diagonals fit a word.
pub const MAX_N: u32 = 32;

/// An iterator over all solutions in lexicographic order.
///
/// Memory O(n); about 10 ns a node of the search tree. It can start behind a given placement, so that
/// a listing can be resumed from its last line.
///
/// # Examples
///
/// ```
/// use hippodrome::queens::list::Solutions;
///
/// let all: Vec<String> = Solutions::new(6)?.map(|solution| solution.to_string()).collect();
/// assert_eq!(all, ["2 4 6 1 3 5", "3 6 2 5 1 4", "4 1 5 2 6 3", "5 3 1 6 4 2"]);
/// # Ok::<(), hippodrome::Limit>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solutions {
    n: usize,
    /// Columns of the rows filled so far.
    columns: Vec<u32>,
    /// For each row from the first to the one after `columns`: free columns not yet tried.
    untried: Vec<u64>,
    lines: [u64; 3],
    /// The number of the first beginning that is not listed any more; see [`Self::part`].
    end: u64,
}

/// Rows of a beginning.
const BEGINNING: usize = 3;

impl Solutions {
    /// All solutions of n queens.
    ///
    /// # Errors
    ///
    /// [`Limit::Size`] beyond [`MAX_N`].
    pub fn new(n: u32) -> Result<Self, Limit> {
        if n > MAX_N {
            return Err(too_large("the list of solutions", n, MAX_N));
        }
        let n = n as usize;
        let mut all = Self {
            n,
            columns: Vec::with_capacity(n),
            untried: Vec::new(),
            lines: [0; 3],
            end: u64::MAX,
        };
        all.untried.push(all.free());
        Ok(all)
    }

    /// The solutions that come after a placement of the same size.
    ///
    /// # Errors
    ///
    /// [`Limit::Size`] beyond [`MAX_N`].
    ///
    /// # Examples
    ///
    /// ```
    /// use hippodrome::queens::list::Solutions;
    ///
    /// let first = Solutions::new(8)?.next().expect("92 solutions");
    /// assert_eq!(Solutions::after(&first)?.count(), 91);
    /// # Ok::<(), hippodrome::Limit>(())
    /// ```
    pub fn after(last: &Placement) -> Result<Self, Limit> {
        let mut rest = Self::new(u32::try_from(last.n()).unwrap_or(u32::MAX))?;
        for &column in last.columns() {
            // Only columns to the right of the placement's are left to try.
            if let Some(untried) = rest.untried.last_mut() {
                *untried &= u64::MAX << column << 1;
            }
            rest.push(column);
        }
        if let Some(untried) = rest.untried.last_mut() {
            *untried = 0;
        }
        rest.n = if last.n() == 0 { usize::MAX } else { rest.n };
        Ok(rest)
    }

    /// Those in part `part` of `parts`, from 0: the parts one after the other are the whole list.
    ///
    /// The columns of the first three rows are numbered in lexicographic order and cut into ranges of
    /// equal length, so more than n³ parts leave some empty. Parts differ in length; the shortest have
    /// solutions that begin in a corner. A list that was begun behind a placement of the part ends with it.
    ///
    /// # Panics
    ///
    /// If there is no such part.
    ///
    /// # Examples
    ///
    /// ```
    /// use hippodrome::queens::list::Solutions;
    ///
    /// let parts = (0..3).flat_map(|part| Solutions::new(8).unwrap().part(3, part));
    /// assert!(parts.eq(Solutions::new(8)?));
    /// # Ok::<(), hippodrome::Limit>(())
    /// ```
    #[must_use]
    pub fn part(mut self, parts: u32, part: u32) -> Self {
        assert!(part < parts, "part {part} of {parts}");
        if self.n == usize::MAX {
            // The only placement of the empty board is listed.
            return self;
        }
        let all = (self.n as u128).pow(self.n.min(BEGINNING) as u32);
        let bound = |part: u128| (all * part / u128::from(parts)) as u64;
        let (begin, end) = (bound(part.into()), bound(u128::from(part) + 1));
        self.end = end;
        if begin == end {
            self.untried.clear();
            self.n = if self.n == 0 { usize::MAX } else { self.n };
        } else if self.columns.is_empty() {
            self.skip_to(begin);
        }
        self
    }

    /// The part, from 0, that lists this placement.
    ///
    /// # Examples
    ///
    /// ```
    /// use hippodrome::queens::list::Solutions;
    ///
    /// let first = Solutions::new(8)?.part(5, 3).next().expect("some begin there");
    /// assert_eq!(Solutions::part_of(&first, 5), 3);
    /// # Ok::<(), hippodrome::Limit>(())
    /// ```
    #[must_use]
    pub fn part_of(placement: &Placement, parts: u32) -> u32 {
        let n = placement.n() as u128;
        let beginning = &placement.columns()[..placement.n().min(BEGINNING)];
        let number = beginning.iter().fold(0, |sum, &column| sum * n + u128::from(column));
        let all = n.pow(beginning.len() as u32);
        ((u128::from(parts) * (number + 1)).div_ceil(all) - 1) as u32
    }

    /// Leaves out what comes before a beginning, which may be one that is attacked.
    fn skip_to(&mut self, begin: u64) {
        let (n, rows) = (self.n as u64, self.n.min(BEGINNING) as u32);
        for row in 0..rows {
            let column = (begin / n.pow(rows - 1 - row) % n) as u32;
            let Some(untried) = self.untried.last_mut() else { return };
            let is_begun = row + 1 < rows && *untried >> column & 1 == 1;
            *untried &= u64::MAX << column << u32::from(is_begun);
            if !is_begun {
                return;
            }
            self.push(column);
        }
    }

    /// Whether the beginning of what is placed belongs to the next part.
    fn is_past(&self) -> bool {
        let beginning = self.n.min(BEGINNING);
        let number = |sum: u64, &column: &u32| sum * self.n as u64 + u64::from(column);
        self.end != u64::MAX
            && self.columns.len() == beginning
            && self.columns.iter().fold(0, number) >= self.end
    }

    /// One solution of each class under the symmetries of the square, the least of its class.
    pub fn fundamental(self) -> impl Iterator<Item = Placement> {
        self.filter(Placement::is_least_of_its_class)
    }

    /// The next solution, watched: on boards near [`MAX_N`] it can be far.
    ///
    /// # Errors
    ///
    /// [`Limit::Stopped`] when the observer asks to stop; asked again, the search goes on.
    pub fn try_next(&mut self, observer: &dyn Observer) -> Result<Option<Placement>, Limit> {
        // The empty board's only placement is listed once.
        if self.n == 0 {
            self.n = usize::MAX;
            return Ok(Placement::new(Vec::new()).ok());
        }
        let mut steps = 0u32;
        while let Some(untried) = self.untried.last_mut() {
            if *untried != 0 {
                let column = untried.trailing_zeros();
                *untried &= *untried - 1;
                self.push(column);
                if self.is_past() {
                    self.untried.clear();
                    return Ok(None);
                }
                if self.columns.len() == self.n {
                    return Ok(Placement::new(self.columns.clone()).ok());
                }
            } else {
                self.untried.pop();
                let Some(column) = self.columns.pop() else { break };
                self.flip(column);
            }
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(1 << 16) && observer.should_stop() {
                return Err(Limit::Stopped);
            }
        }
        Ok(None)
    }

    fn free(&self) -> u64 {
        let row = self.columns.len();
        if row >= self.n {
            return 0;
        }
        let [columns, up, down] = self.lines;
        !(columns | up >> row | down >> (self.n - 1 - row)) & ((1 << self.n) - 1)
    }

    fn push(&mut self, column: u32) {
        self.flip(column);
        self.columns.push(column);
        self.untried.push(self.free());
    }

    /// Adds or removes the lines of the queen on the row after the filled ones.
    fn flip(&mut self, column: u32) {
        let (row, column) = (self.columns.len(), column as usize);
        let lines = [column, row + column, column + self.n - 1 - row];
        for (set, line) in self.lines.iter_mut().zip(lines) {
            *set ^= 1 << line;
        }
    }
}

impl Iterator for Solutions {
    type Item = Placement;

    fn next(&mut self) -> Option<Placement> {
        self.try_next(&Silent).ok().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::super::bitmask;
    use super::*;

    #[test]
    fn lists_as_many_as_are_counted_in_order() {
        for n in 0..=9 {
            let all: Vec<Placement> = Solutions::new(n).unwrap().collect();
            assert_eq!(all.len() as u128, bitmask::count(n, &Silent).unwrap().solutions);
            assert!(all.windows(2).all(|pair| pair[0] < pair[1]), "n = {n}");
        }
    }

    #[test]
    fn resuming_after_each_solution_gives_the_rest() {
        for n in [0, 1, 4, 6, 7] {
            let all: Vec<Placement> = Solutions::new(n).unwrap().collect();
            for (at, solution) in all.iter().enumerate() {
                let rest: Vec<Placement> = Solutions::after(solution).unwrap().collect();
                assert_eq!(rest, all[at + 1..], "n = {n}");
            }
        }
    }

    #[test]
    fn parts_one_after_the_other_are_the_whole_list() {
        for n in 0..=8 {
            let all: Vec<Placement> = Solutions::new(n).unwrap().collect();
            for parts in [1, 2, 3, 7, 64, 1000] {
                let listed = |part| Solutions::new(n).unwrap().part(parts, part);
                assert!((0..parts).flat_map(listed).eq(all.iter().cloned()), "{n}: {parts} parts");
            }
            for parts in [1, 2, 3, 7, 64, 1000] {
                let whose = |part| {
                    let mut listed = Solutions::new(n).unwrap().part(parts, part);
                    listed.all(|placement| Solutions::part_of(&placement, parts) == part)
                };
                assert!((0..parts).all(whose), "{n}: {parts} parts");
            }
            let of_two: Vec<Placement> = Solutions::new(n).unwrap().part(2, 1).collect();
            for (at, solution) in of_two.iter().enumerate() {
                let rest = Solutions::after(solution).unwrap().part(2, 1);
                assert!(rest.eq(of_two[at + 1..].iter().cloned()), "n = {n}");
            }
            let first: Vec<Placement> = Solutions::new(n).unwrap().part(2, 0).collect();
            for (at, solution) in first.iter().enumerate() {
                let rest = Solutions::after(solution).unwrap().part(2, 0);
                assert!(rest.eq(first[at + 1..].iter().cloned()), "n = {n}");
            }
        }
    }

    #[test]
    fn one_of_each_class() {
        for (n, classes) in [(1, 1), (4, 1), (5, 2), (6, 1), (7, 6), (8, 12), (9, 46)] {
            assert_eq!(Solutions::new(n).unwrap().fundamental().count(), classes, "n = {n}");
        }
    }
}
