//! Placements of queens: no two on a rank, a file or a diagonal.
//!
//! Read are the certificate of `kind placement`, the JSON object `{"n":8,"columns":[1,5,…]}` (the
//! file of the queen of each rank, from 1), and boards of `.` and `Q`, the top rank first. The
//! objects and boards of a placement have n queens on n ranks; a certificate names any number of
//! queens on any board.

use std::collections::HashMap;

use crate::certificate::lines::Lines;
use crate::limits::Limits;
use crate::question::Question;
use crate::read::json;
use crate::read::text;
use crate::report::{Fault, Ledger};
use crate::square::{MAX_SIDE, Square, parse_side};

/// Queens, each with the line that names it, on a board.
#[derive(Debug, Default)]
pub(crate) struct Queens {
    pub(crate) rows: u64,
    pub(crate) cols: u64,
    pub(crate) squares: Vec<(Square, u64)>,
}

/// Whether a file is about queens and not about a tour.
pub(crate) fn is_placement(bytes: &[u8]) -> bool {
    let bytes = text::without_mark(bytes);
    if bytes.starts_with(b"hippodrome-certificate") {
        let mut lines = bytes.split(|byte| *byte == b'\n');
        return lines.nth(1) == Some(b"kind placement");
    }
    let start = bytes.trim_ascii_start();
    if start.first() == Some(&b'{') {
        let head = &start[..start.len().min(256)];
        return head.windows(10).any(|word| word == b"\"columns\":");
    }
    let is_cell = |byte: &u8| matches!(byte, b'.' | b'Q' | b'\n' | b'\r' | b' ');
    start.contains(&b'Q') && start.iter().all(is_cell)
}

/// Reads a placement and checks it.
pub(crate) fn check(
    bytes: &[u8],
    question: &Question,
    limits: &Limits,
    ledger: &mut Ledger,
) -> Result<(), Fault> {
    let bytes = text::without_mark(bytes);
    let queens = if bytes.starts_with(b"hippodrome-certificate") {
        certificate(bytes, limits)?
    } else if bytes.trim_ascii_start().starts_with(b"{") {
        json::columns(bytes, limits)?
    } else {
        board(bytes, limits)?
    };
    let Queens { rows, cols, ref squares } = queens;
    ledger.what = format!("placement of {} queens {rows}x{cols}", squares.len());
    if question.closed.is_some()
        || question.leaper.is_some()
        || question.from.is_some()
        || question.to.is_some()
        || !question.step_at.is_empty()
    {
        return Err(Fault::rejected("other-kind", 1, "the file places queens, asked was a tour"));
    }
    if let Some((asked_rows, asked_cols)) = question.rows_and_cols
        && (asked_rows, asked_cols) != (rows, cols)
    {
        let reason = format!("the board is {rows}x{cols}, asked was {asked_rows}x{asked_cols}");
        return Err(Fault::rejected("other-board", 1, reason));
    }
    let holes = question.ordered_holes().unwrap_or_default();
    for &(square, line) in squares {
        if square.rank() > rows || square.file() > cols {
            return Err(Fault::rejected("off-board", line, format!("{square} is off the board")));
        }
        if holes.binary_search(&square).is_ok() {
            let reason = format!("the queen on {square} stands on a hole");
            return Err(Fault::rejected("queen-on-hole", line, reason));
        }
    }
    ledger.examined("each queen stands on the board", squares.len() as u64);
    let mut seen: HashMap<(u8, i64), Square> = HashMap::new();
    for &(square, line) in squares {
        let (rank, file) = (square.rank() as i64, square.file() as i64);
        for line_through in [(0, rank), (1, file), (2, rank + file), (3, rank - file)] {
            if let Some(other) = seen.insert(line_through, square) {
                let reason = format!("the queens on {other} and {square} attack each other");
                return Err(Fault::rejected("queens-attack", line, reason));
            }
        }
    }
    ledger.examined("no two queens on a rank, file or diagonal", squares.len() as u64);
    Ok(())
}

fn certificate(bytes: &[u8], limits: &Limits) -> Result<Queens, Fault> {
    let mut lines = Lines::new(bytes, limits.line);
    let magic = lines.next()?;
    if magic.text != b"hippodrome-certificate 1" {
        return Err(magic.expected("\"hippodrome-certificate 1\""));
    }
    lines.next()?;
    let board = lines.next()?;
    let sides = board.want("board")?;
    let x = sides.iter().position(|byte| *byte == b'x');
    let (rows, cols) = x
        .and_then(|x| Some((parse_side(&sides[..x])?, parse_side(&sides[x + 1..])?)))
        .ok_or_else(|| board.expected("\"board ROWSxCOLS\""))?;
    let mut queens = Queens { rows, cols, squares: Vec::new() };
    while let Some((line, word)) = lines.next_if("queen")? {
        if queens.squares.len() as u64 >= limits.squares {
            return Err(Fault::too_many_squares(limits.squares));
        }
        let square = line.square(word)?.ok_or_else(|| line.nowhere())?;
        queens.squares.push((square, line.number));
    }
    lines.end()?;
    Ok(queens)
}

