//! Open tours by where they end: whether it pays, the runs, and what each has found.

use super::blocks::Pieces;
use super::board::{CountError, TourCount};
use super::checkpoint;
use super::engine::{EngineOptions, LayerReport, Outcome, count_cycles};
use super::finished;
use super::graph::Graph;
use super::jobs::{Job, choose_jobs};
use super::order::{Estimator, best_order, two_colouring};
use super::orders::stored;
use super::tours::{by_end, by_move};
use crate::observer::{Observer, Progress};
use crate::square::Square;
use crate::symmetry::Symmetry;
use crate::tour::Kind;
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::path::Path;

/// How the ends of open tours are counted over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EndMethod {
    /// The one with the smaller estimate.
    #[default]
    Auto,
    /// One run with a further vertex that is joined to every square.
    Apex,
    /// A few runs, each with the ends on two sets of squares, for each class of such pairs up to
    /// symmetry.
    Blocks,
}

/// One of the runs that count open tours by their ends.
#[derive(Clone, Debug)]
pub struct EndRun {
    /// Squares, by their number: each tour counted has an end on each of these two sets.
    pub ends: [Vec<usize>; 2],
    /// How many images of the run make up the whole.
    pub weight: usize,
    /// The order of the squares.
    pub order: Vec<usize>,
    /// The estimated states of all layers.
    pub states: f64,
}

/// Below so many estimated states one run is quick enough.
const FEW: f64 = 3e5;

/// How many times its estimate one run for all ends is taken to cost on five rows and more. For equal
/// estimates it took twice the time of several runs on 5x8, and twenty times on 5x12.
const DEARER: f64 = 10.0;

/// The runs that make up an open count.
#[derive(Clone, Debug)]
pub(super) struct Split {
    pub(super) moves: Graph,
    pub(super) pieces: Pieces,
    pub(super) jobs: Vec<Job>,
}

/// The colours of the squares, where every move changes them.
pub(super) struct Colours {
    of: Option<Vec<bool>>,
    /// How many squares more there are of one colour.
    excess: i64,
}

impl Colours {
    pub(super) fn of(moves: &Graph) -> Self {
        let of = two_colouring(moves);
        let twice = |c: &Vec<bool>| 2 * c.iter().filter(|&&c| c).count() as i64;
        let excess = of.as_ref().map_or(0, |c| twice(c) - moves.len() as i64);
        Self { of, excess }
    }

    /// Whether a path over all squares can end on these two: it changes its colour at every move.
    pub(super) fn fit(&self, v: usize, w: usize) -> bool {
        let Some(of) = &self.of else { return true };
        match self.excess {
            0 => of[v] != of[w],
            1 => of[v] && of[w],
            -1 => !of[v] && !of[w],
            _ => false,
        }
    }
}

/// All images of orders under symmetries.
pub(super) fn images(symmetries: &[Vec<usize>], orders: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    for g in symmetries {
        for order in orders {
            let image: Vec<usize> = order.iter().map(|&v| g[v]).collect();
            if !found.contains(&image) {
                found.push(image);
            }
        }
    }
    found
}

impl TourCount {
    /// The symmetries of the board that keep all moves, as permutations of the squares; the
    /// identity comes first.
    pub(super) fn symmetries(&self, moves: &Graph) -> Result<Vec<Vec<usize>>, CountError> {
        let squares = self.squares()?;
        let permutation = |s: Symmetry| -> Option<Vec<usize>> {
            let images: Vec<usize> = squares
                .iter()
                .map(|&square| squares.binary_search(&s.apply(self.board(), square)).ok())
                .collect::<Option<_>>()?;
            let keeps = moves.edges().all(|(u, v)| moves.joined(images[u], images[v]));
            let forced =
                |&(u, v): &(u32, u32)| moves.is_forced(images[u as usize], images[v as usize]);
            (keeps && moves.forced().iter().all(forced)).then_some(images)
        };
        Ok(Symmetry::of(self.board()).into_iter().filter_map(permutation).collect())
    }

    /// Orders of the squares that are good for open tours.
    pub(super) fn orders_of_open(&self, moves: &Graph) -> Result<Vec<Vec<usize>>, CountError> {
        let stored = if self.of_knights() { stored(self.board(), Kind::Open) } else { Vec::new() };
        Ok(if stored.is_empty() { vec![self.squares_in_order(moves)?] } else { stored })
    }

