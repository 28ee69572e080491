//! JSON lines.

use serde::{Deserialize, Serialize};

use super::{Verdict, text};
use crate::answer::ProofKind;
use crate::heuristic::{Conclusion, Event, Work};
use crate::problem::Problem;
use crate::report;
use crate::square::Square;

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveReport {
    /// The step of the square stood on, from 1.
    pub step: u64,
    /// That square.
    pub at: Square,
    /// The unvisited squares a move away, in the move order.
    pub candidates: Vec<CandidateReport>,
    /// The square gone to.
    pub chosen: Square,
    /// `degree`, or `tie-break` where several had the least.
    pub decided_by: String,
    /// Left out for the first; 2 where the second of the tied candidates is tried, and so on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempt: Option<u64>,
}

/// A square that may be gone to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CandidateReport {
    /// The square.
    pub square: Square,
    /// The unvisited squares that it is joined to.
    pub degree: u8,
}

/// Moves taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UndoReport {
    /// From where to where.
    pub undo: Undone,
}

/// From where to where moves are taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Undone {
    /// The step where the run was stuck.
    pub from: u64,
    /// The step of the square where a tie is decided otherwise.
    pub to: u64,
    /// That square.
    pub at: Square,
}

/// A new try.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RetryReport {
    /// Its number, from 1.
    pub retry: u64,
    /// The square that it begins on.
    pub at: Square,
    /// Its move order.
    pub move_order: String,
}

/// How a run ended: the last line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OutcomeReport {
    /// `tour`, `stuck`, `impossible` or `unknown`.
    pub outcome: String,
    /// The squares of the longest path.
    pub visited: u64,
    /// The squares of the board.
    pub squares: String,
    /// A short name of the reason: why there is none, or why there is a tour although the run was
    /// stuck; `null` where that was not found out.
    pub reason: Option<String>,
    /// The outcome in words.
    pub text: String,
    /// The kind of proof of that reason.
    pub proof: Option<ProofKind>,
    /// What the run cost.
    pub work: WorkReport,
}

/// What a run cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkReport {
    /// Moves made, those taken back included.
    pub moves: u64,
    /// Squares expanded.
    pub expanded: u64,
    /// Ties.
    pub ties: u64,
    /// Dead ends.
    pub dead_ends: u64,
    /// Moves taken back.
    pub undone: u64,
}

/// What one tie-break costs on a board: one line of `explain --stats --format json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunReport {
    /// The tie-break.
    pub tie_break: String,
    /// `tour`, `stuck`, `impossible` or `unknown`.
    pub outcome: String,
    /// The squares of the longest path.
    pub visited: u64,
    /// What the run cost.
    pub work: WorkReport,
    /// The time taken.
    pub seconds: f64,
}

impl WorkReport {
    /// The report of what a run cost.
    #[must_use]
    pub fn new(work: Work) -> Self {
        let Work { moves, expanded, ties, dead_ends, undone } = work;
        Self { moves, expanded, ties, dead_ends, undone }
    }
}

impl OutcomeReport {
    /// The report of a run that is over.
    #[must_use]
    pub fn new(problem: &Problem, conclusion: &Conclusion, verdict: &Verdict) -> Self {
        let (reason, proof) = match verdict {
            Verdict::Impossible(reason) => {
                (Some(reason.code.to_owned()), Some(reason.evidence.kind()))
            }
            Verdict::Stuck(Some(existence)) => {
                (Some(existence.code.to_owned()), Some(existence.proof))
            }
            Verdict::Tour | Verdict::Stuck(None) | Verdict::Unknown(_) => (None, None),
        };
        Self {
            outcome: verdict.name().to_owned(),
            visited: conclusion.path.len() as u64,
            squares: problem.board().len().to_string(),
            reason,
            text: text::outcome(problem, conclusion, verdict),
            proof,
            work: WorkReport::new(conclusion.work),
        }
    }
}

pub(super) fn event(event: &Event) -> String {
    let line = match event {
        Event::Move { step, attempt } => report::line(&MoveReport {
            step: step.step,
            at: step.at,
            candidates: step
                .candidates
                .iter()
                .map(|c| CandidateReport { square: c.square, degree: c.degree })
                .collect(),
            chosen: step.chosen,
            decided_by: step.decided_by.name().to_owned(),
            attempt: (*attempt > 1).then_some(*attempt),
        }),
        &Event::Undo { from, to, at } => {
            report::line(&UndoReport { undo: Undone { from, to, at } })
        }
        &Event::Retry { retry, at, order } => {
            report::line(&RetryReport { retry, at, move_order: order.to_string() })
        }
    };
    line + "\n"
}

pub(super) fn end(problem: &Problem, conclusion: &Conclusion, verdict: &Verdict) -> String {
    report::line(&OutcomeReport::new(problem, conclusion, verdict)) + "\n"
}
