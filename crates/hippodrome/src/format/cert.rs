//! The certificate of a tour; FORMATS.md has the grammar of certificates of all kinds.

use std::collections::BTreeSet;
use std::io;

use super::claims::Claims;
use super::scan::expected_at;
use super::sink::Sink;
use crate::board::Board;
use crate::error::Error;
use crate::leaper::Leaper;
use crate::problem::Problem;
use crate::square::Square;
use crate::tour::{Tour, is_move};

/// Writes the certificate that the tour is one of its board, leaper and kind.
///
/// # Errors
///
/// Those of the writer.
pub fn write(tour: &Tour, out: &mut dyn io::Write) -> io::Result<()> {
    write_for(&Problem::new(tour.board().clone(), tour.leaper(), tour.kind()), tour, out)
}

/// Writes the certificate that the tour answers this problem, with its ends and clues.
///
/// The certificate is right if [`Problem::accepts`] the tour.
///
/// # Errors
///
/// Those of the writer.
pub fn write_for(problem: &Problem, tour: &Tour, out: &mut dyn io::Write) -> io::Result<()> {
    let mut sink = Sink::new(out);
    sink.text("hippodrome-certificate 1\nkind tour\n")?;
    head(problem, &mut sink)?;
    for square in tour.squares() {
        sink.mark(b"visit ")?;
        sink.square(square)?;
        sink.mark(b"\n")?;
    }
    sink.text("end\n")?;
    sink.finish()
}

/// The lines that state a problem.
pub(crate) fn head(problem: &Problem, sink: &mut Sink<'_>) -> io::Result<()> {
    sink.text(&format!("board {}\n", problem.board().size()))?;
    for hole in problem.board().holes() {
        sink.text("hole ")?;
        sink.square(hole)?;
        sink.mark(b"\n")?;
    }
    sink.text(&format!("leaper {}\ntour {}\n", problem.leaper(), problem.kind()))?;
    for (name, end) in [("from", problem.from()), ("to", problem.to())] {
        if let Some(square) = end {
            sink.text(&format!("{name} {square}\n"))?;
        }
    }
    for (step, square) in problem.clues() {
        sink.text(&format!("step-at {step} {square}\n"))?;
    }
    Ok(())
}

/// Reads the tour of a certificate of kind `tour`, or of kind `trace` whose outcome is a tour. What
/// a certificate proves is for the checker; here only its squares matter.
pub(super) fn read(bytes: &[u8]) -> Result<Claims, Error> {
    let mut lines = (1..).zip(bytes.split(|&byte| byte == b'\n'));
    let mut expect = |expected: &str| match lines.next() {
        Some((_, text)) if text == expected.as_bytes() => Ok(()),
        Some((line, text)) => Err(expected_at(line, text, &format!("'{expected}'"))),
        None => Err(Error::parse(format!("the certificate ends before '{expected}'"))),
    };
    expect("hippodrome-certificate 1")?;
    let mut claims = Claims::default();
    let (line, kind) = lines.next().unwrap_or((2, b""));
    let visit: &[u8] = match kind {
        b"kind tour" => b"visit",
        b"kind trace" => b"move",
        _ => return Err(expected_at(line, kind, "'kind tour', the only certificates with a tour")),
    };
    for (line, text) in lines {
        if text == b"end" {
            return Ok(claims);
        }
        let at = |error: Error| Error::parse(format!("line {line}: {error}"));
        let text = std::str::from_utf8(text)
            .map_err(|_| expected_at(line, b"bytes that are not text", "ASCII"))?;
        let (word, value) = text.split_once(' ').unwrap_or((text, ""));
        match word {
            _ if word.as_bytes() == visit => {
                let square = value.split(' ').next().unwrap_or_default();
                claims.push(square.parse().map_err(at)?, line);
            }
            "board" => {
                let board: Board = value.parse().map_err(at)?;
                claims.sides = Some((board.rows(), board.cols()));
            }
            "hole" => claims.holes.push(value.parse().map_err(at)?),
            "leaper" => claims.leaper = Some(value.parse().map_err(at)?),
            "tour" => claims.kind = Some(value.parse().map_err(at)?),
            "outcome" if value != "tour" => {
                return Err(expected_at(line, value.as_bytes(), "a run whose outcome is a tour"));
            }
            "from" | "to" | "step-at" | "rule" | "tie-break" | "move-order" | "outcome" => {}
            _ => return Err(expected_at(line, word.as_bytes(), "a line of a tour, or 'end'")),
        }
    }
    Err(Error::parse("the certificate ends before 'end': expected that as its last line"))
}

