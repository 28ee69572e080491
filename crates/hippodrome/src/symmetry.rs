//! The symmetries of a board.

use std::fmt;
use std::str::FromStr;

use crate::board::Board;
use crate::error::{Error, shown};
use crate::square::Square;

/// One of the eight maps of the square onto itself (the dihedral group of order 8).
///
/// The four that do not exchange rows and columns are the maps of a rectangle. Composition, the
/// inverse and the order follow from how a map acts: first an exchange of rank and file, then
/// mirrors.
///
/// # Examples
///
/// ```
/// use hippodrome::{Board, Square, Symmetry};
///
/// let board: Board = "8x8".parse()?;
/// let a2: Square = "a2".parse()?;
/// assert_eq!(Symmetry::Rotate90.apply(&board, a2).to_string(), "b8"); // clockwise
/// assert_eq!(Symmetry::of(&"3x4".parse()?).len(), 4);
/// # Ok::<(), hippodrome::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Symmetry {
    /// Every square stays.
    Identity,
    /// A quarter turn clockwise.
    Rotate90,
    /// A half turn.
    Rotate180,
    /// A quarter turn counter-clockwise.
    Rotate270,
    /// Left and right are exchanged.
    MirrorFiles,
    /// Top and bottom are exchanged.
    MirrorRanks,
    /// Rank and file are exchanged: mirrored at the diagonal through `a1`.
    Diagonal,
    /// Mirrored at the other diagonal.
    AntiDiagonal,
}

impl Symmetry {
    /// All eight.
    pub const ALL: [Self; 8] = [
        Self::Identity,
        Self::Rotate90,
        Self::Rotate180,
        Self::Rotate270,
        Self::MirrorFiles,
        Self::MirrorRanks,
        Self::Diagonal,
        Self::AntiDiagonal,
    ];

    /// (exchange rank and file first, then mirror the files, then mirror the ranks).
    const fn parts(self) -> (bool, bool, bool) {
        match self {
            Self::Identity => (false, false, false),
            Self::Rotate90 => (true, false, true),
            Self::Rotate180 => (false, true, true),
            Self::Rotate270 => (true, true, false),
            Self::MirrorFiles => (false, true, false),
            Self::MirrorRanks => (false, false, true),
            Self::Diagonal => (true, false, false),
            Self::AntiDiagonal => (true, true, true),
        }
    }

    fn from_parts(parts: (bool, bool, bool)) -> Self {
        *Self::ALL.iter().find(|s| s.parts() == parts).expect("all eight combinations are listed")
    }

    /// Whether the map exchanges ranks and files (and so needs a square board to map onto itself).
    #[must_use]
    pub const fn exchanges(self) -> bool {
        self.parts().0
    }

    /// The image of a square of `board`; it is a square of the board with the sides exchanged when
    /// the map [exchanges](Symmetry::exchanges) them.
    #[must_use]
    pub fn apply(self, board: &Board, square: Square) -> Square {
        let (exchange, mirror_files, mirror_ranks) = self.parts();
        let (mut row, mut col, mut rows, mut cols) =
            (u64::from(square.row), u64::from(square.col), board.rows(), board.cols());
        if exchange {
            (row, col, rows, cols) = (col, row, cols, rows);
        }
        if mirror_files {
            col = cols - 1 - col;
        }
        if mirror_ranks {
            row = rows - 1 - row;
        }
        Square::new(row as u32, col as u32)
    }

    /// The map that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Self {
        match self {
            Self::Rotate90 => Self::Rotate270,
            Self::Rotate270 => Self::Rotate90,
            other => other,
        }
    }

    /// The map that does this one first and `then` after it.
    #[must_use]
    pub fn then(self, then: Self) -> Self {
        let (exchange, files, ranks) = self.parts();
        let (exchange2, files2, ranks2) = then.parts();
        let (files, ranks) = if exchange2 { (ranks, files) } else { (files, ranks) };
        Self::from_parts((exchange ^ exchange2, files ^ files2, ranks ^ ranks2))
    }

    /// The maps that send the board, holes included, onto itself: 8 or 4 on a square or a
    /// rectangle without holes, and a subgroup of these with holes. The identity comes first.
    ///
    /// # Complexity
    ///
    /// O(1) without holes, O(holes) with.
    #[must_use]
    pub fn of(board: &Board) -> Vec<Self> {
        let keeps = |s: &Self| {
            (board.rows() == board.cols() || !s.exchanges())
                && board.holes().all(|hole| !board.contains(s.apply(board, hole)))
        };
        Self::ALL.into_iter().filter(keeps).collect()
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Identity => "identity",
            Self::Rotate90 => "rotate90",
            Self::Rotate180 => "rotate180",
            Self::Rotate270 => "rotate270",
            Self::MirrorFiles => "mirror-files",
            Self::MirrorRanks => "mirror-ranks",
            Self::Diagonal => "diagonal",
            Self::AntiDiagonal => "anti-diagonal",
        }
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Symmetry {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|s| s.name() == text).ok_or_else(|| {
            let names: Vec<_> = Self::ALL.iter().map(|s| s.name()).collect();
            Error::parse(format!(
                "symmetry '{}': expected one of {}",
                shown(text),
                names.join(", ")
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turned(board: &Board, s: Symmetry) -> Board {
        let (rows, cols) = (board.rows(), board.cols());
        let (rows, cols) = if s.exchanges() { (cols, rows) } else { (rows, cols) };
        Board::new(rows, cols).unwrap()
    }

    #[test]
    fn composition_and_inverse_are_what_they_do() {
        let board = Board::new(3, 5).unwrap();
        for first in Symmetry::ALL {
            let middle = turned(&board, first);
            for then in Symmetry::ALL {
                for square in board.squares() {
                    let stepwise = then.apply(&middle, first.apply(&board, square));
                    assert_eq!(first.then(then).apply(&board, square), stepwise, "{first} {then}");
                }
            }
            assert_eq!(first.then(first.inverse()), Symmetry::Identity);
            assert_eq!(first.to_string().parse::<Symmetry>().unwrap(), first);
        }
    }

    #[test]
    fn a_quarter_turn_is_clockwise() {
        let board = Board::new(8, 8).unwrap();
        let image = |s: Symmetry, sq: &str| s.apply(&board, sq.parse().unwrap()).to_string();
        assert_eq!(image(Symmetry::Rotate90, "a1"), "a8");
        assert_eq!(image(Symmetry::Rotate90, "a8"), "h8");
        assert_eq!(image(Symmetry::Rotate270, "a1"), "h1");
        assert_eq!(image(Symmetry::Diagonal, "c1"), "a3");
    }

    #[test]
    fn holes_break_symmetries() {
        let board = Board::new(5, 5).unwrap();
        assert_eq!(Symmetry::of(&board).len(), 8);
        let with = |holes: &[&str]| {
            board.with_holes(holes.iter().map(|sq| sq.parse().unwrap())).map(|b| Symmetry::of(&b))
        };
        assert_eq!(with(&["c3"]).unwrap().len(), 8);
        assert_eq!(with(&["a1"]).unwrap(), [Symmetry::Identity, Symmetry::Diagonal]);
        assert_eq!(with(&["a1", "e5"]).unwrap().len(), 4);
        assert_eq!(with(&["a2"]).unwrap(), [Symmetry::Identity]);
    }
}
