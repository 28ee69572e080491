//! What can be typed: the one description from which parsing, help, completions and man pages come.

#![expect(
    clippy::doc_markdown,
    reason = "these comments are printed as help, where backticks would show"
)]

pub(crate) mod queens;

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use hippodrome::format::Format;
use hippodrome::heuristic::{MoveOrder, TieBreak};
use hippodrome::model::Formulation;
use hippodrome::{Kind, Leaper, Problem, Square};

use crate::failure::Failure;
use crate::input;

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
    /// Say exactly how many tours there are.
    Count(CountArgs),
    /// Draw tours fairly from all of them, or turn tours into numbers and back.
    Sample(SampleArgs),
    /// Write all tours, one a line, in the order of their numbers.
    List(ListArgs),
    /// The n queens problem: count, place, list and complete.
    Queens(queens::QueensArgs),
    /// Write, solve, read back or compare optimisation models of the tour (closed unless told
    /// otherwise).
    Model(ModelArgs),
    /// On a tour of any size, without building it: the square of a step, or the step of a square.
    Locate(LocateArgs),
    /// Verify a tour or a certificate, independently of everything that made it.
    Check(CheckArgs),
    /// Draw a picture of a tour.
    Draw(DrawArgs),
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

/// The tour that is asked for.
#[derive(Args, Debug)]
pub(crate) struct QuestionArgs {
    /// ROWSxCOLS (3x14 is 3 ranks, 14 files), N for NxN, a mask file of `.` and `#`, or - for a
    /// mask on standard input.
    #[arg(value_name = "BOARD")]
    pub(crate) board: String,

    #[command(flatten)]
    pub(crate) details: DetailArgs,
}

/// What is asked of the tour beside its board.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "The tour")]
pub(crate) struct DetailArgs {
    /// A tour whose last square is a move away from its first.
    #[arg(long, conflicts_with = "open")]
    pub(crate) closed: bool,

    /// A tour from one square to another (the default).
    #[arg(long)]
    pub(crate) open: bool,

    /// The first square, as c5 or FILE,RANK.
    #[arg(long, value_name = "SQ")]
    pub(crate) from: Option<Square>,

    /// The last square.
    #[arg(long, value_name = "SQ")]
    pub(crate) to: Option<Square>,

    /// The piece: moves by R one way and S the other [default: 1,2].
    #[arg(long, value_name = "R,S")]
    pub(crate) leaper: Option<Leaper>,

    /// A square that is not there (repeatable).
    #[arg(long, value_name = "SQ")]
    pub(crate) hole: Vec<Square>,

    /// The K-th square visited, from 1 (repeatable).
    #[arg(long, value_name = "K=SQ")]
    pub(crate) step_at: Vec<StepAt>,
}

impl DetailArgs {
    /// Open or closed, if it was said.
    pub(crate) fn kind(&self) -> Option<Kind> {
        match (self.closed, self.open) {
            (true, _) => Some(Kind::Closed),
            (_, true) => Some(Kind::Open),
            _ => None,
        }
    }
}

impl QuestionArgs {
    /// The problem in the library's terms.
    ///
    /// # Errors
    ///
    /// When board, squares and steps do not fit each other.
    pub(crate) fn problem(&self) -> Result<Problem, Failure> {
        self.problem_of(Kind::Open)
    }

    /// The same, closed where nothing is said.
    ///
    /// # Errors
    ///
    /// When board, squares and steps do not fit each other.
    pub(crate) fn problem_or_closed(&self) -> Result<Problem, Failure> {
        self.problem_of(Kind::Closed)
    }

    fn problem_of(&self, usual: Kind) -> Result<Problem, Failure> {
        let details = &self.details;
        let board = input::board(&self.board)?;
        let named = |option: &str, e: hippodrome::Error| Failure::wrong(format!("{option}: {e}"));
        let board =
            board.with_holes(details.hole.iter().copied()).map_err(|e| named("--hole", e))?;
        let leaper = details.leaper.unwrap_or_default();
        let mut problem = Problem::new(board, leaper, details.kind().unwrap_or(usual));
        if let Some(square) = details.from {
            problem = problem.with_from(square).map_err(|e| named("--from", e))?;
        }
        if let Some(square) = details.to {
            problem = problem.with_to(square).map_err(|e| named("--to", e))?;
        }
        for &StepAt { step, square } in &details.step_at {
            problem = problem.with_clue(step, square).map_err(|e| named("--step-at", e))?;
        }
        Ok(problem)
    }
}

