//! `draw`: a picture of a tour that someone gives.

use hippodrome::Kind;
use hippodrome::format::{Hints, read};
use hippodrome::render::svg::{self, Options, Theme};

use crate::cli::{DrawArgs, ThemeArg};
use crate::failure::{Failure, Status};
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
    if let Some(ending) = ending.filter(|ending| !ending.eq_ignore_ascii_case("svg")) {
        return Err(Failure::wrong(format!(
            "--output: the ending .{} stands for no picture, expected .svg",
            ending.display()
        )));
    }
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
    let parsed = read(&bytes, args.read_as, &hints)
        .map_err(|e| Failure::wrong(format!("{}: {e}", args.file)))?;
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
