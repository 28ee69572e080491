//! Tours drawn, numbered and listed: the ladder's cycles read as squares in order.

use super::blocks::{Block, Pieces, block};
use super::board::{CountError, TourCount};
use super::ends::RunOf;
use super::engine::{EngineError, EngineOptions};
use super::jobs::Job;
use super::ladder::{Ladder, below};
use super::plan::Plan;
use crate::observer::Observer;
use crate::rng::Rng;
use crate::square::Square;
use crate::tour::Kind;
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// All tours that a [`TourCount`] asks for, by number.
///
/// Where open tours are counted by their ends, they are numbered run by run; within a run first come
/// those that it counted, then their images block by block.
///
/// Tours are undirected. As squares, a closed tour starts on the first square of the board (a1 if it
/// is there) towards the lower of its two neighbours; an open one starts at the end asked for, or
/// the lower of its ends.
///
/// # Examples
/// ```
/// use hippodrome::count::{EngineOptions, TourCount};
/// use hippodrome::{Kind, Leaper, Rng, Silent};
/// let question = TourCount::new("6x6".parse()?, Leaper::KNIGHT, Kind::Closed);
/// let tours = question.tours(&EngineOptions::default(), &Silent)?;
/// let drawn = tours.sample(&mut Rng::new(7))?.ok_or("there are 9862")?;
/// let rank = tours.rank(&drawn)?.ok_or("it is a tour")?;
/// assert_eq!(tours.unrank(&rank)?, Some(drawn));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Tours {
    parts: Vec<Part>,
    /// The pieces that the ends of open tours lie on, where they are counted by their ends.
    pieces: Option<Pieces>,
    count: BigUint,
    squares: Vec<Square>,
    kind: Kind,
    from: Option<usize>,
}

/// How many tours use each edge: two squares, or a square and the number of squares for an end.
pub(super) type Usage = BTreeMap<(usize, usize), BigUint>;

/// The plan of a run, and the run where open tours are counted by their ends.
type Planned = (Plan, Option<Job>);

type Edges = Vec<(u32, u32)>;

/// Tours with consecutive numbers: those of a ladder, and their images.
#[derive(Debug)]
struct Part {
    ladder: Ladder,
    /// The run that it belongs to, where open tours are counted by their ends.
    job: Option<Job>,
    first: BigUint,
}

impl Part {
    fn images(&self) -> usize {
        self.job.as_ref().map_or(1, |job| job.weight)
    }
}

impl TourCount {
    /// Builds the means to draw, number and list the tours.
    ///
    /// # Errors
    /// As [`TourCount::run`]; also for one-square boards.
    ///
    /// # Complexity
    /// As [`Ladder::new`], for every run that the count takes: 8×6 closed has 0.8 million states.
    pub fn tours(
        &self,
        options: &EngineOptions,
        observer: &dyn Observer,
    ) -> Result<Tours, CountError> {
        let (mut tours, runs) = self.no_tours()?;
        let whole = runs.len();
        for (run, (plan, job)) in runs.into_iter().enumerate() {
            let held = tours.parts.iter().map(|part| part.ladder.bytes()).sum();
            let part = RunOf { inner: observer, run, runs: whole };
            tours.add(Ladder::beside(held, plan, options, &part)?, job);
        }
        Ok(tours)
    }

    /// How many tours of the kind asked for use each edge that is wanted: two squares, or a square
    /// and the number of squares for an end there. The states of one run are held at a time.
    pub(super) fn usage(
        &self,
        options: &EngineOptions,
        observer: &dyn Observer,
        ends_only: bool,
    ) -> Result<(Vec<Square>, Usage), CountError> {
        let (tours, runs) = self.no_tours()?;
        let (n, whole) = (tours.squares.len(), runs.len());
        let mut usage = Usage::new();
        for (run, (plan, job)) in runs.into_iter().enumerate() {
            let part = RunOf { inner: observer, run, runs: whole };
            let ladder = Ladder::new(plan, options, &part)?;
            let part = Part { ladder, job, first: BigUint::ZERO };
            tours.add_usage(&part, &mut usage, ends_only.then_some(n), options.threads)?;
        }
        tours.average(&mut usage);
        Ok((tours.squares, usage))
    }

    /// No tours yet, and the plans of the runs that make them up.
    fn no_tours(&self) -> Result<(Tours, Vec<Planned>), CountError> {
        let squares = self.squares()?;
        if squares.len() < 2 {
            return Err(CountError::Question(
                "the one-square board has no tours to number: its only tour makes no move".into(),
            ));
        }
        let from = self.start();
        let from = from.and_then(|s| squares.binary_search(&s).ok());
        let mut tours = Tours {
            parts: Vec::new(),
            pieces: None,
            count: BigUint::ZERO,
            squares,
            kind: self.kind(),
            from,
        };
        let strict = self.is_strictly_open() && self.kind() == Kind::Open;
        let split = if strict { self.strict_split()? } else { self.split()? };
        let runs = if let Some(split) = split {
            let plan = |job: Job| Ok((job.plan(&split.moves, &split.pieces)?, Some(job)));
            let runs = split.jobs.into_iter().map(plan).collect::<Result<_, CountError>>()?;
            tours.pieces = Some(split.pieces);
            runs
        } else {
            vec![(Plan::new(&self.graph()?, &self.order()?)?, None)]
        };
        Ok((tours, runs))
    }
}

