//! All layers at once: how many ways lead into each state and out of it.
//!
//! With the completions of every state known, a tour can be drawn uniformly at random, the tours
//! can be numbered, and one pass tells how many tours use each move. Everything is exact: no
//! floating point comes near a choice.

use super::backwards::{Pass, Room, Rung, rungs};
use super::engine::{EngineError, EngineOptions};
use super::isa::Portable;
use super::plan::Plan;
use super::state::{Mates, decode, encode};
use super::step::{Sink, expand};
use super::tally::big;
use crate::observer::Observer;
use crate::rng::Rng;
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::io;

/// A count that remembers all its layers.
///
/// Hamiltonian cycles are numbered from 0 in the order of the plan: first by the moves that the
/// first vertex makes, then by those of the next, and so on. Another plan numbers otherwise.
///
/// # Examples
/// ```
/// use hippodrome::Silent;
/// use hippodrome::count::{EngineOptions, Graph, Ladder, Plan};
/// let k4 = Graph::new(4, (0..4).flat_map(|v| (0..v).map(move |u| (u, v))))?;
/// let ladder = Ladder::new(Plan::new(&k4, &[0, 1, 2, 3])?, &EngineOptions::default(), &Silent)?;
/// assert_eq!(ladder.count(), &3_u32.into());
/// let cycle = ladder.unrank(&1_u32.into())?.ok_or("there are three")?;
/// assert_eq!(ladder.rank(&cycle)?, Some(1_u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Ladder {
    plan: Plan,
    rungs: Vec<Rung>,
    count: BigUint,
    /// Bytes of the states that are in memory, and how many more may be for a while.
    bytes: u64,
    spare: u64,
}

/// One way to process a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Branch {
    /// Places of the moves among the later neighbours.
    pub(super) moves: [Option<usize>; 2],
    /// The state after it; none if the cycle is closed.
    pub(super) next: Option<u128>,
}

struct Branches {
    slots: u32,
    moves: [Option<usize>; 2],
    found: Vec<Branch>,
}

impl Sink for Branches {
    fn state(&mut self, ends: u64, full: u64, mates: &mut Mates) {
        let next = Some(encode(Portable, self.slots, ends, full, mates));
        self.found.push(Branch { moves: self.moves, next });
    }

    fn cycle(&mut self) {
        self.found.push(Branch { moves: self.moves, next: None });
    }

    fn chose(&mut self, _step: usize, first: Option<usize>, second: Option<usize>) {
        self.moves = [first, second];
    }
}

/// All ways to process the vertex of a step.
pub(super) fn branches(plan: &Plan, step: usize, state: u128) -> Vec<Branch> {
    let mut mates = [0; 64];
    let (ends, full) = decode(Portable, plan.slots, state, &mut mates);
    let mut sink = Branches { slots: plan.slots, moves: [None; 2], found: Vec::new() };
    expand(plan, step, ends, full, &mut mates, &mut sink);
    sink.found
}

impl Ladder {
    /// Counts forwards, then backwards, keeping every state that some cycle passes through.
    ///
    /// # Errors
    /// As [`count_cycles`](super::count_cycles). Where all layers together do not fit half of the
    /// memory given, those that come last are kept on disk, if there is a directory for that.
    ///
    /// # Complexity
    /// Two counts' time; 24 bytes a state with one-word counts, before what cannot be finished is
    /// dropped 16.
    pub fn new(
        plan: Plan,
        options: &EngineOptions,
        observer: &dyn Observer,
    ) -> Result<Self, EngineError> {
        Self::beside(0, plan, options, observer)
    }

    /// The same, where other ladders hold so many bytes of the memory given.
    pub(super) fn beside(
        held: u64,
        plan: Plan,
        options: &EngineOptions,
        observer: &dyn Observer,
    ) -> Result<Self, EngineError> {
        let mut room = Room::new(options, held);
        let (count, rungs) = rungs(&plan, options, &mut room, observer)?;
        Ok(Self { plan, rungs, count, bytes: room.held() - held, spare: options.memory / 2 })
    }

    /// The number of cycles.
    #[must_use]
    pub fn count(&self) -> &BigUint {
        &self.count
    }

