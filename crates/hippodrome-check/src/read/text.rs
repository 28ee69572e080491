//! Text as people type it: lines with any end, a mark of UTF-8 in front, blanks around.

use crate::limits::Limits;
use crate::report::Fault;
use crate::square::Square;
use crate::tour::Visits;

/// The text without a byte order mark.
pub(crate) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// The lines that are not blank, with their numbers from 1, without blanks around.
pub(crate) fn lines(bytes: &[u8]) -> impl Iterator<Item = (u64, &[u8])> {
    let lines = without_mark(bytes).split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    (1..).zip(lines).filter(|(_, line)| !line.is_empty())
}

/// How many lines end in the text.
pub(crate) fn line_ends(bytes: &[u8]) -> u64 {
    bytes.split(|byte| *byte == b'\n').count() as u64 - 1
}

/// A cursor over text that counts lines.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    pub(crate) rest: &'a [u8],
    pub(crate) line: u64,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8], line: u64) -> Self {
        Self { rest: without_mark(bytes), line }
    }

    /// Passes over blanks and line ends.
    pub(crate) fn skip_blanks(&mut self) {
        self.take_while(|byte| byte.is_ascii_whitespace());
    }

    /// Takes the bytes that the test allows.
    pub(crate) fn take_while(&mut self, mut test: impl FnMut(u8) -> bool) -> &'a [u8] {
        let length = self.rest.iter().take_while(|byte| test(**byte)).count();
        let (taken, rest) = self.rest.split_at(length);
        self.line += line_ends(taken);
        self.rest = rest;
        taken
    }

    /// Passes over blanks and takes this byte, if it comes next.
    pub(crate) fn take(&mut self, byte: u8) -> bool {
        self.skip_blanks();
        match self.rest.split_first() {
            Some((first, rest)) if *first == byte => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// The fault of something else than what was expected here.
    pub(crate) fn expected(&self, what: &str) -> Fault {
        let found = match self.rest {
            [] => "the end of the file".to_owned(),
            rest => {
                let stop = rest.iter().take(20).position(|byte| *byte == b'\n');
                crate::report::quote(&rest[..stop.unwrap_or(20.min(rest.len())).max(1)])
            }
        };
        Fault::malformed(self.line, format!("expected {what}, found {found}"))
    }

    /// Passes over blanks and takes this byte, which must come next.
    pub(crate) fn want(&mut self, byte: u8) -> Result<(), Fault> {
        if self.take(byte) {
            return Ok(());
        }
        Err(self.expected(&format!("\"{}\"", byte as char)))
    }

    /// Passes over blanks and takes a number that fits into 64 bits.
    pub(crate) fn number(&mut self) -> Result<u64, Fault> {
        self.skip_blanks();
        let before = self.clone();
        let digits = self.take_while(|byte| byte.is_ascii_digit());
        crate::square::parse_number(digits).ok_or_else(|| before.expected("a number"))
    }
}

/// Keeps a square of a tour, up to the limit.
pub(crate) fn push(
    visits: &mut Visits,
    square: Square,
    line: u64,
    limits: &Limits,
) -> Result<(), Fault> {
    if visits.squares.len() as u64 >= limits.squares {
        return Err(Fault::too_many_squares(limits.squares));
    }
    visits.push(square, line);
    Ok(())
}
