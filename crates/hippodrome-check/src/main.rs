//! `hippodrome-check`: the checker by itself, without the rest of hippodrome.

use std::fs::File;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use hippodrome_check::{Format, Limits, Question, check, check_against};

const HELP: &str = "\
hippodrome-check: verify a knight's tour, a placement of queens or a certificate, independently

Usage: hippodrome-check FILE|- [OPTIONS]

What the file claims is compared with what the options ask.

Options:
  --board ROWSxCOLS|N|FILE  the board; FILE is a mask of . (square) and # (hole), top rank first
  --hole SQ                 a square that the board lacks (repeatable)
  --leaper R,S              the leaper (1,2 is the knight)
  --closed | --open         the kind of tour
  --from SQ, --to SQ        the squares of the first and of the last step
  --step-at K=SQ            the square of step K, from 1 (repeatable)
  --queens                  the file has to be about queens (so with the next options)
  --toroidal, --knights, --reflecting
                            queens on a torus, superqueens, diagonals reflected beside the board
  -k K                      the number of queens, if not that of ranks
  --queen SQ                a queen that has to be there (repeatable)
  --block SQ|FILE           a square without a queen, a mask, or an instance: n, then 'row col' from 0
  --format F                board, squares, csv, matrix, json, prolog, tsplib, npy, cert, svg,
                            columns or fen; told by the content unless given
  --against FILE            compare a certificate of a count with another one, layer by layer
  --json                    the report as one JSON object
  -h, --help, -V, --version

Exit status: 0 verified, 1 rejected, 2 malformed file or wrong usage, 3 a limit or obligations.

Example: hippodrome-check tour.txt --board 8x8 --closed
";

/// What the command line says.
#[derive(Default)]
struct Options {
    file: Option<String>,
    question: Question,
    format: Option<Format>,
    against: Option<String>,
    json: bool,
}

fn main() -> ExitCode {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let said = match arguments
        .iter()
        .map(String::as_str)
        .find(|word| matches!(*word, "-h" | "--help" | "-V" | "--version"))
    {
        Some("-h" | "--help") => Ok((HELP.to_owned(), 0)),
        Some(_) => Ok((format!("hippodrome-check {}\n", env!("CARGO_PKG_VERSION")), 0)),
        None => run(arguments),
    };
    match said {
        Ok((text, code)) => match io::stdout().lock().write_all(text.as_bytes()) {
            Ok(()) => ExitCode::from(code),
            // Whoever reads has enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(code),
            Err(_) => ExitCode::from(2),
        },
        Err(reason) => {
            // Nothing is left to be done where standard error is closed.
            let _ = writeln!(io::stderr(), "hippodrome-check: {reason}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: Vec<String>) -> Result<(String, u8), String> {
    let options = parse(arguments)?;
    options.question.validate()?;
    let limits = Limits::default();
    let name = options.file.ok_or("name a file, or - for standard input (see --help)")?;
    let bytes = read(&name, limits.bytes)?;
    let report = match &options.against {
        None => check(&bytes, options.format, &options.question, &limits),
        Some(other) => {
            check_against(&bytes, &read(other, limits.bytes)?, &options.question, &limits)
        }
    };
    let text = if options.json { report.to_json() + "\n" } else { report.to_string() };
    Ok((text, report.exit_code()))
}

/// Reads a file up to a byte more than the limit.
fn read(name: &str, limit: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let outcome = if name == "-" {
        io::stdin().lock().take(limit + 1).read_to_end(&mut bytes)
    } else {
        File::open(name).and_then(|file| file.take(limit + 1).read_to_end(&mut bytes))
    };
    outcome.map_err(|error| format!("{name}: {error}"))?;
    Ok(bytes)
}

fn parse(arguments: Vec<String>) -> Result<Options, String> {
    let mut options = Options::default();
    let mut words = arguments.into_iter();
    let mut only_files = false;
    while let Some(word) = words.next() {
        if only_files || word == "-" || !word.starts_with('-') {
            if options.file.replace(word).is_some() {
                return Err("name one file only".to_owned());
            }
            continue;
        }
        let (name, inline) = match word.split_once('=') {
            Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
            None => (word, None),
        };
        let flag = matches!(
            name.as_str(),
            "--" | "--closed"
                | "--open"
                | "--json"
                | "--queens"
                | "--toroidal"
                | "--knights"
                | "--reflecting"
        );
        if flag && inline.is_some() {
            return Err(format!("{name} takes no value"));
        }
        let question = &mut options.question;
        let mut value = || {
            inline.clone().or_else(|| words.next()).ok_or_else(|| format!("{name} needs a value"))
        };
        match name.as_str() {
            "--" => only_files = true,
            "--closed" => set(&mut question.closed, true, "--closed and --open")?,
            "--open" => set(&mut question.closed, false, "--closed and --open")?,
            "--json" => options.json = true,
            "--queens" => drop(question.queens.get_or_insert_default()),
            "--toroidal" => question.queens.get_or_insert_default().rules.toroidal = true,
            "--knights" => question.queens.get_or_insert_default().rules.knights = true,
            "--reflecting" => question.queens.get_or_insert_default().rules.reflecting = true,
            "--board" | "--hole" | "--from" | "--to" | "--leaper" | "--step-at" | "--queen"
            | "--block" | "-k" => {
                question.option(&name, &value()?)?;
            }
            "--against" => set(&mut options.against, value()?, &name)?,
            "--format" => {
                let value = value()?;
                let format = value.parse().map_err(|error| format!("--format {value}: {error}"))?;
                set(&mut options.format, format, &name)?;
            }
            _ => return Err(format!("unknown option {name} (see --help)")),
        }
    }
    Ok(options)
}

fn set<T: PartialEq>(slot: &mut Option<T>, value: T, name: &str) -> Result<(), String> {
    if slot.as_ref().is_some_and(|known| *known != value) {
        return Err(format!("{name}: given twice, differently"));
    }
    *slot = Some(value);
    Ok(())
}
