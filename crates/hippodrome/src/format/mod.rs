//! Tours as files: one format a module, each with a writer and a reader.
//!
//! FORMATS.md describes every format: what is written (one canonical form, the same bytes on every
//! machine) and how leniently it is read. Writers stream. Readers allocate no more than a small
//! multiple of the file's length, whatever the file claims, and a tour that is read has been
//! verified.
//!
//! # Examples
//!
//! ```
//! use hippodrome::format::{self, Format, Hints};
//!
//! let grid = b"3 6 1\n8 # 4\n5 2 7\n";
//! let read = format::read(grid, None, &Hints::default())?;
//! assert_eq!(read.tour.square(1).to_string(), "c3");
//!
//! let mut out = Vec::new();
//! Format::Squares.write(&read.tour, None, &mut out)?;
//! assert_eq!(out, b"c3 b1 a3 c2 a1 b3 c1 a2\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::io;
use std::path::Path;
use std::str::FromStr;

use crate::board::Board;
use crate::error::{Error, shown};
use crate::leaper::Leaper;
use crate::tour::{Kind, Tour};

pub mod board;
pub mod cert;
mod claims;
pub mod csv;
mod detect;
pub mod json;
pub mod matrix;
pub mod npy;
pub mod prolog;
mod scan;
pub(crate) mod sink;
pub mod squares;
mod stream;
pub mod svg;
pub mod tsplib;

/// A format of a tour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// A numbered grid for people, the top rank first.
    Board,
    /// The squares in order, on one line.
    Squares,
    /// A table with the columns `step,file,rank,square`.
    Csv,
    /// The bare step numbers, the top rank first.
    Matrix,
    /// One JSON object on one line.
    Json,
    /// One Prolog fact.
    Prolog,
    /// A TSPLIB tour.
    Tsplib,
    /// A `NumPy` array of step numbers; row 0 is rank 1.
    Npy,
    /// A certificate of kind `tour`.
    Cert,
    /// A picture with the JSON object inside.
    Svg,
}

impl Format {
    /// All formats, in the order of FORMATS.md.
    pub const ALL: [Self; 10] = [
        Self::Board,
        Self::Squares,
        Self::Csv,
        Self::Matrix,
        Self::Json,
        Self::Prolog,
        Self::Tsplib,
        Self::Npy,
        Self::Cert,
        Self::Svg,
    ];

    /// The name, as `--format` takes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Squares => "squares",
            Self::Csv => "csv",
            Self::Matrix => "matrix",
            Self::Json => "json",
            Self::Prolog => "prolog",
            Self::Tsplib => "tsplib",
            Self::Npy => "npy",
            Self::Cert => "cert",
            Self::Svg => "svg",
        }
    }

    /// The format that the ending of a file's name stands for, if it stands for one: `.txt`,
    /// `.csv`, `.json`, `.pl`, `.tour`, `.npy`, `.cert`, `.svg`, in either case.
    #[must_use]
    pub fn from_path_ending(path: &Path) -> Option<Self> {
        match &path.extension()?.to_str()?.to_ascii_lowercase()[..] {
            "txt" => Some(Self::Board),
            "csv" => Some(Self::Csv),
            "json" => Some(Self::Json),
            "pl" => Some(Self::Prolog),
            "tour" => Some(Self::Tsplib),
            "npy" => Some(Self::Npy),
            "cert" => Some(Self::Cert),
            "svg" => Some(Self::Svg),
            _ => None,
        }
    }

    /// Tells the format of a file by its content; what looks like nothing else is a grid
    /// ([`Format::Board`], which reads a matrix too).
    #[must_use]
    pub fn detect(bytes: &[u8]) -> Self {
        detect::detect(bytes)
    }

    /// Whether the bytes are text for a terminal: all formats but `npy`.
    #[must_use]
    pub const fn is_text(self) -> bool {
        !matches!(self, Self::Npy)
    }

    /// Says before anything is written why a tour of this board cannot be written so.
    ///
    /// # Errors
    ///
    /// When the board is too large for a picture.
    pub fn admits(self, board: &Board) -> Result<(), Error> {
        match self {
            Self::Svg => crate::render::svg::admits(board),
            _ => Ok(()),
        }
    }

    /// Writes a tour. `method` names what found it, for the formats that say so.
    ///
    /// # Errors
    ///
    /// Those of the writer, and one of kind `InvalidInput` where [`Format::admits`] refuses.
    ///
    /// # Complexity
    ///
    /// O(area) time; the grids, `npy` and `svg` take 4 bytes a square, the others a fixed buffer.
    pub fn write(
        self,
        tour: &Tour,
        method: Option<&str>,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        match self {
            Self::Board => board::write(tour, out),
            Self::Squares => squares::write(tour, out),
            Self::Csv => csv::write(tour, out),
            Self::Matrix => matrix::write(tour, out),
            Self::Json => json::write(tour, method, out),
            Self::Prolog => prolog::write(tour, out),
            Self::Tsplib => tsplib::write(tour, out),
            Self::Npy => npy::write(tour, out),
            Self::Cert => cert::write(tour, out),
            Self::Svg => svg::write(tour, method, out),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|format| format.name() == text).ok_or_else(|| {
            let names: Vec<_> = Self::ALL.iter().map(|format| format.name()).collect();
            Error::parse(format!("format '{}': expected {}", shown(text), names.join(", ")))
        })
    }
}

/// What the reader of a file is told beside the file. What is given is compared with what the file
/// carries; what neither gives is inferred (FORMATS.md says how).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// The board.
    pub board: Option<Board>,
    /// The piece.
    pub leaper: Option<Leaper>,
    /// Open or closed.
    pub kind: Option<Kind>,
}

/// A tour that was read from a file and verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedTour {
    /// The tour.
    pub tour: Tour,
    /// What found it, where the file says so.
    pub method: Option<String>,
    /// The format it was read from.
    pub format: Format,
}

/// Reads a tour in the given format, or in the one its content shows, and verifies it.
///
/// # Errors
///
/// Names the line and what was expected there, or the step at which the tour is wrong.
///
/// # Complexity
///
/// O(length) time and memory, whatever the file claims.
pub fn read(bytes: &[u8], format: Option<Format>, asked: &Hints) -> Result<ParsedTour, Error> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let format = format.unwrap_or_else(|| Format::detect(bytes));
    let claims = match format {
        Format::Board => board::read(bytes),
        Format::Squares => squares::read(bytes),
        Format::Csv => csv::read(bytes),
        Format::Matrix => matrix::read(bytes),
        Format::Json => json::read(bytes, 0),
        Format::Prolog => prolog::read(bytes),
        Format::Tsplib => tsplib::read(bytes, asked),
        Format::Npy => npy::read(bytes),
        Format::Cert => cert::read(bytes),
        Format::Svg => svg::read(bytes),
    }?;
    claims.verify(format, asked)
}
