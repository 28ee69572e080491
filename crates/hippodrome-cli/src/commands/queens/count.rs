//! `queens count` and `queens merge`.

use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use hippodrome::queens::join::{self, Counter, Ledger};
use hippodrome::queens::report::CountReport;
use hippodrome::queens::{bitmask, dfs, symmetric, variants};
use hippodrome::{Limit, Silent, report};

use crate::cli::queens::{CountArgs, CountMethod, MergeArgs, TextFormat};
use crate::failure::{Failure, Status};
use crate::input;
use crate::output::Output;
use crate::watch::Watch;

/// The largest ledger that is read: more than any has.
const LIMIT: u64 = 1 << 20;

/// A checkpoint is written at most this often.
const PAUSE: Duration = Duration::from_millis(500);

/// Runs the command.
///
/// # Errors
///
/// When the input is wrong, a limit is reached, or the output cannot be written.
pub(crate) fn run(args: &CountArgs, quiet: bool) -> Result<Status, Failure> {
    let (rows, cols) = sides(&args.board)?;
    if rows != cols && args.k.is_none() {
        return Err(Failure::wrong(format!(
            "board '{}': a board that is not square needs the number of queens, -k K",
            args.board
        )));
    }
    let split = args.units.is_some() || args.checkpoint.is_some();
    let special =
        args.k.is_some() || args.toroidal || args.knights || args.reflecting || args.through;
    if split && (special || !matches!(args.method, CountMethod::Auto | CountMethod::Join)) {
        return Err(Failure::wrong(
            "--units and --checkpoint: only the count of n queens by the method join is split",
        ));
    }
    let watch = Watch::start(args.limits.time_limit, quiet);
    let limited = |limit: Limit| Failure::Limit(watch.limit(limit).to_string());
    let n = rows;
    let text = if let Some(queens) = args.k {
        let count = variants::some_queens(rows, cols, queens, &watch).map_err(limited)?;
        let what = format!("placements of {queens} queens on the {rows}x{cols} board");
        of_variant(args.format, n, "some", &what, count)
    } else if args.toroidal {
        let count = variants::toroidal(n, &watch).map_err(limited)?;
        of_variant(args.format, n, "toroidal", &format!("toroidal placements of {n} queens"), count)
    } else if args.knights {
        let count = variants::superqueens(n, &watch).map_err(limited)?;
        of_variant(args.format, n, "superqueens", &format!("solutions of {n} superqueens"), count)
    } else if args.reflecting {
        let count = variants::reflecting(n, &watch).map_err(limited)?;
        of_variant(
            args.format,
            n,
            "reflecting",
            &format!("solutions of {n} reflecting queens"),
            count,
        )
    } else if args.through {
        grid(&variants::through_squares(n, &watch).map_err(limited)?, args.format)
    } else if let (Some(parts), Some(part)) = (args.units, args.unit) {
        if part >= parts {
            return Err(Failure::wrong(format!("--unit {part}: expected 0 to {}", parts - 1)));
        }
        by_join(args, n, (parts, part), &watch)?.to_string()
    } else {
        let (solutions, method, nodes) = match args.method {
            CountMethod::Bitmask => {
                let tally = bitmask::count(n, &watch).map_err(limited)?;
                (tally.solutions, "bitmask", Some(tally.nodes))
            }
            CountMethod::Dfs => {
                let tally = dfs::count(n, &watch).map_err(limited)?;
                (tally.solutions, "dfs", Some(tally.nodes))
            }
            CountMethod::Auto if n > join::MAX_N && !split => {
                let tally = dfs::count(n, &watch).map_err(limited)?;
                (tally.solutions, "dfs", Some(tally.nodes))
            }
            CountMethod::Auto | CountMethod::Join => {
                (by_join(args, n, (1, 0), &watch)?.sum(), "join", None)
            }
        };
        let classes = symmetric::classes(n, solutions, &watch).map_err(limited)?;
        of_queens(args.format, n, method, nodes, &classes)
    };
    watch.finishing();
    Output::new(args.output.output.as_deref())?.finish(|out| out.write_all(text.as_bytes()))?;
    Ok(Status::Done)
}

/// N, or sides such as 8x10.
fn sides(text: &str) -> Result<(u32, u32), Failure> {
    let wrong = || {
        Failure::wrong(format!(
            "board '{text}': expected the number of queens such as 8, or with -k sides such as 8x10"
        ))
    };
    let side = |text: &str| text.parse::<u32>().map_err(|_| wrong());
    match text.split_once(['x', 'X']) {
        Some((rows, cols)) => Ok((side(rows)?, side(cols)?)),
        None => side(text).map(|n| (n, n)),
    }
}

