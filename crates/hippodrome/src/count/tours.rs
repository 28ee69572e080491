//! Tours drawn, numbered and listed: the ladder's cycles read as squares in order.

use super::board::{CountError, TourCount};
use super::engine::EngineOptions;
use super::ladder::Ladder;
use super::plan::Plan;
use crate::observer::Observer;
use crate::rng::Rng;
use crate::square::Square;
use crate::tour::Kind;
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// All tours that a [`TourCount`] asks for, by number.
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
    ladder: Ladder,
    squares: Vec<Square>,
    kind: Kind,
    from: Option<usize>,
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
        let plan = Plan::new(&self.graph()?, &self.order()?)?;
        let from = self.start();
        let from = from.and_then(|s| squares.binary_search(&s).ok());
        Ok(Tours {
            ladder: Ladder::new(plan, options, observer)?,
            squares,
            kind: self.kind(),
            from,
        })
    }
}

impl Tours {
    /// How many there are.
    #[must_use]
    pub fn count(&self) -> &BigUint {
        self.ladder.count()
    }

    /// The layers behind them.
    #[must_use]
    pub fn ladder(&self) -> &Ladder {
        &self.ladder
    }

    /// The squares of the board, in the order of its vertices.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The tour of this number; none if there are not so many.
    #[must_use]
    pub fn unrank(&self, rank: &BigUint) -> Option<Vec<Square>> {
        Some(self.read(&self.ladder.unrank(rank)?))
    }

    /// The number of a tour, in either direction and from any of its squares if it is closed; none
    /// if it is not one of those asked for.
    #[must_use]
    pub fn rank(&self, tour: &[Square]) -> Option<BigUint> {
        let vertices: Vec<u32> = tour
            .iter()
            .map(|s| self.squares.binary_search(s).ok().map(|v| v as u32))
            .collect::<Option<_>>()?;
        let mut edges: Vec<(u32, u32)> = vertices.windows(2).map(|w| (w[0], w[1])).collect();
        let (first, last) = (*vertices.first()?, *vertices.last()?);
        if self.kind == Kind::Closed {
            edges.push((last, first));
        } else {
            let apex = self.squares.len() as u32;
            edges.extend([(first, apex), (last, apex)]);
        }
        self.ladder.rank(&edges)
    }

    /// A tour drawn with equal chances; none if there is none.
    #[must_use]
    pub fn sample(&self, rng: &mut Rng) -> Option<Vec<Square>> {
        Some(self.read(&self.ladder.sample(rng)?))
    }

    /// All tours in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = Vec<Square>> + '_ {
        self.ladder.cycles().map(|edges| self.read(&edges))
    }

    /// How many undirected tours use each move.
    #[must_use]
    pub fn by_move(&self) -> BTreeMap<(Square, Square), BigUint> {
        let squares = &self.squares;
        self.ladder
            .by_edge()
            .into_iter()
            .filter_map(|((u, v), count)| {
                Some(((*squares.get(u as usize)?, *squares.get(v as usize)?), count))
            })
            .collect()
    }

    /// How many open tours start on each square (directed tours: each end is a start); for closed
    /// tours, which can start anywhere, nothing.
    #[must_use]
    pub fn by_start(&self) -> BTreeMap<Square, BigUint> {
        let apex = self.squares.len() as u32;
        let mut starts: BTreeMap<Square, BigUint> = BTreeMap::new();
        if self.kind == Kind::Open {
            starts.extend(self.squares.iter().map(|&s| (s, BigUint::ZERO)));
            for ((v, w), count) in self.ladder.by_edge() {
                if let Some(&square) = self.squares.get(v as usize).filter(|_| w == apex) {
                    starts.insert(square, count);
                }
            }
        }
        starts
    }

    /// The squares of a cycle in order.
    fn read(&self, edges: &[(u32, u32)]) -> Vec<Square> {
        let n = self.squares.len();
        let mut beside: Vec<Vec<usize>> = vec![Vec::with_capacity(2); n + 1];
        for &(u, v) in edges {
            beside[u as usize].push(v as usize);
            beside[v as usize].push(u as usize);
        }
        let (mut last, mut at) = if self.kind == Kind::Closed {
            (beside[0].iter().copied().max().unwrap_or(0), 0)
        } else {
            let start = self.from.or_else(|| beside[n].iter().copied().min());
            (n, start.unwrap_or(0))
        };
        let mut tour = Vec::with_capacity(n);
        while tour.len() < n && at < n {
            tour.push(self.squares[at]);
            let next = beside[at].iter().copied().find(|&w| w != last).unwrap_or(n);
            (last, at) = (at, next);
        }
        tour
    }
}
