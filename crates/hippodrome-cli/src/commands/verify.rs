//! The independent checker, asked about what is about to be printed.

use hippodrome::{Kind, Problem};
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
        Verdict::Rejected | Verdict::Malformed => Err(Failure::Limit(format!(
            "the checker rejects what was about to be printed, please report this: {}",
            report.verdict_line()
        ))),
    }
}
