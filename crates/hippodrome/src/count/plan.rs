//! A vertex order, worked out: where each frontier vertex keeps its bits, and what each step tests.

use super::graph::Graph;
use super::state::MAX_SLOTS_U64;
use std::fmt;

/// The largest frontier that a state can hold.
pub const MAX_FRONTIER: usize = 40;

/// Why an order cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlanError {
    /// The order is not a permutation of the vertices.
    NotAPermutation,
    /// More vertices wait half-joined at once than a state has room for.
    FrontierTooWide {
        /// How many wait.
        width: usize,
    },
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAPermutation => {
                write!(f, "the vertex order must name every vertex exactly once")
            }
            Self::FrontierTooWide { width } => write!(
                f,
                "the frontier grows to {width} vertices and {MAX_FRONTIER} is the limit: use a \
                 narrower board or the depth-first counter"
            ),
        }
    }
}

impl std::error::Error for PlanError {}

/// A test that a vertex can still be finished.
///
/// The vertex needs two moves in all; `fresh` of its open neighbours are outside the frontier, the
/// others are in the slots `mask` unless finished there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Check {
    /// Slots of its neighbours on the frontier.
    pub(crate) mask: u64,
    /// Its own slot as a bit; zero outside the frontier.
    pub(crate) own: u64,
    /// Its unprocessed neighbours outside the frontier (0 or 1: with 2 no test is needed).
    pub(crate) fresh: u32,
}

/// What processing one vertex does.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The vertex.
    pub(crate) vertex: u32,
    /// Its slot as a bit; zero if nothing processed is joined to it.
    pub(crate) own: u64,
    /// The slots of its later neighbours.
    pub(crate) later: Vec<u8>,
    /// The vertices in those slots.
    pub(crate) later_vertices: Vec<u32>,
    /// Slots to which the vertex has a forced edge.
    pub(crate) forced: u64,
    /// The tests after the step.
    pub(crate) checks: Vec<Check>,
    /// Slots of vertices with no unprocessed neighbour left: finished (by a check), and forgotten.
    pub(crate) drop: u64,
    /// All slots in use after the step and before the drop.
    pub(crate) live: u64,
    /// Whether every unprocessed vertex is on the frontier, so that the cycle may be closed here.
    pub(crate) may_close: bool,
}

/// A graph and a vertex order, ready to be stepped through.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(crate) steps: Vec<Step>,
    pub(crate) slots: u32,
    order: Vec<u32>,
    vertices: usize,
    possible: bool,
}

impl Plan {
    /// Works out slots and tests for `order`, a permutation of the vertices.
    ///
    /// # Errors
    /// [`PlanError`] if it is not a permutation, or its frontier is wider than [`MAX_FRONTIER`].
    ///
    /// # Complexity
    /// O(Σ degree²) time.
    pub fn new(graph: &Graph, order: &[usize]) -> Result<Self, PlanError> {
        let n = graph.len();
        let mut place = vec![usize::MAX; n];
        for (i, &v) in order.iter().enumerate() {
            if v >= n || place[v] != usize::MAX {
                return Err(PlanError::NotAPermutation);
            }
            place[v] = i;
        }
        if order.len() != n {
            return Err(PlanError::NotAPermutation);
        }
        let mut builder = Builder {
            graph,
            gone: vec![false; n],
            slot: vec![None; n],
            used: 0,
            slots: 0,
            waiting: n,
            width: 0,
        };
        let possible = n >= 3 && (0..n).all(|v| graph.neighbours(v).len() >= 2);
        let mut steps = Vec::new();
        // Where there is no cycle, nothing is stepped through.
        for &v in order.iter().filter(|_| possible) {
            if !builder.gone[v] {
                steps.push(builder.step(v)?);
            }
        }
        Ok(Self {
            steps,
            slots: builder.slots,
            order: order.iter().map(|&v| v as u32).collect(),
            vertices: n,
            possible,
        })
    }

