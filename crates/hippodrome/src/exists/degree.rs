//! Forced moves that contradict each other, without any case distinction.

use crate::answer::{Evidence, Reason, Vertex};
use crate::board::Board;
use crate::search::cycle_graph::CycleGraph;
use crate::search::forcing::{Conflict, Forcing};
use crate::square::Square;

/// The most vertices for which the list is made as short as it can be.
const MINIMISED: usize = 64;

/// No tour since the moves forced from the start meet a conflict. The evidence lists the vertices
/// whose two edges force something; a list that is not long has no vertex too many.
///
/// O(edges), and O(edges) for each vertex of a short list.
pub(super) fn refute(graph: &CycleGraph) -> Option<Reason> {
    let mut forcing = Forcing::new(graph).noting();
    let conflict = forcing.start().err()?;
    let mut listed = forcing.used().to_vec();
    if let Some(at) = conflict.at {
        listed[at as usize] = true;
    }
    if listed.iter().filter(|&&on| on).count() <= MINIMISED {
        for at in 0..listed.len() {
            if !listed[at] {
                continue;
            }
            listed[at] = false;
            if !conflicts_at(graph, &listed) {
                listed[at] = true;
            }
        }
    }
    let at: Vec<u32> = (0..graph.len() as u32).filter(|&v| listed[v as usize]).collect();
    Some(Reason {
        code: "degree",
        text: in_words(graph, &at),
        evidence: Evidence::Degree { at: at.into_iter().map(|v| graph.name(v)).collect() },
    })
}

/// Whether the rules applied at the listed vertices only meet a conflict there.
fn conflicts_at(graph: &CycleGraph, listed: &[bool]) -> bool {
    if !listed.contains(&true) {
        return false;
    }
    match Forcing::new(graph).only_at(listed.to_vec()).start() {
        Ok(()) => false,
        Err(Conflict { at }) => at.is_none_or(|at| listed[at as usize]),
    }
}

fn in_words(graph: &CycleGraph, at: &[u32]) -> String {
    let lonely = |v: u32| {
        let square = graph.name(v);
        match graph.moves.degree(v) {
            0 => Some(format!("no move leads to or from {square}")),
            1 if graph.arcs(v).len() == 1 => {
                Some(format!("only one move leads to or from {square}, and the tour needs two"))
            }
            _ => None,
        }
    };
    let squares: Vec<u32> = at.iter().copied().filter(|&v| Some(v) != graph.apex()).collect();
    if let &[only] = squares.as_slice()
        && let Some(text) = lonely(only)
    {
        return text;
    }
    if squares.is_empty() || squares.len() > 8 {
        return format!("the moves forced at {} squares contradict each other", squares.len());
    }
    let names: Vec<String> = squares.iter().map(|&v| graph.name(v).to_string()).collect();
    format!("the moves forced at {} contradict each other", names.join(", "))
}

/// The board of one square has no closed tour, for a leaper whose colours say nothing.
pub(super) fn lone_square(board: &Board) -> Reason {
    let square = board.squares().next().unwrap_or(Square::new(0, 0));
    Reason {
        code: "degree",
        text: format!("no move leads to or from {square}"),
        evidence: Evidence::Degree { at: vec![Vertex::Square(square)] },
    }
}
