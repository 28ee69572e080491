//! One heuristic from every square of many boards: how often it finds a tour.
//!
//! A survey says nothing about existence beyond what the colours say: a start is *found*, *stuck*,
//! or *impossible* because the two colours cannot alternate from there.
//!
//! # Examples
//!
//! ```
//! use hippodrome::heuristic::WarnsdorffOptions;
//! use hippodrome::survey::{Plan, survey};
//! use hippodrome::{Answer, Silent};
//!
//! let plan = Plan::new(WarnsdorffOptions::new());
//! let Answer::Found(board) = survey(&"5x5".parse()?, &plan, &Silent) else { panic!() };
//! let counts = board.counts();
//! // The rule works from 11 of 25 squares; 12 have the wrong colour; from 2 it gets stuck.
//! assert_eq!((counts.found, counts.stuck, counts.impossible), (11, 2, 12));
//! # Ok::<(), hippodrome::Error>(())
//! ```

pub mod report;

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::answer::{Answer, Limit};
use crate::board::Board;
use crate::error::Error;
use crate::heuristic::{Outcome, WarnsdorffOptions, colour_allows, find};
use crate::leaper::Leaper;
use crate::observer::{Observer, Progress};
use crate::problem::Problem;
use crate::square::Square;
use crate::tour::Kind;

/// The most squares of a board that is surveyed: 2^22, since a survey takes the square of that in
/// steps.
pub const MAX_SQUARES: u128 = 1 << 22;

/// What is run from every square.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Plan {
    /// The rule.
    pub rule: WarnsdorffOptions,
    /// The piece.
    pub leaper: Leaper,
    /// Open or closed tours.
    pub kind: Kind,
    /// How often, with seeds that count up from the rule's; 1 where nothing is random.
    pub runs: u64,
    /// The number of threads. The result is the same for any.
    pub threads: usize,
}

impl Plan {
    /// Open knight's tours, one run from each square, on one thread.
    #[must_use]
    pub fn new(rule: WarnsdorffOptions) -> Self {
        Self { rule, leaper: Leaper::KNIGHT, kind: Kind::Open, runs: 1, threads: 1 }
    }

    /// Another piece.
    #[must_use]
    pub fn leaper(self, leaper: Leaper) -> Self {
        Self { leaper, ..self }
    }

    /// Open or closed tours.
    #[must_use]
    pub fn kind(self, kind: Kind) -> Self {
        Self { kind, ..self }
    }

    /// Several runs from each square.
    #[must_use]
    pub fn runs(self, runs: u64) -> Self {
        Self { runs: runs.max(1), ..self }
    }

    /// Several threads.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }
}

/// How many runs ended how.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Counts {
    /// The squares of the board; times the runs from each, the sum of the other three.
    pub starts: u64,
    /// A tour was found.
    pub found: u64,
    /// The rule got stuck although the colours allow a tour: says nothing about existence.
    pub stuck: u64,
    /// There is no tour, because the two colours cannot alternate.
    pub impossible: u64,
}

/// What became of every start of one board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardSurvey {
    board: Board,
    runs: u64,
    /// For each square in increasing order, in how many runs a tour was found; nothing where the
    /// colours forbid one.
    found: Vec<Option<u64>>,
}

impl BoardSurvey {
    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The runs from each square.
    #[must_use]
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// Every square in increasing order, with the runs in which a tour was found; `None` where the
    /// colours forbid one.
    pub fn starts(&self) -> impl Iterator<Item = (Square, Option<u64>)> + '_ {
        self.board.squares().zip(self.found.iter().copied())
    }

    /// How many runs ended how: with one run from each square, how many starts.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = Counts { starts: self.found.len() as u64, ..Counts::default() };
        for found in &self.found {
            match found {
                Some(found) => {
                    counts.found += found;
                    counts.stuck += self.runs - found;
                }
                None => counts.impossible += self.runs,
            }
        }
        counts
    }

    /// The share of the runs that the colours allow in which a tour was found; `None` if they
    /// allow none.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        let Counts { found, stuck, .. } = self.counts();
        (found + stuck > 0).then(|| found as f64 / (found + stuck) as f64)
    }
}

/// Runs the rule from every square of a board.
///
/// # Complexity
///
/// O(n² · runs) for n squares, shared by the threads; a walk's memory for each.
pub fn survey(board: &Board, plan: &Plan, observer: &dyn Observer) -> Answer<BoardSurvey> {
    if board.len() > MAX_SQUARES {
        let size = board.size();
        return Answer::Unknown(Limit::Size(format!(
            "the {size} board has more than {MAX_SQUARES} squares: too many to start from each"
        )));
    }
    let squares: Vec<Square> = board.squares().collect();
    let allowed = colour_allows(board, plan.leaper, plan.kind);
    let allowed: Vec<bool> = squares.iter().map(|&square| allowed(square)).collect();
    let found: Vec<AtomicU64> = squares.iter().map(|_| AtomicU64::new(0)).collect();
    let next = AtomicUsize::new(0);
    let halted = AtomicBool::new(false);
    let refused: Mutex<Option<Error>> = Mutex::new(None);
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(&start) = squares.get(index) else { return };
            if halted.load(Ordering::Relaxed) || observer.should_stop() {
                halted.store(true, Ordering::Relaxed);
                return;
            }
            observer.progress(&Progress {
                stage: "starts surveyed",
                done: index as u128,
                total: Some(squares.len() as u128),
                note: board.size(),
            });
            if !allowed[index] {
                continue;
            }
            match found_from(board, plan, start, observer) {
                Ok(Some(count)) => found[index].store(count, Ordering::Relaxed),
                Ok(None) => halted.store(true, Ordering::Relaxed),
                Err(error) => {
                    *refused.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    halted.store(true, Ordering::Relaxed);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..plan.threads.min(squares.len()) {
            scope.spawn(work);
        }
        work();
    });
    if let Some(error) = refused.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Answer::Unknown(Limit::Size(error.to_string()));
    }
    if halted.into_inner() {
        return Answer::Unknown(Limit::Stopped);
    }
    let found = found.into_iter().zip(allowed);
    let found = found.map(|(found, allowed)| allowed.then(|| found.into_inner())).collect();
    Answer::Found(BoardSurvey { board: board.clone(), runs: plan.runs, found })
}

/// In how many runs from a square a tour was found; nothing if the observer stopped them.
fn found_from(
    board: &Board,
    plan: &Plan,
    start: Square,
    observer: &dyn Observer,
) -> Result<Option<u64>, Error> {
    let problem = Problem::new(board.clone(), plan.leaper, plan.kind).with_from(start)?;
    let mut found = 0;
    for run in 0..plan.runs {
        let rule = plan.rule.clone().seed(plan.rule.seed.wrapping_add(run));
        match find(&problem, &rule, observer) {
            Outcome::Tour(_) => found += 1,
            Outcome::Stuck { .. } => {}
            Outcome::Stopped => return Ok(None),
            Outcome::Refused(error) => return Err(error),
        }
    }
    Ok(Some(found))
}
