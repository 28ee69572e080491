//! Clause-learning solvers, and the loop that cuts off what is not one cycle.

use hippodrome::model::{Clauses, Formulation, Model, cycles};
use hippodrome::{Limit, Observer, Progress, Rng, Tour};

use crate::clauses::{Translated, clauses_of};
use crate::join::join;
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
        model.formulation() != Formulation::Flow
    }

    fn solve(&self, mut model: Model, seed: u64, observer: &dyn Observer) -> Result<Report, Error> {
        if !self.serves(&model) {
            return Err(Error::unserved(self, &model));
        }
        // What a solver of linear rows sees in the rows of degrees at once, clauses hide.
        let directed = matches!(model.formulation(), Formulation::Mtz | Formulation::Circuit);
        if directed && model.graph().has_unequal_sides() {
            let effort = Effort::default();
            return Ok(Report { outcome: Outcome::Infeasible, effort, model });
        }
        let mut engine = (self.start)(observer);
        let variables = match clauses_of(&model, observer) {
            Translated::Unserved => return Err(Error::unserved(self, &model)),
            Translated::Clauses(variables, clauses) => {
                feed(engine.as_mut(), &clauses, seed, observer).then_some(variables)
            }
            Translated::Stopped => None,
        };
        let Some(variables) = variables else {
            drop(engine);
            let outcome = Outcome::Unknown(Limit::Stopped);
            return Ok(Report { outcome, effort: Effort::default(), model });
        };
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
                    if let Some(tour) = joined(&model, &found, &mut effort) {
                        break Outcome::Tour(tour);
                    }
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

/// Clauses handed over between two looks at the observer.
const RUN: usize = 1 << 12;

/// Hands the clauses over; `false` when the observer stopped it.
fn feed(engine: &mut dyn Engine, clauses: &Clauses, seed: u64, observer: &dyn Observer) -> bool {
    if seed == 0 {
        return add_all(engine, clauses.iter(), observer);
    }
    let mut order: Vec<&[i32]> = clauses.iter().collect();
    shuffle_nearby(&mut order, &mut Rng::new(seed));
    add_all(engine, order.into_iter(), observer)
}

fn add_all<'c>(
    engine: &mut dyn Engine,
    clauses: impl Iterator<Item = &'c [i32]>,
    observer: &dyn Observer,
) -> bool {
    for (clause, number) in clauses.zip(1usize..) {
        engine.add(clause);
        if number.is_multiple_of(RUN) && observer.should_stop() {
            return false;
        }
    }
    true
}

/// Shuffles runs of neighbours, and perhaps turns the whole round.
///
/// These solvers take up variables in the order in which they meet them. Clauses of one corner of
/// the board stay together: decisions all over the board at once leave pieces that do not fit.
fn shuffle_nearby(order: &mut [&[i32]], rng: &mut Rng) {
    let mut rest = &mut order[..];
    while !rest.is_empty() {
        let length = (2 + rng.below(64) as usize).min(rest.len());
        let (run, after) = rest.split_at_mut(length);
        rng.shuffle(run);
        rest = after;
    }
    if rng.below(2) == 1 {
        order.reverse();
    }
}

/// Boards of more squares than this have their cycles joined by exchanges, before they are cut off.
/// The solver alone finds two edges for every square without a conflict, but once cuts are added
/// it may get lost: on 200x200 with most seeds for minutes.
const JOINED_ABOVE: usize = 400;

/// The tour that exchanges make of the cycles, if they do.
fn joined(model: &Model, found: &[Vec<u32>], effort: &mut Effort) -> Option<Tour> {
    let graph = model.graph();
    if graph.len() <= JOINED_ABOVE || model.is_directed() || model.keeps_half_turn() {
        return None;
    }
    let (links, exchanges) = join(graph, found);
    if exchanges + 1 < found.len() as u64 {
        return None;
    }
    let chosen = |edge: u32| {
        let (a, b) = graph.edges()[edge as usize];
        links[a as usize].contains(&b)
    };
    let tour = model.decode(chosen).ok()?;
    effort.joined = exchanges;
    Some(tour)
}
