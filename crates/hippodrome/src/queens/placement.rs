//! Placements, and the check that no two queens attack each other.

use std::collections::HashMap;
use std::fmt;

use crate::Square;

/// A solution of the n queens problem: one queen on each row and column of an n×n board, none
/// attacking another. There is no other way to make one than through the check.
///
/// # Examples
///
/// ```
/// use hippodrome::queens::Placement;
///
/// let placement = Placement::new(vec![1, 3, 0, 2]).expect("a solution");
/// assert_eq!(placement.to_string(), "2 4 1 3");
///
/// let wrong = Placement::new(vec![0, 2, 3, 1]).unwrap_err();
/// assert_eq!(wrong.to_string(), "the queens on c2 and d3 attack each other");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    columns: Vec<u32>,
}

impl Placement {
    /// The placement with a queen on file `columns[row]` of each row, both from 0.
    ///
    /// # Errors
    ///
    /// The first [`Fault`], in the order of rows.
    ///
    /// # Complexity
    ///
    /// O(n) time, 5n bits of working memory.
    pub fn new(columns: Vec<u32>) -> Result<Self, Fault> {
        match fault(&columns) {
            None => Ok(Self { columns }),
            Some(fault) => Err(fault),
        }
    }

    /// The board's size.
    #[must_use]
    pub fn n(&self) -> usize {
        self.columns.len()
    }

    /// The file of the queen on each row, from 0.
    #[must_use]
    pub fn columns(&self) -> &[u32] {
        &self.columns
    }

    /// The eight images under the symmetries of the square, this one first; they may coincide.
    #[must_use]
    pub fn images(&self) -> [Self; 8] {
        let n = self.columns.len();
        let mirrored = |columns: &[u32]| columns.iter().map(|&c| (n - 1) as u32 - c).collect();
        let reversed = |columns: &[u32]| columns.iter().rev().copied().collect();
        let mut transposed = vec![0; n];
        for (row, &column) in (0..).zip(&self.columns) {
            transposed[column as usize] = row;
        }
        let half = |columns: &[u32]| -> [Vec<u32>; 4] {
            let mirror: Vec<u32> = mirrored(columns);
            [columns.to_vec(), reversed(columns), reversed(&mirror), mirror]
        };
        let [a, b, c, d] = half(&self.columns);
        let [e, f, g, h] = half(&transposed);
        [a, b, c, d, e, f, g, h].map(|columns| Self { columns })
    }

    /// Whether no image precedes it, so that it stands for its symmetry class.
    #[must_use]
    pub fn is_least_of_its_class(&self) -> bool {
        self.images().iter().all(|image| image >= self)
    }
}

impl fmt::Display for Placement {
    /// The files by rank, from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, column) in self.columns.iter().enumerate() {
            write!(f, "{}{}", if row == 0 { "" } else { " " }, column + 1)?;
        }
        Ok(())
    }
}

/// Why queens are no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// Two queens attack each other; the first of them on the lower row.
    Attack(Square, Square),
    /// A queen is not on the board.
    Outside(Square),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Attack(a, b) => write!(f, "the queens on {a} and {b} attack each other"),
            Self::Outside(square) => write!(f, "the queen on {square} is off the board"),
        }
    }
}

impl std::error::Error for Fault {}

/// The first fault of one queen a row: the first row that is off the board or attacked from below,
/// and the lowest attacker.
fn fault(columns: &[u32]) -> Option<Fault> {
    let n = columns.len();
    let mut seen = [Bits::new(n), Bits::new(2 * n), Bits::new(2 * n)];
    for (row, &column) in columns.iter().enumerate() {
        let square = Square::new(row as u32, column);
        if column as usize >= n {
            return Some(Fault::Outside(square));
        }
        let lines = lines(row, column as usize, n);
        let mut attacked = false;
        for (seen, line) in seen.iter_mut().zip(lines) {
            attacked |= seen.insert(line);
        }
        if attacked {
            let attacker = columns.iter().zip(0..).find(|&(&other, at)| {
                let other = self::lines(at, other as usize, n);
                other.iter().zip(lines).any(|(a, b)| *a == b)
            });
            return attacker
                .map(|(&other, at)| Fault::Attack(Square::new(at as u32, other), square));
        }
    }
    None
}

