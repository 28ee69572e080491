//! The board as the walk sees it: a margin on all sides, and degrees that count down.

use crate::board::Board;
use crate::error::Error;
use crate::leaper::Leaper;
use crate::square::Square;

use super::tie_break::MoveOrder;

/// The mark of a place that cannot be gone to: margin, hole, visited, or kept for later. A place
/// is counted down at most 16 times (8 neighbours, and 8 directions that lead nowhere when it is
/// the square stood on), so a mark never falls below [`OPEN`].
pub(super) const SHUT: u8 = 0xC0;

/// Degrees are below this, marks are not.
pub(super) const OPEN: u8 = 0x80;

/// The largest area that is walked, in squares with their margins: 2^28. A walk and its tour take
/// about 6 bytes a square.
pub(super) const MAX_AREA: u64 = 1 << 28;

/// The padded layout of a board for a leaper. Every direction from every square leads to a place
/// inside, so that no walk tests for the edge.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    board: Board,
    leaper: Leaper,
    stride: usize,
    origin: usize,
    places: usize,
    /// For each direction, from 0, the step of (file, rank) and the change of place; 0, 0 and 0
    /// where the direction leaves the board from everywhere.
    directions: [Direction; 8],
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Direction {
    pub(super) file: i64,
    pub(super) rank: i64,
    pub(super) change: isize,
}

impl Grid {
    /// The layout.
    ///
    /// # Errors
    ///
    /// When the board with its margins has more than 2^28 squares; nothing has been allocated.
    pub(super) fn new(board: &Board, leaper: Leaper) -> Result<Self, Error> {
        let too_large = || {
            Error::too_large(format!(
                "the {} board is too large for a heuristic walk (at most {MAX_AREA} squares with margins): construct the tour instead",
                board.size()
            ))
        };
        if board.area() > u128::from(MAX_AREA) {
            return Err(too_large());
        }
        let (rows, cols) = (board.rows() as i64, board.cols() as i64);
        let mut steps = [1, 2, 3, 4, 5, 6, 7, 8].map(|number| leaper.direction(number));
        for step in &mut steps {
            if step.0.abs() >= cols || step.1.abs() >= rows {
                *step = (0, 0);
            }
        }
        let margin_cols = steps.iter().map(|step| step.0.abs()).max().unwrap_or(0);
        let margin_rows = steps.iter().map(|step| step.1.abs()).max().unwrap_or(0);
        // Margins are below sides, so the padded area is at most 6 times the area.
        let stride = cols + margin_cols;
        let origin = margin_rows * stride + margin_cols;
        let places = origin + (rows + margin_rows) * stride;
        if places > MAX_AREA as i64 {
            return Err(too_large());
        }
        let directions = steps.map(|(file, rank)| Direction {
            file,
            rank,
            change: (rank * stride + file) as isize,
        });
        Ok(Self {
            board: board.clone(),
            leaper,
            stride: stride as usize,
            origin: origin as usize,
            places: places as usize,
            directions,
        })
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// The numbers r and s of the leaper.
    pub(super) fn leaper(&self) -> (i64, i64) {
        (i64::from(self.leaper.r()), i64::from(self.leaper.s()))
    }

    /// The place of a square of the board.
    pub(super) fn place(&self, square: Square) -> usize {
        self.origin + square.row as usize * self.stride + square.col as usize
    }

    /// The square of a place.
    pub(super) fn square(&self, place: usize) -> Square {
        let place = place.wrapping_sub(self.origin);
        Square::new((place / self.stride) as u32, (place % self.stride) as u32)
    }

    /// Whether every move goes to a square of the other colour.
    pub(super) fn changes_colour(&self) -> bool {
        self.leaper.changes_colour()
    }

    /// How far a move goes along a file or rank at most.
    pub(super) fn reach(&self) -> u32 {
        self.leaper.s()
    }

    /// The directions in an order; one that coincides with an earlier one leads nowhere.
    pub(super) fn ordered(&self, order: MoveOrder) -> [(u8, Direction); 8] {
        let numbers = order.directions().map(|number| number - 1);
        let mut ordered = numbers.map(|number| (number, self.directions[usize::from(number)]));
        for later in 1..8 {
            if ordered[..later].iter().any(|earlier| earlier.1 == ordered[later].1) {
                ordered[later].1 = Direction::default();
            }
        }
        ordered
    }

    /// The number of places.
    pub(super) fn places(&self) -> usize {
        self.places
    }

    /// The changes of place of directions in an order; 0 for one that leads nowhere.
    pub(super) fn changes(&self, order: &[(u8, Direction); 8]) -> [isize; 8] {
        order.map(
            |(number, direction)| {
                if direction == Direction::default() { 0 } else { self.direction(number).change }
            },
        )
    }

    /// The step of a direction, from 0.
    pub(super) fn direction(&self, number: u8) -> Direction {
        self.directions[usize::from(number)]
    }

    /// The degree of every square of the board, marks elsewhere.
    ///
    /// # Complexity
    ///
    /// O(area), a few machine instructions for each row of an open board beside the copying.
    pub(super) fn degrees(&self) -> Vec<u8> {
        let (rows, cols) = (self.board.rows() as i64, self.board.cols() as i64);
        let mut degrees = vec![SHUT; self.places];
        let different = self.ordered(MoveOrder::default());
        let live = || different.iter().map(|d| d.1).filter(|d| *d != Direction::default());
        let reach = live().map(|d| d.rank.abs()).max().unwrap_or(0);
        let first = |row: i64| self.origin + row as usize * self.stride;
        let inner = reach..rows - reach;
        for row in 0..rows {
            if inner.contains(&row) && row > inner.start {
                // All rows that no direction leaves the board from are alike.
                let like = first(inner.start);
                degrees.copy_within(like..like + cols as usize, first(row));
                continue;
            }
            let line = &mut degrees[first(row)..first(row) + cols as usize];
            line.fill(0);
            for direction in live().filter(|d| (0..rows).contains(&(row + d.rank))) {
                let from = (-direction.file).max(0) as usize;
                let to = (cols - direction.file.max(0)) as usize;
                line[from..to].iter_mut().for_each(|degree| *degree += 1);
            }
        }
        if !self.board.is_rectangle() {
            for hole in self.board.holes() {
                let place = self.place(hole);
                degrees[place] = SHUT;
                for direction in live() {
                    let next = place.wrapping_add_signed(direction.change);
                    degrees[next] = degrees[next].wrapping_sub(1);
                }
            }
        }
        degrees
    }
}
