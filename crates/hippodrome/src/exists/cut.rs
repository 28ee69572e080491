//! Cuts: squares whose removal leaves too many components.
//!
//! A closed tour from which a set S of squares is taken leaves at most |S| paths (one if S is
//! empty), an open tour at most |S| + 1, and one fewer for each end that is taken. So there is no
//! tour if the board without S has more components (Chvátal, Tough graphs and Hamiltonian circuits,
//! Discrete Mathematics 5 (1973) 215–228).
//!
//! Finding the best S is hard; these are looked at: the empty set, cut vertices, and sets of
//! neighbours of squares of one colour that a matching shows to be small (the Dulmage–Mendelsohn
//! decomposition), also joined together greedily.

use std::collections::VecDeque;

use crate::answer::{Evidence, Reason};
use crate::board::Board;
use crate::error::Error;
use crate::graph::MoveGraph;
use crate::leaper::Leaper;
use crate::problem::Problem;
use crate::square::Square;
use crate::tour::Kind;

/// The number of components of the move graph without the removed squares.
///
/// # Errors
///
/// When the board has more than 2^26 squares.
pub(super) fn components(
    board: &Board,
    leaper: Leaper,
    removed: impl Iterator<Item = Square>,
) -> Result<u64, Error> {
    if board.area() > u128::from(Board::MAX_MASKED) {
        return Err(Error::too_large(format!(
            "the {} board is too large to count its components (at most {} squares)",
            board.size(),
            Board::MAX_MASKED
        )));
    }
    let area = board.area() as usize;
    let mut gone = vec![0u64; area.div_ceil(64)];
    let mut take = |cell: usize| {
        let fresh = gone[cell / 64] >> (cell % 64) & 1 == 0;
        gone[cell / 64] |= 1 << (cell % 64);
        fresh
    };
    for square in removed.chain(board.holes()) {
        take(board.cell(square));
    }
    let steps: Vec<_> = leaper.steps().collect();
    let mut queue = VecDeque::new();
    let mut count = 0;
    for cell in 0..area {
        if !take(cell) {
            continue;
        }
        count += 1;
        queue.push_back(cell as u32);
        while let Some(at) = queue.pop_front() {
            let square = board.square(at as usize);
            for &step in &steps {
                let to = square.step(step).filter(|&to| board.spans(to));
                if let Some(cell) = to.map(|to| board.cell(to)).filter(|&cell| take(cell)) {
                    queue.push_back(cell as u32);
                }
            }
        }
    }
    Ok(count)
}

/// The most vertices for which more than the empty set is tried.
const LARGEST: usize = 4096;
/// The most vertex visits of the greedy part: a few milliseconds.
const EFFORT: usize = 4_000_000;

/// No tour since some squares can be removed that leave too many components.
pub(super) fn refute(problem: &Problem, graph: &MoveGraph) -> Option<Reason> {
    let mut cuts = Cuts::new(problem, graph);
    if let Some(reason) = cuts.reason_if_cut() {
        return Some(reason);
    }
    if graph.len() > LARGEST {
        return None;
    }
    for vertex in cut_vertices(graph) {
        cuts.removed[vertex as usize] = true;
        if let Some(reason) = cuts.reason_if_cut() {
            return Some(reason);
        }
        cuts.removed[vertex as usize] = false;
    }
    if problem.leaper().changes_colour() { cuts.by_matching() } else { None }
}

/// A set of removed squares that grows.
struct Cuts<'a> {
    problem: &'a Problem,
    graph: &'a MoveGraph,
    removed: Vec<bool>,
    seen: Vec<bool>,
    stack: Vec<u32>,
    effort: usize,
}

impl<'a> Cuts<'a> {
    fn new(problem: &'a Problem, graph: &'a MoveGraph) -> Self {
        let n = graph.len();
        Self {
            problem,
            graph,
            removed: vec![false; n],
            seen: vec![false; n],
            stack: Vec::new(),
            effort: 0,
        }
    }

    /// The components that are left.
    fn components(&mut self) -> i64 {
        self.seen.copy_from_slice(&self.removed);
        self.effort += self.seen.len();
        let mut count = 0;
        for first in 0..self.seen.len() as u32 {
            if std::mem::replace(&mut self.seen[first as usize], true) {
                continue;
            }
            count += 1;
            self.stack.push(first);
            while let Some(at) = self.stack.pop() {
                for &to in self.graph.neighbours(at) {
                    if !std::mem::replace(&mut self.seen[to as usize], true) {
                        self.stack.push(to);
                    }
                }
            }
        }
        count
    }

    /// (components left, components above what a tour leaves).
    fn excess(&mut self) -> (i64, i64) {
        let removed = self.removed.iter().filter(|&&gone| gone).count() as i64;
        let allowed = match self.problem.kind() {
            Kind::Closed => removed.max(1),
            Kind::Open => {
                let ends = [self.problem.from(), self.problem.to()].into_iter().flatten();
                let gone = ends.filter_map(|end| self.graph.vertex(end));
                removed + 1 - gone.filter(|&end| self.removed[end as usize]).count() as i64
            }
        };
        let components = self.components();
        (components, components - allowed)
    }

    fn reason_if_cut(&mut self) -> Option<Reason> {
        let (components, excess) = self.excess();
        if excess <= 0 {
            return None;
        }
        let removed: Vec<Square> = (0..self.graph.len() as u32)
            .filter(|&vertex| self.removed[vertex as usize])
            .map(|vertex| self.graph.square(vertex))
            .collect();
        let text = match removed.as_slice() {
            [] => format!("the moves leave the board in {components} parts"),
            &[one] => format!("without {one} the board falls into {components} parts"),
            more => format!(
                "{} squares are removed and {components} components are left, more than a tour leaves",
                more.len()
            ),
        };
        let evidence = Evidence::Cut { removed, components: components as u64 };
        Some(Reason { code: "cut", text, evidence })
    }

