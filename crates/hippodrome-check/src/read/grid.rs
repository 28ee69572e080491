//! `board` and `matrix`: step numbers in a grid, top rank first, as people print it.

use super::Reading;
use super::text::{lines, push};
use crate::limits::Limits;
use crate::report::{Fault, Ledger, quote};
use crate::square::{Square, parse_file, parse_number};

/// A cell of a grid: the number of a step, or a hole.
pub(crate) type Cell = Option<u64>;

/// One line of a grid.
#[derive(Debug)]
struct Row {
    line: u64,
    cells: Vec<Cell>,
}

/// Reads a grid.
///
/// Words are set apart by blanks, `,`, `|`, brackets or box-drawing characters; a line end, `;`
/// or `]` ends a row; lines of frame alone are passed over. A line of file letters may stand
/// above or below; then, or if their numbers come twice otherwise, the ranks may stand left or
/// right of their rows.
pub(crate) fn read(bytes: &[u8], limits: &Limits, ledger: &mut Ledger) -> Result<Reading, Fault> {
    let mut rows: Vec<Row> = Vec::new();
    let mut files: Option<usize> = None;
    let mut count = 0_u64;
    for (line, text) in lines(bytes) {
        if text.iter().all(|byte| is_frame(*byte)) {
            continue;
        }
        for text in text.split(|byte| matches!(byte, b';' | b']')) {
            let (cells, letters) = row(text, line)?;
            if letters > 0 {
                let is_second = files.is_some() && rows.is_empty();
                if !cells.is_empty() || is_second || files.is_some_and(|known| known != letters) {
                    return Err(Fault::malformed(line, "the file letters do not fit the rows"));
                }
                files = Some(letters);
            } else if !cells.is_empty() {
                count += cells.len() as u64;
                // Two labels a row at most, and a row has a cell: thrice the squares.
                if count / 3 > limits.squares {
                    return Err(Fault::too_many_squares(limits.squares));
                }
                rows.push(Row { line, cells });
            }
        }
    }
    if rows.is_empty() {
        return Err(Fault::malformed(1, "there are no rows"));
    }
    strip_ranks(&mut rows, files)?;
    let cols = rows[0].cells.len();
    for row in &rows {
        if row.cells.len() != cols {
            let reason =
                format!("a ragged line: {} squares, the first row has {cols}", row.cells.len());
            return Err(Fault::malformed(row.line, reason));
        }
    }
    let sides = (rows.len() as u64, cols as u64);
    let last_line = rows.last().map_or(1, |row| row.line);
    let cells = rows.iter().enumerate().flat_map(|(from_top, row)| {
        let rank = sides.0 - from_top as u64;
        (1..).zip(&row.cells).filter_map(move |(file, cell)| {
            Square::new(file, rank).map(|square| (square, row.line, *cell))
        })
    });
    let mut reading = place(cells, limits, ledger)?;
    reading.board = Some(sides);
    reading.line = rows[0].line;
    reading.visits.last_line = last_line;
    ledger.note(format!("board {}x{}, from the shape of the grid", sides.0, sides.1));
    Ok(reading)
}

/// Characters that draw lines; those of U+2500 to U+257F are the bytes e2 94 80 to e2 95 bf.
fn is_frame(byte: u8) -> bool {
    matches!(byte, b'+' | b'-' | b'=' | b'_' | b'|' | b' ' | b'\t' | 0xe2 | 0x80..=0xbf)
}

/// The cells of a row, and the number of file letters.
fn row(text: &[u8], line: u64) -> Result<(Vec<Cell>, usize), Fault> {
    let apart = |byte: &u8| {
        byte.is_ascii_whitespace()
            || matches!(byte, b',' | b'|' | b'[' | b'(' | b')' | b'{' | b'}' | 0xe2 | 0x80..=0xbf)
    };
    let (mut cells, mut letters) = (Vec::new(), 0_u64);
    for word in text.split(apart).filter(|word| !word.is_empty()) {
        match word {
            b"-" => cells.push(None),
            [b'#' | b'.', ..] if word.iter().all(|byte| *byte == word[0]) => cells.push(None),
            _ if word.iter().all(u8::is_ascii_alphabetic) => {
                letters += 1;
                if parse_file(word) != Some(letters) {
                    let reason = format!("the file letters skip to {}", quote(word));
                    return Err(Fault::malformed(line, reason));
                }
            }
            _ => cells.push(Some(parse_number(word).ok_or_else(|| {
                let word = quote(word);
                let reason = format!("{word} is neither a step number nor a hole (#, . or -)");
                Fault::malformed(line, reason)
            })?)),
        }
    }
    Ok((cells, letters as usize))
}

