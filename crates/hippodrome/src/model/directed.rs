//! What the directed formulations share: one arc out of and into every vertex.

use super::{Label, Model, Options, Sense};
use crate::error::Error;
use crate::symmetry::Symmetry;

/// The arcs as variables and the two degree rows of every vertex:
/// Σ x(v, ·) = 1 and Σ x(·, v) = 1.
pub(super) fn degree_rows(model: &mut Model) {
    model.directed = true;
    model.add_choices();
    for v in 0..model.graph.len() as u32 {
        let out = model.graph.out_of(v).map(|(_, arc)| (arc, 1)).collect();
        model.add_row(Label::Out(v), out, Sense::Eq, 1);
    }
    for v in 0..model.graph.len() as u32 {
        let into = model.graph.into_of(v).map(|(_, arc)| (arc, 1)).collect();
        model.add_row(Label::In(v), into, Sense::Eq, 1);
    }
}

/// Rows for the arcs that given ends and the options fix, and for a half turn.
pub(super) fn side_rows(model: &mut Model, options: &Options) -> Result<(), Error> {
    for arc in fixed_arcs(model, options)? {
        model.add_row(Label::Fixed(arc), vec![(arc, 1)], Sense::Eq, 1);
    }
    for (a, b) in half_turn_pairs(model, options)? {
        model.add_row(Label::Symmetric(a), vec![(a, 1), (b, -1)], Sense::Eq, 0);
    }
    Ok(())
}

/// The arcs that every solution uses: those of given ends, and those that fix the direction.
pub(super) fn fixed_arcs(model: &Model, options: &Options) -> Result<Vec<u32>, Error> {
    let mut arcs = model.graph.fixed().to_vec();
    if options.oriented {
        let free = model.problem.fixed().count() < 2 && model.problem.to().is_none();
        let mut moves = model.graph.out_of(model.root);
        let (Some((_, first)), Some((_, second)), None, true, None) =
            (moves.next(), moves.next(), moves.next(), free, model.graph.apex())
        else {
            return Err(Error::mismatch(
                "the direction can be fixed only for a closed tour whose first square has two moves and that is given at most one square: leave the option out",
            ));
        };
        arcs.extend([first, second ^ 1]);
    }
    Ok(arcs)
}

/// The pairs of choices that a half turn of the board exchanges, each once.
pub(super) fn half_turn_pairs(model: &Model, options: &Options) -> Result<Vec<(u32, u32)>, Error> {
    if !options.half_turn {
        return Ok(Vec::new());
    }
    let board = model.problem.board();
    if model.graph.apex().is_some() || !Symmetry::of(board).contains(&Symmetry::Rotate180) {
        return Err(Error::mismatch(
            "a half turn must map the board onto itself and the tour be closed: leave the option out",
        ));
    }
    let image = |v: u32| match model.graph.vertex(v) {
        crate::answer::Vertex::Square(square) => {
            model.graph.vertex_of(Symmetry::Rotate180.apply(board, square))
        }
        crate::answer::Vertex::Apex => None,
    };
    let image_of_arc = |arc: u32| {
        let (a, b) = model.graph.arc(arc);
        image(a).zip(image(b)).and_then(|(a, b)| model.graph.arc_between(a, b))
    };
    let choice = |arc: u32| if model.directed { arc } else { arc / 2 };
    let step = if model.directed { 1 } else { 2 };
    let arcs = (0..model.graph.arcs()).step_by(step);
    Ok(arcs
        .filter_map(|arc| Some((choice(arc), choice(image_of_arc(arc)?))))
        .filter(|&(a, b)| a < b)
        .collect())
}
