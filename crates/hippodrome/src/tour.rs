//! Tours, verified when they are made.

use std::fmt;
use std::str::FromStr;

use crate::board::Board;
use crate::error::{Error, shown};
use crate::leaper::Leaper;
use crate::square::Square;

/// Open (a Hamiltonian path of the move graph) or closed (a Hamiltonian cycle).
///
/// An open tour may end a move away from its start; "strictly open" excludes that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Kind {
    /// From the first square to the last.
    #[default]
    Open,
    /// Also from the last square to the first; at least 3 squares.
    Closed,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Open => "open",
            Self::Closed => "closed",
        })
    }
}

impl FromStr for Kind {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text {
            "open" => Ok(Self::Open),
            "closed" => Ok(Self::Closed),
            _ => Err(Error::parse(format!("kind '{}': expected open or closed", shown(text)))),
        }
    }
}

/// A tour of a board by a leaper: every square that is not a hole, once, each joined to the next
/// by a move.
///
/// Every `Tour` has been verified; there is no way to make a wrong one. 4 bytes a square.
///
/// # Examples
///
/// ```
/// use hippodrome::{Kind, Leaper, Square, Tour};
///
/// let squares: Vec<Square> = "a1 c2 a3 b1 c3 a2 c1 b3".split(' ').map(|s| s.parse().unwrap()).collect();
/// let ring = "...\n.#.\n...".parse()?;
/// let tour = Tour::new(&ring, Leaper::KNIGHT, Kind::Closed, squares)?;
/// assert_eq!(tour.len(), 8);
/// assert_eq!(tour.square(2).to_string(), "c2"); // step 2
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Tour {
    board: Board,
    leaper: Leaper,
    kind: Kind,
    /// Row-major numbers of the squares in the order visited.
    cells: Vec<u32>,
}

/// What is wrong with a list of squares that should be a tour: the first fault met.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TourError {
    /// The board has more than 2^32 squares, too many for a tour in memory.
    TooLarge,
    /// The square of a step (from 1) is off the board or a hole.
    NotOnBoard(u64, Square),
    /// The square of a step was visited before.
    Repeated(u64, Square),
    /// The square of a step is not a move away from the one before.
    NotAMove(u64, Square, Square),
    /// This many squares are never visited.
    Missing(u128),
    /// The last square is not a move away from the first, or there are fewer than three squares.
    NotClosed,
}

impl fmt::Display for TourError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => write!(f, "the board is too large for a tour in memory"),
            Self::NotOnBoard(step, sq) => {
                write!(f, "step {step}: {sq} is not a square of the board")
            }
            Self::Repeated(step, sq) => write!(f, "step {step}: {sq} was visited before"),
            Self::NotAMove(step, a, b) => write!(f, "step {step}: {a} to {b} is not a move"),
            Self::Missing(count) => write!(f, "{count} squares are never visited"),
            Self::NotClosed => write!(f, "the last square is not a move away from the first"),
        }
    }
}

impl std::error::Error for TourError {}

impl Tour {
    /// Verifies the squares and makes a tour of them.
    ///
    /// # Errors
    ///
    /// The first fault; see [`TourError`].
    ///
    /// # Complexity
    ///
    /// O(area) time; 4 bytes a square and one bit for each square of the area.
    pub fn new(
        board: &Board,
        leaper: Leaper,
        kind: Kind,
        squares: impl IntoIterator<Item = Square>,
    ) -> Result<Self, TourError> {
        if board.area() > 1 << 32 {
            return Err(TourError::TooLarge);
        }
        let squares = squares.into_iter();
        let mut cells = Vec::with_capacity(squares.size_hint().0.min(board.len() as usize));
        let mut visited = vec![0u64; (board.area() as usize).div_ceil(64)];
        let mut before = Square::new(0, 0);
        for square in squares {
            let step = cells.len() as u64 + 1;
            if !board.contains(square) {
                return Err(TourError::NotOnBoard(step, square));
            }
            let cell = board.cell(square);
            let (word, bit) = (&mut visited[cell / 64], 1 << (cell % 64));
            if *word & bit != 0 {
                return Err(TourError::Repeated(step, square));
            }
            *word |= bit;
            if !is_move(leaper, before, square) && step > 1 {
                return Err(TourError::NotAMove(step, before, square));
            }
            before = square;
            cells.push(cell as u32);
        }
        let missing = board.len() - cells.len() as u128;
        if missing > 0 {
            return Err(TourError::Missing(missing));
        }
        let tour = Self { board: board.clone(), leaper, kind, cells };
        let (first, last) = (tour.square(1), tour.square(tour.len()));
        if kind == Kind::Closed && (tour.len() < 3 || !is_move(leaper, last, first)) {
            return Err(TourError::NotClosed);
        }
        Ok(tour)
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The piece.
    #[must_use]
    pub fn leaper(&self) -> Leaper {
        self.leaper
    }

    /// Open or closed.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The number of squares; at least 1.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a tour is never empty")]
    pub fn len(&self) -> u64 {
        self.cells.len() as u64
    }

    /// The square of a step, from 1.
    ///
    /// # Panics
    ///
    /// When the step is not 1 to the number of squares.
    #[must_use]
    pub fn square(&self, step: u64) -> Square {
        self.board.square(self.cells[step as usize - 1] as usize)
    }

    /// The squares in the order visited.
    #[must_use]
    pub fn squares(
        &self,
    ) -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator + Clone + '_ {
        self.cells.iter().map(|&cell| self.board.square(cell as usize))
    }