/// Takes the numbers of the ranks off the rows.
fn strip_ranks(rows: &mut [Row], files: Option<usize>) -> Result<(), Fault> {
    let count = rows.len() as u64;
    let is_ranks = |rows: &[Row], at: fn(&[Cell]) -> Option<&Cell>| {
        (0..).zip(rows).all(|(top, row)| at(&row.cells) == Some(&Some(count - top)))
    };
    let width = rows[0].cells.len();
    let (left, right) = match files {
        Some(files) if files == width => (false, false),
        Some(files) if width == files + 1 => {
            let left = is_ranks(rows, <[Cell]>::first);
            (left, !left && is_ranks(rows, <[Cell]>::last))
        }
        Some(files) if width == files + 2 => {
            (is_ranks(rows, <[Cell]>::first), is_ranks(rows, <[Cell]>::last))
        }
        Some(_) => (false, false),
        None => {
            // Without file letters a column is one of ranks only if its numbers come twice.
            let twice = |skip: usize| {
                let cells = rows.iter().flat_map(|row| row.cells.iter().enumerate());
                let mut others = cells.filter(|(at, _)| *at != skip).map(|(_, cell)| *cell);
                width > 1 && others.any(|cell| cell == Some(count))
            };
            (
                is_ranks(rows, <[Cell]>::first) && twice(0),
                is_ranks(rows, <[Cell]>::last) && twice(width - 1),
            )
        }
    };
    if let Some(files) = files
        && usize::from(left) + usize::from(right) + files != width
    {
        let reason =
            format!("{width} words in a row do not fit {files} file letters and the ranks");
        return Err(Fault::malformed(rows[0].line, reason));
    }
    for row in rows {
        if right {
            row.cells.pop();
        }
        if left && !row.cells.is_empty() {
            row.cells.remove(0);
        }
    }
    Ok(())
}

/// Puts numbered squares in the order of their numbers: each of 1 to N once, or each of 0 to
/// N - 1, where N is the number of squares that are not holes.
pub(crate) fn place(
    cells: impl Iterator<Item = (Square, u64, Cell)> + Clone,
    limits: &Limits,
    ledger: &mut Ledger,
) -> Result<Reading, Fault> {
    let mut reading = Reading::default();
    let mut holes = Vec::new();
    let (mut squares, mut zeros, mut seen_last, mut last_line) = (0_u64, 0_u64, false, 1);
    for (square, line, cell) in cells.clone() {
        last_line = line;
        match cell {
            None => holes.push(square),
            Some(number) => {
                squares += 1;
                zeros += u64::from(number == 0);
            }
        }
    }
    if squares == 0 {
        return Err(Fault::malformed(1, "there are no step numbers"));
    }
    if squares > limits.squares {
        return Err(Fault::too_many_squares(limits.squares));
    }
    for (_, _, cell) in cells.clone() {
        seen_last |= cell == Some(squares);
    }
    let base = u64::from(zeros != 1 || seen_last);
    if base == 0 {
        ledger.note("steps are numbered from 0");
    }
    let mut at: Vec<Option<(Square, u32)>> = vec![None; squares as usize];
    for (square, line, cell) in cells {
        let Some(number) = cell else {
            continue;
        };
        let Some(step) = number.checked_sub(base) else {
            // Squares that a program left at 0 show as the numbers that are missing.
            continue;
        };
        let Some(slot) = usize::try_from(step).ok().and_then(|step| at.get_mut(step)) else {
            let last = squares - 1 + base;
            let reason = format!("{number} on {square}: the steps are {base} to {last}");
            return Err(Fault::rejected("number-out-of-range", line, reason));
        };
        if let Some((other, _)) = slot {
            let reason = format!("{number} stands on {other} and on {square}");
            return Err(Fault::rejected("number-repeated", line, reason));
        }
        *slot = Some((square, u32::try_from(line).unwrap_or(u32::MAX)));
    }
    let missing = at.iter().filter(|slot| slot.is_none()).count();
    for (step, slot) in (base..).zip(at) {
        let Some((square, line)) = slot else {
            let more =
                if missing > 1 { format!(", and {} more", missing - 1) } else { String::new() };
            let unnumbered =
                if zeros > 0 && base == 1 { format!("; {zeros} hold 0") } else { String::new() };
            let reason = format!("{step} is missing{more}{unnumbered}");
            return Err(Fault::rejected("number-missing", last_line, reason));
        };
        push(&mut reading.visits, square, u64::from(line), limits)?;
    }
    ledger.examined("each step number stands on one square", squares);
    reading.holes = Some(holes);
    reading.visits.last_line = last_line;
    Ok(reading)
}
