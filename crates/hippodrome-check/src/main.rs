//! `hippodrome-check`: the checker by itself, without the rest of hippodrome.

use std::fs::File;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use hippodrome_check::{Format, Limits, MAX_SIDE, Question, Square, check};

const HELP: &str = "\
hippodrome-check: verify a knight's tour or a certificate, independently

Usage: hippodrome-check FILE|- [OPTIONS]

What the file claims is compared with what the options ask.

Options:
  --board ROWSxCOLS|N|FILE  the board; FILE is a mask of . (square) and # (hole), top rank first
  --hole SQ                 a square that the board lacks (repeatable)
  --leaper R,S              the leaper (1,2 is the knight)
  --closed | --open         the kind of tour
  --from SQ, --to SQ        the squares of the first and of the last step
  --step-at K=SQ            the square of step K, from 1 (repeatable)
  --format F                board, squares, csv, matrix, json, prolog, tsplib, npy, cert or svg;
                            told by the content unless given
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
    let report = check(&bytes, options.format, &options.question, &limits);
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
        let flag = matches!(name.as_str(), "--" | "--closed" | "--open" | "--json");
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
            "--board" => board(&value()?, question)?,
            "--hole" => question.holes.get_or_insert_default().push(square(&name, &value()?)?),
            "--from" => set(&mut question.from, square(&name, &value()?)?, &name)?,
            "--to" => set(&mut question.to, square(&name, &value()?)?, &name)?,
            "--leaper" => set(&mut question.leaper, leaper(&value()?)?, &name)?,
            "--step-at" => question.step_at.push(step_at(&value()?)?),
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

fn square(name: &str, text: &str) -> Result<Square, String> {
    text.parse().map_err(|error| format!("{name} {text}: {error}"))
}

fn side(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|side| digits && (1..=MAX_SIDE).contains(side))
}

fn leaper(text: &str) -> Result<(u64, u64), String> {
    let pair = text.split_once(',').and_then(|(r, s)| {
        let part = |text: &str| if text == "0" { Some(0) } else { side(text) };
        part(r).zip(part(s)).filter(|pair| *pair != (0, 0))
    });
    pair.ok_or_else(|| format!("--leaper {text}: expected two numbers such as 1,2, not both 0"))
}

fn step_at(text: &str) -> Result<(u64, Square), String> {
    let pair = text.split_once('=').and_then(|(step, square)| {
        Some((step.parse().ok().filter(|step| *step > 0)?, square.parse().ok()?))
    });
    pair.ok_or_else(|| format!("--step-at {text}: expected STEP=SQUARE such as 13=c3"))
}

/// A board by its sides, or by a file: one character a square, top rank first.
fn board(text: &str, question: &mut Question) -> Result<(), String> {
    let (rows, cols) = text.split_once('x').unwrap_or((text, text));
    if let Some(sides) = side(rows).zip(side(cols)) {
        return set(&mut question.rows_and_cols, sides, "--board");
    }
    let wrong = |reason: &str| format!("--board {text}: {reason}");
    let looks_like_sides =
        text.bytes().all(|byte| byte.is_ascii_digit() || b"x-+.".contains(&byte));
    if looks_like_sides {
        return Err(wrong("expected ROWSxCOLS, each 1 to 4294967296, or a mask file"));
    }
    let limit = 1 << 28;
    let bytes = read(text, limit).map_err(|error| format!("--board {error}"))?;
    if bytes.len() as u64 > limit {
        return Err(wrong("the mask is longer than 256 MiB"));
    }
    let lines: Vec<&[u8]> =
        bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end).collect();
    let last = lines.iter().rposition(|line| !line.is_empty());
    let lines = &lines[..=last.ok_or_else(|| wrong("the mask is empty"))?];
    let (rows, cols) = (lines.len() as u64, lines[0].len() as u64);
    question.holes.get_or_insert_default();
    for (rank, line) in (1..=rows).rev().zip(lines) {
        if line.len() as u64 != cols {
            return Err(wrong(&format!("line {} of the mask is ragged", rows - rank + 1)));
        }
        for (file, byte) in (1..).zip(*line) {
            match (byte, Square::new(file, rank)) {
                (b'.', _) => {}
                (b'#', Some(hole)) => question.holes.get_or_insert_default().push(hole),
                _ => return Err(wrong(&format!("line {}: only . and #", rows - rank + 1))),
            }
        }
    }
    set(&mut question.rows_and_cols, (rows, cols), "--board")
}
