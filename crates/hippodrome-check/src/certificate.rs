//! Certificates: the strict text format of which FORMATS.md has the grammar.
//!
//! The whole file is read by the grammar, and the claim is checked on the way. A file that is
//! malformed anywhere is malformed, whatever else is wrong with it; a limit ends the check where
//! it is met.

mod clauses;
mod colour;
mod count;
mod cut;
mod cycle;
mod degree;
mod edges;
mod farkas;
mod header;
pub(crate) mod lines;
mod steps;
mod theorem;
mod trace;
mod vertices;
mod visits;

use crate::board;
use crate::compare;
use crate::limits::Limits;
use crate::question::Question;
use crate::report::{Fault, Ledger, Verdict};
use lines::Lines;

/// Reads and checks a certificate.
pub(crate) fn check(
    bytes: &[u8],
    question: &Question,
    limits: &Limits,
    ledger: &mut Ledger,
) -> Result<(), Fault> {
    let mut lines = Lines::new(bytes, limits.line);
    let magic = lines.next()?;
    if magic.text != b"hippodrome-certificate 1" {
        return Err(magic.expected("\"hippodrome-certificate 1\""));
    }
    let kind = lines.next()?;
    match kind.text {
        b"kind tour" => visits::check(&mut lines, question, limits, ledger),
        b"kind trace" => trace::check(&mut lines, question, limits, ledger),
        b"kind no-tour" => no_tour(&mut lines, question, limits, ledger),
        b"kind count" => count::check(&mut lines, bytes, question, limits, ledger),
        _ => Err(kind.expected("\"kind tour\", trace, no-tour or count")),
    }
}

/// Checks two certificates of counts, and compares them.
pub(crate) fn against(
    bytes: &[u8],
    other: &[u8],
    question: &Question,
    limits: &Limits,
    ledger: &mut Ledger,
) -> Result<(), Fault> {
    let mine = count(bytes, limits)?;
    mine.check(question, limits, ledger)?;
    let theirs = |fault: Fault| {
        let line = fault.line.map_or(String::new(), |line| format!(" in line {line}"));
        let reason = format!("the other certificate is wrong{line}: {}", fault.reason);
        match fault.verdict {
            Verdict::Unknown => Fault::unknown(reason),
            _ => Fault::rejected("other-wrong", 1, reason),
        }
    };
    let other = count(other, limits).map_err(theirs)?;
    other.check(&Question::new(), limits, &mut Ledger::default()).map_err(theirs)?;
    mine.against(&other, ledger)
}

fn count<'a>(bytes: &'a [u8], limits: &Limits) -> Result<count::Claim<'a>, Fault> {
    let mut lines = Lines::new(bytes, limits.line);
    for expected in ["hippodrome-certificate 1", "kind count"] {
        let line = lines.next()?;
        if line.text != expected.as_bytes() {
            return Err(line.expected(&format!("{expected:?}: only counts are compared")));
        }
    }
    count::read(&mut lines, bytes)
}

fn no_tour(
    lines: &mut Lines<'_>,
    question: &Question,
    limits: &Limits,
    ledger: &mut Ledger,
) -> Result<(), Fault> {
    let mut header = header::read(lines)?;
    let by = lines.next()?;
    let method = by.want("by")?;
    ledger.what = format!("no-tour {} by {}", header.problem.in_words(), method.escape_ascii());
    let (problem, at) = (&header.problem, &header.lines);
    header.fault.check(|| {
        board::examine(problem, at)?;
        compare::shape(problem, at, question)?;
        compare::refutation(problem, at, question)
    })?;
    match method {
        b"colour" | b"theorem" => {
            let cells = u128::from(header.problem.rows) * u128::from(header.problem.cols);
            let is_whole = header.problem.holes.is_empty();
            if header.fault.is_none() && !is_whole && cells > u128::from(limits.squares) {
                return Err(Fault::too_many_squares(limits.squares));
            }
            if method == b"colour" {
                colour::check(lines, &mut header, ledger)?;
            } else {
                theorem::check(lines, &mut header, ledger)?;
            }
        }
        b"degree" => degree::check(lines, &mut header, limits, ledger)?,
        b"cut" => cut::check(lines, &mut header, limits, ledger)?,
        b"clauses" => clauses::check(lines, &mut header, limits, ledger)?,
        b"farkas" => farkas::check(lines, &mut header, limits, ledger)?,
        b"search" => {
            let line = lines.next()?;
            match line.text {
                b"method edges" => edges::check(lines, &mut header, limits, ledger)?,
                b"method steps" => steps::check(lines, &mut header, limits, ledger)?,
                _ => return Err(line.expected("\"method edges\" or \"method steps\"")),
            }
        }
        _ => {
            return Err(
                by.expected("\"by colour\", clauses, degree, cut, farkas, search or theorem")
            );
        }
    }
    header.fault.result()
}