    /// States that some cycle passes through, and all that the engine kept, over all layers.
    #[must_use]
    pub fn states(&self) -> (u64, u64) {
        (self.rungs.iter().map(Rung::len).sum(), self.rungs.iter().map(|r| r.reached).sum())
    }

    /// The bytes of the states that are in memory.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The cycle of this number, as its edges; none if there are not so many.
    ///
    /// # Errors
    /// [`EngineError::Disk`] if what is kept there cannot be read.
    pub fn unrank(&self, rank: &BigUint) -> Result<Option<Vec<(u32, u32)>>, EngineError> {
        if rank >= &self.count {
            return Ok(None);
        }
        let mut left = rank.clone();
        let mut edges = Vec::new();
        let mut state = 0;
        for step in 0..self.rungs.len() {
            let mut chosen = None;
            for branch in branches(&self.plan, step, state) {
                let size = self.size(step, &branch)?;
                if left < size {
                    chosen = Some(branch);
                    break;
                }
                left -= size;
            }
            let Some(branch) = chosen else { break };
            edges.extend(self.edges(step, &branch));
            match branch.next {
                Some(next) => state = next,
                None => return Ok(Some(edges)),
            }
        }
        Ok(None)
    }

    /// The number of a cycle given by its edges; none if it is no Hamiltonian cycle of the graph.
    ///
    /// # Errors
    /// [`EngineError::Disk`] if what is kept there cannot be read.
    pub fn rank(&self, cycle: &[(u32, u32)]) -> Result<Option<BigUint>, EngineError> {
        let mut wanted: Vec<(u32, u32)> =
            cycle.iter().map(|&(u, v)| (u.min(v), u.max(v))).collect();
        wanted.sort_unstable();
        wanted.dedup();
        if wanted.len() != self.plan.vertices() {
            return Ok(None);
        }
        let mut rank = BigUint::ZERO;
        let mut state = 0;
        for step in 0..self.rungs.len() {
            let Some(vertex) = self.plan.vertex(step) else { break };
            let later = self.plan.later(step);
            let uses = |w: u32| wanted.binary_search(&(vertex.min(w), vertex.max(w))).is_ok();
            let asked: Vec<usize> = (0..later.len()).filter(|&i| uses(later[i])).collect();
            let mut taken = None;
            for branch in branches(&self.plan, step, state) {
                if branch.moves.iter().flatten().copied().eq(asked.iter().copied()) {
                    taken = Some(branch);
                    break;
                }
                rank += self.size(step, &branch)?;
            }
            let Some(branch) = taken else { break };
            match branch.next {
                Some(next) => state = next,
                None => return Ok((rank < self.count).then_some(rank)),
            }
        }
        Ok(None)
    }

    /// A cycle drawn with equal chances from all of them; none if there is none.
    ///
    /// # Errors
    /// [`EngineError::Disk`] if what is kept there cannot be read.
    pub fn sample(&self, rng: &mut Rng) -> Result<Option<Vec<(u32, u32)>>, EngineError> {
        below(rng, &self.count).map_or(Ok(None), |rank| self.unrank(&rank))
    }

