//! Boards: rectangles, with or without holes.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::error::{Error, shown};
use crate::square::Square;

/// A board of ROWS ranks and COLS files, some squares of which may be holes.
///
/// Sides are 1 to 2^32; a rectangle takes no memory for its squares. Holes are kept as a bit mask,
/// so a board with holes has at most [`Board::MAX_MASKED`] squares. Cheap to clone. At least one
/// square is not a hole.
///
/// # Examples
///
/// ```
/// use hippodrome::Board;
///
/// let board: Board = "3x14".parse()?; // 3 ranks, 14 files
/// assert_eq!((board.rows(), board.cols(), board.len()), (3, 14, 42));
///
/// // A mask: first line = top rank, `.` a square, `#` a hole.
/// let ring: Board = "...\n.#.\n...\n".parse()?;
/// assert_eq!(ring.len(), 8);
/// assert!(!ring.contains("b2".parse()?));
/// # Ok::<(), hippodrome::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    rows: u64,
    cols: u64,
    mask: Option<Arc<Mask>>,
}

/// A bit for each square, row by row from rank 1; set where there is a hole.
#[derive(PartialEq, Eq, Hash)]
struct Mask {
    words: Vec<u64>,
    holes: u64,
}

impl Board {
    /// The largest side: 2^32.
    pub const MAX_SIDE: u64 = 1 << 32;

    /// The largest area (ranks times files) of a board with holes: 2^26.
    pub const MAX_MASKED: u64 = 1 << 26;

    /// The rectangle of `rows` ranks and `cols` files.
    ///
    /// # Errors
    ///
    /// When a side is not 1 to 2^32.
    pub fn new(rows: u64, cols: u64) -> Result<Self, Error> {
        let sides = 1..=Self::MAX_SIDE;
        if !sides.contains(&rows) || !sides.contains(&cols) {
            return Err(Error::parse(format!(
                "board '{rows}x{cols}': each side is 1 to 4294967296"
            )));
        }
        Ok(Self { rows, cols, mask: None })
    }

    /// The same board with further holes.
    ///
    /// # Errors
    ///
    /// When a square is off the board, when no square would be left, or when the board is larger
    /// than [`Board::MAX_MASKED`].
    pub fn with_holes(&self, holes: impl IntoIterator<Item = Square>) -> Result<Self, Error> {
        let mut holes = holes.into_iter().peekable();
        if holes.peek().is_none() {
            return Ok(self.clone());
        }
        let area = self.area();
        if area > u128::from(Self::MAX_MASKED) {
            return Err(Error::too_large(format!(
                "a board with holes has at most {} squares, and {} is larger",
                Self::MAX_MASKED,
                self.size()
            )));
        }
        let (mut words, mut count) = match &self.mask {
            Some(mask) => (mask.words.clone(), mask.holes),
            None => (vec![0; (area as usize).div_ceil(64)], 0),
        };
        for square in holes {
            if !self.spans(square) {
                return Err(self.off_board(square));
            }
            let cell = self.cell(square);
            let bit = 1 << (cell % 64);
            count += u64::from(words[cell / 64] & bit == 0);
            words[cell / 64] |= bit;
        }
        if u128::from(count) == area {
            return Err(Error::parse(
                "the board has no square: leave at least one that is not a hole",
            ));
        }
        Ok(Self { mask: Some(Arc::new(Mask { words, holes: count })), ..*self })
    }

