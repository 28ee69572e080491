//! What can be typed after `queens`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};
use hippodrome::Square;
use hippodrome::queens::Format;

use super::{LimitArgs, OutputArgs};
use crate::picture::PlacementFormat;

#[derive(Args, Debug)]
pub(crate) struct QueensArgs {
    #[command(subcommand)]
    pub(crate) command: QueensCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum QueensCommand {
    /// Count the solutions, all and up to symmetry, or those of a relative of the problem.
    Count(CountArgs),
    /// Place n queens: by a formula, at random, or uniformly at random.
    Place(PlaceArgs),
    /// List all solutions in lexicographic order.
    List(ListArgs),
    /// Complete a board with queens and blocked squares.
    Complete(CompleteArgs),
    /// Put the results of `count --units` together.
    Merge(MergeArgs),
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextFormat {
    /// For people.
    Text,
    /// One JSON object.
    Json,
    /// A certificate: the numbers and what follows from them, for `check`.
    Cert,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CountMethod {
    /// The fastest that serves the board.
    Auto,
    /// Plain backtracking, with its nodes.
    Bitmask,
    /// Depth-first, the border first.
    Dfs,
    /// Meet in the middle over quarter boards.
    Join,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hippodrome queens count 18
  hippodrome queens count 8 -k 5                        # five queens on the board
  hippodrome queens count 20 --checkpoint q20 --resume  # goes on where it was stopped
  hippodrome queens count 20 --units 8 --unit 3 -o part3")]
#[expect(clippy::struct_excessive_bools, reason = "options that are given or not")]
pub(crate) struct CountArgs {
    /// N, or ROWSxCOLS with -k.
    #[arg(value_name = "N")]
    pub(crate) board: String,

    /// How it is counted.
    #[arg(long, value_enum, default_value_t = CountMethod::Auto, help_heading = "Method")]
    pub(crate) method: CountMethod,

    /// Count the placements of K queens, which need not be as many as there are rows.
    #[arg(short, value_name = "K", help_heading = "Variants")]
    pub(crate) k: Option<u32>,

    /// Lines run on over the edges of the board.
    #[arg(long, help_heading = "Variants", conflicts_with_all = ["k", "knights", "reflecting", "through"])]
    pub(crate) toroidal: bool,

    /// The queens move like knights as well (superqueens).
    #[arg(long, help_heading = "Variants", conflicts_with_all = ["k", "reflecting", "through"])]
    pub(crate) knights: bool,

    /// Diagonals are reflected at a wall beside the board.
    #[arg(long, help_heading = "Variants", conflicts_with_all = ["k", "through"])]
    pub(crate) reflecting: bool,

    /// For each square, how many solutions have a queen there.
    #[arg(long, help_heading = "Variants", conflicts_with = "k")]
    pub(crate) through: bool,

    /// Count only every N-th unit of the work, for many machines; see --unit and `queens merge`.
    #[arg(long, value_name = "N", requires = "unit", help_heading = "Work",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) units: Option<u32>,

    /// Which of the N parts: 0 to N-1. Its result is a file for `queens merge`.
    #[arg(long, value_name = "I", requires = "units", help_heading = "Work")]
    pub(crate) unit: Option<u32>,

    /// Keep what is done in this file.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Work")]
    pub(crate) checkpoint: Option<PathBuf>,

    /// Go on from the checkpoint, if it is there.
    #[arg(long, requires = "checkpoint", help_heading = "Work")]
    pub(crate) resume: bool,

    /// text, json or cert [default: by the ending of the output file, else text].
    #[arg(long, value_enum, value_name = "F", help_heading = "Output")]
    pub(crate) format: Option<TextFormat>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hippodrome queens merge part0 part1 part2")]
pub(crate) struct MergeArgs {
    /// Files that `count --units` wrote, or checkpoints.
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,

    /// text, json or cert.
    #[arg(long, value_enum, value_name = "F", default_value_t = TextFormat::Text)]
    pub(crate) format: TextFormat,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hippodrome queens place 8 --format board
  hippodrome queens place 1000000000 --row 123456789    # one queen of a billion, at once
  hippodrome queens place 100000000 -o queens.npy
  hippodrome queens place 1000 --random --seed 7")]
pub(crate) struct PlaceArgs {
    /// The number of queens.
    #[arg(value_name = "N")]
    pub(crate) n: u64,

    /// Print only the file of the queen on this rank, from 1.
    #[arg(long, value_name = "K", conflicts_with_all = ["random", "uniform"])]
    pub(crate) row: Option<u64>,

    /// On a torus, where lines run on over the edges.
    #[arg(long, conflicts_with_all = ["random", "uniform"])]
    pub(crate) toroidal: bool,

    /// Local search from --seed: diverse solutions, not uniformly distributed.
    #[arg(long, conflicts_with = "uniform")]
    pub(crate) random: bool,

    /// Exactly uniform, by counting; up to n = 18.
    #[arg(long)]
    pub(crate) uniform: bool,

    /// columns, board, json, fen, npy, cert, svg or png.
    #[arg(long, value_name = "F", help_heading = "Output")]
    pub(crate) format: Option<PlacementFormat>,

    /// Pixels across, of png [default: as the picture].
    #[arg(long, value_name = "PIXELS", help_heading = "Output", value_parser = clap::value_parser!(u32).range(16..=16384))]
    pub(crate) width: Option<u32>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hippodrome queens list 8
  hippodrome queens list 8 --fundamental --format fen
  hippodrome queens list 14 --after '1 3 6 14 9 4 2 8 12 5 13 10 7 11' --limit 1000
  hippodrome queens list 12 --units 8 --unit 3 -o part3    # and the others; cat puts them together")]
pub(crate) struct ListArgs {
    /// The number of queens.
    #[arg(value_name = "N")]
    pub(crate) n: u32,

    /// One of each class under the symmetries of the square, the first.
    #[arg(long)]
    pub(crate) fundamental: bool,

    /// Begin behind this solution: its columns from 1.
    #[arg(long, value_name = "COLUMNS")]
    pub(crate) after: Option<String>,

    /// List only one of N parts, for many machines; see --unit. The parts one after the other are the
    /// whole list.
    #[arg(long, value_name = "N", requires = "unit", help_heading = "Work",
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) units: Option<u32>,

    /// Which of the N parts: 0 to N-1.
    #[arg(long, value_name = "I", requires = "units", help_heading = "Work")]
    pub(crate) unit: Option<u32>,

    /// Stop after so many.
    #[arg(long, value_name = "K")]
    pub(crate) limit: Option<u64>,

    /// columns, board, json or fen [default: by the ending of the output file, else columns].
    #[arg(long, value_name = "F", help_heading = "Output")]
    pub(crate) format: Option<Format>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    /// Depth-first search, whose end is a proof.
    Search,
    /// A clause-learning solver: CaDiCaL where it is built in, else varisat.
    Sat,
    /// The solver varisat.
    Varisat,
    /// The solver CaDiCaL.
    Cadical,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hippodrome queens complete 8 --queen b4 --queen d5 --all
  hippodrome queens complete 8 --block d1 --count
  hippodrome queens complete 28 --block instance.txt   # n, then 'row col' from 0 on each line
  hippodrome queens complete 28 --block instance.txt --engine sat --all")]
pub(crate) struct CompleteArgs {
    /// The number of queens.
    #[arg(value_name = "N")]
    pub(crate) n: u32,

    /// A queen that is there (repeatable).
    #[arg(long, value_name = "SQ")]
    pub(crate) queen: Vec<Square>,

    /// A square that must stay empty, a mask file, or an instance file (repeatable).
    #[arg(long, value_name = "SQ|FILE")]
    pub(crate) block: Vec<String>,

    /// What looks for them: the exact search, or a solver of clauses.
    #[arg(long, value_enum, default_value_t = Engine::Search, value_name = "E")]
    pub(crate) engine: Engine,

    /// Find one (the default).
    #[arg(long, conflicts_with_all = ["all", "count"])]
    pub(crate) one: bool,

    /// Find all, at most so many as --limit says.
    #[arg(long, conflicts_with = "count")]
    pub(crate) all: bool,

    /// Count them.
    #[arg(long)]
    pub(crate) count: bool,

    /// With --all: stop after so many [default: a million].
    #[arg(long, value_name = "K")]
    pub(crate) limit: Option<usize>,

    /// columns, board, json, fen, npy, cert or svg; several solutions as columns, board, json or
    /// fen.
    #[arg(long, value_name = "F", help_heading = "Output")]
    pub(crate) format: Option<Format>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
