//! Integer Farkas certificates: why the program of Dantzig, Fulkerson and Johnson has no solution.

use std::collections::{HashMap, HashSet};

use super::CycleGraph;
use crate::answer::{Evidence, Reason, Vertex};
use crate::error::Error;
use crate::leaper::Leaper;
use crate::problem::Problem;
use crate::tour::Kind;

/// An integer price y for each vertex of the [cycle graph](CycleGraph), a number z ≥ 0 for each of
/// a few sets of vertices, and a number w ≥ 0 for each of a few edges.
///
/// They prove that there is no tour if for every edge i–j of the graph
/// y(i) + y(j) + Σ (z(S) : exactly one of i, j is in S) ≤ w(i,j), and 2·Σ y + 2·Σ z − Σ w > 0. For a
/// tour has two edges at every vertex, at least two edges out of every set S that is neither empty
/// nor everything, and every edge at most once: added up over its edges, the left sides come to at
/// least 2·Σ y + 2·Σ z and the right sides to at most Σ w. (Farkas' lemma says that such numbers
/// exist whenever the linear relaxation has no solution: J. Farkas, Theorie der einfachen
/// Ungleichungen, Journal für die reine und angewandte Mathematik 124 (1902) 1–27,
/// doi:10.1515/crll.1902.124.1.)
///
/// # Examples
///
/// ```
/// use hippodrome::model::Farkas;
/// use hippodrome::{Kind, Leaper, Problem};
///
/// let problem = Problem::new("4x100".parse()?, Leaper::KNIGHT, Kind::Closed);
/// let proof = Farkas::closed_form(&problem)?.expect("four ranks have no closed tour");
/// assert!(proof.refutes(&problem)?);
/// assert_eq!((proof.sets.len(), proof.edges.len()), (1, 0));
/// # Ok::<(), hippodrome::Error>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Farkas {
    /// The prices that are not 0.
    pub prices: Vec<(Vertex, i64)>,
    /// The sets, each with its number.
    pub sets: Vec<(u64, Vec<Vertex>)>,
    /// The edges, each with its number.
    pub edges: Vec<(Vertex, Vertex, u64)>,
}

impl Farkas {
    /// Whether the numbers prove that the problem has no tour, in exact arithmetic.
    ///
    /// # Errors
    ///
    /// When the board is too large for its graph.
    ///
    /// # Complexity
    ///
    /// O(edges · sets).
    pub fn refutes(&self, problem: &Problem) -> Result<bool, Error> {
        // Of a closed tour the numbers speak of all moves of the board, whatever its ends.
        let graph = match problem.kind() {
            Kind::Closed => {
                let board = problem.board().clone();
                CycleGraph::new(&Problem::new(board, problem.leaper(), Kind::Closed))?
            }
            Kind::Open => CycleGraph::new(problem)?,
        };
        Ok(graph.len() >= 3 && self.holds(&graph).unwrap_or(false))
    }

    /// `None` where a vertex or an edge is not of the graph, one is named twice, or a set is empty
    /// or everything.
    fn holds(&self, graph: &CycleGraph) -> Option<bool> {
        let vertex = |v: Vertex| match v {
            Vertex::Square(square) => graph.vertex_of(square),
            Vertex::Apex => graph.apex(),
        };
        let mut price = vec![None; graph.len()];
        for &(v, y) in &self.prices {
            if price[vertex(v)? as usize].replace(i128::from(y)).is_some() {
                return None;
            }
        }
        let mut sets = Vec::new();
        for (z, members) in &self.sets {
            let set: HashSet<u32> = members.iter().map(|&v| vertex(v)).collect::<Option<_>>()?;
            if set.len() != members.len() || set.is_empty() || set.len() == graph.len() {
                return None;
            }
            sets.push((i128::from(*z), set));
        }
        let mut allowed: HashMap<(u32, u32), i128> = HashMap::new();
        for &(a, b, w) in &self.edges {
            let (a, b) = (vertex(a)?, vertex(b)?);
            graph.arc_between(a, b)?;
            if allowed.insert((a.min(b), a.max(b)), i128::from(w)).is_some() {
                return None;
            }
        }
        let price = |v: u32| price[v as usize].unwrap_or(0);
        let fits = graph.edges().iter().all(|&(a, b)| {
            let crossing = sets.iter().filter(|(_, set)| set.contains(&a) != set.contains(&b));
            let left = price(a) + price(b) + crossing.map(|(z, _)| z).sum::<i128>();
            left <= allowed.get(&(a, b)).copied().unwrap_or(0)
        });
        let prices: i128 = (0..graph.len() as u32).map(price).sum();
        let cuts: i128 = sets.iter().map(|(z, _)| z).sum();
        Some(fits && 2 * prices + 2 * cuts - allowed.values().sum::<i128>() > 0)
    }

