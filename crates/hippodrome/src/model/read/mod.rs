//! Solutions written by other programs, read back and verified.

use std::fmt;

use super::{DecodeError, Model};
use crate::error::shown;
use crate::tour::Tour;

mod columns;
mod literals;
mod sequence;

/// Why a file is not a tour.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The file is not as it should be: the line (from 1) and what was expected there.
    Malformed {
        /// The line, from 1.
        line: usize,
        /// What was found there.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// The file says that there is no solution, or names none of the model's variables.
    NoSolution(&'static str),
    /// The solution is not the tour asked for.
    Wrong(DecodeError),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed { line, found, expected } => {
                write!(f, "line {line}: found '{}', expected {expected}", shown(found))
            }
            Self::NoSolution(why) => f.write_str(why),
            Self::Wrong(error) => write!(f, "the solution is no tour: {error}"),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<DecodeError> for ReadError {
    fn from(error: DecodeError) -> Self {
        Self::Wrong(error)
    }
}

/// Reads the solution that another program found for a file written from the same model, and makes
/// a verified tour of it.
///
/// The kind of file is told by its content:
/// - columns: names of variables and values, as HiGHS, Gurobi, SCIP, CPLEX (`.sol`), CBC and GLPK
///   (`--output`) write them. A variable that is not named is 0, as most leave zeros out; a value
///   above one half is 1, as solvers keep to integers only within a tolerance;
/// - `v` lines of a SAT or pseudo-Boolean solver, or MiniSat's `SAT` and one line of literals;
/// - a TSPLIB tour;
/// - `succ = [..]` of MiniZinc.
///
/// # Errors
///
/// Names the line where the file goes wrong, or says why the solution is not the tour asked for.
pub fn read(model: &Model, text: &str) -> Result<Tour, ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let starts = |word: &str| text.lines().any(|line| line.trim_start().starts_with(word));
    if starts("TOUR_SECTION") {
        return sequence::tsplib(model, text);
    }
    if starts("succ") {
        return sequence::successors(model, text);
    }
    if starts("s SAT") || starts("s UNSAT") || starts("v ") || starts("SAT") || starts("UNSAT") {
        let value = literals::read(model, text)?;
        return Ok(model.decode(|v| value[v as usize])?);
    }
    let value = columns::read(model, text)?;
    Ok(model.decode(|v| value[v as usize])?)
}