    /// Reads a mask: one line a rank, the top rank first, `.` a square, `#` a hole.
    ///
    /// Line ends may be LF or CRLF, a byte order mark is passed over; blank lines at the end are passed over.
    ///
    /// # Errors
    ///
    /// Names the line where lengths differ or a character is neither `.` nor `#`; refuses a mask
    /// without squares and one of more than [`Board::MAX_MASKED`] characters.
    pub fn from_mask(text: &str) -> Result<Self, Error> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines =
            || text.trim_end().split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
        let (rows, cols) = (lines().count() as u64, lines().next().unwrap_or("").len() as u64);
        if cols == 0 && rows > 1 {
            return Err(Error::parse("mask line 1 is empty: all lines are equally long"));
        }
        if cols == 0 {
            return Err(Error::parse(
                "the mask is empty: expected lines of '.' (square) and '#' (hole)",
            ));
        }
        if text.len() as u64 > Self::MAX_MASKED + 2 * rows {
            return Err(Error::too_large(format!(
                "the mask is too large: at most {} squares",
                Self::MAX_MASKED
            )));
        }
        let mut holes = Vec::new();
        for (number, line) in lines().enumerate() {
            if let Some(at) = line.bytes().position(|c| c != b'.' && c != b'#') {
                let found: String = line.get(at..).unwrap_or("?").chars().take(1).collect();
                return Err(Error::parse(format!(
                    "mask line {}, column {}: found '{}', expected '.' (square) or '#' (hole)",
                    number + 1,
                    at + 1,
                    shown(&found)
                )));
            }
            if line.len() as u64 != cols {
                return Err(Error::parse(format!(
                    "mask line {} has {} squares and line 1 has {cols}: all lines are equally long",
                    number + 1,
                    line.len()
                )));
            }
            let row = (rows - 1) as u32 - number as u32;
            let of_line = line.bytes().enumerate().filter(|&(_, c)| c == b'#');
            holes.extend(of_line.map(|(col, _)| Square::new(row, col as u32)));
        }
        Self::new(rows, cols)?.with_holes(holes)
    }

    /// The number of ranks, 1 to 2^32.
    #[must_use]
    pub const fn rows(&self) -> u64 {
        self.rows
    }

    /// The number of files, 1 to 2^32.
    #[must_use]
    pub const fn cols(&self) -> u64 {
        self.cols
    }

    /// Ranks times files, holes included.
    #[must_use]
    pub const fn area(&self) -> u128 {
        self.rows as u128 * self.cols as u128
    }

    /// The number of squares that are not holes; at least 1.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a board is never empty")]
    pub fn len(&self) -> u128 {
        self.area() - self.mask.as_ref().map_or(0, |mask| u128::from(mask.holes))
    }

    /// Whether there are no holes.
    #[must_use]
    pub fn is_rectangle(&self) -> bool {
        self.mask.as_ref().is_none_or(|mask| mask.holes == 0)
    }

    /// Whether the square is within the sides, hole or not.
    #[must_use]
    pub fn spans(&self, square: Square) -> bool {
        u64::from(square.row) < self.rows && u64::from(square.col) < self.cols
    }

    /// Whether the square is on the board and not a hole.
    #[must_use]
    pub fn contains(&self, square: Square) -> bool {
        self.spans(square)
            && self.mask.as_ref().is_none_or(|mask| {
                let cell = self.cell(square);
                mask.words[cell / 64] >> (cell % 64) & 1 == 0
            })
    }

    /// Says why a square is not on the board.
    ///
    /// # Errors
    ///
    /// When the square is off the board or a hole.
    pub fn require(&self, square: Square) -> Result<(), Error> {
        if self.contains(square) {
            Ok(())
        } else if self.spans(square) {
            Err(Error::mismatch(format!("square {square} is a hole of the board")))
        } else {
            Err(self.off_board(square))
        }
    }

    fn off_board(&self, square: Square) -> Error {
        let last = Square::new((self.rows - 1) as u32, (self.cols - 1) as u32);
        Error::mismatch(format!(
            "square {square} is not on the {} board, whose squares are a1 to {last}",
            self.size()
        ))
    }

    /// The row-major number of a square within the sides, from 0 at `a1`: row · cols + col.
    ///
    /// Meant for boards whose area fits memory; on larger ones it wraps.
    #[must_use]
    pub const fn cell(&self, square: Square) -> usize {
        (square.row as u64).wrapping_mul(self.cols).wrapping_add(square.col as u64) as usize
    }

    /// The square with a row-major number: the inverse of [`Board::cell`].
    #[must_use]
    pub const fn square(&self, cell: usize) -> Square {
        let cell = cell as u64;
        Square { row: (cell / self.cols) as u32, col: (cell % self.cols) as u32 }
    }

    /// The squares that are not holes, in their order (by rank, then by file).
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.rows)
            .flat_map(|row| (0..self.cols).map(move |col| Square::new(row as u32, col as u32)))
            .filter(|&square| self.contains(square))
    }

    /// The holes, in their order.
    pub fn holes(&self) -> impl Iterator<Item = Square> + '_ {
        let words = self.mask.as_ref().map_or(&[][..], |mask| &mask.words[..]);
        words.iter().enumerate().flat_map(move |(at, &word)| {
            let ones = std::iter::successors((word != 0).then_some(word), |&left| {
                let left = left & (left - 1);
                (left != 0).then_some(left)
            });
            ones.map(move |left| self.square(at * 64 + left.trailing_zeros() as usize))
        })
    }

    /// The sides in the form `ROWSxCOLS`, holes or not.
    #[must_use]
    pub fn size(&self) -> String {
        format!("{}x{}", self.rows, self.cols)
    }
}

