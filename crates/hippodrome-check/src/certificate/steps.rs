//! `by search`, method `steps`: the squares in the order of their steps, for problems with clues.

use std::collections::BTreeMap;

use super::header::Header;
use super::lines::{Line, Lines};
use super::vertices;
use crate::board::Board;
use crate::limits::Limits;
use crate::question::Problem;
use crate::report::{Fault, Ledger};
use crate::square::Square;

/// Why a node has no tour below it.
#[derive(Clone, Copy, Debug)]
enum Leaf {
    Stranded(Option<Square>),
    Split,
    Colour,
    Late(u128),
}

/// Checks the tree: below each node every possible square, at each leaf the reason.
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
    let mut tree = board.as_ref().map(|board| Tree::new(problem, board, limits));
    let mut depth = 1_u64;
    let mut is_fresh = false;
    let mut counts = [0_u64; 3];
    while depth > 0 {
        let line = lines.next()?;
        let mut run = |step: &mut dyn FnMut(&mut Tree<'_>) -> Result<(), Fault>| {
            header.fault.check(|| tree.as_mut().map_or(Ok(()), step))
        };
        if let Some(word) = line.after("try") {
            let square = line.square(word)?;
            run(&mut |tree| tree.enter(&line, square))?;
            depth += 1;
            counts[0] += 1;
            is_fresh = true;
            continue;
        }
        if line.text == b"back" {
            run(&mut |tree| tree.back(&line))?;
            counts[2] += 1;
        } else {
            let leaf = leaf(&line)?;
            if !is_fresh {
                return Err(line.expected("try or back"));
            }
            run(&mut |tree| tree.leaf(&line, leaf))?;
            counts[1] += 1;
        }
        depth -= 1;
        is_fresh = false;
    }
    lines.end()?;
    ledger.examined("squares tried", counts[0]);
    ledger.examined("leaves", counts[1]);
    ledger.examined("nodes of which each possible square was tried", counts[2]);
    Ok(())
}

fn leaf(line: &Line<'_>) -> Result<Leaf, Fault> {
    match line.text {
        b"leaf split" => return Ok(Leaf::Split),
        b"leaf colour" => return Ok(Leaf::Colour),
        _ => {}
    }
    if let Some(word) = line.after("leaf stranded") {
        return Ok(Leaf::Stranded(line.square(word)?));
    }
    if let Some(word) = line.after("leaf late") {
        return Ok(Leaf::Late(line.integer(word)?));
    }
    Err(line.expected("try, back, or leaf and its reason"))
}

/// The squares visited on the way to the present node.
struct Tree<'b> {
    problem: &'b Problem,
    board: &'b Board,
    /// Clues, with the given ends among them, by step and by square.
    by_step: Vec<(u128, usize)>,
    by_square: Vec<(usize, u128)>,
    is_visited: Vec<bool>,
    /// The squares visited, each with the slots tried from it.
    path: Vec<(usize, u8)>,
    /// The squares tried at step 1.
    is_tried: Vec<bool>,
    /// Unvisited squares: even, odd.
    left: [usize; 2],
    /// Distances to squares of clues, while there is room for them.
    distances: BTreeMap<usize, Vec<u32>>,
    work: u64,
    limits: Limits,
}

impl<'b> Tree<'b> {
    fn new(problem: &'b Problem, board: &'b Board, limits: &Limits) -> Self {
        let last = board.squares() as u128;
        let ends = [(1, problem.from), (last, problem.to)];
        let ends = ends.into_iter().filter_map(|(step, square)| Some((step, square?)));
        let mut by_step: Vec<(u128, usize)> = (problem.step_at.iter().copied())
            .chain(ends)
            .map(|(step, square)| (step, board.index(square)))
            .collect();
        by_step.sort_unstable();
        by_step.dedup();
        let mut by_square: Vec<_> = by_step.iter().map(|(step, square)| (*square, *step)).collect();
        by_square.sort_unstable();
        let even = board.all().filter(|index| board.square(*index).is_even()).count();
        Self {
            problem,
            board,
            by_step,
            by_square,
            is_visited: vec![false; board.cells()],
            path: Vec::new(),
            is_tried: vec![false; board.cells()],
            left: [even, board.squares() - even],
            distances: BTreeMap::new(),
            work: limits.work,
            limits: *limits,
        }
    }

