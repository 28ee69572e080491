//! `by clauses`: clauses that hold for every tour, and what follows from them by unit propagation.

use std::collections::BTreeMap;

use super::farkas::Graph;
use super::header::Header;
use super::lines::{Line, Lines};
use super::vertices::Vertex;
use crate::board::Board;
use crate::limits::Limits;
use crate::question::Problem;
use crate::report::{Fault, Ledger};

/// A line: why its clause holds.
enum Why<'a> {
    /// Two edges at a vertex: of all but one at least one is in.
    Two(Vertex, Option<Vertex>),
    /// Of three edges at a vertex one is out.
    Three([Vertex; 4]),
    /// The edge of a given end.
    Given([Vertex; 2]),
    /// Some edge leaves the set.
    Leave(Vec<Vertex>),
    /// Follows from the clauses of earlier lines.
    From(&'a [u8], &'a [u8]),
}

/// Checks that each line's clause holds for every tour, and that the last one is empty.
///
/// Variables are the edges of the cycle graph, numbered from 1. The clauses of the first four
/// kinds are made here from the board; nothing is taken from the file but the names of vertices. A
/// clause that follows is checked by the clauses named (L. Cruz-Filipe, M. Heule, W. Hunt, M.
/// Kaufmann, P. Schneider-Kamp, Efficient certified RAT verification, CADE 2017): with all its
/// literals false, each of these has at most one literal that is not false, which becomes true,
/// and the last one has none.
///
/// Linear in the board and in the literals of the clauses named.
pub(crate) fn check(
    lines: &mut Lines<'_>,
    header: &mut Header,
    limits: &Limits,
    ledger: &mut Ledger,
) -> Result<(), Fault> {
    let mut steps = Vec::new();
    while lines.peek()?.text != b"end" {
        let line = lines.next()?;
        steps.push((line, read(&line)?));
    }
    let end = lines.end()?;
    if steps.is_empty() {
        return Err(
            end.expected("\"two …\", \"three …\", \"given …\", \"leave …\" or \"clause …\"")
        );
    }
    let problem = &header.problem;
    header.fault.check(|| {
        let board = Board::new(problem, limits)?;
        if !problem.closed && board.squares() == 1 {
            return Err(end.rejected("not-refuted", "one square is an open tour"));
        }
        let mut known = Known::new(problem, &board, limits.work);
        let mut derived = 0;
        for (line, why) in &steps {
            let clause = match why {
                Why::From(literals, from) => {
                    derived += 1;
                    let clause = known.literals(line, literals)?;
                    known.follows(line, &clause, from)?;
                    clause
                }
                why => known.stated(line, why)?,
            };
            known.spend(clause.len() as u64)?;
            known.clauses.push(clause);
        }
        ledger.examined("clauses that hold for every tour", (steps.len() - derived) as u64);
        ledger.examined("clauses that follow by unit propagation", derived as u64);
        if known.clauses.last().is_some_and(|clause| !clause.is_empty()) {
            return Err(end.rejected("not-refuted", "the last clause is not empty"));
        }
        Ok(())
    })
}

fn read<'a>(line: &Line<'a>) -> Result<Why<'a>, Fault> {
    let vertices = |words: &[u8]| -> Result<Vec<Vertex>, Fault> {
        words.split(|byte| *byte == b' ').map(|word| Vertex::read(line, word)).collect()
    };
    if let Some(words) = line.after("two") {
        match *vertices(words)? {
            [vertex] => Ok(Why::Two(vertex, None)),
            [vertex, other] => Ok(Why::Two(vertex, Some(other))),
            _ => Err(line.expected("one or two vertices")),
        }
    } else if let Some(words) = line.after("three") {
        let four = vertices(words)?.try_into().map_err(|_| line.expected("four vertices"))?;
        Ok(Why::Three(four))
    } else if let Some(words) = line.after("given") {
        let two = vertices(words)?.try_into().map_err(|_| line.expected("two vertices"))?;
        Ok(Why::Given(two))
    } else if let Some(words) = line.after("leave") {
        vertices(words).map(Why::Leave)
    } else if let Some(words) = line.after("clause") {
        let expected = || line.expected("\"clause LITERAL … from LINE …\"");
        let (literals, from) = if let Some(from) = words.strip_prefix(b"from ") {
            (&words[..0], from)
        } else {
            let at = words.windows(6).position(|window| window == b" from ");
            let at = at.ok_or_else(expected)?;
            (&words[..at], &words[at + 6..])
        };
        for word in literals.split(|byte| *byte == b' ').filter(|word| !word.is_empty()) {
            line.integer(word.strip_prefix(b"-").unwrap_or(word))?;
        }
        for word in from.split(|byte| *byte == b' ') {
            line.integer(word)?;
        }
        Ok(Why::From(literals, from))
    } else {
        Err(line
            .expected("\"two …\", \"three …\", \"given …\", \"leave …\", \"clause …\" or \"end\""))
    }
}

