//! A TSPLIB tour (G. Reinelt, TSPLIB: a traveling salesman problem library, ORSA Journal on
//! Computing 3 (1991) 376–384, doi:10.1287/ijoc.3.4.376).

use std::fmt::Write;
use std::io;

use super::claims::Claims;
use super::scan::{expected_at, lines, number};
use super::sink::Sink;
use super::{Format, Hints};
use crate::board::Board;
use crate::error::Error;
use crate::leaper::Leaper;
use crate::square::Square;
use crate::tour::{Kind, Tour};

/// Writes a TSPLIB file of type TOUR. Vertices are the squares that are not holes, numbered from
/// 1 by rank, then by file; comments carry the board, its holes, the leaper and the kind.
///
/// # Errors
///
/// Those of the writer.
pub fn write(tour: &Tour, out: &mut dyn io::Write) -> io::Result<()> {
    let mut sink = Sink::new(out);
    let board = tour.board();
    sink.text(&head(board, tour.leaper(), tour.kind(), tour.len().into()))?;
    let before = Numbering::of(board);
    for &cell in tour.cells() {
        sink.number(before.vertex(cell))?;
        sink.mark(b"\n")?;
    }
    sink.text("-1\nEOF\n")?;
    sink.finish()
}

/// What comes before the vertices.
pub(super) fn head(board: &Board, leaper: Leaper, kind: Kind, count: u128) -> String {
    let size = board.size();
    let mut text = format!("NAME : tour-{size}\nCOMMENT : board {size}\n");
    if !board.is_rectangle() {
        text.push_str("COMMENT : holes");
        for hole in board.holes() {
            let _ = write!(text, " {hole}");
        }
        text.push('\n');
    }
    let _ = write!(
        text,
        "COMMENT : leaper {leaper}\nCOMMENT : tour {kind}\nTYPE : TOUR\nDIMENSION : {count}\nTOUR_SECTION\n"
    );
    text
}

/// The numbers of vertices: that of a cell less the holes before it.
struct Numbering {
    /// The cells of the holes, in order.
    holes: Vec<u32>,
}

impl Numbering {
    fn of(board: &Board) -> Self {
        Self { holes: board.holes().map(|hole| board.cell(hole) as u32).collect() }
    }

    fn vertex(&self, cell: u32) -> u64 {
        let holes_before = self.holes.partition_point(|&hole| hole < cell);
        u64::from(cell) + 1 - holes_before as u64
    }
}

/// The part of a file before its tour section.
#[derive(Default)]
struct Head {
    claims: Claims,
    dimension: Option<(u64, u64)>,
}

impl Head {
    /// A line `KEY : VALUE` (any case, the blank before the colon may be missing).
    fn key(&mut self, line: u64, text: &[u8]) -> Result<(), Error> {
        let Some(colon) = text.iter().position(|&byte| byte == b':') else {
            return Err(expected_at(line, text, "KEY : VALUE, or TOUR_SECTION"));
        };
        let key = text[..colon].trim_ascii().to_ascii_lowercase();
        let value = text[colon + 1..].trim_ascii();
        match &key[..] {
            b"type" if !value.eq_ignore_ascii_case(b"tour") => {
                Err(expected_at(line, value, "TYPE : TOUR"))
            }
            b"dimension" => {
                let count = number(value)
                    .ok_or_else(|| expected_at(line, value, "the number of vertices"))?;
                self.dimension = Some((line, count));
                Ok(())
            }
            b"comment" => self.comment(line, value),
            _ => Ok(()),
        }
    }

