//! `queens complete`.

use std::path::Path;

use hippodrome::queens::Format;
use hippodrome::queens::complete::{Task, proof_of};
use hippodrome::queens::report::CompleteReport;
use hippodrome::{Answer, Board, Reason, Square, report};

use super::{of_many, write};
use crate::cli::queens::CompleteArgs;
use crate::failure::{Failure, Status, say};
use crate::input;
use crate::output::Output;
use crate::watch::Watch;

/// The largest file of blocked squares that is read.
const LIMIT: u64 = 1 << 22;

/// Runs the command.
///
/// # Errors
///
/// When the input is wrong, a limit is reached, or the output cannot be written.
pub(crate) fn run(args: &CompleteArgs, quiet: bool) -> Result<Status, Failure> {
    let by_name = args.output.output.as_deref().and_then(Format::from_path_ending);
    let mut format = args.format.or(by_name).unwrap_or(Format::Columns);
    if args.all || args.count {
        format = of_many(format)?;
    }
    let task = task(args)?;
    let watch = Watch::start(args.limits.time_limit, quiet);
    let answer = if args.count {
        task.count(&watch).map(|count| (Some(count.solutions), Vec::new(), count.nodes))
    } else if args.all {
        task.all(args.limit, &watch).map(|all| {
            let count = all.complete.then_some(all.solutions.len() as u128);
            (count, all.solutions, all.nodes)
        })
    } else {
        task.one(&watch).map(|one| (None, vec![one], 0))
    };
    let (count, solutions, nodes) = match answer {
        Answer::Found(found) => found,
        Answer::Impossible(reason) => return none(args, format, &reason, &watch),
        Answer::Unknown(limit) => return Err(Failure::Limit(watch.limit(limit).to_string())),
    };
    if count == Some(0) {
        return none(args, format, &task.exhausted(nodes), &watch);
    }
    if let Some(wrong) = solutions.iter().find(|solution| !task.is_solved_by(solution)) {
        return Err(Failure::Limit(format!("a wrong solution, please report this: {wrong}")));
    }
    watch.finishing();
    let output = Output::new(args.output.output.as_deref())?;
    output.finish(|out| {
        if format == Format::Json {
            let report = CompleteReport::new(args.n, count, &solutions);
            return writeln!(out, "{}", report::line(&report));
        }
        if let (true, Some(count)) = (args.count, count) {
            return writeln!(out, "{count} completions");
        }
        for (at, solution) in solutions.iter().enumerate() {
            if at > 0 && format == Format::Board {
                writeln!(out)?;
            }
            write(format, solution, out)?;
        }
        Ok(())
    })?;
    if args.all && count.is_none() {
        return Err(Failure::Limit(format!(
            "the limit of {} solutions was reached, there are more",
            args.limit
        )));
    }
    Ok(Status::Done)
}

/// There is none: why, on stderr, and as an object where one was asked for.
fn none(
    args: &CompleteArgs,
    format: Format,
    reason: &Reason,
    watch: &Watch,
) -> Result<Status, Failure> {
    watch.finishing();
    let text = match format {
        Format::Json => report::line(&CompleteReport::none(args.n, reason)) + "\n",
        _ if args.count => "0 completions\n".to_owned(),
        _ => String::new(),
    };
    say("none", &format!("no completion: {} [proof: {}]", reason.text, proof_of(reason)));
    Output::new(None)?.finish(|out| out.write_all(text.as_bytes()))?;
    Ok(Status::No)
}

fn task(args: &CompleteArgs) -> Result<Task, Failure> {
    let mut task = Task::new(args.n)?;
    for &queen in &args.queen {
        task = task.queen(queen).map_err(|e| Failure::wrong(format!("--queen: {e}")))?;
    }
    for block in &args.block {
        let squares =
            if Path::new(block).exists() {
                squares_of_file(block, args.n)?
            } else {
                vec![block.parse().map_err(|e| {
                    Failure::wrong(format!("--block: {e}, or a file that is there"))
                })?]
            };
        for square in squares {
            task = task.block(square).map_err(|e| Failure::wrong(format!("--block: {e}")))?;
        }
    }
    Ok(task)
}

/// The blocked squares of a mask or of an instance.
fn squares_of_file(path: &str, n: u32) -> Result<Vec<Square>, Failure> {
    let bytes = input::read(path, LIMIT)?;
    let text =
        String::from_utf8(bytes).map_err(|_| Failure::wrong(format!("{path}: is not a text")))?;
    let named = |e: hippodrome::Error| Failure::wrong(format!("{path}: {e}"));
    let (size, squares) = if text.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
        let task = Task::from_instance(&text).map_err(named)?;
        (u64::from(task.n()), task.blocked().collect())
    } else {
        let board = Board::from_mask(&text).map_err(named)?;
        let side = if board.rows() == board.cols() { board.rows() } else { 0 };
        (side, board.holes().collect())
    };
    if size == u64::from(n) {
        return Ok(squares);
    }
    Err(Failure::wrong(format!("{path}: expected a {n}x{n} board")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(block: &[&str]) -> CompleteArgs {
        use clap::Parser;

        #[derive(Parser)]
        struct Only {
            #[command(flatten)]
            args: CompleteArgs,
        }
        let blocks = block.iter().flat_map(|block| ["--block", block]);
        Only::parse_from(["complete", "4"].into_iter().chain(blocks)).args
    }

    #[test]
    fn masks_instances_and_squares_block_alike() {
        let dir = tempfile::tempdir().unwrap();
        let mask = dir.path().join("mask.txt");
        let instance = dir.path().join("instance.txt");
        std::fs::write(&mask, "....\n....\n....\n.#..\n").unwrap();
        std::fs::write(&instance, "4\n0 1\n").unwrap();
        let expected = task(&args(&["b1"])).unwrap();
        for path in [mask, instance] {
            assert_eq!(task(&args(&[path.to_str().unwrap()])).unwrap(), expected);
        }
        assert!(task(&args(&["b9"])).is_err());
        assert!(task(&args(&["nowhere.txt"])).is_err());
        let one: hippodrome::queens::Placement = expected.one(&hippodrome::Silent).found().unwrap();
        assert_eq!(one.to_string(), "3 1 4 2");
    }
}
