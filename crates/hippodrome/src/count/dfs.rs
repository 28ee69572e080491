//! The second opinion: counting by plain depth-first search, nothing shared with the engine.
//!
//! A path is extended move by move. Three prunes cut branches that cannot be finished; each can be
//! switched off, and the nodes visited are counted, so that what a prune saves can be shown.

use super::graph::Graph;
use crate::observer::Observer;
use std::fmt;

/// Which branches to cut, and where squares are given.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DfsOptions {
    /// Cut if an unvisited vertex has no open neighbour left.
    pub dead_squares: bool,
    /// Cut if unvisited vertices have too few open neighbours: in a cycle each needs two, in a path
    /// all but one, the last.
    pub degree: bool,
    /// Cut if the unvisited vertices are not connected with the head of the path.
    pub connectivity: bool,
    /// Vertices that must be visited at given places, counted from 0.
    pub visits: Vec<(usize, usize)>,
    /// Only one part of so many: `(part, parts)`. Paths of [`SPLIT_AT`] vertices are dealt out in
    /// turn, in the order in which the search meets them; what all parts find, their nodes and what
    /// they cut add up to those of the whole.
    pub part: Option<(u32, u32)>,
}

/// The length of the paths that are dealt out to parts of a search, in vertices; of graphs with
/// fewer vertices, whole paths are.
pub const SPLIT_AT: usize = 10;

impl Default for DfsOptions {
    fn default() -> Self {
        Self { degree: true, dead_squares: true, connectivity: true, ..Self::naive() }
    }
}

impl DfsOptions {
    /// No prune at all.
    #[must_use]
    pub fn naive() -> Self {
        let (dead_squares, degree, connectivity) = (false, false, false);
        Self { dead_squares, degree, connectivity, visits: Vec::new(), part: None }
    }
}

/// What a depth-first count found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DfsCount {
    /// Directed paths, or directed cycles, from the given start.
    pub found: u128,
    /// Nodes of the search tree.
    pub nodes: u128,
    /// Branches cut.
    pub cut: u128,
}

/// Why a depth-first count gave no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DfsError {
    /// More vertices than the bits of its sets.
    TooLarge {
        /// The number of vertices.
        vertices: usize,
    },
    /// The observer asked to stop.
    Stopped,
}

impl fmt::Display for DfsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { vertices } => write!(
                f,
                "{vertices} squares are too many for the depth-first counter, 128 are the limit: \
                 use the frontier engine"
            ),
            Self::Stopped => write!(f, "the count was stopped"),
        }
    }
}

impl std::error::Error for DfsError {}

/// Directed Hamiltonian paths from `start`; over all starts, each path is counted from both ends.
///
/// # Errors
/// [`DfsError`] for more than 128 vertices, or if the observer asks to stop.
///
/// # Complexity
/// Exponential time, O(vertices) memory. 5×5, all starts: 1728 paths.
///
/// # Examples
/// ```
/// use hippodrome::Silent;
/// use hippodrome::count::{DfsOptions, Graph, count_paths_from};
/// let path = Graph::new(3, [(0, 1), (1, 2)])?;
/// assert_eq!(count_paths_from(&path, 0, &DfsOptions::default(), &Silent)?.found, 1);
/// assert_eq!(count_paths_from(&path, 1, &DfsOptions::default(), &Silent)?.found, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_paths_from(
    graph: &Graph,
    start: usize,
    options: &DfsOptions,
    observer: &dyn Observer,
) -> Result<DfsCount, DfsError> {
    Search::new(graph, start, false, options)?.run(observer)
}

/// Directed Hamiltonian cycles: twice the undirected ones.
///
/// # Errors
/// As [`count_paths_from`].
pub fn count_cycles_dfs(
    graph: &Graph,
    options: &DfsOptions,
    observer: &dyn Observer,
) -> Result<DfsCount, DfsError> {
    if graph.len() < 3 {
        return Ok(DfsCount::default());
    }
    let given = options.visits.iter().find(|v| v.0 == 0).map(|v| v.1);
    // Few moves at the root make a small tree.
    let start = given.or_else(|| (0..graph.len()).min_by_key(|&v| graph.neighbours(v).len()));
    Search::new(graph, start.unwrap_or(0), true, options)?.run(observer)
}

struct Search<'a> {
    adjacent: Vec<u128>,
    forced: Vec<u128>,
    /// Vertices allowed at each place.
    allowed: Vec<u128>,
    start: usize,
    cycle: bool,
    options: &'a DfsOptions,
    count: DfsCount,
    /// Paths met that are as long as those dealt out.
    dealt: u64,
}

