//! microlp, linear programming and branch and bound in Rust.

use std::time::Duration;

use hippodrome::Observer;
use hippodrome::model::{Model, Sense};
use microlp::{
    ComparisonOp, Error as LpError, OptimizationDirection, Problem, SolveOptions, SolveOutcome,
    Variable,
};

use crate::linear::{Engine, Said};
use crate::{Effort, Error, Report, Solver};

/// microlp: takes `mtz`, `flow`, `dfj` and `circuit`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Microlp;

/// How long it works before it is asked whether to stop.
const SLICE: Duration = Duration::from_millis(50);

impl Solver for Microlp {
    fn name(&self) -> &'static str {
        "microlp"
    }

    fn serves(&self, model: &Model) -> bool {
        model.formulation() != hippodrome::model::Formulation::Sat
    }

    fn solve(&self, model: Model, seed: u64, observer: &dyn Observer) -> Result<Report, Error> {
        if !self.serves(&model) {
            return Err(Error::unserved(self, &model));
        }
        let mut engine = Program { costs: costs(&model, seed) };
        Ok(crate::linear::solve(&mut engine, model, observer))
    }
}

/// The objective is 0, as the seed's; another seed weighs the choices at random, which leads the
/// simplex method to another vertex.
fn costs(model: &Model, seed: u64) -> Vec<f64> {
    let mut rng = hippodrome::Rng::new(seed);
    let choices = model.choices();
    let cost = |v: usize| if seed == 0 || v >= choices { 0 } else { rng.below(100) };
    (0..model.variables().len()).map(cost).map(|c| c as f64).collect()
}

struct Program {
    costs: Vec<f64>,
}

impl Engine for Program {
    fn solve(&mut self, model: &Model, observer: &dyn Observer, effort: &mut Effort) -> Said {
        let (problem, variables) = problem(model, &self.costs, false);
        let mut options = SolveOptions::default();
        options.time_limit = Some(SLICE);
        let said = run(problem.solve_with(options.clone()), &variables, observer, effort);
        if let Said::Failed(_) = said {
            // A numerical failure: the same once more without presolve.
            options.presolve = false;
            return run(problem.solve_with(options), &variables, observer, effort);
        }
        said
    }
}

/// The model as microlp's problem; relaxed, binaries are numbers between 0 and 1.
///
/// Columns stand in reverse, positions and flows before choices: of equal candidates the simplex
/// method takes the first, and with positions first it needs fewer nodes (8x8 `mtz`: 188, not 1073).
pub(crate) fn problem(model: &Model, costs: &[f64], relaxed: bool) -> (Problem, Vec<Variable>) {
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let mut variables: Vec<Variable> = model
        .variables()
        .iter()
        .zip(costs)
        .rev()
        .map(|(variable, &cost)| {
            let domain = variable.domain;
            if domain.is_binary() && !relaxed {
                problem.add_binary_var(cost)
            } else {
                problem.add_var(cost, (domain.least as f64, domain.greatest as f64))
            }
        })
        .collect();
    variables.reverse();
    for row in model.rows() {
        let terms = row.terms.iter().map(|&(v, c)| (variables[v as usize], c as f64));
        let comparison = match row.sense {
            Sense::Le => ComparisonOp::Le,
            Sense::Eq => ComparisonOp::Eq,
            Sense::Ge => ComparisonOp::Ge,
        };
        problem.add_constraint(terms, comparison, row.rhs as f64);
    }
    (problem, variables)
}

/// Resumes until there is an answer or the observer stops it.
pub(crate) fn run(
    mut outcome: Result<SolveOutcome, LpError>,
    variables: &[Variable],
    observer: &dyn Observer,
    effort: &mut Effort,
) -> Said {
    loop {
        match outcome {
            Ok(SolveOutcome::Solution(solution)) => {
                *effort.nodes.get_or_insert(0) += solution.stats().nodes_solved;
                return Said::Values(variables.iter().map(|&v| solution.var_value(v)).collect());
            }
            Ok(SolveOutcome::Interrupted(stopped)) => {
                let nodes = stopped.stats().nodes_solved;
                if observer.should_stop() {
                    *effort.nodes.get_or_insert(0) += nodes;
                    return Said::Stopped;
                }
                observer.progress(&hippodrome::Progress {
                    stage: "branch and bound",
                    done: nodes.into(),
                    total: None,
                    note: String::new(),
                });
                outcome = SolveOutcome::Interrupted(stopped).resume();
            }
            Err(LpError::Infeasible) => return Said::Infeasible,
            Err(error) => return Said::Failed(format!("microlp: {error}")),
        }
    }
}
