//! `squares`: a list such as `a1 b3 c5`, `A1-B3-C5`, `a1, b3, c5` or `1,1 2,3 3,5`.

use super::Reading;
use super::text::{Cursor, push};
use crate::limits::Limits;
use crate::report::Fault;
use crate::square::Square;

/// Between two squares may stand blanks, line ends, `,` `;` `-` `>`, brackets and quotation marks,
/// or nothing.
pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Result<Reading, Fault> {
    let mut reading = Reading::default();
    let mut cursor = Cursor::new(bytes, 1);
    let mut last_line = 1;
    loop {
        cursor.take_while(|byte| byte.is_ascii_whitespace() || b",;->()[]{}\"'".contains(&byte));
        let start = cursor.clone();
        if start.rest.is_empty() {
            break;
        }
        let mut square = None;
        if cursor.take_while(|byte| byte.is_ascii_alphabetic()).is_empty() {
            let file = cursor.take_while(|byte| byte.is_ascii_digit());
            if !file.is_empty() && cursor.take(b',') {
                cursor.skip_blanks();
                let rank = cursor.take_while(|byte| byte.is_ascii_digit());
                let side = crate::square::parse_side;
                square = side(file).zip(side(rank)).and_then(|(f, r)| Square::new(f, r));
            }
        } else {
            cursor.take_while(|byte| byte.is_ascii_digit());
            square = Square::from_algebraic(&start.rest[..start.rest.len() - cursor.rest.len()]);
        }
        let square = square.ok_or_else(|| start.expected("a square such as c5 or 3,5"))?;
        last_line = start.line;
        push(&mut reading.visits, square, start.line, limits)?;
    }
    if reading.visits.squares.is_empty() {
        return Err(Fault::malformed(1, "there are no squares"));
    }
    reading.visits.last_line = last_line;
    Ok(reading)
}
