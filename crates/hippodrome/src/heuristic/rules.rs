//! The tie-breaks, each as a rule of the walk.

use crate::rng::Rng;
use crate::square::Square;

use super::grid::{Direction, Grid, OPEN};
use super::tie_break::MoveOrder;
use super::walk::Rule;

/// Ties to the first in the move order.
#[derive(Debug)]
pub(super) struct First {
    order: [(u8, Direction); 8],
}

impl First {
    pub(super) fn new(grid: &Grid, order: MoveOrder) -> Self {
        Self { order: grid.ordered(order) }
    }

    /// Ties to the last in the move order: the first in the order turned round.
    pub(super) fn last(grid: &Grid, order: MoveOrder) -> Self {
        let mut order = grid.ordered(order);
        order.reverse();
        Self { order }
    }
}

/// The index of the least degree, the first of several, if one is open.
#[inline]
fn least(around: [u8; 8]) -> Option<usize> {
    let mut best = u32::MAX;
    for (at, &degree) in around.iter().enumerate() {
        best = best.min(u32::from(degree) << 3 | at as u32);
    }
    (best < u32::from(OPEN) << 3).then_some((best & 7) as usize)
}

impl Rule for First {
    fn order(&self) -> &[(u8, Direction); 8] {
        &self.order
    }

    #[inline]
    fn choose(&mut self, around: [u8; 8], _: &[u8], _: usize) -> Option<usize> {
        least(around)
    }
}

/// Ties to the neighbour farthest from the centre of the board, or nearest to it; then the first.
///
/// From one square, all moves of a leaper are equally long, so the squared distance after a move
/// (x, y) differs between moves only by 4·(x·X + y·Y), where (X, Y) is twice the way from the
/// centre to the square.
#[derive(Debug)]
pub(super) struct Centre {
    order: [(u8, Direction); 8],
    /// 1 for the nearest, −1 for the farthest.
    sign: i64,
    file: i64,
    rank: i64,
}

impl Centre {
    pub(super) fn far(grid: &Grid, order: MoveOrder, start: Square) -> Self {
        Self::new(grid, order, start, -1)
    }

    pub(super) fn near(grid: &Grid, order: MoveOrder, start: Square) -> Self {
        Self::new(grid, order, start, 1)
    }

    fn new(grid: &Grid, order: MoveOrder, start: Square, sign: i64) -> Self {
        let twice = |at: u32, side: u64| 2 * at as i64 - (side as i64 - 1);
        Self {
            order: grid.ordered(order),
            sign,
            file: twice(start.col, grid.board().cols()),
            rank: twice(start.row, grid.board().rows()),
        }
    }
}

impl Rule for Centre {
    fn order(&self) -> &[(u8, Direction); 8] {
        &self.order
    }

    #[inline]
    fn choose(&mut self, around: [u8; 8], _: &[u8], _: usize) -> Option<usize> {
        // Rows, columns and margins multiply to at most 2^28 places, so |x·X + y·Y| < 2^55. From the
        // top of the key: degree or mark, then the way (signed), then the index.
        let mut best = i64::MAX;
        for (at, &degree) in around.iter().enumerate() {
            let direction = &self.order[at].1;
            let way = self.sign * (direction.file * self.file + direction.rank * self.rank);
            best = best.min((i64::from(degree.min(8)) << 59) + (way << 3) + at as i64);
        }
        let at = (best & 7) as usize;
        if around[at] >= OPEN {
            return None;
        }
        self.file += 2 * self.order[at].1.file;
        self.rank += 2 * self.order[at].1.rank;
        Some(at)
    }
}

/// Ties to the neighbour with the least degree among its own onward squares; then the first.
#[derive(Debug)]
pub(super) struct Degree2 {
    order: [(u8, Direction); 8],
}

impl Degree2 {
    pub(super) fn new(grid: &Grid, order: MoveOrder) -> Self {
        Self { order: grid.ordered(order) }
    }

    /// The least degree among the open neighbours of a place, once it is visited; 0 without any.
    #[inline]
    fn onward(&self, degrees: &[u8], place: usize) -> u8 {
        let next = self.order.iter().map(|d| degrees[place.wrapping_add_signed(d.1.change)]);
        let least = next.min().unwrap_or(OPEN);
        // Each open neighbour counts the place itself, which will have been visited.
        if least < OPEN { least.saturating_sub(1) } else { 0 }
    }
}

impl Rule for Degree2 {
    fn order(&self) -> &[(u8, Direction); 8] {
        &self.order
    }

    #[inline]
    fn choose(&mut self, around: [u8; 8], degrees: &[u8], at: usize) -> Option<usize> {
        let first = least(around)?;
        let tied = |index: &usize| around[*index] == around[first];
        if !(first + 1..8).any(|index| tied(&index)) {
            return Some(first);
        }
        (first..8).filter(tied).min_by_key(|&index| {
            self.onward(degrees, at.wrapping_add_signed(self.order[index].1.change))
        })
    }
}

/// Ties to any, with equal probability.
#[derive(Debug)]
pub(super) struct Random<'a> {
    order: [(u8, Direction); 8],
    rng: &'a mut Rng,
}

impl<'a> Random<'a> {
    pub(super) fn new(grid: &Grid, order: MoveOrder, rng: &'a mut Rng) -> Self {
        Self { order: grid.ordered(order), rng }
    }
}

impl Rule for Random<'_> {
    fn order(&self) -> &[(u8, Direction); 8] {
        &self.order
    }

    #[inline]
    fn choose(&mut self, around: [u8; 8], _: &[u8], _: usize) -> Option<usize> {
        let first = least(around)?;
        let mut tied = 0u32;
        for (index, degree) in around.iter().enumerate() {
            tied |= u32::from(*degree == around[first]) << index;
        }
        if tied.is_power_of_two() {
            return Some(first);
        }
        for _ in 0..self.rng.below(u64::from(tied.count_ones())) {
            tied &= tied - 1;
        }
        Some(tied.trailing_zeros() as usize)
    }
}
