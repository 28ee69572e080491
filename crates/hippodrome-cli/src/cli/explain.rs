//! What `explain` takes.

use clap::{Args, ValueEnum};
use hippodrome::heuristic::{MoveOrder, TieBreak};

use super::question::{LimitArgs, OutputArgs, QuestionArgs, number};
use crate::picture::LookArgs;

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExplainFormat {
    /// A line in words for each move.
    Text,
    /// A JSON object for each move, one a line.
    Json,
    /// Prolog terms, which examples/verify-run.pl verifies.
    Prolog,
    /// A certificate of the run, which `check` verifies.
    Cert,
    /// A picture of the tour, or of the walk that got stuck.
    Svg,
    /// The same in pixels.
    Png,
    /// A film of the tour, of 256 colours.
    Gif,
    /// A film of the tour, of all colours.
    Apng,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hippodrome explain 5x5 --from a1
  hippodrome explain 5x5 --from c1 --backtrack          # goes back to a tie when stuck
  hippodrome explain 8x8 --from e1 --backtrack --stats  # compares all tie-breaks
  hippodrome explain 8x8 --format cert | hippodrome check - --board 8x8
  hippodrome explain 8x8 --from e1 -o stuck.svg         # where it got stuck

Exit status: 0 a tour; 1 there is none, proven; 3 stuck, which says nothing of existence.")]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) question: QuestionArgs,

    /// The choice among squares of equal degree: first, last, degree2, centre-far, centre-near,
    /// squirrel or random.
    #[arg(long, value_name = "RULE", default_value_t = TieBreak::First, help_heading = "Method")]
    pub(crate) tie_break: TieBreak,

    /// The order in which the eight directions are looked at, a permutation of 12345678
    /// (1 = one file right, two ranks up; see FORMATS.md).
    #[arg(long, value_name = "12345678", help_heading = "Method")]
    pub(crate) move_order: Option<MoveOrder>,

    /// How often the rule begins anew when it is stuck.
    #[arg(long, value_name = "K", default_value_t = 0, help_heading = "Method", value_parser = number, allow_hyphen_values = true)]
    pub(crate) retries: u64,

    /// When stuck, go back to the last tie and take the next of the tied squares.
    #[arg(long, help_heading = "Method")]
    pub(crate) backtrack: bool,

    /// Stop after this many moves, where moves are taken back [default: 1000000].
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = number, allow_hyphen_values = true, requires = "backtrack")]
    pub(crate) move_limit: Option<u64>,

    /// Instead of the moves, a table of what each tie-break costs here.
    #[arg(long, help_heading = "Output", conflicts_with = "tie_break")]
    pub(crate) stats: bool,

    /// text, json, prolog or cert; or a picture of where it led: svg, png, gif or apng.
    #[arg(long, value_enum, value_name = "F", help_heading = "Output")]
    pub(crate) format: Option<ExplainFormat>,

    #[command(flatten)]
    pub(crate) looks: LookArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
