//! The independent checker, asked about what is about to be printed.

use hippodrome::{Kind, Problem, Reason, Tour, certificate};
use hippodrome_check::{Limits, Question, Verdict, check};

use crate::failure::Failure;

/// The question of a problem, in the checker's own terms: handed over as text, read by the
/// checker's own reader.
pub(crate) fn question(problem: &Problem) -> Question {
    let square = |square: hippodrome::Square| {
        square.to_string().parse().expect("both sides name squares alike")
    };
    let board = problem.board();
    let leaper = problem.leaper();
    let mut question = Question::new()
        .board(board.rows(), board.cols())
        .leaper(leaper.r().into(), leaper.s().into())
        .closed(problem.kind() == Kind::Closed);
    for hole in board.holes() {
        question = question.hole(square(hole));
    }
    for (step, at) in problem.fixed() {
        question = match step {
            1 => question.from(square(at)),
            _ if step == board.len() => question.to(square(at)),
            _ => question.step_at(u64::try_from(step).unwrap_or(u64::MAX), square(at)),
        };
    }
    question
}

/// Has the checker read `bytes` as an answer to `problem`, and refuses to go on if it does not
/// accept them. Obligations and the checker's limits are not faults.
///
/// # Errors
///
/// When the checker rejects: a fault of this program, which is better told than printed.
pub(crate) fn before_it_is_shown(problem: &Problem, bytes: &[u8]) -> Result<(), Failure> {
    let report = check(bytes, None, &question(problem), &Limits::default());
    match report.verdict {
        Verdict::Verified | Verdict::Obligations | Verdict::Unknown => Ok(()),
        Verdict::Rejected | Verdict::Malformed => Err(Failure::Fault(format!(
            "the checker does not accept what was about to be printed: {}",
            report.verdict_line()
        ))),
    }
}

/// Up to this many squares the checker reads every answer before it is shown.
pub(crate) const CHECKED: u64 = 250_000;

/// The same for a "no" that is printed in words: its certificate is written and checked, unless the
/// board is too large for one. Gives the certificate, or why there is none.
///
/// # Errors
///
/// When the checker rejects it.
pub(crate) fn no_before_it_is_shown(
    problem: &Problem,
    reason: &Reason,
) -> Result<Result<String, hippodrome::Error>, Failure> {
    let text = certificate::no_tour(problem, reason);
    if let Ok(text) = &text {
        before_it_is_shown(problem, text.as_bytes())?;
    }
    Ok(text)
}

/// The same for a tour that is spoken of and not printed.
///
/// # Errors
///
/// When the checker rejects it.
pub(crate) fn tour_before_it_is_spoken_of(problem: &Problem, tour: &Tour) -> Result<(), Failure> {
    if tour.len() > CHECKED {
        return Ok(());
    }
    match certificate::tour(tour, problem) {
        Ok(text) => before_it_is_shown(problem, text.as_bytes()),
        Err(_) => Ok(()),
    }
}