impl Tours {
    fn add(&mut self, ladder: Ladder, job: Option<Job>) {
        let part = Part { ladder, job, first: self.count.clone() };
        self.count += part.ladder.count() * part.images();
        self.parts.push(part);
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> &BigUint {
        &self.count
    }

    /// The squares of the board, in the order of its vertices.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The tour of this number; none if there are not so many.
    ///
    /// # Errors
    /// [`EngineError::Disk`] if states that are kept there cannot be read.
    pub fn unrank(&self, rank: &BigUint) -> Result<Option<Vec<Square>>, EngineError> {
        let at = self.parts.partition_point(|part| &part.first <= rank);
        let Some(part) = at.checked_sub(1).and_then(|at| self.parts.get(at)) else {
            return Ok(None);
        };
        let within = rank - &part.first;
        let (image, rank) = match part.images() {
            1 => (BigUint::ZERO, within),
            _ if part.ladder.count() == &BigUint::ZERO => return Ok(None),
            _ => (&within / part.ladder.count(), &within % part.ladder.count()),
        };
        let Ok(image) = usize::try_from(image) else { return Ok(None) };
        let Some(edges) = part.ladder.unrank(&rank)? else { return Ok(None) };
        Ok(self.image(&self.read(&edges), image).and_then(|vertices| self.shown(vertices)))
    }

    /// The number of a tour, in either direction and from any of its squares if it is closed; none
    /// if it is not one of those asked for.
    ///
    /// # Errors
    /// [`EngineError::Disk`] if states that are kept there cannot be read.
    pub fn rank(&self, tour: &[Square]) -> Result<Option<BigUint>, EngineError> {
        let Some((part, image, edges)) = self.place(tour) else { return Ok(None) };
        let rank = part.ladder.rank(&edges)?;
        Ok(rank.map(|rank| &part.first + part.ladder.count() * image + rank))
    }

    /// The part that has a tour, the number of its image there, and the edges of the cycle that it
    /// is an image of.
    fn place(&self, tour: &[Square]) -> Option<(&Part, usize, Edges)> {
        let vertices: Vec<usize> =
            tour.iter().map(|s| self.squares.binary_search(s).ok()).collect::<Option<_>>()?;
        let ends = (*vertices.first()?, *vertices.last()?);
        for part in &self.parts {
            let (Some(job), Some(pieces)) = (&part.job, &self.pieces) else {
                return Some((part, 0, self.edges(&vertices, None)));
            };
            let wanted = block(pieces.of[ends.0], pieces.of[ends.1]);
            for counted in job.blocks() {
                let class = pieces.class(counted).blocks;
                let Some(image) = class.iter().position(|b| b.0 == wanted) else { continue };
                let back = inverse(&pieces.group[class[image].1]);
                let original: Vec<usize> = vertices.iter().map(|&v| back[v]).collect();
                return Some((part, image, self.edges(&original, Some((job, pieces)))));
            }
        }
        None
    }

    /// A tour drawn with equal chances; none if there is none.
    ///
    /// # Errors
    /// [`EngineError::Disk`] if states that are kept there cannot be read.
    pub fn sample(&self, rng: &mut Rng) -> Result<Option<Vec<Square>>, EngineError> {
        below(rng, &self.count).map_or(Ok(None), |rank| self.unrank(&rank))
    }

    /// All tours in the order of their numbers; a failure to read states kept on disk ends them.
    pub fn iter(&self) -> impl Iterator<Item = Result<Vec<Square>, EngineError>> + '_ {
        self.parts.iter().flat_map(move |part| {
            (0..part.images()).flat_map(move |image| {
                part.ladder.cycles().filter_map(move |edges| match edges {
                    Ok(edges) => self.shown(self.image(&self.read(&edges), image)?).map(Ok),
                    Err(error) => Some(Err(error)),
                })
            })
        })
    }

    /// The image of this number of a tour that a run has counted.
    fn image(&self, vertices: &[usize], image: usize) -> Option<Vec<usize>> {
        let Some(pieces) = &self.pieces else { return Some(vertices.to_vec()) };
        let counted: Block = block(pieces.of[*vertices.first()?], pieces.of[*vertices.last()?]);
        let (_, g) = *pieces.class(counted).blocks.get(image)?;
        Some(vertices.iter().map(|&v| pieces.group[g][v]).collect())
    }

