//! The single-commodity flow of Gavish and Graves.
//!
//! The root sends out N − 1 units along the tour and every other vertex takes one:
//! Σ f(·, v) − Σ f(v, ·) = 1, with 0 ≤ f(i,j) ≤ (N − 1)·x(i,j) and nothing into the root. A cycle that
//! avoids the root gets no flow, so its vertices could take none. The flow into the vertex at
//! position p is N + 1 − p.

use super::directed::{degree_rows, side_rows};
use super::{Domain, Label, Meaning, Model, Options, Sense};
use crate::error::Error;

pub(super) fn build(model: &mut Model, options: &Options) -> Result<(), Error> {
    degree_rows(model);
    let (n, root) = (model.graph.len() as i64, model.root);
    let first = model.variables.len() as u32;
    for arc in 0..model.graph.arcs() {
        let most = if model.graph.arc(arc).1 == root { 0 } else { n - 1 };
        model.add_variable(Meaning::Flow(arc), Domain::between(0, most));
    }
    for v in (0..n as u32).filter(|&v| v != root) {
        let into = model.graph.into_of(v).map(|(_, arc)| (first + arc, 1));
        let out = model.graph.out_of(v).map(|(_, arc)| (first + arc, -1));
        let terms = into.chain(out).collect();
        model.add_row(Label::Balance(v), terms, Sense::Eq, 1);
    }
    for arc in 0..model.graph.arcs() {
        if model.graph.arc(arc).1 != root {
            let terms = vec![(first + arc, 1), (arc, 1 - n)];
            model.add_row(Label::Capacity(arc), terms, Sense::Le, 0);
        }
    }
    let positions: Vec<_> = model.fixed_positions().collect();
    for (v, position) in positions {
        let into = model.graph.into_of(v).map(|(_, arc)| (first + arc, 1)).collect();
        model.add_row(Label::Step(v), into, Sense::Eq, n + 1 - i64::from(position));
    }
    side_rows(model, options)
}