    /// The order it was made for.
    #[must_use]
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The number of steps: vertices whose moves are all made by others take none, and there are
    /// none where some vertex lacks the two neighbours that a cycle needs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there is no step at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The number of vertices of the graph.
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.vertices
    }

    /// The widest frontier.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.slots
    }

    /// Whether its states fit one word of 64 bits.
    pub(super) fn is_narrow(&self) -> bool {
        self.slots <= MAX_SLOTS_U64
    }

    /// The vertex that a step processes.
    #[must_use]
    pub fn vertex(&self, step: usize) -> Option<u32> {
        self.steps.get(step).map(|s| s.vertex)
    }

    /// The vertices that the vertex of a step may move to.
    #[must_use]
    pub fn later(&self, step: usize) -> &[u32] {
        self.steps.get(step).map_or(&[], |s| &s.later_vertices)
    }

    /// Whether every vertex has the two neighbours that a cycle needs.
    #[must_use]
    pub fn possible(&self) -> bool {
        self.possible
    }

    /// The most ways that one state can be continued by a step.
    #[must_use]
    pub fn fan_out(&self, step: usize) -> u64 {
        let d = self.steps.get(step).map_or(0, |s| s.later.len() as u64);
        (d * d.saturating_sub(1) / 2).max(d).max(1)
    }
}

struct Builder<'a> {
    graph: &'a Graph,
    gone: Vec<bool>,
    slot: Vec<Option<u8>>,
    used: u64,
    slots: u32,
    waiting: usize,
    width: usize,
}

impl Builder<'_> {
    fn open_neighbours(&self, v: usize) -> impl Iterator<Item = usize> + '_ {
        self.graph.neighbours(v).iter().map(|&w| w as usize).filter(|&w| !self.gone[w])
    }

    fn enter(&mut self, v: usize) -> Result<u8, PlanError> {
        if let Some(slot) = self.slot[v] {
            return Ok(slot);
        }
        let slot = self.used.trailing_ones() as u8;
        if slot as usize >= MAX_FRONTIER {
            return Err(PlanError::FrontierTooWide { width: self.width.max(slot as usize + 1) });
        }
        self.used |= 1 << slot;
        self.slots = self.slots.max(u32::from(slot) + 1);
        self.slot[v] = Some(slot);
        Ok(slot)
    }

    fn leave(&mut self, v: usize) -> u64 {
        self.gone[v] = true;
        self.waiting -= 1;
        let bit = self.slot[v].take().map_or(0, |slot| 1 << slot);
        self.used &= !bit;
        bit
    }

    fn step(&mut self, v: usize) -> Result<Step, PlanError> {
        let own = self.leave(v);
        let later: Vec<usize> = self.open_neighbours(v).collect();
        let mut slots = Vec::with_capacity(later.len());
        let mut forced = 0;
        for &w in &later {
            let slot = self.enter(w)?;
            slots.push(slot);
            if self.graph.is_forced(v, w) {
                forced |= 1 << slot;
            }
        }
        let live = self.used;
        // A test can newly fail at a neighbour of the vertex, or of one that the step may finish.
        let mut near: Vec<usize> = later.clone();
        for &w in &later {
            near.extend(self.open_neighbours(w));
        }
        near.sort_unstable();
        near.dedup();
        let mut checks = Vec::new();
        for &w in &near {
            let mut check =
                Check { mask: 0, own: self.slot[w].map_or(0, |slot| 1 << slot), fresh: 0 };
            for x in self.open_neighbours(w) {
                match self.slot[x] {
                    Some(slot) => check.mask |= 1 << slot,
                    None => check.fresh += 1,
                }
            }
            if check.fresh < 2 {
                checks.push(check);
            }
        }
        // The tests most likely to fail come first.
        checks.sort_by_key(|c| c.fresh + c.mask.count_ones());
        let mut drop = 0;
        let done: Vec<usize> =
            near.iter().copied().filter(|&w| self.open_neighbours(w).next().is_none()).collect();
        // A cycle closed here takes no edge between two vertices that both wait.
        let open_force = self
            .graph
            .forced()
            .iter()
            .any(|&(a, b)| !self.gone[a as usize] && !self.gone[b as usize]);
        let may_close = self.waiting == live.count_ones() as usize && !open_force;
        for w in done {
            drop |= self.leave(w);
        }
        let later_vertices = later.iter().map(|&w| w as u32).collect();
        Ok(Step {
            vertex: v as u32,
            own,
            later: slots,
            later_vertices,
            forced,
            checks,
            drop,
            live,
            may_close,
        })
    }
}
