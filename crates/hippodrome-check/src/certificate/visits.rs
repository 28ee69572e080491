//! `kind tour`: the squares in order.

use super::header;
use super::lines::Lines;
use crate::board::{self, Board};
use crate::compare;
use crate::limits::Limits;
use crate::question::Question;
use crate::report::{Fault, Ledger};
use crate::square::Square;
use crate::tour::{self, Visits};

pub(crate) fn check(
    lines: &mut Lines<'_>,
    question: &Question,
    limits: &Limits,
    ledger: &mut Ledger,
) -> Result<(), Fault> {
    let header = header::read(lines)?;
    let (mut problem, at, mut fault) = (header.problem, header.lines, header.fault);
    ledger.what = format!("tour {}", problem.in_words());
    let mut board = None;
    fault.check(|| {
        board::examine(&problem, &at)?;
        compare::shape(&problem, &at, question)?;
        compare::add_ends(&mut problem, &at, question)?;
        board = Some(Board::new(&problem, limits)?);
        Ok(())
    })?;
    ledger.what = format!("tour {}", problem.in_words());

    // One visit more than there are squares is a fault already: the rest need not be kept.
    let kept = board.as_ref().map_or(0, |board| board.squares() + 1);
    let mut visits = Visits::default();
    let first = lines.peek()?;
    first.want("visit")?;
    while let Some((line, word)) = lines.next_if("visit")? {
        let square = line.square(word)?.unwrap_or(Square::NOWHERE);
        if visits.squares.len() < kept {
            visits.push(square, line.number);
        }
    }
    visits.last_line = lines.end()?.number;
    fault.check(|| match &board {
        Some(board) => tour::verify(&problem, board, &visits, ledger),
        None => Ok(()),
    })?;
    fault.result()
}
