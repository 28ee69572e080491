//! The tie-breaks, each as a rule of the walk.

use crate::rng::Rng;

use super::grid::{Grid, OPEN};
use super::tie_break::MoveOrder;
use super::walk::{Around, Order, Rule};

/// Ties to the first in the move order.
#[derive(Debug)]
pub(super) struct First {
    order: Order,
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

impl Rule for First {
    fn order(&self) -> &Order {
        &self.order
    }
}

/// Ties to the neighbour with the least degree among its own onward squares; then the first.
#[derive(Debug)]
pub(super) struct Degree2 {
    order: Order,
}

impl Degree2 {
    pub(super) fn new(grid: &Grid, order: MoveOrder) -> Self {
        Self { order: grid.ordered(order) }
    }
}

impl Rule for Degree2 {
    fn order(&self) -> &Order {
        &self.order
    }

    #[inline]
    fn settle(&mut self, best: usize, around: &Around<'_>) -> usize {
        let least = around.degree(best);
        let tied = |index: &usize| around.degree(*index) == least;
        if !(best + 1..8).any(|index| tied(&index)) {
            return best;
        }
        // Each open onward square counts the candidate itself, which will have been visited.
        let onward = |index: &usize| {
            let beyond = (0..8).map(|second| around.degree_beyond(*index, second)).min();
            beyond.filter(|&degree| degree < OPEN).map_or(0, |degree| degree - 1)
        };
        (best..8).filter(tied).min_by_key(onward).unwrap_or(best)
    }
}

/// Ties to any, with equal probability.
#[derive(Debug)]
pub(super) struct Random<'a> {
    order: Order,
    rng: &'a mut Rng,
}

impl<'a> Random<'a> {
    pub(super) fn new(grid: &Grid, order: MoveOrder, rng: &'a mut Rng) -> Self {
        Self { order: grid.ordered(order), rng }
    }
}

impl Rule for Random<'_> {
    fn order(&self) -> &Order {
        &self.order
    }

    #[inline]
    fn settle(&mut self, best: usize, around: &Around<'_>) -> usize {
        let least = around.degree(best);
        let mut tied = 0u32;
        for index in best..8 {
            tied |= u32::from(around.degree(index) == least) << index;
        }
        if tied.is_power_of_two() {
            return best;
        }
        for _ in 0..self.rng.below(u64::from(tied.count_ones())) {
            tied &= tied - 1;
        }
        tied.trailing_zeros() as usize
    }
}
