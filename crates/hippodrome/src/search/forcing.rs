//! Forced edges: what a Hamiltonian cycle must and cannot use.
//!
//! Three rules, each sound for every Hamiltonian cycle:
//!
//! 1. at a vertex with exactly two edges that are not out, both are in;
//! 2. at a vertex with two edges in, all others are out;
//! 3. an edge that joins the two ends of a path of edges in is out, unless the path has all
//!    vertices.
//!
//! They are applied until nothing changes or a conflict is met. The order does not matter: each
//! rule only adds decisions, so the closure is one and the same. The idea is old: S. Hakimi's and
//! N. Christofides' multi-path method (Christofides, Graph Theory: An Algorithmic Approach, 1975,
//! section 10.2.4), and Knuth's Algorithm H uses the same rules for counting.

use crate::search::cycle_graph::CycleGraph;

/// What is known of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// Not decided.
    Open,
    /// In the tour.
    In,
    /// Not in the tour.
    Out,
}

/// The rules met a contradiction, at this vertex if it is one of a vertex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Conflict {
    pub(crate) at: Option<u32>,
}

/// The decisions made so far, closed under the rules, with a trail to take them back.
#[derive(Debug)]
pub(crate) struct Forcing<'g> {
    graph: &'g CycleGraph,
    status: Vec<Status>,
    /// Edges not out, at each vertex.
    avail: Vec<u32>,
    /// Edges in, at each vertex.
    ins: Vec<u8>,
    /// At an end of a path of edges in (a lone vertex is one): the other end. Left as it was when a
    /// vertex becomes inner, which is what taking the edge back needs.
    mate: Vec<u32>,
    /// At an end of such a path: its number of vertices.
    size: Vec<u32>,
    /// The edge that closed the whole cycle.
    closing: Option<u32>,
    trail: Vec<u32>,
    queue: Vec<u32>,
    queued: Vec<bool>,
    /// Rules 1 and 2 apply at these vertices only.
    only: Option<Vec<bool>>,
    /// Vertices at which rule 1 or 2 decided an edge, if they are to be noted.
    used: Option<Vec<bool>>,
}

impl<'g> Forcing<'g> {
    /// Nothing decided; every vertex is to be looked at.
    pub(crate) fn new(graph: &'g CycleGraph) -> Self {
        let n = graph.len();
        Self {
            graph,
            status: vec![Status::Open; graph.edges().len()],
            avail: (0..n as u32).map(|v| graph.arcs(v).len() as u32).collect(),
            ins: vec![0; n],
            mate: (0..n as u32).collect(),
            size: vec![1; n],
            closing: None,
            trail: Vec::new(),
            queue: (0..n as u32).collect(),
            queued: vec![true; n],
            only: None,
            used: None,
        }
    }

    /// Rules 1 and 2 are applied only where `only` says so.
    pub(crate) fn only_at(mut self, only: Vec<bool>) -> Self {
        self.only = Some(only);
        self
    }

    /// Notes the vertices at which rule 1 or 2 decides an edge.
    pub(crate) fn noting(mut self) -> Self {
        self.used = Some(vec![false; self.graph.len()]);
        self
    }

    /// The vertices noted.
    pub(crate) fn used(&self) -> &[bool] {
        self.used.as_deref().unwrap_or_default()
    }

