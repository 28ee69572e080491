//! Search over edges: a Hamiltonian cycle of the cycle graph, or a finished case distinction.
//!
//! The next edge to decide is taken where the fewest are left (a rule of Warnsdorff's kind), the
//! forcing rules follow, and a branch ends at a conflict or at a cut vertex. Iterative; the memory
//! is that of the graph and of one frame for each edge decided.

use crate::answer::EdgeNode;
use crate::observer::Observer;
use crate::rng::Rng;
use crate::search::balance::Balance;
use crate::search::budget::{Meter, Stop};
use crate::search::connectivity::{Connectivity, Split};
use crate::search::cycle_graph::CycleGraph;
use crate::search::forcing::{Forcing, Status};

/// How a search over edges ended.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// The vertices of a Hamiltonian cycle in order, `*` first where there is one.
    Cycle(Vec<u32>),
    /// There is none; the case distinction, if it was to be kept and is not too long.
    Refuted(Option<Vec<EdgeNode>>),
    /// The limit that was reached.
    Stopped(Stop),
}

/// An edge under assumption.
#[derive(Debug)]
struct Frame {
    mark: usize,
    edge: u32,
    second: bool,
}

/// A branch that is known to be lost, without a reason that a checker knows.
#[derive(Debug)]
struct Lost {
    depth: usize,
    nodes: u64,
    region: Vec<bool>,
}

/// One lost branch may take this part of the evidence that may be kept.
const LOST: u64 = 512;

/// The balance is looked at after so many leaves: most tours are found with fewer.
const EASY: u64 = 8;

/// A search that may be asked again and again, with decisions kept in between.
#[derive(Debug)]
pub(crate) struct EdgeSearch<'g> {
    forcing: Forcing<'g>,
    connectivity: Connectivity,
    balance: Option<Balance>,
    lost: Option<Lost>,
    /// Ties are broken by these numbers.
    rank: Vec<u32>,
    frames: Vec<Frame>,
    /// Connectivity is looked at once in so many nodes.
    interval: u64,
}

impl<'g> EdgeSearch<'g> {
    /// A search with the given edges in; `None` when the rules refute that at once.
    pub(crate) fn new(graph: &'g CycleGraph) -> Option<Self> {
        let mut forcing = Forcing::new(graph);
        forcing.start().ok()?;
        let n = graph.len();
        Some(Self {
            forcing,
            connectivity: Connectivity::new(n),
            balance: Balance::new(graph),
            lost: None,
            rank: (0..n as u32).collect(),
            frames: Vec::new(),
            interval: (n as u64 / 1024).max(1),
        })
    }

