//! How many tours start on each square, and how many use each move.

use std::fmt::Write as _;

use hippodrome::count::{EngineOptions, TourCount};
use hippodrome::{Kind, Problem, Square};
use num_bigint::BigUint;

use super::failure;
use super::words::sentence_asked;
use crate::cli::{ByArg, CountArgs, CountFormat};
use crate::failure::Failure;
use crate::watch::Watch;

/// The count by start square, as a grid, or by move, one a line.
pub(super) fn broken_down(
    args: &CountArgs,
    (problem, question): (&Problem, &TourCount),
    by: ByArg,
    engine: &EngineOptions,
    watch: &Watch,
) -> Result<String, Failure> {
    if by == ByArg::Start && question.kind() == Kind::Closed {
        return Err(Failure::wrong("--by start: a closed tour starts anywhere; use --by edge"));
    }
    let json = args.format() == CountFormat::Json;
    if by == ByArg::Edge {
        let mut rows = Vec::new();
        for ((a, b), n) in question.by_move(engine, watch).map_err(|e| failure(&e, watch))? {
            rows.push(if json { format!("\"{a}-{b}\":\"{n}\"") } else { format!("{a}-{b} {n}\n") });
        }
        return Ok(if json { format!("{{{}}}\n", rows.join(",")) } else { rows.concat() });
    }
    let starts = question.by_start(engine, watch).map_err(|e| failure(&e, watch))?;
    if json {
        let rows: Vec<String> = starts.iter().map(|(s, n)| format!("\"{s}\":\"{n}\"")).collect();
        return Ok(format!("{{{}}}\n", rows.join(",")));
    }
    let width = starts.values().map(|n| n.to_string().len()).max().unwrap_or(1);
    let board = question.board();
    let mut text = String::new();
    for row in (0..board.rows() as u32).rev() {
        let cells: Vec<String> = (0..board.cols() as u32)
            .map(|col| match starts.get(&Square::new(row, col)) {
                Some(n) => format!("{:>width$}", n.to_string()),
                None => format!("{:>width$}", "#"),
            })
            .collect();
        text += cells.join(" ").trim_end();
        text.push('\n');
    }
    let all: BigUint = starts.values().sum();
    let _ = writeln!(
        text,
        "{}",
        sentence_asked(args, problem, &all, "directed, by the square they start on")
    );
    Ok(text)
}
