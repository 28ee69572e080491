//! JSON objects: `{"n":8,"columns":[…]}`, completions, and counts; several may follow each other.

use super::counts::Count;
use super::{Placed, Reading};
use crate::limits::Limits;
use crate::read::json::{array, number, object, skip, string};
use crate::read::text::{Cursor, line_ends};
use crate::report::{Fault, quote};
use crate::square::{MAX_SIDE, Square};

/// Whether an object is about queens: it has columns, solutions or a fundamental count, and no
/// squares.
pub(super) fn is_about_queens(bytes: &[u8]) -> bool {
    let has = |key: &[u8]| {
        let mut rest = bytes;
        while let Some(at) = rest.iter().position(|byte| *byte == b'"') {
            rest = &rest[at + 1..];
            if rest.starts_with(key) && rest.get(key.len()) == Some(&b'"') {
                return true;
            }
        }
        false
    };
    [&b"columns"[..], b"solutions", b"fundamental"].into_iter().any(has) && !has(b"squares")
}

/// What one object says.
#[derive(Default)]
struct Said {
    n: Option<u64>,
    columns: Option<Vec<u64>>,
    solutions: Option<Vec<Vec<u64>>>,
    count: Option<u128>,
    fundamental: Option<u128>,
    half_turn: Option<u128>,
    quarter_turn: Option<u128>,
    orbits: Option<Vec<u128>>,
    what: Option<String>,
    method: Option<String>,
}

pub(super) fn read(bytes: &[u8], line: u64, limits: &Limits) -> Result<Reading, Fault> {
    if let Err(error) = std::str::from_utf8(bytes) {
        let line = line + line_ends(&bytes[..error.valid_up_to()]);
        return Err(Fault::malformed(line, "JSON is UTF-8, and here are other bytes"));
    }
    let mut cursor = Cursor::new(bytes, line);
    let (mut reading, mut total) = (Reading::default(), 0);
    loop {
        cursor.skip_blanks();
        let start = cursor.line;
        let said = one(&mut cursor, &mut total, limits)?;
        put(said, start, &mut reading)?;
        cursor.skip_blanks();
        if cursor.rest.is_empty() {
            return Ok(reading);
        }
        if reading.count.is_some() || reading.declared.is_some() {
            return Err(cursor.expected("the end of the file"));
        }
    }
}

fn one(cursor: &mut Cursor<'_>, total: &mut u64, limits: &Limits) -> Result<Said, Fault> {
    let mut said = Said::default();
    object(cursor, &mut |key, cursor| {
        match key {
            b"n" => said.n = Some(number(cursor)?),
            b"columns" => said.columns = Some(columns(cursor, total, limits)?),
            b"solutions" => {
                let mut all = Vec::new();
                array(cursor, &mut |cursor| {
                    let mut list = None;
                    cursor.skip_blanks();
                    let before = cursor.clone();
                    object(cursor, &mut |key, cursor| match key {
                        b"columns" => {
                            list = Some(columns(cursor, total, limits)?);
                            Ok(())
                        }
                        _ => skip(cursor),
                    })?;
                    all.push(list.ok_or_else(|| before.expected("a solution with columns"))?);
                    Ok(())
                })?;
                said.solutions = Some(all);
            }
            b"count" => said.count = big(cursor)?,
            b"fundamental" => said.fundamental = big(cursor)?,
            b"half_turn" => said.half_turn = big(cursor)?,
            b"quarter_turn" => said.quarter_turn = big(cursor)?,
            b"orbits" if cursor.rest.first() == Some(&b'[') => {
                let mut orbits = Vec::new();
                array(cursor, &mut |cursor| {
                    cursor.skip_blanks();
                    let before = cursor.clone();
                    if orbits.len() == 4 {
                        return Err(before.expected("four classes"));
                    }
                    orbits.push(big(cursor)?.ok_or_else(|| before.expected("a number"))?);
                    Ok(())
                })?;
                said.orbits = Some(orbits);
            }
            b"what" if cursor.rest.first() == Some(&b'"') => said.what = Some(word(cursor)?),
            b"method" if cursor.rest.first() == Some(&b'"') => said.method = Some(word(cursor)?),
            _ => skip(cursor)?,
        }
        Ok(())
    })?;
    Ok(said)
}

