//! Queens: placements of which no two attack each other, and counts of them.
//!
//! A placement is verified, or the first attacking pair is named. A count is checked as far as it
//! follows from its parts; that the parts themselves were counted right is an obligation.

mod array;
mod attacks;
mod certificate;
mod counts;
mod lists;
mod object;
mod pictures;

use std::collections::HashSet;

use crate::Format;
use crate::limits::Limits;
use crate::question::{Question, Rules};
use crate::read::text;
use crate::report::{Fault, Ledger};
use crate::square::Square;

/// The most queens, numbers and lines of a text: some 60 bytes are held for each.
const ENTRIES: u64 = 1 << 24;

/// How many queens, numbers and lines there are in a text at most.
fn entries(bytes: &[u8]) -> u64 {
    let mut entries = 0;
    let mut in_number = false;
    for byte in bytes {
        let is_digit = byte.is_ascii_digit();
        let counts = matches!(byte, b'Q' | b'q' | b'\n') || (is_digit && !in_number);
        entries += u64::from(counts);
        in_number = is_digit;
    }
    entries
}

/// Queens on a board, in the order of their file.
#[derive(Debug, Default)]
pub(crate) struct Placed {
    pub(crate) rows: u64,
    pub(crate) cols: u64,
    pub(crate) squares: Vec<Square>,
    /// The line of each queen, or one line for all.
    pub(crate) lines: Vec<u64>,
    /// The line that speaks of the board.
    pub(crate) line: u64,
    /// The line where it ends: of what is missing.
    pub(crate) last: u64,
}

impl Placed {
    fn line_of(&self, queen: usize) -> u64 {
        self.lines.get(queen).or(self.lines.last()).copied().unwrap_or(self.line)
    }
}

/// What a file claims.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    pub(crate) placements: Vec<Placed>,
    /// How many solutions the file says there are, and its line.
    pub(crate) declared: Option<(u128, u64)>,
    pub(crate) rules: Rules,
    /// A count, where there are no placements.
    pub(crate) count: Option<counts::Count>,
}

/// What a file about queens is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Certificate,
    Object,
    Picture,
    Array,
    Board,
    Fen,
    Columns,
}

impl Kind {
    pub(crate) const fn format(self) -> Format {
        match self {
            Self::Certificate => Format::Certificate,
            Self::Object => Format::Json,
            Self::Picture => Format::Svg,
            Self::Array => Format::Npy,
            Self::Board => Format::Board,
            Self::Fen => Format::Fen,
            Self::Columns => Format::Columns,
        }
    }
}

/// The kind of file, if it is about queens: by its content, or because that was asked.
pub(crate) fn kind(bytes: &[u8], format: Option<Format>, question: &Question) -> Option<Kind> {
    let asked = question.queens.is_some();
    let kind = match format {
        None => guess(bytes),
        Some(Format::Columns) => return Some(Kind::Columns),
        Some(Format::Fen) => return Some(Kind::Fen),
        Some(Format::Certificate) => Some(Kind::Certificate),
        Some(Format::Json) => Some(Kind::Object),
        Some(Format::Svg) => Some(Kind::Picture),
        Some(Format::Npy) => Some(Kind::Array),
        Some(Format::Board) => Some(Kind::Board),
        Some(_) => return asked.then_some(Kind::Columns),
    };
    let kind = kind.unwrap_or(Kind::Columns);
    if asked {
        return Some(kind);
    }
    let is_queens = match kind {
        Kind::Certificate => certificate::is_about_queens(bytes),
        Kind::Object => object::is_about_queens(bytes),
        Kind::Picture => {
            pictures::object(bytes).is_ok_and(|(text, _)| object::is_about_queens(&text))
        }
        Kind::Array => array::is_placement(bytes),
        Kind::Board | Kind::Fen => pictures::has_queens(bytes, kind),
        Kind::Columns => {
            let rectangle = question.rows_and_cols.is_some_and(|(rows, cols)| rows != cols);
            format.is_none()
                && !rectangle
                && !speaks_of_tours(question)
                && Format::detect(bytes) == Format::Board
                && lists::are_columns(bytes)
        }
    };
    is_queens.then_some(kind)
}

/// The kind of a file that is known to be about queens.
fn guess(bytes: &[u8]) -> Option<Kind> {
    if bytes.starts_with(b"\x93NUMPY") {
        return Some(Kind::Array);
    }
    if bytes.starts_with(b"hippodrome-certificate") {
        return Some(Kind::Certificate);
    }
    let text = text::without_mark(bytes).trim_ascii_start();
    match text.first() {
        Some(b'{') => return Some(Kind::Object),
        Some(b'<') => return Some(Kind::Picture),
        _ => {}
    }
    let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    if line.contains(&b'/') {
        return Some(Kind::Fen);
    }
    text.iter().any(|byte| matches!(byte, b'Q' | b'.')).then_some(Kind::Board)
}

fn speaks_of_tours(question: &Question) -> bool {
    question.closed.is_some()
        || question.leaper.is_some()
        || question.from.is_some()
        || question.to.is_some()
        || !question.step_at.is_empty()
}

