//! Pictures as pixels, where the output's format or ending asks for them.

use std::ffi::OsStr;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, ValueEnum};
use hippodrome::format::Format;
use hippodrome::queens;
use hippodrome::render::svg::{self, Options, Theme};
use hippodrome::{Problem, Square, Tour};
use hippodrome_picture::{Canvas, Film, PictureError, apng, gif, png};

use crate::failure::Failure;

/// A picture of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Raster {
    /// One picture.
    Png,
    /// A film of 256 colours.
    Gif,
    /// A film of all colours.
    Apng,
}

impl Raster {
    const ALL: [Self; 3] = [Self::Png, Self::Gif, Self::Apng];

    const fn name(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Gif => "gif",
            Self::Apng => "apng",
        }
    }

    /// What the ending of a file stands for.
    pub(crate) fn of_ending(ending: &OsStr) -> Option<Self> {
        Self::ALL.into_iter().find(|raster| ending.eq_ignore_ascii_case(raster.name()))
    }
}

/// A format of a tour: a file that is read back, or a picture of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TourFormat {
    File(Format),
    Picture(Raster),
}

impl TourFormat {
    /// The name of each.
    pub(crate) fn names() -> Vec<String> {
        let files = Format::ALL.iter().map(|format| format.name());
        files.chain(Raster::ALL.map(Raster::name)).map(str::to_owned).collect()
    }
}

impl fmt::Display for TourFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(format) => format.fmt(f),
            Self::Picture(raster) => f.write_str(raster.name()),
        }
    }
}

impl FromStr for TourFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match Raster::ALL.into_iter().find(|raster| raster.name() == text) {
            Some(raster) => Ok(Self::Picture(raster)),
            None => text
                .parse()
                .map(Self::File)
                .map_err(|e: hippodrome::Error| format!("{e}, png, gif, apng")),
        }
    }
}

/// The colours of a picture.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ThemeArg {
    /// Light or dark, as the reader's system says; pixels are light.
    Auto,
    /// Dark lines on light squares.
    Light,
    /// Light lines on dark squares.
    Dark,
}

impl ThemeArg {
    /// The theme of a drawing, or of pixels, for which no reader's system can decide.
    pub(crate) fn theme(self, pixels: bool) -> Theme {
        match self {
            Self::Auto if !pixels => Theme::Auto,
            Self::Auto | Self::Light => Theme::Light,
            Self::Dark => Theme::Dark,
        }
    }
}

/// A format of a placement of queens: a file that is read back, or a picture of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlacementFormat {
    File(queens::Format),
    Png,
}

impl PlacementFormat {
    /// The name of each.
    pub(crate) fn names() -> Vec<String> {
        let files = queens::Format::ALL.iter().map(|format| format.name());
        files.chain([Raster::Png.name()]).map(str::to_owned).collect()
    }
}

impl FromStr for PlacementFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == Raster::Png.name() {
            return Ok(Self::Png);
        }
        text.parse().map(Self::File).map_err(|e: hippodrome::Error| format!("{e}, png"))
    }
}

/// How a picture looks.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Picture")]
pub(crate) struct LookArgs {
    /// Colours of a picture: auto follows the reader's system.
    #[arg(long, value_enum, value_name = "T", default_value_t = ThemeArg::Auto)]
    pub(crate) theme: ThemeArg,

    /// Leave the step numbers out (they are, where squares of pixels are too small for them).
    #[arg(long)]
    pub(crate) no_numbers: bool,

    /// Pixels across, of png, gif and apng [default: as the picture, of films 480].
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=16384))]
    pub(crate) width: Option<u32>,

    /// How long each step of a film stands: 50ms, 1s [default: 150ms].
    #[arg(long, value_name = "DUR", value_parser = crate::cli::question::duration, allow_hyphen_values = true)]
    pub(crate) delay: Option<Duration>,

    /// A film that stops at its end, instead of beginning again.
    #[arg(long)]
    pub(crate) once: bool,
}

