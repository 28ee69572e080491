//! `by cut`: too many components are left when a few squares are removed.

use super::header::Header;
use super::lines::Lines;
use super::vertices;
use crate::board::Board;
use crate::limits::Limits;
use crate::question::Problem;
use crate::report::{Fault, Ledger};
use crate::square::Square;

/// Checks the components of the move graph without the removed squares S against their bound:
/// a cycle falls into at most |S| pieces without S, and is whole without none; a path falls into
/// at most |S| + 1, and one fewer for each end that is removed.
///
/// Linear in the board and the list.
pub(crate) fn check(
    lines: &mut Lines<'_>,
    header: &mut Header,
    limits: &Limits,
    ledger: &mut Ledger,
) -> Result<(), Fault> {
    let mut removed = Vec::new();
    let mut last = None;
    while let Some((line, word)) = lines.next_if("remove")? {
        let place = Some(line.place(word)?);
        if place <= last {
            return Err(line.expected("squares in increasing order, none twice"));
        }
        last = place;
        removed.push((line, line.square(word)?));
    }
    let line = lines.next()?;
    let declared = line.integer(line.want("components")?)?;
    let end = lines.end()?;

    let problem = &header.problem;
    header.fault.check(|| {
        let board = Board::new(problem, limits)?;
        let mut gone = vec![false; board.cells()];
        for (line, square) in &removed {
            gone[vertices::square(line, *square, problem, &board)?] = true;
        }
        let counted = components(&board, &mut gone);
        ledger.examined(
            "squares that are left, in components",
            (board.squares() - removed.len()) as u64,
        );
        if declared != counted {
            let reason = format!("there are {counted} components, not {declared}");
            return Err(line.rejected("wrong-count", reason));
        }
        let removed: Vec<Square> = removed.iter().filter_map(|(_, square)| *square).collect();
        let most = bound(problem, &removed);
        ledger.examined("components against those that a tour can leave", 1);
        if counted <= most {
            let reason = format!("a tour can leave {most} components, and there are {counted}");
            return Err(end.rejected("not-refuted", reason));
        }
        Ok(())
    })
}

/// The most components that a tour can leave without the removed squares (in order).
fn bound(problem: &Problem, removed: &[Square]) -> u128 {
    let size = removed.len() as u128;
    if problem.closed {
        return size.max(1);
    }
    let ends = [problem.start(), problem.end()];
    let gone = ends.into_iter().flatten().filter(|end| removed.binary_search(end).is_ok()).count();
    (size + 1).saturating_sub(gone as u128)
}

/// Counts the components of the squares that are not gone; all are gone then.
fn components(board: &Board, gone: &mut [bool]) -> u128 {
    let mut count = 0;
    let mut open = Vec::new();
    for start in board.all() {
        if std::mem::replace(&mut gone[start], true) {
            continue;
        }
        count += 1;
        open.push(start);
        while let Some(square) = open.pop() {
            for next in board.neighbours(square) {
                if !std::mem::replace(&mut gone[next], true) {
                    open.push(next);
                }
            }
        }
    }
    count
}
