//! The report: one verdict, and what was examined to reach it.

use std::fmt;
use std::fmt::Write as _;

use crate::Format;

/// What the checker found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything that the file claims was checked. Exit status 0.
    Verified,
    /// What was checked holds, and the claim rests on something else too, listed. Exit status 3.
    Obligations,
    /// The file is well-formed and wrong, or answers another question. Exit status 1.
    Rejected,
    /// The file cannot be read, or the question makes no sense on its board. Exit status 2.
    Malformed,
    /// A limit was reached before the end. Exit status 3.
    Unknown,
}

/// One condition that was checked, and on how many things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The condition, in words.
    pub text: String,
    /// How many things it was checked on.
    pub examined: u64,
}

/// What the checker says of a file.
///
/// Its [`Display`](fmt::Display) is the text that `hippodrome check` prints: comment lines that
/// begin with `c`, and at the end the one line that begins with `s`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The verdict.
    pub verdict: Verdict,
    /// What the file claims, in words: `tour 8x8 closed`; empty where it was not read so far.
    pub what: String,
    /// The code of the fault, where there is one; FORMATS.md lists the codes.
    pub code: Option<&'static str>,
    /// The line of the fault, from 1; the last line where something is missing.
    pub line: Option<u64>,
    /// The fault, or the limit, in words.
    pub reason: Option<String>,
    /// What the claim still rests on.
    pub obligations: Vec<String>,
    /// The conditions that were checked, in order, up to the fault.
    pub conditions: Vec<Condition>,
    /// What was inferred or is worth knowing.
    pub notes: Vec<String>,
    /// The format in which the file was read.
    pub format: Option<Format>,
}

impl Report {
    /// The exit status of `hippodrome check`: 0 verified, 1 rejected, 2 malformed, 3 a limit or
    /// obligations.
    #[must_use]
    pub const fn exit_code(&self) -> u8 {
        match self.verdict {
            Verdict::Verified => 0,
            Verdict::Rejected => 1,
            Verdict::Malformed => 2,
            Verdict::Obligations | Verdict::Unknown => 3,
        }
    }

    /// The last line of the report, which begins with `s`.
    #[must_use]
    pub fn verdict_line(&self) -> String {
        let reason = self.reason.as_deref().unwrap_or("no reason");
        match self.verdict {
            Verdict::Verified => format!("s VERIFIED {}", self.what),
            Verdict::Obligations => {
                format!("s VERIFIED WITH OBLIGATIONS {} {}", self.obligations.len(), self.what)
            }
            Verdict::Unknown => format!("s UNKNOWN {reason}"),
            Verdict::Rejected | Verdict::Malformed => {
                let code = self.code.unwrap_or("malformed");
                format!("s REJECTED {code} line {}: {reason}", self.line.unwrap_or(1))
            }
        }
    }

    /// The report as a JSON object on one line, without a line end:
    /// `{"verdict":"verified","what":"tour 8x8 closed","code":null,…}`. A malformed file has the
    /// verdict `rejected` and the code `malformed`.
    #[must_use]
    pub fn to_json(&self) -> String {
        let verdict = match self.verdict {
            Verdict::Verified => "verified",
            Verdict::Obligations => "obligations",
            Verdict::Rejected | Verdict::Malformed => "rejected",
            Verdict::Unknown => "unknown",
        };
        let obligations: Vec<_> = self.obligations.iter().map(|text| json_string(text)).collect();
        format!(
            r#"{{"verdict":"{verdict}","what":{},"code":{},"line":{},"reason":{},"obligations":[{}]}}"#,
            json_string(&self.what),
            self.code.map_or_else(|| "null".to_owned(), json_string),
            self.line.map_or_else(|| "null".to_owned(), |line| line.to_string()),
            self.reason.as_deref().map_or_else(|| "null".to_owned(), json_string),
            obligations.join(","),
        )
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(format) = self.format {
            writeln!(f, "c format {format}")?;
        }
        for note in &self.notes {
            writeln!(f, "c {note}")?;
        }
        for (number, condition) in (1..).zip(&self.conditions) {
            writeln!(f, "c C{number} {}: {} examined", condition.text, condition.examined)?;
        }
        for (number, obligation) in (1..).zip(&self.obligations) {
            writeln!(f, "c obligation {number}: {obligation}")?;
        }
        writeln!(f, "{}", self.verdict_line())
    }
}

