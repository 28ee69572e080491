//! The steps at which each square may still be visited, and what follows from them.
//!
//! For every square a set of steps is kept. A square may be visited at a step only if one neighbour
//! may be visited just before and another just after; a step that only one square can have is that
//! square's; a step taken is nobody else's. The [forcing rules](super::forcing) share the work: an
//! edge whose two squares can never follow each other is out, and the two squares of an edge that
//! is in follow each other. Distances and colours need no rule of their own: they follow from the
//! first.

use crate::problem::Problem;
use crate::search::cycle_graph::CycleGraph;
use crate::search::forcing::{Conflict, Forcing, Status};
use crate::tour::Kind;

/// A point to come back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    words: usize,
    edges: usize,
}

/// The sets of steps, closed under the rules, with a trail to take changes back. Steps are counted
/// from 0 here.
#[derive(Debug)]
pub(crate) struct Timetable<'g> {
    graph: &'g CycleGraph,
    forcing: Forcing<'g>,
    closed: bool,
    /// Squares, and so steps.
    n: usize,
    /// Words of a set.
    w: usize,
    /// The set of each square in turn.
    sets: Vec<u64>,
    /// The number of steps of each square.
    sizes: Vec<u32>,
    /// The number of squares of each step, and their numbers combined by exclusive or.
    counts: Vec<u32>,
    combined: Vec<u32>,
    /// Words as they were: (index, value).
    trail: Vec<(u32, u64)>,
    /// Squares to look at again.
    queue: Vec<u32>,
    queued: Vec<bool>,
    /// Steps that only one square has, and squares that have only one step.
    single_steps: Vec<u32>,
    single_squares: Vec<u32>,
    /// Squares whose edges are to be looked at again.
    edge_queue: Vec<u32>,
    edge_queued: Vec<bool>,
    /// How much of the trail of the edges has been looked at.
    seen_edges: usize,
    scratch: Scratch,
}

/// Sets used while looking at one square.
#[derive(Debug)]
struct Scratch {
    before: Vec<u64>,
    after: Vec<u64>,
    one: Vec<u64>,
    two: Vec<u64>,
    must: Vec<u64>,
    shifted: [Vec<u64>; 2],
    firm: [Vec<u64>; 2],
}

impl<'g> Timetable<'g> {
    /// The most squares that it is used for: the sets then take half a megabyte.
    pub(crate) const MAX_SQUARES: usize = 2048;

    /// The sets that the given ends and clues leave, before any rule.
    pub(crate) fn new(problem: &Problem, graph: &'g CycleGraph) -> Self {
        let n = graph.moves.len();
        let w = n.div_ceil(64);
        let set = || vec![0; w];
        let mut sets = vec![0u64; n * w];
        for square in 0..n {
            for step in 0..n {
                sets[square * w + step / 64] |= 1 << (step % 64);
            }
        }
        let all = (0..n as u32).fold(0, |all, square| all ^ square);
        let mut table = Self {
            graph,
            forcing: Forcing::new(graph),
            closed: problem.kind() == Kind::Closed,
            n,
            w,
            sets,
            sizes: vec![n as u32; n],
            counts: vec![n as u32; n],
            combined: vec![all; n],
            trail: Vec::new(),
            queue: (0..n as u32).collect(),
            queued: vec![true; n],
            single_steps: Vec::new(),
            single_squares: Vec::new(),
            edge_queue: (0..n as u32).collect(),
            edge_queued: vec![true; n],
            seen_edges: 0,
            scratch: Scratch {
                before: set(),
                after: set(),
                one: set(),
                two: set(),
                must: set(),
                shifted: [set(), set()],
                firm: [set(), set()],
            },
        };
        if n == 1 {
            table.single_squares.push(0);
        }
        table
    }

    /// Enters the given squares and closes under the rules.
    pub(crate) fn start(&mut self, problem: &Problem) -> Result<(), Conflict> {
        let entered = self.forcing.start().and_then(|()| {
            problem.fixed().try_for_each(|(step, square)| {
                let vertex = self.graph.moves.vertex(square).unwrap_or(0);
                self.pin(vertex, step as usize - 1)
            })
        });
        entered.and_then(|()| self.close()).inspect_err(|_| self.forget_queues())
    }

    /// The square visited at a step, for good.
    pub(crate) fn assign(&mut self, square: u32, step: usize) -> Result<(), Conflict> {
        let pinned = self.pin(square, step);
        pinned.and_then(|()| self.close()).inspect_err(|_| self.forget_queues())
    }

    /// The square is not visited at this step.
    pub(crate) fn exclude(&mut self, square: u32, step: usize) -> Result<(), Conflict> {
        let word = square as usize * self.w + step / 64;
        let value = self.sets[word] & !(1 << (step % 64));
        let excluded = self.write(word, value);
        excluded.and_then(|()| self.close()).inspect_err(|_| self.forget_queues())
    }