/// The cycle graph with its edges numbered, and the clauses so far.
struct Known<'b> {
    problem: &'b Problem,
    board: &'b Board,
    graph: Graph<'b>,
    edges: Vec<(usize, usize)>,
    number_of: BTreeMap<(usize, usize), i64>,
    clauses: Vec<Vec<i64>>,
    work: u64,
    limit: u64,
}

impl<'b> Known<'b> {
    fn new(problem: &'b Problem, board: &'b Board, limit: u64) -> Self {
        let graph = Graph::new(problem, board);
        let star = board.cells();
        let ordered = |(a, b): (usize, usize)| (a.min(b), a.max(b));
        let mut edges: Vec<(usize, usize)> = graph.edges().map(ordered).collect();
        // Moves by their smaller square, then the larger; the edges of `*` after them.
        edges.sort_unstable_by_key(|&(low, high)| (high == star, low, high));
        let number_of = edges.iter().copied().zip(1..).collect();
        Self { problem, board, graph, edges, number_of, clauses: Vec::new(), work: limit, limit }
    }

    fn spend(&mut self, work: u64) -> Result<(), Fault> {
        let limit = || Fault::unknown(format!("limit of {} elementary steps", self.limit));
        self.work = self.work.checked_sub(work).ok_or_else(limit)?;
        Ok(())
    }

    fn vertex(&self, line: &Line<'_>, vertex: Vertex) -> Result<usize, Fault> {
        vertex.index(line, self.problem, self.board)
    }

    fn edge(&self, line: &Line<'_>, one: usize, other: usize) -> Result<i64, Fault> {
        let number = self.number_of.get(&(one.min(other), one.max(other)));
        number.copied().ok_or_else(|| line.rejected("no-such-edge", "no edge joins the two"))
    }

    /// The edges at a vertex.
    fn at(&self, vertex: usize) -> Vec<i64> {
        let ends: Vec<usize> = if vertex == self.board.cells() {
            self.board.all().filter(|&square| self.graph.joined(square, vertex)).collect()
        } else {
            let star = self.board.cells();
            let near = self.board.neighbours(vertex);
            near.chain(self.graph.joined(vertex, star).then_some(star)).collect()
        };
        let number = |to: usize| self.number_of.get(&(vertex.min(to), vertex.max(to))).copied();
        ends.into_iter().filter_map(number).collect()
    }