    /// The squares, an open tour from the end asked for or its lower end.
    fn shown(&self, mut vertices: Vec<usize>) -> Option<Vec<Square>> {
        let (first, last) = (*vertices.first()?, *vertices.last()?);
        if self.kind == Kind::Open && self.from.map_or(last < first, |from| last == from) {
            vertices.reverse();
        }
        vertices.into_iter().map(|v| self.squares.get(v).copied()).collect()
    }

    /// The edges of a tour in the graph of a run.
    fn edges(&self, vertices: &[usize], run: Option<(&Job, &Pieces)>) -> Vec<(u32, u32)> {
        let mut edges: Vec<(u32, u32)> =
            vertices.windows(2).map(|w| (w[0] as u32, w[1] as u32)).collect();
        let (Some(&first), Some(&last)) = (vertices.first(), vertices.last()) else { return edges };
        let (first, last, n) = (first as u32, last as u32, self.squares.len() as u32);
        if self.kind == Kind::Closed {
            edges.push((last, first));
            return edges;
        }
        let Some((job, pieces)) = run.filter(|(job, pieces)| job.has_two(pieces)) else {
            edges.extend([(first, n), (last, n)]);
            return edges;
        };
        let swapped = !job.sides[0].contains(&pieces.of[first as usize]);
        let (a, b) = if swapped { (last, first) } else { (first, last) };
        edges.extend([(a, n), (b, n + 1), (n, n + 1)]);
        edges
    }

    /// Adds how many tours of a part use each edge, over all symmetries; perhaps only of edges to
    /// vertices from one number on.
    fn add_usage(
        &self,
        part: &Part,
        usage: &mut Usage,
        from: Option<usize>,
        threads: usize,
    ) -> Result<(), EngineError> {
        let n = self.squares.len();
        let wanted = |u: u32, v: u32| from.is_none_or(|from| u.max(v) as usize >= from);
        for ((u, v), count) in part.ladder.by_edge_where(threads, wanted)? {
            let (u, v) = (u as usize, v as usize);
            if u >= n {
                continue;
            }
            let count = count * part.images();
            match &self.pieces {
                // Over the whole group every image of a block is met equally often.
                Some(pieces) => {
                    for g in &pieces.group {
                        let w = if v < n { g[v] } else { n };
                        *usage.entry((g[u].min(w), g[u].max(w))).or_default() += &count;
                    }
                }
                None => *usage.entry((u, v.min(n))).or_default() += count,
            }
        }
        Ok(())
    }

    /// Divides what was added over all symmetries by their number.
    fn average(&self, usage: &mut Usage) {
        let order = self.pieces.as_ref().map_or(1, |pieces| pieces.group.len());
        for count in usage.values_mut() {
            *count /= order;
        }
    }

    /// The vertices of a cycle in order, without those that are no squares: a closed tour from the
    /// first square towards its lower neighbour, an open one from one of its ends.
    fn read(&self, edges: &[(u32, u32)]) -> Vec<usize> {
        let n = self.squares.len();
        let mut beside: Vec<Vec<usize>> = vec![Vec::with_capacity(2); n];
        for (u, v) in edges.iter().map(|&(u, v)| (u as usize, v as usize)) {
            if u < n && v < n {
                beside[u].push(v);
                beside[v].push(u);
            }
        }
        let start = beside.iter().position(|b| b.len() < 2).unwrap_or(0);
        let mut last = match beside[start][..] {
            [a, b] => a.max(b),
            _ => n,
        };
        let mut at = start;
        let mut tour = Vec::with_capacity(n);
        while tour.len() < n && at < n {
            tour.push(at);
            let next = beside[at].iter().copied().find(|&w| w != last).unwrap_or(n);
            (last, at) = (at, next);
        }
        tour
    }
}

/// How many undirected tours use each move.
pub(super) fn by_move(squares: &[Square], usage: Usage) -> BTreeMap<(Square, Square), BigUint> {
    usage
        .into_iter()
        .filter(|(_, count)| count != &BigUint::ZERO)
        .filter_map(|((u, v), count)| Some(((*squares.get(u)?, *squares.get(v)?), count)))
        .collect()
}

/// How many tours have an end on each square.
pub(super) fn by_end(squares: &[Square], usage: Usage) -> BTreeMap<Square, BigUint> {
    let n = squares.len();
    let mut ends: BTreeMap<Square, BigUint> =
        squares.iter().map(|&square| (square, BigUint::ZERO)).collect();
    for ((v, w), count) in usage {
        if let Some(&square) = squares.get(v).filter(|_| w == n) {
            ends.insert(square, count);
        }
    }
    ends
}

fn inverse(permutation: &[usize]) -> Vec<usize> {
    let mut inverse = vec![0; permutation.len()];
    for (v, &image) in permutation.iter().enumerate() {
        inverse[image] = v;
    }
    inverse
}