    /// The certificates with a closed form, for closed knight's tours of boards without holes:
    ///
    /// - *both sides odd*: y = 1 on the squares of the colour of `a1`, −1 on the others. An edge
    ///   joins two colours, so its left side is 0; and 2·Σ y = 2.
    /// - *four ranks (or files), any length*: y = 1 on the outer two ranks, −1 on the inner two,
    ///   and z = 2 for the set S of the outer squares of one colour and the inner squares of the
    ///   other. A knight goes from an outer rank only to an inner one and changes colour, so both
    ///   ends are in S or neither: the left side is 1 − 1 = 0. A move between inner ranks changes
    ///   colour, so one end is in S: −1 − 1 + 2 = 0. There are as many outer squares as inner
    ///   ones, so Σ y = 0, and 2·Σ z = 4.
    ///
    /// `None` for other problems.
    ///
    /// # Errors
    ///
    /// When the board is too large for its graph.
    pub fn closed_form(problem: &Problem) -> Result<Option<Self>, Error> {
        let board = problem.board();
        let (rows, cols) = (board.rows(), board.cols());
        if problem.kind() != Kind::Closed
            || problem.leaper() != Leaper::KNIGHT
            || !board.is_rectangle()
            || board.len() < 3
        {
            return Ok(None);
        }
        if board.len() > CycleGraph::MAX_SQUARES {
            return CycleGraph::new(problem).map(|_| None);
        }
        let squares = || board.squares().map(|square| (square, Vertex::Square(square)));
        if rows % 2 == 1 && cols % 2 == 1 {
            let prices = squares().map(|(s, v)| (v, if s.is_even() { 1 } else { -1 })).collect();
            return Ok(Some(Self { prices, ..Self::default() }));
        }
        if rows != 4 && cols != 4 {
            return Ok(None);
        }
        let outer = |s: crate::square::Square| {
            let across = if rows == 4 { s.row } else { s.col };
            across == 0 || across == 3
        };
        let prices = squares().map(|(s, v)| (v, if outer(s) { 1 } else { -1 })).collect();
        let set = squares().filter(|&(s, _)| outer(s) == s.is_even()).map(|(_, v)| v).collect();
        Ok(Some(Self { prices, sets: vec![(2, set)], edges: Vec::new() }))
    }

    /// The reason that this is, for certificates and reports.
    #[must_use]
    pub fn into_reason(self) -> Reason {
        let text = format!(
            "the linear program of two edges at every square and cuts has no solution, even in fractions: prices for {} squares, {} sets and {} edges prove it",
            self.prices.len(),
            self.sets.len(),
            self.edges.len()
        );
        Reason { code: "farkas", text, evidence: Evidence::Farkas(self) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(rows: u64, cols: u64) -> Problem {
        let board = crate::board::Board::new(rows, cols).unwrap();
        Problem::new(board, Leaper::KNIGHT, Kind::Closed)
    }

    #[test]
    fn the_closed_forms_refute_their_boards_and_no_other_is_given() {
        for rows in 1..=9 {
            for cols in 1..=9 {
                if rows * cols < 3 {
                    continue;
                }
                let problem = problem(rows, cols);
                let known = rows == 4 || cols == 4 || rows * cols % 2 == 1;
                match Farkas::closed_form(&problem).unwrap() {
                    Some(proof) => assert!(known && proof.refutes(&problem).unwrap()),
                    None => assert!(!known, "{rows}x{cols}"),
                }
            }
        }
        let long = problem(4, 10_000);
        assert!(Farkas::closed_form(&long).unwrap().unwrap().refutes(&long).unwrap());
    }

    #[test]
    fn wrong_numbers_refute_nothing() {
        let four = problem(4, 6);
        let right = Farkas::closed_form(&four).unwrap().unwrap();
        // The proof of one board is none of a board that has a tour, or of an open tour.
        assert!(!right.refutes(&problem(6, 6)).unwrap());
        let open = Problem::new("4x6".parse().unwrap(), Leaper::KNIGHT, Kind::Open);
        assert!(!right.refutes(&open).unwrap());
        // That no move joins the ends of a closed tour is no matter of prices.
        let ends = problem(6, 6).with_from("a1".parse().unwrap()).unwrap();
        let ends = ends.with_to("b2".parse().unwrap()).unwrap();
        let all = ends.board().squares().map(|s| (Vertex::Square(s), 1)).collect();
        assert!(!Farkas { prices: all, ..Farkas::default() }.refutes(&ends).unwrap());
        let mut wrong = Vec::new();
        for at in 0..right.prices.len() {
            let mut more = right.clone();
            more.prices[at].1 += 1;
            wrong.push(more);
        }
        let mut twice = right.clone();
        twice.prices.push(right.prices[0]);
        let mut larger = right.clone();
        larger.sets[0].0 = 3;
        let mut nothing = right.clone();
        nothing.sets[0].0 = 0;
        let mut moved = right.clone();
        moved.sets[0].1.pop();
        let mut everything = Farkas::default();
        everything.sets.push((1, right.prices.iter().map(|&(v, _)| v).collect()));
        let mut empty = Farkas::default();
        empty.sets.push((1, Vec::new()));
        let mut strange = right.clone();
        strange.edges.push((right.prices[0].0, right.prices[1].0, 5));
        wrong.extend([twice, larger, nothing, moved, everything, empty, strange]);
        for (at, proof) in wrong.iter().enumerate() {
            assert!(!proof.refutes(&four).unwrap(), "variant {at}");
        }
    }
}
