//! The graph that is counted over: vertices, simple edges, edges that every cycle must use.

use crate::leaper::Leaper;
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

    /// A box of this many squares each way, with the moves of a leaper in space: by `r` along one
    /// axis and by `s` along another.
    ///
    /// # Errors
    /// [`GraphError::TooLarge`] for more than 2³¹ squares.
    ///
    /// ```
    /// use hippodrome::Leaper;
    /// use hippodrome::count::Graph;
    /// assert_eq!(Graph::of_box(&[2, 3, 4], Leaper::KNIGHT)?.len(), 24);
    /// # Ok::<(), hippodrome::count::GraphError>(())
    /// ```
    pub fn of_box(sides: &[usize], leaper: Leaper) -> Result<Self, GraphError> {
        let vertices = sides.iter().try_fold(1_usize, |n, &side| n.checked_mul(side));
        let vertices = vertices.unwrap_or(usize::MAX);
        if vertices >= 1 << 31 {
            return Err(GraphError::TooLarge { vertices });
        }
        let mut strides = vec![1; sides.len()];
        for axis in (1..sides.len()).rev() {
            strides[axis - 1] = strides[axis] * sides[axis];
        }
        let mut edges = Vec::new();
        for v in 0..vertices {
            for a in 0..sides.len() {
                for b in (0..sides.len()).filter(|&b| b != a) {
                    for (along, across) in leaper.steps() {
                        let moved = |axis: usize, by: i64| {
                            let at = (v / strides[axis] % sides[axis]) as i64 + by;
                            (0..sides[axis] as i64).contains(&at)
                        };
                        if moved(a, along) && moved(b, across) {
                            let by = along * strides[a] as i64 + across * strides[b] as i64;
                            edges.push((v, (v as i64 + by) as usize));
                        }
                    }
                }
            }
        }
        Self::new(vertices, edges.into_iter().filter(|&(u, v)| u < v))
    }

    /// Reads an edge list: one edge a line, two vertices counted from 0; `#` starts a comment.
    ///
    /// # Errors
    /// The line that is no edge, and what was expected.
    ///
    /// ```
    /// use hippodrome::count::Graph;
    /// let triangle = Graph::from_edge_list("# a triangle\n0 1\n1 2\n2 0\n")?;
    /// assert_eq!((triangle.len(), triangle.edges().count()), (3, 3));
    /// # Ok::<(), String>(())
    /// ```
    pub fn from_edge_list(text: &str) -> Result<Self, String> {
        let mut edges: Vec<(usize, usize)> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or("");
            let ends: Vec<Option<usize>> =
                line.split_whitespace().map(|w| w.parse().ok().filter(|&v| v < 1 << 20)).collect();
            match ends[..] {
                [] => {}
                [Some(u), Some(v)] => edges.push((u, v)),
                _ => {
                    return Err(format!(
                        "line {number}: expected two vertices below 2^20 such as '0 5'"
                    ));
                }
            }
        }
        let vertices = edges.iter().map(|&(u, v)| u.max(v) + 1).max().unwrap_or(0);
        Self::new(vertices, edges).map_err(|error| error.to_string())
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
