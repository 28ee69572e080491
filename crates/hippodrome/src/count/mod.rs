//! Exact counts of tours: a frontier engine over any graph, and questions about boards.
//!
//! A Hamiltonian cycle is built vertex by vertex in a fixed order. Processing a vertex chooses its
//! missing moves to later vertices; partial solutions that agree on what later vertices can notice
//! are one *state* with a count. The method is the frontier (or transfer-matrix, or plug) method:
//! Kwong and Rogers 1991, de Ruiter 2010, Iwashita et al. 2013, Knuth 2025 (TAOCP fascicle 8a).
//! Open tours are closed ones of the graph with one more vertex, joined to all squares.
//!
//! ```
//! use hippodrome::count::{EngineOptions, TourCount};
//! use hippodrome::{Kind, Leaper, Silent};
//!
//! let open = TourCount::new("5x5".parse()?, Leaper::KNIGHT, Kind::Open);
//! let answer = open.run(&EngineOptions::default(), &Silent)?;
//! assert_eq!(answer.undirected, 864_u32.into());
//! let corner = open.from("a1".parse()?).run(&EngineOptions::default(), &Silent)?;
//! assert_eq!(corner.directed, 304_u32.into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![expect(
    clippy::inline_always,
    reason = "the step must be compiled into functions that enable bit instructions"
)]

mod backwards;
mod blocks;
mod board;
mod checkpoint;
mod dfs;
mod ends;
mod engine;
mod finished;
mod graph;
mod isa;
mod jobs;
mod ladder;
mod laws;
mod machine;
mod order;
mod orders;
mod outbox;
mod pace;
mod packed;
mod plan;
mod records;
mod shard;
mod spill;
mod state;
mod step;
mod strict;
mod symmetric;
mod table;
mod tally;
mod target;
mod tours;
mod wrapped;

pub use board::{CountAnswer, CountError, TourCount, Wrap};
pub use dfs::{DfsCount, DfsError, DfsOptions, SPLIT_AT, count_cycles_dfs, count_paths_from};
pub use ends::{EndMethod, EndRun, checkpoint_exists};
pub use engine::{Counter, EngineError, EngineOptions, LayerReport, Outcome, count_cycles};
pub use graph::{Graph, GraphError};
pub use ladder::{Cycles, Ladder};
pub use laws::CrossCheck;
pub use order::{Estimator, Search, choose_order};
pub use plan::{MAX_FRONTIER, Plan, PlanError};
pub use shard::{Parcel, Part, Shard, ShardFiles, ShardOptions, plan_fingerprint, shard_name};
pub use symmetric::{SymmetryCount, count_symmetric_cycles};
pub use tally::COUNT_PRIME;
pub use tours::Tours;
pub use wrapped::WrappedSymmetry;
