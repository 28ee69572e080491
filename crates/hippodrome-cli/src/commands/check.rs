//! `check`: the independent checker, asked by a user.

use hippodrome_check::{Format, Limits, Question, Square, check};

use crate::cli::{CheckArgs, CheckFormat};
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
    let limits = Limits::default();
    let bytes = input::read(&args.file, limits.bytes)?;
    let report = check(&bytes, format, &question, &limits);
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
    let square = |option: &str, text: &str| -> Result<Square, Failure> {
        text.parse().map_err(|e| Failure::wrong(format!("{option} '{text}': {e}")))
    };
    if let Some(board) = &args.board {
        question = on_board(question, board)?;
    }
    for hole in &args.hole {
        question = question.hole(square("--hole", hole)?);
    }
    if let Some(leaper) = &args.leaper {
        let number = |text: &str| text.parse::<u32>().ok();
        let both = leaper.split_once(',').and_then(|(r, s)| Some((number(r)?, number(s)?)));
        let (r, s) = both.filter(|&pair| pair != (0, 0)).ok_or_else(|| {
            Failure::wrong(format!("--leaper '{leaper}': expected two numbers such as 1,2"))
        })?;
        question = question.leaper(r.into(), s.into());
    }
    if args.closed || args.open {
        question = question.closed(args.closed);
    }
    if let Some(from) = &args.from {
        question = question.from(square("--from", from)?);
    }
    if let Some(to) = &args.to {
        question = question.to(square("--to", to)?);
    }
    for clue in &args.step_at {
        let (step, at) = clue
            .split_once('=')
            .and_then(|(step, at)| Some((step.parse::<u64>().ok().filter(|&k| k > 0)?, at)))
            .ok_or_else(|| {
                Failure::wrong(format!("--step-at '{clue}': expected K=SQ such as 13=c3"))
            })?;
        question = question.step_at(step, square("--step-at", at)?);
    }
    Ok(question)
}

/// Sides such as `8x8` or `8`, or a mask file.
fn on_board(question: Question, text: &str) -> Result<Question, Failure> {
    let board = input::board(text)?;
    let mut question = question.board(board.rows(), board.cols());
    for hole in board.holes() {
        let hole = hole.to_string().parse().expect("both sides name squares alike");
        question = question.hole(hole);
    }
    Ok(question)
}