/// `K=SQ`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepAt {
    pub(crate) step: u128,
    pub(crate) square: Square,
}

impl FromStr for StepAt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (step, square) =
            text.split_once('=').ok_or("expected K=SQ such as 13=c3 (square c3 is the 13th)")?;
        if step.is_empty() || !step.bytes().all(|b| b.is_ascii_digit()) {
            return Err("the step before '=' is a number from 1".to_owned());
        }
        let step = step.parse().map_err(|_| "the step before '=' is too large".to_owned())?;
        let square = square.parse().map_err(|e: hippodrome::Error| e.to_string())?;
        Ok(Self { step, square })
    }
}

/// Where the result goes.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// Write to this file instead of standard output; its ending picks the format. The file is
    /// replaced only by a finished one.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
}

/// Limits of the work, and its randomness.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Stop after this time: 500ms, 30s, 5m.
    #[arg(long, value_name = "DUR", value_parser = duration)]
    pub(crate) time_limit: Option<Duration>,

    /// The seed of all randomness: the same seed gives the same output on every machine.
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) seed: u64,

    /// The number of threads, where a method has several.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
}

fn duration(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text)
        .map_err(|_| "expected a time such as 500ms, 30s or 5m".to_owned())
}

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
    /// centre-near, squirrel or random.
    #[arg(long, value_name = "RULE", help_heading = "Method")]
    pub(crate) tie_break: Option<TieBreak>,

    /// The order in which the eight directions are looked at, a permutation of 12345678
    /// (1 = one file right, two ranks up; see FORMATS.md).
    #[arg(long, value_name = "12345678", help_heading = "Method")]
    pub(crate) move_order: Option<MoveOrder>,

    /// How often Warnsdorff's rule is tried again with random ties when it gets stuck.
    #[arg(long, value_name = "K", help_heading = "Method")]
    pub(crate) retries: Option<u64>,

    /// The first tour in algebraic order (a1 < a2 < b1), by search.
    #[arg(long, help_heading = "Method", conflicts_with_all = ["tie_break", "move_order", "retries"])]
    pub(crate) lexicographic: bool,

    /// A closed tour that looks the same after half a turn of the board (rotate180, the default
    /// when no value is given) or a quarter turn (rotate90), by construction.
    #[arg(long, value_enum, value_name = "HOW", help_heading = "Method", num_args = 0..=1, require_equals = true, default_missing_value = "rotate180")]
    pub(crate) symmetric: Option<SymmetricArg>,

    /// Give up after this many nodes of the search.
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(crate) node_limit: Option<u64>,

    /// Say on stderr how many turns and crossings the tour has, and its symmetries.
    #[arg(long, help_heading = "Output")]
    pub(crate) stats: bool,

    /// Have the result read back by the independent checker, however large it is (done anyway up
    /// to 250000 squares).
    #[arg(long, help_heading = "Output")]
    pub(crate) check: bool,

    /// board, squares, csv, matrix, json, prolog, tsplib, npy, cert or svg.
    #[arg(long, value_name = "F", help_heading = "Output")]
    pub(crate) format: Option<Format>,

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
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(crate) node_limit: Option<u64>,

    /// text, json or cert.
    #[arg(long, value_enum, value_name = "F", help_heading = "Output")]
    pub(crate) format: Option<ExistsFormat>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// A move, `a1b3` or `a1-b3`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveArg(pub(crate) Square, pub(crate) Square);

