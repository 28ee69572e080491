//! What is said of a count: which tours were counted, in words and as an object.

use std::fmt::Write as _;

use clap::ValueEnum;
use hippodrome::count::LayerReport;
use hippodrome::report::{self, BoardReport, CountReport};
use hippodrome::{Kind, Problem};
use num_bigint::BigUint;

use crate::cli::{CountArgs, SymmetryArg, WrapArg};

/// "9862 closed tours, undirected (19724 directed)".
pub(super) fn sentence(kind: Kind, count: &BigUint, what: &str) -> String {
    sentence_of(&kind.to_string(), "", count, what)
}

fn sentence_of(kind: &str, which: &str, count: &BigUint, what: &str) -> String {
    let tours = if *count == BigUint::from(1_u32) { "tour" } else { "tours" };
    format!("{count} {kind} {tours}{which}, {what}")
}

/// The same of the tours that were asked for: "304 open tours from a1, undirected (304 directed)".
pub(super) fn sentence_asked(
    args: &CountArgs,
    problem: &Problem,
    count: &BigUint,
    what: &str,
) -> String {
    let strictly = if args.which.strictly_open { "strictly " } else { "" };
    let mut which = String::new();
    if let Some(wrap) = args.wrap {
        which += match wrap {
            WrapArg::Files => " on the cylinder of glued files",
            WrapArg::Ranks => " on the cylinder of glued ranks",
            WrapArg::Both => " on the torus",
        };
    }
    for (word, square) in [("from", problem.from()), ("to", problem.to())] {
        if let Some(square) = square {
            let _ = write!(which, " {word} {square}");
        }
    }
    for (word, moves) in [("using", &args.which.uses), ("avoiding", &args.which.avoid)] {
        if !moves.is_empty() {
            let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
            let _ = write!(which, " {word} {}", moves.join(" "));
        }
    }
    sentence_of(&format!("{strictly}{}", problem.kind()), &which, count, what)
}

pub(super) fn layer_table(layers: &[LayerReport]) -> String {
    let mut text = String::from("step      states transitions\n");
    for layer in layers {
        let _ = writeln!(text, "{:4} {:11} {:11}", layer.step, layer.states, layer.transitions);
    }
    let states: u64 = layers.iter().map(|l| l.states).sum();
    let transitions: u64 = layers.iter().map(|l| l.transitions).sum();
    let _ = writeln!(text, " all {states:11} {transitions:11}");
    text
}

pub(super) fn json(
    args: &CountArgs,
    problem: &Problem,
    count: &BigUint,
    method: &str,
    peak_states: Option<u64>,
    seconds: f64,
) -> String {
    let symmetry = if args.symmetry == SymmetryArg::Board { "board" } else { "none" };
    let report = CountReport {
        board: BoardReport::new(problem.board()),
        leaper: problem.leaper(),
        kind: problem.kind(),
        directed: args.directed,
        symmetry: symmetry.to_owned(),
        from: problem.from(),
        to: problem.to(),
        step_at: problem.clues().iter().map(|(step, square)| format!("{step}={square}")).collect(),
        wrap: args
            .wrap
            .and_then(|wrap| wrap.to_possible_value())
            .map(|value| value.get_name().to_owned()),
        strictly_open: args.which.strictly_open,
        uses: args.which.uses.iter().map(ToString::to_string).collect(),
        avoid: args.which.avoid.iter().map(ToString::to_string).collect(),
        count: count.to_string(),
        method: method.to_owned(),
        peak_states,
        seconds,
    };
    report::line(&report) + "\n"
}
