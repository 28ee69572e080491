//! Laws that every count obeys, checked after it for little or nothing.

use super::board::{CountAnswer, CountError, TourCount};
use super::engine::EngineOptions;
use crate::board::Board;
use crate::observer::Observer;
use crate::tour::Kind;
use num_bigint::BigUint;

/// The most states of a count that is made once more for a law.
const AGAIN: u64 = 2_000_000;

/// A law and whether a count obeys it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossCheck {
    /// The law, in words, with its numbers.
    pub law: String,
    /// Whether it holds.
    pub holds: bool,
}

impl TourCount {
    /// A number that divides the size of every orbit of undirected tours under the symmetries of
    /// the board; 1 where nothing is known.
    ///
    /// Of a board with at least three ranks and files, for a leaper that changes colour and does
    /// not go straight. An orbit has as many tours as the group has symmetries, divided by those
    /// that leave the tour in place. A symmetry that leaves a closed tour in place moves its
    /// squares along the tour or turns it round. Turning round keeps two squares or moves in place:
    /// a reflection in a diagonal keeps more squares, one in a middle line keeps a whole line of
    /// squares or would keep a straight move. Moving along by half of the tour or a quarter changes
    /// colour if and only if that many moves do, which leaves out reflections in middle lines
    /// between squares where the number of squares is a multiple of four, and quarter turns where
    /// the side is. A symmetry of an open tour turns it round and keeps its middle in place, which
    /// leaves half turns only, and none of boards with both sides even (Bergholt and Dudeney
    /// showed most of this before 1920).
    #[must_use]
    pub fn orbit_divisor(&self) -> u32 {
        let (rows, cols) = (self.board().rows(), self.board().cols());
        let (r, s) = (self.leaper().r(), self.leaper().s());
        let whole = self.board().is_rectangle()
            && self.is_free()
            && rows >= 3
            && cols >= 3
            && r != 0
            && s != 0
            && (r + s) % 2 == 1;
        if !whole {
            return 1;
        }
        let group = if rows == cols { 8 } else { 4 };
        let both_even = rows % 2 == 0 && cols % 2 == 0;
        let keeping = match self.kind() {
            Kind::Closed if rows == cols && rows % 4 == 2 => 4,
            Kind::Open if both_even => 1,
            _ => 2,
        };
        group / keeping
    }

    /// Checks the laws that cost little: the divisibility by [`TourCount::orbit_divisor`], the same
    /// count for the board turned over, and, of open tours, the sum over the starts; the last two
    /// by further counts, where the first took at most two million states.
    ///
    /// # Errors
    /// As [`TourCount::run`].
    pub fn cross_checks(
        &self,
        answer: &CountAnswer,
        options: &EngineOptions,
        observer: &dyn Observer,
    ) -> Result<Vec<CrossCheck>, CountError> {
        let count = &answer.undirected;
        let mut checks = Vec::new();
        let divisor = self.orbit_divisor();
        if divisor > 1 {
            checks.push(CrossCheck {
                law: format!("divisible by {divisor}, which divides the size of every orbit"),
                holds: count % divisor == BigUint::ZERO,
            });
        }
        let options = &EngineOptions { checkpoint: None, ..options.clone() };
        let states: u64 = answer.layers.iter().map(|l| l.states).sum();
        if states > AGAIN || !self.is_free() {
            return Ok(checks);
        }
        let (rows, cols) = (self.board().rows(), self.board().cols());
        if self.board().is_rectangle() && rows != cols {
            let other = self.clone().with_board(Board::new(cols, rows)?);
            let again = other.run(options, observer)?.undirected;
            checks.push(CrossCheck {
                law: format!("the {cols}x{rows} board has {again}"),
                holds: again == *count,
            });
        }
        if self.kind() == Kind::Open && self.board().len() > 1 && states < AGAIN / 4 {
            let sum: BigUint = self.by_start(options, observer)?.values().sum();
            checks.push(CrossCheck {
                law: format!("over all starts they add up to {sum} directed tours"),
                holds: sum == answer.directed,
            });
        }
        Ok(checks)
    }
}
