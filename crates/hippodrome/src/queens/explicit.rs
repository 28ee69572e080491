//! One solution for any n, by a formula.
//!
//! Queens a knight's move apart: the columns go up by two from row to row, so a placement is a
//! handful of arithmetic progressions, and the queen of any row is known without the others.
//!
//! Pauls (*Das Maximalproblem der Damen auf dem Schachbrette*, Deutsche Schachzeitung 29, 1874) showed
//! that this solves every n ≥ 4. For even m with m mod 6 ≠ 2, the even columns and then the odd ones;
//! for m mod 6 = 2, a shifted staircase on the lower half of the board and its half turn on the
//! upper one. Neither puts a queen on the long diagonal from corner a1, so odd boards are the even
//! ones with one more queen in the far corner.

use std::ops::Range;

use crate::{Answer, Evidence, Reason};

/// An explicit solution, known by its rule.
///
/// # Examples
///
/// ```
/// use hippodrome::queens::Explicit;
///
/// let board = Explicit::new(1_000_000_000).found().expect("n ≥ 4");
/// assert_eq!(board.column(123_456_788), Some(246_913_577));
///
/// let eight: Vec<u64> = Explicit::new(8).found().expect("n ≥ 4").columns().collect();
/// assert_eq!(eight, [3, 5, 7, 1, 6, 0, 2, 4]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explicit {
    n: u64,
    runs: Vec<Run>,
}

/// Rows whose columns go up by two.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Run {
    rows: Range<u64>,
    first: u64,
}

impl Explicit {
    /// The largest n for which the formula's arithmetic is done.
    pub const MAX_N: u64 = 1 << 62;

    /// The solution for n, from 0 to [`MAX_N`](Self::MAX_N) (a larger n is taken as that); impossible for 2 and 3.
    #[must_use]
    pub fn new(n: u64) -> Answer<Self> {
        let n = n.min(Self::MAX_N);
        if n == 2 || n == 3 {
            let text = if n == 2 {
                "on a 2x2 board every two squares share a row, a column or a diagonal".to_owned()
            } else {
                "on a 3x3 board a queen in the centre attacks all squares, and one on the edge leaves \
                 two that attack each other"
                    .to_owned()
            };
            let evidence = Evidence::Theorem("queens-small-boards");
            return Answer::Impossible(Reason { code: "queens-small-board", text, evidence });
        }
        let m = n / 2 * 2;
        let half = m / 2;
        let mut runs = if m % 6 == 2 {
            // Column 2·row + m/2 − 1 modulo m on the lower half.
            let first = half - 1;
            let wrap = (m - first).div_ceil(2);
            let lower = [(0..wrap, first), (wrap..half, first + 2 * wrap - m)]
                .map(|(rows, first)| Run { rows, first });
            let upper = lower.clone().map(|run| run.half_turn(m));
            let [a, b] = lower;
            let [d, c] = upper;
            vec![a, b, c, d]
        } else {
            vec![Run { rows: 0..half, first: 1 }, Run { rows: half..m, first: 0 }]
        };
        if n % 2 == 1 {
            runs.push(Run { rows: m..n, first: m });
        }
        runs.retain(|run| !run.rows.is_empty());
        Answer::Found(Self { n, runs })
    }

    /// A solution on the torus, where lines run on over the edges: column 2·row modulo n.
    ///
    /// One exists exactly if n is divisible neither by 2 nor by 3 (Pólya 1918).
    #[must_use]
    pub fn toroidal(n: u64) -> Answer<Self> {
        let n = n.min(Self::MAX_N);
        if n > 0 && (n.is_multiple_of(2) || n.is_multiple_of(3)) {
            // Columns p(i), with p(i) + i and p(i) − i, take all values modulo n.
            let text = if n.is_multiple_of(2) {
                "on a torus the sums of row and column of the queens are all the numbers modulo n; \
                 added up, n(n-1)/2 would be n(n-1), 0 modulo n, which fails for even n"
            } else {
                "on a torus the sums and the differences of row and column are all the numbers modulo \
                 n; adding up their squares, 2S would be 4S modulo n for S = n(n-1)(2n-1)/6, which \
                 fails for n divisible by 3"
            };
            return Answer::Impossible(Reason {
                code: "queens-toroidal",
                text: text.to_owned(),
                evidence: Evidence::Theorem("polya-1918"),
            });
        }
        let lower = n.div_ceil(2);
        let mut runs = vec![Run { rows: 0..lower, first: 0 }, Run { rows: lower..n, first: 1 }];
        runs.retain(|run| !run.rows.is_empty());
        Answer::Found(Self { n, runs })
    }

    /// The board's size.
    #[must_use]
    pub fn n(&self) -> u64 {
        self.n
    }