fn board(bytes: &[u8], limits: &Limits) -> Result<Queens, Fault> {
    if bytes.len() as u64 > limits.squares {
        return Err(Fault::too_many_squares(limits.squares));
    }
    let ranks: Vec<(u64, Vec<u8>)> = text::lines(bytes)
        .map(|(number, line)| {
            (number, line.iter().copied().filter(|byte| matches!(byte, b'.' | b'Q')).collect())
        })
        .filter(|(_, cells): &(u64, Vec<u8>)| !cells.is_empty())
        .collect();
    let rows = ranks.len() as u64;
    let cols = ranks.first().map_or(0, |(_, cells)| cells.len() as u64);
    let mut queens = Queens { rows, cols, squares: Vec::new() };
    for ((number, cells), rank) in ranks.iter().zip((1..=rows).rev()) {
        if cells.len() as u64 != cols {
            return Err(Fault::malformed(*number, format!("expected a rank of {cols} squares")));
        }
        for (file, _) in (1..).zip(cells).filter(|&(_, cell)| *cell == b'Q') {
            if let Some(square) = Square::new(file, rank) {
                queens.squares.push((square, *number));
            }
        }
    }
    every_rank(&queens, 1)?;
    Ok(queens)
}

/// A board or an object of n queens has one for each rank.
pub(crate) fn every_rank(queens: &Queens, line: u64) -> Result<(), Fault> {
    let (rows, cols, count) = (queens.rows, queens.cols, queens.squares.len() as u64);
    if rows != cols || rows > MAX_SIDE {
        return Err(Fault::rejected("not-square", line, format!("the board is {rows}x{cols}")));
    }
    if count != rows {
        let reason = format!("{count} queens on {rows} ranks, expected one on each");
        return Err(Fault::rejected("queens-count", line, reason));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::{Limits, Question, check};

    fn verdict(file: &str, question: &Question) -> String {
        check(file.as_bytes(), None, question, &Limits::default()).verdict_line()
    }

    #[test]
    fn the_same_placement_in_three_formats() {
        let question = Question::new().board(4, 4);
        for file in [
            "..Q.\nQ...\n...Q\n.Q..\n",
            "{\"n\":4,\"columns\":[2,4,1,3]}\n",
            "hippodrome-certificate 1\nkind placement\nboard 4x4\nqueen b1\nqueen d2\nqueen a3\nqueen c4\nend\n",
        ] {
            assert_eq!(verdict(file, &question), "s VERIFIED placement of 4 queens 4x4", "{file}");
        }
    }

    #[test]
    fn wrong_placements_are_rejected_by_name() {
        let question = Question::new();
        for (file, expected) in [
            ("{\"n\":4,\"columns\":[2,4,1,2]}", "queens-attack line 1: the queens on b1 and b4"),
            ("{\"n\":4,\"columns\":[2,4,1]}", "queens-count line 1: 3 queens on 4 ranks"),
            ("{\"n\":4,\"columns\":[2,4,1,5]}", "off-board line 1: e4"),
            ("{\"n\":4,\"columns\":[2,4,1,0]}", "malformed line 1: expected a file"),
            ("{\"columns\":[2,4,1,3]}", "malformed line 1: the object has no n"),
            ("..Q.\nQ...\n...Q\nQ...\n", "queens-attack line 4: the queens on a3 and a1"),
            ("..Q.\nQ..\n...Q\nQ...\n", "malformed line 2: expected a rank of 4 squares"),
            ("Q.\n", "not-square line 1: the board is 1x2"),
            (
                "hippodrome-certificate 1\nkind placement\nboard 4x4\nqueen a1\nqueen d4\nend\n",
                "queens-attack line 5: the queens on a1 and d4",
            ),
            (
                "hippodrome-certificate 1\nkind placement\nboard 4x4\nqueen a1\nqueen c5\nend\n",
                "off-board line 5: c5",
            ),
            (
                "hippodrome-certificate 1\nkind placement\nboard 4x4\nqueen a1\n",
                "malformed line 4: the file stops",
            ),
        ] {
            let line = verdict(file, &question);
            assert!(line.starts_with(&format!("s REJECTED {expected}")), "{file}: {line}");
        }
    }

    #[test]
    fn what_was_asked_is_compared() {
        let file = "{\"n\":4,\"columns\":[2,4,1,3]}";
        let asked = |question| verdict(file, &question);
        assert!(asked(Question::new().board(5, 5)).starts_with("s REJECTED other-board"));
        assert!(asked(Question::new().closed(true)).starts_with("s REJECTED other-kind"));
        let hole = "b1".parse().unwrap();
        assert!(asked(Question::new().hole(hole)).starts_with("s REJECTED queen-on-hole"));
    }
}
