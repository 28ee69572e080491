//! Symmetric tours, and tours up to symmetry.
//!
//! The cycles that a group of symmetries leaves in place are counted by the same step. The vertices
//! of an orbit are processed one after the other: the first one chooses its moves freely, and the
//! others must choose the images. So all states met are symmetric, and few. By the lemma that is
//! not Burnside's (Cauchy 1845, Frobenius 1887), the classes of tours are the mean of these numbers
//! over the group.

use super::board::{CountError, TourCount};
use super::engine::EngineError;
use super::graph::Graph;
use super::ladder::branches;
use super::plan::Plan;
use crate::observer::{Observer, Progress};
use crate::symmetry::Symmetry;
use crate::tour::Kind;
use num_bigint::BigUint;
use std::collections::{BTreeSet, HashMap};

/// Tours of a board by their symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymmetryCount {
    /// For each symmetry of the question, the undirected tours that it leaves in place; the
    /// identity comes first, with all tours.
    pub fixed: Vec<(Symmetry, BigUint)>,
    /// For each group of symmetries, the undirected tours that have these and no others.
    pub exactly: Vec<(Vec<Symmetry>, BigUint)>,
    /// Undirected tours, those that are images of each other counted once.
    pub classes: BigUint,
}

/// Hamiltonian cycles of a graph that every permutation of a group leaves in place.
///
/// `group` must list all permutations of a group of automorphisms of the graph that keep its forced
/// edges.
///
/// # Errors
/// [`CountError::TooLarge`] if the symmetric frontier is too wide.
///
/// # Complexity
/// The states are about as many as the square root (for two symmetries) of those of the plain
/// count.
pub fn count_symmetric_cycles(
    graph: &Graph,
    group: &[Vec<usize>],
    observer: &dyn Observer,
) -> Result<BigUint, CountError> {
    let plan = Plan::new(graph, &orbit_order(graph, group))?;
    let mut total = BigUint::ZERO;
    if !plan.possible() {
        return Ok(total);
    }
    let mut layer = HashMap::from([(0_u128, BigUint::from(1_u32))]);
    let mut step = 0;
    while step < plan.len() {
        let vertices: Vec<usize> =
            (0..plan.len()).map(|s| plan.vertex(s).unwrap_or(0) as usize).collect();
        let orbit: BTreeSet<usize> = group.iter().map(|g| g[vertices[step]]).collect();
        let mut end = step + 1;
        while end < plan.len() && orbit.contains(&vertices[end]) {
            end += 1;
        }
        if observer.should_stop() {
            return Err(CountError::Engine(EngineError::Stopped { step }));
        }
        observer.progress(&Progress {
            stage: "symmetric count",
            done: step as u128,
            total: Some(plan.len() as u128),
            note: format!("{} states", layer.len()),
        });
        let mut next: HashMap<u128, BigUint> = HashMap::new();
        for (&state, ways) in &layer {
            for after in symmetric_branches(&plan, group, (step, end), state) {
                match after {
                    Some(after) => *next.entry(after).or_default() += ways,
                    None => total += ways,
                }
            }
        }
        layer = next;
        step = end;
    }
    Ok(total)
}

/// All ways to process an orbit: the states that follow, none for a closed cycle.
fn symmetric_branches(
    plan: &Plan,
    group: &[Vec<usize>],
    (step, end): (usize, usize),
    state: u128,
) -> Vec<Option<u128>> {
    let vertex = plan.vertex(step).unwrap_or(0) as usize;
    let later = plan.later(step);
    let mut found = Vec::new();
    for branch in branches(plan, step, state) {
        let chosen: Vec<usize> =
            branch.moves.iter().flatten().map(|&i| later[i] as usize).collect();
        let images: BTreeSet<(usize, usize)> = chosen
            .iter()
            .flat_map(|&w| group.iter().map(move |g| (g[vertex].min(g[w]), g[vertex].max(g[w]))))
            .collect();
        let asks = |v: usize, w: u32| images.contains(&(v.min(w as usize), v.max(w as usize)));
        // The images must not ask the first vertex for other moves than it chose.
        let own = images.iter().filter(|e| e.0 == vertex || e.1 == vertex).count();
        if own != chosen.len() {
            continue;
        }
        let mut current = Some(branch.next);
        for at in step + 1..end {
            let v = plan.vertex(at).unwrap_or(0) as usize;
            let later = plan.later(at);
            let wanted: Vec<usize> = (0..later.len()).filter(|&i| asks(v, later[i])).collect();
            current = match current {
                Some(Some(state)) => branches(plan, at, state)
                    .into_iter()
                    .find(|b| b.moves.iter().flatten().copied().eq(wanted.iter().copied()))
                    .map(|b| b.next),
                // The cycle is closed: nothing more may be asked.
                Some(None) if wanted.is_empty() => Some(None),
                _ => None,
            };
        }
        found.extend(current);
    }
    found
}