    fn spend(&mut self, work: u64) -> Result<(), Fault> {
        let limit = || Fault::unknown(format!("limit of {} elementary steps", self.limits.work));
        self.work = self.work.checked_sub(work).ok_or_else(limit)?;
        Ok(())
    }

    /// Whether the clues allow a square at a step.
    fn agrees(&self, step: u128, square: usize) -> bool {
        let from = self.by_step.partition_point(|clue| clue.0 < step);
        let at_step = self.by_step[from..].iter().take_while(|clue| clue.0 == step);
        let from = self.by_square.partition_point(|clue| clue.0 < square);
        let at_square = self.by_square[from..].iter().take_while(|clue| clue.0 == square);
        at_step.map(|clue| clue.1).all(|clue| clue == square)
            && at_square.map(|clue| clue.1).all(|clue| clue == step)
    }

    /// Whether a square that is joined to the last one may be tried next.
    fn may_follow(&self, square: usize) -> bool {
        let step = self.path.len() + 1;
        let closes = || match self.path.first() {
            Some((first, _)) if self.problem.closed && step == self.board.squares() => {
                self.board.neighbours(square).any(|next| next == *first)
            }
            _ => true,
        };
        !self.is_visited[square] && self.agrees(step as u128, square) && closes()
    }

    fn enter(&mut self, line: &Line<'_>, square: Option<Square>) -> Result<(), Fault> {
        self.spend(8)?;
        let index = vertices::square(line, square, self.problem, self.board)?;
        let step = self.path.len() + 1;
        let name = self.board.square(index);
        let repeated = || line.rejected("try-repeated", format!("{name} was tried here already"));
        let mut slot = None;
        if let Some((last, _)) = self.path.last() {
            slot = self.board.moves(*last).find(|(_, to)| *to == index).map(|(slot, _)| slot);
            if slot.is_none() {
                let reason = format!("from {} to {name} is not a move", self.board.square(*last));
                return Err(line.rejected("not-a-move", reason));
            }
        }
        if self.is_visited[index] {
            return Err(line.rejected("square-repeated", format!("{name} is visited already")));
        }
        if !self.may_follow(index) {
            let reason = format!("{name} may not be at step {step}");
            return Err(line.rejected("try-not-allowed", reason));
        }
        if let (Some(slot), Some((_, tried))) = (slot, self.path.last_mut()) {
            if *tried >> slot & 1 == 1 {
                return Err(repeated());
            }
            *tried |= 1 << slot;
        } else if std::mem::replace(&mut self.is_tried[index], true) {
            return Err(repeated());
        }
        if step == self.board.squares() && !(self.problem.closed && step < 3) {
            return Err(line.rejected("tour-in-tree", format!("{name} completes a tour")));
        }
        self.is_visited[index] = true;
        self.left[usize::from(!name.is_even())] -= 1;
        self.path.push((index, 0));
        Ok(())
    }

    fn leave(&mut self) {
        if let Some((index, _)) = self.path.pop() {
            self.is_visited[index] = false;
            self.left[usize::from(!self.board.square(index).is_even())] += 1;
        }
    }

    fn back(&mut self, line: &Line<'_>) -> Result<(), Fault> {
        self.spend(8)?;
        let untried = if let Some((last, tried)) = self.path.last() {
            let mut moves = self.board.moves(*last);
            moves
                .find(|(slot, to)| tried >> slot & 1 == 0 && self.may_follow(*to))
                .map(|(_, to)| to)
        } else {
            self.board.all().find(|square| !self.is_tried[*square] && self.agrees(1, *square))
        };
        if let Some(untried) = untried {
            let reason = format!("{} was not tried here", self.board.square(untried));
            return Err(line.rejected("try-missing", reason));
        }
        self.leave();
        Ok(())
    }

