//! Hamiltonian cycles through forced edges, on the small graphs that tiles make.
//!
//! A tile of a large board sees the rest of the board only as *excursions*: the tour leaves by one
//! square, covers everything beyond, and comes back by another. Write each excursion as one forced
//! edge between those two squares, and the two ends of an open tour as one more: then every
//! question about a tile is the same question, a Hamiltonian cycle through a few forced edges.
//!
//! The search is exact. Each square needs two edges: a square with two left takes them, a square
//! with two taken drops the others, an edge that would close a cycle too early is dropped, and so
//! on to the end; then the end of a fragment with the fewest ways on is branched on (Pohl 1967 used
//! the same order for paths; the rules are those of any Hamiltonian cycle solver since Rubin 1974).
//! When it says [`Cover::None`] the whole tree has been searched.

use crate::rng::Rng;

/// A small graph: knight moves, and forced edges.
#[derive(Debug, Clone)]
pub(crate) struct Graph {
    vertices: usize,
    edges: Vec<(u16, u16)>,
    forced: Vec<u16>,
}

/// What the search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Cover {
    /// The cycle: each vertex with the edge that leads on from it.
    Cycle(Vec<(u16, u16)>),
    /// There is none: the search tree was finished.
    None,
    /// The limit on branches was reached.
    Limit,
}

impl Graph {
    pub(crate) fn new(vertices: usize) -> Self {
        Self { vertices, edges: Vec::new(), forced: Vec::new() }
    }

    pub(crate) fn vertices(&self) -> usize {
        self.vertices
    }

    /// Adds a vertex, and says its number.
    pub(crate) fn vertex(&mut self) -> usize {
        self.vertices += 1;
        self.vertices - 1
    }

    /// Adds the squares of a board and its knight's moves, and says the number of the first square;
    /// the others follow row by row.
    pub(crate) fn grid(&mut self, rows: u8, cols: u8) -> usize {
        let base = self.vertices;
        let (rows, cols) = (i32::from(rows), i32::from(cols));
        self.vertices += (rows * cols) as usize;
        let at = |r: i32, c: i32| base + (r * cols + c) as usize;
        for r in 0..rows {
            for c in 0..cols {
                for (dr, dc) in [(1, 2), (1, -2), (2, 1), (2, -1)] {
                    if r + dr < rows && (0..cols).contains(&(c + dc)) {
                        self.edge(at(r, c), at(r + dr, c + dc));
                    }
                }
            }
        }
        base
    }

    /// Adds an edge that the cycle may use.
    pub(crate) fn edge(&mut self, u: usize, v: usize) {
        self.edges.push((u as u16, v as u16));
    }

    /// Adds an edge that the cycle must use, and says its number.
    pub(crate) fn forced_edge(&mut self, u: usize, v: usize) -> u16 {
        let number = self.edges.len() as u16;
        self.forced.push(number);
        self.edge(u, v);
        number
    }

    /// The ends of the forced edges.
    pub(crate) fn forced_edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.forced.iter().map(|&e| {
            let (u, v) = self.edges[e as usize];
            (u as usize, v as usize)
        })
    }

    /// A Hamiltonian cycle through all forced edges, with at most `limit` branches.
    pub(crate) fn cycle(&self, seed: u64, limit: u32) -> Cover {
        if self.vertices < 2 {
            return Cover::None;
        }
        let mut search = Search::new(self, seed);
        search.run(limit)
    }

    /// As [`Graph::cycle`], starting afresh up to `tries` times with other choices at ties.
    pub(crate) fn cycle_with_restarts(&self, seed: u64, limit: u32, tries: u32) -> Cover {
        for attempt in 0..tries {
            let mixed = seed ^ u64::from(attempt).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            match self.cycle(mixed, limit) {
                Cover::Limit => {}
                done => return done,
            }
        }
        Cover::Limit
    }
}

/// The cycle from the vertex `first` on, where `last` is the edge that leads back to it.
///
/// Each vertex of a cycle comes with the edge that leads on; `last` is an edge at `first`.
pub(crate) fn oriented(mut cycle: Vec<(u16, u16)>, last: u16, first: u16) -> Vec<(u16, u16)> {
    let at = cycle.iter().position(|&(_, edge)| edge == last).unwrap_or(0);
    let n = cycle.len();
    cycle.rotate_left((at + 1) % n);
    if cycle[0].0 == first {
        return cycle;
    }
    // The other way round: each vertex with the edge that led to it.
    (0..n).rev().map(|i| (cycle[i].0, if i > 0 { cycle[i - 1].1 } else { last })).collect()
}

