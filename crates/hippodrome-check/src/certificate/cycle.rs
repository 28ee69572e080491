//! The cycle graph, in which a tour is a Hamiltonian cycle, and the rules that force its edges.
//!
//! For an open tour a vertex `*` joins the ends. An edge is undecided, *in* or *out*. FORMATS.md
//! states the rules and conflicts. They only ever add to what is in and out, so the order in
//! which they are applied does not matter: either none leads to a conflict and all end in the
//! same state, or each leads to one.

use crate::board::Board;
use crate::question::Problem;
use crate::report::Fault;

/// An edge: a square and the slot of its step, or [`STAR`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    square: u32,
    slot: u8,
}

/// The slot that stands for the edge to `*`.
const STAR: u8 = 8;

/// What is taken back when a branch ends.
#[derive(Clone, Copy, Debug)]
enum Change {
    Out(Edge),
    In(Edge),
    /// Two ends of a path, with what was known of each before.
    Path([(u32, u32, u32); 2]),
}

/// A place in the history, to go back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark(usize);

/// The state of all edges. Vertices are numbered as squares are, and `*` comes after the last.
#[derive(Debug)]
pub(crate) struct CycleGraph<'b> {
    board: &'b Board,
    vertices: u32,
    /// Edges by slot: those that are there, in, out. Bit 8 is the edge to `*`.
    has: Vec<u16>,
    is_in: Vec<u16>,
    is_out: Vec<u16>,
    /// The edges of `*` that are not out, and that are in.
    star_left: usize,
    star_in: usize,
    /// For the end of a path of edges in: its other end and the number of its vertices.
    mate: Vec<u32>,
    length: Vec<u32>,
    /// The vertices whose own rules are applied; all, if none are listed.
    listed: Option<Vec<bool>>,
    changes: Vec<Change>,
    /// Vertices at which something has changed; paths whose ends may be joined by an edge.
    touched: Vec<u32>,
    joined: Vec<u32>,
    conflict: bool,
    /// How much may still be looked at.
    work: u64,
    work_limit: u64,
}

impl<'b> CycleGraph<'b> {
    /// The cycle graph of a problem, with the edges of given ends in; nothing is forced yet.
    pub(crate) fn new(problem: &Problem, board: &'b Board, work: u64) -> Self {
        let cells = board.cells();
        let star = usize::from(!problem.closed);
        let mut graph = Self {
            board,
            vertices: (board.squares() + star) as u32,
            has: vec![0; cells],
            is_in: vec![0; cells],
            is_out: vec![0; cells],
            star_left: 0,
            star_in: 0,
            mate: (0..=cells as u32).collect(),
            length: vec![1; cells + 1],
            listed: None,
            changes: Vec::new(),
            touched: Vec::new(),
            joined: Vec::new(),
            conflict: false,
            work,
            work_limit: work,
        };
        for square in board.all() {
            graph.has[square] = board.moves(square).fold(0, |has, (slot, _)| has | 1 << slot);
        }
        let ends = [problem.start(), problem.end()].map(|end| end.map(|end| board.index(end)));
        if problem.closed {
            if let [Some(from), Some(to)] = ends {
                match graph.edge(from, to) {
                    Some(edge) => graph.set_in(edge),
                    None => graph.conflict = true,
                }
            }
            return graph;
        }
        if let [Some(from), Some(to)] = ends {
            for end in [from, to] {
                graph.has[end] |= 1 << STAR;
            }
            graph.star_left = if from == to { 1 } else { 2 };
        } else {
            for square in board.all() {
                graph.has[square] |= 1 << STAR;
            }
            graph.star_left = board.squares();
        }
        for end in ends.into_iter().flatten() {
            let edge = Edge { square: end as u32, slot: STAR };
            if graph.is_undecided(edge) {
                graph.set_in(edge);
            }
        }
        graph
    }

    /// Applies the rules of a vertex only at these, by number.
    pub(crate) fn list(&mut self, listed: Vec<bool>) {
        self.listed = Some(listed);
    }

    /// Whether there is a conflict.
    pub(crate) fn is_conflict(&self) -> bool {
        self.conflict
    }

