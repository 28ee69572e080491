//! Where things stand in a picture, in whole units.

use crate::board::Board;
use crate::format::sink::{Letters, letters_width, width};
use crate::square::Square;

/// The side of a square.
pub(super) const UNIT: i64 = 40;

/// The radius of the disc behind a number.
pub(super) const DISC: i64 = 13;

/// The frame of a picture of a board.
pub(super) struct Frame {
    pub(super) rows: i64,
    pub(super) cols: i64,
    /// The left and the upper edge of the board.
    pub(super) left: i64,
    pub(super) top: i64,
    pub(super) width: i64,
    pub(super) height: i64,
    /// The space between things.
    pub(super) gap: i64,
    /// The font size of the labels, and the width of the longest rank's.
    pub(super) label: i64,
    pub(super) label_width: i64,
    /// Which ranks and files are named: the first and these multiples.
    pub(super) every_rank: i64,
    pub(super) every_file: i64,
    /// The width of the line, and the radius of the marks of the first and last square.
    pub(super) stroke: i64,
    pub(super) mark: i64,
}

impl Frame {
    pub(super) fn new(board: &Board, labels: bool, numbered: bool) -> Self {
        let (rows, cols) = (board.rows() as i64, board.cols() as i64);
        let (long, short) = (rows.max(cols) * UNIT, rows.min(cols) * UNIT);
        // What is seen at a glance grows with the board, as far as its shorter side allows.
        let label = (long / 60).min(short / 8).max(14);
        let gap = label * 3 / 4;
        let text_width = |letters: usize| label * 5 * letters as i64 / 8;
        let label_width = if labels { text_width(width(rows as u64)) } else { 0 };
        let left = if labels { label_width + 2 * gap } else { gap };
        let below = if labels { label + 2 * gap } else { gap };
        Self {
            rows,
            cols,
            left,
            top: gap,
            width: left + cols * UNIT + gap,
            height: gap + rows * UNIT + below,
            gap,
            label,
            label_width,
            every_rank: every(label * 5 / 4),
            every_file: every(text_width(letters_width(board)) + label / 2),
            stroke: (long / 400).min(short / 8).clamp(4, 8),
            mark: if numbered { DISC } else { (long / 90).min(short / 3).max(DISC) },
        }
    }

    /// The width and the height in CSS pixels: as asked, or 60 pixels a square and at most 960.
    pub(super) fn pixels(&self, asked: Option<u32>) -> (i64, i64) {
        let long = self.width.max(self.height);
        let width = match asked {
            Some(width) => i64::from(width).max(1),
            None if long * 3 / 2 <= 960 => self.width * 3 / 2,
            None => (self.width * 960 / long).max(1),
        };
        (width, (self.height * width / self.width).max(1))
    }

    /// The names of ranks and files that are written, and the centre of each.
    pub(super) fn names(&self) -> impl Iterator<Item = (i64, i64, String)> + '_ {
        let is_named = |number: i64, every: i64| number == 1 || number % every == 0;
        let x = self.left - self.gap - self.label_width / 2;
        let ranks = (1..=self.rows).filter(move |&rank| is_named(rank, self.every_rank));
        let ranks = ranks.map(move |number| {
            let (_, y) = self.centre(Square::new((number - 1) as u32, 0));
            (x, y, number.to_string())
        });
        let y = self.top + self.rows * UNIT + self.gap + self.label / 2;
        let files = (1..=self.cols).filter(move |&file| is_named(file, self.every_file));
        let files = files.map(move |number| {
            let column = (number - 1) as u32;
            let (x, _) = self.centre(Square::new(0, column));
            let mut letters = Letters::default();
            (x, y, String::from_utf8_lossy(letters.of(column)).into_owned())
        });
        ranks.chain(files)
    }

    /// The upper left corner of a square.
    pub(super) fn corner(&self, square: Square) -> (i64, i64) {
        let x = self.left + UNIT * square.col as i64;
        (x, self.top + UNIT * (self.rows - 1 - square.row as i64))
    }

    /// The centre of a square.
    pub(super) fn centre(&self, square: Square) -> (i64, i64) {
        let (x, y) = self.corner(square);
        (x + UNIT / 2, y + UNIT / 2)
    }
}

/// The least of 1, 5, 10, 20, 50, 100, … so that labels of this extent keep apart.
fn every(extent: i64) -> i64 {
    if extent <= UNIT {
        return 1;
    }
    let mut tens = 5;
    loop {
        for step in [tens, 2 * tens, 4 * tens] {
            if extent <= step * UNIT {
                return step;
            }
        }
        tens *= 10;
    }
}
