//! The question: which tour is asked for.

use std::collections::BTreeMap;

use crate::board::Board;
use crate::error::Error;
use crate::leaper::Leaper;
use crate::square::Square;
use crate::tour::{Kind, Tour, is_move};

/// A question about tours: board, piece, kind, ends and clues.
///
/// `from` is the square of step 1 and `to` that of step N, N being the number of squares; a *clue*
/// names the square of any step. In a closed tour the steps are counted from the first square, so
/// `from` alone restricts nothing, and `to` must be a move away from `from`.
///
/// Clues for the first and the last step are kept as `from` and `to`.
///
/// # Examples
///
/// ```
/// use hippodrome::{Board, Kind, Leaper, Problem};
///
/// let problem = Problem::new("5x5".parse::<Board>()?, Leaper::KNIGHT, Kind::Open)
///     .with_from("a1".parse()?)?
///     .with_clue(13, "c3".parse()?)?;
/// assert_eq!(problem.square_at(13), Some("c3".parse()?));
/// # Ok::<(), hippodrome::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    board: Board,
    leaper: Leaper,
    kind: Kind,
    from: Option<Square>,
    to: Option<Square>,
    clues: BTreeMap<u128, Square>,
}

impl Problem {
    /// Any tour of this kind.
    #[must_use]
    pub fn new(board: Board, leaper: Leaper, kind: Kind) -> Self {
        Self { board, leaper, kind, from: None, to: None, clues: BTreeMap::new() }
    }

    /// The tour is to start at `square`.
    ///
    /// # Errors
    ///
    /// When the square is not on the board, or another was given.
    pub fn with_from(self, square: Square) -> Result<Self, Error> {
        self.with_clue(1, square)
    }

    /// The tour is to end at `square`.
    ///
    /// # Errors
    ///
    /// When the square is not on the board, or another was given, or when it is the start of a
    /// closed tour.
    pub fn with_to(self, square: Square) -> Result<Self, Error> {
        let last = self.board.len();
        self.with_clue(last, square)
    }

    /// Step `step` (from 1) is to visit `square`.
    ///
    /// # Errors
    ///
    /// When the step is not 1 to N, the square is not on the board, the step has another square
    /// already, or the square another step. (One exception: an open tour may be asked for with the
    /// same square for both ends, and then the answer is no.)
    pub fn with_clue(mut self, step: u128, square: Square) -> Result<Self, Error> {
        self.board.require(square)?;
        let last = self.board.len();
        if step == 0 || step > last {
            return Err(Error::mismatch(format!(
                "step {step} is not a step of the board, whose steps are 1 to {last}"
            )));
        }
        if last == 1 {
            // The only square is the first and the last, given or not.
            return Ok(self);
        }
        if let Some(other) = self.square_at(step).filter(|&other| other != square) {
            return Err(Error::mismatch(format!(
                "step {step} is given twice: {other} and {square}"
            )));
        }
        let is_end = |step| step == 1 || step == last;
        if let Some((other, _)) = self.fixed().find(|&(at, sq)| sq == square && at != step) {
            if self.kind == Kind::Closed && is_end(step) && is_end(other) {
                return Err(Error::mismatch(format!(
                    "square {square} is given as both ends: a closed tour is written without repeating its first square, leave the end out"
                )));
            }
            if !(is_end(step) && is_end(other)) {
                return Err(Error::mismatch(format!(
                    "square {square} is given for step {other} and for step {step}"
                )));
            }
        }
        if step == 1 {
            self.from = Some(square);
        } else if step == last {
            self.to = Some(square);
        } else {
            self.clues.insert(step, square);
        }
        Ok(self)
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

    /// The square of step 1, if given.
    #[must_use]
    pub fn from(&self) -> Option<Square> {
        self.from
    }

    /// The square of step N, if given and N > 1.
    #[must_use]
    pub fn to(&self) -> Option<Square> {
        self.to
    }

    /// The clues for steps 2 to N − 1, in the order of their steps.
    #[must_use]
    pub fn clues(&self) -> &BTreeMap<u128, Square> {
        &self.clues
    }

    /// Every given (step, square), in the order of the steps.
    pub fn fixed(&self) -> impl Iterator<Item = (u128, Square)> + '_ {
        let from = self.from.map(|square| (1, square));
        let to = self.to.map(|square| (self.board.len(), square));
        from.into_iter().chain(self.clues.iter().map(|(&step, &square)| (step, square))).chain(to)
    }

    /// The square given for a step.
    #[must_use]
    pub fn square_at(&self, step: u128) -> Option<Square> {
        match step {
            1 => self.from,
            _ if step == self.board.len() => self.to,
            _ => self.clues.get(&step).copied(),
        }
    }

    /// Whether the tour answers this question.
    ///
    /// An open tour does not answer a question for a closed one; a closed tour, walked from its
    /// first square, answers one for an open tour.
    #[must_use]
    pub fn accepts(&self, tour: &Tour) -> bool {
        let closes = || is_move(self.leaper, tour.square(1), tour.square(tour.len()));
        tour.board() == &self.board
            && tour.leaper() == self.leaper
            && (self.kind == Kind::Open || (tour.len() >= 3 && closes()))
            && self.fixed().all(|(step, square)| tour.square(step as u64) == square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sq(text: &str) -> Square {
        text.parse().unwrap()
    }

    fn ask(board: &str, kind: Kind) -> Problem {
        Problem::new(board.parse().unwrap(), Leaper::KNIGHT, kind)
    }

    #[test]
    fn contradictions_are_refused() {
        let open = ask("5x5", Kind::Open).with_from(sq("a1")).unwrap();
        assert!(open.clone().with_from(sq("a1")).is_ok());
        assert!(open.clone().with_from(sq("a3")).is_err());
        assert!(open.clone().with_to(sq("a1")).is_ok());
        assert!(open.clone().with_clue(3, sq("a1")).is_err());
        assert!(open.clone().with_clue(0, sq("a3")).is_err());
        assert!(open.clone().with_clue(26, sq("a3")).is_err());
        assert!(open.clone().with_clue(25, sq("f1")).is_err());
        let closed = ask("6x6", Kind::Closed).with_from(sq("a1")).unwrap();
        assert!(closed.clone().with_to(sq("a1")).is_err());
        assert_eq!(closed.with_clue(36, sq("b3")).unwrap().to(), Some(sq("b3")));
    }

    #[test]
    fn ends_restrict_nothing_on_the_board_of_one_square() {
        let problem = ask("1x1", Kind::Open);
        let given = problem.clone().with_from(sq("a1")).unwrap().with_to(sq("a1")).unwrap();
        assert_eq!(given, problem);
        assert!(problem.with_to(sq("a2")).is_err());
    }
}