    pub(crate) fn forcing(&self) -> &Forcing<'g> {
        &self.forcing
    }

    pub(crate) fn may(&self, square: u32, step: usize) -> bool {
        self.sets[square as usize * self.w + step / 64] >> (step % 64) & 1 == 1
    }

    /// The number of squares that may have a step.
    pub(crate) fn squares_of(&self, step: usize) -> u32 {
        self.counts[step]
    }

    /// The number of steps that a square may have.
    pub(crate) fn steps_of(&self, square: u32) -> u32 {
        self.sizes[square as usize]
    }

    /// The only square left for a step, or some combination of numbers if there are several.
    pub(crate) fn square_at(&self, step: usize) -> u32 {
        self.combined[step]
    }

    /// The words that one look at everything takes.
    pub(crate) fn work(&self) -> u64 {
        (self.n * self.w) as u64
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark { words: self.trail.len(), edges: self.forcing.mark() }
    }

    pub(crate) fn undo_to(&mut self, mark: Mark) {
        self.forcing.undo_to(mark.edges);
        self.seen_edges = self.seen_edges.min(mark.edges);
        while self.trail.len() > mark.words {
            let Some((word, value)) = self.trail.pop() else { return };
            let mut back = value & !self.sets[word as usize];
            self.sets[word as usize] = value;
            let (square, base) = (word as usize / self.w, word as usize % self.w * 64);
            self.sizes[square] += back.count_ones();
            while back != 0 {
                let step = base + back.trailing_zeros() as usize;
                self.counts[step] += 1;
                self.combined[step] ^= square as u32;
                back &= back - 1;
            }
        }
    }

    fn forget_queues(&mut self) {
        for square in self.queue.drain(..) {
            self.queued[square as usize] = false;
        }
        for square in self.edge_queue.drain(..) {
            self.edge_queued[square as usize] = false;
        }
        self.single_steps.clear();
        self.single_squares.clear();
    }

    fn pin(&mut self, square: u32, step: usize) -> Result<(), Conflict> {
        if !self.may(square, step) {
            return Err(Conflict { at: Some(square) });
        }
        for word in 0..self.w {
            let value = if word == step / 64 { 1 << (step % 64) } else { 0 };
            self.write(square as usize * self.w + word, value)?;
        }
        Ok(())
    }

    /// Narrows one word of a set.
    fn write(&mut self, word: usize, value: u64) -> Result<(), Conflict> {
        let mut gone = self.sets[word] & !value;
        if gone == 0 {
            return Ok(());
        }
        self.trail.push((word as u32, self.sets[word]));
        self.sets[word] &= value;
        let (square, base) = (word / self.w, word % self.w * 64);
        self.sizes[square] -= gone.count_ones();
        let mut empty = false;
        while gone != 0 {
            let step = base + gone.trailing_zeros() as usize;
            gone &= gone - 1;
            self.counts[step] -= 1;
            self.combined[step] ^= square as u32;
            match self.counts[step] {
                0 => empty = true,
                1 => self.single_steps.push(step as u32),
                _ => {}
            }
        }
        match self.sizes[square] {
            0 => empty = true,
            1 => self.single_squares.push(square as u32),
            _ => {}
        }
        if empty {
            return Err(Conflict { at: Some(square as u32) });
        }
        let graph = self.graph;
        for &(to, _) in graph.arcs(square as u32) {
            if Some(to) != graph.apex() {
                self.touch(to);
            }
        }
        if !std::mem::replace(&mut self.edge_queued[square], true) {
            self.edge_queue.push(square as u32);
        }
        Ok(())
    }

    fn touch(&mut self, square: u32) {
        if !std::mem::replace(&mut self.queued[square as usize], true) {
            self.queue.push(square);
        }
    }

    /// Applies all rules until nothing changes.
    fn close(&mut self) -> Result<(), Conflict> {
        loop {
            if let Some(step) = self.single_steps.pop() {
                if self.counts[step as usize] == 1 {
                    self.pin(self.combined[step as usize], step as usize)?;
                }
            } else if let Some(square) = self.single_squares.pop() {
                self.take_step(square)?;
            } else if let Some(square) = self.queue.pop() {
                self.queued[square as usize] = false;
                self.look(square)?;
            } else if let Some(square) = self.edge_queue.pop() {
                self.edge_queued[square as usize] = false;
                self.look_at_edges(square)?;
            } else if self.seen_edges < self.forcing.mark() {
                self.follow_edges();
            } else {
                return Ok(());
            }
        }
    }

    /// The only step of a square is no other's.
    fn take_step(&mut self, square: u32) -> Result<(), Conflict> {
        let set = &self.sets[square as usize * self.w..][..self.w];
        let Some(word) = set.iter().position(|&word| word != 0) else {
            return Err(Conflict { at: Some(square) });
        };
        let bit = set[word];
        for other in 0..self.n {
            let at = other * self.w + word;
            if other != square as usize && self.sets[at] & bit != 0 {
                self.write(at, self.sets[at] & !bit)?;
            }
        }
        Ok(())
    }

    /// Narrows the steps of a square to those just between steps of two of its neighbours.
    fn look(&mut self, square: u32) -> Result<(), Conflict> {
        let (w, n, graph) = (self.w, self.n, self.graph);
        let scratch = &mut self.scratch;
        for set in [&mut scratch.before, &mut scratch.after, &mut scratch.one, &mut scratch.two] {
            set.fill(0);
        }
        scratch.must.fill(u64::MAX);
        let mut firm = 0;
        for &(to, edge) in graph.arcs(square) {
            let status = self.forcing.status(edge);
            if status == Status::Out {
                continue;
            }
            let [later, sooner] = &mut scratch.shifted;
            if Some(to) == graph.apex() {
                // `*` comes before the first step and after the last.
                later.fill(0);
                sooner.fill(0);
                later[0] |= 1;
                sooner[(n - 1) / 64] |= 1 << ((n - 1) % 64);
            } else {
                let set = &self.sets[to as usize * w..][..w];
                shift(set, later, sooner, n, self.closed);
            }
            for at in 0..w {
                let near = later[at] | sooner[at];
                scratch.before[at] |= later[at];
                scratch.after[at] |= sooner[at];
                scratch.two[at] |= scratch.one[at] & near;
                scratch.one[at] |= near;
            }
            if Some(to) == graph.apex() && n == 1 {
                return Ok(());
            }
            if status == Status::In {
                let (left, right) = scratch.firm.split_at_mut(1);
                let [firm_later, firm_sooner] = [&mut left[0], &mut right[0]];
                for at in 0..w {
                    scratch.must[at] &= if firm == 0 {
                        later[at] | sooner[at]
                    } else {
                        firm_later[at] & sooner[at] | firm_sooner[at] & later[at]
                    };
                }
                firm_later.copy_from_slice(later);
                firm_sooner.copy_from_slice(sooner);
                firm += 1;
            }
        }
        for at in 0..w {
            let scratch = &self.scratch;
            let value = scratch.before[at] & scratch.after[at] & scratch.two[at] & scratch.must[at];
            self.write(square as usize * w + at, value)?;
        }
        Ok(())
    }

    /// Edges whose two squares cannot follow each other are out.
    fn look_at_edges(&mut self, square: u32) -> Result<(), Conflict> {
        let (w, n, graph) = (self.w, self.n, self.graph);
        let set = &self.sets[square as usize * w..][..w];
        let [later, sooner] = &mut self.scratch.shifted;
        shift(set, later, sooner, n, self.closed);
        for &(to, edge) in graph.arcs(square) {
            if self.forcing.status(edge) != Status::Open {
                continue;
            }
            let follow = if Some(to) == graph.apex() {
                self.may(square, 0) || self.may(square, n - 1)
            } else {
                let other = &self.sets[to as usize * w..][..w];
                let [later, sooner] = &self.scratch.shifted;
                (0..w).any(|at| (later[at] | sooner[at]) & other[at] != 0)
            };
            if !follow {
                self.forcing.decide(edge, false)?;
            }
        }
        Ok(())
    }

    /// Squares at edges that have been decided are looked at again.
    fn follow_edges(&mut self) {
        while let Some(edge) = self.forcing.decided(self.seen_edges) {
            self.seen_edges += 1;
            let (a, b) = self.graph.edges()[edge as usize];
            for end in [a, b] {
                if Some(end) != self.graph.apex() {
                    self.touch(end);
                }
            }
        }
    }
}

/// The set with every step one later, and one sooner; around the end for a closed tour.
fn shift(set: &[u64], later: &mut [u64], sooner: &mut [u64], n: usize, around: bool) {
    let last = set.len() - 1;
    for at in 0..set.len() {
        let low = if at > 0 { set[at - 1] >> 63 } else { 0 };
        let high = if at < last { set[at + 1] << 63 } else { 0 };
        later[at] = set[at] << 1 | low;
        sooner[at] = set[at] >> 1 | high;
    }
    let end = (n - 1) % 64;
    // A step past the last does not exist.
    if end < 63 {
        later[last] &= (1 << (end + 1)) - 1;
    }
    if around {
        later[0] |= set[last] >> end & 1;
        sooner[last] |= (set[0] & 1) << end;
    }
}
