//! Cycles of a solution, and the cuts that forbid them.

use super::variable::literal;
use super::{CycleGraph, Formulation, Label, Model, Row, Sense};

/// The cycles that the chosen edges or arcs form, each as its vertices in order; `Err` names a
/// vertex that does not have exactly two edges, or one arc out and one in.
///
/// # Errors
///
/// The first such vertex.
///
/// # Complexity
///
/// O(vertices + edges).
pub fn cycles(
    graph: &CycleGraph,
    directed: bool,
    chosen: impl Fn(u32) -> bool,
) -> Result<Vec<Vec<u32>>, u32> {
    const NONE: u32 = u32::MAX;
    let mut links = vec![[NONE; 2]; graph.len()];
    let mut link = |v: u32, slot: Option<usize>, to: u32| {
        let links = &mut links[v as usize];
        let slot = slot.unwrap_or(usize::from(links[0] != NONE));
        if links[slot] != NONE {
            return Err(v);
        }
        links[slot] = to;
        Ok(())
    };
    for (&(a, b), edge) in graph.edges().iter().zip(0..) {
        if directed {
            // Slot 0 is the successor, slot 1 the predecessor.
            for (from, to, arc) in [(a, b, 2 * edge), (b, a, 2 * edge + 1)] {
                if chosen(arc) {
                    link(from, Some(0), to)?;
                    link(to, Some(1), from)?;
                }
            }
        } else if chosen(edge) {
            link(a, None, b)?;
            link(b, None, a)?;
        }
    }
    if let Some(v) = links.iter().position(|l| l.contains(&NONE)) {
        return Err(v as u32);
    }
    let mut seen = vec![false; graph.len()];
    let mut found = Vec::new();
    for start in 0..graph.len() as u32 {
        let mut cycle = Vec::new();
        let (mut at, mut before) = (start, links[start as usize][1]);
        while !seen[at as usize] {
            seen[at as usize] = true;
            cycle.push(at);
            let [a, b] = links[at as usize];
            let next = if directed || b == before { a } else { b };
            (before, at) = (at, next);
        }
        if !cycle.is_empty() {
            found.push(cycle);
        }
    }
    Ok(found)
}

impl Model {
    /// The sets whose cuts forbid these cycles: all of them, but of two only the smaller, since
    /// the cut of a set is also that of its complement.
    #[must_use]
    pub fn violated(&self, cycles: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
        let mut sets = cycles;
        if sets.len() == 2 {
            let smaller = usize::from(sets[1].len() < sets[0].len());
            sets = vec![sets.swap_remove(smaller)];
        }
        sets
    }

    /// Adds the cut of a set of vertices, and returns it as a row: "at least two edges leave the
    /// set", or for arcs "at least one". Models of clauses get the clause of the same literals.
    pub fn cut(&mut self, set: Vec<u32>) -> Row {
        let leaving = self.graph.leaving(&set);
        let inside: std::collections::HashSet<u32> = set.iter().copied().collect();
        let terms: Vec<(u32, i64)> = leaving
            .into_iter()
            .map(|edge| {
                let out = !inside.contains(&self.graph.arc(2 * edge).0);
                (if self.directed { 2 * edge + u32::from(out) } else { edge }, 1)
            })
            .collect();
        let least = if self.directed { 1 } else { 2 };
        let label = Label::Cut(self.cuts.len() as u32);
        let row = Row { label, terms, sense: Sense::Ge, rhs: least };
        self.cuts.push(set);
        if self.formulation == Formulation::Sat {
            self.clauses.push(row.terms.iter().map(|&(v, _)| literal(v)));
        } else {
            self.rows.push(row.clone());
        }
        row
    }

    /// The sets of vertices whose cuts have been added, in order.
    #[must_use]
    pub fn cuts(&self) -> &[Vec<u32>] {
        &self.cuts
    }
}
