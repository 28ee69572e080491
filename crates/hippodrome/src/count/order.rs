//! Vertex orders that keep the layers small: an estimate of every layer, and a search over orders.
//!
//! The states of a layer depend on the *set* of processed vertices only, so the cost of an order
//! is a sum over its prefixes. Two things bound the states of a prefix.
//!
//! - The frontier: each of its vertices has a range of degrees, the degrees of the two colours of a
//!   two-coloured graph differ by a fixed amount (every move leads from one colour to the other),
//!   and a degree pattern with `k` ends allows at most `(k − 1)!!` pairings.
//! - The ways to choose the moves of the processed vertices, here in the mean-field way: each
//!   vertex chooses two moves at random; the chance that both ends of every move agree is taken to
//!   be the product over the moves.
//!
//! The estimate is the harmonic sum of the two. On the 8×6 board row by row it stays within a
//! factor of seven of the true number from the first layer to the last.

use super::graph::Graph;
use std::collections::HashMap;

/// Degree ranges that a frontier vertex can have, in the order of [`Kinds`].
const RANGES: [(usize, usize); 5] = [(0, 1), (0, 2), (1, 1), (1, 2), (2, 2)];

/// How many frontier vertices of one colour have each range of [`RANGES`].
type Kinds = [u8; 5];

/// Wider frontiers than this are taken to be hopeless.
const WIDEST: usize = 40;

/// A set of processed vertices that grows, with all that the estimate needs.
#[derive(Clone, Debug)]
struct Prefix {
    processed: Vec<bool>,
    /// Processed neighbours of each vertex.
    done: Vec<u8>,
    kinds: [Kinds; 2],
    /// Frontier vertices that can no longer get two moves.
    dead: usize,
    /// Twice the excess of processed vertices of colour 0.
    balance: i32,
    log_ways: f64,
    /// Settled vertices of each of the two [`Sides`]: neither they nor their neighbours will change.
    settled: [u32; 2],
}

/// Where the two ends of the paths that are counted may lie.
#[derive(Clone, Debug)]
enum Ends {
    /// Cycles have none.
    None,
    /// Anywhere.
    Anywhere,
    /// One on each of two sides.
    On(Sides),
}

/// Two sets of vertices, or twice the same one; each has one end of a path.
#[derive(Clone, Debug)]
struct Sides {
    /// Bit 0: on the first side; bit 1: on the second.
    side: Vec<u8>,
    /// The vertices of each side.
    sizes: [u32; 2],
    /// What an end on each side adds to the balance.
    shifts: [i32; 2],
    /// Whether the two are one and the same.
    same: bool,
}

/// What the ends settled so far do: the shift of the balance, whether their number is odd, and the
/// ways to choose them.
type Taken = (i32, bool, f64);

impl Sides {
    fn new(colour: Option<&[bool]>, vertices: usize, sides: [&[usize]; 2]) -> Self {
        let mut side = vec![0; vertices];
        let mut shifts = [0; 2];
        for (i, set) in sides.iter().enumerate() {
            for &v in *set {
                side[v] |= 1 << i;
            }
            if let (Some(colour), Some(&v)) = (colour, set.first()) {
                shifts[i] = if colour[v] { 1 } else { -1 };
            }
        }
        let same = side.iter().all(|&s| s == 0 || s == 3);
        Self { side, sizes: sides.map(|s| s.len() as u32), shifts, same }
    }

    /// All that may have happened to the ends once some vertices are settled.
    fn taken(&self, settled: [u32; 2]) -> impl Iterator<Item = Taken> + '_ {
        (0..4_u32).filter_map(move |which| {
            if self.same && which == 2 {
                return None;
            }
            let mut taken = (0, which.is_power_of_two(), 1.0);
            for (side, done) in settled.into_iter().enumerate() {
                let one = which >> side & 1;
                let used = if self.same { which.count_ones() } else { one };
                let left = if self.same { 2 - used } else { 1 - used };
                if done < used || self.sizes[side] - done < left {
                    return None;
                }
                if one == 1 {
                    taken.0 += self.shifts[side];
                    taken.2 *= f64::from(done);
                }
            }
            Some(taken)
        })
    }
}

