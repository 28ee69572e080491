//! `queens list`.

use std::io;
use std::time::{Duration, Instant};

use hippodrome::queens::list::Solutions;
use hippodrome::queens::{Explicit, Format, Placement};
use hippodrome::{Answer, Observer};
use hippodrome_check::Queens;

use super::{before_it_is_shown, of_many, question, write};
use crate::cli::queens::ListArgs;
use crate::failure::{Failure, Status, say};
use crate::output::{Output, by_ending};
use crate::watch::Watch;

/// So many solutions are checked and written at once,
const BATCH: usize = 512;

/// or those that were found in this time.
const PATIENCE: Duration = Duration::from_millis(50);

/// Runs the command.
///
/// # Errors
///
/// When the input is wrong, a limit is reached, or the output cannot be written.
pub(crate) fn run(args: &ListArgs, quiet: bool) -> Result<Status, Failure> {
    let format = match args.format {
        Some(format) => format,
        // In a text of many placements each has a line.
        None => by_ending(args.output.output.as_deref(), Format::from_path_ending)?
            .filter(|&format| format != Format::Board)
            .unwrap_or(Format::Columns),
    };
    let format = of_many(format)?;
    let all = match &args.after {
        None => Solutions::new(args.n),
        Some(text) => Solutions::after(&placement(text, args.n)?),
    };
    let mut all = all.map_err(|limit| Failure::Limit(limit.to_string()))?;
    if let (Some(parts), Some(part)) = (args.units, args.unit) {
        if part >= parts {
            return Err(Failure::wrong(format!("--unit {part}: expected 0 to {}", parts - 1)));
        }
        if let Some(text) = &args.after
            && Solutions::part_of(&placement(text, args.n)?, parts) != part
        {
            return Err(Failure::wrong(format!(
                "--after '{text}': is not of part {part} of {parts}"
            )));
        }
        all = all.part(parts, part);
    }
    let watch = Watch::start(args.limits.time_limit, quiet);
    // Boards are set apart by a blank line, from those of an earlier part as well.
    let mut first = true;
    if let (Format::Board, None, Some(parts), Some(part)) =
        (format, &args.after, args.units, args.unit)
    {
        let begin = Solutions::new(args.n).and_then(|mut whole| whole.try_next(&watch));
        let begin = begin.map_err(|limit| Failure::Limit(watch.limit(limit).to_string()))?;
        first = begin.is_none_or(|begin| Solutions::part_of(&begin, parts) >= part);
    }
    watch.finishing();
    let mut left = args.limit.unwrap_or(u64::MAX);
    let mut last = None;
    let (mut stopped, mut ended) = (false, false);
    let mut fault = None;
    let asked = question(args.n.into(), Queens::default());
    let output = Output::new(args.output.output.as_deref())?;
    output.finish(|out| {
        while !stopped && !ended && fault.is_none() {
            // A batch is checked as it will be printed; one that takes long is not made to wait.
            let (mut batch, mut count, started) = (Vec::new(), 0, Instant::now());
            while left > 0 && count < BATCH && started.elapsed() < PATIENCE {
                match all.try_next(&watch) {
                    Ok(None) => {
                        ended = true;
                        break;
                    }
                    Ok(Some(solution)) if !args.fundamental || solution.is_least_of_its_class() => {
                        if format == Format::Board && !first {
                            batch.push(b'\n');
                        }
                        write(format, &solution, &mut batch)?;
                        first = false;
                        left -= 1;
                        count += 1;
                        last = Some(solution);
                    }
                    Ok(Some(_)) => {}
                    Err(_) => {
                        stopped = true;
                        break;
                    }
                }
            }
            ended |= left == 0;
            stopped |= !ended && watch.should_stop();
            if count > 0 && args.n > 0 {
                fault = before_it_is_shown(&batch, format, &asked).err();
            }
            if fault.is_none() {
                out.write_all(&batch)?;
                if count < BATCH {
                    out.flush()?;
                }
            }
        }
        io::Result::Ok(())
    })?;
    if let Some(fault) = fault {
        return Err(fault);
    }
    if ended
        && args.after.is_none()
        && let Answer::Impossible(reason) = Explicit::new(args.n.into())
    {
        say("none", &reason.text);
        return Ok(Status::No);
    }
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
