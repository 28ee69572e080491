//! The sum over the row sets of the east half, with its symmetries.

use std::cmp::Ordering;

use super::Instructions;
use super::disjoint::Tables;
use super::geometry::{Geometry, Quarter};
use super::halves::{Key, Patterns, product};
use super::quarters::Table;
use crate::Observer;

/// The placements on all four quarters.
#[derive(Debug)]
pub(super) struct Quarters {
    geometry: Geometry,
    north_east: Table,
    south_east: Table,
    north_west: Table,
    south_west: Table,
}

/// Memory that one thread uses again and again.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    half: Patterns,
    east: Vec<u64>,
    west: [Weighted; 4],
    tables: Tables,
}

/// West halves that count equally often.
#[derive(Debug, Default)]
struct Weighted {
    weight: u64,
    buckets: Patterns,
    all: Vec<u64>,
}

/// The part of the east half in each of north and south, as sets of distances from the cut.
#[derive(Clone, Copy)]
struct Rows {
    north: u32,
    south: u32,
}

/// What a row set stands for: how often its halves count, by the arms held in the west.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Weights {
    none: u64,
    one: u64,
    both: u64,
}

impl Quarters {
    pub(super) fn new(n: u32) -> Self {
        let geometry = Geometry::new(n);
        let table = |quarter, empty_arm| Table::new(&geometry, quarter, empty_arm);
        Self {
            north_east: table(Quarter::NorthEast, true),
            south_east: table(Quarter::SouthEast, true),
            north_west: table(Quarter::NorthWest, false),
            south_west: table(Quarter::SouthWest, false),
            geometry,
        }
    }

    /// The solutions whose east half fills these rows of the north, weighted so that all units
    /// together give Q(n); nothing if the observer stops the work.
    pub(super) fn unit(
        &self,
        north: u32,
        instructions: Instructions,
        scratch: &mut Scratch,
        observer: &dyn Observer,
    ) -> Option<u64> {
        let half = self.geometry.n / 2;
        let mut total = 0;
        for south in 0..1u32 << half {
            if north.count_ones() + south.count_ones() != half {
                continue;
            }
            let rows = Rows { north, south };
            let weights = self.weights(rows);
            if weights != (Weights { none: 0, one: 0, both: 0 }) {
                total += self.row_set(rows, weights, instructions, scratch);
                if observer.should_stop() {
                    return None;
                }
            }
        }
        Some(total)
    }

    fn weights(&self, Rows { north, south }: Rows) -> Weights {
        if self.geometry.n % 2 == 1 {
            // Upside down exchanges the rows above the middle one with those below it.
            let upside_down = match (north >> 1).cmp(&south) {
                Ordering::Less => 2,
                Ordering::Equal => 1,
                Ordering::Greater => 0,
            };
            // One arm: NW only, for all row sets.
            return Weights { none: upside_down, one: 4, both: 4 * upside_down };
        }
        let upside_down = match north.cmp(&south) {
            Ordering::Less => 2,
            Ordering::Equal => 1,
            Ordering::Greater => return Weights { none: 0, one: 0, both: 0 },
        };
        let all = (1 << (self.geometry.n / 2)) - 1;
        // The complement, turned upside down: the reflection of the board keeps it in order.
        let left_right = match (north, south).cmp(&(all & !south, all & !north)) {
            Ordering::Less => 2,
            Ordering::Equal => 1,
            Ordering::Greater => 0,
        };
        // One arm: NW only and, for the row set upside down, SW only.
        Weights { none: upside_down * left_right, one: 2 * upside_down, both: 4 * upside_down }
    }

    fn row_set(
        &self,
        rows: Rows,
        weights: Weights,
        instructions: Instructions,
        scratch: &mut Scratch,
    ) -> u64 {
        let Scratch { half, east, west, tables } = scratch;
        self.join_east(rows, instructions, half);
        half.gather(east);
        if east.is_empty() {
            return 0;
        }
        let used = self.join_west(rows, weights, instructions, west);
        let mut sum = 0;
        for Weighted { weight, buckets, all } in &mut west[..used] {
            buckets.gather(all);
            sum += *weight * tables.count(east, all, self.geometry.meeting, instructions);
        }
        sum
    }

    /// The east halves on these rows with both arms empty.
    fn join_east(&self, rows: Rows, instructions: Instructions, east: &mut Patterns) {
        let all = (1 << (self.geometry.n / 2)) - 1;
        let (north, south) = (self.north_east.lists(rows.north), self.south_east.lists(rows.south));
        east.clear(Key::NONE);
        let column_sets = self.north_east.column_sets(rows.north.count_ones());
        for (k, &columns) in column_sets.iter().enumerate() {
            let [a, _] = north.get(k);
            let [b, _] = south.get(self.south_east.rank(all & !columns));
            let (outer, inner) = if a.len() < b.len() { (a, b) } else { (b, a) };
            product(outer, inner, Key::NONE, instructions, east);
        }
    }

    /// The west halves on the other rows, by weight; says how many weights there are.
    ///
    /// They are sorted by some diagonals of the quarter with fewer queens that long lines of the
    /// east half meet, so that the patterns of a block have diagonals in common.
    fn join_west(
        &self,
        rows: Rows,
        weights: Weights,
        instructions: Instructions,
        west: &mut [Weighted; 4],
    ) -> usize {
        let n = self.geometry.n;
        let all = (1 << n.div_ceil(2)) - 1;
        let north_rows = all & !rows.north;
        let south_rows = ((1 << (n / 2)) - 1) & !rows.south;
        let north_is_outer = north_rows.count_ones() <= south_rows.count_ones();
        let key = self.geometry.key(north_is_outer);
        let mut used = 0;
        let mut slot = |weight| {
            let known = west[..used].iter().position(|list| list.weight == weight);
            known.unwrap_or_else(|| {
                west[used].weight = weight;
                west[used].buckets.clear(key);
                used += 1;
                used - 1
            })
        };
        let none = slot(weights.none);
        let one = slot(weights.one);
        let one_twice = slot(2 * weights.one);
        let both = slot(weights.both);
        let (north, south) = (self.north_west.lists(north_rows), self.south_west.lists(south_rows));
        let mut add = |a, b, slot: usize| {
            let Weighted { weight, buckets, .. } = &mut west[slot];
            if *weight > 0 {
                let (outer, inner) = if north_is_outer { (a, b) } else { (b, a) };
                product(outer, inner, key, instructions, buckets);
            }
        };
        let column_sets = self.north_west.column_sets(north_rows.count_ones());
        for (k, &columns) in column_sets.iter().enumerate() {
            let rest = all & !columns;
            let [a, a_held] = north.get(k);
            let [b, b_held] = south.get(self.south_west.rank(rest));
            add(a, b, none);
            // NW held: its diagonal exchanges the rows in NE with the columns in SW.
            match rows.north.cmp(&rest) {
                Ordering::Less => add(a_held, b, one_twice),
                Ordering::Equal => add(a_held, b, one),
                Ordering::Greater => {}
            }
            if n.is_multiple_of(2) {
                // SW held: its diagonal exchanges the rows in SE with the columns in NW.
                match rows.south.cmp(&columns) {
                    Ordering::Less => add(a, b_held, one_twice),
                    Ordering::Equal => add(a, b_held, one),
                    Ordering::Greater => {}
                }
            }
            add(a_held, b_held, both);
        }
        used
    }
}
