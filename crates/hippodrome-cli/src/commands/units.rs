//! Units of a depth-first count: a file each, and what puts them together.

use std::fmt::Write as _;
use std::path::Path;

use clap::Parser;
use hippodrome::count::DfsCount;
use hippodrome::{Kind, Problem};

use super::{count, queens};
use crate::cli::queens::TextFormat;
use crate::cli::{Cli, Command, CountArgs, CountFormat, MergeArgs, PruneArg, WrapArg};
use crate::failure::{Failure, Status};
use crate::input;
use crate::output::Output;

/// The first line of a file.
const HEAD: &str = "hippodrome-unit 1";

/// The largest file that is read: more than any has.
const LIMIT: u64 = 1 << 20;

/// One part of a count, done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    /// The question as words of the command line, the same for all parts.
    pub(super) question: String,
    pub(super) units: u32,
    /// Which of them.
    pub(super) at: u32,
    pub(super) count: DfsCount,
}

impl Unit {
    /// The part that a command line asks for, if it asks for one; its numbers are looked at.
    ///
    /// # Errors
    ///
    /// When there is no such part.
    pub(super) fn asked(args: &CountArgs) -> Result<Option<(u32, u32)>, Failure> {
        match (args.split.unit, args.split.units) {
            (Some(unit), Some(units)) if unit >= units => {
                Err(Failure::wrong(format!("--unit {unit}: expected 0 to {}", units - 1)))
            }
            (Some(unit), Some(units)) => Ok(Some((unit, units))),
            _ => Ok(None),
        }
    }

    /// The file.
    pub(super) fn text(&self) -> String {
        let Self { question, units, at, count } = self;
        let DfsCount { found, nodes, cut } = count;
        let body = format!(
            "{HEAD}\nquestion {question}\nunits {units}\nunit {at}\nfound {found}\n\
             nodes {nodes}\ncut {cut}\n"
        );
        format!("{body}end {:016x}\n", hippodrome_cluster::question(&body))
    }

    fn read(text: &str) -> Result<Self, String> {
        let mut lines = text.lines();
        if lines.next() != Some(HEAD) {
            return Err(format!("is not the file of a unit: its first line is not '{HEAD}'"));
        }
        let mut field = |name: &str| {
            let line = lines.next().and_then(|line| line.strip_prefix(name)?.strip_prefix(' '));
            line.map(str::to_owned).ok_or_else(|| format!("is damaged: expected a line '{name} …'"))
        };
        let question = field("question")?;
        let mut number = |name: &str| -> Result<u128, String> {
            let text = field(name)?;
            text.parse().map_err(|_| format!("is damaged: {name} '{text}' is no number"))
        };
        let (units, unit) = (number("units")?, number("unit")?);
        let count =
            DfsCount { found: number("found")?, nodes: number("nodes")?, cut: number("cut")? };
        let (Ok(units), Ok(at)) = (u32::try_from(units), u32::try_from(unit)) else {
            return Err("is damaged: so many units there are never".to_owned());
        };
        let read = Self { question, units, at, count };
        // Only the canonical text has the right sum.
        if read.text() != text || at >= units {
            return Err("is damaged: its checksum is wrong".to_owned());
        }
        Ok(read)
    }
}

/// All that decides what is counted and in what order, as words of the command line.
pub(super) fn question(args: &CountArgs, problem: &Problem) -> String {
    let board = problem.board();
    let mut words = format!("count {} --method dfs", board.size());
    for hole in board.holes() {
        let _ = write!(words, " --hole {hole}");
    }
    words.push_str(if problem.kind() == Kind::Closed { " --closed" } else { " --open" });
    let _ = write!(words, " --leaper {}", problem.leaper());
    for (name, square) in [("from", problem.from()), ("to", problem.to())] {
        if let Some(square) = square {
            let _ = write!(words, " --{name} {square}");
        }
    }
    for (step, square) in problem.clues() {
        let _ = write!(words, " --step-at {step}={square}");
    }
    let wrap = args.wrap.map(|wrap| match wrap {
        WrapArg::Files => "files",
        WrapArg::Ranks => "ranks",
        WrapArg::Both => "both",
    });
    words.extend(wrap.iter().flat_map(|wrap| [" --wrap ", wrap]));
    for m in &args.which.uses {
        let _ = write!(words, " --use {}{}", m.0, m.1);
    }
    for m in &args.which.avoid {
        let _ = write!(words, " --avoid {}{}", m.0, m.1);
    }
    for (prune, name) in [
        (PruneArg::DeadSquares, "dead-squares"),
        (PruneArg::Degree, "degree"),
        (PruneArg::Connectivity, "connectivity"),
    ] {
        if args.no_prune.contains(&prune) {
            let _ = write!(words, " --no-prune {name}");
        }
    }
    words
}

