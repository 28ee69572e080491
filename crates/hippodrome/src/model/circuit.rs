//! A successor for every vertex, and one cycle: the constraint `circuit`.
//!
//! The choice x(i,j) says that j is the successor of i. The degree rows make the successors a
//! permutation; that it has one cycle is left to the solver.

use super::directed::{degree_rows, side_rows};
use super::{Model, Options};
use crate::error::Error;

pub(super) fn build(model: &mut Model, options: &Options) -> Result<(), Error> {
    degree_rows(model);
    side_rows(model, options)?;
    model.one_cycle = true;
    Ok(())
}