fn lines(row: usize, column: usize, n: usize) -> [usize; 3] {
    [column, row + column, n + row - column.min(n)]
}

struct Bits(Vec<u64>);

impl Bits {
    fn new(len: usize) -> Self {
        Self(vec![0; len.div_ceil(64)])
    }

    /// Adds a number; true if it was there.
    fn insert(&mut self, k: usize) -> bool {
        let (word, bit) = (&mut self.0[k / 64], 1 << (k % 64));
        let was = *word & bit != 0;
        *word |= bit;
        was
    }
}

/// The first two of these queens that attack each other: the earliest queen that attacks one before
/// it, and the earliest that it attacks. Two queens on the same square attack each other.
///
/// # Complexity
///
/// O(k) time and memory for k queens, on boards of any size.
///
/// # Examples
///
/// ```
/// use hippodrome::queens::first_attack;
///
/// let queens = ["b4", "d5", "f7"].map(|square| square.parse().expect("a square"));
/// assert_eq!(first_attack(&queens).map(|(a, b)| format!("{a} {b}")).as_deref(), Some("d5 f7"));
/// ```
#[must_use]
pub fn first_attack(queens: &[Square]) -> Option<(Square, Square)> {
    let mut seen: HashMap<(u8, i64), usize> = HashMap::new();
    for (at, queen) in queens.iter().enumerate() {
        let (row, column) = (i64::from(queen.row), i64::from(queen.col));
        let lines = [(0, row), (1, column), (2, row + column), (3, row - column)];
        let attacker = lines.iter().filter_map(|line| seen.get(line)).min();
        if let Some(&attacker) = attacker {
            return Some((queens[attacker], *queen));
        }
        seen.extend(lines.map(|line| (line, at)));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn attack(a: Square, b: Square) -> bool {
        let (rows, columns) = (a.row.abs_diff(b.row), a.col.abs_diff(b.col));
        rows == 0 || columns == 0 || rows == columns
    }

    proptest! {
        #[test]
        fn faults_are_the_first_attack_of_all_pairs(columns in prop::collection::vec(0u32..7, 0..7)) {
            let squares: Vec<Square> =
                (0..).zip(&columns).map(|(row, &column)| Square::new(row, column)).collect();
            let n = columns.len() as u32;
            let expected = (0..squares.len()).find_map(|at| {
                let square = squares[at];
                let attacker = squares[..at].iter().find(|&&other| attack(other, square));
                match attacker {
                    _ if square.col >= n => Some(Fault::Outside(square)),
                    Some(&other) => Some(Fault::Attack(other, square)),
                    None => None,
                }
            });
            prop_assert_eq!(Placement::new(columns).err(), expected);
        }

        #[test]
        fn first_attack_is_that_of_all_pairs(queens in prop::collection::vec((0u32..9, 0u32..9), 0..6)) {
            let queens: Vec<Square> =
                queens.into_iter().map(|(row, column)| Square::new(row, column)).collect();
            let expected = (0..queens.len()).find_map(|at| {
                let attacker = queens[..at].iter().find(|&&other| attack(other, queens[at]))?;
                Some((*attacker, queens[at]))
            });
            prop_assert_eq!(first_attack(&queens), expected);
        }
    }

    #[test]
    fn images_are_eight_solutions() {
        let placement = Placement::new(vec![0, 4, 7, 5, 2, 6, 1, 3]).unwrap();
        let mut images = placement.images().to_vec();
        assert_eq!(images[0], placement);
        for image in &images {
            assert_eq!(Placement::new(image.columns.clone()).as_ref(), Ok(image));
        }
        images.sort();
        images.dedup();
        assert_eq!(images.len(), 8);
        assert_eq!(images.iter().filter(|image| image.is_least_of_its_class()).count(), 1);
    }
}