    /// The row-major numbers ([`Board::cell`]) of the squares in the order visited.
    #[must_use]
    pub fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// For each cell in row-major order from `a1`, the step (from 1) at which it is visited; 0 for
    /// a hole.
    #[must_use]
    pub fn numbering(&self) -> Vec<u32> {
        let mut steps = vec![0; self.board.area() as usize];
        for (&cell, step) in self.cells.iter().zip(1..) {
            steps[cell as usize] = step;
        }
        steps
    }

    /// A closed tour started at another of its squares; an open one, or a square that is not on
    /// the board, gives `None`.
    #[must_use]
    pub fn rotated_to(mut self, square: Square) -> Option<Self> {
        if self.kind != Kind::Closed || !self.board.contains(square) {
            return None;
        }
        let cell = self.board.cell(square) as u32;
        let at = self.cells.iter().position(|&c| c == cell)?;
        self.cells.rotate_left(at);
        Some(self)
    }

    /// The same tour walked the other way: from its last square for an open tour, from the same
    /// first square for a closed one.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        match self.kind {
            Kind::Open => self.cells.reverse(),
            Kind::Closed => self.cells[1..].reverse(),
        }
        self
    }
}

impl fmt::Debug for Tour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tour({} {:?}", self.kind, self.board)?;
        for square in self.squares().take(8) {
            write!(f, " {square}")?;
        }
        f.write_str(if self.len() > 8 { " …)" } else { ")" })
    }
}

impl fmt::Display for Tour {
    /// The squares on one line, with blanks between.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, square) in self.squares().enumerate() {
            if at > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{square}")?;
        }
        Ok(())
    }
}

/// Whether two squares are joined by a move of the leaper.
#[must_use]
pub fn is_move(leaper: Leaper, a: Square, b: Square) -> bool {
    let (x, y) = (u64::from(a.row.abs_diff(b.row)), u64::from(a.col.abs_diff(b.col)));
    let (r, s) = (u64::from(leaper.r()), u64::from(leaper.s()));
    // Two numbers are told by their sum and their product.
    (x + y, x * y) == (r + s, r * s)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(text: &str) -> Vec<Square> {
        text.split(' ').map(|square| square.parse().unwrap()).collect()
    }

    fn tour(board: &str, kind: Kind, text: &str) -> Result<Tour, TourError> {
        Tour::new(&board.parse().unwrap(), Leaper::KNIGHT, kind, squares(text))
    }

    const RING: &str = "...\n.#.\n...";
    const AROUND: &str = "a1 c2 a3 b1 c3 a2 c1 b3";

    #[test]
    fn the_first_fault_is_named() {
        use TourError::{Missing, NotAMove, NotClosed, NotOnBoard, Repeated};
        let sq = |text: &str| text.parse::<Square>().unwrap();
        assert!(tour(RING, Kind::Closed, AROUND).is_ok());
        assert_eq!(tour(RING, Kind::Open, "a1 b2"), Err(NotOnBoard(2, sq("b2"))));
        assert_eq!(tour(RING, Kind::Open, "a1 c2 a1"), Err(Repeated(3, sq("a1"))));
        assert_eq!(tour(RING, Kind::Open, "a1 c3"), Err(NotAMove(2, sq("a1"), sq("c3"))));
        assert_eq!(tour(RING, Kind::Open, "a1 c2"), Err(Missing(6)));
        assert_eq!(tour("1x1", Kind::Closed, "a1"), Err(NotClosed));
        assert!(tour("1x1", Kind::Open, "a1").is_ok());
        let huge = Board::new(1 << 17, 1 << 17).unwrap();
        assert_eq!(Tour::new(&huge, Leaper::KNIGHT, Kind::Open, []), Err(TourError::TooLarge));
    }

    #[test]
    fn closed_tours_turn_and_reverse() {
        let ring = tour(RING, Kind::Closed, AROUND).unwrap();
        let from_c3 = ring.clone().rotated_to("c3".parse().unwrap()).unwrap();
        assert_eq!(from_c3.to_string(), "c3 a2 c1 b3 a1 c2 a3 b1");
        assert_eq!(ring.clone().reversed().to_string(), "a1 b3 c1 a2 c3 b1 a3 c2");
        assert_eq!(ring.numbering(), [1, 4, 7, 6, 0, 2, 3, 8, 5]);
        assert_eq!(ring.rotated_to("b2".parse().unwrap()), None);
    }
}
