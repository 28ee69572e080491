//! Leapers: pieces that move by a fixed step.

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, shown};

/// An (r, s)-leaper: it moves by r one way and s the other. The knight is (1, 2).
///
/// The smaller number is kept first: `2,1` is read as the knight too. Directions are numbered 1 to
/// 8 as (file, rank) steps (r,s) (s,r) (−r,s) (−s,r) (r,−s) (s,−r) (−r,−s) (−s,−r); for the knight
/// this is the order (1,2) (2,1) (−1,2) (−2,1) (1,−2) (2,−1) (−1,−2) (−2,−1).
///
/// # Examples
///
/// ```
/// use hippodrome::Leaper;
///
/// assert_eq!("1,2".parse::<Leaper>()?, Leaper::KNIGHT);
/// assert!(Leaper::KNIGHT.changes_colour());
/// assert_eq!(Leaper::new(0, 1)?.steps().count(), 4); // the wazir
/// # Ok::<(), hippodrome::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Leaper {
    r: u32,
    s: u32,
}

/// The signs and the order of the numbers in the eight directions: (file is s, file < 0, rank < 0).
const DIRECTIONS: [(bool, bool, bool); 8] = [
    (false, false, false),
    (true, false, false),
    (false, true, false),
    (true, true, false),
    (false, false, true),
    (true, false, true),
    (false, true, true),
    (true, true, true),
];

impl Leaper {
    /// The knight, the (1, 2)-leaper.
    pub const KNIGHT: Self = Self { r: 1, s: 2 };

    /// The (r, s)-leaper, in either order.
    ///
    /// # Errors
    ///
    /// When both numbers are 0: such a piece does not move.
    pub fn new(r: u32, s: u32) -> Result<Self, Error> {
        if r == 0 && s == 0 {
            return Err(Error::parse("leaper '0,0' does not move: give a number above 0"));
        }
        Ok(Self { r: r.min(s), s: r.max(s) })
    }

    /// The smaller number.
    #[must_use]
    pub const fn r(self) -> u32 {
        self.r
    }

    /// The larger number.
    #[must_use]
    pub const fn s(self) -> u32 {
        self.s
    }

    /// Whether every move goes to a square of the other colour: r + s is odd.
    #[must_use]
    pub const fn changes_colour(self) -> bool {
        (self.r ^ self.s) & 1 == 1
    }

    /// Direction `number` (1 to 8) as a (file, rank) step. Directions may coincide.
    ///
    /// # Panics
    ///
    /// When the number is not 1 to 8.
    #[must_use]
    pub fn direction(self, number: usize) -> (i64, i64) {
        let (swap, file_minus, rank_minus) = DIRECTIONS[number - 1];
        let (file, rank) = if swap { (self.s, self.r) } else { (self.r, self.s) };
        let sign = |n: u32, minus: bool| if minus { -(n as i64) } else { n as i64 };
        (sign(file, file_minus), sign(rank, rank_minus))
    }

    /// The different (file, rank) steps, in the order of the directions: 8, or 4 where some
    /// coincide.
    pub fn steps(self) -> impl Iterator<Item = (i64, i64)> + Clone {
        self.steps_in_order([1, 2, 3, 4, 5, 6, 7, 8])
    }

    /// The different steps in the order in which `order` (numbers 1 to 8) first names them.
    ///
    /// # Panics
    ///
    /// When a number is not 1 to 8.
    pub fn steps_in_order(self, order: [usize; 8]) -> impl Iterator<Item = (i64, i64)> + Clone {
        (0..8).filter_map(move |at| {
            let step = self.direction(order[at]);
            (0..at).all(|before| self.direction(order[before]) != step).then_some(step)
        })
    }
}

impl Default for Leaper {
    fn default() -> Self {
        Self::KNIGHT
    }
}

impl fmt::Display for Leaper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.r, self.s)
    }
}

impl FromStr for Leaper {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong = || {
            Error::parse(format!(
                "leaper '{}': expected two numbers such as 1,2 (0 to 4294967295, not both 0)",
                shown(text)
            ))
        };
        let number = |part: &str| {
            let plain = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
            plain.then(|| part.parse::<u32>().ok()).flatten()
        };
        let (r, s) = text.split_once(',').ok_or_else(wrong)?;
        let (r, s) = (number(r).ok_or_else(wrong)?, number(s).ok_or_else(wrong)?);
        Self::new(r, s).map_err(|_| wrong())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_knights_order_is_the_classical_one() {
        let steps: Vec<_> = Leaper::KNIGHT.steps().collect();
        let order = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];
        assert_eq!(steps, order);
    }

    #[test]
    fn coinciding_directions_are_one_step() {
        let fers: Vec<_> = Leaper::new(1, 1).unwrap().steps().collect();
        assert_eq!(fers, [(1, 1), (-1, 1), (1, -1), (-1, -1)]);
        let wazir: Vec<_> = Leaper::new(1, 0).unwrap().steps().collect();
        assert_eq!(wazir, [(0, 1), (1, 0), (-1, 0), (0, -1)]);
    }

    #[test]
    fn wrong_leapers_are_refused() {
        for text in ["", "1", "1,", ",2", "0,0", "1,2,3", "-1,2", "1, 2", "a,b", "1,4294967296"] {
            assert!(text.parse::<Leaper>().is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn round_trip(r: u32, s: u32) {
            prop_assume!(r != 0 || s != 0);
            let leaper = Leaper::new(r, s).unwrap();
            prop_assert_eq!(leaper.to_string().parse::<Leaper>().unwrap(), leaper);
            prop_assert_eq!(leaper, Leaper::new(s, r).unwrap());
        }
    }
}
