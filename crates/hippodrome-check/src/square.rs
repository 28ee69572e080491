//! Squares: a file and a rank, and the two ways in which people write them.

use std::fmt;
use std::str::FromStr;

/// The largest side of a board, and the largest number of a file or a rank: 2^32.
pub const MAX_SIDE: u64 = 1 << 32;

/// A square of a board: `a1` is file 1, rank 1, bottom left.
///
/// Files past `z` go on as in spreadsheets: `aa`, `ab`, …, `zz`, `aaa`. Files and ranks are 1 to
/// 2^32. The order is by rank, then by file: the order in which certificates list squares.
///
/// # Examples
///
/// ```
/// use hippodrome_check::Square;
/// let square: Square = "c5".parse()?;
/// assert_eq!((square.file(), square.rank()), (3, 5));
/// assert_eq!("3,5".parse(), Ok(square));
/// assert_eq!(Square::new(27, 1).map(|s| s.to_string()), Some("aa1".to_owned()));
/// # Ok::<(), hippodrome_check::NotASquare>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    // Zero-based, so that 2^32 fits; the rank first, for the derived order.
    rank: u32,
    file: u32,
}

impl Square {
    /// Stands for a square that is on no board at all, such as `a0`; no board that is held in
    /// memory has it.
    pub(crate) const NOWHERE: Self = Self { rank: u32::MAX, file: u32::MAX };

    /// The square of a file and a rank, both from 1; none beyond 2^32.
    #[must_use]
    pub fn new(file: u64, rank: u64) -> Option<Self> {
        Some(Self {
            rank: u32::try_from(rank.checked_sub(1)?).ok()?,
            file: u32::try_from(file.checked_sub(1)?).ok()?,
        })
    }

    /// The file, from 1.
    #[must_use]
    pub const fn file(self) -> u64 {
        self.file as u64 + 1
    }

    /// The rank, from 1.
    #[must_use]
    pub const fn rank(self) -> u64 {
        self.rank as u64 + 1
    }

    /// True on the colour of `a1`: file + rank is even.
    pub(crate) const fn is_even(self) -> bool {
        (self.file ^ self.rank) & 1 == 0
    }

    /// Whether a leaper `r,s` goes from one square to the other.
    pub(crate) fn is_joined(self, other: Self, leaper: (u64, u64)) -> bool {
        let files = u64::from(self.file.abs_diff(other.file));
        let ranks = u64::from(self.rank.abs_diff(other.rank));
        (files, ranks) == leaper || (ranks, files) == leaper
    }

    /// Reads lower- or upper-case letters and then digits, all of `text`.
    pub(crate) fn from_algebraic(text: &[u8]) -> Option<Self> {
        let letters = text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let (letters, digits) = text.split_at(letters);
        Self::new(parse_file(letters)?, parse_side(digits)?)
    }
}

/// The number of a file written in letters, at most 2^32.
pub(crate) fn parse_file(letters: &[u8]) -> Option<u64> {
    let mut file = 0_u64;
    for letter in letters {
        let digit = letter.to_ascii_lowercase().checked_sub(b'a').filter(|digit| *digit < 26)?;
        file = file.checked_mul(26)?.checked_add(u64::from(digit) + 1)?;
        if file > MAX_SIDE {
            return None;
        }
    }
    (file > 0).then_some(file)
}

/// A number of digits, 1 to 2^32.
pub(crate) fn parse_side(digits: &[u8]) -> Option<u64> {
    parse_number(digits).filter(|side| (1..=MAX_SIDE).contains(side))
}

/// A number of digits that fits.
pub(crate) fn parse_number(digits: &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for digit in digits {
        let digit = digit.checked_sub(b'0').filter(|digit| *digit < 10)?;
        number = number.checked_mul(10)?.checked_add(u64::from(digit))?;
    }
    (!digits.is_empty()).then_some(number)
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // 26 + 26^2 + … + 26^7 is more than 2^32: seven letters are enough.
        let mut letters = [0_u8; 7];
        let mut first = letters.len();
        let mut file = self.file();
        while file > 0 && first > 0 {
            first -= 1;
            letters[first] = b'a' + ((file - 1) % 26) as u8;
            file = (file - 1) / 26;
        }
        for letter in &letters[first..] {
            write!(f, "{}", *letter as char)?;
        }
        write!(f, "{}", self.rank())
    }
}

/// The text is not a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotASquare;

impl fmt::Display for NotASquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a square: write it as c5 or as 3,5 (file, rank)")
    }
}

impl std::error::Error for NotASquare {}

impl FromStr for Square {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Self, NotASquare> {
        match text.split_once(',') {
            Some((file, rank)) => {
                let side = |text: &str| parse_side(text.trim().as_bytes());
                side(file).zip(side(rank)).and_then(|(file, rank)| Self::new(file, rank))
            }
            None => Self::from_algebraic(text.as_bytes()),
        }
        .ok_or(NotASquare)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_square_round_trip() {
        for file in (1..2000).chain([18_278, 18_279, MAX_SIDE - 1, MAX_SIDE]) {
            let square = Square::new(file, MAX_SIDE + 1 - file).unwrap();
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(format!("{},{}", square.file(), square.rank()).parse(), Ok(square));
        }
    }

    #[test]
    fn what_is_not_a_square() {
        for text in
            ["", "a", "1", "a0", "0,1", "a1b", "1a", "a-1", "a4294967297", "mwlqkww1", "ä1", "1,"]
        {
            assert_eq!(text.parse::<Square>(), Err(NotASquare), "{text}");
        }
        assert_eq!(Square::new(MAX_SIDE, 1).unwrap().to_string(), "mwlqkwv1");
    }
}