    /// The clause of a reason.
    fn stated(&mut self, line: &Line<'_>, why: &Why<'_>) -> Result<Vec<i64>, Fault> {
        match why {
            Why::Two(vertex, other) => {
                let at = self.vertex(line, *vertex)?;
                let mut clause = self.at(at);
                if let Some(other) = other {
                    let left_out = self.edge(line, at, self.vertex(line, *other)?)?;
                    clause.retain(|edge| *edge != left_out);
                }
                self.spend(if at == self.board.cells() { at as u64 } else { 9 })?;
                Ok(clause)
            }
            Why::Three([vertex, others @ ..]) => {
                let at = self.vertex(line, *vertex)?;
                let mut clause = Vec::new();
                for other in others {
                    let edge = -self.edge(line, at, self.vertex(line, *other)?)?;
                    if clause.contains(&edge) {
                        return Err(line.rejected("edge-repeated", "an edge is named twice"));
                    }
                    clause.push(edge);
                }
                Ok(clause)
            }
            Why::Given(ends) => {
                let [one, other] = [self.vertex(line, ends[0])?, self.vertex(line, ends[1])?];
                let number = self.edge(line, one, other)?;
                let index = |square| self.board.index(square);
                let given = [self.problem.start().map(index), self.problem.end().map(index)];
                let star = self.board.cells();
                let (low, high) = (one.min(other), one.max(other));
                let is_given = match given {
                    [Some(from), Some(to)] if self.problem.closed => {
                        (low, high) == (from.min(to), from.max(to))
                    }
                    given => high == star && given.contains(&Some(low)),
                };
                if !is_given {
                    return Err(line.rejected("edge-undecided", "the edge is of no given end"));
                }
                Ok(vec![number])
            }
            Why::Leave(set) => {
                let mut inside = vec![false; self.board.cells() + 1];
                for vertex in set {
                    let index = self.vertex(line, *vertex)?;
                    if std::mem::replace(&mut inside[index], true) {
                        return Err(line.rejected("vertex-repeated", "a vertex is named twice"));
                    }
                }
                if set.len() >= self.graph.vertices() {
                    return Err(line.rejected("not-a-cut", "the set has every vertex"));
                }
                self.spend(self.edges.len() as u64)?;
                let leaves =
                    |&((one, other), _): &(&(usize, usize), i64)| inside[*one] != inside[*other];
                Ok(self.edges.iter().zip(1..).filter(leaves).map(|(_, number)| number).collect())
            }
            Why::From(..) => Ok(Vec::new()),
        }
    }

    /// The literals of a clause, each of an edge, no edge twice.
    fn literals(&self, line: &Line<'_>, words: &[u8]) -> Result<Vec<i64>, Fault> {
        let mut clause: Vec<i64> = Vec::new();
        for word in words.split(|byte| *byte == b' ').filter(|word| !word.is_empty()) {
            let digits = word.strip_prefix(b"-");
            let number = line.integer(digits.unwrap_or(word))?;
            if number == 0 || number > self.edges.len() as u128 {
                return Err(line.rejected("no-such-edge", format!("there is no edge {number}")));
            }
            let number = number as i64;
            clause.push(if digits.is_some() { -number } else { number });
        }
        let mut edges: Vec<i64> = clause.iter().map(|literal| literal.abs()).collect();
        edges.sort_unstable();
        if edges.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(line.rejected("edge-repeated", "an edge is twice in the clause"));
        }
        Ok(clause)
    }

    /// Whether a clause follows from the clauses of the lines named, in this order.
    fn follows(&mut self, line: &Line<'_>, clause: &[i64], from: &[u8]) -> Result<(), Fault> {
        let mut is_true: BTreeMap<i64, bool> = BTreeMap::new();
        for &literal in clause {
            is_true.insert(literal.abs(), literal < 0);
        }
        let mut conflict = false;
        for word in from.split(|byte| *byte == b' ') {
            let number = line.integer(word)?;
            if number == 0 || number > self.clauses.len() as u128 {
                let reason = format!("there is no clause {number} before this one");
                return Err(line.rejected("no-such-clause", reason));
            }
            if conflict {
                let reason = format!("clause {number} comes after the conflict");
                return Err(line.rejected("not-unit", reason));
            }
            let named = &self.clauses[number as usize - 1];
            let size = named.len() as u64;
            let is_false = |literal: &i64| is_true.get(&literal.abs()) == Some(&(*literal < 0));
            let mut open = named.iter().filter(|literal| !is_false(literal));
            match (open.next(), open.next()) {
                (None, _) => conflict = true,
                (Some(&last), None) => {
                    is_true.insert(last.abs(), last > 0);
                }
                _ => {
                    let reason = format!("clause {number} has two literals that are not false");
                    return Err(line.rejected("not-unit", reason));
                }
            }
            self.spend(size + 1)?;
        }
        if conflict {
            return Ok(());
        }
        Err(line.rejected("no-conflict", "the clauses named lead to no conflict"))
    }
}
