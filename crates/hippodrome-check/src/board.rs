//! A board held in memory: squares as numbers, rank by rank from `a1`.

use crate::limits::Limits;
use crate::question::Problem;
use crate::report::Fault;
use crate::square::Square;

/// The board of a problem, within the limits.
#[derive(Debug)]
pub(crate) struct Board {
    rows: u32,
    cols: u32,
    is_hole: Vec<bool>,
    /// The distinct steps of the leaper, (file, rank), in the order of the directions 1 to 8.
    steps: Vec<(i64, i64)>,
    /// Where the step of each direction, from 0, stands among the distinct steps.
    slots: [u8; 8],
    squares: u32,
}

impl Board {
    /// # Errors
    ///
    /// A limit, when the board has more squares than the checker may hold.
    pub(crate) fn new(problem: &Problem, limits: &Limits) -> Result<Self, Fault> {
        // Numbers of squares are `u32`, with room for a vertex more.
        let limit = limits.squares.min(1 << 31);
        let cells = u128::from(problem.rows) * u128::from(problem.cols);
        if cells > u128::from(limit) {
            return Err(Fault::too_many_squares(limit));
        }
        let cells = cells as usize;
        let mut board = Self {
            rows: problem.rows as u32,
            cols: problem.cols as u32,
            is_hole: vec![false; cells],
            steps: Vec::with_capacity(8),
            slots: [0; 8],
            squares: (cells - problem.holes.len()) as u32,
        };
        for hole in &problem.holes {
            let index = board.index(*hole);
            board.is_hole[index] = true;
        }
        let (r, s) = (problem.leaper.0 as i64, problem.leaper.1 as i64);
        let steps = [(r, s), (s, r), (-r, s), (-s, r), (r, -s), (s, -r), (-r, -s), (-s, -r)];
        for (direction, step) in steps.into_iter().enumerate() {
            let slot = board.steps.iter().position(|known| *known == step).unwrap_or_else(|| {
                board.steps.push(step);
                board.steps.len() - 1
            });
            board.slots[direction] = slot as u8;
        }
        Ok(board)
    }

    /// The number of squares that are not holes.
    pub(crate) fn squares(&self) -> usize {
        self.squares as usize
    }

    /// The number of squares, holes too: every [`Self::index`] is less.
    pub(crate) fn cells(&self) -> usize {
        self.is_hole.len()
    }

    /// The number of a square that is known to be on the board.
    pub(crate) fn index(&self, square: Square) -> usize {
        (square.rank() - 1) as usize * self.cols as usize + (square.file() - 1) as usize
    }

    /// The square of a number.
    pub(crate) fn square(&self, index: usize) -> Square {
        let (rank, file) = (index / self.cols as usize, index % self.cols as usize);
        Square::new(file as u64 + 1, rank as u64 + 1).expect("the sides are at most 2^32")
    }

    pub(crate) fn is_hole(&self, index: usize) -> bool {
        self.is_hole[index]
    }

    /// All squares that are not holes, in order.
    pub(crate) fn all(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.cells()).filter(|index| !self.is_hole[*index])
    }

    /// The slot of a direction 1 to 8: directions with the same step share one.
    pub(crate) fn slot(&self, direction: u8) -> usize {
        usize::from(self.slots[usize::from(direction - 1)])
    }

    /// The number of distinct steps.
    pub(crate) fn slots(&self) -> usize {
        self.steps.len()
    }

    /// The slot of the step back.
    pub(crate) fn opposite(&self, slot: usize) -> usize {
        let (files, ranks) = self.steps[slot];
        let back = self.steps.iter().position(|step| *step == (-files, -ranks));
        back.expect("a leaper goes back as it came")
    }

    /// The square to which the step of a slot leads.
    pub(crate) fn step(&self, from: usize, slot: usize) -> Option<usize> {
        let cols = i64::from(self.cols);
        let (files, ranks) = self.steps[slot];
        let (rank, file) = (from as i64 / cols + ranks, from as i64 % cols + files);
        let inside = (0..cols).contains(&file) && (0..i64::from(self.rows)).contains(&rank);
        let index = inside.then(|| (rank * cols + file) as usize)?;
        (!self.is_hole[index]).then_some(index)
    }

    /// The squares joined to one, each with its slot.
    pub(crate) fn moves(&self, from: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.steps.len()).filter_map(move |slot| Some((slot, self.step(from, slot)?)))
    }

    /// The squares joined to one.
    pub(crate) fn neighbours(&self, from: usize) -> impl Iterator<Item = usize> + '_ {
        self.moves(from).map(|(_, to)| to)
    }
}

/// Refuses a problem that is stated about squares which its board does not have.
///
/// `line_of` gives the line on which a part of the problem stands.
pub(crate) fn examine(problem: &Problem, line_of: &ProblemLines) -> Result<(), Fault> {
    let on_board = |what: &str, square: Square, line: u64| {
        if problem.is_on_board(square) {
            return Ok(());
        }
        let (rows, cols) = (problem.rows, problem.cols);
        let name = match square {
            Square::NOWHERE => String::new(),
            square => format!(" {square}"),
        };
        let reason = format!("{what}{name} is off the {rows}x{cols} board");
        Err(Fault::rejected("off-board", line, reason))
    };
    for (square, line) in problem.holes.iter().zip(&line_of.holes) {
        on_board("hole", *square, *line)?;
    }
    if problem.squares() == 0 {
        let reason = "the board has no squares: all are holes";
        return Err(Fault::rejected("no-squares", line_of.board, reason));
    }
    let usable = |what: &str, square: Square, line: u64| {
        on_board(what, square, line)?;
        if problem.is_hole(square) {
            return Err(Fault::rejected("on-hole", line, format!("{what} {square} is a hole")));
        }
        Ok(())
    };
    if let Some(square) = problem.from {
        usable("from", square, line_of.from)?;
    }
    if let Some(square) = problem.to {
        usable("to", square, line_of.to)?;
    }
    for ((step, square), line) in problem.step_at.iter().zip(&line_of.step_at) {
        let squares = problem.squares();
        if *step == 0 || *step > squares {
            let reason = format!("step {step} is not among the steps 1 to {squares}");
            return Err(Fault::rejected("step-out-of-range", *line, reason));
        }
        usable(&format!("step-at {step}"), *square, *line)?;
    }
    Ok(())
}

/// The lines on which the parts of a problem stand.
#[derive(Debug, Default)]
pub(crate) struct ProblemLines {
    pub(crate) board: u64,
    pub(crate) holes: Vec<u64>,
    pub(crate) leaper: u64,
    pub(crate) kind: u64,
    pub(crate) from: u64,
    pub(crate) to: u64,
    pub(crate) step_at: Vec<u64>,
}
