//! Optimisation and satisfiability models of the tour, as data.
//!
//! A [`Model`] has variables, linear rows or clauses, and sometimes one condition more, that the
//! arcs or edges chosen form [one cycle](Model::needs_one_cycle), which a solver meets by adding
//! [cuts](Model::cut) when it is broken. It is built once for a [`Formulation`] and read by the
//! [writers](write()), by the solvers (another crate), and by the [decoder](Model::decode), which
//! makes a verified tour of a solution.
//!
//! # Examples
//!
//! The program of Miller, Tucker and Zemlin for the chessboard, as a file for any MIP solver:
//!
//! ```
//! use hippodrome::model::{self, FileFormat, Formulation, Model, Options};
//! use hippodrome::{Kind, Leaper, Problem};
//!
//! let problem = Problem::new("8x8".parse()?, Leaper::KNIGHT, Kind::Closed);
//! let mtz = Model::new(&problem, Formulation::Mtz, &Options::default())?;
//! assert_eq!((mtz.variables().len(), mtz.rows().len()), (336 + 64, 128 + 332));
//!
//! let mut file = Vec::new();
//! model::write(&mtz, FileFormat::Lp, &mut file)?;
//! assert!(String::from_utf8(file)?.contains("u_b3 - u_c5 + 64 x_b3_c5 <= 63"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, shown};
use crate::observer::{Observer, Silent};
use crate::problem::Problem;
use crate::tour::Kind;

mod circuit;
mod clause_proof;
mod cut;
mod cycle;
mod decode;
mod dfj;
mod directed;
mod farkas;
mod flow;
mod mtz;
mod name;
mod read;
mod sat;
mod size;
mod variable;
mod write;

pub use clause_proof::{ClauseLine, ClauseProof};
pub use cut::cycles;
pub use cycle::CycleGraph;
pub use decode::DecodeError;
pub use farkas::Farkas;
pub use read::{ReadError, read};
pub use variable::{Clauses, Domain, Label, Meaning, Row, Sense, Variable};
pub use write::{FileFormat, write};

/// A way to say "one cycle through all squares" in the language of a kind of solver.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Formulation {
    /// One arc out of and into every square, and an order variable a square: C. E. Miller, A. W.
    /// Tucker, R. A. Zemlin, Integer programming formulation of traveling salesman problems,
    /// Journal of the ACM 7 (1960) 326–329, doi:10.1145/321043.321046.
    Mtz,
    /// Two edges at every square, and at least two edges out of every set of squares, added where
    /// a solution breaks it: G. Dantzig, R. Fulkerson, S. Johnson, Solution of a large-scale
    /// traveling-salesman problem, Operations Research 2 (1954) 393–410, doi:10.1287/opre.2.4.393.
    Dfj,
    /// One arc out of and into every square, and a commodity of which each square takes one unit:
    /// B. Gavish, S. C. Graves, The travelling salesman problem and related problems, MIT Operations
    /// Research Center working paper OR 078-78 (1978).
    Flow,
    /// A successor for every square, and the constraint `circuit` of constraint programming: J.-L.
    /// Laurière, A language and a program for stating and solving combinatorial problems, Artificial
    /// Intelligence 10 (1978) 29–127, doi:10.1016/0004-3702(78)90029-2.
    Circuit,
    /// Pure clauses: two edges at every square and cuts, or arcs and an order in unary.
    Sat,
}

impl Formulation {
    /// All of them, weakest linear relaxation first.
    pub const ALL: [Self; 5] = [Self::Mtz, Self::Flow, Self::Dfj, Self::Circuit, Self::Sat];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mtz => "mtz",
            Self::Dfj => "dfj",
            Self::Flow => "flow",
            Self::Circuit => "circuit",
            Self::Sat => "sat",
        }
    }
}

impl fmt::Display for Formulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Formulation {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|f| f.name() == text).ok_or_else(|| {
            Error::parse(format!(
                "formulation '{}': expected mtz, dfj, flow, circuit or sat",
                shown(text)
            ))
        })
    }
}

/// How clauses say that there is one cycle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Encoding {
    /// "Some edge leaves this set", for the sets of squares that a solution cuts off.
    #[default]
    Cuts,
    /// The position of every square, in unary: complete from the beginning.
    Order,
}