    /// The edge between two vertices, if there is one.
    pub(crate) fn edge(&self, one: usize, other: usize) -> Option<Edge> {
        let star = self.board.cells();
        let (square, slot) = if one == star || other == star {
            (one.min(other), usize::from(STAR))
        } else {
            (one, self.board.moves(one).find(|(_, to)| *to == other)?.0)
        };
        let edge = Edge { square: square as u32, slot: slot as u8 };
        (square != star && self.has[square] >> slot & 1 == 1).then_some(edge)
    }

    /// Whether the edge is neither in nor out.
    pub(crate) fn is_undecided(&self, edge: Edge) -> bool {
        let square = edge.square as usize;
        (self.is_in[square] | self.is_out[square]) >> edge.slot & 1 == 0
    }

    fn ends(&self, edge: Edge) -> [usize; 2] {
        let square = edge.square as usize;
        let other = match edge.slot {
            STAR => self.board.cells(),
            slot => self.board.step(square, usize::from(slot)).expect("an edge has two ends"),
        };
        [square, other]
    }

    fn flip(&mut self, edge: Edge, is_in: bool) {
        let [square, other] = self.ends(edge);
        let masks = if is_in { &mut self.is_in } else { &mut self.is_out };
        masks[square] ^= 1 << edge.slot;
        if edge.slot != STAR {
            masks[other] ^= 1 << self.board.opposite(usize::from(edge.slot));
        }
    }

    fn edges_in(&self, vertex: usize) -> usize {
        self.is_in.get(vertex).map_or(self.star_in, |mask| mask.count_ones() as usize)
    }

    fn edges_left(&self, vertex: usize) -> usize {
        let of_square = |mask: &u16| (mask & !self.is_out[vertex]).count_ones() as usize;
        self.has.get(vertex).map_or(self.star_left, of_square)
    }

    /// Puts an undecided edge out.
    pub(crate) fn set_out(&mut self, edge: Edge) {
        self.flip(edge, false);
        self.star_left -= usize::from(edge.slot == STAR);
        self.changes.push(Change::Out(edge));
        self.touched.extend(self.ends(edge).map(|vertex| vertex as u32));
    }

    /// Puts an undecided edge in, and joins the paths that end there.
    pub(crate) fn set_in(&mut self, edge: Edge) {
        let [one, other] = self.ends(edge);
        let crowded = self.edges_in(one) > 1 || self.edges_in(other) > 1;
        self.flip(edge, true);
        self.star_in += usize::from(edge.slot == STAR);
        self.changes.push(Change::In(edge));
        self.touched.extend([one as u32, other as u32]);
        if crowded {
            // Three edges in at a vertex.
            self.conflict = true;
            return;
        }
        if self.mate[one] == other as u32 {
            // A cycle: a tour if it is through all vertices.
            self.conflict |= self.length[one] < self.vertices;
            return;
        }
        let ends = [self.mate[one], self.mate[other]];
        let before = ends.map(|end| (end, self.mate[end as usize], self.length[end as usize]));
        self.changes.push(Change::Path(before));
        let length = before[0].2 + before[1].2;
        for (end, far) in [(ends[0], ends[1]), (ends[1], ends[0])] {
            self.mate[end as usize] = far;
            self.length[end as usize] = length;
        }
        self.joined.push(ends[0]);
    }

    /// The present state, to go back to.
    pub(crate) fn mark(&self) -> Mark {
        Mark(self.changes.len())
    }

    /// Goes back to a state without a conflict in which nothing was left to be forced.
    pub(crate) fn undo(&mut self, mark: Mark) {
        while self.changes.len() > mark.0 {
            match self.changes.pop() {
                None => break,
                Some(Change::Out(edge)) => {
                    self.flip(edge, false);
                    self.star_left += usize::from(edge.slot == STAR);
                }
                Some(Change::In(edge)) => {
                    self.flip(edge, true);
                    self.star_in -= usize::from(edge.slot == STAR);
                }
                Some(Change::Path(before)) => {
                    for (end, mate, length) in before {
                        self.mate[end as usize] = mate;
                        self.length[end as usize] = length;
                    }
                }
            }
        }
        self.touched.clear();
        self.joined.clear();
        self.conflict = false;
    }

