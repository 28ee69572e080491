//! Farkas certificates by linear programming, made exact and checked.

use hippodrome::model::{Farkas, Formulation, Model, Options};
use hippodrome::{Observer, Problem, Vertex};
use microlp::{ComparisonOp, OptimizationDirection, Problem as Program, SolveOutcome};

use crate::relaxation::{Relaxation, relaxation};

/// The largest number of squares for which certificates are looked for: the linear programs and
/// minimum cuts take about a second there.
pub const MAX_SQUARES: u128 = 400;

/// A certificate that the problem has no tour, if its linear relaxation (degree rows and all cuts)
/// has no solution.
///
/// The cuts are found with floating-point numbers, prices and multipliers too; the numbers are then
/// made integers and the certificate verified exactly, so nothing depends on the solver. `None`
/// where the relaxation has a solution, the problem has clues or the board is larger than
/// [`MAX_SQUARES`] and there is no [closed form](Farkas::closed_form), the observer stopped it, or the numbers could not be made
/// exact: that says nothing of a tour.
///
/// # Errors
///
/// Those of [`Model::new`].
///
/// # Examples
///
/// ```
/// use hippodrome::{Kind, Leaper, Problem, Silent};
///
/// let problem = Problem::new("3x8".parse()?, Leaper::KNIGHT, Kind::Closed);
/// let proof = hippodrome_solve::farkas(&problem, &Silent)?.expect("3x8 has no closed tour");
/// assert!(proof.refutes(&problem)?);
/// # Ok::<(), hippodrome::Error>(())
/// ```
pub fn farkas(
    problem: &Problem,
    observer: &dyn Observer,
) -> Result<Option<Farkas>, hippodrome::Error> {
    if let Some(proof) = Farkas::closed_form(problem)? {
        return Ok(Some(proof));
    }
    // What is wrong with given ends or clues is found by `exists`.
    if problem.board().len() > MAX_SQUARES || !problem.clues().is_empty() {
        return Ok(None);
    }
    let mut model = Model::new(problem, Formulation::Dfj, &Options::new())?;
    if relaxation(&mut model, observer) != Some(Relaxation::Infeasible) {
        return Ok(None);
    }
    for cuts in 0..=model.cuts().len() {
        // The cuts found last are those that made it infeasible: try the fewest of them.
        let sets = &model.cuts()[model.cuts().len() - cuts..];
        if let Some(proof) = multipliers(&model, sets)
            && proof.refutes(problem)?
        {
            return Ok(Some(proof));
        }
        if observer.should_stop() {
            break;
        }
    }
    Ok(None)
}

/// Prices, cuts and edges with the largest 2·Σ y + 2·Σ z − Σ w, in a box, as integers.
fn multipliers(model: &Model, sets: &[Vec<u32>]) -> Option<Farkas> {
    let graph = model.graph();
    let mut program = Program::new(OptimizationDirection::Maximize);
    let prices: Vec<_> = (0..graph.len()).map(|_| program.add_var(2.0, (-1.0, 1.0))).collect();
    let cuts: Vec<_> = sets.iter().map(|_| program.add_var(2.0, (0.0, 4.0))).collect();
    let edges: Vec<_> = graph.edges().iter().map(|_| program.add_var(-1.0, (0.0, 8.0))).collect();
    let mut rows: Vec<Vec<_>> = graph
        .edges()
        .iter()
        .zip(&edges)
        .map(|(&(a, b), &w)| vec![(prices[a as usize], 1.0), (prices[b as usize], 1.0), (w, -1.0)])
        .collect();
    for (set, &z) in sets.iter().zip(&cuts) {
        for edge in graph.leaving(set) {
            rows[edge as usize].push((z, 1.0));
        }
    }
    for row in rows {
        program.add_constraint(row, ComparisonOp::Le, 0.0);
    }
    let Ok(SolveOutcome::Solution(solution)) = program.solve() else { return None };
    if solution.objective() < 1e-6 {
        return None;
    }
    let values: Vec<f64> =
        prices.iter().chain(&cuts).chain(&edges).map(|&v| solution.var_value(v)).collect();
    // A vertex of this polyhedron has small denominators.
    let scale = (1..=5040u32).map(f64::from).find(|scale| {
        values.iter().all(|value| (value * scale - (value * scale).round()).abs() < 1e-4)
    })?;
    let whole: Vec<i64> = values.iter().map(|value| (value * scale).round() as i64).collect();
    let (y, rest) = whole.split_at(prices.len());
    let (z, w) = rest.split_at(cuts.len());
    let vertex = |v: u32| graph.vertex(v);
    let named = |set: &Vec<u32>| -> Vec<Vertex> {
        let mut set = set.clone();
        set.sort_unstable();
        set.into_iter().map(vertex).collect()
    };
    Some(Farkas {
        prices: (0..).zip(y).filter(|(_, y)| **y != 0).map(|(v, &y)| (vertex(v), y)).collect(),
        sets: sets
            .iter()
            .zip(z)
            .filter(|(_, z)| **z > 0)
            .map(|(set, &z)| (z.unsigned_abs(), named(set)))
            .collect(),
        edges: graph
            .edges()
            .iter()
            .zip(w)
            .filter(|(_, w)| **w > 0)
            .map(|(&(a, b), &w)| (vertex(a), vertex(b), w.unsigned_abs()))
            .collect(),
    })
}
