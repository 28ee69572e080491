//! `by theorem`: the side conditions of a published theorem, by name.

use super::header::Header;
use super::lines::Lines;
use crate::question::Problem;
use crate::report::{Fault, Ledger, quote};

/// Checks that the problem is one about which the theorem says that there is no tour. The
/// theorem itself stays an obligation.
pub(crate) fn check(
    lines: &mut Lines<'_>,
    header: &mut Header,
    ledger: &mut Ledger,
) -> Result<(), Fault> {
    let line = lines.next()?;
    let name = line.want("name")?;
    if !name.iter().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-')) {
        return Err(line.expected("a name of small letters, digits and hyphens"));
    }
    lines.end()?;
    header.fault.check(|| {
        if name != b"schwenk-1991" {
            let reason = format!("no theorem {} is known here", quote(name));
            return Err(line.rejected("unknown-theorem", reason));
        }
        schwenk(&header.problem).map_err(|reason| line.rejected("theorem-silent", reason))?;
        ledger.what += " schwenk-1991";
        ledger.examined("side conditions of the theorem", 4);
        ledger.obligations.push(
            "theorem schwenk-1991 (A. J. Schwenk, Which rectangular chessboards have a knight's \
             tour?, Mathematics Magazine 64, 1991, 325-332) is cited, not checked"
                .to_owned(),
        );
        Ok(())
    })
}

/// Schwenk (1991): an m×n board, m ≤ n, has no closed knight's tour exactly if m and n are both
/// odd, m is 1, 2 or 4, or m = 3 and n is 4, 6 or 8.
fn schwenk(problem: &Problem) -> Result<(), String> {
    let say =
        |condition: bool, reason: &str| if condition { Ok(()) } else { Err(reason.to_owned()) };
    say(problem.leaper == (1, 2), "the theorem is about the knight, leaper 1,2")?;
    say(problem.holes.is_empty(), "the theorem is about boards without holes")?;
    say(problem.closed, "the theorem is about closed tours")?;
    let (m, n) = (problem.rows.min(problem.cols), problem.rows.max(problem.cols));
    let none =
        (m % 2 == 1 && n % 2 == 1) || matches!(m, 1 | 2 | 4) || (m == 3 && matches!(n, 4 | 6 | 8));
    say(none, "by the theorem this board has a closed tour")
}
