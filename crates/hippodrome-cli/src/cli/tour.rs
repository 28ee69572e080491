//! What `tour`, `exists` and `locate` take.

use clap::{Args, ValueEnum};
use hippodrome::Square;
use hippodrome::heuristic::{MoveOrder, TieBreak};

use super::check::CheckFormat;
use crate::picture::{LookArgs, TourFormat};

use super::question::{LimitArgs, OutputArgs, QuestionArgs, number};

/// How a tour is found.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MethodArg {
    /// Whatever serves: proofs first, then Warnsdorff's rule, then search; a construction on
    /// rectangles beyond search.
    Auto,
    /// A construction alone: any rectangle, any ends, in linear time.
    Construct,
    /// Warnsdorff's rule alone, with retries.
    Warnsdorff,
    /// Exact search alone: finds or refutes.
    Search,
}

/// A symmetry that a tour is to have.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SymmetricArg {
    /// Half a turn.
    #[value(name = "rotate180")]
    Half,
    /// A quarter turn.
    #[value(name = "rotate90")]
    Quarter,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hippodrome tour 8x8 --closed
  hippodrome tour 10x10 --closed --symmetric=rotate90 --stats
  hippodrome tour 5x5 --from a1 --format prolog
  hippodrome tour 6x6 --from a1 --step-at 13=c3 -o tour.svg
  hippodrome tour 5x5 --from a2 --format cert   # a certificate that there is none")]
pub(crate) struct TourArgs {
    #[command(flatten)]
    pub(crate) question: QuestionArgs,

    /// How the tour is found.
    #[arg(long, value_enum, default_value_t = MethodArg::Auto, help_heading = "Method")]
    pub(crate) method: MethodArg,

    /// Warnsdorff's choice among squares of equal degree: first, last, degree2, centre-far,
    /// centre-near, squirrel or random. By default first; with a seed random; squirrel on more
    /// than 2500 squares.
    #[arg(long, value_name = "RULE", help_heading = "Method")]
    pub(crate) tie_break: Option<TieBreak>,

    /// The order in which the eight directions are looked at, a permutation of 12345678
    /// (1 = one file right, two ranks up; see FORMATS.md).
    #[arg(long, value_name = "12345678", help_heading = "Method")]
    pub(crate) move_order: Option<MoveOrder>,

    /// How often Warnsdorff's rule is tried again with random ties when it gets stuck.
    #[arg(long, value_name = "K", help_heading = "Method", value_parser = number, allow_hyphen_values = true)]
    pub(crate) retries: Option<u64>,

    /// The first tour in algebraic order (a1 < a2 < b1), by search.
    #[arg(long, help_heading = "Method", conflicts_with_all = ["tie_break", "move_order", "retries"])]
    pub(crate) lexicographic: bool,

    /// A tour that looks the same after half a turn of the board (rotate180, the default when no
    /// value is given) or, closed, a quarter turn (rotate90), by construction.
    #[arg(long, value_enum, value_name = "HOW", help_heading = "Method", num_args = 0..=1, require_equals = true, default_missing_value = "rotate180")]
    pub(crate) symmetric: Option<SymmetricArg>,

    /// Give up after this many nodes of the search.
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = number, allow_hyphen_values = true)]
    pub(crate) node_limit: Option<u64>,

    /// Say on stderr how many turns and crossings the tour has, and its symmetries.
    #[arg(long, help_heading = "Output")]
    pub(crate) stats: bool,

    /// Have the result read back by the independent checker, however large it is (done anyway up
    /// to 250000 squares).
    #[arg(long, help_heading = "Output")]
    pub(crate) check: bool,

    /// board, squares, csv, matrix, json, prolog, tsplib, npy, cert, svg, png, or gif and apng for
    /// films.
    #[arg(long, value_name = "F", help_heading = "Output")]
    pub(crate) format: Option<TourFormat>,

    #[command(flatten)]
    pub(crate) looks: LookArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExistsFormat {
    /// A sentence.
    Text,
    /// One JSON object.
    Json,
    /// A certificate: a tour, or that there is none.
    Cert,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hippodrome exists 3x8 --closed
  hippodrome exists 5x5 --from a2
  hippodrome exists 4294967296x4294967295 --closed --format json")]
pub(crate) struct ExistsArgs {
    #[command(flatten)]
    pub(crate) question: QuestionArgs,

    /// Give up after this many nodes, where no theorem answers and it has to search.
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = number, allow_hyphen_values = true)]
    pub(crate) node_limit: Option<u64>,

    /// text, json or cert.
    #[arg(long, value_enum, value_name = "F", help_heading = "Output")]
    pub(crate) format: Option<ExistsFormat>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(Args, Debug)]
#[command(group(clap::ArgGroup::new("asked").required(true).args(["step", "square"])))]
#[command(after_help = "\
Examples:
  hippodrome locate 100000x100000 --closed --step 5000000000
  hippodrome locate 4294967296x4294967296 --square mwlqkwv4294967296
  hippodrome locate 1000x1000 --from c5 --to d5 --step 500000 --format json

The tour is the one that `tour --method construct` writes with the same options.")]
pub(crate) struct LocateArgs {
    #[command(flatten)]
    pub(crate) question: QuestionArgs,

    /// The step whose square is asked for, from 1.
    #[arg(long, value_name = "K")]
    pub(crate) step: Option<u128>,

    /// The square whose step is asked for.
    #[arg(long, value_name = "SQ")]
    pub(crate) square: Option<Square>,

    /// text or json.
    #[arg(long, value_enum, value_name = "F", default_value_t = CheckFormat::Text, help_heading = "Output")]
    pub(crate) format: CheckFormat,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
