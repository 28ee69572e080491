//! `check`: the independent checker, asked by a user.

use hippodrome_check::{Format, Limits, Queens, Question, Rules, check, check_against};

use crate::cli::{CheckArgs, CheckFormat};
use crate::desk;
use crate::failure::{Failure, Status, say};
use crate::input;
use crate::output::Output;

/// Runs the command. Nothing here goes through the library that finds tours: the words of the
/// command line are read by the checker's own readers.
///
/// # Errors
///
/// When the command line is wrong or the file cannot be read.
pub(crate) fn run(args: &CheckArgs) -> Result<Status, Failure> {
    let question = question(args)?;
    let format: Option<Format> = args
        .read_as
        .as_deref()
        .map(|text| text.parse().map_err(|e| Failure::wrong(format!("--as '{text}': {e}"))))
        .transpose()?;
    let mut limits = Limits::default();
    if desk::is_open() {
        // The checker is not told to stop: it is given some seconds of work, not minutes.
        (limits.bytes, limits.squares, limits.work) = (1 << 26, 1 << 22, 1 << 30);
    }
    let bytes = input::read_answer(&args.file, limits.bytes)?;
    let report = match &args.against {
        None => check(&bytes, format, &question, &limits),
        Some(other) => {
            let other = input::read(other, limits.bytes)?;
            check_against(&bytes, &other, &question, &limits)
        }
    };
    let text = match args.format {
        CheckFormat::Text => report.to_string(),
        CheckFormat::Json => report.to_json() + "\n",
    };
    Output::new(None)?.finish(|out| out.write_all(text.as_bytes()))?;
    Ok(match report.exit_code() {
        0 => Status::Done,
        1 => Status::No,
        3 => Status::Unknown,
        _ => {
            say("error", &format!("{}: {}", args.file, report.verdict_line()));
            Status::Wrong
        }
    })
}

fn question(args: &CheckArgs) -> Result<Question, Failure> {
    let mut question = Question::new();
    let one = [
        ("--board", &args.board),
        ("--leaper", &args.leaper),
        ("--from", &args.from),
        ("--to", &args.to),
        ("-k", &args.k),
    ];
    let one = one.into_iter().filter_map(|(name, value)| Some((name, value.as_ref()?)));
    let holes = args.hole.iter().map(|value| ("--hole", value));
    let clues = args.step_at.iter().map(|value| ("--step-at", value));
    let queens = args.queen.iter().map(|value| ("--queen", value));
    let blocked = args.block.iter().map(|value| ("--block", value));
    for (name, value) in one.chain(holes).chain(clues).chain(queens).chain(blocked) {
        question.option(name, value).map_err(Failure::wrong)?;
    }
    let rules = Rules {
        toroidal: args.rules.toroidal,
        knights: args.rules.knights,
        reflecting: args.rules.reflecting,
    };
    if args.queens || rules != Rules::default() || question.queens.is_some() {
        let queens = question.queens.take().unwrap_or_default();
        question = question.queens(Queens { rules, ..queens });
    }
    if args.closed || args.open {
        question = question.closed(args.closed);
    }
    question.validate().map_err(Failure::wrong)?;
    Ok(question)
}
