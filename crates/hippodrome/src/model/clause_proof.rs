//! Refutations by clauses: what every tour satisfies, and how it ends in a contradiction.

use super::CycleGraph;
use crate::answer::{Evidence, Reason, Vertex};

/// A proof that there is no tour: a list of clauses over the edges of the
/// [cycle graph](CycleGraph), of which the last is empty.
///
/// The first four kinds of lines hold for every tour, by the definition of a tour. A derived clause
/// follows from earlier ones by unit propagation, as in LRAT (L. Cruz-Filipe, M. Heule, W. Hunt, M.
/// Kaufmann, P. Schneider-Kamp, Efficient certified RAT verification, CADE 2017, 220–236,
/// doi:10.1007/978-3-319-63046-5_14). A checker makes the clauses of the first kinds itself, so
/// neither a solver nor an encoding has to be trusted.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct ClauseProof {
    /// The lines; derived ones name earlier ones by their number, from 1.
    pub lines: Vec<ClauseLine>,
}

/// A line of a [`ClauseProof`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClauseLine {
    /// A tour has two edges at the vertex, so one of all its edges but that to the other vertex.
    AllBut(Vertex, Vertex),
    /// A tour has an edge at the vertex.
    AtLeastOne(Vertex),
    /// A tour has two edges at the first vertex, so not all three to the others.
    NotThree(Vertex, [Vertex; 3]),
    /// The edge of a given end.
    Given(Vertex, Vertex),
    /// A tour leaves the set, which is neither empty nor everything.
    Leave(Vec<Vertex>),
    /// A clause that follows from earlier lines.
    Derived {
        /// Edges by their [number in a proof](ClauseProof::numbers), negative for "not used".
        literals: Vec<i32>,
        /// With all literals false, each of these lines in turn has one literal that is not, which
        /// must be true, and the last one none.
        from: Vec<u32>,
    },
}

impl ClauseProof {
    /// The numbers, from 1, that edges of the graph have in a proof: moves by their smaller square,
    /// then their larger one; after them the edges of the apex by square.
    #[must_use]
    pub fn numbers(graph: &CycleGraph) -> Vec<u32> {
        let mut order: Vec<u32> = (0..graph.edges().len() as u32).collect();
        order.sort_unstable_by_key(|&edge| {
            let (a, b) = graph.edges()[edge as usize];
            (graph.apex() == Some(b), a, b)
        });
        let mut numbers = vec![0; order.len()];
        for (edge, number) in order.into_iter().zip(1..) {
            numbers[edge as usize] = number;
        }
        numbers
    }

    /// The reason that this is, for certificates and reports.
    #[must_use]
    pub fn into_reason(self) -> Reason {
        let derived = |line: &&ClauseLine| matches!(line, ClauseLine::Derived { .. });
        let follow = self.lines.iter().filter(derived).count();
        let text = format!(
            "{} clauses hold for every tour, and {follow} that follow from them end in a contradiction",
            self.lines.len() - follow
        );
        Reason { code: "clauses", text, evidence: Evidence::Clauses(self) }
    }
}
