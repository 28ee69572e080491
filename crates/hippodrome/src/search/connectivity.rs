//! Connectivity of what is left: a Hamiltonian cycle has no cut vertex.

use crate::search::forcing::{Forcing, Status};

/// Scratch memory for finding a cut vertex of the edges that are not out.
#[derive(Debug)]
pub(crate) struct Connectivity {
    order: Vec<u32>,
    low: Vec<u32>,
    stack: Vec<(u32, u32)>,
}

/// Why the edges that are not out cannot hold a Hamiltonian cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Split {
    /// They do not connect all vertices.
    Apart,
    /// They do not after removing this vertex.
    At(u32),
}

impl Connectivity {
    pub(crate) fn new(vertices: usize) -> Self {
        Self { order: vec![0; vertices], low: vec![0; vertices], stack: Vec::new() }
    }

    /// The first reason met by one depth-first search (Hopcroft and Tarjan, Efficient algorithms
    /// for graph manipulation, CACM 16 (1973), doi:10.1145/362248.362272), without recursion.
    /// O(vertices + edges).
    pub(crate) fn split(&mut self, forcing: &Forcing<'_>) -> Option<Split> {
        let graph = forcing.graph();
        self.order.fill(0);
        self.stack.clear();
        let (mut visited, mut at_root) = (1u32, 0u32);
        self.order[0] = 1;
        self.low[0] = 1;
        self.stack.push((0, 0));
        while let Some((vertex, next)) = self.stack.last_mut() {
            let (from, arcs) = (*vertex, graph.arcs(*vertex));
            let Some(&(to, edge)) = arcs.get(*next as usize) else {
                self.stack.pop();
                let Some(&(parent, _)) = self.stack.last() else { break };
                let low = self.low[from as usize];
                if self.stack.len() > 1 && low >= self.order[parent as usize] {
                    return Some(Split::At(parent));
                }
                self.low[parent as usize] = self.low[parent as usize].min(low);
                continue;
            };
            *next += 1;
            if forcing.status(edge) == Status::Out {
                continue;
            }
            if self.order[to as usize] == 0 {
                at_root += u32::from(self.stack.len() == 1);
                if at_root == 2 {
                    return Some(Split::At(0));
                }
                visited += 1;
                self.order[to as usize] = visited;
                self.low[to as usize] = visited;
                self.stack.push((to, 0));
            } else {
                self.low[from as usize] = self.low[from as usize].min(self.order[to as usize]);
            }
        }
        (visited as usize != graph.len()).then_some(Split::Apart)
    }
}
