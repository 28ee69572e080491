//! How a picture looks: its colours, its line, what is written on it.

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, shown};

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Theme {
    /// As the reader prefers (`prefers-color-scheme`), light where that is not known.
    #[default]
    Auto,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Light, Self::Dark];

    /// The name in options.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Theme {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|theme| theme.name() == text).ok_or_else(|| {
            Error::parse(format!("theme '{}': expected auto, light or dark", shown(text)))
        })
    }
}

/// How the line of the tour is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Line {
    /// In a colour that runs from the first step to the last.
    #[default]
    Gradient,
    /// In one colour.
    Plain,
    /// Not at all.
    None,
}

impl Line {
    /// All styles.
    pub const ALL: [Self; 3] = [Self::Gradient, Self::Plain, Self::None];

    /// The name in options.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gradient => "gradient",
            Self::Plain => "plain",
            Self::None => "none",
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Line {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|line| line.name() == text).ok_or_else(|| {
            Error::parse(format!("line '{}': expected gradient, plain or none", shown(text)))
        })
    }
}

/// The looks of a picture.
///
/// # Examples
///
/// ```
/// use hippodrome::render::svg::{Options, Theme};
///
/// let options = Options::new().theme(Theme::Dark).width(1200).numbers(false);
/// assert_ne!(options, Options::default());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Light or dark.
    pub theme: Theme,
    /// The line of the tour.
    pub line: Line,
    /// Whether the steps are numbered, on boards of at most 100 by 100.
    pub numbers: bool,
    /// Whether ranks and files are named.
    pub labels: bool,
    /// The width in CSS pixels; `None` is 60 pixels a square, at most 960. The picture scales to
    /// any size.
    pub width: Option<u32>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            theme: Theme::default(),
            line: Line::default(),
            numbers: true,
            labels: true,
            width: None,
        }
    }
}

impl Options {
    /// The usual looks.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Light or dark.
    #[must_use]
    pub fn theme(self, theme: Theme) -> Self {
        Self { theme, ..self }
    }

    /// The line of the tour.
    #[must_use]
    pub fn line(self, line: Line) -> Self {
        Self { line, ..self }
    }

    /// Whether the steps are numbered.
    #[must_use]
    pub fn numbers(self, numbers: bool) -> Self {
        Self { numbers, ..self }
    }

    /// Whether ranks and files are named.
    #[must_use]
    pub fn labels(self, labels: bool) -> Self {
        Self { labels, ..self }
    }

    /// The width in CSS pixels.
    #[must_use]
    pub fn width(self, width: u32) -> Self {
        Self { width: Some(width), ..self }
    }
}