fn put(said: Said, line: u64, reading: &mut Reading) -> Result<(), Fault> {
    let malformed = |reason: &str| Err(Fault::malformed(line, reason));
    let Some(n) = said.n else {
        return malformed("the object has no n");
    };
    if n > MAX_SIDE {
        return malformed("n is at most 4294967296");
    }
    let placed = |columns: Vec<u64>| {
        let squares = columns.iter().zip(1..).map(|(&file, rank)| {
            let reason = "a column is a file from 1 to 4294967296";
            Square::new(file, rank).ok_or_else(|| Fault::malformed(line, reason))
        });
        let squares = squares.collect::<Result<Vec<_>, _>>()?;
        Ok::<_, Fault>(Placed { rows: n, cols: n, squares, lines: vec![line], line, last: line })
    };
    let is_completion = said.solutions.is_some();
    let lists = said.columns.into_iter().chain(said.solutions.into_iter().flatten());
    let before = reading.placements.len();
    for columns in lists {
        reading.placements.push(placed(columns)?);
    }
    if reading.placements.len() > before {
        reading.declared = said.count.map(|count| (count, line));
        return Ok(());
    }
    let Some(count) = said.count else {
        return malformed("the object has no columns and no count");
    };
    if before > 0 {
        return malformed("a count behind placements");
    }
    let what = if is_completion {
        Some("completions".to_owned())
    } else {
        said.what.filter(|what| what != "queens")
    };
    let classes = (said.half_turn.zip(said.quarter_turn))
        .zip(said.fundamental)
        .filter(|_| what.is_none())
        .map(|((half, quarter), all)| [(half, line), (quarter, line), (all, line)]);
    let orbits = match said.orbits.as_deref() {
        Some(&[a, b, c, d]) => Some(([a, b, c, d], line)),
        Some(_) => return malformed("orbits are four numbers"),
        None => None,
    };
    let method = said.method.unwrap_or_else(|| "search".to_owned());
    let total = (count, line);
    reading.count = Some(Count { n, what, method, line, total, classes, orbits, units: None });
    Ok(())
}

fn columns(cursor: &mut Cursor<'_>, total: &mut u64, limits: &Limits) -> Result<Vec<u64>, Fault> {
    let mut columns = Vec::new();
    array(cursor, &mut |cursor| {
        *total += 1;
        if *total > limits.squares {
            return Err(Fault::too_many_squares(limits.squares));
        }
        columns.push(number(cursor)?);
        Ok(())
    })?;
    Ok(columns)
}

/// A count: a text of digits, a number, or null.
fn big(cursor: &mut Cursor<'_>) -> Result<Option<u128>, Fault> {
    cursor.skip_blanks();
    let before = cursor.clone();
    if cursor.rest.starts_with(b"null") {
        skip(cursor)?;
        return Ok(None);
    }
    if cursor.rest.first() != Some(&b'"') {
        return Ok(Some(number(cursor)?.into()));
    }
    let text = string(cursor)?;
    let canonical =
        text.iter().all(u8::is_ascii_digit) && (text.len() == 1 || text.first() != Some(&b'0'));
    std::str::from_utf8(&text)
        .ok()
        .filter(|_| canonical && text.len() <= 38)
        .and_then(|text| text.parse().ok())
        .map(Some)
        .ok_or_else(|| before.expected("a count as a text"))
}

/// A short word, for a report.
fn word(cursor: &mut Cursor<'_>) -> Result<String, Fault> {
    let before = cursor.clone();
    let text = string(cursor)?;
    let plain = (1..=20).contains(&text.len()) && text.iter().all(u8::is_ascii_alphanumeric);
    if !plain {
        return Err(Fault::malformed(before.line, format!("{} is no name", quote(&text))));
    }
    Ok(text.escape_ascii().to_string())
}
