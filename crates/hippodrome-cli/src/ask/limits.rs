//! The server's limits, put upon a command.

use std::time::Duration;

use hippodrome::{Answer, Board, exists};
use hippodrome_serve::Limits;

use crate::cli::queens::{PlaceArgs, QueensCommand};
use crate::cli::{Command, ExistsArgs, ExistsFormat, LimitArgs, QuestionArgs};
use crate::commands::count::sides;

/// The largest board whose tours are counted or numbered here, in squares.
const COUNTED: u64 = 4096;

/// The largest board that is modelled here, in squares.
const MODELLED: u64 = 1024;

/// The largest board that is explained here, in squares: some 200 bytes each are written.
const EXPLAINED: u64 = 65_536;

/// The most tours that one request draws.
const DRAWN: u64 = 1000;

/// The most completions that one request lists.
const COMPLETED: usize = 100_000;

/// The most queens that are counted here: the tables of more take long and are large.
const QUEENS_COUNTED: u32 = 20;

/// The most queens of a request that searches.
const QUEENS: u32 = 1000;

/// Refuses a question that is over the limits, and keeps the work to them.
///
/// # Errors
///
/// The limit that is passed, in a line.
pub(super) fn keep(
    command: &mut Command,
    input: Option<&[u8]>,
    limits: &Limits,
) -> Result<(), String> {
    let most = limits.squares;
    match command {
        Command::Tour(args) => {
            squares(&args.question, input, most)?;
            work(&mut args.limits, limits);
        }
        Command::Exists(args) => {
            if !is_known(args, input) {
                squares(&args.question, input, most)?;
            }
            work(&mut args.limits, limits);
        }
        Command::Explain(args) => {
            squares(&args.question, input, most.min(EXPLAINED))?;
            work(&mut args.limits, limits);
        }
        Command::Locate(args) => work(&mut args.limits, limits),
        Command::Count(args) => {
            squares(&args.question, input, most.min(COUNTED))?;
            let tables = &mut args.tables;
            tables.memory = Some(tables.memory.unwrap_or(u64::MAX).min(limits.memory));
            work(&mut args.limits, limits);
        }
        Command::Sample(args) => {
            squares(&args.question, input, most.min(COUNTED))?;
            at_most("tours", args.tours, DRAWN)?;
            let tables = &mut args.tables;
            tables.memory = Some(tables.memory.unwrap_or(u64::MAX).min(limits.memory));
            work(&mut args.limits, limits);
        }
        Command::Model(args) => {
            squares(&args.question, input, most.min(MODELLED))?;
            args.memory = Some(args.memory.unwrap_or(u64::MAX).min(limits.memory));
            work(&mut args.limits, limits);
        }
        Command::Queens(args) => match &mut args.command {
            QueensCommand::Count(args) => {
                let sides = args.board.split(['x', 'X']).filter_map(|side| side.parse().ok());
                at_most("n", sides.max().unwrap_or(0), QUEENS_COUNTED)?;
                work(&mut args.limits, limits);
            }
            QueensCommand::Place(args) => {
                if args.row.is_none() {
                    placed(args, most)?;
                }
                work(&mut args.limits, limits);
            }
            QueensCommand::List(args) => {
                at_most("n", args.n, QUEENS)?;
                work(&mut args.limits, limits);
            }
            QueensCommand::Complete(args) => {
                at_most("n", args.n, QUEENS)?;
                if args.all {
                    args.limit = Some(args.limit.unwrap_or(COMPLETED).min(COMPLETED));
                }
                work(&mut args.limits, limits);
            }
            QueensCommand::Merge(_) => {}
        },
        // The checker has limits of its own; the others are no operations.
        _ => {}
    }
    Ok(())
}

fn at_most<T: Copy + Ord + std::fmt::Display>(name: &str, given: T, most: T) -> Result<(), String> {
    if given > most {
        return Err(format!("{name} {given}: this server takes at most {most}"));
    }
    Ok(())
}

fn placed(args: &PlaceArgs, most: u64) -> Result<(), String> {
    at_most("n", args.n, if args.random || args.uniform { most.min(100_000) } else { most })
}

/// Time and threads.
fn work(args: &mut LimitArgs, limits: &Limits) {
    let time = args.time_limit.unwrap_or(Duration::MAX);
    args.time_limit = Some(time.min(limits.time));
    let most = u16::try_from(limits.threads).unwrap_or(u16::MAX).max(1);
    args.threads = Some(args.threads.unwrap_or(most).min(most));
}

/// A question about the board that fits; what is no board is left to the command.
fn squares(question: &QuestionArgs, input: Option<&[u8]>, most: u64) -> Result<(), String> {
    let squares = if question.board == "-" {
        input.map_or(0, <[u8]>::len) as u128
    } else if let Some(sides) = sides(&question.board) {
        sides.iter().fold(1_u128, |squares, &side| squares.saturating_mul(side as u128))
    } else {
        question.board.parse::<Board>().map_or(0, |board| board.area())
    };
    if squares > u128::from(most) {
        return Err(format!(
            "the board has {squares} squares: this server takes at most {most} for this question"
        ));
    }
    Ok(())
}

/// Whether the answer is known by theorem and takes no room: then boards of any size are served.
fn is_known(args: &ExistsArgs, input: Option<&[u8]>) -> bool {
    let in_words = !matches!(args.format, Some(ExistsFormat::Cert));
    let rectangle = input.is_none() && args.question.details.hole.is_empty();
    rectangle
        && in_words
        && args.question.problem().is_ok_and(|problem| match exists::by_theorem(&problem) {
            Some(Answer::Found(_)) => true,
            // Its certificate is written and checked before it is spoken of.
            Some(Answer::Impossible(reason)) => {
                matches!(reason.evidence.kind(), hippodrome::ProofKind::Colour)
            }
            _ => false,
        })
}
