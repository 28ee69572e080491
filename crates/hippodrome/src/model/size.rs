//! How large a model is, before it is built.

use super::{CycleGraph, Encoding, Formulation, Model, Options};
use crate::error::Error;
use crate::observer::Observer;
use crate::problem::Problem;

/// Bytes of the graph, for a square: eight moves, each seen from both ends.
const SQUARE: u64 = 256;

/// Bytes of an arc with its variable.
const ARC: u64 = 64;

/// Bytes of a term with its share of the row.
const TERM: u64 = 48;

/// Bytes of a literal with its share of the clause.
const LITERAL: u64 = 8;

/// Bytes of a variable.
const VARIABLE: u64 = 40;

/// Vertices of a higher degree (the apex) are counted with auxiliary variables, not with all
/// triples or pairs.
pub(super) const PAIRWISE: usize = 9;

/// Asks whether the graph may be taken.
pub(super) fn require_graph(problem: &Problem, observer: &dyn Observer) -> Result<(), Error> {
    let squares = problem.board().len().min(CycleGraph::MAX_SQUARES) as u64;
    ask(problem, squares * SQUARE, observer)
}

/// Refuses a model that would have more terms than any memory should hold, or more bytes than the
/// observer lets it take.
pub(super) fn require(
    model: &Model,
    options: &Options,
    observer: &dyn Observer,
) -> Result<(), Error> {
    let (terms, bytes) = size(&model.graph, model.formulation, options);
    if terms > Model::MAX_TERMS {
        return Err(Error::too_large(format!(
            "the {} board is too large for this model, which would have {terms} terms (at most {}): use --formulation dfj, or sat with cuts",
            model.problem.board().size(),
            Model::MAX_TERMS
        )));
    }
    ask(&model.problem, bytes, observer)
}

fn ask(problem: &Problem, bytes: u64, observer: &dyn Observer) -> Result<(), Error> {
    if observer.may_take(bytes) {
        return Ok(());
    }
    Err(Error::too_large(format!(
        "the {} board is too large for the memory given: the model takes about {} MiB",
        problem.board().size(),
        bytes.div_ceil(1 << 20)
    )))
}

/// Terms or literals of the model, and bytes; at least what it will have.
fn size(graph: &CycleGraph, formulation: Formulation, options: &Options) -> (u64, u64) {
    let (n, arcs) = (graph.len() as u64, u64::from(graph.arcs()));
    let rows = |terms: u64| (terms, arcs * ARC + terms * TERM);
    match (formulation, options.encoding) {
        (Formulation::Mtz | Formulation::Flow, _) => rows(arcs * 6),
        (Formulation::Dfj, _) => rows(arcs),
        (Formulation::Circuit, _) => rows(arcs * 2),
        (Formulation::Sat, Encoding::Cuts) => {
            let degree = |v: u32| graph.incident(v).len() as u64;
            let literals = |d: u64| if d as usize <= PAIRWISE { d * d * d } else { 12 * d };
            let terms = (0..graph.len() as u32).map(|v| literals(degree(v))).sum::<u64>();
            (terms, arcs * ARC + terms * LITERAL)
        }
        (Formulation::Sat, Encoding::Order) => {
            let literals = arcs * n * 6 + n * n * 2;
            (literals, arcs * ARC + literals * LITERAL + n * n * VARIABLE)
        }
    }
}
