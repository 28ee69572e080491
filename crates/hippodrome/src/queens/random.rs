//! Random solutions by local search, in linear time.
//!
//! After Sosič and Gu (*A polynomial time algorithm for the n-queens problem*, SIGART Bulletin 1(3),
//! 1990; *3,000,000 queens in less than one minute*, 2(2), 1991): queens are a permutation, so only
//! diagonals can conflict. First a permutation is drawn row by row, taking columns that do not
//! conflict while some are found quickly; a few dozen rows are left that may conflict. Then queens
//! that are attacked change columns with random other queens whenever that lowers the number of
//! conflicts.
//!
//! The solutions are diverse, not uniform: some are more likely than others, by how much nobody
//! knows. For uniform ones see [`uniform`](super::uniform).

use super::{Explicit, Placement};
use crate::{Answer, Limit, Observer, Rng};

/// The search keeps 8 bytes a queen.
const MAX_N: u32 = 100_000_000;

/// Rows that are drawn without regard to conflicts, at most; usually a few dozen.
const CARELESS: usize = 200;

/// A random solution; the same seed gives the same one on every machine.
///
/// [`Answer::Impossible`] for n = 2 and 3; [`Answer::Unknown`] beyond n = 10⁸ or when the observer
/// stops the search.
///
/// # Complexity
///
/// O(n) expected, by experiment: 5 ms for n = 10⁵, 0.1 s for n = 10⁶.
///
/// # Examples
///
/// ```
/// use hippodrome::queens::random;
/// use hippodrome::Silent;
///
/// let placement = random(1000, 7, &Silent).found().expect("n ≥ 4");
/// assert_eq!(placement.n(), 1000);
/// ```
#[must_use]
pub fn random(n: u32, seed: u64, observer: &dyn Observer) -> Answer<Placement> {
    if n > MAX_N {
        return Answer::Unknown(super::too_large("the search for random placements", n, MAX_N));
    }
    if let Answer::Impossible(reason) = Explicit::new(n.into()) {
        return Answer::Impossible(reason);
    }
    let mut rng = Rng::new(seed);
    let mut search = Search::new(n as usize);
    loop {
        if !search.draw(&mut rng, observer) {
            return Answer::Unknown(Limit::Stopped);
        }
        match search.repair(&mut rng, observer) {
            Repair::Done => match Placement::new(search.columns) {
                Ok(placement) => return Answer::Found(placement),
                // Cannot be, since the conflicts are counted; then start again.
                Err(_) => search = Search::new(n as usize),
            },
            Repair::Stuck => {}
            Repair::Stopped => return Answer::Unknown(Limit::Stopped),
        }
        if observer.should_stop() {
            return Answer::Unknown(Limit::Stopped);
        }
    }
}

enum Repair {
    Done,
    Stuck,
    Stopped,
}

struct Search {
    columns: Vec<u32>,
    /// Queens on each diagonal; more than [`CARELESS`] + 1 never share one.
    up: Vec<u8>,
    down: Vec<u8>,
    /// Rows from here on were drawn without regard to conflicts.
    careless: usize,
}

impl Search {
    fn new(n: usize) -> Self {
        let diagonals = vec![0; (2 * n).saturating_sub(1)];
        Self {
            columns: (0..n as u32).collect(),
            up: diagonals.clone(),
            down: diagonals,
            careless: 0,
        }
    }

    fn n(&self) -> usize {
        self.columns.len()
    }

    fn diagonals(&self, row: usize, column: u32) -> (usize, usize) {
        (row + column as usize, row + self.n() - 1 - column as usize)
    }