    /// A comment that says something about the problem; others are passed over.
    fn comment(&mut self, line: u64, text: &[u8]) -> Result<(), Error> {
        let Ok(text) = std::str::from_utf8(text) else { return Ok(()) };
        let text = text.to_ascii_lowercase();
        let mut words = text.split_ascii_whitespace();
        let (first, second) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        let at = |error: Error| Error::parse(format!("line {line}: {error}"));
        let alone = words.next().is_none();
        let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
        match first {
            "board" if alone && is_number(second) => {
                let board: Board = second.parse().map_err(at)?;
                self.claims.sides = Some((board.rows(), board.cols()));
            }
            "leaper" if alone && is_number(second) => {
                self.claims.leaper = Some(second.parse().map_err(at)?);
            }
            "tour" if alone && second == "open" => self.claims.kind = Some(Kind::Open),
            "tour" if alone && second == "closed" => self.claims.kind = Some(Kind::Closed),
            "holes" if second.parse::<Square>().is_ok() => {
                for word in text.split_ascii_whitespace().skip(1) {
                    self.claims.holes.push(word.parse().map_err(at)?);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

pub(super) fn read(bytes: &[u8], asked: &Hints) -> Result<Claims, Error> {
    let mut head = Head::default();
    let mut lines = lines(bytes);
    let mut in_section = false;
    for (line, text) in lines.by_ref() {
        if text.trim_ascii_end().eq_ignore_ascii_case(b"tour_section") {
            in_section = true;
            break;
        }
        head.key(line, text)?;
    }
    if !in_section {
        return Err(Error::parse(format!(
            "a {} file without TOUR_SECTION: expected one with the vertices in order",
            Format::Tsplib
        )));
    }
    let mut vertices = Vec::new();
    let mut ended = false;
    'section: for (line, text) in lines {
        for word in text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
            if word.eq_ignore_ascii_case(b"eof") {
                break 'section;
            }
            if ended {
                return Err(expected_at(line, word, "EOF after -1"));
            }
            if word == b"-1" {
                ended = true;
                continue;
            }
            let vertex = number(word)
                .filter(|&vertex| vertex > 0)
                .ok_or_else(|| expected_at(line, word, "the number of a vertex, from 1"))?;
            vertices.push((vertex, line));
        }
    }
    let count = vertices.len() as u64;
    if let Some((line, dimension)) = head.dimension.filter(|&(_, dimension)| dimension != count) {
        return Err(Error::mismatch(format!(
            "line {line}: the dimension is {dimension}, and {count} vertices are listed"
        )));
    }
    place(head.claims, &vertices, asked)
}

/// Turns vertices into squares, by the board of the file, or that asked for, or a square one.
fn place(mut claims: Claims, vertices: &[(u64, u64)], asked: &Hints) -> Result<Claims, Error> {
    let count = vertices.len() as u64;
    let (rows, cols) = match (claims.sides, &asked.board) {
        (Some(sides), _) => sides,
        (None, Some(board)) => {
            claims.holes = board.holes().collect();
            (board.rows(), board.cols())
        }
        (None, None) => {
            let side = count.isqrt();
            if side * side != count || side == 0 {
                return Err(Error::mismatch(format!(
                    "the file does not say of which board its {count} vertices are: give the board"
                )));
            }
            (side, side)
        }
    };
    claims.sides = Some((rows, cols));
    let board = Board::new(rows, cols)?;
    claims.holes.sort_unstable();
    claims.holes.dedup();
    if let Some(&hole) = claims.holes.iter().find(|&&hole| !board.spans(hole)) {
        board.require(hole)?;
    }
    let squares = board.area() - claims.holes.len() as u128;
    if squares != u128::from(count) {
        return Err(Error::mismatch(format!(
            "the file lists {count} vertices, and the {} board has {squares} squares",
            board.size()
        )));
    }
    // The k-th square that is not a hole: hole i (from 0) has cell − i squares before it.
    let before: Vec<u64> =
        (0..).zip(&claims.holes).map(|(i, &hole)| board.cell(hole) as u64 - i).collect();
    for &(vertex, line) in vertices {
        if vertex > count {
            return Err(Error::mismatch(format!(
                "line {line}: vertex {vertex} of {count}: the vertices are 1 to {count}"
            )));
        }
        let holes_before = before.partition_point(|&squares| squares < vertex);
        let cell = vertex - 1 + holes_before as u64;
        claims.push(board.square(cell as usize), line);
    }
    Ok(claims)
}
