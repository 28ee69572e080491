//! What `survey` takes.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use hippodrome::Leaper;
use hippodrome::heuristic::{MoveOrder, TieBreak};

use super::question::{LimitArgs, OutputArgs, number};
use crate::picture::ThemeArg;

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SurveyFormat {
    /// A table.
    Text,
    /// A line for each board, or with --by-start for each square.
    Csv,
    /// One JSON object for each tie-break.
    Json,
    /// A map of one board, or a chart of several.
    Svg,
    /// The same in pixels.
    Png,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hippodrome survey 5..8
  hippodrome survey 7x7 --by-start
  hippodrome survey 5..76 --tie-break first --tie-break squirrel -o rules.svg
  hippodrome survey 50x50 --tie-break random --runs 100 -o heat.svg

A start is found, stuck (which says nothing of existence), or impossible since the two colours
cannot alternate from there.")]
pub(crate) struct SurveyArgs {
    /// A..B for every NxN board from A to B, or one board as ROWSxCOLS, N or a mask file.
    #[arg(value_name = "BOARDS")]
    pub(crate) boards: String,

    /// The choice among squares of equal degree (repeatable, to put them side by side): first,
    /// last, degree2, centre-far, centre-near, squirrel or random [default: first].
    #[arg(long, value_name = "RULE", help_heading = "Method")]
    pub(crate) tie_break: Vec<TieBreak>,

    /// The order in which the eight directions are looked at, a permutation of 12345678.
    #[arg(long, value_name = "12345678", help_heading = "Method")]
    pub(crate) move_order: Option<MoveOrder>,

    /// How often the rule begins anew from a square where it got stuck.
    #[arg(long, value_name = "K", default_value_t = 0, help_heading = "Method", value_parser = number, allow_hyphen_values = true)]
    pub(crate) retries: u64,

    /// Runs from each square, with seeds that count up from --seed.
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Method", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) runs: u64,

    /// Closed tours (the rule, then flips of its path).
    #[arg(long, help_heading = "The tour")]
    pub(crate) closed: bool,

    /// The piece: moves by R one way and S the other [default: 1,2].
    #[arg(long, value_name = "R,S", allow_hyphen_values = true, help_heading = "The tour")]
    pub(crate) leaper: Option<Leaper>,

    /// What became of every square, not only how many.
    #[arg(long, help_heading = "Output")]
    pub(crate) by_start: bool,

    /// text, csv, json, svg or png.
    #[arg(long, value_enum, value_name = "F", help_heading = "Output")]
    pub(crate) format: Option<SurveyFormat>,

    /// Colours of a picture: auto follows the reader's system.
    #[arg(long, value_enum, value_name = "T", default_value_t = ThemeArg::Auto, help_heading = "Output")]
    pub(crate) theme: ThemeArg,

    /// Pixels across, of png [default: as the picture].
    #[arg(long, value_name = "PIXELS", help_heading = "Output", value_parser = clap::value_parser!(u32).range(16..=16384))]
    pub(crate) width: Option<u32>,

    /// Add every finished board to this file, and go on from what is there.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Limits", conflicts_with = "by_start")]
    pub(crate) checkpoint: Option<PathBuf>,

    /// Go on from that file, and fail if there is none.
    #[arg(long, requires = "checkpoint", help_heading = "Limits")]
    pub(crate) resume: bool,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
