//! `queens count` and `queens merge`.

use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use hippodrome::queens::join::{self, Counter, Ledger};
use hippodrome::queens::report::{CountReport, count_certificate};
use hippodrome::queens::{Tally, bitmask, dfs, symmetric, variants};
use hippodrome::{Limit, Silent, report};

use crate::cli::OutputArgs;
use crate::cli::queens::{CountArgs, CountMethod, TextFormat};
use crate::failure::{Failure, Status};
use crate::input;
use crate::output::{Output, by_ending};
use crate::watch::Watch;

/// The largest ledger that is read: more than any has.
const LIMIT: u64 = 1 << 20;

/// A checkpoint is written at most this often.
const PAUSE: Duration = Duration::from_millis(500);

/// The format asked for, or the one of the file's ending.
fn format(args: &CountArgs) -> Result<TextFormat, Failure> {
    let by_name =
        by_ending(args.output.output.as_deref(), |path| match path.extension()?.to_str()? {
            "json" => Some(TextFormat::Json),
            "cert" => Some(TextFormat::Cert),
            _ => None,
        });
    Ok(match args.format {
        Some(format) => format,
        None => by_name?.unwrap_or(TextFormat::Text),
    })
}

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
    let format = format(args)?;
    let split = args.units.is_some() || args.checkpoint.is_some();
    let special =
        args.k.is_some() || args.toroidal || args.knights || args.reflecting || args.through;
    if split && (special || !matches!(args.method, CountMethod::Auto | CountMethod::Join)) {
        return Err(Failure::wrong(
            "--units and --checkpoint: only the count of n queens by the method join is split",
        ));
    }
    if args.units.is_some() && format != TextFormat::Text {
        return Err(Failure::wrong(
            "--format: a unit's file has a form of its own; give the format to merge",
        ));
    }
    if special && args.method != CountMethod::Auto {
        return Err(Failure::wrong(
            "--method: relatives of the problem are counted in one way, leave the option out",
        ));
    }
    if special && format == TextFormat::Cert {
        return Err(Failure::wrong("--format cert: only counts of n queens have certificates"));
    }
    let watch = Watch::start(args.limits.time_limit, quiet);
    let limited = |limit: Limit| Failure::Limit(watch.limit(limit).to_string());
    let n = rows;
    let variant = |name: &str, what: String, count: u128| {
        let report = CountReport {
            seconds: watch.seconds(),
            ..CountReport::plain(n, name, "search", count)
        };
        of_variant(format, &what, &report)
    };
    let text = if let Some(queens) = args.k {
        let count = variants::some_queens(rows, cols, queens, &watch).map_err(limited)?;
        let what = format!("placements of {queens} queens on the {rows}x{cols} board");
        let report = CountReport {
            rows: Some(rows),
            cols: Some(cols),
            k: Some(queens),
            seconds: watch.seconds(),
            ..CountReport::plain(n, "some", "search", count)
        };
        of_variant(format, &what, &report)
    } else if args.toroidal {
        let count = variants::toroidal(n, &watch).map_err(limited)?;
        variant("toroidal", format!("toroidal placements of {n} queens"), count)
    } else if args.knights {
        let count = variants::superqueens(n, &watch).map_err(limited)?;
        variant("superqueens", format!("solutions of {n} superqueens"), count)
    } else if args.reflecting {
        let count = variants::reflecting(n, &watch).map_err(limited)?;
        variant("reflecting", format!("solutions of {n} reflecting queens"), count)
    } else if args.through {
        grid(&variants::through_squares(n, &watch).map_err(limited)?, format)
    } else if let (Some(parts), Some(part)) = (args.units, args.unit) {
        if part >= parts {
            return Err(Failure::wrong(format!("--unit {part}: expected 0 to {}", parts - 1)));
        }
        by_join(args, n, (parts, part), &watch)?.to_string()
    } else {
        let counted = match args.method {
            CountMethod::Bitmask => {
                Counted::walked("bitmask", bitmask::count(n, &watch).map_err(limited)?)
            }
            CountMethod::Dfs => Counted::walked("dfs", dfs::count(n, &watch).map_err(limited)?),
            CountMethod::Auto if n > join::MAX_N && !split => {
                Counted::walked("dfs", dfs::count(n, &watch).map_err(limited)?)
            }
            CountMethod::Auto | CountMethod::Join => {
                Counted::joined(by_join(args, n, (1, 0), &watch)?)
            }
        };
        let classes = symmetric::classes(n, counted.solutions, &watch).map_err(limited)?;
        of_queens(format, n, &counted, &classes, watch.seconds())
    };
    watch.finishing();
    Output::new(args.output.output.as_deref())?.finish(|out| out.write_all(text.as_bytes()))?;
    Ok(Status::Done)
}

