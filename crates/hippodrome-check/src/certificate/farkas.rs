//! `by farkas`: prices of vertices, sets and edges that no tour can pay.

use std::collections::BTreeMap;

use super::header::Header;
use super::lines::{Line, Lines};
use super::vertices::Vertex;
use crate::board::Board;
use crate::limits::Limits;
use crate::question::Problem;
use crate::report::{Fault, Ledger};

/// Numbers are smaller than this, so that no sum of a file's numbers overflows.
const MOST: u128 = 1 << 62;

/// Checks that y(i) + y(j) + Σ z(S) over the sets S that the edge i–j leaves is at most w(i, j) for
/// every edge of the cycle graph, and that 2·Σ y + 2·Σ z − Σ w is above 0.
///
/// A tour has two edges at every vertex, leaves every set at least twice and uses every edge at
/// most once; added up over its edges the first says that the second cannot be.
///
/// Linear in the board and the lists, but for a logarithm.
pub(crate) fn check(
    lines: &mut Lines<'_>,
    header: &mut Header,
    limits: &Limits,
    ledger: &mut Ledger,
) -> Result<(), Fault> {
    let mut prices = Vec::new();
    loop {
        let (line, words, sign) = if let Some((line, words)) = lines.next_if("plus")? {
            (line, words, 1)
        } else if let Some((line, words)) = lines.next_if("minus")? {
            (line, words, -1)
        } else {
            break;
        };
        let [vertex, number] = split(&line, words)?;
        prices.push((line, Vertex::read(&line, vertex)?, sign * amount(&line, number)?));
    }
    let mut sets = Vec::new();
    while let Some((line, word)) = lines.next_if("set")? {
        let number = amount(&line, word)?;
        lines.peek()?.want("in")?;
        let mut members = Vec::new();
        while let Some((line, word)) = lines.next_if("in")? {
            members.push((line, Vertex::read(&line, word)?));
        }
        sets.push((line, number, members));
    }
    let mut edges = Vec::new();
    while let Some((line, words)) = lines.next_if("edge")? {
        let [one, rest] = split(&line, words)?;
        let [other, number] = split(&line, rest)?;
        let ends = [Vertex::read(&line, one)?, Vertex::read(&line, other)?];
        edges.push((line, ends, amount(&line, number)?));
    }
    let end = lines.end()?;

    let problem = &header.problem;
    header.fault.check(|| {
        let board = Board::new(problem, limits)?;
        let not_refuted = |reason: String| Err(end.rejected("not-refuted", reason));
        if !problem.closed && board.squares() == 1 {
            return not_refuted("one square is an open tour".to_owned());
        }
        let graph = Graph::new(problem, &board);
        let mut sum = 0;
        let mut price: Vec<Option<i128>> = vec![None; board.cells() + 1];
        for (line, vertex, number) in &prices {
            let index = vertex.index(line, problem, &board)?;
            if price[index].replace(*number).is_some() {
                return Err(line.rejected("vertex-repeated", "a vertex has a price already"));
            }
            sum += 2 * number;
        }
        let mut member_of: Vec<(usize, usize)> = Vec::new();
        for (number, (line, amount, members)) in sets.iter().enumerate() {
            for (line, vertex) in members {
                member_of.push((vertex.index(line, problem, &board)?, number));
            }
            if members.len() >= graph.vertices() {
                return Err(line.rejected("not-a-cut", "the set has every vertex"));
            }
            sum += 2 * amount;
        }
        member_of.sort_unstable();
        let twice = member_of.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0].1);
        if let Some(first) = twice.min() {
            let line = sets[first].0;
            return Err(line.rejected("vertex-repeated", "a vertex is twice in the set"));
        }
        let mut allowed = BTreeMap::new();
        for (line, ends, amount) in &edges {
            let [one, other] = ends.map(|vertex| vertex.index(line, problem, &board));
            let (one, other) = (one?, other?);
            if !graph.joined(one, other) {
                return Err(line.rejected("no-such-edge", "no edge joins the two"));
            }
            if allowed.insert((one.min(other), one.max(other)), *amount).is_some() {
                return Err(line.rejected("edge-repeated", "an edge is listed twice"));
            }
            sum -= amount;
        }
        let weights: Vec<i128> = sets.iter().map(|(_, amount, _)| *amount).collect();
        let crossing = Crossing::new(&member_of, &weights, board.cells() + 1);
        let mut edges = 0;
        for (one, other) in graph.edges() {
            edges += 1;
            let price = |v: usize| price[v].unwrap_or(0);
            let left = price(one) + price(other) + crossing.between(one, other);
            if left > allowed.get(&(one.min(other), one.max(other))).copied().unwrap_or(0) {
                let at = |v: usize| {
                    if v == board.cells() { "*".to_owned() } else { board.square(v).to_string() }
                };
                return not_refuted(format!("the edge {} {} costs {left}", at(one), at(other)));
            }
        }
        ledger.examined("edges, none of which costs more than it may", edges);
        if sum <= 0 {
            return not_refuted(format!("the prices add up to {sum}, which is not above 0"));
        }
        Ok(())
    })
}

