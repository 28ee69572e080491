//! Pictures of placements: boards of `.` and `Q`, ranks in the manner of FEN, and SVG.

use super::{Kind, Placed, Reading};
use crate::limits::Limits;
use crate::read::svg;
use crate::read::text::{lines, without_mark};
use crate::report::{Fault, quote};
use crate::square::{MAX_SIDE, Square, parse_number};

/// Whether a text is nothing but a board or ranks, with a queen.
pub(super) fn has_queens(bytes: &[u8], kind: Kind) -> bool {
    let text = without_mark(bytes);
    if kind == Kind::Board {
        let is_cell = |byte: &u8| byte.is_ascii_whitespace() || b".Q#[]\"',".contains(byte);
        return text.contains(&b'Q') && text.iter().all(is_cell);
    }
    lines(bytes).all(|(_, line)| {
        let ranks = line.split(u8::is_ascii_whitespace).next().unwrap_or_default();
        let is_rank = |byte: &u8| byte.is_ascii_digit() || b"/Qq".contains(byte);
        ranks.iter().any(|byte| b"Qq".contains(byte)) && ranks.iter().all(is_rank)
    })
}

/// The JSON object that an SVG carries, and its line.
pub(super) fn object(bytes: &[u8]) -> Result<(Vec<u8>, u64), Fault> {
    svg::metadata(bytes)
}

/// Ranks, from the top: how many squares each has, the files of its queens, and its line.
#[derive(Default)]
struct Ranks {
    ranks: Vec<(u64, Vec<u64>, u64)>,
}

impl Ranks {
    /// The placement of the ranks so far, which are forgotten; nothing if there are none.
    fn take(&mut self) -> Result<Option<Placed>, Fault> {
        let ranks = std::mem::take(&mut self.ranks);
        let (Some(&(cols, _, line)), Some(&(_, _, last))) = (ranks.first(), ranks.last()) else {
            return Ok(None);
        };
        let rows = ranks.len() as u64;
        let mut placed = Placed { rows, cols, line, last, ..Placed::default() };
        for (rank, (squares, queens, line)) in (1..=rows).rev().zip(&ranks) {
            if *squares != cols {
                let reason = format!("expected a rank of {cols} squares, found {squares}");
                return Err(Fault::malformed(*line, reason));
            }
            for &file in queens {
                let square = Square::new(file, rank);
                placed
                    .squares
                    .push(square.ok_or_else(|| Fault::malformed(*line, "a side over 2^32"))?);
                placed.lines.push(*line);
            }
        }
        Ok(Some(placed))
    }
}

/// Boards of `.` and `Q` (and `#`, a blocked square), the top rank first; an empty line or `]`
/// ends a board. A rank is a line, or what stands between quotation marks.
pub(super) fn boards(bytes: &[u8], limits: &Limits) -> Result<Reading, Fault> {
    let mut reading = Reading::default();
    let (mut ranks, mut rank) = (Ranks::default(), (0, Vec::new(), 1));
    let (mut line, mut total, mut is_blank) = (1, 0, true);
    for &byte in without_mark(bytes).iter().chain(b"\n]") {
        let (mut ends_rank, mut ends_board) = (false, false);
        match byte {
            b'.' | b'Q' | b'#' => {
                total += 1;
                if total > limits.squares {
                    return Err(Fault::too_many_squares(limits.squares));
                }
                rank.0 += 1;
                if byte == b'Q' {
                    rank.1.push(rank.0);
                }
                rank.2 = line;
            }
            b'"' | b'\'' => ends_rank = true,
            b']' => (ends_rank, ends_board) = (true, true),
            b'\n' => (ends_rank, ends_board) = (true, is_blank),
            b',' | b'[' => {}
            _ if byte.is_ascii_whitespace() => {}
            _ => {
                let reason = format!("expected . or Q, found {}", quote(&[byte]));
                return Err(Fault::malformed(line, reason));
            }
        }
        if ends_rank && rank.0 > 0 {
            ranks.ranks.push(std::mem::take(&mut rank));
        }
        if ends_board {
            reading.placements.extend(ranks.take()?);
        }
        is_blank = (is_blank || byte == b'\n') && byte.is_ascii_whitespace();
        line += u64::from(byte == b'\n');
    }
    if reading.placements.is_empty() {
        return Err(Fault::malformed(1, "there is no board"));
    }
    Ok(reading)
}

/// A placement a line: runs of empty squares as numbers, `Q`, ranks from the top parted by `/`;
/// what follows behind a blank, as in a chess position, is passed over.
pub(super) fn fen(bytes: &[u8], limits: &Limits) -> Result<Reading, Fault> {
    let mut reading = Reading::default();
    let mut total = 0;
    for (number, line) in lines(bytes) {
        let text = line.split(u8::is_ascii_whitespace).next().unwrap_or_default();
        let mut ranks = Ranks::default();
        for text in text.split(|byte| *byte == b'/') {
            let (mut squares, mut queens, mut rest) = (0_u64, Vec::new(), text);
            while let Some(&byte) = rest.first() {
                let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
                let run = match byte {
                    b'Q' | b'q' => Some(1),
                    _ => parse_number(&rest[..digits]).filter(|run| (1..=MAX_SIDE).contains(run)),
                };
                let run = run.ok_or_else(|| {
                    let shown = quote(&rest[..rest.len().min(10)]);
                    Fault::malformed(number, format!("expected Q or a number, found {shown}"))
                })?;
                squares += run;
                if squares > MAX_SIDE {
                    return Err(Fault::malformed(number, "a rank of more than 2^32 squares"));
                }
                if digits == 0 {
                    queens.push(squares);
                }
                rest = &rest[digits.max(1)..];
            }
            total += 1 + queens.len() as u64;
            if total > 2 * limits.squares {
                return Err(Fault::too_many_squares(limits.squares));
            }
            ranks.ranks.push((squares, queens, number));
        }
        reading.placements.extend(ranks.take()?);
    }
    if reading.placements.is_empty() {
        return Err(Fault::malformed(1, "there are no ranks"));
    }
    Ok(reading)
}
