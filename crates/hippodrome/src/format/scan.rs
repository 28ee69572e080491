//! Reading text piece by piece, with the number of the line for errors.

use crate::error::{Error, shown};

/// A position in a text.
#[derive(Clone)]
pub(super) struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u64,
}

impl<'a> Scan<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, line: 1 }
    }

    /// The number of the line, from 1.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn advance(&mut self, byte: u8) {
        self.at += 1;
        self.line += u64::from(byte == b'\n');
    }

    /// Passes over bytes as long as they are such.
    pub(super) fn skip(&mut self, such: impl Fn(u8) -> bool) {
        while let Some(byte) = self.peek().filter(|&byte| such(byte)) {
            self.advance(byte);
        }
    }

    pub(super) fn skip_blanks(&mut self) {
        self.skip(|byte| byte.is_ascii_whitespace());
    }

    /// Passes over this word, in upper or lower case, if it comes next.
    pub(super) fn eat(&mut self, word: &[u8]) -> bool {
        let next = self.bytes.get(self.at..self.at + word.len());
        let is_next = next.is_some_and(|next| next.eq_ignore_ascii_case(word));
        if is_next {
            for &byte in word {
                self.advance(byte);
            }
        }
        is_next
    }

    /// A number of decimal digits up to 2^64 − 1, if one comes next.
    pub(super) fn number(&mut self) -> Option<u64> {
        let mut ahead = self.clone();
        let mut number = None;
        while let Some(byte) = ahead.peek().filter(u8::is_ascii_digit) {
            let digit = u64::from(byte - b'0');
            number = Some(number.unwrap_or(0u64).checked_mul(10)?.checked_add(digit)?);
            ahead.advance(byte);
        }
        number.inspect(|_| *self = ahead)
    }

    /// A rank or a file as a number from 1 to 2^32; the coordinate is one less.
    pub(super) fn coordinate(&mut self) -> Option<u32> {
        let mut ahead = self.clone();
        let number = ahead.number()?.checked_sub(1)?;
        u32::try_from(number).ok().inspect(|_| *self = ahead)
    }

    /// A file in letters.
    pub(super) fn file(&mut self) -> Option<u32> {
        let mut ahead = self.clone();
        let mut file = 0u64;
        while let Some(byte) = ahead.peek().filter(u8::is_ascii_alphabetic) {
            file = file * 26 + u64::from(byte.to_ascii_lowercase() - b'a') + 1;
            if file > 1 << 32 {
                return None;
            }
            ahead.advance(byte);
        }
        u32::try_from(file.checked_sub(1)?).ok().inspect(|_| *self = ahead)
    }

    /// The error that something else stands here.
    pub(super) fn expected(&self, expected: &str) -> Error {
        let rest = &self.bytes[self.at..];
        let end = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        expected_at(self.line, &rest[..end], expected)
    }
}

/// The error that a line holds something else than what was expected.
pub(super) fn expected_at(line: u64, found: &[u8], expected: &str) -> Error {
    let found = String::from_utf8_lossy(&found[..found.len().min(200)]);
    let found = match found.trim() {
        "" => "nothing".to_owned(),
        found => format!("'{}'", shown(found)),
    };
    Error::parse(format!("line {line}: found {found}, expected {expected}"))
}

/// The lines that are not blank, with their numbers from 1, without blanks around.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = (u64, &[u8])> + Clone {
    let lines = (1..).zip(bytes.split(|&byte| byte == b'\n'));
    lines.map(|(number, line)| (number, line.trim_ascii())).filter(|(_, line)| !line.is_empty())
}

/// A whole word as a number from 0 to 2^64 − 1.
pub(super) fn number(word: &[u8]) -> Option<u64> {
    let mut scan = Scan::new(word);
    scan.number().filter(|_| scan.peek().is_none())
}
