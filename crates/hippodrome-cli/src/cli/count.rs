//! What `count`, `sample` and `list` take.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, ValueEnum, ValueHint};
use hippodrome::Square;
use hippodrome::format::Format;

use crate::failure::Failure;
use crate::output::by_ending;

use super::question::{LimitArgs, OutputArgs, QuestionArgs, duration};

/// A move, `a1b3` or `a1-b3`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveArg(pub(crate) Square, pub(crate) Square);

impl CountArgs {
    /// The format asked for, by name or by the ending of the output file.
    pub(crate) fn format(&self) -> CountFormat {
        self.format.or_else(|| self.by_ending().ok().flatten()).unwrap_or(CountFormat::Text)
    }

    /// The format of the ending of the output file.
    ///
    /// # Errors
    ///
    /// When the ending stands for a format in which no count is written.
    pub(crate) fn by_ending(&self) -> Result<Option<CountFormat>, Failure> {
        by_ending(self.output.output.as_deref(), |path| match path.extension()?.to_str()? {
            "cert" => Some(CountFormat::Cert),
            "json" => Some(CountFormat::Json),
            _ => None,
        })
    }
}

impl fmt::Display for MoveArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0, self.1)
    }
}

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

/// Which of the tours are meant.
#[derive(Args, Debug)]
pub(crate) struct WhichArgs {
    /// A move that the tours use, such as a1b3 (repeatable).
    #[arg(long = "use", value_name = "MOVE", help_heading = "The tour")]
    pub(crate) uses: Vec<MoveArg>,

    /// A move that the tours do not use (repeatable).
    #[arg(long, value_name = "MOVE", help_heading = "The tour")]
    pub(crate) avoid: Vec<MoveArg>,

    /// Only open tours whose ends are no move apart.
    #[arg(long, conflicts_with = "closed", help_heading = "The tour")]
    pub(crate) strictly_open: bool,
}

/// Where the states of a count live.
#[derive(Args, Debug)]
pub(crate) struct TableArgs {
    /// The most memory for tables, of each worker where there are workers: 500M, 8G [default: three
    /// quarters of what is free]. What does not fit goes to temporary files.
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Limits")]
    pub(crate) memory: Option<u64>,

    /// Where temporary files go [default: the system's directory for them]. They have no name
    /// there, and are gone when the program ends.
    #[arg(long, value_name = "DIR", value_parser = directory, value_hint = ValueHint::DirPath,
          help_heading = "Limits")]
    pub(crate) temp_dir: Option<PathBuf>,
}

/// One unit of the work of several.
#[derive(Args, Debug)]
pub(crate) struct SplitArgs {
    /// With --method dfs: count only every N-th part of the search; see --unit and `merge`.
    #[arg(long, value_name = "N", requires = "unit", help_heading = "Many machines",
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) units: Option<u32>,

    /// Which of the N parts: 0 to N-1. Its result is a file for `merge`.
    #[arg(long, value_name = "I", requires = "units", help_heading = "Many machines")]
    pub(crate) unit: Option<u32>,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hippodrome count 6x6 --closed --method dfs --units 2 --unit 0 -o part0    # and --unit 1
  hippodrome merge part0 part1")]
pub(crate) struct MergeArgs {
    /// Files that `count --units` or `queens count --units` wrote.
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,

    /// text or json; of queens also cert.
    #[arg(long, value_enum, value_name = "F", default_value_t = CountFormat::Text, hide_possible_values = true)]
    pub(crate) format: CountFormat,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
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
pub(crate) enum CountFormat {
    /// One sentence.
    Text,
    /// One JSON object.
    Json,
    /// A certificate.
    Cert,
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
  hippodrome count 8x8 --closed --memory 2GiB --checkpoint kept    # go on with --resume
  hippodrome count 6x8 --closed -o 6x8.cert && hippodrome check 6x8.cert --board 6x8 --closed
  hippodrome count 7x8 --closed --hosts hosts.txt --process 0 -w 8    # and 1, 2, … elsewhere
  hippodrome count 5x5 --directed --method dfs --no-prune connectivity --stats")]
pub(crate) struct CountArgs {
    #[command(flatten)]
    pub(crate) question: QuestionArgs,

    /// Glue edges of the board together; moves that coincide are one move.
    #[arg(long, value_enum, value_name = "EDGES", help_heading = "The tour")]
    pub(crate) wrap: Option<WrapArg>,

    #[command(flatten)]
    pub(crate) which: WhichArgs,

