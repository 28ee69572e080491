//! Files, standard input, and boards given by name.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use hippodrome::Board;

use crate::desk;
use crate::failure::Failure;

/// Reads a whole file, or standard input for `-`, up to `limit` bytes.
///
/// # Errors
///
/// When it cannot be read, or is larger than the limit (found out without reading it all).
pub(crate) fn read(path: &str, limit: u64) -> Result<Vec<u8>, Failure> {
    read_if(path, limit, |_| true)
}

/// The same for a tour, a placement or a certificate: text, or a `NumPy` file.
///
/// # Errors
///
/// As [`read`]; and when the beginning shows that it is neither, found out before the rest is read.
pub(crate) fn read_answer(path: &str, limit: u64) -> Result<Vec<u8>, Failure> {
    read_if(path, limit, |head| head.starts_with(b"\x93NUMPY") || !head.contains(&0))
}

fn read_if(path: &str, limit: u64, admit: fn(&[u8]) -> bool) -> Result<Vec<u8>, Failure> {
    let too_large =
        || Failure::wrong(format!("{path}: the file is too large, at most {limit} bytes are read"));
    let mut bytes = Vec::new();
    if desk::is_open() {
        if path != "-" {
            return Err(Failure::wrong(format!("{path}: no files are read here")));
        }
        bytes = desk::input().unwrap_or_default();
    } else if path == "-" {
        let input = io::stdin().lock().take(limit + 1);
        read_all(path, input, &mut bytes, admit)?;
    } else {
        let file = File::open(path).map_err(|e| Failure::io(path, &e))?;
        let about = file.metadata().map_err(|e| Failure::io(path, &e))?;
        if about.is_dir() {
            return Err(Failure::wrong(format!("{path}: is a directory, expected a file")));
        }
        if about.len() > limit {
            return Err(too_large());
        }
        read_all(path, file.take(limit + 1), &mut bytes, admit)?;
    }
    if bytes.len() as u64 > limit {
        return Err(too_large());
    }
    Ok(bytes)
}

/// Bytes that are looked at before the rest is read.
const HEAD: u64 = 1 << 16;

fn read_all(
    path: &str,
    mut input: impl Read,
    bytes: &mut Vec<u8>,
    admit: fn(&[u8]) -> bool,
) -> Result<(), Failure> {
    let fault = |e| Failure::io(if path == "-" { "standard input" } else { path }, &e);
    input.by_ref().take(HEAD).read_to_end(bytes).map_err(fault)?;
    // A short file is the checker's to judge.
    if bytes.len() as u64 == HEAD && !admit(bytes) {
        return Err(Failure::wrong(format!(
            "{path}: has zero bytes and is no npy file; expected a tour, a placement or a certificate in one of the formats of FORMATS.md"
        )));
    }
    input.read_to_end(bytes).map_err(fault)?;
    Ok(())
}

/// Whether the text is the path of something that can be read; at a desk nothing is.
pub(crate) fn is_file(text: &str) -> bool {
    !desk::is_open() && Path::new(text).exists()
}

/// The board of a command line: `8x8`, `8`, the path of a mask file, or `-` for a mask on standard
/// input.
///
/// # Errors
///
/// When it is none of these; the message says what was expected.
pub(crate) fn board(text: &str) -> Result<Board, Failure> {
    let is_size = text.bytes().all(|b| b.is_ascii_digit() || b == b'x' || b == b'X');
    if text == "-" || (!is_size && is_file(text)) {
        // A mask has a line end for each rank, of one or two bytes.
        let bytes = read(text, 3 * Board::MAX_MASKED)?;
        let mask = String::from_utf8(bytes).map_err(|_| {
            Failure::wrong(format!(
                "{text}: is not a text; a mask is lines of '.' (square) and '#' (hole)"
            ))
        })?;
        return Board::from_mask(&mask).map_err(|e| Failure::wrong(format!("{text}: {e}")));
    }
    if !is_size && text.contains(['.', '/', '\\']) {
        return Err(Failure::wrong(format!(
            "board '{text}': there is no such file; expected ROWSxCOLS such as 3x14, N for NxN, or a mask file"
        )));
    }
    Ok(text.parse()?)
}
