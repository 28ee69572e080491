//! `queens place`.

use std::io;
use std::path::Path;

use hippodrome::queens::report::RowReport;
use hippodrome::queens::uniform::Numbered;
use hippodrome::queens::{Explicit, Format, random};
use hippodrome::{Answer, Rng, report};
use hippodrome_check::{Queens, Rules};

use super::{before_it_is_shown, question, too_large_is_a_limit, write};
use crate::cli::queens::PlaceArgs;
use crate::failure::{Failure, Status, say};
use crate::output::{Output, by_ending};
use crate::picture::{PlacementFormat, Raster, rasterised};
use crate::watch::Watch;

/// Up to this many queens the checker reads a placement before it is shown.
const CHECKED: u64 = 1_000_000;

/// Runs the command.
///
/// # Errors
///
/// When the input is wrong, a limit is reached, or the output cannot be written.
pub(crate) fn run(args: &PlaceArgs, quiet: bool) -> Result<Status, Failure> {
    let (format, pixels) = format(args)?;
    if args.n > Explicit::MAX_N {
        let most = Explicit::MAX_N;
        return Err(Failure::Limit(format!("N {}: placements are known up to n = {most}", args.n)));
    }
    if args.row.is_none() {
        format.admits(args.n).map_err(|e| too_large_is_a_limit(&e))?;
    }
    let watch = Watch::start(args.limits.time_limit, quiet);
    let formula = if args.toroidal { Explicit::toroidal(args.n) } else { Explicit::new(args.n) };
    let board = match formula {
        Answer::Found(board) => board,
        Answer::Impossible(reason) => {
            watch.finishing();
            say("none", &format!("no placement of {} queens: {}", args.n, reason.text));
            return Ok(Status::No);
        }
        Answer::Unknown(limit) => return Err(Failure::Limit(limit.to_string())),
    };
    let rule = if args.toroidal { "toroidal" } else { "" };
    let rules = Rules { toroidal: args.toroidal, ..Rules::default() };
    let asked = question(args.n, Queens { rules, ..Queens::default() });
    let output = |row: Option<String>| -> Result<(), Failure> {
        if row.is_none() && (1..=CHECKED).contains(&args.n) {
            let mut bytes = Vec::new();
            // Writing to memory fails for no reason that was not refused above.
            format
                .write_under(rule, args.n, board.columns(), &mut bytes)
                .map_err(|e| Failure::io("memory", &e))?;
            before_it_is_shown(&bytes, format, &asked)?;
        }
        watch.finishing();
        let write = |out: &mut dyn io::Write| match &row {
            Some(row) => out.write_all(row.as_bytes()),
            None => format.write_under(rule, args.n, board.columns(), out),
        };
        finish(args, pixels && row.is_none(), write)
    };
    if let Some(row) = args.row {
        let column = row.checked_sub(1).and_then(|row| board.column(row)).ok_or_else(|| {
            Failure::wrong(format!("--row {row}: expected a rank from 1 to {}", args.n))
        })?;
        let text = match format {
            Format::Json => report::line(&RowReport { n: args.n, row, column: column + 1 }) + "\n",
            Format::Columns => format!("{}\n", column + 1),
            other => {
                return Err(Failure::wrong(format!(
                    "--row: one number is written as columns or json, not as {}",
                    other.name()
                )));
            }
        };
        output(Some(text))?;
        return Ok(Status::Done);
    }
    if !args.random && !args.uniform {
        output(None)?;
        return Ok(Status::Done);
    }
    let small = |most: u32| {
        u32::try_from(args.n)
            .ok()
            .filter(|&n| n <= most)
            .ok_or_else(|| Failure::Limit(format!("random placements are found up to n = {most}")))
    };
    let placement = if args.uniform {
        let numbered = Numbered::new(small(18)?, &watch)
            .map_err(|limit| Failure::Limit(watch.limit(limit).to_string()))?;
        numbered.sample(&mut Rng::new(args.limits.seed))
    } else {
        match random(small(100_000_000)?, args.limits.seed, &watch) {
            Answer::Unknown(limit) => {
                return Err(Failure::Limit(watch.limit(limit).to_string()));
            }
            answer => answer.found(),
        }
    };
    // There is one, since the formula has one.
    let placement = placement
        .ok_or_else(|| Failure::Limit("no placement was found, please report this".to_owned()))?;
    if (1..=CHECKED).contains(&args.n) {
        let mut bytes = Vec::new();
        write(Format::Columns, &placement, &mut bytes).map_err(|e| Failure::io("memory", &e))?;
        before_it_is_shown(&bytes, Format::Columns, &asked)?;
    }
    watch.finishing();
    if args.random && !quiet {
        say("note", "a diverse placement, not a uniformly distributed one");
    }
    finish(args, pixels, |out| write(format, &placement, out))?;
    Ok(Status::Done)
}

/// Writes what `write` writes, or the pixels of that drawing.
fn finish(
    args: &PlaceArgs,
    pixels: bool,
    write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let output = Output::new(args.output.output.as_deref())?;
    if !pixels {
        return output.finish(write);
    }
    let mut drawing = Vec::new();
    write(&mut drawing).map_err(|e| Failure::io("memory", &e))?;
    let picture = rasterised(&String::from_utf8_lossy(&drawing), args.width)?;
    output.finish(|out| out.write_all(&picture))
}

/// The format asked for, or the one of the file's ending; and whether its drawing becomes pixels.
fn format(args: &PlaceArgs) -> Result<(Format, bool), Failure> {
    let path = args.output.output.as_deref();
    let pixels = path.and_then(Path::extension).and_then(Raster::of_ending) == Some(Raster::Png);
    Ok(match args.format {
        Some(PlacementFormat::File(format)) => (format, false),
        Some(PlacementFormat::Png) => (Format::Svg, true),
        None if pixels => (Format::Svg, true),
        None => (by_ending(path, Format::from_path_ending)?.unwrap_or(Format::Columns), false),
    })
}