/// About the width of a picture and of a film, in pixels, when none is given.
const PICTURE: u32 = 960;
const FILM: u32 = 480;

/// Numbers in smaller squares, in pixels, cannot be read.
const READABLE: u64 = 16;

impl LookArgs {
    /// Whether the steps are numbered: in squares of pixels large enough to read them.
    fn numbers(&self, tour: &Tour, width: u32) -> bool {
        let across = u64::from(self.width.unwrap_or(width)) / tour.board().cols().max(1);
        !self.no_numbers && across >= READABLE
    }

    /// The looks of a drawing, or of one that becomes pixels.
    pub(crate) fn options(&self, pixels: bool) -> Options {
        Options::new().theme(self.theme.theme(pixels)).numbers(!self.no_numbers)
    }
}

/// An SVG drawing as PNG.
///
/// # Errors
///
/// When there would be too many pixels.
pub(crate) fn rasterised(drawing: &str, width: Option<u32>) -> Result<Vec<u8>, Failure> {
    let image = Canvas::new(width).draw(drawing).map_err(failed)?;
    png(&image).map_err(failed)
}

/// A tour as a picture of pixels.
///
/// # Errors
///
/// When the board is too large for one, or there would be too many pixels.
pub(crate) fn of_tour(tour: &Tour, raster: Raster, looks: &LookArgs) -> Result<Vec<u8>, Failure> {
    svg::admits(tour.board())?;
    if raster == Raster::Png {
        let options = looks.options(true).numbers(looks.numbers(tour, PICTURE));
        let mut drawing = Vec::new();
        svg::write(tour, None, &options, &mut drawing)
            .map_err(|e| Failure::io("the picture", &e))?;
        return rasterised(&String::from_utf8_lossy(&drawing), looks.width);
    }
    let mut film = Film::new()
        .theme(looks.theme.theme(true))
        .numbers(looks.numbers(tour, FILM))
        .repeat(!looks.once);
    if let Some(width) = looks.width {
        film = film.width(width);
    }
    if let Some(delay) = looks.delay {
        film = film.delay(delay);
    }
    if raster == Raster::Gif { gif(tour, &film) } else { apng(tour, &film) }.map_err(failed)
}

/// A tour as pixels or, without a raster, as SVG.
///
/// # Errors
///
/// As [`of_tour`].
pub(crate) fn of_tour_or_drawing(
    tour: &Tour,
    raster: Option<Raster>,
    looks: &LookArgs,
) -> Result<Vec<u8>, Failure> {
    if let Some(raster) = raster {
        return of_tour(tour, raster, looks);
    }
    let mut drawing = Vec::new();
    svg::write(tour, None, &looks.options(false), &mut drawing)
        .map_err(|e| Failure::io("the picture", &e))?;
    Ok(drawing)
}

/// A walk that did not become a tour, as SVG or PNG.
///
/// # Errors
///
/// When a film is asked for, or the board is too large for a picture.
pub(crate) fn of_walk(
    problem: &Problem,
    squares: &[Square],
    raster: Option<Raster>,
    looks: &LookArgs,
) -> Result<Vec<u8>, Failure> {
    if !matches!(raster, None | Some(Raster::Png)) {
        return Err(Failure::wrong("--format: a run that got stuck is drawn as svg or png"));
    }
    let options = looks.options(raster.is_some());
    let mut drawing = Vec::new();
    svg::write_walk(problem.board(), problem.leaper(), squares, &options, &mut drawing)
        .map_err(|e| Failure::io("the picture", &e))?;
    match raster {
        Some(_) => rasterised(&String::from_utf8_lossy(&drawing), looks.width),
        None => Ok(drawing),
    }
}

fn failed(error: PictureError) -> Failure {
    match error {
        PictureError::TooLarge(what) => Failure::wrong(what),
        error => Failure::Limit(error.to_string()),
    }
}