/// Reads a file about queens and checks it.
pub(crate) fn check(
    bytes: &[u8],
    kind: Kind,
    question: &Question,
    limits: &Limits,
    ledger: &mut Ledger,
) -> Result<(), Fault> {
    if kind != Kind::Array && entries(bytes) > ENTRIES {
        return Err(Fault::unknown(format!("limit of {ENTRIES} queens and lines")));
    }
    let reading = match kind {
        Kind::Certificate => certificate::read(bytes, limits)?,
        Kind::Object => object::read(bytes, 1, limits)?,
        Kind::Picture => {
            let (text, line) = pictures::object(bytes)?;
            object::read(&text, line, limits)?
        }
        Kind::Array => array::read(bytes, limits)?,
        Kind::Board => pictures::boards(bytes, limits)?,
        Kind::Fen => pictures::fen(bytes, limits)?,
        Kind::Columns => lists::read(bytes, question, limits)?,
    };
    ledger.what = in_words(&reading, question);
    if speaks_of_tours(question) {
        return Err(Fault::rejected("other-kind", 1, "the file is about queens, asked was a tour"));
    }
    if let Some(count) = &reading.count {
        return count.check(question, ledger);
    }
    placements(&reading, question, ledger)
}

fn placements(reading: &Reading, question: &Question, ledger: &mut Ledger) -> Result<(), Fault> {
    let rules = reading.rules.and(question.queens.as_ref().map_or(Rules::default(), |q| q.rules));
    let holes = question.ordered_holes().unwrap_or_default();
    let (mut queens, mut seen) = (0, HashSet::new());
    for placed in &reading.placements {
        form(placed, rules, question)?;
        for (at, &square) in placed.squares.iter().enumerate() {
            let line = placed.line_of(at);
            if square.rank() > placed.rows || square.file() > placed.cols {
                let reason = format!("{square} is off the board");
                return Err(Fault::rejected("off-board", line, reason));
            }
            if holes.binary_search(&square).is_ok() {
                let reason = format!("the queen on {square} stands on a blocked square");
                return Err(Fault::rejected("queen-on-hole", line, reason));
            }
        }
        if let Some((one, other)) = attacks::first(placed, rules) {
            let (one, other, line) =
                (placed.squares[one], placed.squares[other], placed.line_of(other));
            let reason = format!("the queens on {one} and {other} attack each other");
            return Err(Fault::rejected("queens-attack", line, reason));
        }
        queens += placed.squares.len() as u64;
        let given = question.queens.iter().flat_map(|queens| &queens.given);
        for square in given {
            if !placed.squares.contains(square) {
                let reason = format!("there is no queen on {square}, which was asked");
                return Err(Fault::rejected("queen-missing", placed.last, reason));
            }
        }
        if reading.placements.len() > 1 {
            let mut squares = placed.squares.clone();
            squares.sort_unstable();
            if !seen.insert(squares) {
                let reason = "this placement was there before";
                return Err(Fault::rejected("solution-repeated", placed.line, reason));
            }
        }
    }
    if let Some((declared, line)) = reading.declared {
        let there = reading.placements.len();
        if declared != there as u128 {
            let reason = format!("{declared} solutions are declared, {there} are listed");
            return Err(Fault::rejected("wrong-count", line, reason));
        }
        ledger.note("whether there are others is not checked");
    }
    ledger.examined("each queen stands on the board", queens);
    ledger.examined(format!("no two queens {}", rules.in_words()), queens);
    if let Some(asked) = question.queens.as_ref().filter(|queens| !queens.given.is_empty()) {
        ledger.examined("the queens given are there", asked.given.len() as u64);
    }
    if reading.placements.len() > 1 {
        ledger.examined("no placement comes twice", reading.placements.len() as u64);
    }
    Ok(())
}

/// The board and the number of queens.
fn form(placed: &Placed, rules: Rules, question: &Question) -> Result<(), Fault> {
    let (rows, cols, queens) = (placed.rows, placed.cols, placed.squares.len() as u64);
    if let Some((asked_rows, asked_cols)) = question.rows_and_cols
        && (asked_rows, asked_cols) != (rows, cols)
    {
        let reason = format!("the board is {rows}x{cols}, asked was {asked_rows}x{asked_cols}");
        return Err(Fault::rejected("other-board", placed.line, reason));
    }
    let asked = question.queens.as_ref().and_then(|queens| queens.count);
    let open = asked.is_none() && question.rows_and_cols.is_none();
    if rows != cols && (open || rules.toroidal || rules.reflecting) {
        let reason = format!("the board is {rows}x{cols}");
        return Err(Fault::rejected("not-square", placed.line, reason));
    }
    let expected = asked.unwrap_or(rows.min(cols));
    if queens != expected {
        let reason = format!("{queens} queens, expected {expected}");
        return Err(Fault::rejected("queens-count", placed.last, reason));
    }
    Ok(())
}

/// `placement of 8 queens 8x8`, with what the file or the question adds.
fn in_words(reading: &Reading, question: &Question) -> String {
    if let Some(count) = &reading.count {
        return count.in_words();
    }
    let Some(first) = reading.placements.first() else {
        return "no placement".to_owned();
    };
    let (number, rows, cols) = (reading.placements.len(), first.rows, first.cols);
    let of = if number == 1 { "placement".to_owned() } else { format!("{number} placements") };
    let mut words = format!("{of} of {} queens {rows}x{cols}", first.squares.len());
    let asked = question.queens.as_ref();
    words += &reading.rules.and(asked.map_or(Rules::default(), |asked| asked.rules)).name();
    let list = |squares: &[Square]| match squares {
        [] => String::new(),
        [_, _, _, _, _, ..] => format!(" {} squares", squares.len()),
        few => few.iter().fold(String::new(), |words, square| words + " " + &square.to_string()),
    };
    let given = asked.map_or_else(String::new, |asked| list(&asked.given));
    let holes = list(&question.ordered_holes().unwrap_or_default());
    for (word, squares) in [(" with", given), (" without", holes)] {
        if !squares.is_empty() {
            words = words + word + &squares;
        }
    }
    words
}

#[cfg(test)]
mod tests;