fn split<'a>(line: &Line<'a>, words: &'a [u8]) -> Result<[&'a [u8]; 2], Fault> {
    let blank = words.iter().position(|byte| *byte == b' ');
    let blank = blank.ok_or_else(|| line.expected("another word"))?;
    Ok([&words[..blank], &words[blank + 1..]])
}

fn amount(line: &Line<'_>, word: &[u8]) -> Result<i128, Fault> {
    let number = line.integer(word)?;
    if number >= MOST {
        return Err(line.expected("a number below 2^62"));
    }
    Ok(number as i128)
}

/// The edges of the cycle graph.
pub(super) struct Graph<'b> {
    board: &'b Board,
    /// The squares that `*` is joined to, if there is one.
    ends: Option<Vec<usize>>,
}

impl<'b> Graph<'b> {
    pub(super) fn new(problem: &Problem, board: &'b Board) -> Self {
        let given = [problem.start(), problem.end()];
        let ends = match given {
            _ if problem.closed => None,
            [Some(from), Some(to)] if from == to => Some(vec![board.index(from)]),
            [Some(from), Some(to)] => Some(vec![board.index(from), board.index(to)]),
            _ => Some(board.all().collect()),
        };
        Self { board, ends }
    }

    pub(super) fn vertices(&self) -> usize {
        self.board.squares() + usize::from(self.ends.is_some())
    }

    pub(super) fn joined(&self, one: usize, other: usize) -> bool {
        let (low, high) = (one.min(other), one.max(other));
        if high == self.board.cells() {
            return self.ends.as_ref().is_some_and(|ends| ends.contains(&low));
        }
        self.board.neighbours(low).any(|to| to == high)
    }

    pub(super) fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let star = self.board.cells();
        let moves = self.board.all().flat_map(move |square| {
            self.board.neighbours(square).filter(move |&to| square < to).map(move |to| (square, to))
        });
        moves.chain(self.ends.iter().flatten().map(move |&square| (square, star)))
    }
}

/// What the sets cost that an edge leaves.
struct Crossing<'a> {
    member_of: &'a [(usize, usize)],
    weights: &'a [i128],
    /// For each vertex, where its sets begin, and what they weigh together.
    starts: Vec<usize>,
    together: Vec<i128>,
    /// The sets with `*`.
    of_star: Vec<bool>,
}

impl<'a> Crossing<'a> {
    fn new(member_of: &'a [(usize, usize)], weights: &'a [i128], vertices: usize) -> Self {
        let mut starts = vec![0; vertices + 1];
        let mut together = vec![0; vertices];
        let mut of_star = vec![false; weights.len()];
        for &(vertex, set) in member_of {
            starts[vertex + 1] += 1;
            together[vertex] += weights[set];
            of_star[set] |= vertex == vertices - 1;
        }
        for vertex in 0..vertices {
            starts[vertex + 1] += starts[vertex];
        }
        Self { member_of, weights, starts, together, of_star }
    }

    fn sets(&self, vertex: usize) -> impl Iterator<Item = usize> + '_ {
        let range = self.starts[vertex]..self.starts[vertex + 1];
        self.member_of[range].iter().map(|&(_, set)| set)
    }

    /// The sets of one end or the other, without those of both.
    fn between(&self, one: usize, other: usize) -> i128 {
        let star = self.together.len() - 1;
        let common: i128 = if other == star {
            self.sets(one).filter(|&set| self.of_star[set]).map(|set| self.weights[set]).sum()
        } else {
            let mut sets = self.sets(other).peekable();
            let mut common = 0;
            for set in self.sets(one) {
                while sets.next_if(|&next| next < set).is_some() {}
                if sets.peek() == Some(&set) {
                    common += self.weights[set];
                }
            }
            common
        };
        self.together[one] + self.together[other] - 2 * common
    }
}
