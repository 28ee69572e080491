//! Linear programs with integers, and the loop that cuts off what is not one cycle.

use hippodrome::model::{Model, Row, cycles};
use hippodrome::{Limit, Observer, Progress};

use crate::{Effort, Outcome, Report};

/// What a linear engine says.
pub(crate) enum Said {
    /// The value of each variable.
    Values(Vec<f64>),
    Infeasible,
    Stopped,
    Failed(String),
}

/// A solver of linear programs with integers.
pub(crate) trait Engine {
    /// Solves the program of the model's variables and rows, as it is now.
    fn solve(&mut self, model: &Model, observer: &dyn Observer, effort: &mut Effort) -> Said;

    /// Told of each row added to the model since it was last solved.
    fn added(&mut self, _row: &Row) {}
}

/// Bytes that a solver takes for a term of the model before it starts.
const TERM: u64 = 64;

/// Solves the model, again and again while its solution is several cycles.
pub(crate) fn solve(engine: &mut dyn Engine, mut model: Model, observer: &dyn Observer) -> Report {
    let mut effort = Effort::default();
    let terms: u64 = model.rows().iter().map(|row| row.terms.len() as u64).sum();
    let outcome = loop {
        if observer.should_stop() || !observer.may_take(terms.saturating_mul(TERM)) {
            break Outcome::Unknown(Limit::Stopped);
        }
        let values = match engine.solve(&model, observer, &mut effort) {
            Said::Values(values) => values,
            Said::Infeasible => break Outcome::Infeasible,
            Said::Stopped => break Outcome::Unknown(Limit::Stopped),
            Said::Failed(why) => break Outcome::Failed(why),
        };
        effort.rounds += 1;
        // Solvers keep to integers only within a tolerance.
        let chosen = |v: u32| values[v as usize] > 0.5;
        match cycles(model.graph(), model.is_directed(), chosen) {
            Ok(found) if found.len() > 1 && model.needs_one_cycle() => {
                for set in model.violated(found) {
                    let row = model.cut(set);
                    engine.added(&row);
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
    Report { outcome, effort, model }
}
