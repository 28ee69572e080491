//! `by degree`: the rules of a few vertices lead to a conflict.

use super::cycle::CycleGraph;
use super::header::Header;
use super::lines::Lines;
use super::vertices::Vertex;
use crate::board::Board;
use crate::limits::Limits;
use crate::report::{Fault, Ledger};

/// Checks that the rules applied at the listed vertices end in a conflict.
///
/// Linear in the board and the list.
pub(crate) fn check(
    lines: &mut Lines<'_>,
    header: &mut Header,
    limits: &Limits,
    ledger: &mut Ledger,
) -> Result<(), Fault> {
    lines.peek()?.want("square")?;
    let mut listed = Vec::new();
    while let Some((line, word)) = lines.next_if("square")? {
        listed.push((line, Vertex::read(&line, word)?));
    }
    let end = lines.end()?;
    let problem = &header.problem;
    header.fault.check(|| {
        let board = Board::new(problem, limits)?;
        let mut is_listed = vec![false; board.cells() + 1];
        for (line, vertex) in &listed {
            let index = vertex.index(line, problem, &board)?;
            if std::mem::replace(&mut is_listed[index], true) {
                return Err(line.rejected("vertex-repeated", "a vertex is listed twice"));
            }
        }
        let not_refuted = |reason: &str| Err(end.rejected("not-refuted", reason));
        if !problem.closed && board.squares() == 1 {
            return not_refuted("one square is an open tour");
        }
        let mut graph = CycleGraph::new(problem, &board, u64::MAX);
        graph.list(is_listed);
        graph.touch_all();
        graph.force()?;
        ledger.examined("vertices at which the rules were applied", listed.len() as u64);
        if graph.is_conflict() { Ok(()) } else { not_refuted("the rules lead to no conflict") }
    })
}