/// Orbits one after the other, each next one such that the frontier stays narrow.
fn orbit_order(graph: &Graph, group: &[Vec<usize>]) -> Vec<usize> {
    let n = graph.len();
    let mut gone = vec![false; n];
    let mut touched = vec![false; n];
    let mut order: Vec<usize> = Vec::with_capacity(n);
    while order.len() < n {
        let cost = |v: usize| {
            let orbit: BTreeSet<usize> = group.iter().map(|g| g[v]).collect();
            let new: BTreeSet<u32> = orbit
                .iter()
                .flat_map(|&w| graph.neighbours(w))
                .copied()
                .filter(|&w| !touched[w as usize] && !orbit.contains(&(w as usize)))
                .collect();
            let leaving = orbit.iter().filter(|&&w| touched[w]).count();
            (new.len() as isize - leaving as isize, graph.neighbours(v).len(), v)
        };
        let Some(v) = (0..n).filter(|&v| !gone[v]).min_by_key(|&v| cost(v)) else { break };
        let orbit: BTreeSet<usize> = group.iter().map(|g| g[v]).collect();
        for w in orbit {
            gone[w] = true;
            touched[w] = true;
            order.push(w);
            for &x in graph.neighbours(w) {
                touched[x as usize] = true;
            }
        }
    }
    order
}

impl TourCount {
    /// The tours by their symmetry, and up to it. `all` is the number of all undirected tours, as
    /// [`TourCount::run`] gives it.
    ///
    /// The symmetries are those of the board, up to eight, that keep the ends and the moves that
    /// the question gives.
    ///
    /// # Errors
    /// As [`TourCount::run`]; strictly open tours are not counted by symmetry.
    ///
    /// # Examples
    /// ```
    /// use hippodrome::count::TourCount;
    /// use hippodrome::{Kind, Leaper, Silent};
    /// let question = TourCount::new("6x6".parse()?, Leaper::KNIGHT, Kind::Closed);
    /// let count = question.by_symmetry(&9862_u32.into(), &Silent)?;
    /// assert_eq!(count.classes, 1245_u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn by_symmetry(
        &self,
        all: &BigUint,
        observer: &dyn Observer,
    ) -> Result<SymmetryCount, CountError> {
        if self.is_strictly_open() {
            return Err(CountError::Question(
                "strictly open tours are not counted by symmetry: leave one of the two out".into(),
            ));
        }
        let graph = self.graph()?;
        let squares = self.squares()?;
        let permutation = |s: Symmetry| -> Option<Vec<usize>> {
            let mut images: Vec<usize> = squares
                .iter()
                .map(|&sq| squares.binary_search(&s.apply(self.board(), sq)).ok())
                .collect::<Option<_>>()?;
            images.extend(squares.len()..graph.len());
            let keeps = |(u, v): (usize, usize)| graph.joined(images[u], images[v]);
            let forced =
                |&(u, v): &(u32, u32)| graph.is_forced(images[u as usize], images[v as usize]);
            (graph.edges().all(keeps) && graph.forced().iter().all(forced)).then_some(images)
        };
        let group: Vec<(Symmetry, Vec<usize>)> = Symmetry::of(self.board())
            .into_iter()
            .filter_map(|s| Some((s, permutation(s)?)))
            .collect();
        let single = self.kind() == Kind::Open && squares.len() == 1;
        let mut exactly: Vec<(Vec<Symmetry>, BigUint)> = Vec::new();
        let mut fixed_by: Vec<(Vec<Symmetry>, BigUint)> = Vec::new();
        // Larger groups first: what has exactly these is what has these, less what has more.
        for subgroup in subgroups(&group.iter().map(|g| g.0).collect::<Vec<_>>()) {
            let fixed = if subgroup.len() == 1 || single {
                all.clone()
            } else {
                let maps: Vec<Vec<usize>> =
                    group.iter().filter(|g| subgroup.contains(&g.0)).map(|g| g.1.clone()).collect();
                count_symmetric_cycles(&graph, &maps, observer)?
            };
            let more: BigUint = exactly
                .iter()
                .filter(|(larger, _)| subgroup.iter().all(|s| larger.contains(s)))
                .map(|(_, count)| count)
                .sum();
            fixed_by.push((subgroup.clone(), fixed.clone()));
            exactly.push((subgroup, fixed - more));
        }
        let fixed: Vec<(Symmetry, BigUint)> = group
            .iter()
            .map(|&(s, _)| {
                let cyclic = generated(&[s]);
                let count = fixed_by.iter().find(|(h, _)| *h == cyclic).map(|(_, c)| c.clone());
                (s, count.unwrap_or_default())
            })
            .collect();
        let sum: BigUint = fixed.iter().map(|f| &f.1).sum();
        Ok(SymmetryCount { classes: sum / group.len().max(1), fixed, exactly })
    }
}

/// The group that some symmetries generate, in the order of [`Symmetry::ALL`].
fn generated(by: &[Symmetry]) -> Vec<Symmetry> {
    let mut group = vec![Symmetry::Identity];
    let mut at = 0;
    while at < group.len() {
        for &s in by {
            let product = group[at].then(s);
            if !group.contains(&product) {
                group.push(product);
            }
        }
        at += 1;
    }
    Symmetry::ALL.into_iter().filter(|s| group.contains(s)).collect()
}

/// All subgroups, larger ones first. Two elements generate any group of symmetries of a rectangle.
fn subgroups(group: &[Symmetry]) -> Vec<Vec<Symmetry>> {
    let mut found: Vec<Vec<Symmetry>> = Vec::new();
    for &a in group {
        for &b in group {
            let h = generated(&[a, b]);
            if !found.contains(&h) {
                found.push(h);
            }
        }
    }
    found.sort_by_key(|h| std::cmp::Reverse(h.len()));
    found
}
