//! A tour as a picture in SVG.
//!
//! The board in two tones, the tour as a line whose colour runs from the first step to the last, a
//! disc with the number of the step on each square (boards of at most 100 by 100), the first square
//! a filled disc, the last a filled box, the move that closes a closed tour dashed. Colours keep
//! the contrast of WCAG 2.2, level AA (4.5:1 for text, 3:1 for lines and marks). The element
//! `metadata` holds the tour's JSON object, so that the picture can be read back.

use std::borrow::Cow;
use std::io;

use super::geometry::{DISC, Frame, UNIT};
use super::palette::{self, PIECES, Palette};
use crate::board::Board;
use crate::error::Error;
use crate::format::json;
use crate::format::sink::{Sink, width};
use crate::leaper::Leaper;
use crate::square::Square;
use crate::tour::{Kind, Tour};

pub use super::looks::{Line, Options, Theme};

/// The largest area of a board that is drawn.
pub const MAX_AREA: u64 = 1_000_000;

/// The largest side of a board whose steps are numbered.
pub const MAX_NUMBERED_SIDE: u64 = 100;

/// Says before anything is written why a board is not drawn.
///
/// # Errors
///
/// When the area is over [`MAX_AREA`].
pub fn admits(board: &Board) -> Result<(), Error> {
    if board.area() > u128::from(MAX_AREA) {
        return Err(Error::too_large(format!(
            "the {} board is too large for a picture, which would be of {} squares: at most {MAX_AREA} are drawn; choose another format, such as npy",
            board.size(),
            board.area()
        )));
    }
    Ok(())
}

/// Writes the picture of a tour; the same bytes for the same tour, method and options.
///
/// # Errors
///
/// Those of the writer; of kind `InvalidInput` where [`admits`] refuses.
///
/// # Complexity
///
/// O(area) time; a fixed buffer. About 17 bytes a square without numbers, 120 with them.
pub fn write(
    tour: &Tour,
    method: Option<&str>,
    options: &Options,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    write_path(&Path::of(tour, tour.len()), method, options, out)
}

/// Writes the picture of the first steps of a tour, at least one: a frame of a film. Every step has
/// the place and the colour that it has in the picture of the whole.
///
/// # Errors
///
/// As [`write()`].
pub fn write_first(
    tour: &Tour,
    steps: u64,
    options: &Options,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    write_path(&Path::of(tour, steps.clamp(1, tour.len())), None, options, out)
}

/// Writes the picture of a walk that did not become a tour: squares of the board, at least one,
/// each a move from the one before.
///
/// # Errors
///
/// As [`write()`]; of kind `InvalidInput` where there is no square, or one that is not of the board.
pub fn write_walk(
    board: &Board,
    leaper: Leaper,
    squares: &[Square],
    options: &Options,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let invalid = |what: &str| io::Error::new(io::ErrorKind::InvalidInput, what.to_owned());
    admits(board).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
    if squares.is_empty() || !squares.iter().all(|&square| board.contains(square)) {
        return Err(invalid("a walk is of at least one square, all of the board"));
    }
    let cells = squares.iter().map(|&square| board.cell(square) as u32).collect();
    let path = Path {
        board,
        leaper,
        kind: Kind::Open,
        cells: Cow::Owned(cells),
        shown: squares.len() as u64,
        tour: None,
    };
    write_path(&path, None, options, out)
}

fn write_path(
    path: &Path<'_>,
    method: Option<&str>,
    options: &Options,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let board = path.board;
    admits(board).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
    let numbered = options.numbers && board.rows().max(board.cols()) <= MAX_NUMBERED_SIDE;
    let picture = Picture {
        path,
        options,
        frame: Frame::new(board, options.labels, numbered),
        numbered,
        id: format!("h{:08x}", fingerprint(path)),
    };
    let mut sink = Sink::new(out);
    picture.head(method, &mut sink)?;
    picture.style(&mut sink)?;
    picture.squares(&mut sink)?;
    picture.labels(&mut sink)?;
    picture.line(&mut sink)?;
    picture.marks(&mut sink)?;
    sink.text("</svg>\n")?;
    sink.finish()
}