/// Counts units, keeping a checkpoint if one is asked for.
fn by_join(
    args: &CountArgs,
    n: u32,
    (parts, part): (u32, u32),
    watch: &Watch,
) -> Result<Ledger, Failure> {
    let limited = |limit: Limit| Failure::Limit(watch.limit(limit).to_string());
    let threads = args.limits.threads.map_or_else(
        || std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        usize::from,
    );
    let counter = Counter::new(n).map_err(limited)?.threads(threads).part(parts, part);
    let mut ledger = Ledger::new(n);
    if let Some(path) = args.checkpoint.as_deref().filter(|path| args.resume && path.exists()) {
        ledger = read(path)?;
        if ledger.n() != n {
            return Err(Failure::wrong(format!(
                "{}: a checkpoint of n = {}, not of n = {n}",
                path.display(),
                ledger.n()
            )));
        }
    }
    let last = Mutex::new(Instant::now());
    let failed = Mutex::new(None);
    let keep = |ledger: &Ledger| {
        let (Some(path), Ok(mut last)) = (&args.checkpoint, last.lock()) else { return };
        if last.elapsed() >= PAUSE {
            if let (Err(failure), Ok(mut failed)) = (save(path, ledger), failed.lock()) {
                *failed = Some(failure);
            }
            *last = Instant::now();
        }
    };
    let outcome = counter.run(&mut ledger, &keep, watch);
    if let Some(path) = &args.checkpoint {
        save(path, &ledger)?;
    }
    if let Some(failure) = failed.into_inner().ok().flatten() {
        return Err(failure);
    }
    outcome.map_err(limited)?;
    Ok(ledger)
}

fn save(path: &Path, ledger: &Ledger) -> Result<(), Failure> {
    let text = ledger.to_string();
    Output::new(Some(path))?.finish(|out| out.write_all(text.as_bytes()))
}

fn read(path: &Path) -> Result<Ledger, Failure> {
    let name = path.display().to_string();
    let bytes = input::read(&name, LIMIT)?;
    let text = String::from_utf8_lossy(&bytes);
    text.parse().map_err(|e| Failure::wrong(format!("{name}: {e}")))
}

/// Runs `queens merge`.
///
/// # Errors
///
/// When a file is no ledger or of another board, a unit is missing or counted differently.
pub(crate) fn merge(args: &MergeArgs) -> Result<Status, Failure> {
    let mut all: Option<Ledger> = None;
    for path in &args.files {
        let ledger = read(path)?;
        let named = |e| Failure::wrong(format!("{}: {e}", path.display()));
        match &mut all {
            None => all = Some(ledger),
            Some(all) => all.merge(&ledger).map_err(named)?,
        }
    }
    let Some(all) = all else { return Err(Failure::wrong("merge: no files")) };
    let (n, units) = (all.n(), Ledger::units(all.n()));
    if let Some(missing) = (0..units).find(|&unit| !all.contains(unit)) {
        return Err(Failure::Limit(format!(
            "{} of {units} units are there, the first missing is unit {missing}",
            all.done()
        )));
    }
    let classes = symmetric::classes(n, all.sum(), &Silent)
        .map_err(|limit| Failure::Limit(limit.to_string()))?;
    let text = of_queens(args.format, n, "join", None, &classes);
    Output::new(args.output.output.as_deref())?.finish(|out| out.write_all(text.as_bytes()))?;
    Ok(Status::Done)
}

fn of_queens(
    format: TextFormat,
    n: u32,
    method: &str,
    nodes: Option<u64>,
    classes: &symmetric::Classes,
) -> String {
    if format == TextFormat::Json {
        return report::line(&CountReport::with_classes(n, method, nodes, classes)) + "\n";
    }
    let sizes = [8, 4, 2, 1];
    let orbits: Vec<String> = classes
        .orbits
        .iter()
        .zip(sizes)
        .filter(|&(&count, _)| count > 0)
        .map(|(count, size)| format!("{count} of {size}"))
        .collect();
    let of =
        if orbits.is_empty() { String::new() } else { format!(": classes {}", orbits.join(", ")) };
    let walked = nodes.map_or_else(String::new, |nodes| format!("{nodes} nodes visited\n"));
    format!(
        "{} solutions of {n} queens\n{} up to symmetry{of}\n{walked}",
        classes.solutions,
        classes.fundamental()
    )
}

fn of_variant(format: TextFormat, n: u32, name: &str, what: &str, count: u128) -> String {
    match format {
        TextFormat::Text => format!("{count} {what}\n"),
        TextFormat::Json => report::line(&CountReport::plain(n, name, "search", count)) + "\n",
    }
}

/// The top rank first, as boards are printed.
fn grid(grid: &[Vec<u128>], format: TextFormat) -> String {
    if format == TextFormat::Json {
        let rows: Vec<Vec<String>> =
            grid.iter().map(|row| row.iter().map(u128::to_string).collect()).collect();
        return format!("{{\"n\":{},\"through\":{}}}\n", grid.len(), report::line(&rows));
    }
    let width = grid.iter().flatten().max().map_or(1, |count| count.to_string().len());
    let mut text = String::new();
    for row in grid.iter().rev() {
        let cells: Vec<String> = row.iter().map(|count| format!("{count:>width$}")).collect();
        text.push_str(&cells.join(" "));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_a_number_or_sides() {
        assert_eq!(sides("8").ok(), Some((8, 8)));
        assert_eq!(sides("8x10").ok(), Some((8, 10)));
        for wrong in ["", "x", "8x", "-3", "8x8x8", "99999999999"] {
            assert!(sides(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_saved_ledger_is_read_back() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("ledger");
        let mut ledger = Ledger::new(8);
        Counter::new(8).unwrap().part(2, 1).run(&mut ledger, &|_| (), &Silent).unwrap();
        save(&path, &ledger).unwrap();
        assert_eq!(read(&path).unwrap(), ledger);
        std::fs::write(&path, "hippodrome-queens-ledger 1\nn 8\n").unwrap();
        assert!(read(&path).is_err());
    }
}
