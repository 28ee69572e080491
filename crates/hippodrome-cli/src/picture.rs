//! Pictures as pixels, where the output's format or ending asks for them.

use std::ffi::OsStr;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use hippodrome::Tour;
use hippodrome::format::Format;
use hippodrome::render::svg::{self, Options, Theme};
use hippodrome_picture::{Canvas, Film, PictureError, apng, gif, png};

use crate::cli::ThemeArg;
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

/// How a picture looks.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Picture")]
pub(crate) struct LookArgs {
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

/// Light where the reader's system would decide: pixels cannot.
fn decided(theme: ThemeArg) -> Theme {
    match theme {
        ThemeArg::Auto | ThemeArg::Light => Theme::Light,
        ThemeArg::Dark => Theme::Dark,
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
pub(crate) fn of_tour(
    tour: &Tour,
    raster: Raster,
    theme: ThemeArg,
    numbers: bool,
    looks: &LookArgs,
) -> Result<Vec<u8>, Failure> {
    svg::admits(tour.board())?;
    if raster == Raster::Png {
        let options = Options::new().theme(decided(theme)).numbers(numbers);
        let mut drawing = Vec::new();
        svg::write(tour, None, &options, &mut drawing)
            .map_err(|e| Failure::io("the picture", &e))?;
        return rasterised(&String::from_utf8_lossy(&drawing), looks.width);
    }
    let mut film = Film::new().theme(decided(theme)).numbers(numbers).repeat(!looks.once);
    if let Some(width) = looks.width {
        film = film.width(width);
    }
    if let Some(delay) = looks.delay {
        film = film.delay(delay);
    }
    if raster == Raster::Gif { gif(tour, &film) } else { apng(tour, &film) }.map_err(failed)
}

fn failed(error: PictureError) -> Failure {
    match error {
        PictureError::TooLarge(what) => Failure::wrong(what),
        error => Failure::Limit(error.to_string()),
    }
}