/// How many there are, and how that was found out.
struct Counted {
    solutions: u128,
    method: &'static str,
    nodes: Option<u64>,
    ledger: Option<Ledger>,
}

impl Counted {
    fn walked(method: &'static str, tally: Tally) -> Self {
        Self { solutions: tally.solutions, method, nodes: Some(tally.nodes), ledger: None }
    }

    /// The ledger is complete.
    fn joined(ledger: Ledger) -> Self {
        Self { solutions: ledger.sum(), method: "join", nodes: None, ledger: Some(ledger) }
    }
}

/// N, or sides such as 8x10.
fn sides(text: &str) -> Result<(u32, u32), Failure> {
    let wrong = || {
        Failure::wrong(format!(
            "board '{text}': expected the number of queens such as 8, or with -k sides such as 8x10"
        ))
    };
    let side = |text: &str| {
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(wrong());
        }
        text.parse::<u32>().map_err(|_| {
            Failure::Limit(format!(
                "board '{text}': too large to be counted; the largest is n = {}",
                dfs::MAX_N
            ))
        })
    };
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
    if let Some(path) = args.checkpoint.as_deref().filter(|path| !args.resume && path.is_file()) {
        return Err(Failure::wrong(format!(
            "--checkpoint: {} is there: expected --resume to go on from it, or another file",
            path.display()
        )));
    }
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

/// The text of a ledger.
///
/// # Errors
///
/// When it cannot be read.
pub(super) fn text(path: &Path) -> Result<String, Failure> {
    let bytes = input::read(&path.display().to_string(), LIMIT)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn parse(name: &str, text: &str) -> Result<Ledger, Failure> {
    text.parse().map_err(|e| Failure::wrong(format!("{name}: {e}")))
}

fn read(path: &Path) -> Result<Ledger, Failure> {
    parse(&path.display().to_string(), &text(path)?)
}

/// Runs `queens merge` on the names and the texts of ledgers.
///
/// # Errors
///
/// When a text is no ledger or of another board, a unit is missing or counted differently.
pub(crate) fn merge(
    texts: impl IntoIterator<Item = (String, String)>,
    format: TextFormat,
    output: &OutputArgs,
) -> Result<Status, Failure> {
    let mut all: Option<Ledger> = None;
    for (name, text) in texts {
        let ledger = parse(&name, &text)?;
        let named = |e| Failure::wrong(format!("{name}: {e}"));
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
    let started = Instant::now();
    let counted = Counted::joined(all);
    let classes = symmetric::classes(n, counted.solutions, &Silent)
        .map_err(|limit| Failure::Limit(limit.to_string()))?;
    let text = of_queens(format, n, &counted, &classes, started.elapsed().as_secs_f64());
    Output::new(output.output.as_deref())?.finish(|out| out.write_all(text.as_bytes()))?;
    Ok(Status::Done)
}

fn of_queens(
    format: TextFormat,
    n: u32,
    counted: &Counted,
    classes: &symmetric::Classes,
    seconds: f64,
) -> String {
    let Counted { method, nodes, ref ledger, .. } = *counted;
    match format {
        TextFormat::Json => {
            let report = CountReport::with_classes(n, method, nodes, classes);
            return report::line(&CountReport { seconds, ..report }) + "\n";
        }
        TextFormat::Cert => return count_certificate(n, method, classes, ledger.as_ref()),
        TextFormat::Text => {}
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

fn of_variant(format: TextFormat, what: &str, report: &CountReport) -> String {
    match format {
        TextFormat::Json => report::line(report) + "\n",
        TextFormat::Text | TextFormat::Cert => format!("{} {what}\n", report.count),
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
