//! Reports as JSON: the same types for the command line and every other door.
//!
//! Each report is one object on one line ([`line()`]); the order of its keys is part of the
//! interface. Integers that may pass 2^53 are texts.

use serde::de::{Deserializer, Error as _};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use crate::answer::{Answer, Limit, ProofKind, Reason};
use crate::board::Board;
use crate::error::{Error, shown};
use crate::exists::Existence;
use crate::leaper::Leaper;
use crate::model::{Formulation, Model};
use crate::problem::Problem;
use crate::square::Square;
use crate::tour::{Kind, Tour};

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl serde::de::Visitor<'_> for Reader {
            type Value = Square;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a square such as \"c5\"")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Square, E> {
                text.parse().map_err(E::custom)
            }
        }

        deserializer.deserialize_str(Reader)
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl Serialize for Leaper {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.r(), self.s()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Leaper {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (r, s) = Deserialize::deserialize(deserializer)?;
        Self::new(r, s).map_err(D::Error::custom)
    }
}

impl Serialize for ProofKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for ProofKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let all = [
            Self::Theorem,
            Self::Colour,
            Self::Cut,
            Self::Degree,
            Self::Farkas,
            Self::Clauses,
            Self::Search,
            Self::Tour,
        ];
        all.into_iter().find(|kind| kind.name() == name).ok_or_else(|| {
            D::Error::custom(format!("proof '{}': not a kind of proof", shown(&name)))
        })
    }
}

/// A report as the command line prints it: one object on one line, without the line end.
///
/// # Examples
///
/// ```
/// use hippodrome::report::{self, BoardReport};
///
/// let board = BoardReport::new(&"...\n.#.\n...".parse()?);
/// assert_eq!(report::line(&board), r#"{"rows":3,"cols":3,"holes":["b2"]}"#);
/// # Ok::<(), hippodrome::Error>(())
/// ```
#[must_use]
pub fn line(report: &impl Serialize) -> String {
    // Reports are plain data with texts as keys, which always have a JSON form.
    serde_json::to_string(report).unwrap_or_default()
}

/// A board: its sides, and its holes in increasing order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardReport {
    /// The number of ranks.
    pub rows: u64,
    /// The number of files.
    pub cols: u64,
    /// The holes, by rank, then by file.
    #[serde(default)]
    pub holes: Vec<Square>,
}

impl BoardReport {
    /// The report of a board.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        Self { rows: board.rows(), cols: board.cols(), holes: board.holes().collect() }
    }

    /// The board.
    ///
    /// # Errors
    ///
    /// Those of [`Board::new`] and [`Board::with_holes`].
    pub fn board(&self) -> Result<Board, Error> {
        Board::new(self.rows, self.cols)?.with_holes(self.holes.iter().copied())
    }
}

/// A tour: what `tour --format json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TourReport {
    /// The board.
    pub board: BoardReport,
    /// The piece.
    pub leaper: Leaper,
    /// Open or closed.
    pub kind: Kind,
    /// What found the tour, where that is known.
    pub method: Option<String>,
    /// The squares in the order visited.
    pub squares: Vec<Square>,
}

impl TourReport {
    /// The report of a tour. [`format::json`](crate::format::json) writes the same text without
    /// the detour.
    #[must_use]
    pub fn new(tour: &Tour, method: Option<&str>) -> Self {
        Self {
            board: BoardReport::new(tour.board()),
            leaper: tour.leaper(),
            kind: tour.kind(),
            method: method.map(str::to_owned),
            squares: tour.squares().collect(),
        }
    }
}

/// Whether there is a tour, and why: what `exists --format json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExistsReport {
    /// The board.
    pub board: BoardReport,
    /// The piece.
    pub leaper: Leaper,
    /// Open or closed.
    pub kind: Kind,
    /// Yes, no, or (`null`) unknown.
    pub exists: Option<bool>,
    /// A short name of the reason, such as `schwenk-4xn`.
    pub reason: String,
    /// The reason in words.
    pub text: String,
    /// The kind of proof; `null` where the answer is unknown.
    pub proof: Option<ProofKind>,
}

impl ExistsReport {
    fn new(problem: &Problem, exists: Option<bool>, reason: &str, text: String) -> Self {
        Self {
            board: BoardReport::new(problem.board()),
            leaper: problem.leaper(),
            kind: problem.kind(),
            exists,
            reason: reason.to_owned(),
            text,
            proof: None,
        }
    }

    /// There is a tour: by a theorem, or because one was found.
    #[must_use]
    pub fn yes(problem: &Problem, existence: &Existence) -> Self {
        let report = Self::new(problem, Some(true), existence.code, existence.text.clone());
        Self { proof: Some(existence.proof), ..report }
    }

    /// There is none.
    #[must_use]
    pub fn no(problem: &Problem, reason: &Reason) -> Self {
        let report = Self::new(problem, Some(false), reason.code, reason.text.clone());
        Self { proof: Some(reason.evidence.kind()), ..report }
    }

    /// It was not found out.
    #[must_use]
    pub fn unknown(problem: &Problem, limit: &Limit) -> Self {
        Self::new(problem, None, limit_code(limit), limit.to_string())
    }

    /// The report of the answer of [`exists`](crate::exists::exists).
    #[must_use]
    pub fn of_answer(problem: &Problem, answer: &Answer<Existence>) -> Self {
        match answer {
            Answer::Found(existence) => Self::yes(problem, existence),
            Answer::Impossible(reason) => Self::no(problem, reason),
            Answer::Unknown(limit) => Self::unknown(problem, limit),
        }
    }
}

