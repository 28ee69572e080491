//! The program of Miller, Tucker and Zemlin.
//!
//! For N vertices, arcs x and positions u, with the root at u = 1 and the others in 1..N:
//! u(i) − u(j) + N·x(i,j) ≤ N − 1 for every arc i → j that does not touch the root. With x(i,j) = 1 the
//! row says u(j) ≥ u(i) + 1; added up along a cycle of k vertices that avoids the root it says
//! k ≤ 0. With x(i,j) = 0 it says u(i) − u(j) ≤ N − 1, which always holds.
//!
//! From 1 to N there is one number more than vertices besides the root, so u need only rise along
//! the tour and may leave one number out. Where squares of given steps are asked for, u has to be
//! the position itself: then the others are in 2..N.

use super::directed::{degree_rows, fixed_arcs, side_rows};
use super::{Domain, Label, Meaning, Model, Options, Sense};
use crate::error::Error;

/// The rows; with the options, the sharper ones.
///
/// *Lifted*: the positions other than the root's are 2..N, so u(i) − u(j) ≤ N − 2, and the opposite
/// arc, with which u(i) = u(j) + 1, may have the coefficient N − 3. The two rows of an edge then say
/// u(j) = u(i) + 1 exactly. *Parity*: if every move changes the colour, u(i) − u(j) is odd, so for N
/// even at most N − 3, and all constants shrink by one.
pub(super) fn build(model: &mut Model, options: &Options) -> Result<(), Error> {
    let n = model.graph.len() as i64;
    let sharp = options.lifted || options.parity;
    if options.parity && (n % 2 == 1 || !model.problem.leaper().changes_colour()) {
        return Err(Error::mismatch(
            "parity sharpens the order only for a piece that changes colour at every move and an even number of positions: leave the option out",
        ));
    }
    degree_rows(model);
    let root = model.root;
    let first = model.variables.len() as u32;
    let given: Vec<_> = model.fixed_positions().collect();
    let least = if sharp || !given.is_empty() { 2 } else { 1 };
    for v in 0..n as u32 {
        let domain = if v == root { Domain::between(1, 1) } else { Domain::between(least, n) };
        model.add_variable(Meaning::Order(v), domain);
    }
    for (v, position) in given {
        let only = Domain::between(position.into(), position.into());
        model.variables[(first + v) as usize].domain = only;
    }
    // The coefficient of x(i,j), which is one more than the right-hand side.
    let big = n - i64::from(sharp) - i64::from(options.parity);
    for arc in 0..model.graph.arcs() {
        let (i, j) = model.graph.arc(arc);
        if i == root || j == root {
            continue;
        }
        let mut terms = vec![(first + i, 1), (first + j, -1), (arc, big)];
        if options.lifted {
            terms.push((arc ^ 1, big - 2));
        }
        model.add_row(Label::Order(arc), terms, Sense::Le, big - 1);
    }
    if options.oriented {
        for arc in fixed_arcs(model, options)? {
            let (tail, head) = model.graph.arc(arc);
            let (v, position) = if tail == root { (head, 2) } else { (tail, n) };
            model.variables[(first + v) as usize].domain = Domain::between(position, position);
        }
    }
    side_rows(model, options)
}
