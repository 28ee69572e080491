//! Prolog terms: what `examples/verify-run.pl` reads.

use std::fmt::Write;

use super::Verdict;
use crate::heuristic::{Conclusion, Event, ExplainOptions, Explanation, MoveOrder};
use crate::problem::Problem;
use crate::square::Square;

/// `p(FILE, RANK)`.
fn p(square: Square) -> String {
    format!("p({}, {})", u64::from(square.col) + 1, u64::from(square.row) + 1)
}

/// `[d(1, 2), …]` in a move order.
fn directions(problem: &Problem, order: MoveOrder) -> String {
    let steps = order.directions().map(|number| problem.leaper().direction(number.into()));
    let terms = steps.map(|(file, rank)| format!("d({file}, {rank})"));
    format!("[{}]", terms.join(", "))
}

pub(super) fn begin(problem: &Problem, options: &ExplainOptions, run: &Explanation<'_>) -> String {
    let board = problem.board();
    let mut text = format!(
        "% board(Files, Ranks). move(Step, From, Degree-Square candidates, To, decided by).\nboard({}, {}).\n",
        board.cols(),
        board.rows()
    );
    for hole in board.holes() {
        let _ = writeln!(text, "hole({}).", p(hole));
    }
    let _ = writeln!(text, "kind({}).", problem.kind());
    let _ = writeln!(text, "tie_break('{}').", options.rule.tie_break);
    let _ = writeln!(text, "directions({}).", directions(problem, run.order()));
    let _ = writeln!(text, "start({}).", p(run.at()));
    text
}

pub(super) fn event(event: &Event) -> String {
    match event {
        Event::Move { step, .. } => {
            let candidates =
                step.candidates.iter().map(|c| format!("{}-{}", c.degree, p(c.square)));
            let candidates: Vec<String> = candidates.collect();
            let by = step.decided_by.name().replace('-', "_");
            format!(
                "move({}, {}, [{}], {}, {by}).\n",
                step.step,
                p(step.at),
                candidates.join(", "),
                p(step.chosen)
            )
        }
        Event::Undo { from, to, at } => format!("undo({from}, {to}, {}).\n", p(*at)),
        Event::Retry { retry, at, .. } => format!("retry({retry}, {}).\n", p(*at)),
    }
}

pub(super) fn end(conclusion: &Conclusion, verdict: &Verdict) -> String {
    let name = verdict.name();
    format!("outcome({name}, {}).\n", conclusion.path.len())
}