/// Variants of a formulation. The default is the formulation as published.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a variant of its own, in any combination"
)]
pub struct Options {
    /// `mtz`: the rows lifted by the opposite arc (M. Desrochers, G. Laporte, Improvements and
    /// extensions to the Miller–Tucker–Zemlin subtour elimination constraints, Operations Research
    /// Letters 10 (1991) 27–36, doi:10.1016/0167-6377(91)90083-2).
    pub lifted: bool,
    /// `mtz`: the rows sharpened by the colours of the squares: a move changes the colour, so the
    /// positions of its ends differ by an odd number.
    pub parity: bool,
    /// Directed formulations: the direction of the tour is fixed at the first square, which must
    /// have two moves. Of a closed tour and its reverse one is left.
    pub oriented: bool,
    /// Only tours that a half turn of the board maps onto themselves. "Infeasible" then says that
    /// there is no such tour.
    pub half_turn: bool,
    /// `sat`: how the clauses say that there is one cycle.
    pub encoding: Encoding,
}

impl Options {
    /// The formulation as published.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// With [`Options::lifted`].
    #[must_use]
    pub fn lifted(mut self, on: bool) -> Self {
        self.lifted = on;
        self
    }

    /// With [`Options::parity`].
    #[must_use]
    pub fn parity(mut self, on: bool) -> Self {
        self.parity = on;
        self
    }

    /// With [`Options::oriented`].
    #[must_use]
    pub fn oriented(mut self, on: bool) -> Self {
        self.oriented = on;
        self
    }

    /// With [`Options::half_turn`].
    #[must_use]
    pub fn half_turn(mut self, on: bool) -> Self {
        self.half_turn = on;
        self
    }

    /// With [`Options::encoding`].
    #[must_use]
    pub fn encoding(mut self, encoding: Encoding) -> Self {
        self.encoding = encoding;
        self
    }
}

/// A model of a problem: variables, rows, clauses, and the way back to a tour.
///
/// The first variables are the choices: one for each arc (`mtz`, `flow`, `circuit`, `sat` by
/// order) or each edge (`dfj`, `sat` by cuts) of the [graph](Model::graph), in its order.
#[derive(Clone, Debug)]
pub struct Model {
    problem: Problem,
    formulation: Formulation,
    graph: CycleGraph,
    root: u32,
    variables: Vec<Variable>,
    rows: Vec<Row>,
    clauses: Clauses,
    one_cycle: bool,
    directed: bool,
    half_turn: bool,
    cuts: Vec<Vec<u32>>,
}

impl Model {
    /// The largest number of coefficients or literals of a model: 2^26.
    pub const MAX_TERMS: u64 = 1 << 26;

    /// The model of a problem.
    ///
    /// # Errors
    ///
    /// When the board is too large for the formulation (nothing is allocated then), when an option
    /// does not fit the problem, when clues are given to a formulation without positions (`dfj`,
    /// `circuit`, `sat` by cuts), or when the answer needs no model: an open tour of one square, a
    /// closed tour of fewer than three.
    ///
    /// # Complexity
    ///
    /// Time and memory linear in the terms: about 22 terms a square for `mtz`, 8 for `dfj`, 60
    /// literals a square for `sat` by cuts, 80 N a square for `sat` by order.
    pub fn new(
        problem: &Problem,
        formulation: Formulation,
        options: &Options,
    ) -> Result<Self, Error> {
        Self::within(problem, formulation, options, &Silent)
    }

    /// The same, where the observer is asked whether the memory may be taken: see
    /// [`MemoryLimit`](crate::MemoryLimit).
    ///
    /// # Errors
    ///
    /// As [`Model::new`], and when the model would take more memory than it may.
    pub fn within(
        problem: &Problem,
        formulation: Formulation,
        options: &Options,
        observer: &dyn Observer,
    ) -> Result<Self, Error> {
        match (problem.kind(), problem.board().len()) {
            (Kind::Open, 1) => {
                return Err(Error::mismatch(
                    "one square is an open tour by itself: nothing is left to model",
                ));
            }
            (Kind::Closed, 0..3) => {
                return Err(Error::mismatch(
                    "a closed tour has at least three squares: nothing is left to model",
                ));
            }
            _ => {}
        }
        size::require_graph(problem, observer)?;
        let graph = CycleGraph::new(problem)?;
        let root = root(problem, &graph);
        let mut model = Self {
            problem: problem.clone(),
            formulation,
            graph,
            root,
            variables: Vec::new(),
            rows: Vec::new(),
            clauses: Clauses::default(),
            one_cycle: false,
            directed: true,
            half_turn: options.half_turn,
            cuts: Vec::new(),
        };
        let positions = formulation == Formulation::Mtz
            || formulation == Formulation::Flow
            || (formulation == Formulation::Sat && options.encoding == Encoding::Order);
        let ends = model.fixed_positions().count();
        if !positions && ends > 0 && !problem.clues().is_empty() {
            return Err(Error::mismatch(format!(
                "formulation {formulation} has no variables for the steps of clues: use mtz, flow, or sat with the order encoding"
            )));
        }
        size::require(&model, options, observer)?;
        match formulation {
            Formulation::Mtz => mtz::build(&mut model, options)?,
            Formulation::Flow => flow::build(&mut model, options)?,
            Formulation::Circuit => circuit::build(&mut model, options)?,
            Formulation::Dfj => dfj::build(&mut model, options)?,
            Formulation::Sat => match options.encoding {
                Encoding::Cuts => sat::build_cuts(&mut model, options)?,
                Encoding::Order => sat::build_order(&mut model, options)?,
            },
        }
        Ok(model)
    }

