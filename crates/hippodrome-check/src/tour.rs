//! The one check of a tour, whatever it was read from.

use crate::board::Board;
use crate::question::Problem;
use crate::report::{Fault, Ledger};
use crate::square::Square;

/// A tour as a file gives it: the squares in order, and where each stands.
#[derive(Debug, Default)]
pub(crate) struct Visits {
    pub(crate) squares: Vec<Square>,
    /// The line of each square.
    pub(crate) lines: Vec<u32>,
    /// The last line of the file.
    pub(crate) last_line: u64,
}

impl Visits {
    pub(crate) fn push(&mut self, square: Square, line: u64) {
        self.squares.push(square);
        self.lines.push(u32::try_from(line).unwrap_or(u32::MAX));
    }
}

/// Checks that the visits are a tour as the problem asks, step by step: the first fault in the
/// order of steps is the one that is named; what is missing comes last.
///
/// Linear in the visits and the board.
pub(crate) fn verify(
    problem: &Problem,
    board: &Board,
    visits: &Visits,
    ledger: &mut Ledger,
) -> Result<(), Fault> {
    let squares = board.squares();
    let mut step_of = vec![0_u32; board.cells()];
    let mut previous: Option<Square> = None;
    let mut clues = problem.step_at.iter().peekable();
    let no_step = |step: u128| {
        let reason = format!("step {step} is not among the steps 1 to {squares}");
        Fault::rejected("step-out-of-range", visits.last_line, reason)
    };
    if let Some(clue) = clues.next_if(|clue| clue.0 == 0) {
        return Err(no_step(clue.0));
    }
    for ((step, square), line) in (1_usize..).zip(&visits.squares).zip(&visits.lines) {
        let line = u64::from(*line);
        let reject = |code, reason| Err(Fault::rejected(code, line, reason));
        if !problem.is_on_board(*square) {
            let (rows, cols) = (problem.rows, problem.cols);
            let name = match *square {
                Square::NOWHERE => "the square".to_owned(),
                square => square.to_string(),
            };
            let reason = format!("step {step}: {name} is off the {rows}x{cols} board");
            return reject("off-board", reason);
        }
        let index = board.index(*square);
        if board.is_hole(index) {
            return reject("on-hole", format!("step {step}: {square} is a hole"));
        }
        if step_of[index] != 0 {
            let first = step_of[index];
            let mut reason = format!("step {step}: {square} was visited at step {first}");
            if first == 1 && step == squares + 1 {
                reason += "; a closed tour is written without its first square again";
            }
            return reject("square-repeated", reason);
        }
        // Steps of distinct squares are at most the squares of the board, so they fit.
        step_of[index] = step as u32;
        if let Some(previous) = previous
            && !previous.is_joined(*square, problem.leaper)
        {
            let (r, s) = problem.leaper;
            let reason = format!(
                "steps {} and {step}: from {previous} to {square} is not a move of the {r},{s} \
                 leaper",
                step - 1
            );
            return reject("not-a-move", reason);
        }
        if let Some(from) = problem.from
            && step == 1
            && from != *square
        {
            return reject("wrong-start", format!("step 1 is {square}, not {from}"));
        }
        while let Some(clue) = clues.next_if(|clue| clue.0 == step as u128) {
            if clue.1 != *square {
                return reject("wrong-step", format!("step {step} is {square}, not {}", clue.1));
            }
        }
        previous = Some(*square);
    }
    whole(problem, board, visits, &step_of, ledger)?;
    if let Some(clue) = clues.next() {
        return Err(no_step(clue.0));
    }
    closing(problem, visits, squares, ledger)
}

/// Checks that no square is missing.
fn whole(
    problem: &Problem,
    board: &Board,
    visits: &Visits,
    step_of: &[u32],
    ledger: &mut Ledger,
) -> Result<(), Fault> {
    let (visited, squares) = (visits.squares.len(), board.squares());
    ledger.examined("each step is on a square of the board, none visited twice", visited as u64);
    ledger.examined("each step is a move", visited.saturating_sub(1) as u64);
    if let Some(missing) = board.all().find(|index| step_of[*index] == 0) {
        let (square, count) = (board.square(missing), squares - visited);
        let reason = match count {
            1 => format!("{square} is not visited"),
            _ => format!("{square} is not visited, nor are {} more", count - 1),
        };
        return Err(Fault::rejected("square-missing", visits.last_line, reason));
    }
    ledger.examined("every square is visited", squares as u64);
    let conditions =
        problem.from.iter().count() + problem.to.iter().count() + problem.step_at.len();
    ledger.examined("given ends and clues", conditions as u64);
    Ok(())
}

/// Checks the last square: the given end, and the move to the first one.
fn closing(
    problem: &Problem,
    visits: &Visits,
    squares: usize,
    ledger: &mut Ledger,
) -> Result<(), Fault> {
    let ends = visits.squares.first().zip(visits.squares.last()).zip(visits.lines.last());
    let Some(((first, last), line)) = ends else {
        return Ok(());
    };
    let line = u64::from(*line);
    if let Some(to) = problem.to
        && to != *last
    {
        let reason = format!("step {squares}, the last, is {last}, not {to}");
        return Err(Fault::rejected("wrong-end", line, reason));
    }
    let closes = squares >= 3 && last.is_joined(*first, problem.leaper);
    if problem.closed {
        if squares < 3 {
            let reason = format!("a closed tour has at least 3 squares, not {squares}");
            return Err(Fault::rejected("too-small", line, reason));
        }
        if !closes {
            let reason = format!("from {last}, the last, to {first}, the first, is not a move");
            return Err(Fault::rejected("not-closed", line, reason));
        }
        ledger.examined("the last square and the first are joined by a move", 1);
    } else if closes {
        ledger.note("the last square and the first are joined by a move: the tour closes as well");
    }
    Ok(())
}
