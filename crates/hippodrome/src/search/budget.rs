//! How much work a search may do.

use crate::answer::Limit;
use crate::observer::{Observer, Progress};

/// How much work a search may do, and how much of its evidence is kept.
///
/// Time is not counted here: give a [`Deadline`](crate::Deadline) as the observer.
///
/// # Examples
///
/// ```
/// use hippodrome::search::Budget;
///
/// let budget = Budget::default().with_nodes(10_000).with_seed(7);
/// assert_eq!(budget.nodes, Some(10_000));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Budget {
    /// The most search nodes; no limit if `None` (the default).
    pub nodes: Option<u64>,
    /// The longest case distinction that is kept, in lines (by default 2^20). A search that needs
    /// more still gives its answer, with [`Evidence::NotKept`](crate::Evidence::NotKept).
    pub evidence: usize,
    /// The seed of the orders in which ties are broken after a restart.
    pub seed: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self { nodes: None, evidence: 1 << 20, seed: 0 }
    }
}

impl Budget {
    /// At most so many search nodes.
    #[must_use]
    pub fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// Keeps case distinctions of at most so many lines.
    #[must_use]
    pub fn with_evidence(mut self, lines: usize) -> Self {
        self.evidence = lines;
        self
    }

    /// Another order of ties.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }
}

/// Why a search stopped before it knew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    Nodes(u64),
    Observer,
}

impl From<Stop> for Limit {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Nodes(nodes) => Self::Nodes(nodes),
            Stop::Observer => Self::Stopped,
        }
    }
}

/// The budget as it is used up.
#[derive(Debug)]
pub(crate) struct Meter {
    budget: Budget,
    nodes: u64,
    /// Work since the observer was asked last, in vertices looked at.
    work: u64,
    told: u64,
}

impl Meter {
    /// The work between two questions to the observer: well under a millisecond.
    const WORK: u64 = 20_000;

    pub(crate) fn new(budget: &Budget) -> Self {
        Self { budget: *budget, nodes: 0, work: 0, told: 0 }
    }

    pub(crate) fn seed(&self) -> u64 {
        self.budget.seed
    }

    pub(crate) fn evidence(&self) -> usize {
        self.budget.evidence
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The same budget with another limit of nodes, from now on.
    pub(crate) fn capped(&self, nodes: u64) -> Self {
        let left = self.budget.nodes.map(|limit| limit.saturating_sub(self.nodes));
        let nodes = left.map_or(nodes, |left| left.min(nodes));
        Self::new(&self.budget.with_nodes(nodes))
    }

    /// One more node that costs this much work.
    pub(crate) fn spend(&mut self, work: u64, observer: &dyn Observer) -> Result<(), Stop> {
        if self.budget.nodes.is_some_and(|limit| self.nodes >= limit) {
            return Err(Stop::Nodes(self.nodes));
        }
        self.nodes += 1;
        self.look(work, observer)
    }

    /// More work that is not a node of the search.
    pub(crate) fn look(&mut self, work: u64, observer: &dyn Observer) -> Result<(), Stop> {
        self.work += work;
        if self.work >= Self::WORK {
            self.work = 0;
            if observer.should_stop() {
                return Err(Stop::Observer);
            }
            self.told += 1;
            if self.told.is_multiple_of(256) {
                observer.progress(&Progress {
                    stage: "searching",
                    done: u128::from(self.nodes),
                    total: self.budget.nodes.map(u128::from),
                    note: String::new(),
                });
            }
        }
        Ok(())
    }
}
