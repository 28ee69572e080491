//! `tsplib`: a tour file of TSPLIB (G. Reinelt, 1991). Its nodes are the squares that are not
//! holes, numbered from 1, rank by rank from `a1`.
//!
//! The format itself knows no board: the comments `board 5x5`, `holes c3 d4`, `leaper 1,2` and
//! `tour closed` say what the certificate's header would. Without them the board is that of the
//! question, or a square one.

use super::Reading;
use super::text::{lines, push};
use crate::limits::Limits;
use crate::question::Question;
use crate::report::{Fault, quote};
use crate::square::{Square, parse_number, parse_side};

pub(crate) fn read(bytes: &[u8], question: &Question, limits: &Limits) -> Result<Reading, Fault> {
    let mut reading = Reading::default();
    let mut dimension = None;
    let mut lines = lines(bytes);
    let mut section = None;
    for (line, text) in lines.by_ref() {
        let word = text.split(|b| *b == b':' || b.is_ascii_whitespace()).next().unwrap_or_default();
        let value = text[word.len()..].trim_ascii_start();
        let value = value.strip_prefix(b":").unwrap_or(value).trim_ascii();
        let malformed = |reason: &str| Err(Fault::malformed(line, reason));
        match word.to_ascii_uppercase().as_slice() {
            b"TOUR_SECTION" => {
                section = Some((line, value));
                break;
            }
            b"TYPE" if value.eq_ignore_ascii_case(b"TOUR") => {}
            b"TYPE" => return malformed("the type is not TOUR"),
            b"COMMENT" => comment(value, line, &mut reading, limits)?,
            b"DIMENSION" => match parse_number(value) {
                Some(number) => dimension = Some((number, line)),
                None => return malformed("the dimension is no number"),
            },
            _ => {}
        }
    }
    let Some(section) = section else {
        return Err(Fault::malformed(1, "there is no TOUR_SECTION"));
    };
    let (nodes, last_line) = nodes(std::iter::once(section).chain(lines), limits)?;
    if let Some((dimension, line)) = dimension
        && dimension != nodes.len() as u64
    {
        let reason = format!("the dimension is {dimension}, and {} nodes are listed", nodes.len());
        return Err(Fault::rejected("wrong-count", line, reason));
    }
    place(reading, &nodes, last_line, question, limits)
}

/// Reads one of our own comments; any other says nothing.
fn comment(value: &[u8], line: u64, reading: &mut Reading, limits: &Limits) -> Result<(), Fault> {
    let value = value.to_ascii_lowercase();
    let mut words = value.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let key = words.next().unwrap_or_default();
    if key == b"holes" {
        let holes: Option<Vec<Square>> = words.map(Square::from_algebraic).collect();
        if let Some(holes) = holes {
            if holes.len() as u64 > limits.squares {
                return Err(Fault::too_many_squares(limits.squares));
            }
            reading.holes = Some(holes);
        }
        return Ok(());
    }
    let (Some(word), None) = (words.next(), words.next()) else {
        return Ok(());
    };
    let pair = |mark: u8| {
        let at = word.iter().position(|byte| *byte == mark)?;
        Some((&word[..at], &word[at + 1..]))
    };
    match key {
        b"board" => {
            let sides = pair(b'x').and_then(|(r, c)| parse_side(r).zip(parse_side(c)));
            if sides.is_some() {
                reading.board = sides;
                reading.line = line;
                // A board without a comment on holes has none.
                reading.holes.get_or_insert_default();
            }
        }
        b"leaper" => {
            reading.leaper = pair(b',').and_then(|(r, s)| parse_number(r).zip(parse_number(s)));
        }
        b"tour" if word == b"closed" => reading.closed = Some(true),
        b"tour" if word == b"open" => reading.closed = Some(false),
        _ => {}
    }
    Ok(())
}

/// Reads the nodes, each with its line, up to `-1`, `EOF` or the end.
fn nodes<'a>(
    lines: impl Iterator<Item = (u64, &'a [u8])>,
    limits: &Limits,
) -> Result<(Vec<(u64, u64)>, u64), Fault> {
    let mut nodes = Vec::new();
    let mut last_line = 1;
    let mut is_over = false;
    for (line, text) in lines {
        for word in text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
            let malformed = |what: &str| {
                Err(Fault::malformed(line, format!("expected {what}, found {}", quote(word))))
            };
            if word.eq_ignore_ascii_case(b"EOF") {
                is_over = true;
                continue;
            }
            if is_over {
                return malformed("EOF");
            }
            last_line = line;
            match parse_number(word) {
                _ if word == b"-1" => is_over = true,
                Some(_) if nodes.len() as u64 >= limits.squares => {
                    return Err(Fault::too_many_squares(limits.squares));
                }
                Some(node) => nodes.push((node, line)),
                None => return malformed("the number of a node, or -1"),
            }
        }
    }
    Ok((nodes, last_line))
}

/// Turns the numbers of nodes into squares.
fn place(
    mut reading: Reading,
    nodes: &[(u64, u64)],
    last_line: u64,
    question: &Question,
    limits: &Limits,
) -> Result<Reading, Fault> {
    let count = nodes.len() as u64;
    let root = count.isqrt();
    let square_board = (root > 0 && root * root == count).then_some((root, root));
    let sides = reading.board.or(question.rows_and_cols).or(square_board);
    let Some((rows, cols)) = sides else {
        return Err(Fault::malformed(1, "the file names no board: say which (--board ROWSxCOLS)"));
    };
    if u128::from(rows) * u128::from(cols) > u128::from(limits.squares) {
        return Err(Fault::too_many_squares(limits.squares));
    }
    let mut holes = match &reading.holes {
        Some(holes) => holes.clone(),
        None => question.ordered_holes().unwrap_or_default(),
    };
    holes.sort_unstable();
    holes.dedup();
    let inside = |hole: &Square| hole.file() <= cols && hole.rank() <= rows;
    let on_board = holes.iter().filter(|hole| inside(hole)).count() as u64;
    let squares = (rows * cols).saturating_sub(on_board);
    let cells =
        (1..=rows).flat_map(|rank| (1..=cols).filter_map(move |file| Square::new(file, rank)));
    let free: Vec<Square> = cells.filter(|cell| holes.binary_search(cell).is_err()).collect();
    for (node, line) in nodes {
        let index = node.checked_sub(1).and_then(|node| usize::try_from(node).ok());
        let Some(square) = index.and_then(|index| free.get(index)) else {
            let reason = format!("the node {node}: the {rows}x{cols} board has 1 to {squares}");
            return Err(Fault::rejected("number-out-of-range", *line, reason));
        };
        push(&mut reading.visits, *square, *line, limits)?;
    }
    reading.board = Some((rows, cols));
    reading.line = reading.line.max(1);
    reading.visits.last_line = last_line;
    Ok(reading)
}
