//! One heuristic from every square of a board.

use crate::answer::{Answer, Limit};
use crate::board::Board;
use crate::leaper::Leaper;
use crate::observer::{Observer, Progress};
use crate::problem::Problem;
use crate::square::Square;
use crate::tour::Kind;

use super::options::{Outcome, WarnsdorffOptions};
use super::run::{colour_allows, find};

/// What became of the starts of one board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Survey {
    /// The squares of the board; the sum of the other three.
    pub starts: u64,
    /// Starts from which a tour was found.
    pub found: u64,
    /// Starts from which the heuristic got stuck although the colours allow a tour: says nothing
    /// about existence.
    pub stuck: u64,
    /// Starts from which there is no tour because the two colours cannot alternate.
    pub impossible: u64,
}

/// Runs one heuristic from every square of a board, and calls `each` with every start and its
/// outcome (`None` where the colours forbid it).
///
/// The answer is never "impossible": a survey counts.
///
/// # Examples
///
/// ```
/// use hippodrome::heuristic::{Survey, WarnsdorffOptions, survey};
/// use hippodrome::{Answer, Kind, Leaper, Silent};
///
/// let (board, options) = ("7x7".parse()?, WarnsdorffOptions::new());
/// let survey = survey(&board, Leaper::KNIGHT, Kind::Open, &options, &Silent, |_, _| ());
/// // 24 squares have the wrong colour; from 5 others the rule gets stuck.
/// assert_eq!(survey, Answer::Found(Survey { starts: 49, found: 20, stuck: 5, impossible: 24 }));
/// # Ok::<(), hippodrome::Error>(())
/// ```
pub fn survey(
    board: &Board,
    leaper: Leaper,
    kind: Kind,
    options: &WarnsdorffOptions,
    observer: &dyn Observer,
    mut each: impl FnMut(Square, Option<&Outcome>),
) -> Answer<Survey> {
    let mut counts = Survey::default();
    let allowed = colour_allows(board, leaper, kind);
    for start in board.squares() {
        if observer.should_stop() {
            return Answer::Unknown(Limit::Stopped);
        }
        observer.progress(&Progress {
            stage: "starts surveyed",
            done: u128::from(counts.starts),
            total: Some(board.len()),
            note: String::new(),
        });
        counts.starts += 1;
        if !allowed(start) {
            counts.impossible += 1;
            each(start, None);
            continue;
        }
        let problem = Problem::new(board.clone(), leaper, kind);
        let outcome = match problem.with_from(start) {
            Ok(problem) => find(&problem, options, observer),
            Err(error) => Outcome::Refused(error),
        };
        match &outcome {
            Outcome::Tour(_) => counts.found += 1,
            Outcome::Stuck { .. } => counts.stuck += 1,
            Outcome::Stopped => return Answer::Unknown(Limit::Stopped),
            Outcome::Refused(error) => return Answer::Unknown(Limit::Size(error.to_string())),
        }
        each(start, Some(&outcome));
    }
    Answer::Found(counts)
}
