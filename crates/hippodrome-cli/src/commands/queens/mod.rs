//! `queens`: count, place, list and complete.

mod complete;
mod count;
mod list;
mod place;

use std::io;
use std::path::PathBuf;

pub(super) use count::merge;

use hippodrome::Square;
use hippodrome::queens::{Format, Placement};
use hippodrome_check::{Limits, Queens, Question, Verdict, check};

use crate::cli::queens::{QueensArgs, QueensCommand};
use crate::failure::{Failure, Status};

/// Runs the command.
///
/// # Errors
///
/// When the input is wrong, a limit is reached, or the output cannot be written.
pub(crate) fn run(args: &QueensArgs, quiet: bool) -> Result<Status, Failure> {
    match &args.command {
        QueensCommand::Count(args) => count::run(args, quiet),
        QueensCommand::Merge(args) => {
            let named = |path: &PathBuf| Ok((path.display().to_string(), count::text(path)?));
            let texts: Vec<_> = args.files.iter().map(named).collect::<Result<_, Failure>>()?;
            merge(texts, args.format, &args.output)
        }
        QueensCommand::Place(args) => place::run(args, quiet),
        QueensCommand::List(args) => list::run(args, quiet),
        QueensCommand::Complete(args) => complete::run(args, quiet),
    }
}

/// Has the checker read what is about to be printed, and refuses to go on if it does not accept it.
/// The checker's own limits are no fault.
fn before_it_is_shown(bytes: &[u8], format: Format, question: &Question) -> Result<(), Failure> {
    let format = format.name().parse().expect("both sides name formats alike");
    let report = check(bytes, Some(format), question, &Limits::default());
    match report.verdict {
        Verdict::Verified | Verdict::Obligations | Verdict::Unknown => Ok(()),
        Verdict::Rejected | Verdict::Malformed => Err(Failure::Fault(format!(
            "the checker does not accept what was about to be printed: {}",
            report.verdict_line()
        ))),
    }
}

/// The question of n queens, in the checker's own terms.
fn question(n: u64, queens: Queens) -> Question {
    // The empty board is no board of a question.
    let question = Question::new().queens(queens);
    if n == 0 { question } else { question.board(n, n) }
}

/// A square, handed over as text and read by the checker's own reader.
fn in_checker_terms(square: Square) -> hippodrome_check::Square {
    square.to_string().parse().expect("both sides name squares alike")
}

/// What is too large for a method or a format is a limit, anything else wrong input.
fn too_large_is_a_limit(error: &hippodrome::Error) -> Failure {
    let message = error.to_string();
    if error.is_too_large() { Failure::Limit(message) } else { Failure::Wrong(message) }
}

/// Writes one placement.
fn write(format: Format, placement: &Placement, out: &mut dyn io::Write) -> io::Result<()> {
    let columns = placement.columns().iter().map(|&column| u64::from(column));
    format.write(placement.n() as u64, columns, out)
}

/// Refuses formats that have no room for several placements.
fn of_many(format: Format) -> Result<Format, Failure> {
    match format {
        Format::Columns | Format::Board | Format::Json | Format::Fen => Ok(format),
        Format::Npy | Format::Cert | Format::Svg => Err(Failure::wrong(format!(
            "--format {}: holds one placement; several are written as columns, board, json or fen",
            format.name()
        ))),
    }
}
