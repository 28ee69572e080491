//! Relatives of the n queens problem, each counted by a small search of its own.
//!
//! - [`toroidal`]: lines run on over the edges of the board;
//! - [`superqueens`]: queens that also move like knights;
//! - [`reflecting`]: diagonals are reflected at a wall beside the board;
//! - [`some_queens`]: K queens on a board of any sides, not only as many as it can hold;
//! - [`through_squares`]: how many solutions use each square.

mod reflecting;
mod some;
mod superqueens;
mod through;
mod toroidal;

pub use reflecting::reflecting;
pub use some::some_queens;
pub use superqueens::superqueens;
pub use through::through_squares;
pub use toroidal::toroidal;

use crate::{Limit, Observer, Progress};

/// The largest board of the searches here: lines fit a word, and longer runs want another method.
pub const MAX_N: u32 = 31;

/// Runs a search for each of these first columns, watched, and adds up.
fn sum_over_first_columns(
    columns: u32,
    observer: &dyn Observer,
    mut search: impl FnMut(u32) -> Result<u128, Limit>,
) -> Result<u128, Limit> {
    let mut sum = 0;
    for column in 0..columns {
        sum += search(column)?;
        let (stage, done, total) =
            ("searching by first queen", u128::from(column + 1), Some(columns.into()));
        observer.progress(&Progress { stage, done, total, note: String::new() });
    }
    Ok(sum)
}

/// Asks the observer now and then.
struct Pace<'a> {
    observer: &'a dyn Observer,
    steps: u32,
}

impl<'a> Pace<'a> {
    fn new(observer: &'a dyn Observer) -> Self {
        Self { observer, steps: 0 }
    }

    fn step(&mut self) -> Result<(), Limit> {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(1 << 14) && self.observer.should_stop() {
            return Err(Limit::Stopped);
        }
        Ok(())
    }
}
