//! `by colour`: a leaper that changes colour at every move visits the colours in turn.

use super::header::Header;
use super::lines::Lines;
use crate::question::Problem;
use crate::report::{Fault, Ledger};

/// Checks that the colours of the squares, the ends and the clues fit no order even, odd, even, …
/// and no order odd, even, odd, …
///
/// Time and memory are those of the holes, whatever the size of the board.
pub(crate) fn check(
    lines: &mut Lines<'_>,
    header: &mut Header,
    ledger: &mut Ledger,
) -> Result<(), Fault> {
    let even = lines.next()?;
    let declared_even = even.integer(even.want("even")?)?;
    let odd = lines.next()?;
    let declared_odd = odd.integer(odd.want("odd")?)?;
    let end = lines.end()?;

    let (problem, fault) = (&header.problem, &mut header.fault);
    fault.check(|| {
        let (r, s) = problem.leaper;
        if (r ^ s) & 1 == 0 {
            let reason = format!("the {r},{s} leaper stays on its colour");
            return Err(Fault::rejected("colour-kept", header.lines.leaper, reason));
        }
        let counts = count(problem);
        ledger.examined("squares of each colour", squares(problem));
        for (line, declared, counted, name) in
            [(even, declared_even, counts[0], "even"), (odd, declared_odd, counts[1], "odd")]
        {
            if declared != counted {
                let reason = format!("there are {counted} {name} squares, not {declared}");
                return Err(line.rejected("wrong-count", reason));
            }
        }
        for first in [0, 1] {
            if fits(problem, counts, first) {
                let name = ["even", "odd"][first];
                let reason = format!("an order of colours that begins with {name} fits");
                return Err(end.rejected("not-refuted", reason));
            }
        }
        ledger.examined("orders of colours, none of which fits", 2);
        Ok(())
    })
}

fn squares(problem: &Problem) -> u64 {
    u64::try_from(problem.squares()).unwrap_or(u64::MAX)
}

/// The numbers of even and of odd squares.
fn count(problem: &Problem) -> [u128; 2] {
    let cells = u128::from(problem.rows) * u128::from(problem.cols);
    let mut counts = [cells.div_ceil(2), cells / 2];
    for hole in &problem.holes {
        // The holes are on the board, and none is listed twice: this stays above zero.
        counts[usize::from(!hole.is_even())] -= 1;
    }
    counts
}

/// Whether the colours can alternate from the colour `first` (0 is even) on.
fn fits(problem: &Problem, counts: [u128; 2], first: usize) -> bool {
    let squares = problem.squares();
    let at = |step: u128, square: Option<crate::Square>| {
        let colour = (first + usize::from(step.is_multiple_of(2))) % 2;
        square.is_none_or(|square| square.is_even() == (colour == 0))
    };
    counts[first] == squares.div_ceil(2)
        && at(1, problem.from)
        && at(squares, problem.to)
        && problem.step_at.iter().all(|(step, square)| at(*step, Some(*square)))
        && !(problem.closed && squares % 2 == 1)
}
