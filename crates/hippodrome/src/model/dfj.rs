//! The program of Dantzig, Fulkerson and Johnson: two edges at every vertex, and cuts.
//!
//! Σ y(δ(v)) = 2 at every vertex, and y(δ(S)) ≥ 2 for every proper, non-empty set S of vertices.
//! There are exponentially many such rows; a solver adds those that a solution breaks.

use super::directed::half_turn_pairs;
use super::{Label, Model, Options, Sense};
use crate::error::Error;

pub(super) fn build(model: &mut Model, options: &Options) -> Result<(), Error> {
    require_undirected(model, options)?;
    model.directed = false;
    model.one_cycle = true;
    model.add_choices();
    for v in 0..model.graph.len() as u32 {
        let terms = model.graph.incident(v).iter().map(|&(_, edge)| (edge, 1)).collect();
        model.add_row(Label::Degree(v), terms, Sense::Eq, 2);
    }
    for arc in model.graph.fixed().to_vec() {
        model.add_row(Label::Fixed(arc / 2), vec![(arc / 2, 1)], Sense::Eq, 1);
    }
    for (a, b) in half_turn_pairs(model, options)? {
        model.add_row(Label::Symmetric(a), vec![(a, 1), (b, -1)], Sense::Eq, 0);
    }
    Ok(())
}

/// Edges have no direction to fix.
pub(super) fn require_undirected(model: &Model, options: &Options) -> Result<(), Error> {
    if options.oriented {
        return Err(Error::mismatch(format!(
            "formulation {} chooses edges, which have no direction to fix: leave the option out",
            model.formulation
        )));
    }
    Ok(())
}
