//! The move orders of Squirrel and Cull, and where they change.
//!
//! D. Squirrel and P. Cull, A Warnsdorff-rule algorithm for knight's tours on square chessboards,
//! Oregon State University REU 1996, break ties by a fixed move order which is replaced by another
//! when the knight reaches certain squares; on boards from 112 a side on, the orders and the squares
//! depend on the side modulo 8 (modulo 16 in one case). S. Ganzfried, A simple algorithm for
//! knight's tours, Oregon State University REU 2004, reprints and analyses the table, and proves
//! the case 7 modulo 8. The other cases rest on computation: the exhaustive tests walk every side
//! from 5 to 400.
//!
//! Their squares are (i, j) from a corner, their directions 1 to 8 the steps (−2, 1) (−1, 2) (1, 2)
//! (2, 1) (2, −1) (1, −2) (−1, −2) (−2, −1). Here i is the rank and j the file, so that the walk
//! starts at a1; from another corner everything is mirrored.

use crate::board::Board;
use crate::leaper::Leaper;
use crate::square::Square;

use super::tie_break::MoveOrder;

/// Move orders by turns: each holds until the knight reaches the square beside it; the last one
/// holds to the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SquirrelPlan {
    /// The orders with the squares that end them.
    pub switches: Vec<(MoveOrder, Square)>,
    /// The order for the rest of the way.
    pub last: MoveOrder,
}

/// Our numbers of the directions that Squirrel and Cull call 1 to 8.
const OURS: [u8; 8] = [5, 6, 2, 1, 3, 4, 8, 7];

/// The 19 orders, in their numbers, of which Squirrel and Cull say that on every board from 10×10
/// to below 300×300 at least one finds a tour from the corner.
const ORDERS: [u32; 19] = [
    12_345_678, 21_345_678, 31_245_678, 13_245_678, 23_145_678, 32_145_678, 42_135_678, 24_135_678,
    14_235_678, 41_235_678, 21_435_678, 12_435_678, 13_425_678, 31_425_678, 41_325_678, 14_325_678,
    34_125_678, 43_125_678, 43_215_678,
];

/// The sides from 5 to 111 on which their order 12345678 gets stuck from the corner, with the first
/// of the 19 that does not. Computed here. Ganzfried prints a list of his own, with other orders
/// for some sides; it leaves out 59 and 60, and what it has for 74 fails.
const SMALL: [(u64, u32); 13] = [
    (41, 21_345_678),
    (52, 21_345_678),
    (59, 21_345_678),
    (60, 21_345_678),
    (66, 21_345_678),
    (74, 21_345_678),
    (79, 21_345_678),
    (87, 13_245_678),
    (88, 21_345_678),
    (94, 21_345_678),
    (98, 21_345_678),
    (107, 21_345_678),
    (108, 21_345_678),
];

/// A coordinate (a·m + b) / 2, from 1.
type Coordinate = (i64, i64);

/// An order, and the square (i, j) that ends it.
type Row = (u32, Coordinate, Coordinate);

/// The smallest side for which the table below holds.
const LARGE: u64 = 112;

/// The table for large sides: for a side modulo 8, the orders with their ends, and the last order.
const TABLE: [(&[Row], u32); 8] = [
    (
        &[
            (34_261_578, (2, -2), (2, -4)),
            (87_642_135, (0, 4), (0, 4)),
            (51_867_342, (2, -16), (0, 2)),
            (51_342_678, (0, 14), (2, -6)),
        ],
        21_435_678,
    ),
    (
        &[
            (34_261_578, (2, -2), (2, -4)),
            (87_642_135, (0, 4), (0, 4)),
            (51_324_678, (2, -12), (1, 9)),
        ],
        32_481_765,
    ),
    (
        &[
            (34_261_578, (0, 12), (0, 2)),
            (87_642_135, (0, 6), (0, 2)),
            (54_132_678, (2, -30), (0, 8)),
            (52_431_678, (0, 20), (2, -4)),
            (85_647_123, (0, 10), (1, -6)),
        ],
        15_746_823,
    ),
    (
        &[
            (34_625_718, (2, -2), (2, -4)),
            (42_681_357, (2, -12), (2, 0)),
            (86_512_347, (0, 4), (0, 10)),
            (51_867_342, (2, -20), (0, 6)),
            (61_825_437, (1, 1), (2, -4)),
        ],
        71_642_538,
    ),
    (
        &[
            (34_261_578, (2, -2), (2, -4)),
            (87_642_135, (0, 4), (0, 4)),
            (51_867_342, (2, -16), (0, 2)),
            (51_342_678, (0, 20), (2, -10)),
            (86_753_421, (0, 26), (1, 2)),
        ],
        78_563_421,
    ),
    (
        &[
            (34_261_578, (2, -2), (2, -4)),
            (87_642_135, (0, 4), (0, 4)),
            (51_324_678, (2, -4), (1, -5)),
        ],
        15_234_678,
    ),
    (
        &[
            (34_261_578, (0, 12), (0, 2)),
            (87_642_135, (0, 6), (0, 2)),
            (54_132_678, (2, -20), (0, 2)),
            (52_431_678, (0, 20), (2, -4)),
            (85_647_123, (0, 6), (1, 8)),
        ],
        12_453_678,
    ),
    (
        &[
            (34_625_718, (2, -2), (2, -4)),
            (42_681_357, (2, -12), (2, 0)),
            (86_512_347, (0, 4), (0, 10)),
            (51_867_342, (2, -12), (0, 6)),
            (61_825_437, (1, 1), (2, -4)),
        ],
        61_357_284,
    ),
];

