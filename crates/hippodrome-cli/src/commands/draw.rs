//! `draw`: a picture of a tour or of a placement of queens that someone gives.

use hippodrome::Kind;
use hippodrome::format::{Format, Hints, read};
use hippodrome::queens;
use hippodrome::render::svg::{self, Options, Theme};

use crate::cli::{DrawArgs, DrawFormat, ThemeArg};
use crate::failure::{Failure, Status, say};
use crate::input;
use crate::output::Output;
use crate::watch::Watch;

/// The largest file that is read: 1 GiB.
const LIMIT: u64 = 1 << 30;

/// Runs the command.
///
/// # Errors
///
/// When the file cannot be read as a tour, or the picture cannot be written.
pub(crate) fn run(args: &DrawArgs) -> Result<Status, Failure> {
    let watch = Watch::start(None, true);
    let ending = args.output.output.as_deref().and_then(|path| path.extension());
    let format = match (args.format, ending) {
        (Some(format), _) => format,
        (None, None) => DrawFormat::Svg,
        (None, Some(ending)) if ending.eq_ignore_ascii_case("svg") => DrawFormat::Svg,
        (None, Some(ending)) if ending.eq_ignore_ascii_case("txt") => DrawFormat::Text,
        (None, Some(ending)) => {
            return Err(Failure::wrong(format!(
                "--output: the ending .{} stands for no picture, expected .svg or .txt",
                ending.display()
            )));
        }
    };
    let hints = Hints {
        board: args.board.as_deref().map(input::board).transpose()?,
        leaper: args.leaper,
        kind: match (args.closed, args.open) {
            (true, _) => Some(Kind::Closed),
            (_, true) => Some(Kind::Open),
            _ => None,
        },
    };
    let bytes = input::read(&args.file, LIMIT)?;
    if args.read_as.is_none() && queens::is_placement(&bytes) {
        return placement(args, &bytes, format, &watch);
    }
    let parsed = read(&bytes, args.read_as, &hints)
        .map_err(|e| Failure::wrong(format!("{}: {e}", args.file)))?;
    if format == DrawFormat::Text {
        Format::Board.admits(parsed.tour.board())?;
        watch.finishing();
        let output = Output::new(args.output.output.as_deref())?;
        output.finish(|out| Format::Board.write(&parsed.tour, None, out))?;
        return Ok(Status::Done);
    }
    svg::admits(parsed.tour.board())?;
    let theme = match args.theme {
        ThemeArg::Auto => Theme::Auto,
        ThemeArg::Light => Theme::Light,
        ThemeArg::Dark => Theme::Dark,
    };
    let options = Options::new().theme(theme).numbers(!args.no_numbers);
    watch.finishing();
    let output = Output::new(args.output.output.as_deref())?;
    output.finish(|out| svg::write(&parsed.tour, parsed.method.as_deref(), &options, out))?;
    Ok(Status::Done)
}

/// Draws a placement of queens, the first of the file.
fn placement(
    args: &DrawArgs,
    bytes: &[u8],
    format: DrawFormat,
    watch: &Watch,
) -> Result<Status, Failure> {
    let all = queens::read(bytes).map_err(|e| Failure::wrong(format!("{}: {e}", args.file)))?;
    let Some(first) = all.first() else {
        return Err(Failure::wrong(format!("{}: no placement", args.file)));
    };
    let format = match format {
        DrawFormat::Svg => queens::Format::Svg,
        DrawFormat::Text => queens::Format::Board,
    };
    format.admits(first.n() as u64)?;
    watch.finishing();
    if all.len() > 1 {
        say("note", &format!("the first of {} placements is drawn", all.len()));
    }
    let columns = || first.columns().iter().map(|&column| u64::from(column));
    let output = Output::new(args.output.output.as_deref())?;
    output.finish(|out| format.write(first.n() as u64, columns(), out))?;
    Ok(Status::Done)
}
