//! `csv`: a table with a header that names `step` and `square`, or `step`, `file` and `rank`;
//! commas, semicolons or tabs stand between.

use super::Reading;
use super::grid::place;
use super::text::lines;
use crate::limits::Limits;
use crate::report::{Fault, Ledger, quote};
use crate::square::{Square, parse_file, parse_number, parse_side};

/// The columns of the table, by their place.
#[derive(Debug, Default)]
struct Columns {
    separator: u8,
    count: usize,
    step: Option<usize>,
    file: Option<usize>,
    rank: Option<usize>,
    square: Option<usize>,
}

/// Reads the rows in any order; columns of other names are passed over.
pub(crate) fn read(bytes: &[u8], limits: &Limits, ledger: &mut Ledger) -> Result<Reading, Fault> {
    let mut lines = lines(bytes);
    let (line, header) = lines.next().ok_or_else(|| Fault::malformed(1, "an empty file"))?;
    let columns = columns(line, header)?;
    let mut cells = Vec::new();
    for (line, row) in lines {
        if cells.len() as u64 >= limits.squares {
            return Err(Fault::too_many_squares(limits.squares));
        }
        let words: Vec<_> = fields(row, columns.separator).collect();
        if words.len() != columns.count {
            let reason = format!("{} fields, the header has {}", words.len(), columns.count);
            return Err(Fault::malformed(line, reason));
        }
        let step = match columns.step {
            None => cells.len() as u64 + 1,
            Some(step) => parse_number(words[step]).ok_or_else(|| {
                Fault::malformed(line, format!("{} is no step number", quote(words[step])))
            })?,
        };
        cells.push((square(line, &words, &columns)?, line, Some(step)));
    }
    let mut reading = place(cells.into_iter(), limits, ledger)?;
    // A table lists what is visited, and says nothing of holes.
    reading.holes = None;
    reading.line = line;
    Ok(reading)
}

/// The cells of a row, which may be quoted; none of them holds a separator.
fn fields(row: &[u8], separator: u8) -> impl Iterator<Item = &[u8]> {
    row.split(move |byte| *byte == separator).map(|word| {
        let word = word.trim_ascii();
        word.strip_prefix(b"\"").and_then(|word| word.strip_suffix(b"\"")).unwrap_or(word)
    })
}

fn columns(line: u64, header: &[u8]) -> Result<Columns, Fault> {
    let separator = header.iter().find(|byte| matches!(byte, b',' | b';' | b'\t'));
    let mut columns = Columns { separator: *separator.unwrap_or(&b','), ..Columns::default() };
    for (at, name) in fields(header, columns.separator).enumerate() {
        columns.count += 1;
        let column = match name.to_ascii_lowercase().as_slice() {
            b"step" => &mut columns.step,
            b"file" => &mut columns.file,
            b"rank" => &mut columns.rank,
            b"square" => &mut columns.square,
            _ => continue,
        };
        if column.replace(at).is_some() {
            return Err(Fault::malformed(line, format!("the column {} comes twice", quote(name))));
        }
    }
    if columns.square.is_none() && (columns.file.is_none() || columns.rank.is_none()) {
        return Err(Fault::malformed(line, "expected the header step,file,rank,square"));
    }
    Ok(columns)
}

/// The square of a row; where it is given twice, both must be the same.
fn square(line: u64, words: &[&[u8]], columns: &Columns) -> Result<Square, Fault> {
    let malformed =
        |word: &[u8], what: &str| Fault::malformed(line, format!("{} is no {what}", quote(word)));
    let named = match columns.square.map(|at| words[at]) {
        Some(word) => Some(Square::from_algebraic(word).ok_or_else(|| malformed(word, "square"))?),
        None => None,
    };
    let by_sides = match (columns.file.map(|at| words[at]), columns.rank.map(|at| words[at])) {
        (Some(file), Some(rank)) => {
            let number = parse_side(file).or_else(|| parse_file(file));
            let file = number.ok_or_else(|| malformed(file, "file"))?;
            let rank = parse_side(rank).ok_or_else(|| malformed(rank, "rank"))?;
            Square::new(file, rank)
        }
        _ => None,
    };
    match (named, by_sides) {
        (Some(named), Some(other)) if named != other => {
            let reason = format!("{named} is not file {}, rank {}", other.file(), other.rank());
            Err(Fault::malformed(line, reason))
        }
        (named, by_sides) => {
            named.or(by_sides).ok_or_else(|| Fault::malformed(line, "a row without a square"))
        }
    }
}