    pub(crate) fn graph(&self) -> &'g CycleGraph {
        self.graph
    }

    pub(crate) fn status(&self, edge: u32) -> Status {
        self.status[edge as usize]
    }

    pub(crate) fn avail(&self, vertex: u32) -> u32 {
        self.avail[vertex as usize]
    }

    pub(crate) fn ins(&self, vertex: u32) -> u8 {
        self.ins[vertex as usize]
    }

    /// Whether the edges in are a Hamiltonian cycle.
    pub(crate) fn is_complete(&self) -> bool {
        self.closing.is_some()
    }

    /// A point to come back to.
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// The edge decided at this place of the history, if it is that long.
    pub(crate) fn decided(&self, at: usize) -> Option<u32> {
        self.trail.get(at).copied()
    }

    /// Takes back every decision since the mark.
    pub(crate) fn undo_to(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let Some(edge) = self.trail.pop() else { return };
            let (a, b) = self.graph.edges()[edge as usize];
            let was = std::mem::replace(&mut self.status[edge as usize], Status::Open);
            if was == Status::Out {
                self.avail[a as usize] += 1;
                self.avail[b as usize] += 1;
                continue;
            }
            self.ins[a as usize] -= 1;
            self.ins[b as usize] -= 1;
            if self.closing == Some(edge) {
                self.closing = None;
                continue;
            }
            for end in [a, b] {
                let lone = self.ins[end as usize] == 0;
                let far = if lone { end } else { self.mate[end as usize] };
                let size = if lone { 1 } else { self.size[end as usize] };
                self.mate[end as usize] = far;
                self.mate[far as usize] = end;
                self.size[far as usize] = size;
                self.size[end as usize] = size;
            }
        }
    }

    /// Decides an edge and everything that follows.
    pub(crate) fn decide(&mut self, edge: u32, used: bool) -> Result<(), Conflict> {
        let decided = if used { self.set_in(edge) } else { self.set_out(edge) };
        decided.and_then(|()| self.close()).inspect_err(|_| self.forget_queue())
    }

    /// Puts in the given edges and everything that follows.
    pub(crate) fn start(&mut self) -> Result<(), Conflict> {
        let given = self.graph.given().iter();
        let put = given.copied().try_for_each(|edge| self.set_in(edge));
        put.and_then(|()| self.close()).inspect_err(|_| self.forget_queue())
    }

    fn forget_queue(&mut self) {
        for vertex in self.queue.drain(..) {
            self.queued[vertex as usize] = false;
        }
    }

    /// Applies the rules until nothing changes.
    fn close(&mut self) -> Result<(), Conflict> {
        while let Some(vertex) = self.queue.pop() {
            let at = vertex as usize;
            self.queued[at] = false;
            if self.only.as_ref().is_some_and(|only| !only[at]) {
                continue;
            }
            if self.avail[at] < 2 {
                return Err(Conflict { at: Some(vertex) });
            }
            let full = self.ins[at] == 2;
            if self.avail[at] == u32::from(self.ins[at]) || !(full || self.avail[at] == 2) {
                continue;
            }
            if let Some(used) = &mut self.used {
                used[at] = true;
            }
            let graph = self.graph;
            for &(_, edge) in graph.arcs(vertex) {
                if self.status[edge as usize] == Status::Open {
                    if full {
                        self.set_out(edge)?;
                    } else {
                        self.set_in(edge)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn touch(&mut self, vertex: u32) {
        if !std::mem::replace(&mut self.queued[vertex as usize], true) {
            self.queue.push(vertex);
        }
    }

    fn set_out(&mut self, edge: u32) -> Result<(), Conflict> {
        match self.status[edge as usize] {
            Status::Out => return Ok(()),
            Status::In => return Err(Conflict { at: None }),
            Status::Open => {}
        }
        self.status[edge as usize] = Status::Out;
        self.trail.push(edge);
        let (a, b) = self.graph.edges()[edge as usize];
        for end in [a, b] {
            self.avail[end as usize] -= 1;
            self.touch(end);
        }
        Ok(())
    }

    fn set_in(&mut self, edge: u32) -> Result<(), Conflict> {
        match self.status[edge as usize] {
            Status::In => return Ok(()),
            Status::Out => return Err(Conflict { at: None }),
            Status::Open => {}
        }
        let (a, b) = self.graph.edges()[edge as usize];
        for end in [a, b] {
            if self.ins[end as usize] == 2 {
                return Err(Conflict { at: Some(end) });
            }
        }
        let closes = self.mate[a as usize] == b;
        if closes && (self.size[a as usize] as usize) < self.graph.len() {
            return Err(Conflict { at: None });
        }
        self.status[edge as usize] = Status::In;
        self.trail.push(edge);
        let (far_a, far_b) = (self.mate[a as usize], self.mate[b as usize]);
        let size = self.size[a as usize] + self.size[b as usize];
        for end in [a, b] {
            self.ins[end as usize] += 1;
            self.touch(end);
        }
        if closes {
            self.closing = Some(edge);
            return Ok(());
        }
        self.mate[far_a as usize] = far_b;
        self.mate[far_b as usize] = far_a;
        self.size[far_a as usize] = size;
        self.size[far_b as usize] = size;
        if (size as usize) < self.graph.len()
            && let Some(short) = self.graph.edge(far_a, far_b)
            && self.status[short as usize] == Status::Open
        {
            self.set_out(short)?;
        }
        Ok(())
    }
}