/// Estimates layers, remembering what it has worked out.
#[derive(Clone, Debug)]
pub struct Estimator<'a> {
    graph: &'a Graph,
    ends: Ends,
    colour: Option<Vec<bool>>,
    /// For each vertex, the chance that it takes a given one of its moves.
    chance: Vec<f64>,
    pairings: Vec<f64>,
    patterns: HashMap<([Kinds; 2], i32, bool), f64>,
}

impl<'a> Estimator<'a> {
    /// An estimator for this graph.
    #[must_use]
    pub fn new(graph: &'a Graph) -> Self {
        let mut pairings = vec![1.0; WIDEST + 4];
        for k in 2..pairings.len() {
            pairings[k] = pairings[k - 2] * (k - 1) as f64;
        }
        Self {
            graph,
            ends: Ends::None,
            colour: two_colouring(graph),
            chance: (0..graph.len())
                .map(|v| 2.0 / graph.neighbours(v).len().max(2) as f64)
                .collect(),
            pairings,
            patterns: HashMap::new(),
        }
    }

    /// An estimator for the paths of this graph, which are cycles through one more vertex, the last.
    #[must_use]
    pub fn of_paths(graph: &'a Graph) -> Self {
        Self { ends: Ends::Anywhere, ..Self::new(graph) }
    }

    /// From now on estimates paths with one end on each of two sides, which are one and the same set
    /// or have no vertex in common.
    pub fn between(&mut self, sides: [&[usize]; 2]) {
        let sides = Sides::new(self.colour.as_deref(), self.graph.len(), sides);
        self.ends = Ends::On(sides);
    }

    /// The estimated number of states after each vertex of the order.
    ///
    /// # Complexity
    /// O(Σ degree²) time.
    #[must_use]
    pub fn layers(&mut self, order: &[usize]) -> Vec<f64> {
        let mut prefix = self.empty();
        order
            .iter()
            .map(|&v| {
                self.extend(&mut prefix, v);
                self.states(&prefix)
            })
            .collect()
    }

    fn empty(&self) -> Prefix {
        Prefix {
            processed: vec![false; self.graph.len()],
            done: vec![0; self.graph.len()],
            kinds: [[0; 5]; 2],
            dead: 0,
            balance: 0,
            log_ways: 0.0,
            settled: [0; 2],
        }
    }

    fn settle(&self, prefix: &mut Prefix, v: usize) {
        if let Ends::On(sides) = &self.ends {
            for (i, settled) in prefix.settled.iter_mut().enumerate() {
                *settled += u32::from(sides.side[v] >> i & 1);
            }
        }
    }

    /// The degrees that a frontier vertex may have on the board.
    fn range(&self, v: usize, done: usize, open: usize) -> (usize, usize) {
        match &self.ends {
            // An end needs one move less; once settled, that is told by the balance.
            Ends::On(sides) if sides.side[v] > 0 && open > 0 => {
                let alone = sides.sizes[usize::from(sides.side[v] == 2)] == 1;
                (1_usize.saturating_sub(open), done.min(if alone { 1 } else { 2 }))
            }
            _ => (2_usize.saturating_sub(open), done.min(2)),
        }
    }

    fn side(&self, v: usize) -> usize {
        usize::from(self.colour.as_ref().is_some_and(|c| c[v]))
    }

    /// The frontier part of vertex `v` enters (`true`) or leaves the prefix.
    fn tally(&self, prefix: &mut Prefix, v: usize, enters: bool) {
        let done = usize::from(prefix.done[v]);
        if done == 0 {
            return;
        }
        let open = self.graph.neighbours(v).len() - done;
        let range = self.range(v, done, open);
        let side = self.side(v);
        match RANGES.iter().position(|&r| r == range) {
            Some(kind) if enters => prefix.kinds[side][kind] += 1,
            Some(kind) => prefix.kinds[side][kind] -= 1,
            None if enters => prefix.dead += 1,
            None => prefix.dead -= 1,
        }
        let sign = if enters { 1.0 } else { -1.0 };
        prefix.log_ways += sign * self.log_fits(prefix, v, open);
    }

