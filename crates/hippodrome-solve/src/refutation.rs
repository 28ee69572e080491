//! Proofs by clauses, from a clause-learning solver, cut down to what is used.

use std::collections::BTreeMap;

use hippodrome::model::{ClauseLine, ClauseProof, CycleGraph, cycles};
use hippodrome::{Error, Kind, Observer, Problem, Vertex};
use varisat::Solver;

use crate::lrat::{From, Log, add, trimmed};

/// The largest number of squares for which proofs by clauses are looked for.
pub const MAX_SQUARES: u128 = 400;

/// A proof by clauses that the problem has no tour.
///
/// The clauses are those of `sat` by cuts without auxiliary variables. varisat solves them, sets of
/// squares that are cut off are added as for the model, and the steps of its proof, with the
/// clauses that each propagates, are kept and cut down to those that the end depends on.
///
/// `None` where there is a tour, the observer stopped it, the board is larger than
/// [`MAX_SQUARES`] squares or the proof longer than 2^24 literals. Clues other than the two ends are
/// not seen.
///
/// # Errors
///
/// When the board is too large for its graph.
///
/// # Examples
///
/// ```
/// use hippodrome::{Kind, Leaper, Problem, Silent, certificate};
///
/// let problem = Problem::new("3x8".parse()?, Leaper::KNIGHT, Kind::Closed);
/// let proof = hippodrome_solve::refutation(&problem, &Silent)?.expect("3x8 has no closed tour");
/// let text = certificate::no_tour(&problem, &proof.into_reason())?;
/// assert!(text.contains("\nby clauses\ntwo "));
/// # Ok::<(), hippodrome::Error>(())
/// ```
pub fn refutation(
    problem: &Problem,
    observer: &dyn Observer,
) -> Result<Option<ClauseProof>, Error> {
    let squares = problem.board().len();
    if squares > MAX_SQUARES || (problem.kind() == Kind::Open && squares == 1) {
        return Ok(None);
    }
    let graph = CycleGraph::new(problem)?;
    let both = problem.from().is_some() && problem.to().is_some();
    if problem.kind() == Kind::Closed && both && graph.fixed().is_empty() {
        // The ends are not joined: the graph has no edges, that of the proof has.
        return Ok(None);
    }
    let mut stated = Stated::new(&graph);
    let mut log = Log::new(observer);
    if !stated.solve(observer, &mut log) {
        return Ok(None);
    }
    let inputs = stated.lines.iter().map(|(_, clause)| clause.as_slice());
    Ok(trimmed(inputs, log.steps).map(|derived| stated.proof(&derived)))
}

/// The clauses that hold for every tour, with their reasons.
struct Stated<'g> {
    graph: &'g CycleGraph,
    numbers: Vec<u32>,
    lines: Vec<(ClauseLine, Vec<i32>)>,
}

impl<'g> Stated<'g> {
    fn new(graph: &'g CycleGraph) -> Self {
        let mut stated = Self { graph, numbers: ClauseProof::numbers(graph), lines: Vec::new() };
        for v in 0..graph.len() as u32 {
            stated.degree(v);
        }
        for &arc in graph.fixed() {
            let (a, b) = graph.arc(arc);
            let line = ClauseLine::Given(graph.vertex(a), graph.vertex(b));
            let literal = stated.literal(arc / 2);
            stated.lines.push((line, vec![literal]));
        }
        stated
    }

    fn literal(&self, edge: u32) -> i32 {
        self.numbers[edge as usize] as i32
    }

    /// Two edges at a vertex, not fewer and not more.
    fn degree(&mut self, v: u32) {
        let vertex = self.graph.vertex(v);
        let at: Vec<(Vertex, i32)> = self
            .graph
            .incident(v)
            .iter()
            .map(|&(to, edge)| (self.graph.vertex(to), self.literal(edge)))
            .collect();
        if at.is_empty() {
            self.lines.push((ClauseLine::AtLeastOne(vertex), Vec::new()));
        }
        for &(other, left_out) in &at {
            let clause = at.iter().map(|(_, l)| *l).filter(|l| *l != left_out).collect();
            self.lines.push((ClauseLine::AllBut(vertex, other), clause));
        }
        for (i, &(a, x)) in at.iter().enumerate() {
            for (j, &(b, y)) in at.iter().enumerate().skip(i + 1) {
                for &(c, z) in &at[j + 1..] {
                    self.lines.push((ClauseLine::NotThree(vertex, [a, b, c]), vec![-x, -y, -z]));
                }
            }
        }
    }

    fn leave(&mut self, set: &[u32]) {
        let clause = self.graph.leaving(set).into_iter().map(|edge| self.literal(edge)).collect();
        let line = ClauseLine::Leave(set.iter().map(|&v| self.graph.vertex(v)).collect());
        self.lines.push((line, clause));
    }

    /// Whether the clauses, with the cuts that are added, are found unsatisfiable.
    fn solve(&mut self, observer: &dyn Observer, log: &mut Log<'_>) -> bool {
        let mut solver = Solver::new();
        solver.add_proof_processor(log);
        let mut added = 0;
        loop {
            for (_, clause) in &self.lines[added..] {
                add(&mut solver, clause);
            }
            added = self.lines.len();
            match solver.solve() {
                Ok(false) => return true,
                Err(_) => return false,
                Ok(true) => {}
            }
            let mut values = vec![false; self.numbers.len() + 1];
            for lit in solver.model().unwrap_or_default() {
                if let Some(value) = values.get_mut(lit.index() + 1) {
                    *value = lit.is_negative();
                }
            }
            let chosen = |edge: u32| values[self.numbers[edge as usize] as usize];
            let found = cycles(self.graph, false, chosen).unwrap_or_default();
            if found.len() < 2 || observer.should_stop() {
                return false;
            }
            for mut set in found {
                set.sort_unstable();
                self.leave(&set);
            }
        }
    }

    /// The lines that are used, those with reasons first.
    fn proof(&self, derived: &[(Vec<i32>, Vec<From>)]) -> ClauseProof {
        let used = derived.iter().flat_map(|(_, from)| from).filter_map(|from| match *from {
            From::Input(at) => Some((at, 0)),
            From::Derived(_) => None,
        });
        let mut number: BTreeMap<usize, u32> = used.collect();
        if derived.is_empty() {
            // A clause that is empty by itself.
            let empty = self.lines.iter().position(|(_, clause)| clause.is_empty());
            number.extend(empty.map(|at| (at, 0)));
        }
        for (number, next) in number.values_mut().zip(1..) {
            *number = next;
        }
        let stated = number.len() as u32;
        let mut lines: Vec<ClauseLine> =
            number.keys().map(|&at| self.lines[at].0.clone()).collect();
        for (clause, from) in derived {
            let of = |from: &From| match *from {
                From::Input(at) => number[&at],
                From::Derived(at) => stated + at as u32 + 1,
            };
            let from = from.iter().map(of).collect();
            lines.push(ClauseLine::Derived { literals: clause.clone(), from });
        }
        ClauseProof { lines }
    }
}
