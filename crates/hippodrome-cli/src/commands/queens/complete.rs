//! `queens complete`.

use hippodrome::queens::complete::{Solutions, Task, proof_of};
use hippodrome::queens::report::CompleteReport;
use hippodrome::queens::{Format, Placement};
use hippodrome::{Answer, Board, Limit, Reason, Square, report};
use hippodrome_check::{Queens, Question};
use hippodrome_solve::Completer;

use super::{before_it_is_shown, in_checker_terms, of_many, question, too_large_is_a_limit, write};
use crate::cli::queens::{CompleteArgs, Engine};
use crate::failure::{Failure, Status, say};
use crate::input;
use crate::output::{Output, by_ending};
use crate::watch::Watch;

/// So many solutions are written with --all, unless told otherwise.
const MOST: usize = 1_000_000;

/// The largest file of blocked squares that is read.
const BYTES: u64 = 1 << 22;

/// Runs the command.
///
/// # Errors
///
/// When the input is wrong, a limit is reached, or the output cannot be written.
pub(crate) fn run(args: &CompleteArgs, quiet: bool) -> Result<Status, Failure> {
    if args.limit.is_some() && !args.all {
        return Err(Failure::wrong("--limit: says how many to write with --all, add that"));
    }
    let mut format = match args.format {
        Some(format) => format,
        None => by_ending(args.output.output.as_deref(), Format::from_path_ending)?
            .unwrap_or(Format::Columns),
    };
    if args.all || args.count {
        format = of_many(format)?;
    }
    format.admits(args.n.into()).map_err(|e| too_large_is_a_limit(&e))?;
    let task = task(args)?;
    let watch = Watch::start(args.limits.time_limit, quiet);
    if args.all {
        Watch::be_patient();
    }
    let found = match args.engine {
        Engine::Search => by_search(args, &task, &watch)?,
        Engine::Sat => by_clauses(args, &task, "sat", &watch)?,
        Engine::Varisat => by_clauses(args, &task, "varisat", &watch)?,
        Engine::Cadical => by_clauses(args, &task, "cadical", &watch)?,
    };
    let found = match found {
        Ok(found) => found,
        Err(reason) => return none(args, format, &reason, &watch),
    };
    // What was found is written, however long that takes.
    watch.finishing();
    let mut text = Vec::new();
    if format == Format::Json {
        let mut report = CompleteReport::new(args.n, found.count, &found.solutions);
        report.proof = found.solver.map(|_| "solver".to_owned());
        text = (report::line(&report) + "\n").into_bytes();
    } else if let (true, Some(count)) = (args.count, found.count) {
        text = format!("{count} completions\n").into_bytes();
    } else {
        for (at, solution) in found.solutions.iter().enumerate() {
            if at > 0 && format == Format::Board {
                text.push(b'\n');
            }
            write(format, solution, &mut text).map_err(|e| Failure::io("memory", &e))?;
        }
    }
    if !found.solutions.is_empty() && args.n > 0 {
        before_it_is_shown(&text, format, &asked(&task))?;
    }
    if !text.is_empty() {
        Output::new(args.output.output.as_deref())?.finish(|out| out.write_all(&text))?;
    }
    if let Some(limit) = found.limit {
        return Err(Failure::Limit(limit));
    }
    if let (Some(solver), Some(_)) = (found.solver, found.count) {
        say("note", &format!("that there are no others is the word of {solver}, not a proof"));
    }
    Ok(Status::Done)
}

fn most(args: &CompleteArgs) -> usize {
    args.limit.unwrap_or(MOST)
}

/// What was found.
#[derive(Default)]
struct Found {
    /// How many there are, where all were looked for.
    count: Option<u128>,
    solutions: Vec<Placement>,
    /// Why not all are there that were asked for.
    limit: Option<String>,
    /// Whose word it is that there are no others.
    solver: Option<&'static str>,
}

