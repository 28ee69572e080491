//! A table with one line a step.

use std::io;

use super::claims::Claims;
use super::scan::{Scan, expected_at, lines, number};
use super::sink::Sink;
use crate::error::Error;
use crate::square::Square;
use crate::tour::Tour;

/// Writes the header `step,file,rank,square`, then a line for each step, all numbers from 1.
///
/// # Errors
///
/// Those of the writer.
pub fn write(tour: &Tour, out: &mut dyn io::Write) -> io::Result<()> {
    let mut sink = Sink::new(out);
    sink.text("step,file,rank,square\n")?;
    for (step, square) in (1..).zip(tour.squares()) {
        sink.number(step)?;
        sink.mark(b",")?;
        sink.number(square.col as u64 + 1)?;
        sink.mark(b",")?;
        sink.number(square.row as u64 + 1)?;
        sink.mark(b",")?;
        sink.square(square)?;
        sink.mark(b"\n")?;
    }
    sink.finish()
}

/// Where the columns are that matter.
#[derive(Default)]
struct Columns {
    step: Option<usize>,
    file: Option<usize>,
    rank: Option<usize>,
    square: Option<usize>,
}

pub(super) fn read(bytes: &[u8]) -> Result<Claims, Error> {
    let mut lines = lines(bytes);
    let header = "a header such as step,file,rank,square";
    let Some((line, text)) = lines.next() else { return Err(expected_at(1, b"", header)) };
    let separator = *b";\t".iter().find(|mark| text.contains(mark)).unwrap_or(&b',');
    let width = cells(text, separator).count();
    let mut columns = Columns::default();
    for (at, name) in cells(text, separator).enumerate() {
        match &name.to_ascii_lowercase()[..] {
            b"step" => columns.step = Some(at),
            b"file" => columns.file = Some(at),
            b"rank" => columns.rank = Some(at),
            b"square" => columns.square = Some(at),
            _ => {}
        }
    }
    if columns.square.is_none() && (columns.file.is_none() || columns.rank.is_none()) {
        return Err(expected_at(line, text, header));
    }
    let mut steps = Vec::new();
    let mut claims = Claims::default();
    for (line, text) in lines {
        let found = cells(text, separator).count();
        if found != width {
            return Err(Error::parse(format!(
                "line {line}: found {found} cells, expected {width} as in the header"
            )));
        }
        let (step, square) = columns.row(line, text, separator)?;
        steps.extend(step);
        claims.push(square, line);
    }
    if columns.step.is_some() { in_order(&steps, &claims) } else { Ok(claims) }
}

fn cells(line: &[u8], separator: u8) -> impl Iterator<Item = &[u8]> {
    line.split(move |&byte| byte == separator).map(|cell| {
        let cell = cell.trim_ascii();
        let quoted = cell.strip_prefix(b"\"").and_then(|cell| cell.strip_suffix(b"\""));
        quoted.unwrap_or(cell).trim_ascii()
    })
}

impl Columns {
    /// The step and the square of a line.
    fn row(&self, line: u64, text: &[u8], separator: u8) -> Result<(Option<u64>, Square), Error> {
        let cell = |column: Option<usize>| {
            column.map(|at| cells(text, separator).nth(at).unwrap_or_default())
        };
        let step = cell(self.step)
            .map(|word| number(word).ok_or_else(|| expected_at(line, word, "the number of a step")))
            .transpose()?;
        let by_name = cell(self.square)
            .map(|word| {
                let square = std::str::from_utf8(word).ok().and_then(|word| word.parse().ok());
                square.ok_or_else(|| expected_at(line, word, "a square such as c5"))
            })
            .transpose()?;
        let by_numbers = cell(self.file)
            .zip(cell(self.rank))
            .map(|(file, rank)| {
                let coordinate = |word: &[u8], letters: bool, name| {
                    let mut scan = Scan::new(word);
                    let found =
                        scan.coordinate().or_else(|| letters.then(|| scan.file()).flatten());
                    found
                        .filter(|_| scan.peek().is_none())
                        .ok_or_else(|| expected_at(line, word, name))
                };
                let col = coordinate(file, true, "a file from 1 to 4294967296, or in letters")?;
                let row = coordinate(rank, false, "a rank from 1 to 4294967296")?;
                Ok(Square::new(row, col))
            })
            .transpose()?;
        match (by_name, by_numbers) {
            (Some(a), Some(b)) if a != b => Err(Error::mismatch(format!(
                "line {line}: the square is {a}, and its file and rank are those of {b}"
            ))),
            (Some(square), _) | (None, Some(square)) => Ok((step, square)),
            (None, None) => Err(expected_at(line, text, "a square")),
        }
    }
}

/// The squares in the order of their steps.
fn in_order(steps: &[u64], claims: &Claims) -> Result<Claims, Error> {
    let count = steps.len();
    let mut place = vec![usize::MAX; count];
    for (at, &step) in steps.iter().enumerate() {
        let line = claims.lines[at];
        let slot = step.checked_sub(1).and_then(|to| place.get_mut(usize::try_from(to).ok()?));
        let Some(slot) = slot else {
            return Err(Error::mismatch(format!(
                "line {line}: step {step} of {count} lines: the steps are 1 to {count}, each once"
            )));
        };
        if *slot != usize::MAX {
            return Err(Error::mismatch(format!(
                "line {line}: step {step} is given twice, first in line {}",
                claims.lines[*slot]
            )));
        }
        *slot = at;
    }
    let squares = place.iter().map(|&at| claims.squares[at]).collect();
    let lines = place.iter().map(|&at| claims.lines[at]).collect();
    Ok(Claims { squares, lines, ..Claims::default() })
}