const OPEN: u8 = 0;
const IN: u8 = 1;
const OUT: u8 = 2;

/// A change to undo: an edge taken or dropped.
#[derive(Clone, Copy)]
struct Change {
    edge: u16,
    taken: bool,
}

struct Search<'a> {
    graph: &'a Graph,
    random: Rng,
    first: Vec<u32>,
    incident: Vec<u16>,
    state: Vec<u8>,
    /// Edges taken at each vertex.
    taken: Vec<u8>,
    /// Edges taken or still open at each vertex.
    left: Vec<u8>,
    /// For the end of a fragment, its other end.
    mate: Vec<u16>,
    taken_total: usize,
    trail: Vec<Change>,
    agenda: Vec<u16>,
    /// Trail lengths and edges of the branches taken.
    branches: Vec<(usize, u16)>,
}

impl<'a> Search<'a> {
    fn new(graph: &'a Graph, seed: u64) -> Self {
        let n = graph.vertices;
        let mut degree = vec![0u32; n + 1];
        for &(u, v) in &graph.edges {
            degree[u as usize] += 1;
            degree[v as usize] += 1;
        }
        let mut first = vec![0u32; n + 1];
        for v in 0..n {
            first[v + 1] = first[v] + degree[v];
        }
        let mut fill = first.clone();
        let mut incident = vec![0u16; first[n] as usize];
        for (e, &(u, v)) in graph.edges.iter().enumerate() {
            for w in [u, v] {
                incident[fill[w as usize] as usize] = e as u16;
                fill[w as usize] += 1;
            }
        }
        Self {
            graph,
            random: Rng::new(seed),
            first,
            incident,
            state: vec![OPEN; graph.edges.len()],
            taken: vec![0; n],
            left: degree[..n].iter().map(|&d| d as u8).collect(),
            mate: (0..n as u16).collect(),
            taken_total: 0,
            trail: Vec::new(),
            agenda: Vec::new(),
            branches: Vec::new(),
        }
    }

    fn run(&mut self, limit: u32) -> Cover {
        let graph = self.graph;
        let mut alive = self.left.iter().all(|&d| d >= 2)
            && graph.forced.iter().all(|&e| self.take(e))
            && (0..graph.vertices as u16).all(|v| self.settle(v))
            && self.propagate();
        let mut branched = 0;
        loop {
            if alive {
                if self.taken_total == graph.vertices {
                    return Cover::Cycle(self.read_off());
                }
                let Some(edge) = self.choose() else { return Cover::None };
                branched += 1;
                if branched > limit {
                    return Cover::Limit;
                }
                self.branches.push((self.trail.len(), edge));
                alive = self.take(edge) && self.propagate();
            } else {
                let Some((length, edge)) = self.branches.pop() else { return Cover::None };
                self.undo(length);
                alive = self.drop_edge(edge) && self.propagate();
            }
        }
    }

    /// The open edge to branch on: at the fragment end with the fewest ways on, towards the
    /// vertex with the fewest edges left.
    fn choose(&mut self) -> Option<u16> {
        let mut best = (u32::MAX, 0usize);
        for v in 0..self.graph.vertices {
            if self.taken[v] < 2 {
                let free = u32::from(self.left[v] - self.taken[v]);
                let fresh = u32::from(self.taken[v] == 0);
                let key = ((fresh * 8 + free) << 16) | (self.random.next_u64() as u32 & 0xffff);
                if key < best.0 {
                    best = (key, v);
                }
            }
        }
        let v = best.1;
        let mut choice = None;
        let mut least = u32::MAX;
        for i in self.first[v]..self.first[v + 1] {
            let e = self.incident[i as usize];
            if self.state[e as usize] == OPEN {
                let w = self.other(e, v as u16) as usize;
                let key =
                    (u32::from(self.left[w]) << 16) | (self.random.next_u64() as u32 & 0xffff);
                if key < least {
                    least = key;
                    choice = Some(e);
                }
            }
        }
        choice
    }

    fn other(&self, edge: u16, v: u16) -> u16 {
        let (a, b) = self.graph.edges[edge as usize];
        if a == v { b } else { a }
    }

    fn propagate(&mut self) -> bool {
        while let Some(v) = self.agenda.pop() {
            if !self.settle(v) {
                self.agenda.clear();
                return false;
            }
        }
        true
    }