impl<'a> Search<'a> {
    fn new(
        graph: &Graph,
        start: usize,
        cycle: bool,
        options: &'a DfsOptions,
    ) -> Result<Self, DfsError> {
        let n = graph.len();
        if n > 128 {
            return Err(DfsError::TooLarge { vertices: n });
        }
        let adjacent = (0..n)
            .map(|v| graph.neighbours(v).iter().fold(0, |set, &w| set | 1_u128 << w))
            .collect();
        let mut forced = vec![0; n];
        for &(u, v) in graph.forced() {
            forced[u as usize] |= 1_u128 << v;
            forced[v as usize] |= 1_u128 << u;
        }
        let mut allowed = vec![u128::MAX; n];
        for &(place, vertex) in &options.visits {
            for (at, set) in allowed.iter_mut().enumerate() {
                let bit = 1_u128.checked_shl(vertex as u32).unwrap_or(0);
                *set &= if at == place { bit } else { !bit };
            }
        }
        // Parts begin with different ones, start by start.
        let (count, dealt) = (DfsCount::default(), start as u64);
        Ok(Self { adjacent, forced, allowed, start, cycle, options, count, dealt })
    }

    fn run(mut self, observer: &dyn Observer) -> Result<DfsCount, DfsError> {
        let n = self.adjacent.len();
        if self.start >= n || self.allowed[0] >> self.start & 1 == 0 {
            return Ok(self.count);
        }
        let mut path = vec![self.start];
        let mut unvisited = (u128::MAX >> (128 - n)) & !(1 << self.start);
        let mut choices = vec![self.choices(&path, unvisited)];
        while let Some(left) = choices.last_mut() {
            if *left == 0 {
                choices.pop();
                if let Some(v) = path.pop() {
                    unvisited |= 1 << v;
                }
                continue;
            }
            let v = left.trailing_zeros() as usize;
            *left &= *left - 1;
            path.push(v);
            unvisited &= !(1 << v);
            let next = self.choices(&path, unvisited);
            choices.push(next);
            if self.count.nodes.is_multiple_of(1 << 16) && observer.should_stop() {
                return Err(DfsError::Stopped);
            }
        }
        Ok(self.count)
    }

    /// Visits a node: counts it if it is whole, else gives the vertices to go on to.
    fn choices(&mut self, path: &[usize], unvisited: u128) -> u128 {
        let split = SPLIT_AT.min(self.adjacent.len());
        // What comes before paths are dealt out is counted by the first part.
        let mine = match self.options.part {
            Some((part, parts)) if path.len() == split => {
                self.dealt += 1;
                if (self.dealt - 1) % u64::from(parts.max(1)) != u64::from(part) {
                    return 0;
                }
                true
            }
            Some((part, _)) => part == 0 || path.len() > split,
            None => true,
        };
        let before = self.count;
        let next = self.visit(path, unvisited);
        if !mine {
            self.count = before;
        }
        next
    }

    fn visit(&mut self, path: &[usize], unvisited: u128) -> u128 {
        self.count.nodes += 1;
        let head = path[path.len() - 1];
        let before = path.len().checked_sub(2).map_or(0, |i| 1_u128 << path[i]);
        if unvisited == 0 {
            let (first, second) = (self.start, path.get(1).map_or(0, |&v| 1_u128 << v));
            let closing = if self.cycle { 1_u128 << first } else { 0 };
            let opening = if self.cycle { 1_u128 << head } else { 0 };
            let whole = (!self.cycle || self.adjacent[head] & closing != 0)
                && self.forced[head] & !(before | closing) == 0
                && self.forced[first] & !(second | opening) == 0;
            self.count.found += u128::from(whole);
            return 0;
        }
        if self.is_dead(head, before, unvisited) {
            self.count.cut += 1;
            return 0;
        }
        let mut next = self.adjacent[head] & unvisited & self.allowed[path.len()];
        let forced = self.forced[head] & !before;
        // A forced move from here must be the next one, or the one that closes the cycle.
        if path.len() > 1 && forced != 0 {
            next = if forced.is_power_of_two() { next & forced } else { 0 };
        }
        next
    }

    fn is_dead(&self, head: usize, before: u128, unvisited: u128) -> bool {
        let options = self.options;
        if options.degree || options.dead_squares {
            let mut open = unvisited | 1 << head;
            if self.cycle {
                open |= 1 << self.start;
            }
            // Of the vertices that see neither the head nor what it just left nothing has changed;
            // but a path may have one vertex with a single neighbour, so all are looked at.
            let mut left = if self.cycle && before != 0 {
                self.adjacent[before.trailing_zeros() as usize] & unvisited
            } else {
                unvisited
            };
            let mut single = 0;
            while left != 0 {
                let v = left.trailing_zeros() as usize;
                left &= left - 1;
                match (self.adjacent[v] & open).count_ones() {
                    0 => return true,
                    1 if options.degree => {
                        single += 1;
                        if self.cycle || single > 1 {
                            return true;
                        }
                    }
                    _ => {}
                }
            }
        }
        if options.connectivity {
            let mut reached = self.adjacent[head] & unvisited;
            let mut fresh = reached;
            while fresh != 0 {
                let v = fresh.trailing_zeros() as usize;
                fresh &= fresh - 1;
                let new = self.adjacent[v] & unvisited & !reached;
                reached |= new;
                fresh |= new;
            }
            return reached != unvisited;
        }
        false
    }
}
