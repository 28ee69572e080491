//! Ties to the neighbour farthest from the centre of the board, or nearest to it.
//!
//! From one square, all moves of a leaper are equally long, so the squared distance from the centre
//! after a move (x, y) differs between moves only by 4·(x·X + y·Y), where (X, Y) is twice the way
//! from the centre to the square. Which moves lead farther out than which is therefore a matter of
//! the direction in which the square lies, seen from the centre: there are 24 sectors, and between
//! them rays on which moves are equal. In each, the rule is "ties to the first" in an order sorted
//! once. A walk seldom changes its sector, and far from all rays it cannot for many moves.

use crate::square::Square;

use super::grid::{Direction, Grid};
use super::tie_break::MoveOrder;
use super::walk::{Order, Rule};

/// The rule of one walk.
#[derive(Debug)]
pub(super) struct Centre {
    /// The order in which equal moves are tried.
    ties: Order,
    /// The order of the sector.
    order: Order,
    far: bool,
    /// The numbers r and s of the leaper.
    leaper: (i64, i64),
    file: i64,
    rank: i64,
    /// The sector whose order is in force.
    sector: usize,
    /// The moves for which it stays in force, whatever they are.
    moves: u64,
    /// For each sector, the index of its order, or [`UNSORTED`].
    sorted: [u8; SECTORS],
    orders: Vec<Order>,
}

/// Five comparisons of two bits.
const SECTORS: usize = 1 << 10;

const UNSORTED: u8 = u8::MAX;

impl Centre {
    /// The rule for a walk that stands on `start`.
    pub(super) fn new(grid: &Grid, order: MoveOrder, start: Square, far: bool) -> Self {
        let twice = |at: u32, side: u64| 2 * at as i64 - (side as i64 - 1);
        let ties = grid.ordered(order);
        let mut rule = Self {
            ties,
            order: ties,
            far,
            leaper: grid.leaper(),
            file: twice(start.col, grid.board().cols()),
            rank: twice(start.row, grid.board().rows()),
            sector: SECTORS,
            moves: 0,
            sorted: [UNSORTED; SECTORS],
            orders: Vec::new(),
        };
        rule.turned();
        rule
    }

    /// The sector, and a number of moves that do not leave it.
    ///
    /// It is told by the signs of X and Y and by how the larger compares to the smaller at the
    /// slopes where two moves lead equally far out. (For p ≥ q ≥ 0 the moves rank (s, r), then
    /// (r, s) and (s, −r), then (r, −s) and (−r, s), and the rest by symmetry; the pairs are equal
    /// where (s − r)·p = (s + r)·q and where r·p = s·q.)
    fn sector(&self) -> (usize, u64) {
        let (r, s) = self.leaper;
        let (x, y) = (self.file.abs(), self.rank.abs());
        let (long, short) = (x.max(y), x.min(y));
        // What is compared, and how much one side and the other change with one of the two numbers,
        // each of which changes by at most 2·s a move.
        let comparisons = [
            (self.file, 0, 1),
            (self.rank, 0, 1),
            (x, y, 2),
            ((s - r) * long, (s + r) * short, 2 * s),
            (r * long, s * short, r + s),
        ];
        let (mut sector, mut moves) = (0, u64::MAX);
        for (a, b, weight) in comparisons {
            sector = sector << 2 | usize::from(a > b) << 1 | usize::from(a < b);
            let in_a_move = (2 * s * weight).max(1) as u64;
            // A power of two no smaller, so that the division is a shift.
            let shift = in_a_move.next_power_of_two().trailing_zeros();
            moves = moves.min(a.abs_diff(b).saturating_sub(1) >> shift);
        }
        (sector, moves)
    }

    /// Sorts the order for the sector of the square stood on.
    #[cold]
    fn sort(&mut self) -> u8 {
        // Below 2^55 on every grid: rows and columns with margins multiply to at most 2^28.
        let outward = |direction: &Direction| {
            let out = direction.file * self.file + direction.rank * self.rank;
            if self.far { -out } else { out }
        };
        let mut order = self.ties;
        order.sort_by_key(|(_, direction)| outward(direction));
        self.orders.push(order);
        (self.orders.len() - 1) as u8
    }
}

impl Rule for Centre {
    fn order(&self) -> &Order {
        &self.order
    }

    #[inline]
    fn turned(&mut self) -> bool {
        if self.moves > 0 {
            self.moves -= 1;
            return false;
        }
        let (sector, moves) = self.sector();
        self.moves = moves;
        if sector == self.sector {
            return false;
        }
        self.sector = sector;
        if self.sorted[sector] == UNSORTED {
            // At most 24 sectors, 24 rays and the centre.
            self.sorted[sector] = self.sort();
        }
        self.order = self.orders[usize::from(self.sorted[sector])];
        true
    }

    #[inline]
    fn moved(&mut self, choice: usize) {
        let step = &self.order[choice].1;
        self.file += 2 * step.file;
        self.rank += 2 * step.rank;
    }
}