    /// The runs that count the open tours by their ends; none if another way is likely to be better.
    pub(super) fn split(&self) -> Result<Option<Split>, CountError> {
        let ends = self.ends()?;
        if self.kind() != Kind::Open
            || self.end_method() == EndMethod::Apex
            || ends.iter().all(Option::is_some)
            || self.board().len() < 2
        {
            return Ok(None);
        }
        let given = ends.into_iter().flatten().next();
        let moves = self.moves()?;
        let n = moves.len();
        let candidates = self.orders_of_open(&moves)?;
        let order = best_order(Estimator::new(&moves), &candidates);
        let mut estimator = Estimator::new(&moves);
        let all: Vec<usize> = (0..n).collect();
        match given {
            Some(end) => estimator.between([&[end], &[&all[..end], &all[end + 1..]].concat()]),
            None => estimator.between([&all, &all]),
        }
        let whole: f64 = estimator.layers(&order).iter().sum();
        if self.end_method() == EndMethod::Auto && whole < FEW {
            return Ok(None);
        }
        let symmetries = self.symmetries(&moves)?;
        let orders = images(&symmetries, &candidates);
        let colours = Colours::of(&moves);
        let Some(pieces) = self.pieces(colours.of.as_deref(), symmetries, given)? else {
            return Ok(None);
        };
        let fits = |p: usize, q: usize| colours.fit(pieces.squares[p][0], pieces.squares[q][0]);
        let asked = |p: usize, q: usize| given.is_none_or(|end| [p, q].contains(&pieces.of[end]));
        let mut jobs = choose_jobs(&moves, &pieces, &orders, |p, q| fits(p, q) && asked(p, q));
        for job in &mut jobs {
            job.improve(&moves, &pieces);
        }
        let cost: f64 = jobs.iter().map(|j| j.cost).sum();
        // Measured: on four rows one run is as cheap as estimated, on more rows much dearer.
        let narrow = self.board().rows().min(self.board().cols()) <= 4;
        let likely = if narrow || given.is_some() { whole } else { whole * DEARER };
        let pays = cost < likely || self.end_method() == EndMethod::Blocks;
        Ok(pays.then_some(Split { moves, pieces, jobs }))
    }

    /// The runs that count the open tours by their ends; none if another way is likely to be better.
    ///
    /// # Errors
    /// As [`TourCount::run`].
    ///
    /// # Examples
    /// ```
    /// use hippodrome::count::TourCount;
    /// use hippodrome::{Kind, Leaper};
    /// let runs = TourCount::new("6x8".parse()?, Leaper::KNIGHT, Kind::Open).end_runs()?;
    /// // Each run stands for as many as the symmetries make of it.
    /// assert!(runs.iter().all(|run| run.weight <= 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn end_runs(&self) -> Result<Vec<EndRun>, CountError> {
        let Some(split) = self.split()? else { return Ok(Vec::new()) };
        let run = |job: &Job| EndRun {
            ends: job.squares(&split.pieces),
            weight: job.weight,
            order: job.order.clone(),
            states: job.cost,
        };
        Ok(split.jobs.iter().map(run).collect())
    }

    /// How many open tours start on each square: directed tours, each end is a start.
    ///
    /// One pass backwards over the layers of each run that the count takes.
    ///
    /// # Errors
    /// As [`TourCount::tours`]; also for closed tours.
    pub fn by_start(
        &self,
        options: &EngineOptions,
        observer: &dyn Observer,
    ) -> Result<BTreeMap<Square, BigUint>, CountError> {
        if self.kind() == Kind::Closed {
            return Err(CountError::Question(
                "a closed tour starts anywhere: ask for the moves it uses".into(),
            ));
        }
        let (squares, usage) = self.usage(options, observer, true)?;
        Ok(by_end(&squares, usage))
    }

    /// How many undirected tours use each move.
    ///
    /// One pass backwards over the layers of each run that the count takes.
    ///
    /// # Errors
    /// As [`TourCount::tours`].
    pub fn by_move(
        &self,
        options: &EngineOptions,
        observer: &dyn Observer,
    ) -> Result<BTreeMap<(Square, Square), BigUint>, CountError> {
        let (squares, usage) = self.usage(options, observer, false)?;
        Ok(by_move(&squares, usage))
    }

    /// Quarters of the board and the halves of its middle lines, by colour; a given end is a piece
    /// of its own.
    fn pieces(
        &self,
        colour: Option<&[bool]>,
        mut symmetries: Vec<Vec<usize>>,
        given: Option<usize>,
    ) -> Result<Option<Pieces>, CountError> {
        if let Some(end) = given {
            symmetries.retain(|g| g[end] == end);
        }
        let (rows, cols) = (self.board().rows() as i64, self.board().cols() as i64);
        let labels: Vec<_> = self
            .squares()?
            .iter()
            .enumerate()
            .map(|(v, square)| {
                let side = |at: u32, of: i64| (2 * i64::from(at) - (of - 1)).signum();
                let colour = colour.is_some_and(|c| c[v]);
                (given == Some(v), side(square.row, rows), side(square.col, cols), colour)
            })
            .collect();
        Ok(Pieces::new(&labels, symmetries))
    }
}

