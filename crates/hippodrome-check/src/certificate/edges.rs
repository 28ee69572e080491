//! `by search`, method `edges`: a binary tree over edges in and out.

use super::cycle::{CycleGraph, Edge, Mark};
use super::header::Header;
use super::lines::{Line, Lines};
use super::vertices::Vertex;
use crate::board::Board;
use crate::limits::Limits;
use crate::question::Problem;
use crate::report::{Fault, Ledger};

/// Checks the tree: each branch on an undecided edge, each leaf a conflict or a cut.
pub(crate) fn check(
    lines: &mut Lines<'_>,
    header: &mut Header,
    limits: &Limits,
    ledger: &mut Ledger,
) -> Result<(), Fault> {
    let problem = &header.problem;
    let mut board = None;
    header.fault.check(|| {
        board = Some(Board::new(problem, limits)?);
        Ok(())
    })?;
    let mut tree = None;
    if let Some(board) = &board {
        let line = lines.peek()?;
        header.fault.check(|| {
            if !problem.closed && board.squares() == 1 {
                return Err(line.rejected("not-refuted", "one square is an open tour"));
            }
            tree = Some(Tree::new(problem, board, limits)?);
            Ok(())
        })?;
    }
    // Nodes that are still to come.
    let mut pending = 1_u64;
    let mut counts = [0_u64; 2];
    while pending > 0 {
        let line = lines.next()?;
        if let Some(words) = line.after("branch") {
            let blank = words.iter().position(|byte| *byte == b' ');
            let blank = blank.ok_or_else(|| line.expected("\"branch VERTEX VERTEX\""))?;
            let ends = [&words[..blank], &words[blank + 1..]];
            let ends = [Vertex::read(&line, ends[0])?, Vertex::read(&line, ends[1])?];
            pending += 1;
            counts[0] += 1;
            header.fault.check(|| match &mut tree {
                Some(tree) => tree.branch(&line, ends),
                None => Ok(()),
            })?;
        } else {
            let cut = if line.text == b"leaf" {
                None
            } else if line.text == b"leaf cut" {
                Some(Vec::new())
            } else {
                let words =
                    line.after("leaf cut").ok_or_else(|| line.expected("branch or leaf"))?;
                let words = words.split(|byte| *byte == b' ');
                Some(words.map(|word| Vertex::read(&line, word)).collect::<Result<_, _>>()?)
            };
            pending -= 1;
            counts[1] += 1;
            header.fault.check(|| match &mut tree {
                Some(tree) => tree.leaf(&line, cut.as_deref()),
                None => Ok(()),
            })?;
        }
    }
    lines.end()?;
    ledger.examined("branches", counts[0]);
    ledger.examined("leaves", counts[1]);
    Ok(())
}

/// The state of the edges at the present node, and the branches above it.
struct Tree<'b> {
    problem: &'b Problem,
    board: &'b Board,
    graph: CycleGraph<'b>,
    /// For each branch above: the state before it, its edge, and whether it is out by now.
    branches: Vec<(Mark, Edge, bool)>,
    gone: Vec<bool>,
}

impl<'b> Tree<'b> {
    fn new(problem: &'b Problem, board: &'b Board, limits: &Limits) -> Result<Self, Fault> {
        let mut graph = CycleGraph::new(problem, board, limits.work);
        graph.touch_all();
        graph.force()?;
        Ok(Self { problem, board, graph, branches: Vec::new(), gone: Vec::new() })
    }

    fn branch(&mut self, line: &Line<'_>, ends: [Vertex; 2]) -> Result<(), Fault> {
        let one = ends[0].index(line, self.problem, self.board)?;
        let other = ends[1].index(line, self.problem, self.board)?;
        if self.graph.is_conflict() {
            return Err(line.rejected("branch-at-conflict", "here is a conflict: write leaf"));
        }
        let Some(edge) = self.graph.edge(one, other) else {
            return Err(line.rejected("no-such-edge", "the two are not joined"));
        };
        if !self.graph.is_undecided(edge) {
            return Err(line.rejected("edge-decided", "the edge is in or out already"));
        }
        self.branches.push((self.graph.mark(), edge, false));
        self.graph.set_in(edge);
        self.graph.force()
    }

    fn leaf(&mut self, line: &Line<'_>, cut: Option<&[Vertex]>) -> Result<(), Fault> {
        match cut {
            None if !self.graph.is_conflict() => {
                return Err(line.rejected("no-conflict", "the rules lead to no conflict here"));
            }
            None => {}
            Some(removed) => self.cut(line, removed)?,
        }
        while let Some((mark, edge, is_out)) = self.branches.pop() {
            self.graph.undo(mark);
            if !is_out {
                self.branches.push((mark, edge, true));
                self.graph.set_out(edge);
                return self.graph.force();
            }
        }
        Ok(())
    }

    fn cut(&mut self, line: &Line<'_>, removed: &[Vertex]) -> Result<(), Fault> {
        if self.graph.is_conflict() {
            return Err(line.rejected("cut-at-conflict", "here is a conflict: write leaf"));
        }
        self.gone.clear();
        self.gone.resize(self.board.cells() + 1, false);
        for vertex in removed {
            let index = vertex.index(line, self.problem, self.board)?;
            if std::mem::replace(&mut self.gone[index], true) {
                return Err(line.rejected("vertex-repeated", "a vertex is removed twice"));
            }
        }
        let (counted, most) = (self.graph.components(&mut self.gone)?, removed.len().max(1));
        if counted > most as u64 {
            return Ok(());
        }
        let reason = format!("a tour can leave {most} components, and there are {counted}");
        Err(line.rejected("no-cut", reason))
    }
}
