//! `queens list`.

use std::io;

use hippodrome::Observer;
use hippodrome::queens::list::Solutions;
use hippodrome::queens::{Format, Placement};

use super::{of_many, write};
use crate::cli::queens::ListArgs;
use crate::failure::{Failure, Status};
use crate::output::Output;
use crate::watch::Watch;

/// Runs the command.
///
/// # Errors
///
/// When the input is wrong, a limit is reached, or the output cannot be written.
pub(crate) fn run(args: &ListArgs, quiet: bool) -> Result<Status, Failure> {
    let format = of_many(args.format)?;
    let all = match &args.after {
        None => Solutions::new(args.n),
        Some(text) => Solutions::after(&placement(text, args.n)?),
    };
    let mut all = all.map_err(|limit| Failure::Limit(limit.to_string()))?;
    let watch = Watch::start(args.limits.time_limit, quiet);
    watch.finishing();
    let mut left = args.limit.unwrap_or(u64::MAX);
    let mut last = None;
    let mut stopped = false;
    let output = Output::new(args.output.output.as_deref())?;
    output.finish(|out| {
        let mut first = true;
        while left > 0 && !stopped {
            match all.try_next(&watch) {
                Ok(None) => break,
                Ok(Some(solution)) if !args.fundamental || solution.is_least_of_its_class() => {
                    if format == Format::Board && !first {
                        writeln!(out)?;
                    }
                    write(format, &solution, out)?;
                    first = false;
                    left -= 1;
                    last = Some(solution);
                    stopped = left.is_multiple_of(256) && watch.should_stop();
                }
                Ok(Some(_)) => {}
                Err(_) => stopped = true,
            }
        }
        io::Result::Ok(())
    })?;
    if !stopped {
        return Ok(Status::Done);
    }
    let resume =
        last.map_or_else(String::new, |last| format!("; it goes on with --after '{last}'"));
    Err(Failure::Limit(format!("the time limit was reached before the end of the list{resume}")))
}

/// Reads columns from 1.
fn placement(text: &str, n: u32) -> Result<Placement, Failure> {
    let wrong = |why: &str| Failure::wrong(format!("--after '{text}': {why}"));
    let columns = text
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty())
        .map(|word| word.parse::<u32>().ok().and_then(|column| column.checked_sub(1)))
        .collect::<Option<Vec<u32>>>()
        .ok_or_else(|| wrong("expected the columns of a solution, from 1"))?;
    if columns.len() != n as usize {
        return Err(wrong(&format!("expected {n} columns")));
    }
    Placement::new(columns).map_err(|fault| wrong(&fault.to_string()))
}