    /// A random permutation with few conflicts: about 3 draws a row, all but some 50 rows are free.
    /// False if the observer stops it.
    fn draw(&mut self, rng: &mut Rng, observer: &dyn Observer) -> bool {
        let n = self.n();
        self.up.fill(0);
        self.down.fill(0);
        let mut draws = 3 * n + n / 16;
        let mut row = 0;
        while row < n && (draws > 0 || n - row > CARELESS) {
            if draws.is_multiple_of(1 << 16) && observer.should_stop() {
                return false;
            }
            draws = draws.saturating_sub(1);
            let other = row + rng.below((n - row) as u64) as usize;
            let (up, down) = self.diagonals(row, self.columns[other]);
            if self.up[up] == 0 && self.down[down] == 0 {
                self.columns.swap(row, other);
                self.up[up] = 1;
                self.down[down] = 1;
                row += 1;
            }
        }
        self.careless = row;
        for row in row..n {
            let other = row + rng.below((n - row) as u64) as usize;
            self.columns.swap(row, other);
            let (up, down) = self.diagonals(row, self.columns[row]);
            self.up[up] += 1;
            self.down[down] += 1;
        }
        true
    }

    fn is_attacked(&self, row: usize) -> bool {
        let (up, down) = self.diagonals(row, self.columns[row]);
        self.up[up] > 1 || self.down[down] > 1
    }

    /// Swaps until nothing is attacked, or too long. Of two queens that attack each other, one is always
    /// on the list, since only queens that move come to attack others.
    fn repair(&mut self, rng: &mut Rng, observer: &dyn Observer) -> Repair {
        let n = self.n();
        let mut attacked: Vec<usize> = (self.careless..n).collect();
        let mut tries = 100 * n + 10_000;
        while let Some(&row) = attacked.last() {
            if !self.is_attacked(row) {
                attacked.pop();
                continue;
            }
            if tries == 0 {
                return Repair::Stuck;
            }
            tries -= 1;
            if tries.is_multiple_of(1024) && observer.should_stop() {
                return Repair::Stopped;
            }
            let other = rng.below(n as u64) as usize;
            if other != row && self.swap_if_better(row, other) && self.is_attacked(other) {
                attacked.push(other);
            }
        }
        Repair::Done
    }

    /// Exchanges the columns of two rows if that lowers the number of conflicts.
    fn swap_if_better(&mut self, row: usize, other: usize) -> bool {
        let before = self.diagonals(row, self.columns[row]);
        let other_before = self.diagonals(other, self.columns[other]);
        let mut change = 0;
        for at in [before, other_before] {
            change += self.remove(at);
        }
        let after = self.diagonals(row, self.columns[other]);
        let other_after = self.diagonals(other, self.columns[row]);
        for at in [after, other_after] {
            change += self.add(at);
        }
        let better = change < 0;
        if better {
            self.columns.swap(row, other);
        } else {
            for at in [after, other_after] {
                self.remove(at);
            }
            for at in [before, other_before] {
                self.add(at);
            }
        }
        better
    }

    /// Takes a queen off its diagonals; the change of the number of conflicts.
    fn remove(&mut self, (up, down): (usize, usize)) -> i32 {
        self.up[up] -= 1;
        self.down[down] -= 1;
        -i32::from(self.up[up] > 0) - i32::from(self.down[down] > 0)
    }

    fn add(&mut self, (up, down): (usize, usize)) -> i32 {
        self.up[up] += 1;
        self.down[down] += 1;
        i32::from(self.up[up] > 1) + i32::from(self.down[down] > 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Silent;

    #[test]
    fn every_size_is_solved_and_seeds_differ() {
        for n in (4..60).chain([500, 3000]) {
            let a = random(n, 1, &Silent).found().unwrap();
            assert_eq!(a.n(), n as usize);
            assert_eq!(random(n, 1, &Silent).found().unwrap(), a);
        }
        assert_ne!(random(50, 1, &Silent), random(50, 2, &Silent));
        assert!(matches!(random(3, 0, &Silent), Answer::Impossible(_)));
        assert_eq!(random(1, 0, &Silent).found().unwrap().columns(), [0]);
        assert_eq!(random(0, 0, &Silent).found().unwrap().n(), 0);
    }

    #[test]
    fn all_solutions_are_reached() {
        let mut seen: Vec<Placement> =
            (0..400).map(|seed| random(6, seed, &Silent).found().unwrap()).collect();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 4);
    }
}
