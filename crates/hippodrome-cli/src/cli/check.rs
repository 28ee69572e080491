//! What `check` and `draw` take.

use clap::{Args, ValueEnum, ValueHint};
use hippodrome::Leaper;
use hippodrome::format::Format;

use super::question::OutputArgs;
use crate::picture::LookArgs;

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
  hippodrome queens list 8 | hippodrome check - --queens --board 8x8
  hippodrome queens complete 8 --queen b4 | hippodrome check - --queen b4

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

    /// It has to be about queens: a placement, several, or a count.
    #[arg(long, help_heading = "Queens")]
    pub(crate) queens: bool,

    /// The number of queens, if it is not that of ranks.
    #[arg(short, value_name = "K", help_heading = "Queens")]
    pub(crate) k: Option<String>,

    /// A queen that has to be there (repeatable).
    #[arg(long, value_name = "SQ", help_heading = "Queens")]
    pub(crate) queen: Vec<String>,

    /// A square without a queen, a mask file, or an instance file (repeatable).
    #[arg(long, value_name = "SQ|FILE", help_heading = "Queens")]
    pub(crate) block: Vec<String>,

    #[command(flatten)]
    pub(crate) rules: RuleArgs,

    /// What the file is, where that cannot be seen: board, squares, csv, matrix, json, prolog,
    /// tsplib, npy, svg, cert, columns or fen.
    #[arg(long = "as", value_name = "F")]
    pub(crate) read_as: Option<String>,

    /// Compare a certificate of a count with another one: the first layer that differs is named.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) against: Option<String>,

    /// text or json.
    #[arg(long, value_enum, value_name = "F", default_value_t = CheckFormat::Text)]
    pub(crate) format: CheckFormat,
}

#[derive(Args, Debug)]
pub(crate) struct RuleArgs {
    /// Queens on a torus.
    #[arg(long, help_heading = "Queens")]
    pub(crate) toroidal: bool,

    /// Queens that move like knights as well.
    #[arg(long, help_heading = "Queens")]
    pub(crate) knights: bool,

    /// Queens whose diagonals are reflected at a wall beside the board.
    #[arg(long, help_heading = "Queens")]
    pub(crate) reflecting: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hippodrome tour 8x8 --closed | hippodrome draw - -o tour.svg
  hippodrome draw tour.csv --board 8x8 --closed --theme dark > tour.svg
  hippodrome tour 8x8 --closed | hippodrome draw - -o film.gif --delay 80ms
  hippodrome explain 8x8 --from e1 --format cert | hippodrome draw - -o stuck.png
  hippodrome queens place 8 | hippodrome draw - -o queens.svg")]
pub(crate) struct DrawArgs {
    /// A tour in any format that `tour` writes, a run that got stuck as its certificate, a
    /// placement in any format that `queens` writes, or - for standard input.
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

    /// svg, text, png, gif or apng; else as the ending of the output's name says.
    #[arg(long, value_enum, value_name = "F")]
    pub(crate) format: Option<DrawFormat>,

    #[command(flatten)]
    pub(crate) looks: LookArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DrawFormat {
    /// A picture.
    Svg,
    /// A board of characters.
    Text,
    /// A picture of pixels.
    Png,
    /// A film of a tour, of 256 colours.
    Gif,
    /// A film of a tour, of all colours.
    Apng,
}
