//! `json`: the object of a tour, `{"board":…,"leaper":[1,2],"kind":"closed","squares":[…]}`.
//!
//! Strict JSON (RFC 8259), read in one pass without building a tree.

use super::Reading;
use super::text::{Cursor, line_ends, push};
use crate::limits::Limits;
use crate::report::{Fault, quote};
use crate::square::{Square, parse_side};

/// Nesting of values that are passed over.
const DEPTH: usize = 64;

/// Reads one object; keys that are not of a tour's board, leaper, kind and squares are passed
/// over, a key that comes twice is a fault.
pub(crate) fn read(bytes: &[u8], line: u64, limits: &Limits) -> Result<Reading, Fault> {
    if let Err(error) = std::str::from_utf8(bytes) {
        let line = line + line_ends(&bytes[..error.valid_up_to()]);
        return Err(Fault::malformed(line, "JSON is UTF-8, and here are other bytes"));
    }
    let mut reading = Reading::default();
    let mut cursor = Cursor::new(bytes, line);
    cursor.skip_blanks();
    reading.line = cursor.line;
    let mut sides = (None, None);
    let mut has_squares = false;
    object(&mut cursor, &mut |key, cursor| match key {
        b"board" if cursor.rest.starts_with(b"\"") => {
            let before = cursor.clone();
            let text = string(cursor)?;
            let x = text.iter().position(|byte| byte.eq_ignore_ascii_case(&b'x'));
            let (rows, cols) = x.map_or((&*text, &*text), |x| (&text[..x], &text[x + 1..]));
            sides = (parse_side(rows), parse_side(cols));
            if sides.0.is_none() || sides.1.is_none() {
                return Err(before.expected("a board such as \"8x8\""));
            }
            Ok(())
        }
        b"board" => object(cursor, &mut |key, cursor| match key {
            b"rows" => side(cursor, &mut sides.0),
            b"cols" => side(cursor, &mut sides.1),
            b"holes" => {
                let mut holes = Vec::new();
                array(cursor, &mut |cursor| {
                    if holes.len() as u64 >= limits.squares {
                        return Err(Fault::too_many_squares(limits.squares));
                    }
                    holes.push(square(cursor)?);
                    Ok(())
                })?;
                reading.holes = Some(holes);
                Ok(())
            }
            _ => skip(cursor),
        }),
        b"leaper" => {
            let mut parts = Vec::new();
            array(cursor, &mut |cursor| {
                if parts.len() == 2 {
                    return Err(cursor.expected("a leaper of two numbers"));
                }
                parts.push(number(cursor)?);
                Ok(())
            })?;
            match parts.as_slice() {
                [r, s] => reading.leaper = Some((*r, *s)),
                _ => return Err(cursor.expected("a leaper of two numbers")),
            }
            Ok(())
        }
        b"kind" => {
            let before = cursor.clone();
            reading.closed = match string(cursor)?.to_ascii_lowercase().as_slice() {
                b"closed" => Some(true),
                b"open" => Some(false),
                _ => return Err(before.expected("\"closed\" or \"open\"")),
            };
            Ok(())
        }
        b"squares" => {
            has_squares = true;
            array(cursor, &mut |cursor| {
                cursor.skip_blanks();
                let line = cursor.line;
                let square = square(cursor)?;
                reading.visits.last_line = line;
                push(&mut reading.visits, square, line, limits)
            })
        }
        _ => skip(cursor),
    })?;
    cursor.skip_blanks();
    if !cursor.rest.is_empty() {
        return Err(cursor.expected("the end of the file"));
    }
    if !has_squares {
        return Err(Fault::malformed(reading.line, "the object has no \"squares\": it is no tour"));
    }
    reading.board = match sides {
        (Some(rows), Some(cols)) => Some((rows, cols)),
        (None, None) => None,
        _ => return Err(Fault::malformed(reading.line, "the board needs both rows and cols")),
    };
    reading.visits.last_line = reading.visits.last_line.max(reading.line);
    Ok(reading)
}

pub(crate) type Member<'f, 'a> = dyn FnMut(&[u8], &mut Cursor<'a>) -> Result<(), Fault> + 'f;
pub(crate) type Element<'f, 'a> = dyn FnMut(&mut Cursor<'a>) -> Result<(), Fault> + 'f;

/// An object: the member is called with each key, at its value.
pub(crate) fn object<'a>(
    cursor: &mut Cursor<'a>,
    member: &mut Member<'_, 'a>,
) -> Result<(), Fault> {
    cursor.want(b'{')?;
    let mut keys: Vec<Vec<u8>> = Vec::new();
    if cursor.take(b'}') {
        return Ok(());
    }
    loop {
        cursor.skip_blanks();
        let before = cursor.clone();
        let key = string(cursor)?;
        if keys.contains(&key) {
            return Err(before.expected("each key once"));
        }
        if keys.len() == DEPTH {
            return Err(before.expected("at most 64 keys"));
        }
        cursor.want(b':')?;
        cursor.skip_blanks();
        member(&key, cursor)?;
        keys.push(key);
        if cursor.take(b'}') {
            return Ok(());
        }
        cursor.want(b',')?;
    }
}

/// An array: the element is called at each value.
pub(crate) fn array<'a>(
    cursor: &mut Cursor<'a>,
    element: &mut Element<'_, 'a>,
) -> Result<(), Fault> {
    cursor.want(b'[')?;
    if cursor.take(b']') {
        return Ok(());
    }
    loop {
        element(cursor)?;
        if cursor.take(b']') {
            return Ok(());
        }
        cursor.want(b',')?;
    }
}

