//! A NumPy file: a two-dimensional array of step numbers (NEP 1, A simple file format for NumPy
//! arrays, 2007).

use std::io;

use super::claims::Claims;
use super::scan::number;
use super::sink::Sink;
use crate::board::Board;
use crate::error::{Error, shown};
use crate::square::Square;
use crate::tour::Tour;

const MAGIC: &[u8] = b"\x93NUMPY";

/// Writes a version 1.0 file of shape (ROWS, COLS) in C order, row 0 = rank 1, little-endian
/// 32-bit integers (64-bit from 2^31 squares on); an entry is the number of the step, from 1, or 0
/// for a hole.
///
/// # Errors
///
/// Those of the writer.
pub fn write(tour: &Tour, out: &mut dyn io::Write) -> io::Result<()> {
    let mut sink = Sink::new(out);
    let wide = is_wide(tour.len().into());
    sink.bytes(&header_of(tour.board(), wide))?;
    for step in tour.numbering() {
        if wide {
            sink.bytes(&u64::from(step).to_le_bytes())?;
        } else {
            sink.bytes(&step.to_le_bytes())?;
        }
    }
    sink.finish()
}

/// Whether a tour of so many squares takes 64-bit integers.
pub(super) fn is_wide(squares: u128) -> bool {
    squares >= 1 << 31
}

/// Everything before the entries.
pub(super) fn header_of(board: &Board, wide: bool) -> Vec<u8> {
    let descr = if wide { "<i8" } else { "<i4" };
    let mut header = format!(
        "{{'descr': '{descr}', 'fortran_order': False, 'shape': ({}, {}), }}",
        board.rows(),
        board.cols()
    );
    // Magic, version and length are 10 bytes; a line end closes the header; 64 divides the whole.
    let whole = (10 + header.len() + 1).next_multiple_of(64);
    header.extend(std::iter::repeat_n(' ', whole - 10 - header.len() - 1));
    header.push('\n');
    let mut bytes = [MAGIC, &[1, 0], &(header.len() as u16).to_le_bytes()].concat();
    bytes.extend(header.as_bytes());
    bytes
}

fn wrong(what: &str) -> Error {
    Error::parse(format!("the npy file {what}"))
}

/// How the entries lie in the file.
struct Layout {
    size: usize,
    big_endian: bool,
    signed: bool,
    fortran: bool,
    rows: u64,
    cols: u64,
}