    /// Sets of neighbours of squares of one colour that are no larger than these, joined as long as
    /// that gains something.
    fn by_matching(&mut self) -> Option<Reason> {
        let matching = Matching::new(self.graph);
        let mut sets: Vec<Vec<u32>> =
            (0..self.graph.len() as u32).filter_map(|vertex| matching.tight(vertex)).collect();
        sets.sort_unstable_by_key(Vec::len);
        sets.dedup();
        let (_, mut best) = self.excess();
        loop {
            let mut found: Option<(i64, usize)> = None;
            for (at, set) in sets.iter().enumerate() {
                let fresh: Vec<u32> =
                    set.iter().copied().filter(|&v| !self.removed[v as usize]).collect();
                if fresh.is_empty() {
                    continue;
                }
                if self.effort > EFFORT {
                    return None;
                }
                for &vertex in &fresh {
                    self.removed[vertex as usize] = true;
                }
                if let Some(reason) = self.reason_if_cut() {
                    return Some(reason);
                }
                let (_, excess) = self.excess();
                if found.is_none_or(|(most, _)| excess > most) {
                    found = Some((excess, at));
                }
                for &vertex in &fresh {
                    self.removed[vertex as usize] = false;
                }
            }
            let (excess, at) = found?;
            if excess < best {
                return None;
            }
            best = excess;
            for &vertex in &sets[at] {
                self.removed[vertex as usize] = true;
            }
        }
    }
}

/// A maximum matching of the two colours.
struct Matching<'a> {
    graph: &'a MoveGraph,
    mate: Vec<Option<u32>>,
}

impl<'a> Matching<'a> {
    /// By augmenting paths, breadth first: O(vertices · edges) at worst, far less on boards.
    fn new(graph: &'a MoveGraph) -> Self {
        let n = graph.len();
        let mut mate: Vec<Option<u32>> = vec![None; n];
        let mut came: Vec<u32> = vec![u32::MAX; n];
        for root in (0..n as u32).filter(|&v| graph.square(v).is_even()) {
            if mate[root as usize].is_some() {
                continue;
            }
            let mut reached = Vec::new();
            let mut queue = VecDeque::from([root]);
            'search: while let Some(at) = queue.pop_front() {
                for &to in graph.neighbours(at) {
                    if came[to as usize] != u32::MAX {
                        continue;
                    }
                    came[to as usize] = at;
                    reached.push(to);
                    if let Some(next) = mate[to as usize] {
                        queue.push_back(next);
                        continue;
                    }
                    let mut end = to;
                    loop {
                        let from = came[end as usize];
                        let before = mate[from as usize].replace(end);
                        mate[end as usize] = Some(from);
                        match before {
                            Some(before) => end = before,
                            None => break 'search,
                        }
                    }
                }
            }
            for vertex in reached {
                came[vertex as usize] = u32::MAX;
            }
        }
        Self { graph, mate }
    }

    /// The neighbours of the smallest set of squares that contains this one and whose neighbours
    /// are all matched into it; `None` if such a set would need a square without partner on the
    /// other side, or is a whole colour. In increasing order.
    fn tight(&self, vertex: u32) -> Option<Vec<u32>> {
        let mut inside = vec![false; self.graph.len()];
        let mut neighbours = Vec::new();
        let mut stack = vec![vertex];
        let mut rest = self.graph.len();
        inside[vertex as usize] = true;
        while let Some(at) = stack.pop() {
            rest -= 1;
            for &to in self.graph.neighbours(at) {
                if std::mem::replace(&mut inside[to as usize], true) {
                    continue;
                }
                rest -= 1;
                neighbours.push(to);
                let partner = self.mate[to as usize]?;
                if !std::mem::replace(&mut inside[partner as usize], true) {
                    stack.push(partner);
                }
            }
        }
        neighbours.sort_unstable();
        (rest > 0 && !neighbours.is_empty()).then_some(neighbours)
    }
}

/// The vertices without which the graph has more components than before. O(vertices + edges).
fn cut_vertices(graph: &MoveGraph) -> Vec<u32> {
    let n = graph.len();
    let (mut order, mut low) = (vec![0u32; n], vec![0u32; n]);
    let mut is_cut = vec![false; n];
    let mut count = 0;
    for root in 0..n as u32 {
        if order[root as usize] != 0 {
            continue;
        }
        let mut stack = vec![(root, 0usize)];
        let mut children = 0;
        count += 1;
        (order[root as usize], low[root as usize]) = (count, count);
        while let Some((vertex, next)) = stack.last_mut() {
            let from = *vertex;
            let Some(&to) = graph.neighbours(from).get(*next) else {
                stack.pop();
                let Some(&(parent, _)) = stack.last() else { break };
                let lowest = low[from as usize];
                if parent == root {
                    children += 1;
                } else if lowest >= order[parent as usize] {
                    is_cut[parent as usize] = true;
                }
                low[parent as usize] = low[parent as usize].min(lowest);
                continue;
            };
            *next += 1;
            if order[to as usize] == 0 {
                count += 1;
                (order[to as usize], low[to as usize]) = (count, count);
                stack.push((to, 0));
            } else {
                low[from as usize] = low[from as usize].min(order[to as usize]);
            }
        }
        is_cut[root as usize] = children > 1;
    }
    (0..n as u32).filter(|&vertex| is_cut[vertex as usize]).collect()
}
