//! Squares and their algebraic names.

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, shown};

/// A square: its rank and its file, both counted from zero.
///
/// `Square { row: 0, col: 0 }` is `a1`, bottom left. Files past `z` go on as in spreadsheets (`aa`,
/// `ab`, …), ranks to 2^32. Squares order by rank, then by file. 8 bytes.
///
/// # Examples
///
/// ```
/// use hippodrome::Square;
///
/// let c5: Square = "c5".parse()?;
/// assert_eq!(c5, Square::new(4, 2));
/// assert_eq!("3,5".parse::<Square>()?, c5); // FILE,RANK from 1
/// assert_eq!(Square::new(6, 4_294_967_295).to_string(), "mwlqkwv7");
/// # Ok::<(), hippodrome::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    /// The rank, from 0 (rank 1, the bottom row).
    pub row: u32,
    /// The file, from 0 (file a, the leftmost column).
    pub col: u32,
}

impl Square {
    /// The square on the given rank and file, both from 0.
    #[must_use]
    pub const fn new(row: u32, col: u32) -> Self {
        Self { row, col }
    }

    /// Whether the square has the colour of `a1`: file plus rank is even.
    #[must_use]
    pub const fn is_even(self) -> bool {
        (self.row ^ self.col) & 1 == 0
    }

    /// The square reached by a step of (file, rank), if it has no negative coordinate and none
    /// past 2^32.
    #[must_use]
    pub fn step(self, (file, rank): (i64, i64)) -> Option<Self> {
        let row = u32::try_from((self.row as i64).checked_add(rank)?).ok()?;
        let col = u32::try_from((self.col as i64).checked_add(file)?).ok()?;
        Some(Self { row, col })
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = [0u8; 7];
        let mut at = letters.len();
        // Bijective base 26, least letter last: a = 1, …, z = 26, aa = 27.
        let mut rest = self.col as u64 + 1;
        while rest > 0 {
            rest -= 1;
            at -= 1;
            letters[at] = b'a' + (rest % 26) as u8;
            rest /= 26;
        }
        for &letter in &letters[at..] {
            fmt::Write::write_char(f, letter as char)?;
        }
        write!(f, "{}", self.row as u64 + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Square {
    type Err = Error;

    /// Reads `c5` (either case) or `3,5` (file, rank, from 1).
    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong = || {
            Error::parse(format!(
                "square '{}': expected a file and a rank such as c5 or 3,5, ranks and files 1 to 4294967296",
                shown(text)
            ))
        };
        if let Some((file, rank)) = text.split_once(',') {
            let col = coordinate(file).ok_or_else(wrong)?;
            let row = coordinate(rank).ok_or_else(wrong)?;
            return Ok(Self { row, col });
        }
        let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        if letters == 0 || letters > 7 {
            return Err(wrong());
        }
        let file = text.bytes().take(letters).fold(0u64, |file, letter| {
            file * 26 + u64::from(letter.to_ascii_lowercase() - b'a') + 1
        });
        let col = u32::try_from(file - 1).map_err(|_| wrong())?;
        let row = coordinate(&text[letters..]).ok_or_else(wrong)?;
        Ok(Self { row, col })
    }
}

/// A coordinate from 1, without sign, blanks or leading zeros, as one from 0.
fn coordinate(text: &str) -> Option<u32> {
    if !text.bytes().all(|b| b.is_ascii_digit()) || text.starts_with('0') {
        return None;
    }
    u32::try_from(text.parse::<u64>().ok()?.checked_sub(1)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn files_go_on_as_in_spreadsheets() {
        for (col, name) in [(0, "a1"), (25, "z1"), (26, "aa1"), (701, "zz1"), (702, "aaa1")] {
            assert_eq!(Square::new(0, col).to_string(), name);
            assert_eq!(name.parse::<Square>().unwrap(), Square::new(0, col));
        }
    }

    #[test]
    fn wrong_squares_are_refused() {
        for text in [
            "",
            "a",
            "1",
            "a0",
            "a01",
            "0,1",
            "1,0",
            "a-1",
            "a+1",
            "1,",
            ",1",
            "1,2,3",
            "a 1",
            "é1",
            "a4294967297",
            "4294967297,1",
            "aaaaaaaa1",
            "zzzzzzz1",
            "a99999999999999999999999",
        ] {
            let error = text.parse::<Square>().unwrap_err();
            assert!(error.is_parse(), "{text}");
            assert!(!error.to_string().contains('\n'));
        }
    }

    proptest! {
        #[test]
        fn names_round_trip(row: u32, col: u32) {
            let square = Square::new(row, col);
            prop_assert_eq!(square.to_string().parse::<Square>().unwrap(), square);
            let pair = format!("{},{}", col as u64 + 1, row as u64 + 1);
            prop_assert_eq!(pair.parse::<Square>().unwrap(), square);
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,12}") {
            if let Ok(square) = text.parse::<Square>() {
                prop_assert_eq!(square.to_string().parse::<Square>().unwrap(), square);
            }
        }
    }
}