pub(super) fn read(bytes: &[u8]) -> Result<Claims, Error> {
    let (layout, data) = header(bytes, false)?;
    let area = u128::from(layout.rows) * u128::from(layout.cols);
    if area * layout.size as u128 != data.len() as u128 {
        return Err(wrong(&format!(
            "has {} bytes of data, expected {} for shape ({}, {}) of {}-byte integers",
            data.len(),
            area * layout.size as u128,
            layout.rows,
            layout.cols,
            layout.size
        )));
    }
    // The data holds `area` entries, so both sides are bounded by the file's length.
    let (rows, cols) = (layout.rows as usize, layout.cols as usize);
    if rows == 0 || cols == 0 {
        return Err(wrong("is empty: expected at least one row and one column"));
    }
    let at = |row: usize, col: usize| {
        let index = if layout.fortran { col * rows + row } else { row * cols + col };
        layout.entry(&data[index * layout.size..(index + 1) * layout.size])
    };
    let cells = || (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
    let count = cells().filter(|&(row, col)| at(row, col) != 0).count();
    let name = |(row, col): (usize, usize)| format!("[{row}, {col}]");
    let mut squares = vec![None; count];
    let mut holes = Vec::new();
    for (row, col) in cells() {
        let step = at(row, col);
        let square = Square::new(row as u32, col as u32);
        if step == 0 {
            holes.push(square);
            continue;
        }
        let place = usize::try_from(step - 1).ok().and_then(|to| squares.get_mut(to));
        match place {
            Some(place @ None) => *place = Some(square),
            Some(Some(other)) => {
                let (row, col) = (other.row as usize, other.col as usize);
                let first = name((row, col));
                let second = name((square.row as usize, square.col as usize));
                return Err(wrong(&format!("has step {step} twice, at {first} and at {second}")));
            }
            None => {
                return Err(wrong(&format!(
                    "has step {step} at {}, expected 1 to {count} each once, and 0 for holes",
                    name((row, col))
                )));
            }
        }
    }
    let squares = squares.into_iter().flatten().collect();
    let sides = Some((layout.rows, layout.cols));
    Ok(Claims { sides, holes, squares, ..Claims::default() })
}

/// The numbers of an array of one dimension, none negative; those counted from 0 are counted from 1.
pub(crate) fn list(bytes: &[u8]) -> Result<Vec<u64>, Error> {
    let (layout, data) = header(bytes, true)?;
    let n = layout.rows;
    if u128::from(n) * layout.size as u128 != data.len() as u128 {
        return Err(wrong(&format!("has {} bytes of data, too few or too many", data.len())));
    }
    let entries = || data.chunks_exact(layout.size).map(|entry| layout.entry(entry));
    let base = i128::from(!entries().any(|entry| entry == 0));
    let list = entries().map(|entry| u64::try_from(entry + 1 - base).ok().filter(|_| entry >= 0));
    list.collect::<Option<Vec<u64>>>().ok_or_else(|| wrong("has a number that is no file"))
}

impl Layout {
    fn entry(&self, bytes: &[u8]) -> i128 {
        let unsigned = if self.big_endian {
            bytes.iter().fold(0, |word: u64, &byte| word << 8 | u64::from(byte))
        } else {
            bytes.iter().rfold(0, |word: u64, &byte| word << 8 | u64::from(byte))
        };
        if self.signed {
            let spare = 64 - 8 * self.size as u32;
            i128::from((unsigned << spare) as i64 >> spare)
        } else {
            i128::from(unsigned)
        }
    }
}

/// The values of 'descr', '`fortran_order`' and 'shape' (without its brackets): a dictionary with
/// these three keys, each once, in any order.
fn dictionary(text: &str) -> Option<(&str, bool, &str)> {
    let (mut descr, mut fortran, mut shape) = (None, None, None);
    let mut rest = text.trim().strip_prefix('{')?.strip_suffix('}')?.trim();
    while !rest.is_empty() {
        let (key, after) = rest.strip_prefix('\'')?.split_once('\'')?;
        let value = after.trim_start().strip_prefix(':')?.trim_start();
        let after = match key {
            "descr" => {
                let (value, after) = value.strip_prefix('\'')?.split_once('\'')?;
                descr.replace(value).is_none().then_some(after)?
            }
            "shape" => {
                let (value, after) = value.strip_prefix('(')?.split_once(')')?;
                shape.replace(value).is_none().then_some(after)?
            }
            "fortran_order" => {
                let (value, after) = match value.strip_prefix("False") {
                    Some(after) => (false, after),
                    None => (true, value.strip_prefix("True")?),
                };
                fortran.replace(value).is_none().then_some(after)?
            }
            _ => return None,
        };
        rest = after.trim_start();
        rest = if rest.is_empty() { rest } else { rest.strip_prefix(',')?.trim_start() };
    }
    Some((descr?, fortran?, shape?))
}

/// The layout that the header describes, of one dimension or two, and the data after it.
fn header(bytes: &[u8], is_list: bool) -> Result<(Layout, &[u8]), Error> {
    let short = || wrong("ends within its header");
    let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| wrong("does not begin with \\x93NUMPY"))?;
    let (&[major, minor], rest) = rest.split_first_chunk().ok_or_else(short)?;
    let (length, rest) = match (major, minor) {
        (1, 0) => {
            let (length, rest) = rest.split_first_chunk().ok_or_else(short)?;
            (u32::from(u16::from_le_bytes(*length)), rest)
        }
        (2 | 3, 0) => {
            let (length, rest) = rest.split_first_chunk().ok_or_else(short)?;
            (u32::from_le_bytes(*length), rest)
        }
        _ => {
            return Err(wrong(&format!("is of version {major}.{minor}, expected 1.0, 2.0 or 3.0")));
        }
    };
    let (text, data) = rest.split_at_checked(length as usize).ok_or_else(short)?;
    let text = std::str::from_utf8(text).map_err(|_| wrong("has a header that is not text"))?;
    let Some((descr, fortran, shape)) = dictionary(text) else {
        return Err(wrong(
            "has another header than expected: {'descr': '<i4', 'fortran_order': False, 'shape': (ROWS, COLS), }",
        ));
    };
    let mut marks = descr.chars();
    let (order, letter) = (marks.next(), marks.next());
    let size = match marks.as_str() {
        "1" => 1,
        "2" => 2,
        "4" => 4,
        "8" => 8,
        _ => 0,
    };
    let ordered = matches!(order, Some('<' | '>')) || (size == 1 && order == Some('|'));
    if size == 0 || !ordered || !matches!(letter, Some('i' | 'u')) {
        return Err(wrong(&format!(
            "has entries of type '{}', expected integers such as '<i4'",
            shown(descr)
        )));
    }
    let sides: Vec<Option<u64>> = shape
        .split(',')
        .map(str::trim)
        .take(4)
        .filter(|side| !side.is_empty())
        .map(|side| number(side.as_bytes()))
        .collect();
    let (rows, cols) = match sides[..] {
        [Some(rows @ 0..=Board::MAX_SIDE), Some(cols @ 0..=Board::MAX_SIDE)] if !is_list => {
            (rows, cols)
        }
        [Some(n @ 0..=Board::MAX_SIDE)] if is_list => (n, 1),
        _ => {
            let expected = if is_list { "(N,)" } else { "(ROWS, COLS)" };
            return Err(wrong(&format!("has shape ({}), expected {expected}", shown(shape))));
        }
    };
    let signed = letter == Some('i');
    Ok((Layout { size, big_endian: order == Some('>'), signed, fortran, rows, cols }, data))
}
