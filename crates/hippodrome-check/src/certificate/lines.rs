//! The lexical rules: lines of words, checked as they are taken.

use crate::report::{Fault, quote};
use crate::square::Square;

/// One line, without its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    pub(crate) number: u64,
    pub(crate) text: &'a [u8],
}

impl<'a> Line<'a> {
    /// The fault of a line that is not what the grammar wants here.
    pub(crate) fn expected(&self, what: &str) -> Fault {
        Fault::malformed(self.number, format!("expected {what}, found {}", quote(self.text)))
    }

    pub(crate) fn rejected(&self, code: &'static str, reason: impl Into<String>) -> Fault {
        Fault::rejected(code, self.number, reason)
    }

    /// What follows the keyword and a blank.
    pub(crate) fn after(&self, keyword: &str) -> Option<&'a [u8]> {
        self.text.strip_prefix(keyword.as_bytes())?.strip_prefix(b" ")
    }

    /// What follows the keyword and a blank, which the grammar wants here.
    pub(crate) fn want(&self, keyword: &str) -> Result<&'a [u8], Fault> {
        self.after(keyword).ok_or_else(|| self.expected(&format!("\"{keyword} …\"")))
    }

    /// An integer; numbers beyond 2^128 stand for 2^128 - 1, which is no count of anything.
    pub(crate) fn integer(&self, word: &[u8]) -> Result<u128, Fault> {
        let canonical = match word {
            b"0" => true,
            [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
            _ => false,
        };
        if !canonical {
            return Err(self.expected(&format!("an integer for {}", quote(word))));
        }
        let digit = |byte: &u8| u128::from(byte - b'0');
        Ok(word.iter().fold(0_u128, |n, byte| n.saturating_mul(10).saturating_add(digit(byte))))
    }

    /// A square; `None` where it is on no board at all (`a0`, or beyond 2^32).
    pub(crate) fn square(&self, word: &[u8]) -> Result<Option<Square>, Fault> {
        let letters = word.iter().take_while(|byte| byte.is_ascii_lowercase()).count();
        if !(1..=7).contains(&letters) || self.integer(&word[letters..]).is_err() {
            return Err(self.expected(&format!("a square for {}", quote(word))));
        }
        Ok(Square::from_algebraic(word))
    }

    /// The place of a square in the order by rank, then by file, on a board or not.
    pub(crate) fn place(&self, word: &[u8]) -> Result<(u128, u64), Fault> {
        self.square(word)?;
        let letters = word.iter().take_while(|byte| byte.is_ascii_lowercase()).count();
        let file = word[..letters].iter().fold(0, |n, byte| 26 * n + u64::from(byte - b'a') + 1);
        Ok((self.integer(&word[letters..])?, file))
    }

    /// The fault of a square that is on no board at all.
    pub(crate) fn nowhere(&self) -> Fault {
        self.rejected("off-board", format!("{} names a square off the board", quote(self.text)))
    }
}

/// The lines of a certificate.
#[derive(Debug)]
pub(crate) struct Lines<'a> {
    rest: &'a [u8],
    number: u64,
    longest: usize,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(bytes: &'a [u8], longest: usize) -> Self {
        Self { rest: bytes, number: 0, longest }
    }

    /// Takes the next line.
    ///
    /// # Errors
    ///
    /// Malformed at the end of the file and where a lexical rule is broken; a limit for a line
    /// that is too long.
    pub(crate) fn next(&mut self) -> Result<Line<'a>, Fault> {
        let line = self.peek()?;
        self.rest = &self.rest[line.text.len() + 1..];
        self.number = line.number;
        Ok(line)
    }

    /// Takes the next line if it begins with a keyword and a blank.
    pub(crate) fn next_if(&mut self, keyword: &str) -> Result<Option<(Line<'a>, &'a [u8])>, Fault> {
        let line = self.peek()?;
        let Some(rest) = line.after(keyword) else {
            return Ok(None);
        };
        self.next()?;
        Ok(Some((line, rest)))
    }

    /// Bytes that are left.
    pub(crate) fn left(&self) -> usize {
        self.rest.len()
    }

    /// The next line, which stays.
    pub(crate) fn peek(&self) -> Result<Line<'a>, Fault> {
        let number = self.number + 1;
        let malformed = |reason: &str| Err(Fault::malformed(number, reason));
        if self.rest.is_empty() {
            return Err(Fault::malformed(self.number.max(1), "the file stops before \"end\""));
        }
        let window = &self.rest[..self.rest.len().min(self.longest.saturating_add(1))];
        let Some(length) = window.iter().position(|byte| *byte == b'\n') else {
            if window.len() > self.longest {
                return Err(Fault::unknown(format!("limit of {} bytes a line", self.longest)));
            }
            return malformed("the last line has no line end");
        };
        let text = &window[..length];
        if let Some(byte) = text.iter().find(|byte| !matches!(byte, b' '..=b'~')) {
            return malformed(&match byte {
                b'\r' => "a carriage return: lines end with a line feed alone".to_owned(),
                b'\t' => "a tab: words are set apart by one blank".to_owned(),
                byte => format!("the byte 0x{byte:02x} is not printable ASCII"),
            });
        }
        if text.is_empty() {
            return malformed("an empty line");
        }
        if text.starts_with(b" ") || text.ends_with(b" ") || text.windows(2).any(|w| w == b"  ") {
            return malformed("words are set apart by one blank, with none around them");
        }
        Ok(Line { number, text })
    }

    /// Takes the line `end`, after which nothing follows.
    pub(crate) fn end(&mut self) -> Result<Line<'a>, Fault> {
        let line = self.next()?;
        if line.text != b"end" {
            return Err(line.expected("\"end\""));
        }
        if !self.rest.is_empty() {
            return Err(Fault::malformed(line.number + 1, "something follows \"end\""));
        }
        Ok(line)
    }
}

/// The first fault of the claim, kept while the rest of the file is read by the grammar.
#[derive(Debug, Default)]
pub(crate) struct First(Option<Fault>);

impl First {
    pub(crate) fn is_none(&self) -> bool {
        self.0.is_none()
    }

    pub(crate) fn put(&mut self, fault: Fault) {
        self.0.get_or_insert(fault);
    }

    /// Runs a check if all is well so far; keeps its fault, but lets a limit through.
    pub(crate) fn check(&mut self, check: impl FnOnce() -> Result<(), Fault>) -> Result<(), Fault> {
        if self.is_none()
            && let Err(fault) = check()
        {
            if fault.verdict == crate::Verdict::Unknown {
                return Err(fault);
            }
            self.put(fault);
        }
        Ok(())
    }

    pub(crate) fn result(self) -> Result<(), Fault> {
        self.0.map_or(Ok(()), Err)
    }
}
