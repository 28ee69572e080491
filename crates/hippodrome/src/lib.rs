//! Knight's tours and n queens, answered with the truth.
//!
//! Every question about a tour has one of three [`Answer`]s: a [`Tour`] that has been verified, a
//! [`Reason`] why there is none with evidence for a separate checker, or the [`Limit`] that was
//! reached.
//!
//! The vocabulary is here at the root: [`Board`], [`Square`], [`Leaper`], [`Kind`], [`Tour`],
//! [`Symmetry`], [`Problem`]. Methods live in modules named after the field.

mod answer;
pub mod auto;
mod board;
pub mod certificate;
pub mod construct;
pub mod count;
mod error;
pub mod exists;
pub mod explain;
pub mod format;
mod graph;
pub mod heuristic;
mod leaper;
pub mod measure;
pub mod memory;
pub mod model;
mod observer;
mod problem;
pub mod queens;
pub mod render;
pub mod report;
mod rng;
#[cfg(feature = "schema")]
mod schema;
pub mod search;
mod square;
pub mod survey;
mod symmetry;
mod tour;

pub use answer::{
    Answer, CutPattern, EdgeNode, Evidence, Limit, ProofKind, Reason, StepNode, Vertex,
};
pub use board::Board;
pub use error::Error;
pub use graph::MoveGraph;
pub use leaper::Leaper;
pub use observer::{Deadline, MemoryLimit, Observer, Progress, Silent};
pub use problem::Problem;
pub use rng::Rng;
pub use square::Square;
pub use symmetry::Symmetry;
pub use tour::{Kind, Tour, TourError, is_move};

/// The README's program is compiled and run with the doc examples.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