    /// Count a tour and its reverse as two.
    #[arg(long, help_heading = "Counting")]
    pub(crate) directed: bool,

    /// Which tours count as one.
    #[arg(long, value_enum, value_name = "S", default_value_t = SymmetryArg::None, help_heading = "Counting")]
    pub(crate) symmetry: SymmetryArg,

    /// Break the count down.
    #[arg(long, value_enum, value_name = "WHAT", help_heading = "Counting", conflicts_with_all = ["symmetry", "directed"])]
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

    /// The least time between two checkpoints [default: 1m; more where they are large]; 0s for one
    /// after every step.
    #[arg(long, value_name = "DUR", value_parser = duration, requires = "checkpoint", help_heading = "Method")]
    pub(crate) checkpoint_every: Option<Duration>,

    /// Go on from a checkpoint, and fail if there is none.
    #[arg(long, requires = "checkpoint", help_heading = "Method")]
    pub(crate) resume: bool,

    /// Count with this many workers, each with its own part of the states, instead of threads that
    /// share them; with --hosts, as many in each process [default there: 1].
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), conflicts_with = "threads", help_heading = "Many machines")]
    pub(crate) workers: Option<u16>,

    /// Count with other processes: a file with the address of each, host:port, one a line. Start
    /// the same command on each machine; links are not encrypted.
    #[arg(long, value_name = "FILE", requires = "process", value_hint = ValueHint::FilePath, conflicts_with = "threads", help_heading = "Many machines")]
    pub(crate) hosts: Option<PathBuf>,

    /// Which of the hosts this process is, from 0. The first one prints the answer.
    #[arg(long, value_name = "I", requires = "hosts", value_parser = clap::value_parser!(u16), help_heading = "Many machines")]
    pub(crate) process: Option<u16>,

    /// How long to wait for the other processes [default: 2m].
    #[arg(long, value_name = "DUR", requires = "hosts", value_parser = duration, help_heading = "Many machines")]
    pub(crate) connect_timeout: Option<Duration>,

    /// How long another process may give no sign of life before it is taken for lost [default: 2m];
    /// at least 2s.
    #[arg(long, value_name = "DUR", requires = "hosts", value_parser = duration, help_heading = "Many machines")]
    pub(crate) peer_timeout: Option<Duration>,

    #[command(flatten)]
    pub(crate) split: SplitArgs,

    /// Say what the count took: states and transitions of every layer, or nodes.
    #[arg(long, help_heading = "Output")]
    pub(crate) stats: bool,

    /// text, json or cert (a certificate with what every layer held) [default: text, or cert for
    /// an output file that ends in .cert].
    #[arg(
        long,
        value_enum,
        value_name = "F",
        hide_possible_values = true,
        help_heading = "Output"
    )]
    pub(crate) format: Option<CountFormat>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) tables: TableArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// A directory that is there, or a new name in one that is.
fn directory(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let room = !path.exists() && parent.is_none_or(Path::is_dir);
    if path.is_dir() || room { Ok(path) } else { Err("expected a directory".to_owned()) }
}

/// `500M` or `8G`, in powers of 1024.
pub(crate) fn size(text: &str) -> Result<u64, String> {
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
#[command(mut_arg("step_at", |arg| arg.hide(true)))] // Refused: such tours are not numbered.
#[command(after_help = "\
Examples:
  hippodrome sample 6x6 --closed --seed 7
  hippodrome sample 6x6 --closed --tours 100 --format squares
  hippodrome sample 6x6 --closed --unrank 4930
  hippodrome sample 6x8 --open --memory 1G          # the rest on disk, in --temp-dir
  hippodrome tour 6x6 --closed | hippodrome sample 6x6 --closed --rank -")]
pub(crate) struct SampleArgs {
    #[command(flatten)]
    pub(crate) question: QuestionArgs,

    #[command(flatten)]
    pub(crate) which: WhichArgs,

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

    #[command(flatten)]
    pub(crate) tables: TableArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(Args, Debug)]
#[command(mut_arg("step_at", |arg| arg.hide(true)))]
#[command(after_help = "\
Examples:
  hippodrome list 5x6 --closed
  hippodrome list 6x6 --closed --first 100")]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) question: QuestionArgs,

    #[command(flatten)]
    pub(crate) which: WhichArgs,

    /// Stop after so many tours.
    #[arg(long, value_name = "N")]
    pub(crate) first: Option<u64>,

    /// squares or json.
    #[arg(long, value_name = "F", help_heading = "Output")]
    pub(crate) format: Option<Format>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) tables: TableArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
