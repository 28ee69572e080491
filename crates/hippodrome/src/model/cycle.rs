//! The graph in which a tour is a Hamiltonian cycle.

use crate::answer::Vertex;
use crate::error::Error;
use crate::graph::MoveGraph;
use crate::problem::Problem;
use crate::square::Square;
use crate::tour::Kind;

/// The graph in which a tour is a Hamiltonian cycle: the move graph, and for an open tour one more
/// vertex, the *apex*, joined to every square that may be an end.
///
/// Vertices are numbered as in [`MoveGraph`], the apex last. Edges are numbered by their smaller
/// vertex; edge `e` from `a` to `b` (`a < b`) gives the arcs `2e` (a to b) and `2e + 1` (b to a).
///
/// # Examples
///
/// ```
/// use hippodrome::model::CycleGraph;
/// use hippodrome::{Kind, Leaper, Problem};
///
/// let closed = Problem::new("8x8".parse()?, Leaper::KNIGHT, Kind::Closed);
/// assert_eq!(CycleGraph::new(&closed)?.edges().len(), 168);
/// let open = Problem::new("8x8".parse()?, Leaper::KNIGHT, Kind::Open);
/// assert_eq!(CycleGraph::new(&open)?.edges().len(), 168 + 64);
/// # Ok::<(), hippodrome::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CycleGraph {
    squares: Vec<Square>,
    apex: bool,
    edges: Vec<(u32, u32)>,
    starts: Vec<u32>,
    /// (neighbour, edge) for each end of an edge, grouped by vertex.
    incident: Vec<(u32, u32)>,
    /// Arcs that every tour asked for uses, walked from its first square.
    fixed: Vec<u32>,
}

impl CycleGraph {
    /// The largest number of squares of a model: 2^18.
    pub const MAX_SQUARES: u128 = 1 << 18;

    /// The graph of a problem. Clues other than the two ends are not seen by it.
    ///
    /// # Errors
    ///
    /// When the board has more than [`CycleGraph::MAX_SQUARES`] squares; nothing is allocated then.
    pub fn new(problem: &Problem) -> Result<Self, Error> {
        let board = problem.board();
        if board.len() > Self::MAX_SQUARES {
            return Err(Error::too_large(format!(
                "the {} board is too large for a model (at most {} squares): use tour, which builds tours of any size",
                board.size(),
                Self::MAX_SQUARES
            )));
        }
        let moves = MoveGraph::new(board, problem.leaper())?;
        let squares: Vec<Square> = (0..moves.len() as u32).map(|v| moves.square(v)).collect();
        let mut edges: Vec<(u32, u32)> = moves.edges().collect();
        // The ends of a problem are squares of its board, so nothing is lost here.
        let vertex = |square: Square| moves.vertex(square);
        let (from, to) = (problem.from().and_then(vertex), problem.to().and_then(vertex));
        let apex = problem.kind() == Kind::Open;
        let hub = squares.len() as u32;
        if apex {
            edges.extend(match (from, to) {
                (Some(a), Some(b)) if a == b => vec![(a, hub)],
                (Some(a), Some(b)) => vec![(a, hub), (b, hub)],
                _ => (0..hub).map(|v| (v, hub)).collect(),
            });
        }
        if let (false, Some(from), Some(to)) = (apex, from, to) {
            // A closed tour between ends that no move joins: no edge is in one.
            if !moves.joined(from, to) {
                edges.clear();
            }
        }
        let mut graph = Self::of_edges(squares, apex, edges);
        let wanted = match (from, to) {
            _ if apex => [from.map(|v| (hub, v)), to.map(|v| (v, hub))],
            (Some(from), Some(to)) => [Some((to, from)), None],
            _ => [None, None],
        };
        graph.fixed =
            wanted.into_iter().flatten().filter_map(|(a, b)| graph.arc_between(a, b)).collect();
        Ok(graph)
    }

    fn of_edges(squares: Vec<Square>, apex: bool, edges: Vec<(u32, u32)>) -> Self {
        let vertices = squares.len() + usize::from(apex);
        let mut starts = vec![0u32; vertices + 1];
        for &(a, b) in &edges {
            starts[a as usize + 1] += 1;
            starts[b as usize + 1] += 1;
        }
        for v in 0..vertices {
            starts[v + 1] += starts[v];
        }
        let mut next = starts.clone();
        let mut incident = vec![(0, 0); edges.len() * 2];
        for (&(a, b), edge) in edges.iter().zip(0..) {
            for (at, other) in [(a, b), (b, a)] {
                incident[next[at as usize] as usize] = (other, edge);
                next[at as usize] += 1;
            }
        }
        Self { squares, apex, edges, starts, incident, fixed: Vec::new() }
    }

    /// Whether some part of the graph has two sides, with edges only from one to the other, that
    /// are not equally large. One edge out of each vertex of one side and one into each of the
    /// other: so the two rows of degrees of every vertex have no solution, not even in fractions.
    ///
    /// # Complexity
    ///
    /// O(edges).
    #[must_use]
    pub fn has_unequal_sides(&self) -> bool {
        let mut side = vec![None; self.len()];
        (0..self.len() as u32).any(|start| {
            if side[start as usize].is_some() {
                return false;
            }
            side[start as usize] = Some(false);
            let (mut waiting, mut sizes, mut sided) = (vec![start], [1_usize, 0], true);
            while let Some(v) = waiting.pop() {
                let other = side[v as usize] == Some(false);
                for (w, _) in self.out_of(v) {
                    match side[w as usize] {
                        None => {
                            side[w as usize] = Some(other);
                            sizes[usize::from(other)] += 1;
                            waiting.push(w);
                        }
                        Some(one) => sided &= one == other,
                    }
                }
            }
            sided && sizes[0] != sizes[1]
        })
    }

