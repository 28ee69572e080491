//! A grid of step numbers with the names of ranks and files, for people.

use std::io;

use super::claims::Claims;
use super::scan::{expected_at, lines, number};
use super::sink::Letters;
use crate::error::Error;
use crate::render::text::{self, Style};
use crate::square::Square;
use crate::tour::Tour;

/// Writes the grid, the top rank first; a hole is `#`.
///
/// # Errors
///
/// Those of the writer.
pub fn write(tour: &Tour, out: &mut dyn io::Write) -> io::Result<()> {
    text::write(tour, Style::Plain, out)
}

/// One cell of a grid.
#[derive(Clone, Copy)]
enum Cell {
    Step(u64),
    Hole,
}

/// The ranks read so far, the top one first.
#[derive(Default)]
struct Grid {
    cells: Vec<Cell>,
    /// The line of each rank.
    lines: Vec<u64>,
    cols: usize,
    /// The labels of ranks: line, how many ranks are above, and the label.
    labels: Vec<(u64, usize, u64)>,
    /// The lines that name the files, with the number of names.
    names: Vec<(u64, usize)>,
}

impl Grid {
    fn push_rank(&mut self, rank: &[Cell], line: u64) -> Result<(), Error> {
        if rank.is_empty() {
            return Ok(());
        }
        if self.lines.is_empty() {
            self.cols = rank.len();
        }
        if rank.len() != self.cols {
            return Err(Error::parse(format!(
                "line {line} has {} squares and line {} has {}: all ranks are equally long",
                rank.len(),
                self.lines[0],
                self.cols
            )));
        }
        self.cells.extend_from_slice(rank);
        self.lines.push(line);
        Ok(())
    }

    /// Whether the labels are those of a grid whose top rank comes first and whose file a is left.
    fn check_labels(&self) -> Result<(), Error> {
        let rows = self.lines.len();
        for &(line, above, label) in &self.labels {
            let rank = rows - above.min(rows);
            if label != rank as u64 {
                return Err(Error::mismatch(format!(
                    "line {line}: the rank is labelled {label}, expected {rank}: the top rank comes first"
                )));
            }
        }
        for &(line, count) in &self.names {
            if count != self.cols {
                return Err(Error::mismatch(format!(
                    "line {line} names {count} files, and the ranks have {} squares",
                    self.cols
                )));
            }
        }
        Ok(())
    }

    /// Puts the squares in the order of their steps.
    fn claims(self) -> Result<Claims, Error> {
        let (rows, cols) = (self.lines.len(), self.cols);
        let from_zero = self.cells.iter().any(|cell| matches!(cell, Cell::Step(0)));
        let first = u64::from(!from_zero);
        let count = self.cells.iter().filter(|cell| matches!(cell, Cell::Step(_))).count();
        let mut places = vec![usize::MAX; count];
        let mut holes = Vec::new();
        // The last line of a grid is rank 1.
        let square = |at: usize| Square::new((rows - 1 - at / cols) as u32, (at % cols) as u32);
        for (at, &cell) in self.cells.iter().enumerate() {
            let Cell::Step(step) = cell else {
                holes.push(square(at));
                continue;
            };
            let line = self.lines[at / cols];
            let to = step.checked_sub(first).and_then(|to| usize::try_from(to).ok());
            let Some(place) = to.and_then(|to| places.get_mut(to)) else {
                return Err(Error::mismatch(format!(
                    "line {line}: step {step} in a grid of {count} numbers: the steps are {first} to {}, each once",
                    count as u64 - 1 + first
                )));
            };
            if *place != usize::MAX {
                return Err(Error::mismatch(format!(
                    "line {line}: step {step} is given twice, on {} and on {}",
                    square(*place),
                    square(at)
                )));
            }
            *place = at;
        }
        holes.sort_unstable();
        let mut claims =
            Claims { sides: Some((rows as u64, cols as u64)), holes, ..Claims::default() };
        for at in places {
            claims.push(square(at), self.lines[at / cols]);
        }
        Ok(claims)
    }
}

/// Reads a grid with or without names; see FORMATS.md.
pub(super) fn read(bytes: &[u8]) -> Result<Claims, Error> {
    let is_name = |word: &[u8]| word.iter().all(u8::is_ascii_alphabetic);
    // A line of letters names the files.
    let names = lines(bytes)
        .map(|(_, line)| words(line).filter(|&word| word != b"|").peekable())
        .find_map(|mut words| {
            words.peek()?;
            words.all(is_name).then_some(())
        })
        .is_some();
    let mut grid = Grid::default();
    let mut rank = Vec::new();
    for (line, text) in lines(bytes) {
        if is_rule(text) {
            continue;
        }
        let mut words = words(text).filter(|&word| word != b"|").peekable();
        if words.peek().is_some() && words.clone().all(is_name) {
            let mut count = 0;
            for (word, col) in words.zip(0..) {
                if !word.eq_ignore_ascii_case(Letters::default().of(col)) {
                    return Err(expected_at(line, word, "the letters of the files from a on"));
                }
                count += 1;
            }
            grid.names.push((line, count));
            continue;
        }
        let bar = text.iter().position(|&byte| byte == b'|');
        let label = match bar {
            Some(bar) => number(text[..bar].trim_ascii()),
            None if names => words.peek().and_then(|word| number(word)),
            None => None,
        };
        grid.labels.extend(label.map(|label| (line, grid.lines.len(), label)));
        for word in words.skip(usize::from(label.is_some())) {
            match word {
                b"#" | b"." | b"-" => rank.push(Cell::Hole),
                b";" => {
                    grid.push_rank(&rank, line)?;
                    rank.clear();
                }
                _ => rank.push(Cell::Step(number(word).ok_or_else(|| {
                    expected_at(line, word, "the number of a step, or '#' for a hole")
                })?)),
            }
        }
        grid.push_rank(&rank, line)?;
        rank.clear();
    }
    if grid.lines.is_empty() {
        return Err(Error::parse("the grid is empty: expected lines of step numbers"));
    }
    grid.check_labels()?;
    grid.claims()
}

/// Whether a line is a rule between ranks, such as `+---+---+` or `-----`.
fn is_rule(line: &[u8]) -> bool {
    line.iter().all(|byte| b"+-=|".contains(byte))
        && (line.len() > 2 || line.iter().any(|byte| b"+=".contains(byte)))
}

/// The words of a line: what stands between blanks, commas and brackets; `|` and each end of a
/// rank (`;` or `]`, both given as `;`) are words of their own.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    let mut rest = line;
    std::iter::from_fn(move || {
        let start = rest
            .iter()
            .position(|byte| !byte.is_ascii_whitespace() && !b",[(){}".contains(byte))?;
        rest = &rest[start..];
        let is_mark = |byte: &u8| b"|;]".contains(byte);
        if is_mark(&rest[0]) {
            let mark: &[u8] = if rest[0] == b'|' { b"|" } else { b";" };
            rest = &rest[1..];
            return Some(mark);
        }
        let is_end =
            |byte: &u8| byte.is_ascii_whitespace() || b",[(){}".contains(byte) || is_mark(byte);
        let end = rest.iter().position(is_end).unwrap_or(rest.len());
        let (word, later) = rest.split_at(end);
        rest = later;
        Some(word)
    })
}
