//! The move graph of a board.

use crate::board::Board;
use crate::error::Error;
use crate::leaper::Leaper;
use crate::square::Square;

/// The graph whose vertices are the squares of a board and whose edges are the moves of a leaper.
///
/// Vertices are numbered from 0 in the order of the squares (by rank, then by file), holes left
/// out. The neighbours of a vertex are in the order of the leaper's directions.
///
/// # Examples
///
/// ```
/// use hippodrome::{Leaper, MoveGraph};
///
/// let graph = MoveGraph::new(&"8x8".parse()?, Leaper::KNIGHT)?;
/// assert_eq!((graph.len(), graph.edges().count()), (64, 168));
/// # Ok::<(), hippodrome::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveGraph {
    squares: Vec<Square>,
    /// The vertex of each cell; `NONE` for a hole.
    vertex_of: Vec<u32>,
    cols: u64,
    starts: Vec<u32>,
    neighbours: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl MoveGraph {
    /// The largest area of a board whose graph is built: 2^24 squares.
    pub const MAX_AREA: u64 = 1 << 24;

    /// The move graph of `board` and `leaper`.
    ///
    /// # Errors
    ///
    /// When the board is larger than [`MoveGraph::MAX_AREA`]; nothing is allocated then.
    ///
    /// # Complexity
    ///
    /// O(area) time; about 16 bytes a square and 4 bytes for each end of an edge.
    pub fn new(board: &Board, leaper: Leaper) -> Result<Self, Error> {
        if board.area() > u128::from(Self::MAX_AREA) {
            return Err(Error::too_large(format!(
                "the {} board is too large for its move graph (at most {} squares)",
                board.size(),
                Self::MAX_AREA
            )));
        }
        let squares: Vec<Square> = board.squares().collect();
        let mut vertex_of = vec![NONE; board.area() as usize];
        for (&square, vertex) in squares.iter().zip(0..) {
            vertex_of[board.cell(square)] = vertex;
        }
        let steps: Vec<_> = leaper.steps().collect();
        let mut starts = Vec::with_capacity(squares.len() + 1);
        let mut neighbours = Vec::new();
        for &square in &squares {
            starts.push(neighbours.len() as u32);
            for &step in &steps {
                if let Some(to) = square.step(step).filter(|&to| board.contains(to)) {
                    neighbours.push(vertex_of[board.cell(to)]);
                }
            }
        }
        starts.push(neighbours.len() as u32);
        Ok(Self { squares, vertex_of, cols: board.cols(), starts, neighbours })
    }

    /// The number of vertices; at least 1.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a board is never empty")]
    pub fn len(&self) -> usize {
        self.squares.len()
    }

    /// The square of a vertex.
    ///
    /// # Panics
    ///
    /// When there is no such vertex.
    #[must_use]
    pub fn square(&self, vertex: u32) -> Square {
        self.squares[vertex as usize]
    }

    /// The vertex of a square; `None` for holes and squares off the board.
    #[must_use]
    pub fn vertex(&self, square: Square) -> Option<u32> {
        if u64::from(square.col) >= self.cols {
            return None;
        }
        let cell = u64::from(square.row) * self.cols + u64::from(square.col);
        self.vertex_of.get(usize::try_from(cell).ok()?).copied().filter(|&v| v != NONE)
    }

    /// The neighbours of a vertex, in the order of the leaper's directions.
    ///
    /// # Panics
    ///
    /// When there is no such vertex.
    #[must_use]
    pub fn neighbours(&self, vertex: u32) -> &[u32] {
        let at = vertex as usize;
        &self.neighbours[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// The number of neighbours of a vertex.
    ///
    /// # Panics
    ///
    /// When there is no such vertex.
    #[must_use]
    pub fn degree(&self, vertex: u32) -> usize {
        self.neighbours(vertex).len()
    }

    /// Whether two vertices are joined.
    ///
    /// # Panics
    ///
    /// When there is no vertex `a`.
    #[must_use]
    pub fn joined(&self, a: u32, b: u32) -> bool {
        self.neighbours(a).contains(&b)
    }

    /// Every edge once, as (smaller, larger) vertex.
    pub fn edges(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..self.len() as u32).flat_map(move |a| {
            self.neighbours(a).iter().filter(move |&&b| a < b).map(move |&b| (a, b))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_knights_graph_has_the_known_number_of_edges() {
        // 4mn − 6(m + n) + 8 for m, n ≥ 2.
        for m in 2..9u64 {
            for n in 2..9u64 {
                let graph = MoveGraph::new(&Board::new(m, n).unwrap(), Leaper::KNIGHT).unwrap();
                let expected = (4 * m * n + 8) as i64 - 6 * (m + n) as i64;
                assert_eq!(graph.edges().count() as i64, expected, "{m}x{n}");
            }
        }
    }

    #[test]
    fn vertices_and_squares_are_inverse_with_holes() {
        let board: Board = "..#.\n.#..\n....".parse().unwrap();
        let graph = MoveGraph::new(&board, Leaper::KNIGHT).unwrap();
        assert_eq!(graph.len() as u128, board.len());
        for (vertex, square) in (0..).zip(board.squares()) {
            assert_eq!(graph.square(vertex), square);
            assert_eq!(graph.vertex(square), Some(vertex));
            for &to in graph.neighbours(vertex) {
                assert!(crate::is_move(Leaper::KNIGHT, square, graph.square(to)));
                assert!(graph.joined(to, vertex));
            }
        }
        assert!(board.holes().all(|hole| graph.vertex(hole).is_none()));
        assert_eq!(graph.vertex(Square::new(0, 4)), None);
        assert_eq!(graph.vertex(Square::new(u32::MAX, 0)), None);
    }

    #[test]
    fn giant_boards_are_refused_at_once() {
        let board = Board::new(1 << 32, 1 << 32).unwrap();
        assert!(MoveGraph::new(&board, Leaper::KNIGHT).unwrap_err().is_too_large());
    }
}