impl fmt::Display for Board {
    /// `8x8` for a rectangle, the mask for a board with holes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_rectangle() {
            return f.write_str(&self.size());
        }
        for row in (0..self.rows).rev() {
            let line: String = (0..self.cols)
                .map(
                    |col| {
                        if self.contains(Square::new(row as u32, col as u32)) { '.' } else { '#' }
                    },
                )
                .collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({}", self.size())?;
        if !self.is_rectangle() {
            write!(f, ", {} holes", self.area() - self.len())?;
        }
        f.write_str(")")
    }
}

impl FromStr for Board {
    type Err = Error;

    /// Reads `8x8`, `8` (for 8x8), or a mask.
    fn from_str(text: &str) -> Result<Self, Error> {
        if text.contains(['.', '#', '\n']) {
            return Self::from_mask(text);
        }
        let side = |part: &str| -> Result<u64, Error> {
            let plain = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
            if !plain {
                return Err(Error::parse(format!(
                    "board '{}': expected ROWSxCOLS such as 3x14, N for NxN, or a mask file",
                    shown(text)
                )));
            }
            match part.parse() {
                Ok(side) if (1..=Self::MAX_SIDE).contains(&side) => Ok(side),
                _ => Err(Error::parse(format!(
                    "board '{}': each side is 1 to 4294967296",
                    shown(text)
                ))),
            }
        };
        match text.split_once(['x', 'X']) {
            Some((rows, cols)) => Self::new(side(rows)?, side(cols)?),
            None => side(text).and_then(|n| Self::new(n, n)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sizes_are_read_and_refused() {
        assert_eq!("8".parse::<Board>().unwrap(), Board::new(8, 8).unwrap());
        assert_eq!("4294967296x1".parse::<Board>().unwrap().len(), 1 << 32);
        for text in [
            "0x5",
            "-3x4",
            "3x",
            "x3",
            "8x8x8",
            "99999999999x2",
            "4294967297",
            "",
            "a",
            "3 x4",
            "3x4 ",
            "+3x4",
            "3*4",
            "1e3",
        ] {
            assert!(text.parse::<Board>().unwrap_err().is_parse(), "{text}");
        }
    }

    #[test]
    fn masks_are_read_and_refused() {
        let board = Board::from_mask("..#\r\n...\r\n").unwrap();
        assert_eq!(board.holes().collect::<Vec<_>>(), ["c2".parse().unwrap()]);
        let ragged = Board::from_mask("...\n..\n").unwrap_err().to_string();
        assert!(ragged.contains("line 2"), "{ragged}");
        let odd = Board::from_mask("..\n.é\n").unwrap_err().to_string();
        assert!(odd.contains("line 2, column 2") && odd.contains('é'), "{odd}");
        for text in ["", "\n\n", "##\n##", "..\n\n..", " ..\n...", "..\0\n..."] {
            assert!(Board::from_mask(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn holes_are_refused_where_they_cannot_be_kept() {
        let board = Board::new(1 << 32, 1 << 32).unwrap();
        assert!(board.with_holes([Square::new(0, 0)]).unwrap_err().is_too_large());
        assert!(board.with_holes([]).is_ok());
        let small = Board::new(1, 2).unwrap();
        assert!(small.with_holes([Square::new(1, 0)]).unwrap_err().is_mismatch());
        assert!(small.with_holes([Square::new(0, 0), Square::new(0, 1)]).is_err());
    }

    #[test]
    fn the_last_word_of_a_mask_has_no_strange_holes() {
        let board = Board::new(8, 9).unwrap().with_holes([Square::new(7, 8), Square::new(0, 0)]);
        let holes: Vec<_> = board.unwrap().holes().collect();
        assert_eq!(holes, [Square::new(0, 0), Square::new(7, 8)]);
    }

    proptest! {
        #[test]
        fn display_round_trips(
            rows in 1u64..12, cols in 1u64..12,
            holes in proptest::collection::vec((0u32..12, 0u32..12), 0..20),
        ) {
            let board = Board::new(rows, cols).unwrap();
            let on = holes.iter().map(|&(row, col)| Square::new(row, col));
            let on: Vec<_> = on.filter(|&square| board.spans(square)).collect();
            let Ok(board) = board.with_holes(on.iter().copied()) else { return Ok(()) };
            prop_assert_eq!(&board.to_string().parse::<Board>().unwrap(), &board);
            prop_assert_eq!(board.squares().count() as u128, board.len());
            prop_assert_eq!(board.holes().count() as u128 + board.len(), board.area());
            for square in board.holes() {
                prop_assert!(!board.contains(square) && on.contains(&square));
                prop_assert_eq!(board.square(board.cell(square)), square);
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[.#x0-9\n\\PC]{0,20}") {
            if let Ok(board) = text.parse::<Board>() {
                prop_assert_eq!(board.to_string().parse::<Board>().unwrap(), board);
            }
        }
    }
}
