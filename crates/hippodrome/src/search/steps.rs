//! The case distinction over steps: evidence that no tour agrees with the clues.
//!
//! The search with clues prunes in ways that a small checker does not follow, so when it has
//! refuted a problem the squares are tried once more in the order of their steps, with the four
//! reasons that FORMATS.md knows for giving up: a square that is stranded, squares that are split
//! off, colours that cannot alternate, a clue that is too far away.

use std::collections::VecDeque;

use crate::answer::StepNode;
use crate::graph::MoveGraph;
use crate::observer::Observer;
use crate::problem::Problem;
use crate::search::budget::Meter;
use crate::tour::Kind;

/// The case distinction, if it has no more lines than the budget keeps and nobody stops it.
pub(crate) fn evidence(
    problem: &Problem,
    graph: &MoveGraph,
    meter: &mut Meter,
    observer: &dyn Observer,
) -> Option<Vec<StepNode>> {
    let mut tree = Tree::new(problem, graph);
    let mut nodes = Vec::new();
    // The candidates still to be tried at each depth.
    let mut open = vec![tree.candidates()];
    while let Some(left) = open.last_mut() {
        if nodes.len() > meter.evidence() || meter.look(graph.len() as u64, observer).is_err() {
            return None;
        }
        let Some(next) = left.pop() else {
            nodes.push(StepNode::Back);
            open.pop();
            tree.leave();
            continue;
        };
        nodes.push(StepNode::Try(graph.square(next)));
        tree.enter(next);
        if tree.path.len() == graph.len() {
            // A tour after all: no evidence against it.
            return None;
        }
        match tree.leaf() {
            Some(leaf) => {
                nodes.push(leaf);
                tree.leave();
            }
            None => open.push(tree.candidates()),
        }
    }
    Some(nodes)
}

struct Tree<'a> {
    graph: &'a MoveGraph,
    /// The square of each step and the step of each square that a clue names (from 0).
    at: Vec<Option<u32>>,
    step_of: Vec<Option<usize>>,
    /// The steps with clues, and the distances to their squares.
    clues: Vec<(usize, Vec<u32>)>,
    closed: bool,
    changes_colour: bool,
    path: Vec<u32>,
    visited: Vec<bool>,
    /// Unvisited neighbours of each square.
    free: Vec<u32>,
    /// Unvisited squares of the colour of `a1`, and of the other.
    left: [usize; 2],
    seen: Vec<bool>,
    stack: Vec<u32>,
}

impl<'a> Tree<'a> {
    fn new(problem: &Problem, graph: &'a MoveGraph) -> Self {
        let n = graph.len();
        let (mut at, mut step_of) = (vec![None; n], vec![None; n]);
        let mut clues = Vec::new();
        for (step, square) in problem.fixed() {
            let (step, vertex) = (step as usize - 1, graph.vertex(square).unwrap_or(0));
            at[step] = Some(vertex);
            step_of[vertex as usize] = Some(step);
            clues.push((step, distances(graph, vertex)));
        }
        let even = (0..n as u32).filter(|&v| graph.square(v).is_even()).count();
        Self {
            graph,
            at,
            step_of,
            clues,
            closed: problem.kind() == Kind::Closed,
            changes_colour: problem.leaper().changes_colour(),
            path: Vec::with_capacity(n),
            visited: vec![false; n],
            free: (0..n as u32).map(|v| graph.degree(v) as u32).collect(),
            left: [even, n - even],
            seen: vec![false; n],
            stack: Vec::new(),
        }
    }

    /// The squares that may be tried next, the last first.
    fn candidates(&self) -> Vec<u32> {
        let step = self.path.len();
        let may = |&vertex: &u32| {
            !self.visited[vertex as usize]
                && self.at[step].is_none_or(|clue| clue == vertex)
                && self.step_of[vertex as usize].is_none_or(|clue| clue == step)
                && (!self.closed
                    || step + 1 < self.graph.len()
                    || self.path.first().is_none_or(|&first| self.graph.joined(first, vertex)))
        };
        match self.path.last() {
            Some(&last) => self.graph.neighbours(last).iter().copied().filter(may).rev().collect(),
            None => (0..self.graph.len() as u32).filter(may).rev().collect(),
        }
    }

    fn enter(&mut self, vertex: u32) {
        self.visited[vertex as usize] = true;
        self.left[usize::from(!self.graph.square(vertex).is_even())] -= 1;
        for &to in self.graph.neighbours(vertex) {
            self.free[to as usize] -= 1;
        }
        self.path.push(vertex);
    }

    fn leave(&mut self) {
        let Some(vertex) = self.path.pop() else { return };
        self.visited[vertex as usize] = false;
        self.left[usize::from(!self.graph.square(vertex).is_even())] += 1;
        for &to in self.graph.neighbours(vertex) {
            self.free[to as usize] += 1;
        }
    }

    /// A reason to give up at the last square.
    fn leaf(&mut self) -> Option<StepNode> {
        let &last = self.path.last()?;
        let visited = self.path.len();
        for (step, distance) in &self.clues {
            // Steps here are from 0, the last one visited is `visited` - 1.
            if *step >= visited && distance[last as usize] as usize > step + 1 - visited {
                return Some(StepNode::Late(*step as u128 + 1));
            }
        }
        if self.changes_colour {
            let next = self.left[usize::from(self.graph.square(last).is_even())];
            if next != (self.left[0] + self.left[1]).div_ceil(2) {
                return Some(StepNode::Colour);
            }
        }
        let stranded = |&vertex: &u32| {
            !self.visited[vertex as usize]
                && self.free[vertex as usize] == 0
                && !self.graph.joined(vertex, last)
        };
        let found = match self.path.len().checked_sub(2) {
            Some(before) => self.graph.neighbours(self.path[before]).iter().copied().find(stranded),
            None => (0..self.graph.len() as u32).find(stranded),
        };
        if let Some(vertex) = found {
            return Some(StepNode::Stranded(self.graph.square(vertex)));
        }
        (self.reachable(last) + visited < self.graph.len()).then_some(StepNode::Split)
    }

    /// The unvisited squares connected to the last one through unvisited squares.
    fn reachable(&mut self, last: u32) -> usize {
        self.seen.copy_from_slice(&self.visited);
        self.stack.push(last);
        let mut count = 0;
        while let Some(at) = self.stack.pop() {
            for &to in self.graph.neighbours(at) {
                if !std::mem::replace(&mut self.seen[to as usize], true) {
                    count += 1;
                    self.stack.push(to);
                }
            }
        }
        count
    }
}

/// The distances of all squares to one, in the whole move graph.
fn distances(graph: &MoveGraph, from: u32) -> Vec<u32> {
    let mut distance = vec![u32::MAX; graph.len()];
    distance[from as usize] = 0;
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        for &to in graph.neighbours(at) {
            if distance[to as usize] == u32::MAX {
                distance[to as usize] = distance[at as usize] + 1;
                queue.push_back(to);
            }
        }
    }
    distance
}