    /// The column of the queen on a row, both from 0; none off the board. O(1).
    #[must_use]
    pub fn column(&self, row: u64) -> Option<u64> {
        let run = self.runs.iter().find(|run| run.rows.contains(&row))?;
        Some(run.first + 2 * (row - run.rows.start))
    }

    /// The columns row by row, from 0.
    pub fn columns(&self) -> impl Iterator<Item = u64> + '_ {
        self.runs
            .iter()
            .flat_map(|run| (0..run.rows.end - run.rows.start).map(|step| run.first + 2 * step))
    }

    /// Writes the columns, plus `add`, of the rows from `row` on, as far as the board and the slice go;
    /// says how many. Runs at the speed of memory.
    ///
    /// Numbers that do not fit are cut to 32 bits; boards up to n = 2³² − 1 fit with `add` = 1.
    pub fn write(&self, row: u64, add: u32, columns: &mut [u32]) -> usize {
        let mut at = row;
        let mut written = 0;
        for run in &self.runs {
            if !run.rows.contains(&at) {
                continue;
            }
            let Some(rest) = columns.get_mut(written..) else { break };
            let len = rest.len().min(usize::try_from(run.rows.end - at).unwrap_or(usize::MAX));
            let first = (run.first + 2 * (at - run.rows.start)) as u32;
            let first = first.wrapping_add(add);
            for (step, column) in (0u32..).zip(&mut rest[..len]) {
                *column = first.wrapping_add(step.wrapping_mul(2));
            }
            written += len;
            at += len as u64;
        }
        written
    }
}

impl Run {
    /// The queens of these rows, turned by 180 degrees about the centre of an m×m board.
    fn half_turn(self, m: u64) -> Self {
        let Range { start, end } = self.rows;
        if start == end {
            return Self { rows: m - end..m - start, first: 0 };
        }
        let last = self.first + 2 * (end - 1 - start);
        Self { rows: m - end..m - start, first: m - 1 - last }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Placement;
    use super::*;

    const MAX_N: u64 = Explicit::MAX_N;

    fn columns(n: u64) -> Vec<u32> {
        let board = Explicit::new(n).found().unwrap();
        let columns: Vec<u32> = board.columns().map(|column| column as u32).collect();
        for (row, &column) in (0..).zip(&columns) {
            assert_eq!(board.column(row), Some(u64::from(column)));
        }
        assert_eq!(board.column(n), None);
        columns
    }

    #[test]
    fn every_n_from_4_is_solved_and_2_and_3_are_not() {
        for n in [0, 1].into_iter().chain(4..1000).chain([9999, 10_000, 10_002, 10_003]) {
            let placement = Placement::new(columns(n));
            assert_eq!(placement.map(|placement| placement.n() as u64), Ok(n));
        }
        for n in [2, 3] {
            assert!(matches!(Explicit::new(n), Answer::Impossible(_)));
        }
    }

    #[test]
    fn toroidal_solutions_exist_for_n_prime_to_6() {
        for n in 1..200 {
            match Explicit::toroidal(n) {
                Answer::Found(board) => {
                    let mut seen = vec![[false; 3]; n as usize];
                    for (row, column) in (0..).zip(board.columns()) {
                        for (k, line) in [column, (row + column) % n, (n + row - column) % n]
                            .into_iter()
                            .enumerate()
                        {
                            assert!(!std::mem::replace(&mut seen[line as usize][k], true));
                        }
                    }
                    assert!(seen.iter().flatten().all(|&seen| seen));
                }
                _ => assert!(n % 2 == 0 || n % 3 == 0),
            }
        }
    }

    #[test]
    fn writing_in_pieces_gives_the_same_columns() {
        for n in [1, 4, 5, 8, 9, 14, 15, 26, 100] {
            let all: Vec<u32> = columns(n).iter().map(|column| column + 1).collect();
            let board = Explicit::new(n).found().unwrap();
            for size in [1, 3, 7, 200] {
                let mut written = Vec::new();
                loop {
                    let mut piece = vec![0; size];
                    let len = board.write(written.len() as u64, 1, &mut piece);
                    written.extend_from_slice(&piece[..len]);
                    if len < size {
                        break;
                    }
                }
                assert_eq!(written, all, "n = {n}, {size} at a time");
            }
        }
    }

    #[test]
    fn huge_boards_do_not_overflow() {
        for n in [MAX_N, u64::MAX, MAX_N - 1, MAX_N - 2, MAX_N - 3, MAX_N - 4] {
            let board = Explicit::new(n).found().unwrap();
            let mut lines = std::collections::HashSet::new();
            for row in [0, 1, board.n() / 4, board.n() / 2, board.n() - 2, board.n() - 1] {
                let column = board.column(row).unwrap();
                assert!(column < board.n());
                let (row, column) = (i128::from(row), i128::from(column));
                for line in [(0, column), (1, row + column), (2, row - column)] {
                    assert!(lines.insert(line));
                }
            }
        }
    }
}
