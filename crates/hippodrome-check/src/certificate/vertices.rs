//! Vertices named in a certificate: squares of the board, and `*` in the cycle graph.

use super::lines::Line;
use crate::board::Board;
use crate::question::Problem;
use crate::report::Fault;
use crate::square::Square;

/// A square that has to be one of the board's, by its number.
pub(crate) fn square(
    line: &Line<'_>,
    square: Option<Square>,
    problem: &Problem,
    board: &Board,
) -> Result<usize, Fault> {
    let Some(square) = square.filter(|square| problem.is_on_board(*square)) else {
        let (rows, cols) = (problem.rows, problem.cols);
        let reason = match square {
            Some(square) => format!("{square} is off the {rows}x{cols} board"),
            None => format!("a square off the {rows}x{cols} board"),
        };
        return Err(line.rejected("off-board", reason));
    };
    let index = board.index(square);
    if board.is_hole(index) {
        return Err(line.rejected("on-hole", format!("{square} is a hole")));
    }
    Ok(index)
}

/// A vertex as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Vertex {
    /// `*`, which joins the ends of an open tour.
    Star,
    /// A square, if it is on any board.
    Square(Option<Square>),
}

impl Vertex {
    pub(crate) fn read(line: &Line<'_>, word: &[u8]) -> Result<Self, Fault> {
        if word == b"*" {
            return Ok(Self::Star);
        }
        line.square(word).map(Self::Square)
    }

    /// The number of the vertex: that of its square, or the number of cells for `*`.
    pub(crate) fn index(
        self,
        line: &Line<'_>,
        problem: &Problem,
        board: &Board,
    ) -> Result<usize, Fault> {
        match self {
            Self::Square(named) => square(line, named, problem, board),
            Self::Star if !problem.closed => Ok(board.cells()),
            Self::Star => Err(line.rejected("no-such-vertex", "* is a vertex for open tours only")),
        }
    }
}
