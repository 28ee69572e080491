//! A board as a grid of text, with the names of its ranks and files.

use std::io;

use crate::format::sink::{Letters, Sink, letters_width, width};
use crate::square::Square;
use crate::tour::Tour;

/// How a grid looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// Only the characters.
    #[default]
    Plain,
    /// With the colours of a terminal (ANSI escape sequences, 256 colours): squares in two tones,
    /// the first and the last step set off.
    Colour,
}

const RESET: &str = "\x1b[0m";
const DIM: &str = "\x1b[2m";

/// Writes the grid of step numbers, the top rank first; a hole is `#`.
///
/// # Errors
///
/// Those of the writer.
///
/// # Examples
///
/// ```
/// use hippodrome::{Board, Kind, Leaper, Tour, render::text};
///
/// let ring: Board = "...\n.#.\n...".parse()?;
/// let squares = ["c3", "b1", "a3", "c2", "a1", "b3", "c1", "a2"].map(|s| s.parse().unwrap());
/// let tour = Tour::new(&ring, Leaper::KNIGHT, Kind::Closed, squares)?;
/// let mut out = Vec::new();
/// text::write(&tour, text::Style::Plain, &mut out)?;
/// assert_eq!(String::from_utf8(out)?, "\
/// 3 | 3 6 1
/// 2 | 8 # 4
/// 1 | 5 2 7
///     a b c
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(tour: &Tour, style: Style, out: &mut dyn io::Write) -> io::Result<()> {
    let board = tour.board();
    let (rows, cols) = (board.rows(), board.cols());
    let mut sink = Sink::new(out);
    let margin = width(rows);
    let cell = width(tour.len()).max(letters_width(board));
    let steps = tour.numbering();
    for (row, rank) in (0..rows).rev().zip(steps.chunks(cols as usize).rev()) {
        let mut digits = crate::format::sink::Digits::default();
        if style == Style::Colour {
            sink.text(DIM)?;
        }
        sink.right(digits.of(row + 1), margin)?;
        sink.text(" |")?;
        for (&step, col) in rank.iter().zip(0..) {
            let text = if step == 0 { b"#" } else { digits.of(u64::from(step)) };
            if style == Style::Colour {
                sink.text(RESET)?;
                sink.text(paint(Square::new(row as u32, col), step, tour))?;
            }
            sink.mark(b" ")?;
            sink.right(text, cell)?;
            if style == Style::Colour {
                sink.mark(b" ")?;
            }
        }
        if style == Style::Colour {
            sink.text(RESET)?;
        }
        sink.mark(b"\n")?;
    }
    if style == Style::Colour {
        sink.text(DIM)?;
    }
    sink.right(b"", margin + 2)?;
    for col in 0..cols {
        let mut letters = Letters::default();
        sink.mark(b" ")?;
        sink.right(letters.of(col as u32), cell)?;
        if style == Style::Colour && col + 1 < cols {
            sink.mark(b" ")?;
        }
    }
    if style == Style::Colour {
        sink.text(RESET)?;
    }
    sink.mark(b"\n")?;
    sink.finish()
}

/// The colours of a square: dark text on two light tones (contrast above 9:1), white on green for
/// the first step and on red for the last (above 4.5:1), nothing for a hole.
fn paint(square: Square, step: u32, tour: &Tour) -> &'static str {
    match u64::from(step) {
        0 => DIM,
        1 => "\x1b[1;38;5;231;48;5;22m",
        last if last == tour.len() => "\x1b[1;38;5;231;48;5;88m",
        _ if square.is_even() => "\x1b[38;5;16;48;5;180m",
        _ => "\x1b[38;5;16;48;5;230m",
    }
}