    /// The problem.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The formulation.
    #[must_use]
    pub fn formulation(&self) -> Formulation {
        self.formulation
    }

    /// The graph whose Hamiltonian cycles are the tours.
    #[must_use]
    pub fn graph(&self) -> &CycleGraph {
        &self.graph
    }

    /// The vertex at position 1: the apex of an open tour, the first square given, or `a1`.
    #[must_use]
    pub fn root(&self) -> u32 {
        self.root
    }

    /// The variables; rows and clauses name them by their position.
    #[must_use]
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// The linear rows; none for `sat`.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The clauses; none for the formulations with rows.
    #[must_use]
    pub fn clauses(&self) -> &Clauses {
        &self.clauses
    }

    /// Whether rows and clauses leave it open that there is one cycle only.
    #[must_use]
    pub fn needs_one_cycle(&self) -> bool {
        self.one_cycle
    }

    /// Whether the choices are arcs (else edges).
    #[must_use]
    pub fn is_directed(&self) -> bool {
        self.directed
    }

    /// Whether only tours are meant that a half turn of the board maps onto themselves.
    #[must_use]
    pub fn keeps_half_turn(&self) -> bool {
        self.half_turn
    }

    /// The number of choices, which are the first variables.
    #[must_use]
    pub fn choices(&self) -> usize {
        self.graph.edges().len() * if self.directed { 2 } else { 1 }
    }

    /// The same variables with other rows: to try what becomes of a model when a row is changed.
    ///
    /// # Panics
    ///
    /// When a row names a variable that there is not.
    #[must_use]
    pub fn with_rows(mut self, rows: Vec<Row>) -> Self {
        let known = self.variables.len();
        assert!(
            rows.iter().flat_map(|row| &row.terms).all(|&(v, _)| (v as usize) < known),
            "rows name variables of the model"
        );
        self.rows = rows;
        self
    }

    /// The same model with another domain for a variable.
    ///
    /// # Panics
    ///
    /// When there is no such variable.
    #[must_use]
    pub fn with_domain(mut self, variable: u32, domain: Domain) -> Self {
        self.variables[variable as usize].domain = domain;
        self
    }

    /// The given positions of squares, counted from 1 at the root: (vertex, position). The root
    /// itself is left out.
    pub(crate) fn fixed_positions(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let open = self.graph.apex().is_some();
        let length = self.problem.board().len();
        let first = self.problem.fixed().next().map_or(1, |(step, _)| step);
        self.problem.fixed().filter_map(move |(step, square)| {
            let position = if open { step + 1 } else { 1 + (step + length - first) % length };
            let vertex = self.graph.vertex_of(square)?;
            (vertex != self.root).then_some((vertex, position as u32))
        })
    }

    fn add_choices(&mut self) {
        let meaning = |n: u32| if self.directed { Meaning::Arc(n) } else { Meaning::Edge(n) };
        self.variables = (0..self.choices() as u32)
            .map(|n| Variable { meaning: meaning(n), domain: Domain::BINARY })
            .collect();
    }

    fn add_variable(&mut self, meaning: Meaning, domain: Domain) -> u32 {
        self.variables.push(Variable { meaning, domain });
        self.variables.len() as u32 - 1
    }

    fn add_row(&mut self, label: Label, terms: Vec<(u32, i64)>, sense: Sense, rhs: i64) {
        self.rows.push(Row { label, terms, sense, rhs });
    }
}

/// The apex; else the first square given; else the first square.
fn root(problem: &Problem, graph: &CycleGraph) -> u32 {
    let given = || problem.fixed().next().and_then(|(_, square)| graph.vertex_of(square));
    graph.apex().or_else(given).unwrap_or(0)
}

#[cfg(test)]
mod tests;
