//! The n queens problem: n queens on an n×n board, no two on a row, a column or a diagonal.
//!
//! Three ways to count the solutions, written separately and agreeing: [`bitmask`] is the one that
//! everybody should read first, [`dfs`] is depth-first search with the border placed first, [`join`]
//! meets in the middle and is by far the fastest. [`symmetric`] turns a count into the count up to
//! symmetry.
//!
//! One solution of any n is known by a formula ([`Explicit`]); [`random`] finds others by local search
//! and [`uniform`] draws fairly. [`list`] goes through all solutions, [`complete`] finds those with
//! given queens and blocked squares, [`variants`] counts relatives of the problem. A [`Placement`] is a
//! solution that has been checked.

pub mod bitmask;
pub mod complete;
pub mod dfs;
mod explicit;
mod format;
pub mod join;
pub mod list;
mod placement;
mod random;
mod read;
pub mod report;
pub mod symmetric;
pub mod uniform;
pub mod variants;

pub use explicit::Explicit;
pub use format::Format;
pub use placement::{Fault, Placement, first_attack};
pub use random::random;
pub use read::{is_placement, read};

use crate::Limit;

/// What a counter that walks a tree reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Solutions, all of them (not up to symmetry).
    pub solutions: u128,
    /// Nodes of the search tree visited.
    pub nodes: u64,
}

fn too_large(what: &str, n: u32, max: u32) -> Limit {
    Limit::Size(format!("{what} takes boards up to n = {max}, not n = {n}"))
}
