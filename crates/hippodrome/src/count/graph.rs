//! The graph that is counted over: vertices, simple edges, edges that every cycle must use.

use std::fmt;

/// A simple undirected graph whose Hamiltonian cycles are counted.
///
/// Loops are refused and parallel edges merged: on a small torus two different knight's moves may
/// join the same two squares, and a tour that takes the one is the tour that takes the other.
///
/// ```
/// use hippodrome::count::Graph;
/// let square = Graph::new(4, [(0, 1), (1, 2), (2, 3), (3, 0), (0, 1)])?;
/// assert_eq!(square.edges().count(), 4);
/// # Ok::<(), hippodrome::count::GraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    adjacent: Vec<Vec<u32>>,
    forced: Vec<(u32, u32)>,
}

/// Why a list of edges is not a graph that can be counted over.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GraphError {
    /// An edge names a vertex that is not there.
    NoSuchVertex {
        /// The vertex named.
        vertex: usize,
        /// The number of vertices.
        vertices: usize,
    },
    /// An edge joins a vertex to itself.
    Loop {
        /// The vertex.
        vertex: usize,
    },
    /// An edge to be forced is not an edge.
    NoSuchEdge {
        /// Its ends.
        edge: (usize, usize),
    },
    /// More vertices than 2³¹.
    TooLarge {
        /// The number of vertices.
        vertices: usize,
    },
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchVertex { vertex, vertices } => {
                write!(f, "vertex {vertex} is not below {vertices}, the number of vertices")
            }
            Self::Loop { vertex } => {
                write!(f, "the edge from vertex {vertex} to itself can be in no tour: leave it out")
            }
            Self::NoSuchEdge { edge: (u, v) } => {
                write!(f, "vertices {u} and {v} are not joined, so no tour can use that move")
            }
            Self::TooLarge { vertices } => {
                write!(f, "{vertices} vertices are too many to count over; 2^31 is the limit")
            }
        }
    }
}

impl std::error::Error for GraphError {}

impl Graph {
    /// The graph on vertices `0..vertices` with these edges.
    ///
    /// # Errors
    /// [`GraphError`] for an edge outside the vertices or from a vertex to itself.
    pub fn new<I>(vertices: usize, edges: I) -> Result<Self, GraphError>
    where
        I: IntoIterator<Item = (usize, usize)>,
    {
        if vertices >= 1 << 31 {
            return Err(GraphError::TooLarge { vertices });
        }
        let mut adjacent = vec![Vec::new(); vertices];
        for (u, v) in edges {
            if let Some(&vertex) = [u, v].iter().find(|&&w| w >= vertices) {
                return Err(GraphError::NoSuchVertex { vertex, vertices });
            }
            if u == v {
                return Err(GraphError::Loop { vertex: u });
            }
            adjacent[u].push(v as u32);
            adjacent[v].push(u as u32);
        }
        for list in &mut adjacent {
            list.sort_unstable();
            list.dedup();
        }
        Ok(Self { adjacent, forced: Vec::new() })
    }

    /// The same graph, counting only cycles that use all these edges too.
    ///
    /// # Errors
    /// [`GraphError::NoSuchEdge`] if one is not an edge of the graph.
    pub fn force<I>(mut self, edges: I) -> Result<Self, GraphError>
    where
        I: IntoIterator<Item = (usize, usize)>,
    {
        for (u, v) in edges {
            if u >= self.len() || v >= self.len() || !self.joined(u, v) {
                return Err(GraphError::NoSuchEdge { edge: (u, v) });
            }
            self.forced.push((u.min(v) as u32, u.max(v) as u32));
        }
        self.forced.sort_unstable();
        self.forced.dedup();
        Ok(self)
    }

    /// The graph with one more vertex, joined to these.
    ///
    /// A Hamiltonian path whose two ends are among `to` is a Hamiltonian cycle of this graph, cut
    /// open at the new vertex: open tours are counted as closed ones.
    ///
    /// # Errors
    /// [`GraphError::NoSuchVertex`] if one of them is not a vertex.
    pub fn with_apex<I>(&self, to: I) -> Result<Self, GraphError>
    where
        I: IntoIterator<Item = usize>,
    {
        let apex = self.len();
        let edges = self.edges().chain(to.into_iter().map(|v| (v, apex)));
        let mut graph = Self::new(apex + 1, edges)?;
        graph.forced.clone_from(&self.forced);
        Ok(graph)
    }

    /// The number of vertices.
    #[must_use]
    pub fn len(&self) -> usize {
        self.adjacent.len()
    }

    /// Whether there is no vertex at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.adjacent.is_empty()
    }

    /// The neighbours of a vertex, ascending; none for a vertex that is not there.
    #[must_use]
    pub fn neighbours(&self, vertex: usize) -> &[u32] {
        self.adjacent.get(vertex).map_or(&[], Vec::as_slice)
    }

    /// Whether two vertices are joined.
    #[must_use]
    pub fn joined(&self, u: usize, v: usize) -> bool {
        self.neighbours(u).binary_search(&(v as u32)).is_ok()
    }

    /// All edges, each once, the smaller vertex first, in lexicographic order.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.adjacent.iter().enumerate().flat_map(|(u, list)| {
            list.iter().map(move |&v| (u, v as usize)).filter(|&(u, v)| u < v)
        })
    }

    /// The edges that every counted cycle uses.
    #[must_use]
    pub fn forced(&self) -> &[(u32, u32)] {
        &self.forced
    }

    /// Whether this edge is one that every counted cycle uses.
    #[must_use]
    pub fn is_forced(&self, u: usize, v: usize) -> bool {
        self.forced.binary_search(&(u.min(v) as u32, u.max(v) as u32)).is_ok()
    }
}
