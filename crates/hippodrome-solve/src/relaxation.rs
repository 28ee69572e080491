//! The linear relaxation: what is left of a model when choices may be fractions.

use hippodrome::Observer;
use hippodrome::model::{Formulation, Model};

use crate::Effort;
use crate::linear::Said;
use crate::microlp_engine::{problem, run};

/// What the linear relaxation says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relaxation {
    /// It has a solution, which says nothing of a tour.
    Feasible,
    /// It has none, so there is no tour. (Of floating-point numbers: not a proof.)
    Infeasible,
    /// It was stopped, or the solver failed.
    Unknown,
}

/// Solves the linear relaxation. For `dfj` all subtour rows count: those that the solution breaks
/// are found by minimum cuts (M. Stoer, F. Wagner, A simple min-cut algorithm, Journal of the ACM
/// 44 (1997) 585–591, doi:10.1145/263867.263872) and added to the model until none is broken.
///
/// `None` for a model of clauses.
///
/// # Complexity
///
/// A linear program for each round, and O(N³) for its minimum cut.
pub fn relaxation(model: &mut Model, observer: &dyn Observer) -> Option<Relaxation> {
    if model.formulation() == Formulation::Sat {
        return None;
    }
    let costs = vec![0.0; model.variables().len()];
    loop {
        let (program, variables) = problem(model, &costs, true);
        let said = run(program.solve(), &variables, observer, &mut Effort::default());
        let values = match said {
            Said::Values(values) => values,
            Said::Infeasible => return Some(Relaxation::Infeasible),
            Said::Stopped | Said::Failed(_) => return Some(Relaxation::Unknown),
        };
        if model.formulation() != Formulation::Dfj {
            return Some(Relaxation::Feasible);
        }
        let sets = broken_cuts(model, &values);
        if sets.is_empty() {
            return Some(Relaxation::Feasible);
        }
        if observer.should_stop() {
            return Some(Relaxation::Unknown);
        }
        for set in sets {
            model.cut(set);
        }
    }
}

/// Sets that fewer than two (fractional) edges leave: the components of the edges that are used,
/// else a minimum cut.
pub(crate) fn broken_cuts(model: &Model, values: &[f64]) -> Vec<Vec<u32>> {
    const SLACK: f64 = 1e-6;
    let graph = model.graph();
    let n = graph.len();
    let mut component = vec![usize::MAX; n];
    let mut sets: Vec<Vec<u32>> = Vec::new();
    for start in 0..n as u32 {
        if component[start as usize] != usize::MAX {
            continue;
        }
        component[start as usize] = sets.len();
        let mut set = vec![start];
        let mut at = 0;
        while let Some(&v) = set.get(at) {
            at += 1;
            for &(to, edge) in graph.incident(v) {
                if values[edge as usize] > SLACK && component[to as usize] == usize::MAX {
                    component[to as usize] = sets.len();
                    set.push(to);
                }
            }
        }
        sets.push(set);
    }
    if sets.len() > 1 {
        return model.violated(sets);
    }
    let mut weight = vec![vec![0.0; n]; n];
    for (&(a, b), edge) in graph.edges().iter().zip(0..) {
        weight[a as usize][b as usize] += values[edge];
        weight[b as usize][a as usize] += values[edge];
    }
    let (value, set) = minimum_cut(weight);
    if value < 2.0 - SLACK { vec![set] } else { Vec::new() }
}

/// Stoer and Wagner's minimum cut of a graph of at least two vertices.
fn minimum_cut(mut weight: Vec<Vec<f64>>) -> (f64, Vec<u32>) {
    let mut merged: Vec<Vec<u32>> = (0..weight.len() as u32).map(|v| vec![v]).collect();
    let mut left: Vec<usize> = (0..weight.len()).collect();
    let mut best = (f64::INFINITY, Vec::new());
    while left.len() > 1 {
        // Maximum adjacency order.
        let mut reach: Vec<f64> = vec![0.0; weight.len()];
        let mut rest = left.clone();
        let (mut last, mut before) = (rest[0], rest[0]);
        while !rest.is_empty() {
            let next = (0..rest.len()).max_by(|&a, &b| reach[rest[a]].total_cmp(&reach[rest[b]]));
            before = last;
            last = rest.swap_remove(next.unwrap_or(0));
            for &v in &rest {
                reach[v] += weight[last][v];
            }
        }
        if reach[last] < best.0 {
            best = (reach[last], merged[last].clone());
        }
        let moved = std::mem::take(&mut merged[last]);
        merged[before].extend(moved);
        for &v in &left {
            let w = weight[last][v];
            weight[before][v] += w;
            weight[v][before] += w;
        }
        left.retain(|&v| v != last);
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_minimum_cut_of_two_triangles_is_the_bridge() {
        let mut weight = vec![vec![0.0; 6]; 6];
        let edges = [(0, 1, 1.0), (1, 2, 1.0), (0, 2, 1.0), (3, 4, 1.0), (4, 5, 1.0), (3, 5, 1.0)];
        for (a, b, w) in edges.into_iter().chain([(2, 3, 0.5)]) {
            weight[a][b] = w;
            weight[b][a] = w;
        }
        let (value, mut set) = minimum_cut(weight);
        set.sort_unstable();
        assert!((value - 0.5).abs() < 1e-12);
        assert!(set == [0, 1, 2] || set == [3, 4, 5], "{set:?}");
    }
}
