//! What the file claims against what was asked.

use crate::board::ProblemLines;
use crate::question::{Problem, Question};
use crate::report::Fault;
use crate::square::Square;

/// Compares board, holes, leaper and kind.
pub(crate) fn shape(
    problem: &Problem,
    lines: &ProblemLines,
    question: &Question,
) -> Result<(), Fault> {
    let Problem { rows, cols, .. } = *problem;
    if let Some((asked_rows, asked_cols)) = question.rows_and_cols
        && (asked_rows, asked_cols) != (rows, cols)
    {
        let reason = format!("the board is {rows}x{cols}, asked was {asked_rows}x{asked_cols}");
        return Err(Fault::rejected("other-board", lines.board, reason));
    }
    if let Some(asked) = question.ordered_holes()
        && asked != problem.holes
    {
        let extra = problem.holes.iter().position(|hole| asked.binary_search(hole).is_err());
        let (line, reason) = match extra {
            Some(extra) => {
                let line = lines.holes.get(extra).copied().unwrap_or(lines.board);
                (line, format!("{} is a hole, which was not asked", problem.holes[extra]))
            }
            None => match asked.iter().find(|hole| !problem.is_hole(**hole)) {
                Some(hole) => (lines.board, format!("{hole} is no hole, which was asked")),
                None => return Ok(()),
            },
        };
        return Err(Fault::rejected("other-holes", line, reason));
    }
    if let Some((r, s)) = question.ordered_leaper()
        && (r, s) != problem.leaper
    {
        let (own_r, own_s) = problem.leaper;
        let reason = format!("the leaper is {own_r},{own_s}, asked was {r},{s}");
        return Err(Fault::rejected("other-leaper", lines.leaper, reason));
    }
    if let Some(closed) = question.closed
        && closed != problem.closed
    {
        let name = |closed| if closed { "closed" } else { "open" };
        let reason = format!("the tour is {}, asked was {}", name(problem.closed), name(closed));
        return Err(Fault::rejected("other-kind", lines.kind, reason));
    }
    Ok(())
}

/// Compares the ends and clues of a claim that there is no tour.
///
/// A claim with fewer of them says more, and answers the question too. One with more of them
/// says less: it is refused wherever the question names the board, and so poses a problem of its
/// own; a question without a board takes the problem from the file.
pub(crate) fn refutation(
    problem: &Problem,
    lines: &ProblemLines,
    question: &Question,
) -> Result<(), Fault> {
    let poses = question.rows_and_cols.is_some();
    let squares = problem.squares();
    let ends = [
        ("other-from", "from", problem.from, lines.from, question.from, 1),
        ("other-to", "to", problem.to, lines.to, question.to, squares),
    ];
    let asked_clue = |step: u128| {
        let clue = question.step_at.iter().find(|clue| u128::from(clue.0) == step);
        clue.map(|clue| clue.1)
    };
    for (code, word, claimed, line, asked, step) in ends {
        let Some(claimed) = claimed else {
            continue;
        };
        match asked.or_else(|| asked_clue(step)) {
            Some(asked) if asked == claimed => {}
            None if !poses => {}
            Some(asked) => {
                let reason = format!("shown only {word} {claimed}, asked was {word} {asked}");
                return Err(Fault::rejected(code, line, reason));
            }
            None => {
                let reason = format!("shown only {word} {claimed}, which was not asked");
                return Err(Fault::rejected(code, line, reason));
            }
        }
    }
    for ((step, claimed), line) in problem.step_at.iter().zip(&lines.step_at) {
        let step = *step;
        let end = |is: bool, square| if is { square } else { None };
        let asked = asked_clue(step)
            .or_else(|| end(step == 1, question.from))
            .or_else(|| end(step == squares, question.to));
        if asked != Some(*claimed) && (asked.is_some() || poses) {
            let reason = format!("shown only for {claimed} at step {step}, which was not asked");
            return Err(Fault::rejected("other-step-at", *line, reason));
        }
    }
    Ok(())
}

/// Compares the ends and clues of a claim that is of exactly one problem, such as a count: they are
/// those asked, wherever the question names a board or any of them.
pub(crate) fn same_ends(
    problem: &Problem,
    lines: &ProblemLines,
    question: &Question,
) -> Result<(), Fault> {
    let poses = question.rows_and_cols.is_some();
    let ends = [
        ("other-from", "from", problem.from, lines.from, question.from),
        ("other-to", "to", problem.to, lines.to, question.to),
    ];
    for (code, word, claimed, line, asked) in ends {
        if claimed != asked && (asked.is_some() || poses) {
            let name = |end: Option<Square>| end.map_or("none".to_owned(), |s| s.to_string());
            let reason = format!("claimed {word}: {}, asked: {}", name(claimed), name(asked));
            return Err(Fault::rejected(code, line.max(lines.kind), reason));
        }
    }
    let mut asked: Vec<(u128, Square)> =
        question.step_at.iter().map(|clue| (u128::from(clue.0), clue.1)).collect();
    asked.sort_unstable();
    asked.dedup();
    if asked != problem.step_at && (poses || !asked.is_empty()) {
        let line = lines.step_at.first().copied().unwrap_or(lines.kind);
        let reason = "the squares of given steps are not those asked";
        return Err(Fault::rejected("other-step-at", line, reason));
    }
    Ok(())
}

/// Adds the ends and clues of the question to those that a tour claims to have.
pub(crate) fn add_ends(
    problem: &mut Problem,
    lines: &ProblemLines,
    question: &Question,
) -> Result<(), Fault> {
    let ends = [
        ("other-from", &mut problem.from, lines.from, question.from),
        ("other-to", &mut problem.to, lines.to, question.to),
    ];
    for (code, claimed, line, asked) in ends {
        match (*claimed, asked) {
            (_, None) => {}
            (None, Some(_)) => *claimed = asked,
            (Some(claimed), Some(asked)) if claimed == asked => {}
            (Some(claimed), Some(asked)) => {
                let reason = format!("claimed is {claimed}, asked was {asked}");
                return Err(Fault::rejected(code, line, reason));
            }
        }
    }
    problem.step_at.extend(question.step_at.iter().map(|clue| (u128::from(clue.0), clue.1)));
    problem.step_at.sort_unstable();
    problem.step_at.dedup();
    Ok(())
}