    pub(crate) fn forcing(&self) -> &Forcing<'g> {
        &self.forcing
    }

    /// Decides an edge for good; false when the rules refute that, and then nothing has changed.
    pub(crate) fn keep(&mut self, edge: u32, used: bool) -> bool {
        let mark = self.forcing.mark();
        let kept = self.forcing.decide(edge, used).is_ok();
        if !kept {
            self.forcing.undo_to(mark);
        }
        kept
    }

    /// A point to which [`EdgeSearch::forget`] goes back.
    pub(crate) fn mark(&self) -> usize {
        self.forcing.mark()
    }

    /// Takes back what was kept since the mark.
    pub(crate) fn forget(&mut self, mark: usize) {
        self.forcing.undo_to(mark);
    }

    /// Searches from what is decided, with restarts: each run is given more nodes than the one
    /// before and breaks its ties in another order. The first run that ends settles the question.
    pub(crate) fn run(
        &mut self,
        keep_tree: bool,
        meter: &mut Meter,
        observer: &dyn Observer,
    ) -> Outcome {
        let root = self.forcing.mark();
        let mut patience = 64 + 2 * self.forcing.graph().len() as u64;
        let mut rng = Rng::new(meter.seed());
        for (at, rank) in self.rank.iter_mut().enumerate() {
            *rank = at as u32;
        }
        loop {
            let outcome = self.one_run(patience, keep_tree, meter, observer);
            self.frames.clear();
            self.forcing.undo_to(root);
            if let Some(outcome) = outcome {
                return outcome;
            }
            patience += patience / 2;
            rng.shuffle(&mut self.rank);
        }
    }

    /// One depth-first run of at most `patience` nodes; `None` when they are used up.
    fn one_run(
        &mut self,
        patience: u64,
        keep_tree: bool,
        meter: &mut Meter,
        observer: &dyn Observer,
    ) -> Option<Outcome> {
        let mut tree = keep_tree.then(Vec::new);
        let (mut conflict, mut leaves) = (false, 0);
        self.lost = None;
        for nodes in 1..=patience {
            if let Err(stop) = meter.spend(self.forcing.graph().len() as u64, observer) {
                return Some(Outcome::Stopped(stop));
            }
            if !conflict && self.forcing.is_complete() {
                return Some(Outcome::Cycle(self.cycle()));
            }
            let mut leaf = conflict.then_some(EdgeNode::Conflict);
            if leaf.is_none() && nodes.is_multiple_of(self.interval) {
                leaf = self.cut();
                let worth = leaf.is_none() && leaves >= EASY;
                if worth && !self.balanced(&mut tree, meter.evidence()) {
                    leaf = Some(EdgeNode::Conflict);
                }
            }
            let node = leaf.unwrap_or_else(|| {
                let edge = self.choose();
                let (a, b) = self.forcing.graph().edges()[edge as usize];
                let mark = self.forcing.mark();
                self.frames.push(Frame { mark, edge, second: false });
                conflict = self.forcing.decide(edge, true).is_err();
                let name = |vertex| self.forcing.graph().name(vertex);
                EdgeNode::Branch(name(a), name(b))
            });
            let is_leaf = !matches!(node, EdgeNode::Branch(..));
            if let Some(kept) = &mut tree {
                kept.push(node);
                if kept.len() > meter.evidence() {
                    tree = None;
                }
            }
            if !is_leaf {
                continue;
            }
            leaves += 1;
            while self.frames.last().is_some_and(|frame| frame.second) {
                self.frames.pop();
            }
            let depth = self.frames.len();
            self.lost = self.lost.take().filter(|lost| depth > lost.depth);
            let Some(frame) = self.frames.last_mut() else {
                return Some(Outcome::Refuted(tree));
            };
            frame.second = true;
            self.forcing.undo_to(frame.mark);
            conflict = self.forcing.decide(frame.edge, false).is_err();
        }
        None
    }

    /// A leaf if the edges that are left do not hold together.
    fn cut(&mut self) -> Option<EdgeNode> {
        self.connectivity.split(&self.forcing).map(|split| match split {
            Split::Apart => EdgeNode::Cut(Vec::new()),
            Split::At(vertex) => EdgeNode::Cut(vec![self.forcing.graph().name(vertex)]),
        })
    }

    /// False where the colours are out of balance and no evidence is kept, which ends the branch.
    ///
    /// The balance is not a leaf that a checker knows. So as long as evidence is kept the case
    /// distinction goes on, among the vertices that lack something, until the rules see it too; if
    /// that takes too long, the evidence is given up.
    fn balanced(&mut self, tree: &mut Option<Vec<EdgeNode>>, evidence: usize) -> bool {
        if let Some(lost) = &mut self.lost {
            lost.nodes += 1;
            if lost.nodes > evidence as u64 / LOST {
                *tree = None;
            }
            return tree.is_some();
        }
        let Some(balance) = &mut self.balance else { return true };
        if balance.holds(&self.forcing) {
            return true;
        }
        self.lost =
            Some(Lost { depth: self.frames.len(), nodes: 0, region: balance.region().to_vec() });
        tree.is_some()
    }

    /// The edge to decide next: at a vertex with the fewest undecided edges, in a lost branch where
    /// it is lost; to the neighbour with the fewest edges left.
    fn choose(&self) -> u32 {
        let forcing = &self.forcing;
        let undecided = |&v: &u32| forcing.avail(v) > u32::from(forcing.ins(v));
        let outside = |v: u32| self.lost.as_ref().is_some_and(|lost| !lost.region[v as usize]);
        let vertex = (0..forcing.graph().len() as u32)
            .filter(undecided)
            .min_by_key(|&v| {
                let left = forcing.avail(v) - u32::from(forcing.ins(v));
                (outside(v), left, self.rank[v as usize])
            })
            .expect("a cycle that is not complete has an edge that is not decided");
        forcing
            .graph()
            .arcs(vertex)
            .iter()
            .filter(|&&(_, edge)| forcing.status(edge) == Status::Open)
            .min_by_key(|&&(to, _)| (forcing.avail(to), self.rank[to as usize]))
            .map(|&(_, edge)| edge)
            .expect("the vertex was chosen for its edges")
    }

    /// The vertices of the complete cycle, from `*` or vertex 0.
    fn cycle(&self) -> Vec<u32> {
        let graph = self.forcing.graph();
        let first = graph.apex().unwrap_or(0);
        let mut cycle = vec![first];
        let (mut before, mut at) = (u32::MAX, first);
        while cycle.len() < graph.len() {
            let next = graph
                .arcs(at)
                .iter()
                .find(|&&(to, edge)| to != before && self.forcing.status(edge) == Status::In);
            let &(to, _) = next.expect("every vertex has two edges in");
            (before, at) = (at, to);
            cycle.push(at);
        }
        cycle
    }
}