impl FromStr for MoveArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("move '{text}': expected two squares such as a1b3");
        let middle = text
            .bytes()
            .zip(text.bytes().skip(1))
            .position(|(a, b)| a.is_ascii_digit() && (b == b'-' || b.is_ascii_alphabetic()))
            .ok_or_else(wrong)?;
        let (a, b) = text.split_at(middle + 1);
        let square = |s: &str| s.parse::<Square>().map_err(|_| wrong());
        Ok(Self(square(a)?, square(b.strip_prefix('-').unwrap_or(b))?))
    }
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WrapArg {
    /// The first file follows the last: a cylinder.
    Files,
    /// The first rank follows the last: a cylinder.
    Ranks,
    /// A torus.
    Both,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CountMethodArg {
    /// Depth-first search where squares are given for steps, else the frontier engine.
    Auto,
    /// The frontier engine: states of partial tours, added up.
    Frontier,
    /// Depth-first search: every tour is visited.
    Dfs,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SymmetryArg {
    /// Every tour counts.
    None,
    /// Tours that are images of each other under the symmetries of the board count once.
    Board,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ByArg {
    /// How many directed open tours start on each square.
    Start,
    /// How many undirected tours use each move.
    #[value(alias = "move")]
    Edge,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PruneArg {
    /// An unvisited square without an open neighbour.
    DeadSquares,
    /// Unvisited squares with too few open neighbours.
    Degree,
    /// Unvisited squares that the path cannot reach.
    Connectivity,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hippodrome count 6x6 --closed
  hippodrome count 5x5 --directed
  hippodrome count 6x6 --closed --symmetry board
  hippodrome count 6x6 --open --by start
  hippodrome count 2x3x4 --closed              # a box
  hippodrome count graph.edges --closed        # an edge list: two vertices a line, from 0
  hippodrome count 5x5 --directed --method dfs --no-prune connectivity --stats")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct CountArgs {
    #[command(flatten)]
    pub(crate) question: QuestionArgs,

    /// Glue edges of the board together; moves that coincide are one move.
    #[arg(long, value_enum, value_name = "EDGES", help_heading = "The tour")]
    pub(crate) wrap: Option<WrapArg>,

    /// A move that the tours use, such as a1b3 (repeatable).
    #[arg(long = "use", value_name = "MOVE", help_heading = "The tour")]
    pub(crate) uses: Vec<MoveArg>,

    /// A move that the tours do not use (repeatable).
    #[arg(long, value_name = "MOVE", help_heading = "The tour")]
    pub(crate) avoid: Vec<MoveArg>,

    /// Only open tours whose ends are no move apart.
    #[arg(long, conflicts_with = "closed", help_heading = "The tour")]
    pub(crate) strictly_open: bool,

    /// Count a tour and its reverse as two.
    #[arg(long, help_heading = "Counting")]
    pub(crate) directed: bool,

    /// Which tours count as one.
    #[arg(long, value_enum, value_name = "S", default_value_t = SymmetryArg::None, help_heading = "Counting")]
    pub(crate) symmetry: SymmetryArg,

    /// Break the count down.
    #[arg(long, value_enum, value_name = "WHAT", help_heading = "Counting", conflicts_with_all = ["symmetry", "directed", "strictly_open"])]
    pub(crate) by: Option<ByArg>,

    /// How it is counted.
    #[arg(long, value_enum, default_value_t = CountMethodArg::Auto, help_heading = "Method")]
    pub(crate) method: CountMethodArg,

    /// Leave a prune of the depth-first search out (repeatable).
    #[arg(long, value_enum, value_name = "PRUNE", help_heading = "Method")]
    pub(crate) no_prune: Vec<PruneArg>,

    /// Keep checkpoints in this directory, and go on from the one that is there.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Method")]
    pub(crate) checkpoint: Option<PathBuf>,

    /// Go on from a checkpoint, and fail if there is none.
    #[arg(long, requires = "checkpoint", help_heading = "Method")]
    pub(crate) resume: bool,

    /// Say what the count took: states and transitions of every layer, or nodes.
    #[arg(long, help_heading = "Output")]
    pub(crate) stats: bool,

    /// text or json.
    #[arg(long, value_enum, value_name = "F", default_value_t = CheckFormat::Text, help_heading = "Output")]
    pub(crate) format: CheckFormat,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    /// The most memory for tables: 500M, 8G [default: three quarters of what is free].
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Limits")]
    pub(crate) memory: Option<u64>,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// `500M` or `8G`, in powers of 1024.
fn size(text: &str) -> Result<u64, String> {
    let wrong = || "expected a size such as 500M or 8G".to_owned();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..].to_ascii_uppercase()[..] {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        _ => return Err(wrong()),
    };
    let number: u64 = digits.parse().map_err(|_| wrong())?;
    number.checked_mul(1 << unit).ok_or_else(wrong)
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hippodrome sample 6x6 --closed --seed 7
  hippodrome sample 6x6 --closed --tours 100 --format squares
  hippodrome sample 6x6 --closed --unrank 4930
  hippodrome tour 6x6 --closed | hippodrome sample 6x6 --closed --rank -")]
pub(crate) struct SampleArgs {
    #[command(flatten)]
    pub(crate) question: QuestionArgs,

    /// How many tours to draw.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) tours: u64,

    /// Print the number of the tour in this file (- for standard input).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["unrank", "tours"])]
    pub(crate) rank: Option<String>,

    /// Print the tour of this number, from 0.
    #[arg(long, value_name = "K", conflicts_with = "tours")]
    pub(crate) unrank: Option<String>,

    /// board, squares, csv, matrix, json, prolog or tsplib.
    #[arg(long, value_name = "F", help_heading = "Output")]
    pub(crate) format: Option<Format>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    /// The most memory for tables: 500M, 8G [default: three quarters of what is free].
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Limits")]
    pub(crate) memory: Option<u64>,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hippodrome list 5x6 --closed
  hippodrome list 6x6 --closed --first 100")]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) question: QuestionArgs,

    /// Stop after so many tours.
    #[arg(long, value_name = "N")]
    pub(crate) first: Option<u64>,

    /// squares or json.
    #[arg(long, value_name = "F", help_heading = "Output")]
    pub(crate) format: Option<Format>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    /// The most memory for tables: 500M, 8G [default: three quarters of what is free].
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Limits")]
    pub(crate) memory: Option<u64>,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

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

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CheckFormat {
    /// A report that ends with one line `s …`.
    Text,
    /// One JSON object.
    Json,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hippodrome tour 8x8 --closed | hippodrome check - --board 8x8 --closed
  hippodrome exists 5x5 --from a2 --format cert | hippodrome check - --board 5x5 --from a2

The problem is taken from this command line; what the file claims is compared with it.
Exit status: 0 verified, 1 rejected, 2 malformed file or usage, 3 obligations left or a limit.")]
pub(crate) struct CheckArgs {
    /// The file to check, or - for standard input.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: String,

    /// The board that the file has to be about.
    #[arg(long, value_name = "BOARD")]
    pub(crate) board: Option<String>,

    /// It has to be a closed tour.
    #[arg(long, conflicts_with = "open")]
    pub(crate) closed: bool,

    /// It has to be an open tour.
    #[arg(long)]
    pub(crate) open: bool,

    /// The first square.
    #[arg(long, value_name = "SQ")]
    pub(crate) from: Option<String>,

    /// The last square.
    #[arg(long, value_name = "SQ")]
    pub(crate) to: Option<String>,

    /// The piece.
    #[arg(long, value_name = "R,S")]
    pub(crate) leaper: Option<String>,

    /// A square that the board lacks (repeatable).
    #[arg(long, value_name = "SQ")]
    pub(crate) hole: Vec<String>,

    /// The square of step K (repeatable).
    #[arg(long, value_name = "K=SQ")]
    pub(crate) step_at: Vec<String>,

    /// What the file is, where that cannot be seen: board, squares, csv, matrix, json, prolog,
    /// tsplib, npy, svg or cert.
    #[arg(long = "as", value_name = "F")]
    pub(crate) read_as: Option<String>,

    /// text or json.
    #[arg(long, value_enum, value_name = "F", default_value_t = CheckFormat::Text)]
    pub(crate) format: CheckFormat,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hippodrome tour 8x8 --closed | hippodrome draw - -o tour.svg
  hippodrome draw tour.csv --board 8x8 --closed --theme dark > tour.svg")]
pub(crate) struct DrawArgs {
    /// A tour in any format that `tour` writes, or - for standard input.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: String,

    /// The board, where the file does not say it.
    #[arg(long, value_name = "BOARD")]
    pub(crate) board: Option<String>,

    /// Draw it as a closed tour (an error when it does not close). Where the file does not say,
    /// a tour that closes is drawn closed.
    #[arg(long, conflicts_with = "open")]
    pub(crate) closed: bool,

    /// Draw it as an open tour.
    #[arg(long)]
    pub(crate) open: bool,

    /// The piece, where the file does not say it.
    #[arg(long, value_name = "R,S")]
    pub(crate) leaper: Option<Leaper>,

    /// What the file is, where that cannot be seen.
    #[arg(long = "as", value_name = "F")]
    pub(crate) read_as: Option<Format>,

    /// Colours: auto follows the reader's system.
    #[arg(long, value_enum, value_name = "T", default_value_t = ThemeArg::Auto)]
    pub(crate) theme: ThemeArg,

    /// Leave the step numbers out.
    #[arg(long)]
    pub(crate) no_numbers: bool,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ThemeArg {
    /// Light or dark, as the reader's system says.
    Auto,
    /// Dark lines on light squares.
    Light,
    /// Light lines on dark squares.
    Dark,
}
