//! All layers at once: how many ways lead into each state and out of it.
//!
//! With the completions of every state known, a tour can be drawn uniformly at random, the tours
//! can be numbered, and one pass tells how many tours use each move. Everything is exact: no
//! floating point comes near a choice.

use super::engine::{EngineError, EngineOptions, layers_of};
use super::isa::Portable;
use super::plan::Plan;
use super::state::{Mates, decode, encode};
use super::step::{Sink, expand};
use crate::observer::Observer;
use crate::rng::Rng;
use num_bigint::BigUint;
use std::collections::BTreeMap;

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
/// let cycle = ladder.unrank(&1_u32.into()).ok_or("there are three")?;
/// assert_eq!(ladder.rank(&cycle), Some(1_u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Ladder {
    plan: Plan,
    rungs: Vec<Rung>,
    count: BigUint,
}

/// The states of a layer from which some cycle can be finished, ascending.
#[derive(Debug, Default)]
struct Rung {
    states: Vec<u128>,
    /// Ways to reach each, and ways to finish from it; `limbs` words each.
    ways: Vec<u64>,
    completions: Vec<u64>,
    limbs: usize,
    /// States before those that cannot be finished were dropped.
    reached: usize,
}

impl Rung {
    fn find(&self, state: u128) -> Option<usize> {
        self.states.binary_search(&state).ok()
    }

    fn completions(&self, at: usize) -> BigUint {
        big(&self.completions[at * self.limbs..][..self.limbs])
    }
}

fn big(limbs: &[u64]) -> BigUint {
    BigUint::new(limbs.iter().flat_map(|&l| [l as u32, (l >> 32) as u32]).collect())
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
    /// As [`count_cycles`](super::count_cycles); all layers together must fit the memory given.
    pub fn new(
        plan: Plan,
        options: &EngineOptions,
        observer: &dyn Observer,
    ) -> Result<Self, EngineError> {
        let mut rungs = layers_of(&plan, options, observer)?
            .into_iter()
            .map(|(limbs, mut records)| {
                records.sort_unstable_by_key(|r| r.0);
                let states: Vec<u128> = records.iter().map(|r| r.0).collect();
                let ways = records.into_iter().flat_map(|r| r.1).collect();
                Rung { reached: states.len(), states, ways, completions: Vec::new(), limbs }
            })
            .collect::<Vec<_>>();
        let last = Rung::default();
        for step in (0..rungs.len()).rev() {
            if observer.should_stop() {
                return Err(EngineError::Stopped { step });
            }
            rungs[step] =
                finishable(&plan, step, &rungs[step], rungs.get(step + 1).unwrap_or(&last));
        }
        let count = match rungs.first() {
            Some(first) if !first.states.is_empty() => first.completions(0),
            _ => BigUint::ZERO,
        };
        Ok(Self { plan, rungs, count })
    }

    /// The number of cycles.
    #[must_use]
    pub fn count(&self) -> &BigUint {
        &self.count
    }

    /// States that some cycle passes through, and all that the engine kept, over all layers.
    #[must_use]
    pub fn states(&self) -> (usize, usize) {
        let live = self.rungs.iter().map(|r| r.states.len()).sum();
        (live, self.rungs.iter().map(|r| r.reached).sum())
    }

    /// The cycle of this number, as its edges; none if there are not so many.
    #[must_use]
    pub fn unrank(&self, rank: &BigUint) -> Option<Vec<(u32, u32)>> {
        if rank >= &self.count {
            return None;
        }
        let mut left = rank.clone();
        let mut edges = Vec::new();
        let mut state = 0;
        for step in 0..self.rungs.len() {
            let mut chosen = None;
            for branch in branches(&self.plan, step, state) {
                let size = self.size(step, &branch);
                if left < size {
                    chosen = Some(branch);
                    break;
                }
                left -= size;
            }
            let branch = chosen?;
            edges.extend(self.edges(step, &branch));
            match branch.next {
                Some(next) => state = next,
                None => return Some(edges),
            }
        }
        None
    }

    /// The number of a cycle given by its edges; none if it is no Hamiltonian cycle of the graph.
    #[must_use]
    pub fn rank(&self, cycle: &[(u32, u32)]) -> Option<BigUint> {
        let mut wanted: Vec<(u32, u32)> =
            cycle.iter().map(|&(u, v)| (u.min(v), u.max(v))).collect();
        wanted.sort_unstable();
        wanted.dedup();
        if wanted.len() != self.plan.vertices() {
            return None;
        }
        let mut rank = BigUint::ZERO;
        let mut state = 0;
        for step in 0..self.rungs.len() {
            let vertex = self.plan.vertex(step)?;
            let later = self.plan.later(step);
            let uses = |w: u32| wanted.binary_search(&(vertex.min(w), vertex.max(w))).is_ok();
            let asked: Vec<usize> = (0..later.len()).filter(|&i| uses(later[i])).collect();
            let mut taken = None;
            for branch in branches(&self.plan, step, state) {
                if branch.moves.iter().flatten().copied().eq(asked.iter().copied()) {
                    taken = Some(branch);
                    break;
                }
                rank += self.size(step, &branch);
            }
            match taken?.next {
                Some(next) => state = next,
                None => return (rank < self.count).then_some(rank),
            }
        }
        None
    }

    /// A cycle drawn with equal chances from all of them; none if there is none.
    #[must_use]
    pub fn sample(&self, rng: &mut Rng) -> Option<Vec<(u32, u32)>> {
        self.unrank(&below(rng, &self.count)?)
    }

    /// All cycles in the order of their numbers.
    #[must_use]
    pub fn cycles(&self) -> Cycles<'_> {
        Cycles { ladder: self, path: Vec::new(), started: false }
    }

    /// How many cycles use each edge.
    #[must_use]
    pub fn by_edge(&self) -> BTreeMap<(u32, u32), BigUint> {
        let mut usage = BTreeMap::new();
        for (step, rung) in self.rungs.iter().enumerate() {
            let mut here: BTreeMap<(u32, u32), BigUint> = BTreeMap::new();
            for (at, &state) in rung.states.iter().enumerate() {
                let ways = big(&rung.ways[at * rung.limbs..][..rung.limbs]);
                for branch in branches(&self.plan, step, state) {
                    let through = &ways * self.size(step, &branch);
                    if through != BigUint::ZERO {
                        for edge in self.edges(step, &branch) {
                            *here.entry(edge).or_default() += &through;
                        }
                    }
                }
            }
            usage.extend(here);
        }
        usage
    }

    /// Cycles that go through a branch once its state is reached.
    fn size(&self, step: usize, branch: &Branch) -> BigUint {
        match branch.next {
            None => BigUint::from(1_u32),
            Some(next) => self
                .rungs
                .get(step + 1)
                .and_then(|rung| Some(rung.completions(rung.find(next)?)))
                .unwrap_or_default(),
        }
    }

    fn edges(&self, step: usize, branch: &Branch) -> impl Iterator<Item = (u32, u32)> {
        let vertex = self.plan.vertex(step).unwrap_or(0);
        let later = self.plan.later(step);
        let moves = branch.moves;
        moves.into_iter().flatten().map(move |i| (vertex.min(later[i]), vertex.max(later[i])))
    }
}

