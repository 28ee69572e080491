//! The formats of a tour: each reader gives the squares in order and what else its file says.

mod csv;
mod grid;
pub(crate) mod json;
pub(crate) mod npy;
mod prolog;
mod squares;
pub(crate) mod svg;
pub(crate) mod text;
mod tsplib;

use crate::Format;
use crate::board::{Board, ProblemLines, examine};
use crate::compare;
use crate::limits::Limits;
use crate::question::{Problem, Question};
use crate::report::{Fault, Ledger};
use crate::square::Square;
use crate::tour::{self, Visits};

/// What a reader found.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    pub(crate) visits: Visits,
    /// Ranks and files, where the file says them or its shape shows them.
    pub(crate) board: Option<(u64, u64)>,
    /// Where the file shows its holes, these, in any order.
    pub(crate) holes: Option<Vec<Square>>,
    pub(crate) leaper: Option<(u64, u64)>,
    pub(crate) closed: Option<bool>,
    /// The line on which the file speaks of its board.
    pub(crate) line: u64,
}

/// Reads a tour and checks it.
pub(crate) fn check(
    bytes: &[u8],
    format: Format,
    question: &Question,
    limits: &Limits,
    ledger: &mut Ledger,
) -> Result<(), Fault> {
    let reading = match format {
        Format::Board | Format::Matrix => grid::read(bytes, limits, ledger)?,
        Format::Squares => squares::read(bytes, limits)?,
        Format::Csv => csv::read(bytes, limits, ledger)?,
        Format::Json => json::read(bytes, 1, limits)?,
        Format::Prolog => prolog::read(bytes, limits)?,
        Format::Tsplib => tsplib::read(bytes, question, limits)?,
        Format::Npy => npy::read(bytes, limits, ledger)?,
        Format::Svg => svg::read(bytes, limits)?,
        Format::Certificate => return Err(Fault::malformed(1, "a certificate is no plain tour")),
        Format::Columns | Format::Fen => return Err(Fault::malformed(1, "queens are no tour")),
    };
    judge(reading, question, limits, ledger)
}

/// Puts together the problem, from the file, the question, and the squares themselves.
fn judge(
    reading: Reading,
    question: &Question,
    limits: &Limits,
    ledger: &mut Ledger,
) -> Result<(), Fault> {
    let visits = reading.visits;
    let (rows, cols) = match reading.board.or(question.rows_and_cols) {
        Some(sides) => sides,
        None => infer(&visits, question, ledger)?,
    };
    if !(1..=crate::MAX_SIDE).contains(&rows) || !(1..=crate::MAX_SIDE).contains(&cols) {
        return Err(Fault::malformed(1, "the sides of a board are 1 to 4294967296"));
    }
    let mut holes = match reading.holes {
        Some(holes) => holes,
        None => question.ordered_holes().unwrap_or_default(),
    };
    holes.sort_unstable();
    holes.dedup();
    let line = reading.line.max(1);
    let lines = ProblemLines {
        board: line,
        holes: vec![line; holes.len()],
        leaper: line,
        kind: line,
        from: line,
        to: line,
        step_at: Vec::new(),
    };
    let leaper = match reading.leaper.or(question.leaper) {
        Some(leaper) => leaper,
        None => infer_leaper(&visits, ledger),
    };
    let closed = reading.closed.or(question.closed);
    if closed.is_none() {
        ledger.note("neither the file nor the question says closed: taken as open");
    }
    let mut problem = Problem {
        rows,
        cols,
        holes,
        leaper: (leaper.0.min(leaper.1), leaper.0.max(leaper.1)),
        closed: closed.unwrap_or(false),
        from: None,
        to: None,
        step_at: Vec::new(),
    };
    ledger.what = format!("tour {}", problem.in_words());
    if problem.leaper.1 == 0 || problem.leaper.1 > crate::MAX_SIDE {
        return Err(Fault::malformed(line, "a leaper is two numbers up to 2^32, not both 0"));
    }
    examine(&problem, &lines)?;
    compare::shape(&problem, &lines, question)?;
    compare::add_ends(&mut problem, &lines, question)?;
    ledger.what = format!("tour {}", problem.in_words());
    let board = Board::new(&problem, limits)?;
    tour::verify(&problem, &board, &visits, ledger)
}

/// The least board that holds the squares of the tour and the holes that were asked.
fn infer(visits: &Visits, question: &Question, ledger: &mut Ledger) -> Result<(u64, u64), Fault> {
    let holes = question.holes.iter().flatten();
    let sides =
        visits.squares.iter().chain(holes).fold((0, 0), |(rows, cols), square| {
            (square.rank().max(rows), square.file().max(cols))
        });
    if visits.squares.is_empty() {
        return Err(Fault::malformed(1, "there are no squares"));
    }
    ledger.note(format!("board {}x{}, inferred from the squares", sides.0, sides.1));
    Ok(sides)
}

/// The leaper of which every step of the tour is a move, if there is one; else the knight.
fn infer_leaper(visits: &Visits, ledger: &mut Ledger) -> (u64, u64) {
    let knight = (1, 2);
    let [first, second, ..] = visits.squares.as_slice() else {
        return knight;
    };
    let files = first.file().abs_diff(second.file());
    let ranks = first.rank().abs_diff(second.rank());
    let leaper = (files.min(ranks), files.max(ranks));
    let mut steps = visits.squares.windows(2);
    if leaper == knight || leaper == (0, 0) || !steps.all(|step| step[0].is_joined(step[1], leaper))
    {
        return knight;
    }
    ledger.note(format!("leaper {},{}, inferred from the squares", leaper.0, leaper.1));
    leaper
}
