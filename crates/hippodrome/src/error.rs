//! The one error type of the crate.

use std::fmt;

/// Why an input was refused: what it is, and what was expected.
///
/// "There is no tour" is an answer ([`Answer::Impossible`](crate::Answer::Impossible)), never an
/// error. The message is one line in lower case that names the thing and the remedy.
///
/// # Examples
///
/// ```
/// let error = "0x5".parse::<hippodrome::Board>().unwrap_err();
/// assert!(error.is_parse());
/// assert_eq!(error.to_string(), "board '0x5': each side is 1 to 4294967296");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Error {
    kind: Kind,
    message: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Parse,
    Mismatch,
    TooLarge,
}

impl Error {
    /// A text that is not what it should be.
    pub(crate) fn parse(message: impl Into<String>) -> Self {
        Self { kind: Kind::Parse, message: message.into() }
    }

    /// Things that are well formed but do not fit each other, such as a square off the board.
    pub(crate) fn mismatch(message: impl Into<String>) -> Self {
        Self { kind: Kind::Mismatch, message: message.into() }
    }

    /// A size that the method cannot serve.
    pub(crate) fn too_large(message: impl Into<String>) -> Self {
        Self { kind: Kind::TooLarge, message: message.into() }
    }

    /// Whether a text could not be read.
    #[must_use]
    pub fn is_parse(&self) -> bool {
        self.kind == Kind::Parse
    }

    /// Whether well-formed things do not fit each other, such as a square and a board.
    #[must_use]
    pub fn is_mismatch(&self) -> bool {
        self.kind == Kind::Mismatch
    }

    /// Whether a board is too large for the method; nothing was allocated for it.
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        self.kind == Kind::TooLarge
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error({:?}, {:?})", self.kind, self.message)
    }
}

impl std::error::Error for Error {}

/// A user's text as it may stand in a one-line message: escaped, and cut after 40 characters.
pub(crate) fn shown(text: &str) -> String {
    let mut out: String = text.chars().take(40).flat_map(char::escape_debug).collect();
    if text.chars().nth(40).is_some() {
        out.push('…');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shown_text_is_one_short_line() {
        assert_eq!(shown("3x\n4"), "3x\\n4");
        assert_eq!(shown(&"x".repeat(41)), format!("{}…", "x".repeat(40)));
        assert_eq!(shown(&"x".repeat(40)), "x".repeat(40));
    }
}
