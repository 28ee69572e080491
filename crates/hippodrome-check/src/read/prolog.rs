//! `prolog`: the term `answer(25, [p(1, 1), p(2, 3), …]).` with `p(FILE, RANK)`.

use super::Reading;
use super::text::{Cursor, push};
use crate::limits::Limits;
use crate::report::Fault;
use crate::square::Square;

/// Blanks may stand between any two tokens; upper and lower case are the same.
pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Result<Reading, Fault> {
    let mut reading = Reading::default();
    let mut cursor = Cursor::new(bytes, 1);
    word(&mut cursor, b"answer")?;
    cursor.want(b'(')?;
    let count = cursor.number()?;
    reading.line = cursor.line;
    cursor.want(b',')?;
    cursor.want(b'[')?;
    let mut last_line = cursor.line;
    while !cursor.take(b']') {
        if !reading.visits.squares.is_empty() {
            cursor.want(b',')?;
        }
        word(&mut cursor, b"p")?;
        last_line = cursor.line;
        cursor.want(b'(')?;
        let file = cursor.number()?;
        cursor.want(b',')?;
        let rank = cursor.number()?;
        cursor.want(b')')?;
        let square = Square::new(file, rank).ok_or_else(|| {
            let reason = format!("p({file}, {rank}) is off the board: files and ranks go from 1");
            Fault::rejected("off-board", last_line, reason)
        })?;
        push(&mut reading.visits, square, last_line, limits)?;
    }
    cursor.want(b')')?;
    cursor.want(b'.')?;
    cursor.skip_blanks();
    if !cursor.rest.is_empty() {
        return Err(cursor.expected("the end of the file"));
    }
    let listed = reading.visits.squares.len();
    if listed as u64 != count {
        let reason = format!("the term says {count} squares and lists {listed}");
        return Err(Fault::rejected("wrong-count", reading.line, reason));
    }
    reading.visits.last_line = last_line;
    Ok(reading)
}

fn word(cursor: &mut Cursor<'_>, name: &[u8]) -> Result<(), Fault> {
    cursor.skip_blanks();
    let before = cursor.clone();
    let found = cursor.take_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if found.eq_ignore_ascii_case(name) {
        return Ok(());
    }
    Err(before.expected(&format!("\"{}\"", name.escape_ascii())))
}
