//! What `model` takes.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use hippodrome::format::Format;
use hippodrome::model::Formulation;

use super::count::size;
use super::question::{LimitArgs, OutputArgs, QuestionArgs};

/// How clauses say that there is one cycle.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EncodingArg {
    /// Some edge leaves each set that a solution cuts off.
    Cuts,
    /// The position of every square in unary.
    Order,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompareFormat {
    /// A table.
    Text,
    /// Comma-separated values.
    Csv,
    /// A chart.
    Svg,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hippodrome model 8x8 --formulation mtz --solve
  hippodrome model 8x8 --formulation mtz --write tour.lp
  hippodrome model 8x8 --formulation mtz --read gurobi.sol
  hippodrome model 4x10 --formulation dfj --format cert   # proof that there is none
  hippodrome model 4x6 --formulation sat --format cert    # the same, by clauses
  hippodrome model 4x6 --formulation sat --write x.cnf --proof x.lrat
  hippodrome model 4x6 --compare

The tour is closed unless --open is given.")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(crate) struct ModelArgs {
    #[command(flatten)]
    pub(crate) question: QuestionArgs,

    /// mtz (Miller, Tucker, Zemlin), dfj (Dantzig, Fulkerson, Johnson), flow, circuit or sat.
    #[arg(long, value_name = "F", default_value = "mtz", help_heading = "Model")]
    pub(crate) formulation: Formulation,

    /// Solve it and print the tour (the default, unless --write is given).
    #[arg(long, help_heading = "Model")]
    pub(crate) solve: bool,

    /// Write it for other programs: FILE ends in .lp, .mps, .cnf, .mzn, .hcp or .opb.
    #[arg(long, value_name = "FILE", help_heading = "Model", value_hint = ValueHint::FilePath)]
    pub(crate) write: Option<PathBuf>,

    /// sat: where there is no tour, the proof in LRAT that the clauses of --write cannot be satisfied.
    #[arg(long, value_name = "FILE", help_heading = "Model", value_hint = ValueHint::FilePath)]
    #[arg(requires = "write", conflicts_with_all = ["read", "compare"])]
    pub(crate) proof: Option<PathBuf>,

    /// Read a solution of such a file back, or - for standard input, and verify the tour.
    #[arg(long, value_name = "FILE", help_heading = "Model", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["solve", "write"])]
    pub(crate) read: Option<String>,

    /// All formulations side by side.
    #[arg(long, help_heading = "Model", conflicts_with_all = ["solve", "write", "read"])]
    pub(crate) compare: bool,

    /// microlp, varisat, cadical or highs [default: microlp for flow and dfj, else varisat].
    #[arg(long, value_name = "S", help_heading = "Model")]
    pub(crate) solver: Option<String>,

    /// mtz: lift the rows by the opposite arc (Desrochers, Laporte 1991).
    #[arg(long, help_heading = "Model")]
    pub(crate) lifted: bool,

    /// mtz: sharpen the rows by the colours of the squares.
    #[arg(long, help_heading = "Model")]
    pub(crate) parity: bool,

    /// Fix the direction of the tour at its first square, which has two moves.
    #[arg(long, help_heading = "Model")]
    pub(crate) oriented: bool,

    /// Only tours that a half turn of the board maps onto themselves.
    #[arg(long, help_heading = "Model")]
    pub(crate) half_turn: bool,

    /// sat: cuts or order [default: cuts to solve, order to write].
    #[arg(long, value_enum, value_name = "E", help_heading = "Model")]
    pub(crate) encoding: Option<EncodingArg>,

    /// As tour: board, squares, csv, matrix, json (the report), prolog, tsplib, npy, cert or svg.
    #[arg(long, value_name = "F", help_heading = "Output")]
    pub(crate) format: Option<Format>,

    /// The table of --compare: text, csv or svg (a chart).
    #[arg(long, value_enum, value_name = "F", help_heading = "Output", requires = "compare")]
    pub(crate) compare_format: Option<CompareFormat>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    /// The most memory for the model and its solver: 500M, 8G [default: three quarters of what is
    /// free].
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Limits")]
    pub(crate) memory: Option<u64>,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