    /// The logarithm of the chance that the processed neighbours of `v` ask for a fitting number of
    /// moves to it.
    fn log_fits(&self, prefix: &Prefix, v: usize, open: usize) -> f64 {
        let mut chance = [1.0, 0.0, 0.0];
        for &w in self.graph.neighbours(v) {
            if prefix.processed[w as usize] {
                let q = self.chance[w as usize];
                chance = [
                    chance[0] * (1.0 - q),
                    chance[1] * (1.0 - q) + chance[0] * q,
                    chance[2] * (1.0 - q) + chance[1] * q,
                ];
            }
        }
        chance[2_usize.saturating_sub(open)..].iter().sum::<f64>().max(1e-30).ln()
    }

    /// Processes one more vertex.
    fn extend(&self, prefix: &mut Prefix, v: usize) {
        let neighbours = self.graph.neighbours(v);
        self.tally(prefix, v, false);
        for &w in neighbours {
            if !prefix.processed[w as usize] {
                self.tally(prefix, w as usize, false);
            }
        }
        if usize::from(prefix.done[v]) < neighbours.len() {
            self.settle(prefix, v);
        }
        prefix.processed[v] = true;
        prefix.balance += if self.side(v) == 0 { 2 } else { -2 };
        let d = neighbours.len() as f64;
        let mut factor = d * (d - 1.0) / 2.0;
        for &w in neighbours {
            prefix.done[w as usize] = prefix.done[w as usize].saturating_add(1);
            if prefix.processed[w as usize] {
                let (p, q) = (self.chance[v], self.chance[w as usize]);
                factor *= p * q + (1.0 - p) * (1.0 - q);
            } else {
                self.tally(prefix, w as usize, true);
                if usize::from(prefix.done[w as usize]) == self.graph.neighbours(w as usize).len() {
                    self.settle(prefix, w as usize);
                }
            }
        }
        prefix.log_ways += factor.max(1e-30).ln();
    }

    /// The estimate for a prefix.
    fn states(&mut self, prefix: &Prefix) -> f64 {
        let width: usize = prefix.kinds.iter().flatten().map(|&k| usize::from(k)).sum();
        if prefix.dead > 0 {
            return 0.0;
        }
        if width > WIDEST {
            return f64::INFINITY;
        }
        let taken: Vec<Taken> = match &self.ends {
            Ends::None => vec![(0, false, 1.0)],
            // The ends shift the balance by what the one more vertex has taken.
            Ends::Anywhere => (-2..=2).map(|s: i32| (s, s % 2 != 0, 1.0)).collect(),
            Ends::On(sides) => sides.taken(prefix.settled).collect(),
        };
        let ways = prefix.log_ways.exp();
        let fits = |patterns: f64, ways: f64| {
            if patterns <= 0.0 { 0.0 } else { 1.0 / (1.0 / patterns + 1.0 / ways) }
        };
        let mut patterns = [0.0; 5];
        for (patterns, &(shift, odd, _)) in patterns.iter_mut().zip(&taken) {
            let key = (prefix.kinds, prefix.balance + shift, odd);
            *patterns = if let Some(&known) = self.patterns.get(&key) {
                known
            } else {
                let fresh = self.frontier_states(key);
                self.patterns.insert(key, fresh);
                fresh
            };
        }
        if matches!(self.ends, Ends::On(_)) {
            patterns.iter().zip(taken).map(|(&p, taken)| fits(p, ways * taken.2)).sum()
        } else {
            fits(patterns.iter().sum(), ways)
        }
    }