/// Works out the completions of a layer from those of the next, and drops what has none.
fn finishable(plan: &Plan, step: usize, rung: &Rung, after: &Rung) -> Rung {
    let limbs = rung.limbs;
    let mut totals: Vec<(usize, BigUint)> = Vec::new();
    for (at, &state) in rung.states.iter().enumerate() {
        let mut total = BigUint::ZERO;
        for branch in branches(plan, step, state) {
            match branch.next {
                None => total += 1_u32,
                Some(next) => {
                    if let Some(found) = after.find(next) {
                        total += after.completions(found);
                    }
                }
            }
        }
        if total != BigUint::ZERO {
            totals.push((at, total));
        }
    }
    let width = totals.iter().map(|t| t.1.bits().div_ceil(64) as usize).max().unwrap_or(1);
    let limbs_after = width.max(limbs);
    let mut kept = Rung { limbs: limbs_after, reached: rung.reached, ..Rung::default() };
    for (at, total) in totals {
        kept.states.push(rung.states[at]);
        kept.ways.extend_from_slice(&rung.ways[at * limbs..][..limbs]);
        kept.ways.resize(kept.states.len() * limbs_after, 0);
        kept.completions.extend(total.iter_u64_digits());
        kept.completions.resize(kept.states.len() * limbs_after, 0);
    }
    kept
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
    fn live(&self, step: usize, state: u128) -> Vec<Branch> {
        let leads = |b: &Branch| match b.next {
            None => true,
            Some(next) => self.ladder.rungs.get(step + 1).is_some_and(|r| r.find(next).is_some()),
        };
        let mut found = branches(&self.ladder.plan, step, state);
        found.retain(leads);
        found.reverse();
        found
    }
}

impl Iterator for Cycles<'_> {
    type Item = Vec<(u32, u32)>;

    fn next(&mut self) -> Option<Self::Item> {
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
                return None;
            }
            self.path.push(self.live(0, 0));
        }
        while let Some(next) = self.path.last()?.last()?.next {
            let level = self.live(self.path.len(), next);
            self.path.push(level);
        }
        let current = self.path.iter().enumerate();
        Some(
            current
                .filter_map(|(s, l)| Some((s, l.last()?)))
                .flat_map(|(s, b)| self.ladder.edges(s, b))
                .collect(),
        )
    }
}
