//! The question and the limits that most commands share.

#![expect(
    clippy::doc_markdown,
    reason = "these comments are printed as help, where backticks would show"
)]

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, ValueHint};
use hippodrome::{Kind, Leaper, Problem, Square};

use crate::failure::Failure;
use crate::input;

/// The tour that is asked for.
#[derive(Args, Debug)]
pub(crate) struct QuestionArgs {
    /// ROWSxCOLS (3x14 is 3 ranks, 14 files), N for NxN, a mask file of `.` and `#`, or - for a
    /// mask on standard input.
    #[arg(value_name = "BOARD")]
    pub(crate) board: String,

    #[command(flatten)]
    pub(crate) details: DetailArgs,
}

/// What is asked of the tour beside its board.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "The tour")]
pub(crate) struct DetailArgs {
    /// A tour whose last square is a move away from its first.
    #[arg(long, conflicts_with = "open")]
    pub(crate) closed: bool,

    /// A tour from one square to another (the default).
    #[arg(long)]
    pub(crate) open: bool,

    /// The first square, as c5 or FILE,RANK.
    #[arg(long, value_name = "SQ", allow_hyphen_values = true)]
    pub(crate) from: Option<Square>,

    /// The last square.
    #[arg(long, value_name = "SQ", allow_hyphen_values = true)]
    pub(crate) to: Option<Square>,

    /// The piece: moves by R one way and S the other [default: 1,2].
    #[arg(long, value_name = "R,S", allow_hyphen_values = true)]
    pub(crate) leaper: Option<Leaper>,

    /// A square that is not there (repeatable).
    #[arg(long, value_name = "SQ", allow_hyphen_values = true)]
    pub(crate) hole: Vec<Square>,

    /// The K-th square visited, from 1 (repeatable).
    #[arg(long, value_name = "K=SQ", allow_hyphen_values = true)]
    pub(crate) step_at: Vec<StepAt>,
}

impl DetailArgs {
    /// Open or closed, if it was said.
    pub(crate) fn kind(&self) -> Option<Kind> {
        match (self.closed, self.open) {
            (true, _) => Some(Kind::Closed),
            (_, true) => Some(Kind::Open),
            _ => None,
        }
    }
}

impl QuestionArgs {
    /// The problem in the library's terms.
    ///
    /// # Errors
    ///
    /// When board, squares and steps do not fit each other.
    pub(crate) fn problem(&self) -> Result<Problem, Failure> {
        self.problem_of(Kind::Open)
    }

    /// The same, closed where nothing is said.
    ///
    /// # Errors
    ///
    /// When board, squares and steps do not fit each other.
    pub(crate) fn problem_or_closed(&self) -> Result<Problem, Failure> {
        self.problem_of(Kind::Closed)
    }

    fn problem_of(&self, usual: Kind) -> Result<Problem, Failure> {
        let details = &self.details;
        let board = input::board(&self.board)?;
        let named = |option: &str, e: hippodrome::Error| Failure::wrong(format!("{option}: {e}"));
        let board =
            board.with_holes(details.hole.iter().copied()).map_err(|e| named("--hole", e))?;
        let leaper = details.leaper.unwrap_or_default();
        let mut problem = Problem::new(board, leaper, details.kind().unwrap_or(usual));
        if let Some(square) = details.from {
            problem = problem.with_from(square).map_err(|e| named("--from", e))?;
        }
        if let Some(square) = details.to {
            problem = problem.with_to(square).map_err(|e| named("--to", e))?;
        }
        for &StepAt { step, square } in &details.step_at {
            problem = problem.with_clue(step, square).map_err(|e| named("--step-at", e))?;
        }
        Ok(problem)
    }
}

/// `K=SQ`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepAt {
    pub(crate) step: u128,
    pub(crate) square: Square,
}

impl FromStr for StepAt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (step, square) =
            text.split_once('=').ok_or("expected K=SQ such as 13=c3 (square c3 is the 13th)")?;
        if step.is_empty() || !step.bytes().all(|b| b.is_ascii_digit()) {
            return Err("the step before '=' is a number from 1".to_owned());
        }
        let step = step.parse().map_err(|_| "the step before '=' is too large".to_owned())?;
        let square = square.parse().map_err(|e: hippodrome::Error| e.to_string())?;
        Ok(Self { step, square })
    }
}

/// Where the result goes.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// Write to this file instead of standard output; its ending picks the format. The file is
    /// replaced only by a finished one.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
}

/// Limits of the work, and its randomness.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Stop after this time: 500ms, 30s, 5m.
    #[arg(long, value_name = "DUR", value_parser = duration, allow_hyphen_values = true)]
    pub(crate) time_limit: Option<Duration>,

    /// The seed of all randomness: the same seed gives the same output on every machine.
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    #[arg(value_parser = number, allow_hyphen_values = true)]
    pub(crate) seed: u64,

    /// The number of threads, where a method has several.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
}

pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text)
        .map_err(|_| "expected a time such as 500ms, 30s or 5m".to_owned())
}

/// A number from 0 to 2^64 - 1.
pub(crate) fn number(text: &str) -> Result<u64, String> {
    let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    plain
        .then(|| text.parse().ok())
        .flatten()
        .ok_or_else(|| format!("expected a number from 0 to {}", u64::MAX))
}