impl SquirrelPlan {
    /// A single order, in their numbers, for the whole way.
    fn single(theirs: u32) -> Self {
        Self { switches: Vec::new(), last: ours(theirs) }
    }

    /// Mirrored at the horizontal (`ranks`) or vertical middle line of the board.
    fn mirrored(self, board: &Board, ranks: bool) -> Self {
        let turn = |order: MoveOrder| {
            // Numbers 5 to 8 are 1 to 4 with the rank turned round; 3, 4, 7, 8 are 1, 2, 5, 6 with
            // the file turned round.
            let flip = if ranks { 4 } else { 2 };
            MoveOrder::of_numbers(order.directions().map(|number| ((number - 1) ^ flip) + 1))
        };
        let over = |mut square: Square| {
            if ranks {
                square.row = (board.rows() - 1) as u32 - square.row;
            } else {
                square.col = (board.cols() - 1) as u32 - square.col;
            }
            square
        };
        Self {
            switches: self
                .switches
                .into_iter()
                .map(|(o, square)| (turn(o), over(square)))
                .collect(),
            last: turn(self.last),
        }
    }
}

/// An order in their numbers as one in ours.
fn ours(theirs: u32) -> MoveOrder {
    let theirs = MoveOrder::of_digits(theirs).directions();
    MoveOrder::of_numbers(theirs.map(|number| OURS[usize::from(number) - 1]))
}

/// The plan of Squirrel and Cull for a walk from `start`.
///
/// For a knight in a corner of a square board of 5 a side or more this is a plan that they (for 112
/// a side or more) or this project's own runs (below) found to work. From elsewhere, on other
/// boards and for other leapers nothing was published: the plan is their order 12345678, mirrored
/// for starts in other quarters of the board.
///
/// # Examples
///
/// ```
/// use hippodrome::heuristic::squirrel_plan;
/// use hippodrome::{Leaper, Square};
///
/// let plan = squirrel_plan(&"112x112".parse()?, Leaper::KNIGHT, Square::new(0, 0));
/// assert_eq!(plan.switches.len(), 4);
/// assert_eq!(plan.switches[1].1.to_string(), "b2");
/// # Ok::<(), hippodrome::Error>(())
/// ```
#[must_use]
pub fn squirrel_plan(board: &Board, leaper: Leaper, start: Square) -> SquirrelPlan {
    let side = board.rows();
    let top = u64::from(start.row) * 2 > board.rows() - 1;
    let right = u64::from(start.col) * 2 > board.cols() - 1;
    let in_corner = [0, board.rows() - 1].contains(&u64::from(start.row))
        && [0, board.cols() - 1].contains(&u64::from(start.col));
    let studied =
        in_corner && side == board.cols() && board.is_rectangle() && leaper == Leaper::KNIGHT;
    let mut plan = if studied && side >= LARGE {
        large(side)
    } else {
        let small = SMALL.iter().find(|&&(of, _)| studied && of == side);
        SquirrelPlan::single(small.map_or(ORDERS[0], |&(_, order)| order))
    };
    if top {
        plan = plan.mirrored(board, true);
    }
    if right {
        plan = plan.mirrored(board, false);
    }
    plan
}

/// The plan for a retry: the 19 orders in turn.
pub(super) fn retry_plan(retry: u64) -> Option<SquirrelPlan> {
    let order = ORDERS.get(usize::try_from(retry).ok()?.checked_sub(1)?)?;
    Some(SquirrelPlan::single(*order))
}

fn large(side: u64) -> SquirrelPlan {
    let (rows, last) = &TABLE[(side % 8) as usize];
    let at = |(a, b): Coordinate| ((a * side as i64 + b).div_euclid(2) - 1) as u32;
    let switches = rows.iter().map(|&(order, i, mut j)| {
        if side % 16 == 13 && j == (1, -5) {
            j = (1, -13);
        }
        (ours(order), Square::new(at(i), at(j)))
    });
    SquirrelPlan { switches: switches.collect(), last: ours(*last) }
}