    /// Degree patterns of a frontier, each times its pairings. With an odd number of ends of paths
    /// one is joined to the vertex beyond the board.
    fn frontier_states(&self, (kinds, balance, odd): ([Kinds; 2], i32, bool)) -> f64 {
        let [first, second] = kinds.map(degree_patterns);
        let mut total = 0.0;
        for (ka, a) in first.iter().enumerate() {
            for (kb, b) in second.iter().enumerate() {
                if ((ka + kb) % 2 == 1) != odd {
                    continue;
                }
                let patterns: f64 = if self.colour.is_some() {
                    // Degrees of colour 1 exceed those of colour 0 by the balance.
                    let place = |s: usize| (s as i32 + balance) as usize;
                    let pairs = a.iter().enumerate();
                    pairs.map(|(s, x)| x * b.get(place(s)).unwrap_or(&0.0)).sum()
                } else {
                    a.iter().sum::<f64>() * b.iter().sum::<f64>()
                };
                total += patterns * self.pairings[(ka + kb).next_multiple_of(2)];
            }
        }
        total
    }
}

/// `patterns[ends][degrees]`: how many ways vertices of these kinds have so many of degree one and
/// so many degrees in all.
fn degree_patterns(kinds: Kinds) -> Vec<Vec<f64>> {
    let n: usize = kinds.iter().map(|&k| usize::from(k)).sum();
    let mut patterns = vec![vec![0.0; 2 * n + 1]; n + 1];
    patterns[0][0] = 1.0;
    for (&(low, high), &times) in RANGES.iter().zip(&kinds) {
        for _ in 0..times {
            for k in (0..=n).rev() {
                for s in (0..=2 * n).rev() {
                    let mut x = if low == 0 { patterns[k][s] } else { 0.0 };
                    if high == 2 && s >= 2 {
                        x += patterns[k][s - 2];
                    }
                    if low <= 1 && s >= 1 && k >= 1 {
                        x += patterns[k - 1][s - 1];
                    }
                    patterns[k][s] = x;
                }
            }
        }
    }
    patterns
}

/// Colours the vertices so that edges join different colours, if that can be done.
pub(super) fn two_colouring(graph: &Graph) -> Option<Vec<bool>> {
    let mut colour: Vec<Option<bool>> = vec![None; graph.len()];
    for root in 0..graph.len() {
        if colour[root].is_some() {
            continue;
        }
        colour[root] = Some(false);
        let mut stack = vec![root];
        while let Some(v) = stack.pop() {
            for &w in graph.neighbours(v) {
                match colour[w as usize] {
                    None => {
                        colour[w as usize] = colour[v].map(|c| !c);
                        stack.push(w as usize);
                    }
                    Some(c) if Some(c) == colour[v] => return None,
                    Some(_) => {}
                }
            }
        }
    }
    Some(colour.into_iter().map(|c| c == Some(true)).collect())
}

/// A good order for counting, found within a time that the count itself would take.
///
/// The best of `candidates` (or the vertices as they are numbered, if there is none), annealed as
/// long as that is likely to pay. The same graph gives the same order on every machine.
///
/// # Panics
/// If a candidate names a vertex that is not there.
#[must_use]
pub fn choose_order(graph: &Graph, candidates: &[Vec<usize>]) -> Vec<usize> {
    choose_with(Estimator::new(graph), candidates)
}

/// The same, for an estimator.
pub(crate) fn choose_with(estimator: Estimator<'_>, candidates: &[Vec<usize>]) -> Vec<usize> {
    let graph = estimator.graph;
    let start = best_order(estimator.clone(), candidates);
    let mut search = Search::new(estimator, start, 1);
    for (share, hot) in [(0.1, 0.3), (0.3, 0.5), (0.3, 0.3)] {
        // A state costs about 100 ns to count, a move 400 ns a vertex to try.
        let moves = search.cost() * 1e-7 * share / (graph.len().max(1) as f64 * 4e-7);
        search.anneal(moves.min(150_000.0) as u64, hot, 0.002);
    }
    search.order
}

