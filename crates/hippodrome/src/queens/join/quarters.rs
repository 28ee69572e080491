//! Tables of all placements of non-attacking queens on a quarter board.
//!
//! A placement that fills the row set R and the column set C (|R| = |C|, anything from none to all)
//! is kept as the pattern of its shared diagonals, in the list of (R, C); those that leave the arm
//! empty come first in it. The lists of one R lie next to each other, in the order of their column
//! sets.

use super::geometry::{Geometry, NORTH_ARM, Quarter, SOUTH_ARM};

/// The placements on one quarter.
#[derive(Debug)]
pub(super) struct Table {
    patterns: Vec<u64>,
    /// Where the lists of a row set begin in `bounds`.
    first_list: Vec<u32>,
    /// List l begins at `bounds[2 * l]`, its part with a queen on the arm at `bounds[2 * l + 1]`.
    bounds: Vec<u32>,
    /// The place of a column set among those of its size.
    rank: Vec<u32>,
    /// Column sets by size, in increasing order.
    column_sets: Vec<Vec<u32>>,
}

impl Table {
    /// All placements, or only those that leave the arm empty.
    pub(super) fn new(geometry: &Geometry, quarter: Quarter, empty_arm: bool) -> Self {
        let (rows, columns) = geometry.size(quarter);
        let mut column_sets = vec![Vec::new(); columns as usize + 1];
        let mut rank = Vec::with_capacity(1 << columns);
        for set in 0..1u32 << columns {
            let same_size = &mut column_sets[set.count_ones() as usize];
            rank.push(same_size.len() as u32);
            same_size.push(set);
        }
        let queens: Vec<Vec<u64>> = (0..rows)
            .map(|i| (0..columns).map(|j| geometry.queen(quarter, i, j)).collect())
            .collect();
        let barred = if empty_arm { NORTH_ARM | SOUTH_ARM } else { 0 };
        let mut table = Self {
            patterns: Vec::new(),
            first_list: Vec::with_capacity(1 << rows),
            bounds: Vec::new(),
            rank,
            column_sets,
        };
        let mut search =
            Search { queens: &queens, barred, all: u32::MAX >> (32 - columns), found: Vec::new() };
        for row_set in 0..1u32 << rows {
            search.found.clear();
            search.rows(row_set, 0, 0, 0, 0);
            table.add_row_set(row_set, &search.found);
        }
        table.bounds.push(table.patterns.len() as u32);
        table.patterns.shrink_to_fit();
        table
    }

    /// Sorts the placements of the next row set into their lists.
    fn add_row_set(&mut self, row_set: u32, found: &[(u32, u64)]) {
        self.first_list.push(self.bounds.len() as u32 / 2);
        let lists = self.column_sets(row_set.count_ones()).len();
        let rank = &self.rank;
        let part = |&(columns, pattern): &(u32, u64)| {
            let on_arm = pattern & (NORTH_ARM | SOUTH_ARM) != 0;
            2 * rank[columns as usize] as usize + usize::from(on_arm)
        };
        let mut next = vec![0u32; 2 * lists];
        for placement in found {
            next[part(placement)] += 1;
        }
        let mut end = self.patterns.len() as u32;
        for size in &mut next {
            end += std::mem::replace(size, end);
        }
        self.patterns.resize(end as usize, 0);
        self.bounds.extend_from_slice(&next);
        for placement in found {
            let place = &mut next[part(placement)];
            self.patterns[*place as usize] = placement.1 & !(NORTH_ARM | SOUTH_ARM);
            *place += 1;
        }
    }

    /// The column sets that a row set of this size can fill.
    pub(super) fn column_sets(&self, size: u32) -> &[u32] {
        self.column_sets.get(size as usize).map_or(&[], Vec::as_slice)
    }

    /// The place of a column set among those of its size.
    pub(super) fn rank(&self, column_set: u32) -> usize {
        self.rank[column_set as usize] as usize
    }

    /// The lists of a row set, for its column sets in order: arm empty and arm held.
    pub(super) fn lists(&self, row_set: u32) -> Lists<'_> {
        let first = self.first_list[row_set as usize] as usize;
        Lists { patterns: &self.patterns, bounds: &self.bounds[2 * first..] }
    }
}

/// The lists of one row set.
#[derive(Clone, Copy)]
pub(super) struct Lists<'a> {
    patterns: &'a [u64],
    bounds: &'a [u32],
}

impl<'a> Lists<'a> {
    /// The placements that fill the k-th column set, with the arm empty and with a queen on it.
    pub(super) fn get(self, k: usize) -> [&'a [u64]; 2] {
        let [start, arm, end] = [0, 1, 2].map(|part| self.bounds[2 * k + part] as usize);
        [&self.patterns[start..arm], &self.patterns[arm..end]]
    }
}

struct Search<'a> {
    queens: &'a [Vec<u64>],
    barred: u64,
    all: u32,
    found: Vec<(u32, u64)>,
}

impl Search<'_> {
    /// Fills the given rows; `up` and `down` are the diagonals attacked on row 0 of `rows`.
    fn rows(&mut self, rows: u32, columns: u32, up: u64, down: u64, pattern: u64) {
        if rows == 0 {
            self.found.push((columns, pattern));
            return;
        }
        // `up` is indexed by row + column, `down` by column − row + 32.
        let row = rows.trailing_zeros();
        let attacked = (up >> row) as u32 | (down >> (32 - row)) as u32;
        let mut free = self.all & !(columns | attacked);
        while free != 0 {
            let column = free.trailing_zeros();
            free &= free - 1;
            let queen = self.queens[row as usize][column as usize];
            if queen & self.barred == 0 {
                self.rows(
                    rows & (rows - 1),
                    columns | 1 << column,
                    up | 1 << (row + column),
                    down | 1 << (column + 32 - row),
                    pattern | queen,
                );
            }
        }
    }
}