    /// The number of vertices, the apex included; at least 1.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a board is never empty")]
    pub fn len(&self) -> usize {
        self.squares.len() + usize::from(self.apex)
    }

    /// The apex of an open tour.
    #[must_use]
    pub fn apex(&self) -> Option<u32> {
        self.apex.then_some(self.squares.len() as u32)
    }

    /// The square of a vertex, or the apex.
    ///
    /// # Panics
    ///
    /// When there is no such vertex.
    #[must_use]
    pub fn vertex(&self, vertex: u32) -> Vertex {
        if self.apex() == Some(vertex) {
            Vertex::Apex
        } else {
            Vertex::Square(self.squares[vertex as usize])
        }
    }

    /// The vertex of a square.
    #[must_use]
    pub fn vertex_of(&self, square: Square) -> Option<u32> {
        self.squares.binary_search(&square).ok().map(|v| v as u32)
    }

    /// The edges as (smaller, larger) vertex; the position is the edge's number.
    #[must_use]
    pub fn edges(&self) -> &[(u32, u32)] {
        &self.edges
    }

    /// The two ends of an arc, tail first.
    ///
    /// # Panics
    ///
    /// When there is no such arc.
    #[must_use]
    pub fn arc(&self, arc: u32) -> (u32, u32) {
        let (a, b) = self.edges[arc as usize / 2];
        if arc.is_multiple_of(2) { (a, b) } else { (b, a) }
    }

    /// The number of arcs: twice the number of edges.
    #[must_use]
    pub fn arcs(&self) -> u32 {
        self.edges.len() as u32 * 2
    }

    /// The (neighbour, edge) pairs at a vertex.
    ///
    /// # Panics
    ///
    /// When there is no such vertex.
    #[must_use]
    pub fn incident(&self, vertex: u32) -> &[(u32, u32)] {
        let at = vertex as usize;
        &self.incident[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// The arcs out of a vertex, as (head, arc).
    pub fn out_of(&self, vertex: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.incident(vertex).iter().map(move |&(to, edge)| (to, 2 * edge + u32::from(to < vertex)))
    }

    /// The arcs into a vertex, as (tail, arc).
    pub fn into_of(&self, vertex: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.out_of(vertex).map(|(other, arc)| (other, arc ^ 1))
    }

    /// The arc from `a` to `b`, where the two are joined.
    #[must_use]
    pub fn arc_between(&self, a: u32, b: u32) -> Option<u32> {
        self.out_of(a).find(|&(head, _)| head == b).map(|(_, arc)| arc)
    }

    /// The arcs fixed by given ends: apex to first square, last square to apex, or for a closed
    /// tour the last square to the first.
    #[must_use]
    pub fn fixed(&self) -> &[u32] {
        &self.fixed
    }

    /// The edges with exactly one end in the set.
    #[must_use]
    pub fn leaving(&self, set: &[u32]) -> Vec<u32> {
        let mut inside = vec![false; self.len()];
        for &v in set {
            inside[v as usize] = true;
        }
        let out = set.iter().flat_map(|&v| self.incident(v));
        let mut cut: Vec<u32> =
            out.filter(|&&(to, _)| !inside[to as usize]).map(|&(_, edge)| edge).collect();
        cut.sort_unstable();
        cut
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::leaper::Leaper;

    fn graph(board: &str, kind: Kind) -> CycleGraph {
        let problem = Problem::new(board.parse().unwrap(), Leaper::KNIGHT, kind);
        CycleGraph::new(&problem).unwrap()
    }

    #[test]
    fn arcs_and_incidence_agree() {
        let graph = graph("3x4", Kind::Open);
        for v in 0..graph.len() as u32 {
            for (to, arc) in graph.out_of(v) {
                assert_eq!(graph.arc(arc), (v, to));
                assert_eq!(graph.arc(arc ^ 1), (to, v));
                assert_eq!(graph.arc_between(v, to), Some(arc));
            }
        }
        assert_eq!(graph.vertex(graph.apex().unwrap()), Vertex::Apex);
    }

    #[test]
    fn a_cut_is_symmetric() {
        let graph = graph("4x5", Kind::Closed);
        let (set, rest): (Vec<u32>, Vec<u32>) = (0..20).partition(|v| v % 3 == 0);
        assert_eq!(graph.leaving(&set), graph.leaving(&rest));
        assert!(graph.leaving(&(0..20).collect::<Vec<_>>()).is_empty());
    }

    #[test]
    fn given_ends_are_the_only_neighbours_of_the_apex() {
        let problem = Problem::new("5x5".parse().unwrap(), Leaper::KNIGHT, Kind::Open)
            .with_from("a1".parse().unwrap())
            .and_then(|p| p.with_to("e5".parse().unwrap()))
            .unwrap();
        let graph = CycleGraph::new(&problem).unwrap();
        assert_eq!(graph.incident(25).iter().map(|&(v, _)| v).collect::<Vec<_>>(), [0, 24]);
        assert_eq!(
            graph.fixed().iter().map(|&a| graph.arc(a)).collect::<Vec<_>>(),
            [(25, 0), (24, 25)]
        );
    }
}