/// What is drawn: a tour, its first steps, or a walk.
struct Path<'a> {
    board: &'a Board,
    leaper: Leaper,
    kind: Kind,
    /// All squares, by index.
    cells: Cow<'a, [u32]>,
    /// How many of them are drawn.
    shown: u64,
    /// The tour, if it is one.
    tour: Option<&'a Tour>,
}

impl<'a> Path<'a> {
    fn of(tour: &'a Tour, shown: u64) -> Self {
        Self {
            board: tour.board(),
            leaper: tour.leaper(),
            kind: tour.kind(),
            cells: Cow::Borrowed(tour.cells()),
            shown,
            tour: Some(tour),
        }
    }

    /// The tour, if all of it is drawn.
    fn whole(&self) -> Option<&'a Tour> {
        self.tour.filter(|tour| tour.len() == self.shown)
    }

    /// The squares of the whole.
    fn len(&self) -> u64 {
        self.cells.len() as u64
    }

    /// The square of a step, from 1.
    fn square(&self, step: u64) -> Square {
        self.board.square(self.cells[(step - 1) as usize] as usize)
    }
}

struct Picture<'a> {
    path: &'a Path<'a>,
    options: &'a Options,
    frame: Frame,
    numbered: bool,
    /// Names this picture's styles, so that several can stand on one page.
    id: String,
}