/// Tells an observer how far all runs have come.
pub(super) struct RunOf<'a> {
    pub(super) inner: &'a dyn Observer,
    pub(super) run: usize,
    pub(super) runs: usize,
}

impl Observer for RunOf<'_> {
    fn progress(&self, progress: &Progress) {
        if self.runs == 1 {
            return self.inner.progress(progress);
        }
        let note = format!("run {} of {}, {}", self.run + 1, self.runs, progress.note);
        let (done, total) = match progress.total {
            Some(total) => {
                (total * self.run as u128 + progress.done, Some(total * self.runs as u128))
            }
            None => (progress.done, None),
        };
        self.inner.progress(&Progress { stage: progress.stage, done, total, note });
    }

    fn should_stop(&self) -> bool {
        self.inner.should_stop()
    }

    fn may_take(&self, bytes: u64) -> bool {
        self.inner.may_take(bytes)
    }
}

impl Split {
    /// Does all runs: the tours they make up, and the layers of all of them in turn.
    ///
    /// With a directory for checkpoints, each run has one of its own in it, and one file with the
    /// result of each run that is finished.
    pub(super) fn run(
        &self,
        options: &EngineOptions,
        observer: &dyn Observer,
    ) -> Result<Outcome, CountError> {
        if let Some(directory) = &options.checkpoint
            && directory.join("layer.checkpoint").exists()
        {
            // That of a count by one run.
            return Err(checkpoint::foreign(directory).into());
        }
        let mut whole = Outcome { cycles: BigUint::ZERO, layers: Vec::new() };
        for (run, job) in self.jobs.iter().enumerate() {
            let part = RunOf { inner: observer, run, runs: self.jobs.len() };
            let outcome = self.run_one(run, job, options, &part)?;
            whole.cycles += outcome.cycles * job.weight;
            whole.layers.extend::<Vec<LayerReport>>(outcome.layers);
        }
        Ok(whole)
    }

    fn run_one(
        &self,
        run: usize,
        job: &Job,
        options: &EngineOptions,
        observer: &dyn Observer,
    ) -> Result<Outcome, CountError> {
        let plan = job.plan(&self.moves, &self.pieces)?;
        let Some(directory) = &options.checkpoint else {
            return Ok(count_cycles(&plan, options, observer)?);
        };
        if options.counter.is_some() {
            // Which runs are finished is for all who count along to agree on.
            let directory = Some(directory.join(format!("run-{}", run + 1)));
            let options = &EngineOptions { checkpoint: directory, ..options.clone() };
            return Ok(count_cycles(&plan, options, observer)?);
        }
        let name = finished::Name::new(directory, run, &self.moves, &job.squares(&self.pieces));
        if let Some(outcome) = name.load()? {
            return Ok(outcome);
        }
        let options = &EngineOptions { checkpoint: Some(name.directory()), ..options.clone() };
        let outcome = count_cycles(&plan, options, observer)?;
        name.save(&outcome)?;
        Ok(outcome)
    }
}

/// Whether a directory holds something that a count could go on from.
#[must_use]
pub fn checkpoint_exists(directory: &Path) -> bool {
    directory.join("layer.checkpoint").exists() || finished::any(directory)
}
