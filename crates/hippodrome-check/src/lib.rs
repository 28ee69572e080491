//! The independent checker of tours, placements of queens and certificates.
//!
//! It shares no line with the programs that find tours and proofs, and depends on no other
//! crate: its own readers, its own arithmetic. It never searches: a tour is checked step by
//! step, a proof line by line. The formats and the codes of faults are described in FORMATS.md.
//!
//! # Examples
//!
//! A list of squares, checked against what was asked:
//!
//! ```
//! use hippodrome_check::{Limits, Question, check};
//! let tour = b"a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3";
//! let question = Question::new().board(3, 4);
//! let report = check(tour, None, &question, &Limits::default());
//! assert_eq!(report.verdict_line(), "s VERIFIED tour 3x4 open");
//! assert_eq!(report.exit_code(), 0);
//!
//! let report = check(tour, None, &question.closed(true), &Limits::default());
//! assert_eq!(report.code, Some("not-closed"));
//! assert_eq!(report.exit_code(), 1);
//! ```
//!
//! A proof that there is no tour: of the squares of the 5×5 board, 13 have the colour of `a1`,
//! and `a2` has the other one.
//!
//! ```
//! use hippodrome_check::{Limits, Question, check};
//! let proof = b"hippodrome-certificate 1\nkind no-tour\nboard 5x5\nleaper 1,2\ntour open\n\
//!     from a2\nby colour\neven 13\nodd 12\nend\n";
//! let question = Question::new().board(5, 5).closed(false).from("a2".parse()?);
//! let report = check(proof, None, &question, &Limits::default());
//! assert_eq!(report.verdict_line(), "s VERIFIED no-tour 5x5 open from a2 by colour");
//! # Ok::<(), hippodrome_check::NotASquare>(())
//! ```

mod board;
mod certificate;
mod compare;
mod format;
mod limits;
mod queens;
mod question;
mod read;
mod report;
mod square;
mod tour;
mod words;

pub use format::{Format, NotAFormat};
pub use limits::Limits;
pub use question::{Queens, Question, Rules};
pub use report::{Condition, Report, Verdict};
pub use square::{MAX_SIDE, NotASquare, Square};

use report::{Fault, Ledger};

/// Reads a file, whose format is told by its content unless it is given, and checks what it
/// claims against the question.
///
/// # Complexity
///
/// Linear in the file and the board, in time and memory (about 20 bytes a square of the board);
/// search certificates take at most [`Limits::work`] elementary steps.
#[must_use]
pub fn check(bytes: &[u8], format: Option<Format>, question: &Question, limits: &Limits) -> Report {
    let mut ledger = Ledger::default();
    if bytes.len() as u64 > limits.bytes {
        let limit = Fault::unknown(format!("limit of {} bytes a file", limits.bytes));
        return ledger.close(format, Err(limit));
    }
    if let Some(kind) = queens::kind(bytes, format, question) {
        let outcome = queens::check(bytes, kind, question, limits, &mut ledger);
        return ledger.close(Some(kind.format()), outcome);
    }
    let format = format.unwrap_or_else(|| Format::detect(bytes));
    let outcome = match format {
        Format::Certificate => certificate::check(bytes, question, limits, &mut ledger),
        _ => read::check(bytes, format, question, limits, &mut ledger),
    };
    ledger.close(Some(format), outcome)
}

/// Checks a certificate of a count, and compares it with another: of another run, another machine or
/// another program, or of the board turned over. With the same vertex order layer is compared with
/// layer, and the first that differs is named.
///
/// # Complexity
///
/// As [`check`].
#[must_use]
pub fn check_against(bytes: &[u8], other: &[u8], question: &Question, limits: &Limits) -> Report {
    let mut ledger = Ledger::default();
    if bytes.len().max(other.len()) as u64 > limits.bytes {
        let limit = Fault::unknown(format!("limit of {} bytes a file", limits.bytes));
        return ledger.close(Some(Format::Certificate), Err(limit));
    }
    let outcome = certificate::against(bytes, other, question, limits, &mut ledger);
    ledger.close(Some(Format::Certificate), outcome)
}
