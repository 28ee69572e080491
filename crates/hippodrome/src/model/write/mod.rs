//! Models as files for other programs.

use std::io::{self, Write};

use super::{Formulation, Model};
use crate::error::{Error, shown};

mod cnf;
mod hcp;
mod lp;
mod minizinc;
mod mps;
mod opb;

/// A format of model files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FileFormat {
    /// CPLEX LP: Gurobi, CPLEX, SCIP, HiGHS, CBC, GLPK.
    Lp,
    /// Free MPS: the same programs.
    Mps,
    /// DIMACS CNF with a map of the variables in comments: every SAT solver.
    Cnf,
    /// MiniZinc with `circuit`: Gecode, Chuffed, OR-Tools.
    MiniZinc,
    /// TSPLIB, type HCP: LKH, Concorde and other solvers of Hamiltonian cycles.
    Hcp,
    /// OPB, pseudo-Boolean: RoundingSat, Exact; proofs for VeriPB.
    Opb,
}

impl FileFormat {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Lp, Self::Mps, Self::Cnf, Self::MiniZinc, Self::Hcp, Self::Opb];

    /// The ending of the name of such a file.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Lp => "lp",
            Self::Mps => "mps",
            Self::Cnf => "cnf",
            Self::MiniZinc => "mzn",
            Self::Hcp => "hcp",
            Self::Opb => "opb",
        }
    }

    /// The format of a file's name, by its ending.
    ///
    /// # Errors
    ///
    /// When the ending is none of the known ones.
    pub fn of_name(name: &str) -> Result<Self, Error> {
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        Self::ALL.into_iter().find(|f| f.ending().eq_ignore_ascii_case(ending)).ok_or_else(|| {
            Error::parse(format!(
                "file '{}': expected a name that ends in .lp, .mps, .cnf, .mzn, .hcp or .opb",
                shown(name)
            ))
        })
    }

    /// Whether the model can be written in this format.
    ///
    /// # Errors
    ///
    /// Names the formulation that the format can hold.
    pub fn require(self, model: &Model) -> Result<(), Error> {
        let sat = model.formulation() == Formulation::Sat;
        let fits = match self {
            Self::Lp | Self::Mps => !sat,
            Self::Cnf => sat,
            Self::MiniZinc => model.formulation() == Formulation::Circuit,
            Self::Hcp => model.problem().clues().is_empty(),
            Self::Opb => true,
        };
        if fits {
            return Ok(());
        }
        let wanted = match self {
            Self::Cnf => "clauses: use --formulation sat",
            Self::MiniZinc => "the circuit constraint: use --formulation circuit",
            Self::Hcp => "a graph, and no clues: leave --step-at out, or use .lp, .mps or .cnf",
            _ => "linear rows: use --formulation mtz, flow, dfj or circuit",
        };
        Err(Error::mismatch(format!("a .{} file holds {wanted}", self.ending())))
    }
}

/// Writes the model.
///
/// Names are legal in every program that reads the format. A model that
/// [needs one cycle](Model::needs_one_cycle) is written with the cuts added so far, and a comment
/// says so; `hcp` and MiniZinc files say it themselves.
///
/// # Errors
///
/// Those of the writer, and `InvalidInput` when the format [cannot hold](FileFormat::require) the
/// model.
pub fn write(model: &Model, format: FileFormat, out: &mut impl Write) -> io::Result<()> {
    format.require(model).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
    match format {
        FileFormat::Lp => lp::write(model, out),
        FileFormat::Mps => mps::write(model, out),
        FileFormat::Cnf => cnf::write(model, out),
        FileFormat::MiniZinc => minizinc::write(model, out),
        FileFormat::Hcp => hcp::write(model, out),
        FileFormat::Opb => opb::write(model, out),
    }
}

/// What the file is, as lines of comment.
fn about(model: &Model) -> Vec<String> {
    let problem = model.problem();
    let mut lines = vec![format!(
        "{} tour, board {}, leaper {}, formulation {}",
        problem.kind(),
        problem.board().size(),
        problem.leaper(),
        model.formulation()
    )];
    let list = |squares: Vec<String>| squares.join(" ");
    if !problem.board().is_rectangle() {
        lines.push(format!(
            "holes {}",
            list(problem.board().holes().map(|hole| hole.to_string()).collect())
        ));
    }
    if problem.fixed().next().is_some() {
        let steps = problem.fixed().map(|(step, square)| format!("{step}={square}")).collect();
        lines.push(format!("steps {}", list(steps)));
    }
    if model.needs_one_cycle() {
        lines.push(format!(
            "this allows several cycles, except through the {} cuts below: read the solution back to see whether it is one",
            model.cuts().len()
        ));
    }
    lines
}
