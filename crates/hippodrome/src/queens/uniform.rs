//! Exactly uniform random solutions, by counting.
//!
//! No sampler that is exactly uniform and fast for large n is known. For small n the solutions can be
//! numbered in lexicographic order: how many lie below each choice of the first two queens is counted
//! once, and a uniform number is then turned into its solution by counting on below that choice.

use super::{Placement, too_large};
use crate::{Limit, Observer, Rng};

/// The largest board: counting takes minutes there.
pub const MAX_N: u32 = 18;

/// Numbered solutions.
///
/// # Examples
///
/// ```
/// use hippodrome::queens::uniform::Numbered;
/// use hippodrome::{Rng, Silent};
///
/// let numbered = Numbered::new(8, &Silent)?;
/// assert_eq!(numbered.len(), 92);
/// assert_eq!(numbered.get(0).map(|first| first.to_string()).as_deref(), Some("1 5 8 6 3 7 2 4"));
///
/// let mut rng = Rng::new(1);
/// assert!(numbered.sample(&mut rng).is_some());
/// # Ok::<(), hippodrome::Limit>(())
/// ```
#[derive(Clone, Debug)]
pub struct Numbered {
    n: u32,
    /// The first two columns, with the solutions before those that begin so.
    prefixes: Vec<([u32; 2], u64)>,
    len: u64,
}

impl Numbered {
    /// Counts the solutions of n queens by their first two columns.
    ///
    /// # Errors
    ///
    /// [`Limit::Size`] beyond [`MAX_N`], [`Limit::Stopped`] when the observer asks to stop.
    ///
    /// # Complexity
    ///
    /// That of [`bitmask`](super::bitmask): 0.1 s for n = 14, 5 s for n = 16.
    pub fn new(n: u32, observer: &dyn Observer) -> Result<Self, Limit> {
        if n > MAX_N {
            return Err(too_large("uniform sampling", n, MAX_N));
        }
        if n < 2 {
            return Ok(Self { n, prefixes: Vec::new(), len: 1 });
        }
        // The prefixes of the right half mirror those of the left.
        let mut counts = vec![0; (n * n) as usize];
        for first in 0..n.div_ceil(2) {
            for second in 0..n {
                let count = Rows::new(n).with(first).with(second).count();
                let mirror = (n - 1 - first) * n + (n - 1 - second);
                counts[(first * n + second) as usize] = count;
                counts[mirror as usize] = count;
                if observer.should_stop() {
                    return Err(Limit::Stopped);
                }
            }
        }
        let mut prefixes = Vec::new();
        let mut len = 0;
        for (at, count) in (0..).zip(counts) {
            if count > 0 {
                prefixes.push(([at / n, at % n], len));
                len += count;
            }
        }
        Ok(Self { n, prefixes, len })
    }

    /// The number of solutions.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there are none (n = 2, 3).
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The solution with this number, from 0 in lexicographic order.
    #[must_use]
    pub fn get(&self, number: u64) -> Option<Placement> {
        if number >= self.len {
            return None;
        }
        if self.n < 2 {
            return Placement::new((0..self.n).collect()).ok();
        }
        let at = self.prefixes.partition_point(|&(_, before)| before <= number);
        let &(columns, before) = self.prefixes.get(at.checked_sub(1)?)?;
        let mut columns = columns.to_vec();
        let mut left = number - before;
        let mut rows = columns.iter().fold(Rows::new(self.n), |rows, &column| rows.with(column));
        while columns.len() < self.n as usize {
            let column = rows.choices().find(|&column| {
                let count = rows.with(column).count();
                let here = left < count;
                left -= if here { 0 } else { count };
                here
            })?;
            columns.push(column);
            rows = rows.with(column);
        }
        Placement::new(columns).ok()
    }

    /// A solution drawn uniformly; none if there are none.
    #[must_use]
    pub fn sample(&self, rng: &mut Rng) -> Option<Placement> {
        if self.is_empty() { None } else { self.get(rng.below(self.len)) }
    }
}

/// The attacked squares of the row after those filled.
#[derive(Clone, Copy)]
struct Rows {
    all: u32,
    columns: u32,
    up: u32,
    down: u32,
    /// Two of the queens attack each other.
    wrong: bool,
}

impl Rows {
    fn new(n: u32) -> Self {
        Self { all: (1 << n) - 1, columns: 0, up: 0, down: 0, wrong: false }
    }

    fn free(self) -> u32 {
        if self.wrong { 0 } else { self.all & !(self.columns | self.up | self.down) }
    }

    fn choices(self) -> impl Iterator<Item = u32> {
        let free = self.free();
        (0..u32::BITS).filter(move |column| free & 1 << column != 0)
    }

    fn with(self, column: u32) -> Self {
        let queen = 1 << column;
        Self {
            columns: self.columns | queen,
            up: ((self.up | queen) << 1) & self.all,
            down: (self.down | queen) >> 1,
            wrong: self.free() & queen == 0,
            ..self
        }
    }

    fn count(self) -> u64 {
        if self.wrong {
            return 0;
        }
        if self.columns == self.all {
            return 1;
        }
        let mut free = self.free();
        let mut count = 0;
        while free != 0 {
            let column = free.trailing_zeros();
            free &= free - 1;
            count += self.with(column).count();
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::super::list::Solutions;
    use super::*;
    use crate::Silent;

    #[test]
    fn numbers_are_places_in_the_list() {
        for n in 0..=9 {
            let numbered = Numbered::new(n, &Silent).unwrap();
            let all: Vec<Placement> = Solutions::new(n).unwrap().collect();
            let got: Vec<Placement> = (0..).map_while(|number| numbered.get(number)).collect();
            assert_eq!(got, all, "n = {n}");
            assert_eq!(numbered.len(), all.len() as u64);
        }
    }

    #[test]
    fn samples_are_even() {
        let numbered = Numbered::new(6, &Silent).unwrap();
        let mut rng = Rng::new(5);
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..4000 {
            *seen.entry(numbered.sample(&mut rng).unwrap()).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 4);
        assert!(seen.values().all(|&times| (850..1150).contains(&times)), "{seen:?}");
    }
}
