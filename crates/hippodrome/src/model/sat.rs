//! The tour in clauses.
//!
//! *By cuts*: a variable for each edge; at every vertex at least two (each all-but-one of its edges
//! contains a chosen one) and at most two (of each three edges one is not chosen); for a set that
//! a solution cuts off, "some edge leaves the set". *By order*: a variable for each arc; exactly
//! one out of and one into every vertex; the positions in unary, u(v) ≥ k, where an arc i → j
//! says u(j) = u(i) + 1.

use super::dfj::require_undirected;
use super::directed::{fixed_arcs, half_turn_pairs};
use super::size::PAIRWISE;
use super::variable::literal;
use super::{Domain, Meaning, Model, Options};
use crate::error::Error;

pub(super) fn build_cuts(model: &mut Model, options: &Options) -> Result<(), Error> {
    require_undirected(model, options)?;
    model.directed = false;
    model.one_cycle = true;
    model.add_choices();
    for v in 0..model.graph.len() as u32 {
        let at: Vec<i32> = model.graph.incident(v).iter().map(|&(_, edge)| literal(edge)).collect();
        if at.len() <= PAIRWISE {
            exactly_two(model, &at);
        } else {
            count_to_two(model, &at);
        }
    }
    for &arc in model.graph.fixed() {
        model.clauses.push([literal(arc / 2)]);
    }
    equal_pairs(model, options)
}

/// At least two of the literals, and at most two.
fn exactly_two(model: &mut Model, literals: &[i32]) {
    if literals.is_empty() {
        model.clauses.push([]);
    }
    for left_out in literals {
        model.clauses.push(literals.iter().filter(|l| *l != left_out).copied());
    }
    for (at, &a) in literals.iter().enumerate() {
        for (next, &b) in literals.iter().enumerate().skip(at + 1) {
            for &c in &literals[next + 1..] {
                model.clauses.push([-a, -b, -c]);
            }
        }
    }
}

/// Exactly two of many, by a sequential counter (C. Sinz, Towards an optimal CNF encoding of
/// Boolean cardinality constraints, CP 2005, <https://doi.org/10.1007/11564751_73>): after each literal, whether
/// at least one and at least two were true so far, in both directions.
fn count_to_two(model: &mut Model, literals: &[i32]) {
    let mut before: Option<(i32, i32)> = None;
    for &l in literals {
        let (one, two) = (auxiliary(model), auxiliary(model));
        match before {
            None => {
                model.clauses.push([-l, one]);
                model.clauses.push([l, -one]);
                model.clauses.push([-two]);
            }
            Some((one0, two0)) => {
                model.clauses.push([-l, one]);
                model.clauses.push([-one0, one]);
                model.clauses.push([-one, one0, l]);
                model.clauses.push([-two0, two]);
                model.clauses.push([-one0, -l, two]);
                model.clauses.push([-two, two0, one0]);
                model.clauses.push([-two, two0, l]);
                model.clauses.push([-two0, -l]);
            }
        }
        before = Some((one, two));
    }
    if let Some((_, two)) = before {
        model.clauses.push([two]);
    }
}

pub(super) fn build_order(model: &mut Model, options: &Options) -> Result<(), Error> {
    let (n, arcs) = (model.graph.len() as u32, model.graph.arcs());
    model.directed = true;
    model.add_choices();
    let root = model.root;
    let first = model.variables.len() as u32;
    // u(v) >= 2 always holds away from the root, so the variables are those for 3..=n.
    let levels = n.saturating_sub(2);
    for v in 0..n {
        for k in 3..=n {
            model.add_variable(Meaning::AtLeast(v, k), Domain::BINARY);
        }
    }
    let at_least = |v: u32, k: u32| literal(first + v * levels + k - 3);
    for v in 0..n {
        let out: Vec<i32> = model.graph.out_of(v).map(|(_, arc)| literal(arc)).collect();
        exactly_one(model, &out);
        let into: Vec<i32> = model.graph.into_of(v).map(|(_, arc)| literal(arc)).collect();
        exactly_one(model, &into);
        if v == root {
            for k in 3..=n {
                model.clauses.push([-at_least(v, k)]);
            }
        } else {
            for k in 4..=n {
                model.clauses.push([-at_least(v, k), at_least(v, k - 1)]);
            }
        }
    }
    for arc in 0..arcs {
        let ((i, j), x) = (model.graph.arc(arc), literal(arc));
        if n < 3 {
            break;
        }
        if i == root {
            model.clauses.push([-x, -at_least(j, 3)]);
        } else if j == root {
            model.clauses.push([-x, at_least(i, n)]);
        } else {
            model.clauses.push([-x, at_least(j, 3)]);
            model.clauses.push([-x, -at_least(i, n)]);
            for k in 3..n {
                model.clauses.push([-x, -at_least(i, k), at_least(j, k + 1)]);
                model.clauses.push([-x, at_least(i, k), -at_least(j, k + 1)]);
            }
        }
    }
    let positions: Vec<_> = model.fixed_positions().collect();
    for (v, position) in positions {
        if position >= 3 {
            model.clauses.push([at_least(v, position)]);
        }
        if position < n {
            model.clauses.push([-at_least(v, position + 1)]);
        }
    }
    for arc in fixed_arcs(model, options)? {
        model.clauses.push([literal(arc)]);
    }
    equal_pairs(model, options)
}

/// Exactly one of the literals: of few by all pairs, of many by a sequential counter.
fn exactly_one(model: &mut Model, literals: &[i32]) {
    model.clauses.push(literals.iter().copied());
    if literals.len() <= PAIRWISE {
        for (at, &a) in literals.iter().enumerate() {
            for &b in &literals[at + 1..] {
                model.clauses.push([-a, -b]);
            }
        }
        return;
    }
    let mut before: Option<i32> = None;
    for &l in literals {
        let seen = auxiliary(model);
        model.clauses.push([-l, seen]);
        if let Some(before) = before {
            model.clauses.push([-before, seen]);
            model.clauses.push([-before, -l]);
        }
        before = Some(seen);
    }
}

fn auxiliary(model: &mut Model) -> i32 {
    let number = model.variables.len() as u32;
    literal(model.add_variable(Meaning::Auxiliary(number), Domain::BINARY))
}

fn equal_pairs(model: &mut Model, options: &Options) -> Result<(), Error> {
    for (a, b) in half_turn_pairs(model, options)? {
        model.clauses.push([-literal(a), literal(b)]);
        model.clauses.push([literal(a), -literal(b)]);
    }
    Ok(())
}
