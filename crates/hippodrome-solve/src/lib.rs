//! Solvers behind hippodrome's models of the tour.
//!
//! A [`Solver`] takes a [`Model`] and gives a [`Report`]. Whatever a solver says is checked: a tour
//! is decoded and verified, several cycles are cut off and the solver is asked again, and
//! "infeasible" is reported as the solver's word. Pure Rust by default ([`Microlp`], [`Sat`] with
//! varisat); CaDiCaL with the feature `cadical` (a C++ compiler), HiGHS with the feature `highs` (a
//! C++ compiler, cmake and libclang, and eleven minutes to build).
//!
//! # Examples
//!
//! ```
//! use hippodrome::model::{Formulation, Model, Options};
//! use hippodrome::{Kind, Leaper, Problem, Silent};
//! use hippodrome_solve::{Outcome, by_name};
//!
//! let problem = Problem::new("6x6".parse()?, Leaper::KNIGHT, Kind::Closed);
//! let model = Model::new(&problem, Formulation::Sat, &Options::new())?;
//! let report = by_name("varisat")?.solve(model, 0, &Silent)?;
//! let Outcome::Tour(tour) = report.outcome else { panic!("6x6 has a closed tour") };
//! assert_eq!(tour.len(), 36);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

use hippodrome::model::{Formulation, Model};
use hippodrome::{Limit, Observer, Tour};

#[cfg(feature = "cadical")]
mod cadical;
mod clauses;
mod farkas;
#[cfg(feature = "highs")]
mod highs;
mod join;
mod linear;
mod lrat;
mod microlp_engine;
mod queens;
mod refutation;
mod relaxation;
mod sat;
mod varisat_engine;

pub use farkas::{MAX_SQUARES as FARKAS_MAX_SQUARES, farkas};
#[cfg(feature = "highs")]
pub use highs::Highs;
pub use lrat::lrat;
pub use microlp_engine::Microlp;
pub use queens::Completer;
pub use refutation::{MAX_SQUARES as REFUTATION_MAX_SQUARES, refutation};
pub use relaxation::{Relaxation, relaxation};
pub use sat::Sat;

/// A solver of models.
pub trait Solver: fmt::Debug {
    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// Whether the solver takes this kind of model.
    fn serves(&self, model: &Model) -> bool;

    /// Solves the model. The observer may stop it; a time limit is a [`hippodrome::Deadline`], a
    /// memory limit a [`hippodrome::MemoryLimit`]. The same seed gives the same answer.
    ///
    /// The solvers have no memory limit of their own: what clauses and rows will take is asked for
    /// before they are handed over, and the observer is asked again and again while they work, by
    /// HiGHS every few seconds only.
    ///
    /// # Errors
    ///
    /// When the solver does not [serve](Solver::serves) the model.
    fn solve(&self, model: Model, seed: u64, observer: &dyn Observer) -> Result<Report, Error>;
}

/// What became of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A tour, decoded and verified.
    Tour(Tour),
    /// The solver says that there is none: its word, not a proof.
    Infeasible,
    /// It was not found out.
    Unknown(Limit),
    /// The solver failed, or its answer is none: what it says is not believed.
    Failed(String),
}

/// How much work it was. What a solver does not tell is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Effort {
    /// Solutions found and cut off, and the last one.
    pub rounds: u64,
    /// Cuts added.
    pub cuts: u64,
    /// Exchanges of two edges that joined the cycles of the last solution, not found by the solver
    /// itself: on large boards, for clause-learning solvers.
    pub joined: u64,
    /// Nodes of branch and bound.
    pub nodes: Option<u64>,
    /// Conflicts of a clause-learning solver.
    pub conflicts: Option<u64>,
}

/// The outcome, the effort, and the model with the cuts that were added.
#[derive(Clone, Debug)]
pub struct Report {
    /// The outcome.
    pub outcome: Outcome,
    /// The effort.
    pub effort: Effort,
    /// The model, with all cuts.
    pub model: Model,
}

/// Why a solver was refused: one line that names the remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(String);

impl Error {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    pub(crate) fn unserved(solver: &dyn Solver, model: &Model) -> Self {
        let (name, formulation) = (solver.name(), model.formulation());
        let remedy = default_name(formulation);
        Self(format!("solver {name} does not take formulation {formulation}: use {remedy}"))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// The names of all solvers there could be, and whether each is built in.
pub const SOLVERS: [(&str, bool); 4] = [
    ("microlp", true),
    ("varisat", true),
    ("cadical", cfg!(feature = "cadical")),
    ("highs", cfg!(feature = "highs")),
];

/// The solver of a name.
///
/// # Errors
///
/// When there is no such solver, or it is not built in; the message names the feature and what
/// building it needs.
pub fn by_name(name: &str) -> Result<Box<dyn Solver>, Error> {
    match name {
        "microlp" => Ok(Box::new(Microlp)),
        "varisat" => Ok(Box::new(Sat::varisat())),
        #[cfg(feature = "cadical")]
        "cadical" => Ok(Box::new(Sat::cadical())),
        #[cfg(not(feature = "cadical"))]
        "cadical" => Err(Error::new(
            "solver cadical is not built in: build with --features cadical (needs a C++ compiler, Debian package g++)",
        )),
        #[cfg(feature = "highs")]
        "highs" => Ok(Box::new(Highs)),
        #[cfg(not(feature = "highs"))]
        "highs" => Err(Error::new(
            "solver highs is not built in: build with --features highs (needs a C++ compiler, cmake and libclang: Debian packages g++, cmake and libclang-dev)",
        )),
        _ => Err(Error::new(format!(
            "solver '{}': expected microlp, varisat, cadical or highs",
            name.chars().take(40).collect::<String>().escape_debug()
        ))),
    }
}

/// The name of the solver that a formulation gets where none is asked for.
#[must_use]
pub const fn default_name(formulation: Formulation) -> &'static str {
    match formulation {
        Formulation::Flow | Formulation::Dfj => "microlp",
        Formulation::Mtz | Formulation::Circuit | Formulation::Sat => "varisat",
    }
}
