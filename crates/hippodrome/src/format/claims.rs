//! What a file says about its tour, before any of it is believed.

use super::{Format, Hints, ParsedTour};
use crate::board::Board;
use crate::error::Error;
use crate::leaper::Leaper;
use crate::square::Square;
use crate::tour::{Kind, Tour, TourError, is_move};

/// A tour as a file gives it. Nothing here has been verified.
#[derive(Default, Debug)]
pub(super) struct Claims {
    pub(super) sides: Option<(u64, u64)>,
    pub(super) holes: Vec<Square>,
    pub(super) leaper: Option<Leaper>,
    pub(super) kind: Option<Kind>,
    pub(super) method: Option<String>,
    pub(super) squares: Vec<Square>,
    /// The line of each square; empty where all are on one.
    pub(super) lines: Vec<u32>,
}

impl Claims {
    pub(super) fn push(&mut self, square: Square, line: u64) {
        self.squares.push(square);
        self.lines.push(u32::try_from(line).unwrap_or(u32::MAX));
    }

    /// Compares the claims with what is asked, infers what neither says, and verifies the tour.
    ///
    /// Nothing is allocated for a board before its size is known to agree with the number of
    /// squares listed.
    pub(super) fn verify(self, format: Format, asked: &Hints) -> Result<ParsedTour, Error> {
        let board = self.board(asked)?;
        let leaper = match (self.leaper, asked.leaper) {
            (Some(of_file), Some(asked)) if of_file != asked => {
                return Err(Error::mismatch(format!(
                    "the file is of the leaper {of_file}, not of the leaper {asked} asked for"
                )));
            }
            (of_file, asked) => of_file.or(asked).unwrap_or_else(|| self.likely_leaper()),
        };
        let kind = match (self.kind, asked.kind) {
            (Some(of_file), Some(asked)) if of_file != asked => {
                return Err(Error::mismatch(format!(
                    "the file says that its tour is {of_file}, and {asked} was asked for"
                )));
            }
            (of_file, asked) => of_file.or(asked).unwrap_or_else(|| self.likely_kind(leaper)),
        };
        let tour = Tour::new(&board, leaper, kind, self.squares.iter().copied())
            .map_err(|fault| self.explain(&fault, leaper))?;
        Ok(ParsedTour { tour, method: self.method, format })
    }

    fn board(&self, asked: &Hints) -> Result<Board, Error> {
        let listed = self.squares.len() as u128;
        let (Some(first), Some(last)) = (self.squares.first(), self.squares.last()) else {
            return Err(Error::parse("the file has no squares: expected a tour"));
        };
        let agree = |board: &Board, holes: u128| {
            let squares = board.area().saturating_sub(holes);
            if listed == squares {
                return Ok(());
            }
            if listed > squares && listed > 1 && first == last {
                return Err(Error::mismatch(format!(
                    "the last square repeats the first, {first}: leave it out"
                )));
            }
            Err(Error::mismatch(format!(
                "the file lists {listed} squares, and the {} board has {squares}{}",
                board.size(),
                if self.sides.is_none() && asked.board.is_none() {
                    ": give the board if it is another"
                } else {
                    ""
                }
            )))
        };
        if let Some((rows, cols)) = self.sides {
            let rectangle = Board::new(rows, cols)?;
            agree(&rectangle, self.holes.len() as u128)?;
            let board = rectangle.with_holes(self.holes.iter().copied())?;
            return match &asked.board {
                Some(other) if *other != board => Err(Error::mismatch(format!(
                    "the file is of {}, not of {}",
                    in_words(&board),
                    in_words(other)
                ))),
                _ => Ok(board),
            };
        }
        if let Some(board) = &asked.board {
            agree(board, board.area() - board.len())?;
            return Ok(board.clone());
        }
        let rows = self.squares.iter().map(|square| square.row as u64 + 1).max();
        let cols = self.squares.iter().map(|square| square.col as u64 + 1).max();
        let board = Board::new(rows.unwrap_or(1), cols.unwrap_or(1))?;
        agree(&board, 0)?;
        Ok(board)
    }

    /// The knight, unless every step is a move of one and the same other leaper.
    fn likely_leaper(&self) -> Leaper {
        let mut pairs = self.squares.iter().zip(self.squares.iter().skip(1));
        let Some((a, b)) = pairs.next() else { return Leaper::KNIGHT };
        match Leaper::new(a.row.abs_diff(b.row), a.col.abs_diff(b.col)) {
            Ok(leaper) if pairs.all(|(&a, &b)| is_move(leaper, a, b)) => leaper,
            _ => Leaper::KNIGHT,
        }
    }

    fn likely_kind(&self, leaper: Leaper) -> Kind {
        match self.squares[..] {
            [first, _, .., last] if is_move(leaper, last, first) && self.squares.len() > 2 => {
                Kind::Closed
            }
            _ => Kind::Open,
        }
    }

    /// The fault with its line and its step.
    fn explain(&self, fault: &TourError, leaper: Leaper) -> Error {
        let step = match fault {
            TourError::NotOnBoard(step, _)
            | TourError::Repeated(step, _)
            | TourError::NotAMove(step, _, _) => *step as usize,
            _ => 0,
        };
        let line = step.checked_sub(1).and_then(|at| self.lines.get(at));
        let line = line.map_or(String::new(), |line| format!("line {line}: "));
        let of = match fault {
            TourError::NotAMove(..) => format!(" of the leaper {leaper}"),
            _ => String::new(),
        };
        Error::mismatch(format!("{line}{fault}{of}"))
    }
}

fn in_words(board: &Board) -> String {
    let holes = board.area() - board.len();
    let size = board.size();
    match holes {
        0 => format!("the {size} board"),
        1 => format!("a {size} board with one hole"),
        _ => format!("a {size} board with {holes} holes"),
    }
}