/// A short name for what was reached.
#[must_use]
pub fn limit_code(limit: &Limit) -> &'static str {
    match limit {
        Limit::Time(_) => "time-limit",
        Limit::Nodes(_) => "node-limit",
        Limit::Retries(_) => "stuck",
        Limit::Size(_) => "size-limit",
        Limit::Memory { .. } => "memory-limit",
        Limit::Stopped => "stopped",
    }
}

/// What became of a model: what `model --format json` prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ModelReport {
    /// The board.
    pub board: BoardReport,
    /// Open or closed.
    pub kind: Kind,
    /// `mtz`, `dfj`, `flow`, `circuit` or `sat`.
    pub formulation: String,
    /// The solver; `file` for a solution that was read.
    pub solver: String,
    /// `tour`, `infeasible` (the solver's word) or `unknown`.
    pub status: String,
    /// The squares in the order visited; none without a tour.
    pub squares: Vec<Square>,
    /// How long the solver took, on the wall clock.
    pub seconds: f64,
}

impl ModelReport {
    fn new(model: &Model, solver: &str, status: &str, seconds: f64) -> Self {
        Self {
            board: BoardReport::new(model.problem().board()),
            kind: model.problem().kind(),
            formulation: model.formulation().to_string(),
            solver: solver.to_owned(),
            status: status.to_owned(),
            squares: Vec::new(),
            seconds,
        }
    }

    /// A verified tour.
    #[must_use]
    pub fn tour(model: &Model, solver: &str, tour: &Tour, seconds: f64) -> Self {
        let squares = tour.squares().collect();
        Self { squares, ..Self::new(model, solver, "tour", seconds) }
    }

    /// The solver says that there is none.
    #[must_use]
    pub fn infeasible(model: &Model, solver: &str, seconds: f64) -> Self {
        Self::new(model, solver, "infeasible", seconds)
    }

    /// A board on which there is nothing to model: one square, or too few for a closed tour. The
    /// solver is `none`.
    #[must_use]
    pub fn without_model(problem: &Problem, formulation: Formulation, tour: Option<&Tour>) -> Self {
        Self {
            board: BoardReport::new(problem.board()),
            kind: problem.kind(),
            formulation: formulation.to_string(),
            solver: "none".to_owned(),
            status: if tour.is_some() { "tour" } else { "infeasible" }.to_owned(),
            squares: tour.into_iter().flat_map(Tour::squares).collect(),
            seconds: 0.0,
        }
    }

    /// It was not found out.
    #[must_use]
    pub fn unknown(model: &Model, solver: &str, seconds: f64) -> Self {
        Self::new(model, solver, "unknown", seconds)
    }
}

/// What the checker says: what `check --format json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckReport {
    /// The verdict.
    pub verdict: Verdict,
    /// What was checked, in words.
    pub what: String,
    /// The code of the rejection, if it is one.
    pub code: Option<String>,
    /// The line of the fault, if there is one.
    pub line: Option<u64>,
    /// The reason of the rejection, or the limit.
    pub reason: Option<String>,
    /// The theorems that the verdict rests on and that were not checked.
    pub obligations: Vec<String>,
}

/// The verdict of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It is right.
    Verified,
    /// It is right if the theorems named are.
    Obligations,
    /// It is wrong.
    Rejected,
    /// A limit was reached.
    Unknown,
}

/// How many tours there are: what `count --format json` prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountReport {
    /// The board.
    pub board: BoardReport,
    /// The piece.
    pub leaper: Leaper,
    /// Open or closed.
    pub kind: Kind,
    /// Whether a tour and its reverse count as two.
    pub directed: bool,
    /// `none`, or `board` where tours that are images of each other count once.
    pub symmetry: String,
    /// The square that the tours start on, if one is given.
    pub from: Option<Square>,
    /// The square that they end on, if one is given.
    pub to: Option<Square>,
    /// The squares of given steps, as `13=c3`; left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub step_at: Vec<String>,
    /// The edges that are glued, `files`, `ranks` or `both`; left out where none are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrap: Option<String>,
    /// Whether only open tours are counted whose ends are no move apart; left out where not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub strictly_open: bool,
    /// Moves that the tours use, as `a1b3`; left out where there are none.
    #[serde(default, rename = "use", skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<String>,
    /// Moves that they do not use; left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub avoid: Vec<String>,
    /// The number, as a text.
    pub count: String,
    /// `frontier` or `dfs`.
    pub method: String,
    /// The most states of a layer; `null` for depth-first search.
    pub peak_states: Option<u64>,
    /// The time taken.
    pub seconds: f64,
}

/// How many tours a box in space or a graph has: what `count --format json` prints of one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GraphCountReport {
    /// The sides of the box; left out for a graph.
    #[serde(rename = "box", default, skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<usize>,
    /// The piece that moves in the box; left out for a graph.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaper: Option<Leaper>,
    /// The number of squares of the box, or of vertices of the graph.
    pub vertices: usize,
    /// The number of moves or edges, each counted once.
    pub edges: usize,
    /// Open or closed.
    pub kind: Kind,
    /// Whether a tour and its reverse count as two.
    pub directed: bool,
    /// The number, as a text.
    pub count: String,
    /// `frontier` or `dfs`.
    pub method: String,
    /// The most states of a layer; `null` for depth-first search.
    pub peak_states: Option<u64>,
    /// The time taken.
    pub seconds: f64,
}

/// Where a tour is at a step: what `locate --format json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LocateReport {
    /// The board.
    pub board: BoardReport,
    /// Open or closed.
    pub kind: Kind,
    /// The step, from 1, in decimal digits.
    pub step: String,
    /// The square visited then.
    pub square: Square,
}
