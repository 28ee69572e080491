//! HiGHS, linear programming and branch and cut in C++ (Q. Huangfu, J. A. J. Hall, Parallelizing the
//! dual revised simplex method, Mathematical Programming Computation 10 (2018) 119–142,
//! doi:10.1007/s12532-017-0130-5).

use highs::{HighsModelStatus, RowProblem, Sense as Direction, SolvedModel};
use hippodrome::Observer;
use hippodrome::model::{Formulation, Model, Sense};

use crate::linear::{Engine, Said};
use crate::{Effort, Error, Report, Solver};

/// HiGHS: takes `mtz`, `flow`, `dfj` and `circuit`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Highs;

impl Solver for Highs {
    fn name(&self) -> &'static str {
        "highs"
    }

    fn serves(&self, model: &Model) -> bool {
        model.formulation() != Formulation::Sat
    }

    fn solve(&self, model: Model, seed: u64, observer: &dyn Observer) -> Result<Report, Error> {
        if !self.serves(&model) {
            return Err(Error::unserved(self, &model));
        }
        let mut engine = Program { seed: (seed % (1 << 31)) as i32 };
        Ok(crate::linear::solve(&mut engine, model, observer))
    }
}

struct Program {
    seed: i32,
}

/// HiGHS cannot be asked to stop, only told beforehand: it is run with this limit of seconds first,
/// and from the beginning with twice as much each time it is not done and the observer lets it go on.
const FIRST_LIMIT: f64 = 5.0;

impl Engine for Program {
    fn solve(&mut self, model: &Model, observer: &dyn Observer, _effort: &mut Effort) -> Said {
        // HiGHS says only that such a model is empty, whatever its rows say.
        if model.variables().is_empty() {
            let holds = model.rows().iter().all(|row| match row.sense {
                Sense::Le => 0 <= row.rhs,
                Sense::Eq => 0 == row.rhs,
                Sense::Ge => 0 >= row.rhs,
            });
            return if holds { Said::Values(Vec::new()) } else { Said::Infeasible };
        }
        let mut limit = FIRST_LIMIT;
        loop {
            let status = match self.run(model, limit) {
                Ok(solved) => match solved.status() {
                    HighsModelStatus::Optimal => {
                        return Said::Values(solved.get_solution().columns().to_vec());
                    }
                    other => other,
                },
                Err(error) => return Said::Failed(format!("highs: {error}")),
            };
            match status {
                // The objective is 0, so nothing is unbounded.
                HighsModelStatus::Infeasible | HighsModelStatus::UnboundedOrInfeasible => {
                    return Said::Infeasible;
                }
                HighsModelStatus::ReachedTimeLimit if observer.should_stop() => {
                    return Said::Stopped;
                }
                HighsModelStatus::ReachedTimeLimit => limit *= 2.0,
                other => return Said::Failed(format!("highs: {other:?}")),
            }
        }
    }
}

impl Program {
    fn run(&self, model: &Model, limit: f64) -> Result<SolvedModel, String> {
        let failed = |what: &str| format!("{what} failed");
        let program = problem(model).try_optimise(Direction::Minimise);
        let mut program = program.map_err(|e| failed(&format!("loading the model ({e:?})")))?;
        program.make_quiet();
        let set = program.try_set_option("threads", 1).is_ok()
            && program.try_set_option("random_seed", self.seed).is_ok()
            && program.try_set_option("time_limit", limit).is_ok();
        if !set {
            return Err(failed("setting an option"));
        }
        program.try_solve().map_err(|e| failed(&format!("solving ({e:?})")))
    }
}

fn problem(model: &Model) -> RowProblem {
    let mut problem = RowProblem::default();
    let columns: Vec<_> = model
        .variables()
        .iter()
        .map(|variable| {
            let (least, greatest) = (variable.domain.least as f64, variable.domain.greatest as f64);
            if variable.domain.integer {
                problem.add_integer_column(0.0, least..=greatest)
            } else {
                problem.add_column(0.0, least..=greatest)
            }
        })
        .collect();
    for row in model.rows() {
        let terms: Vec<_> =
            row.terms.iter().map(|&(v, c)| (columns[v as usize], c as f64)).collect();
        let rhs = row.rhs as f64;
        match row.sense {
            Sense::Le => problem.add_row(..=rhs, &terms),
            Sense::Eq => problem.add_row(rhs..=rhs, &terms),
            Sense::Ge => problem.add_row(rhs.., &terms),
        }
    }
    problem
}
