//! The tie-breaks and move orders, by name.

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, shown};

/// What decides when several candidates have the least degree. Warnsdorff (Des Rösselsprunges
/// einfachste und allgemeinste Lösung, 1823) held that any choice would do; it does not, and the
/// names below are the choices that have been studied since. FORMATS.md defines each exactly.
///
/// Ties that remain go to the first candidate in the move order.
///
/// # Examples
///
/// ```
/// use hippodrome::heuristic::TieBreak;
///
/// let tie_break: TieBreak = "centre-far".parse()?;
/// assert_eq!(tie_break, TieBreak::CentreFar);
/// # Ok::<(), hippodrome::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TieBreak {
    /// The first in the move order.
    #[default]
    First,
    /// The last in the move order.
    Last,
    /// The one whose best onward square has the least degree, counted after the candidate is
    /// visited: one ply of looking ahead, in the spirit of Pohl (A method for finding Hamilton
    /// paths and knight's tours, CACM 10 (1967), doi:10.1145/363427.363463).
    Degree2,
    /// The one farthest from the centre of the board, as Roth proposed.
    CentreFar,
    /// The one nearest to the centre of the board.
    CentreNear,
    /// The first in a move order that changes at certain squares: Squirrel and Cull (A
    /// Warnsdorff-rule algorithm for knight's tours on square chessboards, 1996). See
    /// [`squirrel_plan`](crate::heuristic::squirrel_plan).
    Squirrel,
    /// Any, with equal probability, by a seeded generator.
    Random,
}

impl TieBreak {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::First,
        Self::Last,
        Self::Degree2,
        Self::CentreFar,
        Self::CentreNear,
        Self::Squirrel,
        Self::Random,
    ];

    /// The name on the command line and in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Last => "last",
            Self::Degree2 => "degree2",
            Self::CentreFar => "centre-far",
            Self::CentreNear => "centre-near",
            Self::Squirrel => "squirrel",
            Self::Random => "random",
        }
    }
}

impl TieBreak {
    /// The name in a certificate of a run: what FORMATS.md can check. Squirrel and Cull's rule is
    /// `first` in orders that change, and a random choice is `any`.
    pub(super) const fn certified(self) -> &'static str {
        match self {
            Self::Squirrel => Self::First.name(),
            Self::Random => "any",
            other => other.name(),
        }
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for TieBreak {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|tie_break| tie_break.name() == text).ok_or_else(|| {
            Error::parse(format!(
                "tie-break '{}': expected first, last, degree2, centre-far, centre-near, squirrel or random",
                shown(text)
            ))
        })
    }
}

/// The order in which the directions 1 to 8 of a [`Leaper`](crate::Leaper) are tried: a
/// permutation.
///
/// # Examples
///
/// ```
/// use hippodrome::heuristic::MoveOrder;
///
/// let order: MoveOrder = "36875124".parse()?;
/// assert_eq!(order.to_string(), "36875124");
/// assert_eq!(MoveOrder::default().to_string(), "12345678");
/// # Ok::<(), hippodrome::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct MoveOrder([u8; 8]);

impl MoveOrder {
    /// The order of these directions, 1 to 8.
    ///
    /// # Errors
    ///
    /// When they are not a permutation of 1 to 8.
    pub fn new(directions: [u8; 8]) -> Result<Self, Error> {
        let named = directions.iter().fold(0u16, |named, &n| named | 1 << n.min(15));
        if named == 0b1_1111_1110 {
            return Ok(Self(directions));
        }
        let text: Vec<String> = directions.iter().map(u8::to_string).collect();
        Err(Self::wrong(&text.concat()))
    }

    /// The directions, 1 to 8, in the order tried.
    #[must_use]
    pub const fn directions(self) -> [u8; 8] {
        self.0
    }

    /// The order written by the digits of a number known to be right.
    pub(super) const fn of_digits(mut digits: u32) -> Self {
        let mut directions = [0; 8];
        let mut at = 8;
        while at > 0 {
            at -= 1;
            directions[at] = (digits % 10) as u8;
            digits /= 10;
        }
        Self(directions)
    }

    /// The order of directions known to be a permutation.
    pub(super) const fn of_numbers(directions: [u8; 8]) -> Self {
        Self(directions)
    }

    fn wrong(text: &str) -> Error {
        Error::parse(format!(
            "move order '{}': expected a permutation of the digits 1 to 8, such as 12345678",
            shown(text)
        ))
    }
}

impl Default for MoveOrder {
    fn default() -> Self {
        Self::of_digits(12_345_678)
    }
}

impl fmt::Display for MoveOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|direction| write!(f, "{direction}"))
    }
}

impl fmt::Debug for MoveOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for MoveOrder {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let digits: [u8; 8] = text.as_bytes().try_into().map_err(|_| Self::wrong(text))?;
        Self::new(digits.map(|digit| digit.wrapping_sub(b'0'))).map_err(|_| Self::wrong(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_round_trip_and_others_are_refused() {
        for tie_break in TieBreak::ALL {
            assert_eq!(tie_break.to_string().parse::<TieBreak>().unwrap(), tie_break);
        }
        for text in ["", "First", "roth", "first "] {
            assert!(text.parse::<TieBreak>().unwrap_err().is_parse(), "{text}");
        }
    }

    #[test]
    fn wrong_orders_are_refused() {
        for text in ["", "1234567", "123456789", "11345678", "02345678", "12345679", "1234567é"] {
            let error = text.parse::<MoveOrder>().unwrap_err();
            assert!(error.is_parse() && error.to_string().contains(text), "{error}");
        }
        assert!(MoveOrder::new([255, 1, 2, 3, 4, 5, 6, 7]).is_err());
    }

    proptest! {
        #[test]
        fn orders_round_trip(directions in Just([1u8, 2, 3, 4, 5, 6, 7, 8]).prop_shuffle()) {
            let order = MoveOrder::new(directions).unwrap();
            prop_assert_eq!(order.to_string().parse::<MoveOrder>().unwrap(), order);
            prop_assert_eq!(order.directions(), directions);
        }
    }
}