    /// Looks at all vertices (all that are listed) in the next [`Self::force`].
    pub(crate) fn touch_all(&mut self) {
        let star = (self.vertices as usize > self.board.squares()).then_some(self.board.cells());
        self.touched.extend(self.board.all().chain(star).map(|vertex| vertex as u32));
    }

    /// Applies the rules until nothing changes or there is a conflict.
    ///
    /// # Errors
    ///
    /// The limit on the work.
    pub(crate) fn force(&mut self) -> Result<(), Fault> {
        while !self.conflict {
            if let Some(end) = self.joined.pop() {
                self.spend(1)?;
                self.keep_open(end as usize);
            } else if let Some(vertex) = self.touched.pop() {
                self.spend(1)?;
                self.look(vertex as usize)?;
            } else {
                break;
            }
        }
        Ok(())
    }

    fn spend(&mut self, work: u64) -> Result<(), Fault> {
        let limit = || Fault::unknown(format!("limit of {} elementary steps", self.work_limit));
        self.work = self.work.checked_sub(work).ok_or_else(limit)?;
        Ok(())
    }

    /// Rule 3: the edge between the ends of a path that is not whole is out.
    fn keep_open(&mut self, end: usize) {
        let other = self.mate[end] as usize;
        if self.length[end] < self.vertices
            && let Some(edge) = self.edge(end, other)
            && self.is_undecided(edge)
        {
            self.set_out(edge);
        }
    }

    /// Rules 1 and 2 and the conflict of too few edges, at one vertex.
    fn look(&mut self, vertex: usize) -> Result<(), Fault> {
        if self.listed.as_ref().is_some_and(|listed| !listed[vertex]) {
            return Ok(());
        }
        let (left, inside) = (self.edges_left(vertex), self.edges_in(vertex));
        if left < 2 {
            self.conflict = true;
        } else if inside == 2 && left > 2 {
            for edge in self.undecided(vertex)? {
                self.set_out(edge);
            }
        } else if inside < 2 && left == 2 {
            for edge in self.undecided(vertex)? {
                // The first of two may have put the second out, by a path: not yet, as rule 3
                // waits its turn.
                self.set_in(edge);
            }
        }
        Ok(())
    }

    /// The undecided edges of a vertex.
    fn undecided(&mut self, vertex: usize) -> Result<Vec<Edge>, Fault> {
        let open = |square: usize| self.has[square] & !self.is_in[square] & !self.is_out[square];
        if vertex < self.has.len() {
            let mask = open(vertex);
            let slots = (0..=STAR).filter(|slot| mask >> slot & 1 == 1);
            return Ok(slots.map(|slot| Edge { square: vertex as u32, slot }).collect());
        }
        let squares = (0..self.has.len()).filter(|square| open(*square) >> STAR & 1 == 1);
        let edges = squares.map(|square| Edge { square: square as u32, slot: STAR }).collect();
        self.spend(self.has.len() as u64)?;
        Ok(edges)
    }

    /// The number of components of the edges that are not out, without the vertices that are
    /// gone (by number); all are gone then.
    pub(crate) fn components(&mut self, gone: &mut [bool]) -> Result<u64, Fault> {
        self.spend(9 * gone.len() as u64)?;
        let star = self.board.cells();
        let mut count = 0;
        let mut open = Vec::new();
        let has_star = (self.vertices as usize > self.board.squares()).then_some(star);
        for start in self.board.all().chain(has_star) {
            if std::mem::replace(&mut gone[start], true) {
                continue;
            }
            count += 1;
            open.push(start);
            while let Some(vertex) = open.pop() {
                let mut reach = |next: usize| {
                    if !std::mem::replace(&mut gone[next], true) {
                        open.push(next);
                    }
                };
                if vertex == star {
                    let left = |square: &usize| {
                        (self.has[*square] & !self.is_out[*square]) >> STAR & 1 == 1
                    };
                    (0..star).filter(left).for_each(&mut reach);
                    continue;
                }
                let mask = self.has[vertex] & !self.is_out[vertex];
                let moves = self.board.moves(vertex);
                moves.filter(|(slot, _)| mask >> slot & 1 == 1).for_each(|(_, to)| reach(to));
                if mask >> STAR & 1 == 1 {
                    reach(star);
                }
            }
        }
        Ok(count)
    }
}