    fn leaf(&mut self, line: &Line<'_>, leaf: Leaf) -> Result<(), Fault> {
        let Some((last, _)) = self.path.last().copied() else {
            return Ok(());
        };
        let wrong = |reason: String| Err(line.rejected("no-reason", reason));
        match leaf {
            Leaf::Stranded(square) => {
                self.spend(8)?;
                let index = vertices::square(line, square, self.problem, self.board)?;
                let name = self.board.square(index);
                if self.is_visited[index] {
                    return wrong(format!("{name} is visited"));
                }
                let mut near = self.board.neighbours(index);
                if let Some(next) = near.find(|next| *next == last || !self.is_visited[*next]) {
                    return wrong(format!("{name} is joined to {}", self.board.square(next)));
                }
            }
            Leaf::Split => {
                if self.reachable(last)? == self.board.squares() - self.path.len() {
                    return wrong("every unvisited square is connected to the last one".to_owned());
                }
            }
            Leaf::Colour => {
                let (r, s) = self.problem.leaper;
                if (r ^ s) & 1 == 0 {
                    return wrong(format!("the {r},{s} leaper stays on its colour"));
                }
                let next = self.left[usize::from(self.board.square(last).is_even())];
                if next == (self.left[0] + self.left[1]).div_ceil(2) {
                    return wrong("the colours can alternate".to_owned());
                }
            }
            Leaf::Late(step) => self.late(line, step, last)?,
        }
        self.leave();
        Ok(())
    }

    /// The number of unvisited squares that are connected to the last one through such squares.
    fn reachable(&mut self, last: usize) -> Result<usize, Fault> {
        self.spend(9 * self.board.cells() as u64)?;
        let mut seen = self.is_visited.clone();
        let mut open = vec![last];
        let mut count = 0;
        while let Some(square) = open.pop() {
            for next in self.board.neighbours(square) {
                if !std::mem::replace(&mut seen[next], true) {
                    count += 1;
                    open.push(next);
                }
            }
        }
        Ok(count)
    }

    /// Whether a clue for this step is too far away.
    fn late(&mut self, line: &Line<'_>, step: u128, last: usize) -> Result<(), Fault> {
        let now = self.path.len() as u128;
        let from = self.by_step.partition_point(|clue| clue.0 < step);
        let clues = self.by_step[from..].iter().take_while(|clue| clue.0 == step);
        let clues: Vec<usize> = clues.map(|clue| clue.1).collect();
        if clues.is_empty() || step <= now {
            let reason = format!("there is no clue for a step {step} to come");
            return Err(line.rejected("no-reason", reason));
        }
        for clue in clues {
            if u128::from(self.distance(last, clue)?) > step - now {
                return Ok(());
            }
        }
        Err(line.rejected("no-reason", format!("step {step} can be reached in time")))
    }

    /// The distance of two squares in the whole move graph; `u32::MAX` if there is no way.
    fn distance(&mut self, from: usize, to: usize) -> Result<u32, Fault> {
        if let Some(known) = self.distances.get(&to) {
            return Ok(known[from]);
        }
        self.spend(9 * self.board.cells() as u64)?;
        let mut distance = vec![u32::MAX; self.board.cells()];
        distance[to] = 0;
        let mut ring = vec![to];
        let mut radius = 0;
        while !ring.is_empty() {
            radius += 1;
            let mut next_ring = Vec::new();
            for square in ring {
                for next in self.board.neighbours(square) {
                    if distance[next] == u32::MAX {
                        distance[next] = radius;
                        next_ring.push(next);
                    }
                }
            }
            ring = next_ring;
        }
        let answer = distance[from];
        if (self.distances.len() + 1) as u64 * self.board.cells() as u64 > self.limits.squares {
            self.distances.clear();
        }
        self.distances.insert(to, distance);
        Ok(answer)
    }
}
