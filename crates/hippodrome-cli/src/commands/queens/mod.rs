//! `queens`: count, place, list and complete.

mod complete;
mod count;
mod list;
mod place;

use std::io;

use hippodrome::queens::{Format, Placement};

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
        QueensCommand::Merge(args) => count::merge(args),
        QueensCommand::Place(args) => place::run(args, quiet),
        QueensCommand::List(args) => list::run(args, quiet),
        QueensCommand::Complete(args) => complete::run(args, quiet),
    }
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