    /// All cycles in the order of their numbers.
    #[must_use]
    pub fn cycles(&self) -> Cycles<'_> {
        Cycles { ladder: self, path: Vec::new(), started: false }
    }

    /// How many cycles use each edge.
    ///
    /// # Errors
    /// [`EngineError::Disk`] if what is kept there cannot be read.
    pub fn by_edge(&self) -> Result<BTreeMap<(u32, u32), BigUint>, EngineError> {
        self.by_edge_where(1, |_, _| true)
    }

    /// How many cycles use each of the edges that are wanted, and perhaps others.
    pub(super) fn by_edge_where(
        &self,
        threads: usize,
        wanted: impl Fn(u32, u32) -> bool,
    ) -> Result<BTreeMap<(u32, u32), BigUint>, EngineError> {
        let mut usage = BTreeMap::new();
        let last = Rung::default();
        for (step, rung) in self.rungs.iter().enumerate() {
            let vertex = self.plan.vertex(step).unwrap_or(0);
            let later = self.plan.later(step);
            if !later.iter().any(|&w| wanted(vertex, w)) {
                continue;
            }
            let pass = Pass { plan: &self.plan, step, threads };
            let after = self.rungs.get(step + 1).unwrap_or(&last);
            let near = after.nearer(self.spare).map_err(unreadable)?;
            let after = near.as_ref().unwrap_or(after);
            let counts = pass.usage(rung, after, &self.count).map_err(unreadable)?;
            for (&w, count) in later.iter().zip(counts).filter(|(_, n)| n != &BigUint::ZERO) {
                usage.insert((vertex.min(w), vertex.max(w)), count);
            }
        }
        Ok(usage)
    }

    /// Cycles that go through a branch once its state is reached.
    fn size(&self, step: usize, branch: &Branch) -> Result<BigUint, EngineError> {
        let Some(next) = branch.next else { return Ok(BigUint::from(1_u32)) };
        let Some(rung) = self.rungs.get(step + 1) else { return Ok(BigUint::ZERO) };
        Ok(rung.find(&self.plan, next).map_err(unreadable)?.unwrap_or_default())
    }

    fn edges(&self, step: usize, branch: &Branch) -> impl Iterator<Item = (u32, u32)> {
        let vertex = self.plan.vertex(step).unwrap_or(0);
        let later = self.plan.later(step);
        let moves = branch.moves;
        moves.into_iter().flatten().map(move |i| (vertex.min(later[i]), vertex.max(later[i])))
    }
}

#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
fn unreadable(error: io::Error) -> EngineError {
    EngineError::Disk { what: format!("temporary files: {error}") }
}

/// A number below `bound` with equal chances; none if the bound is zero.
pub(super) fn below(rng: &mut Rng, bound: &BigUint) -> Option<BigUint> {
    if bound == &BigUint::ZERO {
        return None;
    }
    let bits = bound.bits();
    loop {
        // As many random bits as the bound has: at least half of the draws are below it.
        let mut digits: Vec<u64> = (0..bits.div_ceil(64)).map(|_| rng.next_u64()).collect();
        if let Some(top) = digits.last_mut().filter(|_| !bits.is_multiple_of(64)) {
            *top >>= 64 - bits % 64;
        }
        let drawn = big(&digits);
        if &drawn < bound {
            return Some(drawn);
        }
    }
}

/// All cycles of a [`Ladder`], in the order of their numbers, each as its edges.
#[derive(Debug)]
pub struct Cycles<'a> {
    ladder: &'a Ladder,
    /// For each step taken, the branches left to take, last first; the top one is the current.
    path: Vec<Vec<Branch>>,
    started: bool,
}

impl Cycles<'_> {
    /// The branches of a state that lead to a cycle, in reverse.
    fn live(&self, step: usize, state: u128) -> Result<Vec<Branch>, EngineError> {
        let mut found = Vec::new();
        for branch in branches(&self.ladder.plan, step, state) {
            if self.ladder.size(step, &branch)? != BigUint::ZERO {
                found.push(branch);
            }
        }
        found.reverse();
        Ok(found)
    }

    /// Goes on to the next cycle; tells whether there is one.
    fn go_on(&mut self) -> Result<bool, EngineError> {
        if self.started {
            // Leave the current cycle: drop the deepest branch, and all levels that are done.
            while let Some(level) = self.path.last_mut() {
                level.pop();
                if !level.is_empty() {
                    break;
                }
                self.path.pop();
            }
        } else {
            self.started = true;
            if self.ladder.count == BigUint::ZERO {
                return Ok(false);
            }
            self.path.push(self.live(0, 0)?);
        }
        loop {
            let Some(current) = self.path.last().and_then(|level| level.last()) else {
                return Ok(false);
            };
            let Some(next) = current.next else { return Ok(true) };
            let level = self.live(self.path.len(), next)?;
            self.path.push(level);
        }
    }
}

impl Iterator for Cycles<'_> {
    type Item = Result<Vec<(u32, u32)>, EngineError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.go_on() {
            Ok(false) => None,
            Ok(true) => {
                let current = self.path.iter().enumerate();
                let branches = current.filter_map(|(s, level)| Some((s, level.last()?)));
                Some(Ok(branches.flat_map(|(s, b)| self.ladder.edges(s, b)).collect()))
            }
            Err(error) => {
                // Nothing comes after a failure.
                self.path.clear();
                Some(Err(error))
            }
        }
    }
}
