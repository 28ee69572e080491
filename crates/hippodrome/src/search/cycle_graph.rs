//! The graph in which a tour is a Hamiltonian cycle.

use crate::answer::Vertex;
use crate::board::Board;
use crate::error::Error;
use crate::graph::MoveGraph;
use crate::problem::Problem;
use crate::tour::Kind;

/// The move graph for a closed tour; for an open one also the vertex `*`, joined to every square
/// that may be an end, so that an open tour is a Hamiltonian cycle through `*`.
///
/// Squares are numbered as in [`MoveGraph`]; the vertex `*` comes last. Clues for steps other than
/// the first and the last are not seen by this graph.
#[derive(Debug)]
pub(crate) struct CycleGraph {
    pub(crate) moves: MoveGraph,
    apex: Option<u32>,
    starts: Vec<u32>,
    /// (neighbour, edge) of each vertex in turn.
    arcs: Vec<(u32, u32)>,
    edges: Vec<(u32, u32)>,
    given: Vec<u32>,
}

impl CycleGraph {
    /// The most squares for which the graph is built: 2^18.
    pub(crate) const MAX_SQUARES: u128 = 1 << 18;

    /// The cycle graph of a problem. The caller has seen to it that a closed tour with both ends
    /// given has them a move apart, that the ends differ, and that there are at least two squares.
    pub(crate) fn new(problem: &Problem) -> Result<Self, Error> {
        let board = problem.board();
        if board.len() > Self::MAX_SQUARES {
            return Err(too_large(board));
        }
        let moves = MoveGraph::new(board, problem.leaper())?;
        let squares = moves.len() as u32;
        let ends = [problem.from(), problem.to()].map(|end| end.and_then(|sq| moves.vertex(sq)));
        let mut edges: Vec<_> = moves.edges().collect();
        let mut given = Vec::new();
        let apex = (problem.kind() == Kind::Open).then_some(squares);
        match (apex, ends) {
            (Some(apex), [Some(from), Some(to)]) => {
                given.extend([edges.len() as u32, edges.len() as u32 + 1]);
                edges.extend([(from, apex), (to, apex)]);
            }
            (Some(apex), [one, other]) => {
                given.extend(one.or(other).map(|end| edges.len() as u32 + end));
                edges.extend((0..squares).map(|square| (square, apex)));
            }
            (None, [Some(from), Some(to)]) => {
                let pair = (from.min(to), from.max(to));
                given.extend(edges.iter().position(|&edge| edge == pair).map(|at| at as u32));
            }
            (None, _) => {}
        }
        let count = squares as usize + usize::from(apex.is_some());
        let mut starts = vec![0u32; count + 1];
        for &(a, b) in &edges {
            starts[a as usize + 1] += 1;
            starts[b as usize + 1] += 1;
        }
        for at in 0..count {
            starts[at + 1] += starts[at];
        }
        let mut fill = starts.clone();
        let mut arcs = vec![(0, 0); 2 * edges.len()];
        for (&(a, b), edge) in edges.iter().zip(0..) {
            for (from, to) in [(a, b), (b, a)] {
                arcs[fill[from as usize] as usize] = (to, edge);
                fill[from as usize] += 1;
            }
        }
        Ok(Self { moves, apex, starts, arcs, edges, given })
    }

    /// The number of vertices, `*` included.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The vertex `*`, if there is one.
    pub(crate) fn apex(&self) -> Option<u32> {
        self.apex
    }

    /// The ends of every edge; the smaller first.
    pub(crate) fn edges(&self) -> &[(u32, u32)] {
        &self.edges
    }

    /// The edges that are in every tour asked for.
    pub(crate) fn given(&self) -> &[u32] {
        &self.given
    }

    /// The (neighbour, edge) pairs at a vertex.
    pub(crate) fn arcs(&self, vertex: u32) -> &[(u32, u32)] {
        let at = vertex as usize;
        &self.arcs[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// The edge between two vertices. O(degree of the one that is not `*`).
    pub(crate) fn edge(&self, a: u32, b: u32) -> Option<u32> {
        let (a, b) = if Some(a) == self.apex { (b, a) } else { (a, b) };
        self.arcs(a).iter().find(|&&(to, _)| to == b).map(|&(_, edge)| edge)
    }

    /// The name of a vertex.
    pub(crate) fn name(&self, vertex: u32) -> Vertex {
        if Some(vertex) == self.apex {
            Vertex::Apex
        } else {
            Vertex::Square(self.moves.square(vertex))
        }
    }
}

/// The message for a board that search does not serve.
fn too_large(board: &Board) -> Error {
    Error::too_large(format!(
        "the {} board is too large for exact search (at most {} squares)",
        board.size(),
        CycleGraph::MAX_SQUARES
    ))
}

/// The message for a board that search with clues does not serve.
pub(crate) fn too_large_for_clues(board: &Board) -> Error {
    Error::too_large(format!(
        "the {} board is too large for exact search with clues (at most {} squares)",
        board.size(),
        crate::search::timetable::Timetable::MAX_SQUARES
    ))
}