    /// Takes what `v` needs, or drops what it cannot use.
    fn settle(&mut self, v: u16) -> bool {
        let at = v as usize;
        if self.left[at] < 2 {
            return false;
        }
        let full = self.taken[at] == 2;
        if self.left[at] == 2 || full {
            if full && self.left[at] == 2 {
                return true;
            }
            for i in self.first[at]..self.first[at + 1] {
                let e = self.incident[i as usize];
                if self.state[e as usize] == OPEN
                    && !(if full { self.drop_edge(e) } else { self.take(e) })
                {
                    return false;
                }
            }
        }
        true
    }

    fn take(&mut self, edge: u16) -> bool {
        match self.state[edge as usize] {
            IN => return true,
            OUT => return false,
            _ => {}
        }
        let (u, v) = self.graph.edges[edge as usize];
        let (iu, iv) = (u as usize, v as usize);
        if self.taken[iu] >= 2 || self.taken[iv] >= 2 {
            return false;
        }
        let (a, b) = (self.mate[iu], self.mate[iv]);
        if a == v && self.taken_total + 1 != self.graph.vertices {
            return false;
        }
        self.state[edge as usize] = IN;
        self.taken[iu] += 1;
        self.taken[iv] += 1;
        self.taken_total += 1;
        self.mate[a as usize] = b;
        self.mate[b as usize] = a;
        self.trail.push(Change { edge, taken: true });
        self.agenda.push(u);
        self.agenda.push(v);
        // The edge that would close this fragment into a cycle may only be the last one.
        if self.taken_total + 1 < self.graph.vertices {
            for i in self.first[a as usize]..self.first[a as usize + 1] {
                let e = self.incident[i as usize];
                if self.state[e as usize] == OPEN && self.other(e, a) == b && !self.drop_edge(e) {
                    return false;
                }
            }
        }
        true
    }

    fn drop_edge(&mut self, edge: u16) -> bool {
        match self.state[edge as usize] {
            OUT => return true,
            IN => return false,
            _ => {}
        }
        self.state[edge as usize] = OUT;
        self.trail.push(Change { edge, taken: false });
        let (u, v) = self.graph.edges[edge as usize];
        let mut alive = true;
        for w in [u, v] {
            self.left[w as usize] -= 1;
            match self.left[w as usize] {
                0 | 1 => alive = false,
                2 => self.agenda.push(w),
                _ => {}
            }
        }
        alive
    }

    fn undo(&mut self, length: usize) {
        self.agenda.clear();
        while self.trail.len() > length {
            let Some(change) = self.trail.pop() else { break };
            let (u, v) = self.graph.edges[change.edge as usize];
            let (iu, iv) = (u as usize, v as usize);
            if change.taken {
                // Before the edge, `u` and `v` were ends of two fragments: their stale mates are
                // still written at them.
                let (a, b) = (self.mate_before(u), self.mate_before(v));
                self.taken[iu] -= 1;
                self.taken[iv] -= 1;
                self.taken_total -= 1;
                self.mate[a as usize] = u;
                self.mate[b as usize] = v;
            } else {
                self.left[iu] += 1;
                self.left[iv] += 1;
            }
            self.state[change.edge as usize] = OPEN;
        }
    }

    /// The far end of the fragment that ended in `v` before the edge now being undone.
    fn mate_before(&self, v: u16) -> u16 {
        // A vertex that was alone is its own far end; it is an end of the joined fragment now, so
        // its entry was overwritten.
        if self.taken[v as usize] == 1 { v } else { self.mate[v as usize] }
    }

    fn read_off(&self) -> Vec<(u16, u16)> {
        let mut cycle = Vec::with_capacity(self.graph.vertices);
        let mut came_by = u16::MAX;
        let mut v = 0u16;
        for _ in 0..self.graph.vertices {
            let range = self.first[v as usize] as usize..self.first[v as usize + 1] as usize;
            let next = self.incident[range]
                .iter()
                .copied()
                .find(|&e| self.state[e as usize] == IN && e != came_by);
            let Some(edge) = next else { break };
            cycle.push((v, edge));
            came_by = edge;
            v = self.other(edge, v);
        }
        cycle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knights(rows: u8, cols: u8) -> Graph {
        let mut graph = Graph::new(0);
        graph.grid(rows, cols);
        graph
    }

    #[test]
    fn closed_tours_exist_exactly_where_schwenk_says() {
        for rows in 3..=6 {
            for cols in rows..=10 {
                if rows * cols > 50 {
                    continue;
                }
                let expected =
                    rows * cols % 2 == 0 && rows != 4 && !(rows == 3 && [4, 6, 8].contains(&cols));
                let found = knights(rows, cols).cycle(1, u32::MAX);
                assert_eq!(matches!(found, Cover::Cycle(_)), expected, "{rows}x{cols}");
            }
        }
    }
}