fn json_string(text: &str) -> String {
    let mut json = String::from('"');
    for character in text.chars() {
        match character {
            '"' => json += "\\\"",
            '\\' => json += "\\\\",
            control if control < ' ' => {
                // Writing to a string cannot fail.
                let _ = write!(json, "\\u{:04x}", control as u32);
            }
            other => json.push(other),
        }
    }
    json.push('"');
    json
}

/// Why checking stopped before the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) verdict: Verdict,
    pub(crate) code: Option<&'static str>,
    pub(crate) line: Option<u64>,
    pub(crate) reason: String,
}

impl Fault {
    pub(crate) fn malformed(line: u64, reason: impl Into<String>) -> Self {
        let (verdict, code, line) = (Verdict::Malformed, Some("malformed"), Some(line));
        Self { verdict, code, line, reason: reason.into() }
    }

    pub(crate) fn rejected(code: &'static str, line: u64, reason: impl Into<String>) -> Self {
        let (verdict, code, line) = (Verdict::Rejected, Some(code), Some(line));
        Self { verdict, code, line, reason: reason.into() }
    }

    pub(crate) fn unknown(limit: impl Into<String>) -> Self {
        Self { verdict: Verdict::Unknown, code: None, line: None, reason: limit.into() }
    }

    /// The board is larger than the checker was told to hold.
    pub(crate) fn too_many_squares(squares: u64) -> Self {
        Self::unknown(format!("limit of {squares} squares"))
    }
}

/// What a check has established so far.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    pub(crate) what: String,
    pub(crate) conditions: Vec<Condition>,
    pub(crate) notes: Vec<String>,
    pub(crate) obligations: Vec<String>,
}

impl Ledger {
    pub(crate) fn examined(&mut self, text: impl Into<String>, examined: u64) {
        self.conditions.push(Condition { text: text.into(), examined });
    }

    pub(crate) fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    pub(crate) fn close(self, format: Option<Format>, outcome: Result<(), Fault>) -> Report {
        let mut report = Report {
            verdict: Verdict::Verified,
            what: self.what,
            code: None,
            line: None,
            reason: None,
            obligations: self.obligations,
            conditions: self.conditions,
            notes: self.notes,
            format,
        };
        if let Err(fault) = outcome {
            report.verdict = fault.verdict;
            report.code = fault.code;
            report.line = fault.line;
            report.reason = Some(fault.reason);
            report.obligations.clear();
        } else if !report.obligations.is_empty() {
            report.verdict = Verdict::Obligations;
        }
        report
    }
}

/// A piece of the file for a message: short, printable, in quotes.
pub(crate) fn quote(bytes: &[u8]) -> String {
    let (shown, rest) = if bytes.len() > 40 { (&bytes[..40], "…") } else { (bytes, "") };
    format!("\"{}{rest}\"", shown.escape_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_escapes() {
        assert_eq!(json_string("a\"b\\c\n…"), r#""a\"b\\c\u000a…""#);
    }

    #[test]
    fn obligations_are_not_verified() {
        let mut ledger = Ledger { what: "w".into(), ..Ledger::default() };
        ledger.obligations.push("theorem t".into());
        let report = ledger.close(None, Ok(()));
        assert_eq!((report.exit_code(), report.verdict), (3, Verdict::Obligations));
        assert_eq!(report.verdict_line(), "s VERIFIED WITH OBLIGATIONS 1 w");
    }
}