/// The candidate with the smallest estimate; the vertices as they are numbered, if there is none.
pub(crate) fn best_order(mut estimator: Estimator<'_>, candidates: &[Vec<usize>]) -> Vec<usize> {
    let vertices = estimator.graph.len();
    let costed = candidates.iter().map(|order| (estimator.layers(order).iter().sum(), order));
    let best = costed.min_by(|a: &(f64, _), b| a.0.total_cmp(&b.0));
    best.map_or_else(|| (0..vertices).collect(), |b| b.1.clone())
}

/// Simulated annealing over vertex orders (Kirkpatrick, Gelatt & Vecchi 1983).
///
/// A move takes one vertex to another place, or swaps two; only the prefixes between are estimated
/// anew. The same seed gives the same order on every machine.
#[derive(Clone, Debug)]
pub struct Search<'a> {
    estimator: Estimator<'a>,
    order: Vec<usize>,
    costs: Vec<f64>,
    seed: u64,
}

impl<'a> Search<'a> {
    /// Starts from a permutation of the vertices.
    ///
    /// # Panics
    /// If `order` names a vertex that is not there.
    #[must_use]
    pub fn new(mut estimator: Estimator<'a>, order: Vec<usize>, seed: u64) -> Self {
        let costs = estimator.layers(&order);
        Self { estimator, order, costs, seed }
    }

    /// `splitmix64` (Steele, Lea & Flood 2014).
    fn random(&mut self) -> u64 {
        self.seed = self.seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.seed;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// The estimated states of all layers together.
    #[must_use]
    pub fn cost(&self) -> f64 {
        self.costs.iter().sum()
    }

    /// The largest estimate of a layer.
    #[must_use]
    pub fn peak(&self) -> f64 {
        self.costs.iter().copied().fold(0.0, f64::max)
    }

    /// The order, the best found so far.
    #[must_use]
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// Tries `moves` moves while the temperature falls from `hot` to `cold`: a move that multiplies
    /// the cost by `e^t` at temperature `t` is taken with chance 1/e.
    pub fn anneal(&mut self, moves: u64, hot: f64, cold: f64) {
        let n = self.order.len();
        if n < 2 {
            return;
        }
        let mut best = (self.cost(), self.order.clone(), self.costs.clone());
        let mut now = best.0;
        for t in 0..moves {
            let temperature = hot * (cold / hot).powf(t as f64 / moves as f64);
            let r = self.random();
            let i = (r % n as u64) as usize;
            let reach = if (r >> 20).is_multiple_of(4) { n } else { 7.min(n) };
            let span = 1 + (r >> 32) as usize % reach;
            let j = if r >> 16 & 1 == 0 { i.saturating_sub(span) } else { (i + span).min(n - 1) };
            let (a, b) = (i.min(j), i.max(j));
            if a == b {
                continue;
            }
            let swap = (r >> 17).is_multiple_of(4);
            self.shift(i, j, swap);
            let costs = self.costs_between(a, b);
            let total = now - self.costs[a..b].iter().sum::<f64>() + costs.iter().sum::<f64>();
            let chance = (-(total.max(1.0).ln() - now.max(1.0).ln()) / temperature).exp();
            if total <= now || (self.random() >> 11) as f64 / (1_u64 << 53) as f64 <= chance {
                self.costs[a..b].copy_from_slice(&costs);
                now = self.cost();
                if now < best.0 {
                    best = (now, self.order.clone(), self.costs.clone());
                }
            } else {
                self.shift(j, i, swap);
            }
        }
        (_, self.order, self.costs) = best;
    }

    fn shift(&mut self, from: usize, to: usize, swap: bool) {
        if swap {
            self.order.swap(from, to);
        } else if from < to {
            self.order[from..=to].rotate_left(1);
        } else {
            self.order[to..=from].rotate_right(1);
        }
    }

    /// Estimates of the prefixes that end at places `a..b`.
    fn costs_between(&mut self, a: usize, b: usize) -> Vec<f64> {
        let mut prefix = self.estimator.empty();
        let mut costs = Vec::with_capacity(b - a);
        for i in 0..b {
            self.estimator.extend(&mut prefix, self.order[i]);
            if i >= a {
                costs.push(self.estimator.states(&prefix));
            }
        }
        costs
    }
}
