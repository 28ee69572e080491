//! Clause-learning solvers, and the loop that cuts off what is not one cycle.

use hippodrome::model::{Model, cycles};
use hippodrome::{Limit, Observer, Progress, Rng};

use crate::clauses::clauses_of;
use crate::{Effort, Error, Outcome, Report, Solver};

/// A solver of clauses, fed and asked repeatedly.
pub(crate) trait Engine {
    /// Adds a clause of literals as in DIMACS.
    fn add(&mut self, clause: &[i32]);

    /// Whether the clauses can be satisfied; `None` when the observer stopped it.
    fn satisfiable(&mut self) -> Option<bool>;

    /// The value of each variable, from 0, after `Some(true)`.
    fn values(&mut self, variables: usize) -> Vec<bool>;

    /// Conflicts so far, where the solver tells.
    fn conflicts(&self) -> Option<u64>;
}

/// A clause-learning solver: takes `sat` as it is, and `mtz`, `dfj` and `circuit` with their rows
/// translated to clauses.
///
/// Where the model leaves it open that there is one cycle, every cycle of a solution is cut off
/// ("some edge leaves it") and the solver asked again; it keeps what it has learnt.
#[derive(Clone, Copy, Debug)]
pub struct Sat {
    name: &'static str,
    start: Start,
}

/// Starts a solver.
pub(crate) type Start = for<'a> fn(&'a dyn Observer) -> Box<dyn Engine + 'a>;

impl Sat {
    /// With varisat, in pure Rust.
    #[must_use]
    pub fn varisat() -> Self {
        Self { name: "varisat", start: |o| Box::new(crate::varisat_engine::Varisat::new(o)) }
    }

    /// With CaDiCaL.
    #[cfg(feature = "cadical")]
    #[must_use]
    pub fn cadical() -> Self {
        Self { name: "cadical", start: |o| Box::new(crate::cadical::Cadical::new(o)) }
    }
}

impl Solver for Sat {
    fn name(&self) -> &'static str {
        self.name
    }

    fn serves(&self, model: &Model) -> bool {
        model.formulation() != hippodrome::model::Formulation::Flow
    }

    fn solve(&self, mut model: Model, seed: u64, observer: &dyn Observer) -> Result<Report, Error> {
        let translated = if self.serves(&model) { clauses_of(&model) } else { None };
        let Some((variables, clauses)) = translated else {
            return Err(Error::unserved(self, &model));
        };
        let mut engine = (self.start)(observer);
        let mut order: Vec<&[i32]> = clauses.iter().collect();
        if seed != 0 {
            // These solvers take up variables in the order in which they meet them.
            Rng::new(seed).shuffle(&mut order);
        }
        for clause in order {
            engine.add(clause);
        }
        drop(clauses);
        let mut effort = Effort::default();
        let outcome = loop {
            if observer.should_stop() {
                break Outcome::Unknown(Limit::Stopped);
            }
            match engine.satisfiable() {
                None => break Outcome::Unknown(Limit::Stopped),
                Some(false) => break Outcome::Infeasible,
                Some(true) => {}
            }
            effort.rounds += 1;
            let values = engine.values(variables);
            let chosen = |v: u32| values[v as usize];
            let found = cycles(model.graph(), model.is_directed(), chosen);
            match found {
                Ok(found) if found.len() > 1 && model.needs_one_cycle() => {
                    for set in model.violated(found) {
                        let row = model.cut(set);
                        let literals = row.terms.iter().map(|&(v, _)| v as i32 + 1);
                        engine.add(&literals.collect::<Vec<_>>());
                        effort.cuts += 1;
                    }
                    observer.progress(&Progress {
                        stage: "cutting off cycles",
                        done: effort.cuts.into(),
                        total: None,
                        note: format!("round {}", effort.rounds),
                    });
                }
                _ => {
                    break match model.decode(chosen) {
                        Ok(tour) => Outcome::Tour(tour),
                        Err(error) => Outcome::Failed(error.to_string()),
                    };
                }
            }
        };
        effort.conflicts = engine.conflicts();
        drop(engine);
        Ok(Report { outcome, effort, model })
    }
}
