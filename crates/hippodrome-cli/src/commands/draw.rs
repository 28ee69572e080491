//! `draw`: a picture of a tour, of a run that got stuck, or of a placement of queens that someone gives.

use std::ffi::OsStr;

use hippodrome::Kind;
use hippodrome::format::cert::read_walk;
use hippodrome::format::{Format, Hints, read};
use hippodrome::queens;
use hippodrome::render::svg;

use crate::cli::{DrawArgs, DrawFormat};
use crate::failure::{Failure, Status, say};
use crate::input;
use crate::output::Output;
use crate::picture::{self, Raster};
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
    let format = format(args)?;
    let bytes = input::read_answer(&args.file, LIMIT)?;
    let picture = if args.read_as.is_none() && queens::is_placement(&bytes) {
        placement(args, &bytes, format)?
    } else if let Some(walk) = read_walk(&bytes).filter(|_| args.read_as.is_none()) {
        let walk = walk.map_err(|e| named(args, &e))?;
        let looks = args.looks.options(format != DrawFormat::Svg);
        let draw = |out: &mut Vec<u8>| {
            svg::write_walk(&walk.board, walk.leaper, &walk.squares, &looks, out)
        };
        svg::admits(&walk.board)?;
        still(args, format, "a run that got stuck", draw)?
    } else {
        tour(args, &bytes, format)?
    };
    watch.finishing();
    Output::new(args.output.output.as_deref())?.finish(|out| out.write_all(&picture))?;
    Ok(Status::Done)
}

/// The format asked for, or the one of the file's ending.
fn format(args: &DrawArgs) -> Result<DrawFormat, Failure> {
    let path = args.output.output.as_deref();
    let ending = path.and_then(|path| path.extension());
    let is = |ending: &OsStr, name: &str| ending.eq_ignore_ascii_case(name);
    match (args.format, ending) {
        (Some(format), _) => Ok(format),
        (None, None) => Ok(DrawFormat::Svg),
        (None, Some(ending)) if is(ending, "svg") => Ok(DrawFormat::Svg),
        (None, Some(ending)) if is(ending, "txt") => Ok(DrawFormat::Text),
        (None, Some(ending)) => match Raster::of_ending(ending) {
            Some(Raster::Png) => Ok(DrawFormat::Png),
            Some(Raster::Gif) => Ok(DrawFormat::Gif),
            Some(Raster::Apng) => Ok(DrawFormat::Apng),
            None => Err(Failure::wrong(format!(
                "--output: the ending .{} stands for no picture, expected .svg, .png, .gif, .apng or .txt",
                ending.display()
            ))),
        },
    }
}

fn named(args: &DrawArgs, error: &hippodrome::Error) -> Failure {
    Failure::wrong(format!("{}: {error}", args.file))
}

/// A drawing as SVG or PNG.
fn still(
    args: &DrawArgs,
    format: DrawFormat,
    what: &str,
    draw: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>,
) -> Result<Vec<u8>, Failure> {
    let mut drawing = Vec::new();
    match format {
        DrawFormat::Svg | DrawFormat::Png => {
            draw(&mut drawing).map_err(|e| Failure::io("the picture", &e))?;
        }
        DrawFormat::Text | DrawFormat::Gif | DrawFormat::Apng => {
            return Err(Failure::wrong(format!("--format: {what} is drawn as svg or png")));
        }
    }
    if format == DrawFormat::Png {
        return picture::rasterised(&String::from_utf8_lossy(&drawing), args.looks.width);
    }
    Ok(drawing)
}

/// Draws a tour.
fn tour(args: &DrawArgs, bytes: &[u8], format: DrawFormat) -> Result<Vec<u8>, Failure> {
    let hints = Hints {
        board: args.board.as_deref().map(input::board).transpose()?,
        leaper: args.leaper,
        kind: match (args.closed, args.open) {
            (true, _) => Some(Kind::Closed),
            (_, true) => Some(Kind::Open),
            _ => None,
        },
    };
    let parsed = read(bytes, args.read_as, &hints).map_err(|e| named(args, &e))?;
    let tour = &parsed.tour;
    let raster = match format {
        DrawFormat::Svg => None,
        DrawFormat::Text => {
            Format::Board.admits(tour.board())?;
            let mut text = Vec::new();
            Format::Board
                .write(tour, None, &mut text)
                .map_err(|e| Failure::io("the picture", &e))?;
            return Ok(text);
        }
        DrawFormat::Png => Some(Raster::Png),
        DrawFormat::Gif => Some(Raster::Gif),
        DrawFormat::Apng => Some(Raster::Apng),
    };
    svg::admits(tour.board())?;
    if let Some(raster) = raster {
        return picture::of_tour(tour, raster, &args.looks);
    }
    still(args, format, "a tour", |out| {
        svg::write(tour, parsed.method.as_deref(), &args.looks.options(false), out)
    })
}

/// Draws a placement of queens, the first of the file.
fn placement(args: &DrawArgs, bytes: &[u8], format: DrawFormat) -> Result<Vec<u8>, Failure> {
    let all = queens::read(bytes).map_err(|e| named(args, &e))?;
    let Some(first) = all.first() else {
        return Err(Failure::wrong(format!("{}: no placement", args.file)));
    };
    if all.len() > 1 {
        say("note", &format!("the first of {} placements is drawn", all.len()));
    }
    let write = |format: queens::Format, out: &mut Vec<u8>| {
        let columns = first.columns().iter().map(|&column| u64::from(column));
        format.write(first.n() as u64, columns, out)
    };
    if format == DrawFormat::Text {
        queens::Format::Board.admits(first.n() as u64)?;
        let mut text = Vec::new();
        write(queens::Format::Board, &mut text).map_err(|e| Failure::io("the picture", &e))?;
        return Ok(text);
    }
    queens::Format::Svg.admits(first.n() as u64)?;
    still(args, format, "a placement of queens", |out| write(queens::Format::Svg, out))
}
