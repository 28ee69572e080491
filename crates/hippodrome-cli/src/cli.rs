//! What can be typed: the one description from which parsing, help, completions and man pages come.

#![expect(
    clippy::doc_markdown,
    reason = "these comments are printed as help, where backticks would show"
)]

pub(crate) mod check;
pub(crate) mod count;
pub(crate) mod explain;
pub(crate) mod model;
pub(crate) mod queens;
pub(crate) mod question;
pub(crate) mod serve;
pub(crate) mod survey;
pub(crate) mod tour;

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueHint};

pub(crate) use check::{CheckArgs, CheckFormat, DrawArgs, DrawFormat};
pub(crate) use count::{
    ByArg, CountArgs, CountFormat, CountMethodArg, ListArgs, MergeArgs, PruneArg, SampleArgs,
    SymmetryArg, TableArgs, WhichArgs, WrapArg,
};
pub(crate) use explain::{ExplainArgs, ExplainFormat};
pub(crate) use model::{CompareFormat, EncodingArg, ModelArgs};
pub(crate) use question::{LimitArgs, OutputArgs, QuestionArgs};
pub(crate) use survey::{SurveyArgs, SurveyFormat};
pub(crate) use tour::{ExistsArgs, ExistsFormat, LocateArgs, MethodArg, SymmetricArg, TourArgs};

const EXIT_STATUS: &str = "\
Exit status:
  0  done: found, exists, verified
  1  the answer is no: proven that there is none; or the thing checked is wrong
  2  the input is wrong: one line on stderr says what and what was expected
  3  unknown: a limit was reached, said on stderr";

/// Knight's tours, answered with the truth: a verified tour, a proof that there is none, or the
/// limit that was reached.
#[derive(Parser, Debug)]
#[command(name = "hippodrome", version, max_term_width = 100, after_help = EXIT_STATUS)]
#[command(disable_help_subcommand = true, infer_long_args = false)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Show no progress on stderr, only answers and errors.
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Find a tour and print it.
    Tour(TourArgs),
    /// Say whether there is a tour, and why.
    Exists(ExistsArgs),
    /// Run Warnsdorff's rule and tell every move: its candidates, what decided, where ties were.
    Explain(ExplainArgs),
    /// Run one heuristic from every square of every board in a range, and count how often it works.
    Survey(SurveyArgs),
    /// Say exactly how many tours there are.
    Count(CountArgs),
    /// Draw tours fairly from all of them, or turn tours into numbers and back.
    Sample(SampleArgs),
    /// Write all tours, one a line, in the order of their numbers.
    List(ListArgs),
    /// Put the results of `count --units` together, each part once and none missing.
    Merge(MergeArgs),
    /// The n queens problem: count, place, list and complete.
    Queens(queens::QueensArgs),
    /// Write, solve, read back or compare optimisation models of the tour (closed unless told
    /// otherwise).
    Model(ModelArgs),
    /// On a tour of any size, without building it: the square of a step, or the step of a square.
    Locate(LocateArgs),
    /// Verify a tour, a placement or a certificate, independently of everything that made it.
    Check(CheckArgs),
    /// Draw a picture of a tour or of a placement.
    Draw(DrawArgs),
    /// Open the studio: a server for this machine's browser.
    Serve(serve::ServeArgs),
    /// Print the completions of a shell.
    #[command(
        after_help = "Example:\n  hippodrome completions bash > ~/.local/share/bash-completion/completions/hippodrome"
    )]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write those of all commands into a directory.
    #[command(after_help = "Example:\n  hippodrome man --dir ~/.local/share/man/man1")]
    Man {
        /// Write hippodrome.1, hippodrome-tour.1, … into this directory.
        #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
        dir: Option<PathBuf>,
    },
}
