//! Sentences.

use std::fmt::Write;

use super::Verdict;
use crate::heuristic::{
    Candidate, Conclusion, End, Event, ExplainOptions, Explanation, Step, TieBreak,
};
use crate::problem::Problem;
use crate::square::Square;
use crate::tour::{Kind, is_move};

pub(super) fn begin(problem: &Problem, options: &ExplainOptions, run: &Explanation<'_>) -> String {
    format!(
        "Warnsdorff's rule on {} from {}: the square with the fewest exits; ties {}\n",
        problem.board().size(),
        run.at(),
        ties(options.rule.tie_break, &run.order().to_string()),
    )
}

/// "to the first in the order 12345678".
fn ties(tie_break: TieBreak, order: &str) -> String {
    match tie_break {
        TieBreak::First => format!("to the first in the order {order}"),
        TieBreak::Last => format!("to the last in the order {order}"),
        TieBreak::Degree2 => {
            format!(
                "to the one whose own next squares have the fewest exits, then in the order {order}"
            )
        }
        TieBreak::CentreFar => {
            format!("to the one farthest from the centre, then in the order {order}")
        }
        TieBreak::CentreNear => {
            format!("to the one nearest to the centre, then in the order {order}")
        }
        TieBreak::Squirrel => {
            format!(
                "to the first in orders that change on the way (Squirrel and Cull), now {order}"
            )
        }
        TieBreak::Random => "by lot".to_owned(),
    }
}

pub(super) fn event(problem: &Problem, options: &ExplainOptions, event: &Event) -> String {
    let width = problem.board().len().to_string().len();
    match event {
        Event::Move { step, attempt } => {
            let why = why(options, step, *attempt);
            format!("{:>width$}  {} -> {}  {why}\n", step.step, step.at, step.chosen)
        }
        Event::Undo { from, to, at } => {
            format!("{:>width$}  stuck at step {from}: back to step {to} on {at}\n", "")
        }
        Event::Retry { retry, at, order } => {
            format!("{:>width$}  stuck: try {} begins on {at}, order {order}\n", "", retry + 1)
        }
    }
}

/// "a5 has 1 exit; c5 3, d4 3".
fn why(options: &ExplainOptions, step: &Step, attempt: u64) -> String {
    let is_chosen = |candidate: &&Candidate| candidate.square == step.chosen;
    let degree = step.candidates.iter().find(is_chosen).map_or(0, |candidate| candidate.degree);
    let tied = |candidate: &&Candidate| candidate.degree == degree;
    let (tied, others): (Vec<&Candidate>, _) = step.candidates.iter().partition(tied);
    let mut why = match (step.candidates.len(), tied.len()) {
        (1, _) => format!("the only move, with {}", exits(degree)),
        (_, 1) => format!("{} has {}", step.chosen, exits(degree)),
        (_, count) => {
            let squares = and(&tied.iter().map(|candidate| candidate.square).collect::<Vec<_>>());
            let by = if attempt > 1 {
                format!("choice {attempt} of {count}")
            } else {
                ties(options.rule.tie_break, &step.order.to_string())
            };
            format!("{squares} tie with {}: {by}", exits(degree))
        }
    };
    for (number, candidate) in others.iter().enumerate() {
        let before = if number == 0 { "; " } else { ", " };
        let _ = write!(why, "{before}{} {}", candidate.square, candidate.degree);
    }
    why
}

fn exits(degree: u8) -> String {
    match degree {
        0 => "no exit".to_owned(),
        1 => "1 exit".to_owned(),
        _ => format!("{degree} exits"),
    }
}

/// "a1, b2 and c3".
fn and(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    match names.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => names.concat(),
    }
}

/// What the outcome is, in words.
pub(super) fn outcome(problem: &Problem, conclusion: &Conclusion, verdict: &Verdict) -> String {
    let kind = problem.kind();
    match verdict {
        Verdict::Tour => {
            format!("all {} squares are visited: an {kind} tour", problem.board().len())
                .replace("an closed", "a closed")
        }
        Verdict::Impossible(reason) => {
            format!(
                "{}; no rule could have done better: no {kind} tour: {} [{}; proof: {}]",
                halt(problem, conclusion),
                reason.text,
                reason.code,
                reason.evidence.kind()
            )
        }
        Verdict::Stuck(existence) => {
            let exists = match existence {
                Some(existence) => format!(
                    "there is one: {} [{}; proof: {}]",
                    existence.text, existence.code, existence.proof
                ),
                None => "whether there is one was not found out".to_owned(),
            };
            format!(
                "{}; that says nothing of whether there is an {kind} tour, and {exists}",
                halt(problem, conclusion)
            )
            .replace("an closed", "a closed")
        }
        Verdict::Unknown(limit) => format!("{}: {limit}", halt(problem, conclusion)),
    }
}

/// Where the longest path ended, and why.
fn halt(problem: &Problem, conclusion: &Conclusion) -> String {
    let (visited, all) = (conclusion.path.len() as u128, problem.board().len());
    let last = conclusion.path.last().map_or_else(String::new, Square::to_string);
    let tried = match conclusion.end {
        End::Stuck { exhausted: true } => "every choice among ties was tried; ",
        _ => "",
    };
    if visited < all {
        let stuck = match conclusion.end {
            End::Stuck { .. } => "every square a move away is visited",
            _ => "that is as far as it came",
        };
        return format!("{tried}stopped on {last} after {visited} of {all} squares: {stuck}");
    }
    let joined = conclusion
        .path
        .first()
        .zip(conclusion.path.last())
        .is_some_and(|(first, last)| is_move(problem.leaper(), *first, *last));
    let asked = match (problem.kind(), problem.to()) {
        (Kind::Closed, _) if !joined => "which does not lead back to the first".to_owned(),
        (Kind::Open, Some(to)) if conclusion.path.last() != Some(&to) => {
            format!("and the end asked for is {to}")
        }
        _ => "and a given step is not met".to_owned(),
    };
    format!("{tried}all {all} squares are visited, the last is {last}, {asked}")
}

pub(super) fn end(problem: &Problem, conclusion: &Conclusion, verdict: &Verdict) -> String {
    let work = conclusion.work;
    format!(
        "{}: {}\nwork: {}, {} expanded, {}, {}, {} undone\n",
        verdict.name(),
        outcome(problem, conclusion, verdict),
        counted(work.moves, "move"),
        counted(work.expanded, "square"),
        counted(work.ties, "tie"),
        counted(work.dead_ends, "dead end"),
        counted(work.undone, "move")
    )
}

/// "1 move", "2 moves".
fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