/// Runs `merge`: units of counts of tours, or of queens.
///
/// # Errors
///
/// When a file is no unit, damaged, of another question, or given twice; and a unit is missing.
pub(crate) fn merge(args: &MergeArgs) -> Result<Status, Failure> {
    let texts: Vec<String> = args.files.iter().map(|path| read(path)).collect::<Result<_, _>>()?;
    if texts.first().is_some_and(|text| text.starts_with("hippodrome-queens-ledger")) {
        let format = match args.format {
            CountFormat::Text => TextFormat::Text,
            CountFormat::Json => TextFormat::Json,
            CountFormat::Cert => TextFormat::Cert,
        };
        let names = args.files.iter().map(|path| path.display().to_string());
        return queens::merge(names.zip(texts), format, &args.output);
    }
    if args.format == CountFormat::Cert {
        return Err(Failure::wrong("--format cert: only counts of queens by units have one"));
    }
    let mut units: Vec<Option<Unit>> = Vec::new();
    let mut first: Option<Unit> = None;
    for (path, text) in args.files.iter().zip(&texts) {
        let named = |what: &str| Failure::wrong(format!("{}: {what}", path.display()));
        let unit = Unit::read(text).map_err(|what| named(&what))?;
        let first = first.get_or_insert_with(|| unit.clone());
        if unit.question != first.question {
            let (question, other) = (&unit.question, &first.question);
            return Err(named(&format!("is of another question: '{question}', not '{other}'")));
        }
        if unit.units != first.units {
            return Err(named(&format!("is one of {} units, not {}", unit.units, first.units)));
        }
        let at = unit.at as usize;
        if units.len() <= at {
            units.resize(at + 1, None);
        }
        if units[at].replace(unit).is_some() {
            return Err(named(&format!("unit {at} was there before: give each once")));
        }
    }
    let Some(first) = first else { return Err(Failure::wrong("merge: no files")) };
    units.resize(first.units as usize, None);
    if let Some(missing) = units.iter().position(Option::is_none) {
        let there = units.iter().flatten().count();
        return Err(Failure::Limit(format!(
            "{there} of {} units are there, the first missing is unit {missing}",
            first.units
        )));
    }
    let mut sum = DfsCount::default();
    for unit in units.iter().flatten() {
        sum.found += unit.count.found;
        sum.nodes += unit.count.nodes;
        sum.cut += unit.count.cut;
    }
    let words = std::iter::once("hippodrome").chain(first.question.split(' '));
    let Ok(Cli { command: Command::Count(mut asked), .. }) = Cli::try_parse_from(words) else {
        return Err(Failure::wrong(format!("the units' question is none: '{}'", first.question)));
    };
    asked.format = Some(args.format);
    let text = count::told(&asked, &asked.question.problem()?, &sum, 0.0);
    Output::new(args.output.output.as_deref())?.finish(|out| out.write_all(text.as_bytes()))?;
    Ok(Status::Done)
}

fn read(path: &Path) -> Result<String, Failure> {
    let name = path.display().to_string();
    Ok(String::from_utf8_lossy(&input::read(&name, LIMIT)?).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_changed_byte_and_every_cut_is_noticed() {
        let count = DfsCount { found: 12, nodes: 345, cut: 6 };
        let question = "count 5x5 --method dfs --open --leaper 1,2".to_owned();
        let unit = Unit { question, units: 4, at: 3, count };
        let text = unit.text();
        assert_eq!(Unit::read(&text), Ok(unit));
        for at in 0..text.len() {
            assert!(Unit::read(&text[..at]).is_err(), "cut at {at}");
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            assert!(Unit::read(&String::from_utf8(bytes).unwrap()).is_err(), "changed at {at}");
        }
    }
}
