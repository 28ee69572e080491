//! The squares in the order visited, on one line.

use std::io;

use super::claims::Claims;
use super::scan::Scan;
use super::sink::Sink;
use crate::error::Error;
use crate::square::Square;
use crate::tour::Tour;

/// Writes `a1 b3 …` and a line end.
///
/// # Errors
///
/// Those of the writer.
pub fn write(tour: &Tour, out: &mut dyn io::Write) -> io::Result<()> {
    let mut sink = Sink::new(out);
    for (at, square) in tour.squares().enumerate() {
        if at > 0 {
            sink.mark(b" ")?;
        }
        sink.square(square)?;
    }
    sink.mark(b"\n")?;
    sink.finish()
}

/// What may stand between squares.
fn is_between(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b",;->()[]{}\"'".contains(&byte)
}

const EXPECTED: &str = "a square such as c5 or 3,5";

pub(super) fn read(bytes: &[u8]) -> Result<Claims, Error> {
    let mut scan = Scan::new(bytes);
    let mut claims = Claims::default();
    loop {
        scan.skip(is_between);
        let start = scan.clone();
        let wrong = || start.expected(EXPECTED);
        let Some(byte) = scan.peek() else { return Ok(claims) };
        let file = if byte.is_ascii_alphabetic() {
            scan.file().ok_or_else(wrong)?
        } else {
            let file = scan.coordinate().ok_or_else(wrong)?;
            scan.skip(|byte| byte == b' ');
            if !scan.eat(b",") {
                return Err(scan.expected("a comma and a rank, as in 3,5"));
            }
            scan.skip(|byte| byte == b' ');
            file
        };
        let rank = scan.coordinate().ok_or_else(wrong)?;
        claims.push(Square::new(rank, file), start.line());
    }
}
