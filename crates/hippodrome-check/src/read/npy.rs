//! `npy`: a `NumPy` array of step numbers, one row a rank, row 0 = rank 1; 0 is a hole.

use super::Reading;
use super::grid::{Cell, place};
use crate::limits::Limits;
use crate::report::{Fault, Ledger};
use crate::square::{MAX_SIDE, Square, parse_number};

/// The header of an array.
#[derive(Debug)]
pub(crate) struct Header {
    pub(crate) shape: Vec<u64>,
    fortran: bool,
    big: bool,
    signed: bool,
    /// Bytes a number: 1, 2, 4 or 8.
    pub(crate) size: usize,
}

impl Header {
    /// Whether the data are as many numbers as the shape wants.
    pub(crate) fn fits(&self, data: &[u8], numbers: u128) -> Result<(), Fault> {
        let wanted = numbers * self.size as u128;
        if data.len() as u128 == wanted {
            return Ok(());
        }
        let reason = format!("{} bytes of data, the shape wants {wanted}", data.len());
        Err(Fault::malformed(1, reason))
    }
}

/// Reads versions 1, 2 and 3 of the format: whole numbers of 1 to 8 bytes, either byte order. Gives
/// the header and the data.
pub(crate) fn open(bytes: &[u8]) -> Result<(Header, &[u8]), Fault> {
    let malformed = |reason: &str| Fault::malformed(1, reason);
    let short = || malformed("the array's header is cut off");
    let rest = bytes.strip_prefix(b"\x93NUMPY").ok_or_else(|| malformed("no NumPy array"))?;
    let (version, rest) = rest.split_at_checked(2).ok_or_else(short)?;
    let (length, rest) = match version {
        [1, 0] => {
            let (length, rest) = rest.split_at_checked(2).ok_or_else(short)?;
            (usize::from(length[0]) | usize::from(length[1]) << 8, rest)
        }
        [2 | 3, 0] => {
            let (length, rest) = rest.split_at_checked(4).ok_or_else(short)?;
            (length.iter().rev().fold(0, |n, byte| n << 8 | usize::from(*byte)), rest)
        }
        _ => return Err(malformed("versions 1.0, 2.0 and 3.0 of the array format are read")),
    };
    let (header, data) = rest.split_at_checked(length).ok_or_else(short)?;
    Ok((parse(header).map_err(malformed)?, data))
}

/// Reads an array of two dimensions, rows or columns first.
pub(crate) fn read(bytes: &[u8], limits: &Limits, ledger: &mut Ledger) -> Result<Reading, Fault> {
    let malformed = |reason: &str| Fault::malformed(1, reason);
    let (header, data) = open(bytes)?;
    let is_side = |side: &u64| (1..=MAX_SIDE).contains(side);
    let &[rows, cols] = header.shape.as_slice() else {
        return Err(malformed("the array must have two dimensions, rows and cols"));
    };
    if !header.shape.iter().all(is_side) {
        return Err(malformed("the array must have two dimensions, rows and cols, neither 0"));
    }
    let cells = u128::from(rows) * u128::from(cols);
    if cells > u128::from(limits.squares) {
        return Err(Fault::too_many_squares(limits.squares));
    }
    header.fits(data, cells)?;
    let mut squares: Vec<(Square, u64, Cell)> = Vec::with_capacity(cells as usize);
    for (at, word) in (0_u64..).zip(data.chunks_exact(header.size)) {
        let (row, col) =
            if header.fortran { (at % rows, at / rows) } else { (at / cols, at % cols) };
        let square = Square::new(col + 1, row + 1).ok_or_else(|| malformed("a side over 2^32"))?;
        let number = number(word, &header).ok_or_else(|| {
            Fault::rejected("number-out-of-range", 1, format!("a negative number on {square}"))
        })?;
        squares.push((square, 1, Some(number).filter(|number| *number > 0)));
    }
    let mut reading = place(squares.iter().copied(), limits, ledger)?;
    reading.board = Some((rows, cols));
    reading.line = 1;
    Ok(reading)
}

/// A number; nothing for a negative one.
pub(crate) fn number(word: &[u8], header: &Header) -> Option<u64> {
    let join = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
    let number =
        if header.big { word.iter().fold(0, join) } else { word.iter().rev().fold(0, join) };
    let sign = 1_u64 << (8 * word.len() - 1);
    (!header.signed || number & sign == 0).then_some(number)
}

/// Reads the dictionary `{'descr': '<i8', 'fortran_order': False, 'shape': (5, 5), }`.
fn parse(header: &[u8]) -> Result<Header, &'static str> {
    let text = std::str::from_utf8(header).map_err(|_| "the array's header is not text")?;
    let text = text.trim().strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    let text = text.ok_or("the array's header is no dictionary")?;
    let value = |key: &str| {
        let (_, rest) = text.split_once(key)?;
        Some(rest.trim_start().strip_prefix(':')?.trim_start())
    };
    let descr = value("'descr'").and_then(|value| value.strip_prefix('\'')?.split_once('\''));
    let (descr, _) = descr.ok_or("the array's header has no plain descr")?;
    let (big, signed, size) = match descr.as_bytes() {
        [
            order @ (b'<' | b'>' | b'|'),
            sign @ (b'i' | b'u'),
            size @ (b'1' | b'2' | b'4' | b'8'),
        ] => (*order == b'>', *sign == b'i', usize::from(size - b'0')),
        _ => return Err("the array holds no whole numbers: descr must be such as '<i4' or '|u1'"),
    };
    let order = value("'fortran_order'").ok_or("the array's header has no fortran_order")?;
    let fortran = match (order.starts_with("True"), order.starts_with("False")) {
        (true, _) => true,
        (_, true) => false,
        _ => return Err("fortran_order is neither True nor False"),
    };
    let shape = value("'shape'").and_then(|value| value.strip_prefix('(')?.split_once(')'));
    let (shape, _) = shape.ok_or("the array's header has no shape")?;
    let sides = shape.split(',').map(str::trim).filter(|side| !side.is_empty());
    let shape: Option<Vec<u64>> = sides.map(|side| parse_number(side.as_bytes())).collect();
    let shape = shape.ok_or("the array's shape is not of numbers")?;
    if shape.len() > 2 {
        return Err("the array must have two dimensions, rows and cols");
    }
    Ok(Header { shape, fortran, big, signed, size })
}