impl Picture<'_> {
    fn head(&self, method: Option<&str>, sink: &mut Sink<'_>) -> io::Result<()> {
        let Self { path, frame, id, .. } = self;
        let (width, height) = frame.pixels(self.options.width);
        sink.text(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"{id}\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {} {}\" role=\"img\" aria-labelledby=\"{id}-title {id}-desc\">\n",
            frame.width, frame.height
        ))?;
        let size = path.board.size();
        let piece = match path.leaper {
            Leaper::KNIGHT => "knight’s".to_owned(),
            leaper => format!("{leaper} leaper’s"),
        };
        let holes = path.board.area() - path.board.len();
        let holes = match holes {
            0 => String::new(),
            1 => " with one hole".to_owned(),
            _ => format!(" with {holes} holes"),
        };
        let (first, last) = (path.square(1), path.square(path.shown));
        let (title, description) = match path.whole() {
            Some(tour) => {
                let (kind, back) = match tour.kind() {
                    Kind::Open => ("Open", String::new()),
                    Kind::Closed => ("Closed", format!(" and back to {first}")),
                };
                let title = match tour.leaper() {
                    Leaper::KNIGHT => format!("{kind} knight’s tour"),
                    leaper => format!("{kind} tour of the {leaper} leaper"),
                };
                (
                    title,
                    format!("All {} squares, each once, from {first} to {last}{back}.", path.len()),
                )
            }
            None => (
                format!("A {piece} walk of {} squares", path.shown),
                format!(
                    "{} of {} squares, each once, from {first} to {last}.",
                    path.shown,
                    path.board.len()
                ),
            ),
        };
        sink.text(&format!(
            "<title id=\"{id}-title\">{title} on the {size} board{holes}</title>\n<desc id=\"{id}-desc\">{description}</desc>\n"
        ))?;
        if let Some(tour) = path.whole() {
            sink.text("<metadata>")?;
            json::object_in_xml(tour, method, sink)?;
            sink.text("</metadata>\n")?;
        }
        Ok(())
    }

    fn style(&self, sink: &mut Sink<'_>) -> io::Result<()> {
        sink.text("<style>\n")?;
        let mut rules = |palette: &Palette| {
            palette::rules(palette, &self.id, self.options.line == Line::Plain, sink)
        };
        match self.options.theme {
            Theme::Light => rules(&palette::LIGHT)?,
            Theme::Dark => rules(&palette::DARK)?,
            Theme::Auto => {
                rules(&palette::LIGHT)?;
                sink.text("@media (prefers-color-scheme: dark) {\n")?;
                palette::rules(&palette::DARK, &self.id, self.options.line == Line::Plain, sink)?;
                sink.text("}\n")?;
            }
        }
        let id = &self.id;
        sink.text(&format!(
            "#{id} text {{ font-family: system-ui, -apple-system, \"Segoe UI\", Roboto, \"DejaVu Sans\", sans-serif; text-anchor: middle; font-variant-numeric: tabular-nums }}\n</style>\n"
        ))
    }

    fn squares(&self, sink: &mut Sink<'_>) -> io::Result<()> {
        let Self { frame, id, path, .. } = self;
        let (left, top) = (frame.left, frame.top);
        let (across, down) = (frame.cols * UNIT, frame.rows * UNIT);
        // The pattern begins at a1, which is dark.
        let bottom = top + down;
        sink.text(&format!(
            "<defs><pattern id=\"{id}-tones\" x=\"{left}\" y=\"{}\" width=\"{}\" height=\"{}\" patternUnits=\"userSpaceOnUse\"><path class=\"dark\" d=\"M0 {UNIT}h{UNIT}v{UNIT}h-{UNIT}zM{UNIT} 0h{UNIT}v{UNIT}h-{UNIT}z\"/></pattern></defs>\n",
            bottom - 2 * UNIT,
            2 * UNIT,
            2 * UNIT
        ))?;
        sink.text(&format!(
            "<rect class=\"page\" width=\"{}\" height=\"{}\" rx=\"{}\"/>\n",
            frame.width, frame.height, frame.gap
        ))?;
        let place = format!("x=\"{left}\" y=\"{top}\" width=\"{across}\" height=\"{down}\"");
        sink.text(&format!(
            "<rect class=\"light\" {place}/>\n<rect fill=\"url(#{id}-tones)\" {place}/>\n"
        ))?;
        if !path.board.is_rectangle() {
            sink.text("<path class=\"hole\" d=\"")?;
            let mut holes = path.board.holes().peekable();
            while let Some(first) = holes.next() {
                // Holes side by side are one box.
                let mut run = 1;
                while holes
                    .next_if(|next| next.row == first.row && next.col == first.col + run as u32)
                    .is_some()
                {
                    run += 1;
                }
                let (x, y) = frame.corner(first);
                let wide = run * UNIT;
                sink.text(&format!("M{x} {y}h{wide}v{UNIT}h-{wide}z"))?;
            }
            sink.text("\"/>\n")?;
        }
        Ok(())
    }

    fn labels(&self, sink: &mut Sink<'_>) -> io::Result<()> {
        if !self.options.labels {
            return Ok(());
        }
        let frame = &self.frame;
        sink.text(&format!("<g class=\"label\" font-size=\"{}\">\n", frame.label))?;
        for (x, y, name) in frame.names() {
            self.write_text(x, y, frame.label, name.as_bytes(), sink)?;
        }
        sink.text("</g>\n")
    }

    /// A text whose middle is at (x, y).
    #[expect(clippy::unused_self, reason = "reads as the other parts of the picture do")]
    fn write_text(
        &self,
        x: i64,
        y: i64,
        size: i64,
        text: &[u8],
        sink: &mut Sink<'_>,
    ) -> io::Result<()> {
        sink.text("<text x=\"")?;
        sink.signed(x)?;
        sink.text("\" y=\"")?;
        // Digits stand about 0.71 of the size above the base line.
        sink.signed(y + (size * 36 + 50) / 100)?;
        sink.text("\">")?;
        sink.bytes(text)?;
        sink.text("</text>\n")
    }

    /// The pieces of equal colour: each from a step to a step (from 1), that one included.
    fn pieces(&self) -> impl Iterator<Item = (u64, u64, u64)> {
        let moves = self.path.len() - 1;
        let count =
            if self.options.line == Line::Gradient { PIECES.min(moves) } else { moves.min(1) };
        let all = (0..count).map(move |piece| {
            // The last piece has the last colour, also where there are few.
            let colour = if count > 1 { piece * (PIECES - 1) / (count - 1) } else { 0 };
            (colour, piece * moves / count + 1, (piece + 1) * moves / count + 1)
        });
        // Of a path that is not drawn to its end the colours are those of the whole.
        let shown = self.path.shown;
        all.filter(move |&(_, from, _)| from < shown)
            .map(move |(colour, from, to)| (colour, from, to.min(shown)))
    }

    fn line(&self, sink: &mut Sink<'_>) -> io::Result<()> {
        if self.options.line == Line::None || self.path.shown == 1 {
            return Ok(());
        }
        sink.text(&format!("<g class=\"line\" stroke-width=\"{}\">\n", self.frame.stroke))?;
        for (colour, from, to) in self.pieces() {
            sink.text("<path class=\"s")?;
            sink.number(colour)?;
            sink.text("\" d=\"M")?;
            let mut before = self.path.square(from);
            let (x, y) = self.frame.centre(before);
            sink.signed(x)?;
            sink.mark(b" ")?;
            sink.signed(y)?;
            sink.mark(b"l")?;
            for (step, at) in (from..).zip(&self.path.cells[from as usize..to as usize]) {
                let square = self.path.board.square(*at as usize);
                let x = UNIT * (square.col as i64 - before.col as i64);
                let y = UNIT * (before.row as i64 - square.row as i64);
                if step > from && x >= 0 {
                    sink.mark(b" ")?;
                }
                sink.signed(x)?;
                if y >= 0 {
                    sink.mark(b" ")?;
                }
                sink.signed(y)?;
                before = square;
            }
            sink.text("\"/>\n")?;
        }
        let (first, last) = (self.path.square(1), self.path.square(self.path.shown));
        if self.path.kind == Kind::Closed && self.path.whole().is_some() {
            let ((x, y), (to_x, to_y)) = (self.frame.centre(last), self.frame.centre(first));
            let dash = self.frame.stroke * 3 / 2;
            sink.text(&format!(
                "<path class=\"s{} back\" stroke-dasharray=\"{dash} {dash}\" d=\"M{x} {y}L{to_x} {to_y}\"/>\n",
                PIECES - 1
            ))?;
        }
        sink.text("</g>\n")
    }

    /// Discs and numbers, and the marks of the first and the last square.
    fn marks(&self, sink: &mut Sink<'_>) -> io::Result<()> {
        let Self { path, frame, .. } = self;
        let count = path.shown;
        if self.numbered {
            let pieces: Vec<_> = self.pieces().collect();
            for &(colour, from, to) in &pieces {
                sink.text("<g class=\"disc s")?;
                sink.number(colour)?;
                sink.text("\">")?;
                for step in (from + 1)..=to.min(count - 1) {
                    let (x, y) = frame.centre(path.square(step));
                    sink.text("<circle cx=\"")?;
                    sink.signed(x)?;
                    sink.text("\" cy=\"")?;
                    sink.signed(y)?;
                    sink.text("\" r=\"")?;
                    sink.signed(DISC)?;
                    sink.text("\"/>")?;
                }
                sink.text("</g>\n")?;
            }
        }
        let r = frame.mark;
        if count > 1 {
            let (x, y) = frame.centre(path.square(count));
            sink.text(&format!(
                "<rect class=\"last\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>\n",
                x - r,
                y - r,
                2 * r,
                2 * r,
                r / 4
            ))?;
        }
        let (x, y) = frame.centre(path.square(1));
        sink.text(&format!(
            "<circle class=\"ring\" cx=\"{x}\" cy=\"{y}\" r=\"{}\" stroke-width=\"{}\"/>\n<circle class=\"first\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>\n",
            r + r / 4,
            (r / 6).max(1)
        ))?;
        if self.numbered {
            let size = match width(path.len()) {
                1 | 2 => 14,
                3 => 12,
                4 => 10,
                _ => 8,
            };
            sink.text(&format!("<g class=\"step\" font-size=\"{size}\">\n"))?;
            for step in 1..=count {
                let (x, y) = frame.centre(path.square(step));
                let mut digits = crate::format::sink::Digits::default();
                if step == 1 || step == count {
                    sink.text("<g class=\"end\">")?;
                    self.write_text(x, y, size, digits.of(step), sink)?;
                    sink.text("</g>\n")?;
                } else {
                    self.write_text(x, y, size, digits.of(step), sink)?;
                }
            }
            sink.text("</g>\n")?;
        }
        Ok(())
    }
}

/// A hash of the path (FNV-1a, 32 bits) to name the picture's styles by.
fn fingerprint(path: &Path<'_>) -> u32 {
    let sides = [path.board.rows() as u32, path.board.cols() as u32, path.kind as u32];
    let bytes = sides.iter().chain(path.cells.iter()).flat_map(|word| word.to_le_bytes());
    bytes.fold(0x811c_9dc5, |hash: u32, byte| (hash ^ byte as u32).wrapping_mul(0x0100_0193))
}
