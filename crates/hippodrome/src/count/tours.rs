//! Tours drawn, numbered and listed: the ladder's cycles read as squares in order.

use super::blocks::{Block, Pieces, block};
use super::board::{CountError, TourCount};
use super::engine::EngineOptions;
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
/// let drawn = tours.sample(&mut Rng::new(7)).ok_or("there are 9862")?;
/// let rank = tours.rank(&drawn).ok_or("it is a tour")?;
/// assert_eq!(tours.unrank(&rank), Some(drawn));
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
    /// As [`TourCount::run`]; also for strictly open tours and one-square boards.
    ///
    /// # Complexity
    /// Memory for the states of all layers: 8×6 closed takes 0.8 million of them.
    pub fn tours(
        &self,
        options: &EngineOptions,
        observer: &dyn Observer,
    ) -> Result<Tours, CountError> {
        if self.is_strictly_open() {
            return Err(CountError::Question(
                "strictly open tours are counted but not numbered: ask for open tours".into(),
            ));
        }
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
        if let Some(split) = self.split()? {
            for job in split.jobs {
                let plan = job.plan(&split.moves, &split.pieces)?;
                tours.add(Ladder::new(plan, options, observer)?, Some(job));
            }
            tours.pieces = Some(split.pieces);
        } else {
            let plan = Plan::new(&self.graph()?, &self.order()?)?;
            tours.add(Ladder::new(plan, options, observer)?, None);
        }
        Ok(tours)
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
    #[must_use]
    pub fn unrank(&self, rank: &BigUint) -> Option<Vec<Square>> {
        let at = self.parts.partition_point(|part| &part.first <= rank).checked_sub(1)?;
        let part = &self.parts[at];
        let within = rank - &part.first;
        let (image, rank) = match part.images() {
            1 => (0, within),
            _ if part.ladder.count() == &BigUint::ZERO => return None,
            _ => (
                usize::try_from(&within / part.ladder.count()).ok()?,
                &within % part.ladder.count(),
            ),
        };
        let vertices = self.read(&part.ladder.unrank(&rank)?);
        self.shown(self.image(&vertices, image)?)
    }

    /// The number of a tour, in either direction and from any of its squares if it is closed; none
    /// if it is not one of those asked for.
    #[must_use]
    pub fn rank(&self, tour: &[Square]) -> Option<BigUint> {
        let vertices: Vec<usize> =
            tour.iter().map(|s| self.squares.binary_search(s).ok()).collect::<Option<_>>()?;
        let ends = (*vertices.first()?, *vertices.last()?);
        for part in &self.parts {
            let (Some(job), Some(pieces)) = (&part.job, &self.pieces) else {
                return part.ladder.rank(&self.edges(&vertices, None));
            };
            let wanted = block(pieces.of[ends.0], pieces.of[ends.1]);
            for counted in job.blocks() {
                let class = pieces.class(counted).blocks;
                let Some(image) = class.iter().position(|b| b.0 == wanted) else { continue };
                let back = inverse(&pieces.group[class[image].1]);
                let original: Vec<usize> = vertices.iter().map(|&v| back[v]).collect();
                let rank = part.ladder.rank(&self.edges(&original, Some((job, pieces))))?;
                return Some(&part.first + part.ladder.count() * image + rank);
            }
        }
        None
    }

    /// A tour drawn with equal chances; none if there is none.
    #[must_use]
    pub fn sample(&self, rng: &mut Rng) -> Option<Vec<Square>> {
        self.unrank(&below(rng, &self.count)?)
    }

    /// All tours in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = Vec<Square>> + '_ {
        self.parts.iter().flat_map(move |part| {
            (0..part.images()).flat_map(move |image| {
                part.ladder
                    .cycles()
                    .filter_map(move |edges| self.shown(self.image(&self.read(&edges), image)?))
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

    /// How many tours use each edge of the graph: two squares, or a square and the number of squares
    /// for an end there.
    fn by_edge(&self) -> BTreeMap<(usize, usize), BigUint> {
        let n = self.squares.len();
        let mut usage: BTreeMap<(usize, usize), BigUint> = BTreeMap::new();
        let order = self.pieces.as_ref().map_or(1, |pieces| pieces.group.len());
        for part in &self.parts {
            for ((u, v), count) in part.ladder.by_edge() {
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
        }
        for count in usage.values_mut() {
            *count /= order;
        }
        usage
    }

    /// How many undirected tours use each move.
    #[must_use]
    pub fn by_move(&self) -> BTreeMap<(Square, Square), BigUint> {
        let squares = &self.squares;
        self.by_edge()
            .into_iter()
            .filter(|(_, count)| count != &BigUint::ZERO)
            .filter_map(|((u, v), count)| Some(((*squares.get(u)?, *squares.get(v)?), count)))
            .collect()
    }

    /// How many open tours start on each square (directed tours: each end is a start); for closed
    /// tours, which can start anywhere, nothing.
    #[must_use]
    pub fn by_start(&self) -> BTreeMap<Square, BigUint> {
        let n = self.squares.len();
        let mut starts: BTreeMap<Square, BigUint> = BTreeMap::new();
        if self.kind == Kind::Open {
            starts.extend(self.squares.iter().map(|&s| (s, BigUint::ZERO)));
            for ((v, w), count) in self.by_edge() {
                if let Some(&square) = self.squares.get(v).filter(|_| w == n) {
                    starts.insert(square, count);
                }
            }
        }
        starts
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

fn inverse(permutation: &[usize]) -> Vec<usize> {
    let mut inverse = vec![0; permutation.len()];
    for (v, &image) in permutation.iter().enumerate() {
        inverse[image] = v;
    }
    inverse
}
