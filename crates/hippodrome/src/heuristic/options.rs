//! What is asked of the heuristic, and what became of it.

use crate::answer::{Answer, Limit};
use crate::error::Error;
use crate::tour::Tour;

use super::tie_break::{MoveOrder, TieBreak};

/// How Warnsdorff's rule is to be run.
///
/// # Examples
///
/// ```
/// use hippodrome::heuristic::{TieBreak, WarnsdorffOptions};
///
/// let options = WarnsdorffOptions::new().tie_break(TieBreak::Random).seed(7).retries(100);
/// # let _ = options;
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct WarnsdorffOptions {
    /// What decides between candidates of the same degree.
    pub tie_break: TieBreak,
    /// The order in which the directions are tried.
    pub move_order: MoveOrder,
    /// The seed of everything random.
    pub seed: u64,
    /// How often to try again after getting stuck.
    pub retries: u64,
    /// How many squares flips may move, in each try; see [`WarnsdorffOptions::flips`].
    pub flips: Option<u64>,
}

impl WarnsdorffOptions {
    /// The rule as the seedless default runs it: ties to the first in the order 12345678, one try.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What decides between candidates of the same degree; [`TieBreak::First`] by default.
    #[must_use]
    pub fn tie_break(mut self, tie_break: TieBreak) -> Self {
        self.tie_break = tie_break;
        self
    }

    /// The order in which the directions are tried; 12345678 by default. [`TieBreak::Squirrel`]
    /// brings its own.
    #[must_use]
    pub fn move_order(mut self, move_order: MoveOrder) -> Self {
        self.move_order = move_order;
        self
    }

    /// The seed of everything random: 0 by default. The same seed gives the same tour on every
    /// machine.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// How often to try again after getting stuck; 0 by default.
    ///
    /// A retry of [`TieBreak::Random`] draws on; one of [`TieBreak::Squirrel`] takes the next of
    /// the 19 published orders; of the other tie-breaks (and of `Squirrel` when the 19 are used
    /// up) a random move order. Where the start is not given, a retry (but the 19) also starts
    /// elsewhere.
    #[must_use]
    pub fn retries(mut self, retries: u64) -> Self {
        self.retries = retries;
        self
    }

    /// How many squares may be moved by flips, in each try, to repair a walk that is stuck or does
    /// not close (path rotation after Euler 1759 and Pósa 1976).
    ///
    /// By default none for open tours without a given end, so that the outcome is that of the rule
    /// alone, and enough for thousands of flips for closed tours and given ends, which the rule
    /// does not aim at.
    #[must_use]
    pub fn flips(mut self, squares: u64) -> Self {
        self.flips = Some(squares);
        self
    }
}

/// What became of a run. There is no "none": a heuristic that is stuck says nothing about
/// existence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A tour, verified, that answers the problem.
    Tour(Tour),
    /// Every try got stuck.
    Stuck {
        /// The most squares visited in a try; all of them when only the end was wrong.
        visited: u64,
        /// The retries after the first try.
        retries: u64,
    },
    /// The observer asked to stop.
    Stopped,
    /// The heuristic does not serve this problem, and why: too large a board, or clues.
    Refused(Error),
}

impl Outcome {
    /// The tour.
    #[must_use]
    pub fn tour(self) -> Option<Tour> {
        match self {
            Self::Tour(tour) => Some(tour),
            _ => None,
        }
    }

    /// The outcome as an answer: found, or unknown with the limit; never impossible.
    #[must_use]
    pub fn into_answer(self) -> Answer<Tour> {
        match self {
            Self::Tour(tour) => Answer::Found(tour),
            Self::Stuck { retries, .. } => Answer::Unknown(Limit::Retries(retries)),
            Self::Stopped => Answer::Unknown(Limit::Stopped),
            Self::Refused(error) => Answer::Unknown(Limit::Size(error.to_string())),
        }
    }
}