/// A run of a heuristic that did not become a tour, as its certificate tells it: for pictures. What
/// it proves is for the checker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Walk {
    /// The board.
    pub board: Board,
    /// The piece.
    pub leaper: Leaper,
    /// The squares in the order visited, at least one, all of the board, each once and a move from
    /// the one before.
    pub squares: Vec<Square>,
}

/// Reads the run of a certificate of kind `trace` whose outcome is `stuck`; nothing if these bytes
/// are something else.
///
/// # Errors
///
/// When such a certificate is not well formed, or its walk leaves the board, visits a square twice
/// or jumps.
#[must_use]
pub fn read_walk(bytes: &[u8]) -> Option<Result<Walk, Error>> {
    let text = bytes.strip_prefix(b"hippodrome-certificate 1\nkind trace\n")?;
    let text = std::str::from_utf8(text).ok()?;
    text.lines().any(|line| line == "outcome stuck").then(|| walk(text))
}

fn walk(text: &str) -> Result<Walk, Error> {
    let (mut board, mut holes, mut leaper) = (None, Vec::new(), Leaper::KNIGHT);
    let mut squares: Vec<Square> = Vec::new();
    for (number, line) in (3..).zip(text.lines()) {
        let at = |error: Error| Error::parse(format!("line {number}: {error}"));
        let (word, value) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "board" => board = Some(value.parse::<Board>().map_err(at)?),
            "hole" => holes.push(value.parse().map_err(at)?),
            "leaper" => leaper = value.parse().map_err(at)?,
            "move" => {
                let square = value.split(' ').next().unwrap_or_default();
                squares.push(square.parse().map_err(at)?);
            }
            _ => {}
        }
    }
    let board = board.ok_or_else(|| Error::parse("the certificate names no board"))?;
    let board = board.with_holes(holes)?;
    if squares.is_empty() {
        return Err(Error::parse("the run visits no square"));
    }
    let mut seen = BTreeSet::new();
    for (step, &square) in squares.iter().enumerate() {
        board.require(square)?;
        if !seen.insert(square) {
            return Err(Error::mismatch(format!("{square} is visited twice")));
        }
        if step > 0 && !is_move(leaper, squares[step - 1], square) {
            let before = squares[step - 1];
            return Err(Error::mismatch(format!("{before} to {square} is no move")));
        }
    }
    Ok(Walk { board, leaper, squares })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stuck_run_is_read_and_a_wrong_one_refused() {
        let text = "hippodrome-certificate 1\nkind trace\nboard 3x3\nhole b2\nleaper 1,2\ntour open\nrule warnsdorff\ntie-break first\nmove-order 12345678\noutcome stuck\nmove a1\nmove b3 b3:1 c2:1\nend\n";
        let walk = read_walk(text.as_bytes()).unwrap().unwrap();
        assert_eq!((walk.board.len(), walk.squares.len()), (8, 2));
        for (from, to) in [
            ("move b3", "move b2"),
            ("move b3", "move c3"),
            ("move b3", "move a1"),
            ("move b3", "move d4"),
            ("board 3x3\n", ""),
        ] {
            assert!(read_walk(text.replace(from, to).as_bytes()).unwrap().is_err(), "{to}");
        }
        assert!(read_walk(text.replace("stuck", "tour").as_bytes()).is_none());
        assert!(read_walk(b"").is_none());
    }
}
