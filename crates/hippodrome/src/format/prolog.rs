//! The Prolog fact `answer(25, [p(1, 1), p(2, 3), …]).`

use std::io;

use super::claims::Claims;
use super::scan::Scan;
use super::sink::Sink;
use crate::error::Error;
use crate::square::Square;
use crate::tour::Tour;

/// Writes the number of squares and the squares as `p(FILE, RANK)`, from 1.
///
/// # Errors
///
/// Those of the writer.
pub fn write(tour: &Tour, out: &mut dyn io::Write) -> io::Result<()> {
    let mut sink = Sink::new(out);
    sink.text("answer(")?;
    sink.number(tour.len())?;
    sink.text(", [")?;
    for (at, square) in tour.squares().enumerate() {
        if at > 0 {
            sink.mark(b", ")?;
        }
        sink.mark(b"p(")?;
        sink.number(square.col as u64 + 1)?;
        sink.mark(b", ")?;
        sink.number(square.row as u64 + 1)?;
        sink.mark(b")")?;
    }
    sink.text("]).\n")?;
    sink.finish()
}

pub(super) fn read(bytes: &[u8]) -> Result<Claims, Error> {
    let mut scan = Scan::new(bytes);
    let mut claims = Claims::default();
    token(&mut scan, "answer")?;
    token(&mut scan, "(")?;
    scan.skip_blanks();
    let count = scan.number().ok_or_else(|| scan.expected("the number of squares"))?;
    token(&mut scan, ",")?;
    token(&mut scan, "[")?;
    loop {
        token(&mut scan, "p")?;
        let line = scan.line();
        token(&mut scan, "(")?;
        let file = coordinate(&mut scan, "a file")?;
        token(&mut scan, ",")?;
        let rank = coordinate(&mut scan, "a rank")?;
        token(&mut scan, ")")?;
        claims.push(Square::new(rank, file), line);
        scan.skip_blanks();
        if !scan.eat(b",") {
            break;
        }
    }
    for end in ["]", ")", "."] {
        token(&mut scan, end)?;
    }
    scan.skip_blanks();
    if scan.peek().is_some() {
        return Err(scan.expected("nothing after the fact"));
    }
    if claims.squares.len() as u64 != count {
        return Err(Error::mismatch(format!(
            "the fact says {count} squares and lists {}",
            claims.squares.len()
        )));
    }
    Ok(claims)
}

fn token(scan: &mut Scan<'_>, word: &str) -> Result<(), Error> {
    scan.skip_blanks();
    if scan.eat(word.as_bytes()) { Ok(()) } else { Err(scan.expected(&format!("'{word}'"))) }
}

fn coordinate(scan: &mut Scan<'_>, what: &str) -> Result<u32, Error> {
    scan.skip_blanks();
    scan.coordinate().ok_or_else(|| scan.expected(&format!("{what} from 1 to 4294967296")))
}