/// The exact search: what it found, or why there is none.
fn by_search(
    args: &CompleteArgs,
    task: &Task,
    watch: &Watch,
) -> Result<Result<Found, Reason>, Failure> {
    let unknown = |limit: Limit| Failure::Limit(watch.limit(limit).to_string());
    if args.count {
        return match task.count(watch) {
            Answer::Found(count) if count.solutions == 0 => Ok(Err(task.exhausted(count.nodes))),
            Answer::Found(count) => {
                Ok(Ok(Found { count: Some(count.solutions), ..Found::default() }))
            }
            Answer::Impossible(reason) => Ok(Err(reason)),
            Answer::Unknown(limit) => Err(unknown(limit)),
        };
    }
    if args.all {
        return match task.all(most(args), watch) {
            Answer::Found(all) if all.complete && all.solutions.is_empty() => {
                Ok(Err(task.exhausted(all.nodes)))
            }
            Answer::Found(all) => Ok(Ok(of_all(args, all, watch))),
            Answer::Impossible(reason) => Ok(Err(reason)),
            Answer::Unknown(limit) => Err(unknown(limit)),
        };
    }
    match task.one(watch) {
        Answer::Found(one) => Ok(Ok(Found { solutions: vec![one], ..Found::default() })),
        Answer::Impossible(reason) => Ok(Err(reason)),
        Answer::Unknown(limit) => Err(unknown(limit)),
    }
}

fn of_all(args: &CompleteArgs, all: Solutions, watch: &Watch) -> Found {
    let count = all.complete.then_some(all.solutions.len() as u128);
    let limit = if all.stopped {
        let limit = watch.limit(Limit::Stopped);
        Some(format!("{limit}, {} solutions were found", all.solutions.len()))
    } else {
        let reached = format!("the limit of {} solutions was reached, there are more", most(args));
        count.is_none().then_some(reached)
    };
    Found { count, solutions: all.solutions, limit, solver: None }
}

/// A solver of clauses. What it finds is checked; where it finds none, the exact search is asked,
/// since a solver's word is no proof.
fn by_clauses(
    args: &CompleteArgs,
    task: &Task,
    name: &str,
    watch: &Watch,
) -> Result<Result<Found, Reason>, Failure> {
    let engine = Completer::by_name(name).map_err(|e| Failure::wrong(e.to_string()))?;
    let most = match (args.all, args.count) {
        (true, _) => most(args),
        (_, true) => usize::MAX,
        _ => 1,
    };
    let all = match engine.all(task, most, watch) {
        Answer::Found(all) => all,
        Answer::Impossible(reason) => return Ok(Err(reason)),
        Answer::Unknown(limit) => return Err(Failure::Limit(limit.to_string())),
    };
    let solver = engine.name();
    if all.solutions.is_empty() && all.complete {
        let proof = task.one(watch);
        return match proof {
            Answer::Impossible(reason) => Ok(Err(reason)),
            Answer::Found(found) => Err(Failure::Fault(format!(
                "the solver {solver} says that there is none, and here is one: {found}"
            ))),
            Answer::Unknown(limit) => Err(Failure::Limit(format!(
                "{solver} says that there is none, its word and no proof; the search: {}",
                watch.limit(limit)
            ))),
        };
    }
    let missing = all.solutions.is_empty();
    if missing || (args.count && all.stopped) {
        return Err(Failure::Limit(watch.limit(Limit::Stopped).to_string()));
    }
    let mut found = of_all(args, all, watch);
    found.solver = Some(solver);
    if !args.all && !args.count {
        (found.count, found.limit) = (None, None);
    }
    if args.count {
        found.solutions.clear();
    }
    Ok(Ok(found))
}

/// The task as a question to the checker.
fn asked(task: &Task) -> Question {
    let given = task.queens().iter().map(|&queen| in_checker_terms(queen)).collect();
    let question = question(task.n().into(), Queens { given, ..Queens::default() });
    task.blocked().fold(question, |question, square| question.hole(in_checker_terms(square)))
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
    if !text.is_empty() {
        let output = Output::new(args.output.output.as_deref())?;
        output.finish(|out| out.write_all(text.as_bytes()))?;
    }
    say("none", &format!("no completion: {} [proof: {}]", reason.text, proof_of(reason)));
    Ok(Status::No)
}

fn task(args: &CompleteArgs) -> Result<Task, Failure> {
    let mut task = Task::new(args.n).map_err(|e| too_large_is_a_limit(&e))?;
    for &queen in &args.queen {
        task = task.queen(queen).map_err(|e| Failure::wrong(format!("--queen: {e}")))?;
    }
    for block in &args.block {
        let squares =
            if input::is_file(block) {
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
    let bytes = input::read(path, BYTES)?;
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
        let one: Placement = expected.one(&hippodrome::Silent).found().unwrap();
        assert_eq!(one.to_string(), "3 1 4 2");
    }
}
