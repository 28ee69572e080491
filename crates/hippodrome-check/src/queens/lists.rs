//! `columns`: the file of the queen of each rank, rank 1 first; a list a placement.

use super::{Placed, Reading};
use crate::limits::Limits;
use crate::question::Question;
use crate::read::text::without_mark;
use crate::report::{Fault, quote};
use crate::square::{Square, parse_number};

/// A piece of such a file.
enum Item<'a> {
    Number(&'a [u8]),
    /// The end of a line, `]` or `;`.
    End,
}

/// Goes over the numbers; other words are a fault.
fn walk<'a>(
    bytes: &'a [u8],
    take: &mut dyn FnMut(u64, Item<'a>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let mut rest = without_mark(bytes);
    let mut line = 1;
    while let Some((&byte, after)) = rest.split_first() {
        match byte {
            b'0'..=b'9' => {
                let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
                take(line, Item::Number(&rest[..length]))?;
                rest = &rest[length..];
                continue;
            }
            b'\n' | b']' | b';' => take(line, Item::End)?,
            b' ' | b'\t' | b'\r' | b',' | b'[' | b'(' | b')' => {}
            _ => {
                let shown = quote(&rest[..rest.len().min(10)]);
                return Err(Fault::malformed(line, format!("expected columns, found {shown}")));
            }
        }
        line += u64::from(byte == b'\n');
        rest = after;
    }
    take(line, Item::End)
}

/// What can be seen of the lists at once.
#[derive(Default)]
struct Shape {
    lists: u64,
    /// The length of the first list, and of the one being read.
    first: u64,
    length: u64,
    is_even: bool,
    greatest: u64,
    has_zero: bool,
}

fn shape(bytes: &[u8]) -> Result<Shape, Fault> {
    let mut shape = Shape { is_even: true, ..Shape::default() };
    walk(bytes, &mut |_, item| {
        match item {
            Item::Number(word) => {
                let number = parse_number(word).unwrap_or(u64::MAX);
                shape.has_zero |= number == 0;
                shape.greatest = shape.greatest.max(number);
                shape.length += 1;
            }
            Item::End if shape.length > 0 => {
                if shape.lists == 0 {
                    shape.first = shape.length;
                }
                shape.is_even &= shape.first == shape.length;
                shape.lists += 1;
                shape.length = 0;
            }
            Item::End => {}
        }
        Ok(())
    })?;
    Ok(shape)
}

/// Whether a file of numbers is about queens and not a tour's grid: one list, or several equally
/// long ones whose numbers are from 1 and not larger than they are long.
pub(super) fn are_columns(bytes: &[u8]) -> bool {
    shape(bytes).is_ok_and(|shape| {
        shape.first >= 2
            && shape.is_even
            && (shape.lists == 1 || (shape.greatest <= shape.first && !shape.has_zero))
    })
}

pub(super) fn read(bytes: &[u8], question: &Question, limits: &Limits) -> Result<Reading, Fault> {
    let shape = shape(bytes)?;
    if shape.lists == 0 {
        return Err(Fault::malformed(1, "there are no columns"));
    }
    // As in grids: where a 0 occurs, it is counted from 0.
    let base = u64::from(!shape.has_zero);
    let (mut reading, mut placed, mut total) = (Reading::default(), Placed::default(), 0);
    walk(bytes, &mut |line, item| {
        match item {
            Item::Number(word) => {
                total += 1;
                if total > limits.squares {
                    return Err(Fault::too_many_squares(limits.squares));
                }
                let rank = placed.squares.len() as u64 + 1;
                let square = parse_number(word)
                    .and_then(|number| Square::new(number.checked_add(1)? - base, rank))
                    .ok_or_else(|| {
                        let reason = format!("{} is no file", quote(word));
                        Fault::malformed(line, reason)
                    })?;
                if placed.squares.is_empty() {
                    placed.lines.push(line);
                }
                placed.squares.push(square);
            }
            Item::End if !placed.squares.is_empty() => {
                let rows = placed.squares.len() as u64;
                let asked = question.rows_and_cols.filter(|&(asked, _)| asked == rows);
                let cols = asked.map_or(rows, |(_, cols)| cols);
                let list = std::mem::take(&mut placed);
                let first = list.lines.first().copied().unwrap_or(line);
                reading.placements.push(Placed { rows, cols, line: first, last: first, ..list });
            }
            Item::End => {}
        }
        Ok(())
    })?;
    Ok(reading)
}