fn side(cursor: &mut Cursor<'_>, side: &mut Option<u64>) -> Result<(), Fault> {
    cursor.skip_blanks();
    let before = cursor.clone();
    match number(cursor)? {
        number @ 1..=crate::MAX_SIDE => *side = Some(number),
        _ => return Err(before.expected("a side of 1 to 4294967296")),
    }
    Ok(())
}

/// A whole number without sign, fraction, exponent or leading zero.
pub(crate) fn number(cursor: &mut Cursor<'_>) -> Result<u64, Fault> {
    cursor.skip_blanks();
    let before = cursor.clone();
    let number = cursor.number()?;
    let length = before.rest.len() - cursor.rest.len();
    if (length > 1 && before.rest[0] == b'0')
        || matches!(cursor.rest.first(), Some(b'.' | b'e' | b'E'))
    {
        return Err(before.expected("a whole number"));
    }
    Ok(number)
}

fn square(cursor: &mut Cursor<'_>) -> Result<Square, Fault> {
    cursor.skip_blanks();
    let before = cursor.clone();
    let text = string(cursor)?;
    let square = std::str::from_utf8(&text).ok().and_then(|text| text.parse().ok());
    square.ok_or_else(|| {
        let reason = format!("{} is no square such as \"c5\"", quote(&text));
        Fault::malformed(before.line, reason)
    })
}

/// A string; an escaped character that is not ASCII is kept as `?`, for no name here has one.
pub(crate) fn string(cursor: &mut Cursor<'_>) -> Result<Vec<u8>, Fault> {
    cursor.skip_blanks();
    let before = cursor.clone();
    if !cursor.take(b'"') {
        return Err(before.expected("a string"));
    }
    let mut text = Vec::new();
    loop {
        text.extend(cursor.take_while(|byte| byte >= b' ' && !matches!(byte, b'"' | b'\\')));
        let Some((byte, rest)) = cursor.rest.split_first() else {
            return Err(cursor.expected("the end of the string"));
        };
        match byte {
            b'"' => {
                cursor.rest = rest;
                return Ok(text);
            }
            b'\\' => {
                let (plain, length) = match rest.first() {
                    Some(b'b') => (8, 1),
                    Some(b'f') => (12, 1),
                    Some(b'n') => (b'\n', 1),
                    Some(b'r') => (b'\r', 1),
                    Some(b't') => (b'\t', 1),
                    Some(plain @ (b'"' | b'\\' | b'/')) => (*plain, 1),
                    Some(b'u') => (hex(&rest[1..]).ok_or_else(|| cursor.expected("an escape"))?, 5),
                    _ => return Err(cursor.expected("an escape")),
                };
                text.push(plain);
                cursor.rest = &rest[length..];
            }
            _ => return Err(cursor.expected("a string without control characters")),
        }
    }
}

fn hex(digits: &[u8]) -> Option<u8> {
    let digits = digits.get(..4).filter(|digits| digits.iter().all(u8::is_ascii_hexdigit))?;
    let code = u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    Some(u8::try_from(code).ok().filter(u8::is_ascii).unwrap_or(b'?'))
}

/// Passes over a value of any kind, without recursion.
pub(crate) fn skip(cursor: &mut Cursor<'_>) -> Result<(), Fault> {
    let mut open: Vec<u8> = Vec::new();
    loop {
        cursor.skip_blanks();
        let start = cursor.clone();
        let mut opened = false;
        match cursor.rest.first() {
            Some(b'"') => drop(string(cursor)?),
            Some(bracket @ (b'[' | b'{')) => {
                if open.len() == DEPTH {
                    return Err(cursor.expected("values nested at most 64 deep"));
                }
                open.push(if *bracket == b'[' { b']' } else { b'}' });
                cursor.take(*bracket);
                opened = true;
            }
            _ => scalar(cursor)?,
        }
        // After a value: close what ends here; then a comma and, in an object, a key.
        loop {
            match open.last() {
                None => return Ok(()),
                Some(bracket) if cursor.take(*bracket) => {
                    open.pop();
                    opened = false;
                }
                Some(bracket) => {
                    if !opened {
                        cursor.want(b',')?;
                    }
                    if *bracket == b'}' {
                        string(cursor)?;
                        cursor.want(b':')?;
                    }
                    break;
                }
            }
        }
        debug_assert!(start.rest.len() > cursor.rest.len(), "each turn takes something");
    }
}

/// `true`, `false`, `null` or a number.
fn scalar(cursor: &mut Cursor<'_>) -> Result<(), Fault> {
    let before = cursor.clone();
    let word = cursor.take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'));
    if matches!(word, b"true" | b"false" | b"null") || is_number(word) {
        return Ok(());
    }
    Err(before.expected("a value"))
}

fn is_number(word: &[u8]) -> bool {
    let word = word.strip_prefix(b"-").unwrap_or(word);
    let exponent = word.iter().position(|byte| matches!(byte, b'e' | b'E'));
    let (word, exponent) = word.split_at(exponent.unwrap_or(word.len()));
    let point = word.iter().position(|byte| *byte == b'.').unwrap_or(word.len());
    let (whole, fraction) = word.split_at(point);
    let digits = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    let sign = |text: &[u8]| usize::from(matches!(text.first(), Some(b'+' | b'-')));
    digits(whole)
        && (whole.len() == 1 || whole[0] != b'0')
        && (fraction.is_empty() || digits(&fraction[1..]))
        && (exponent.is_empty() || digits(&exponent[1..][sign(&exponent[1..])..]))
}
