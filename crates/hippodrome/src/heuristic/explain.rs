//! A run of the rule with everything that happens in it: moves, moves taken back, new tries.

use std::fmt;

use crate::certificate;
use crate::error::Error;
use crate::memory;
use crate::observer::{Observer, Progress};
use crate::problem::Problem;
use crate::rng::Rng;
use crate::square::Square;
use crate::tour::Tour;

use super::grid::Grid;
use super::options::WarnsdorffOptions;
use super::position::{Position, Taken, least};
use super::run::Plan;
use super::tie_break::MoveOrder;
use super::trace::{Candidate, Recorder, Step};

/// How a run is to be explained.
///
/// # Examples
///
/// ```
/// use hippodrome::heuristic::{ExplainOptions, WarnsdorffOptions};
///
/// let options = ExplainOptions::new(WarnsdorffOptions::new()).backtrack(10_000);
/// # let _ = options;
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ExplainOptions {
    /// The rule. Flips are not looked at.
    pub rule: WarnsdorffOptions,
    /// Whether a run that is stuck goes back to the last tie, and how many moves it may make in
    /// all; `None` ends where it is stuck.
    pub backtrack: Option<u64>,
    /// Whether the steps are kept, so that a certificate can be written.
    pub keep: bool,
}

impl ExplainOptions {
    /// One run of the rule for each of its tries, no move taken back, no step kept.
    #[must_use]
    pub fn new(rule: WarnsdorffOptions) -> Self {
        Self { rule, backtrack: None, keep: false }
    }

    /// Go back to the last tie when stuck, until `moves` moves were made.
    #[must_use]
    pub fn backtrack(mut self, moves: u64) -> Self {
        self.backtrack = Some(moves);
        self
    }

    /// Keep the steps for [`Conclusion::record`].
    #[must_use]
    pub fn keep(mut self) -> Self {
        self.keep = true;
        self
    }
}

/// Something that happens in a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A move.
    Move {
        /// The move and what decided it.
        step: Step,
        /// 1 where the square is left for the first time on this path, 2 where the second of the
        /// tied candidates is tried, and so on.
        attempt: u64,
    },
    /// Moves are taken back, since the run was stuck.
    Undo {
        /// The step of the last square, where it was stuck.
        from: u64,
        /// The step of the square where a tie is decided otherwise.
        to: u64,
        /// That square.
        at: Square,
    },
    /// The rule begins anew.
    Retry {
        /// The number of the retry, from 1.
        retry: u64,
        /// The square that it begins on.
        at: Square,
        /// Its move order.
        order: MoveOrder,
    },
}

/// How much was done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Work {
    /// Moves made, those taken back included.
    pub moves: u64,
    /// Squares expanded: lists of candidates that were made.
    pub expanded: u64,
    /// Lists in which several candidates had the least degree.
    pub ties: u64,
    /// How often no candidate was left, or the end did not fit.
    pub dead_ends: u64,
    /// Moves taken back.
    pub undone: u64,
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// With a tour that answers the problem.
    Tour(Tour),
    /// Stuck, which says nothing about existence.
    Stuck {
        /// Whether every choice among tied candidates was tried (from the start of the last try).
        exhausted: bool,
    },
    /// The most moves allowed were made.
    Moves(u64),
    /// The observer asked to stop.
    Stopped,
}

/// A run that is over.
#[derive(Clone, Debug)]
pub struct Conclusion {
    /// How it ended.
    pub end: End,
    /// What it cost.
    pub work: Work,
    /// The longest path walked: all squares of a tour.
    pub path: Vec<Square>,
    /// The steps of the tour for [`certificate::trace`], or of the last try where no move was
    /// taken back; nothing if they were not kept.
    pub record: Option<certificate::Trace>,
}

/// A square left, and what else could have been done there.
#[derive(Debug)]
struct Frame {
    step: Step,
    taken: Taken,
    /// The tied candidates that were not tried.
    rest: Vec<Square>,
    attempt: u64,
}

/// A run under way: an iterator over its events. Made by [`explain`].
pub struct Explanation<'a> {
    problem: &'a Problem,
    options: &'a ExplainOptions,
    observer: &'a dyn Observer,
    position: Position,
    path: Vec<Square>,
    best: Vec<Square>,
    frames: Vec<Frame>,
    /// A tie that is to be decided otherwise.
    again: Option<Frame>,
    /// The orders in force at the start of this try.
    start_order: MoveOrder,
    retry: u64,
    work: Work,
    end: Option<End>,
}

/// Runs Warnsdorff's rule on a problem and tells everything that happens.
///
/// The rule aims neither at a given end nor at clues nor at a closed tour: whether the path
/// answers the problem is looked at when it is full. When it is stuck it goes back to the last tie
/// and takes the next candidate, if that is allowed; when that is exhausted, or is not allowed, it
/// is tried anew as often as the rule says. Without moves taken back, the steps are those of
/// [`trace`](fn@super::trace).
///
/// # Errors
///
/// When the board is too large for a walk, or for the memory that the steps would take.
///
/// # Complexity
///
/// Some hundred nanoseconds a move. Memory: 1 byte a square and 8 a step; about 300 a step when
/// steps are kept or moves may be taken back. The moves of a run with backtracking may grow
/// exponentially with the board.
///
/// # Examples
///
/// ```
/// use hippodrome::heuristic::{End, Event, ExplainOptions, WarnsdorffOptions, explain};
/// use hippodrome::{Kind, Leaper, Problem, Silent};
///
/// // The rule gets stuck from c1 on 5x5 …
/// let problem = Problem::new("5x5".parse()?, Leaper::KNIGHT, Kind::Open).with_from("c1".parse()?)?;
/// let mut options = ExplainOptions::new(WarnsdorffOptions::new());
/// let mut run = explain(&problem, &options, &Silent)?;
/// assert_eq!(run.by_ref().count(), 16);
/// assert_eq!(run.conclude().end, End::Stuck { exhausted: false });
/// // … and goes on when it decides ties otherwise.
/// options = options.backtrack(1000);
/// let mut run = explain(&problem, &options, &Silent)?;
/// assert!(run.any(|event| matches!(event, Event::Undo { from: 17, .. })));
/// assert!(matches!(run.conclude().end, End::Tour(_)));
/// # Ok::<(), hippodrome::Error>(())
/// ```
pub fn explain<'a>(
    problem: &'a Problem,
    options: &'a ExplainOptions,
    observer: &'a dyn Observer,
) -> Result<Explanation<'a>, Error> {
    let grid = Grid::new(problem.board(), problem.leaper())?;
    let a_step = if options.keep || options.backtrack.is_some() { 300 } else { 16 };
    memory::require(problem.board().area().saturating_mul(a_step))?;
    let mut rng = Rng::new(options.rule.seed);
    let plan = Plan::new(problem, &options.rule, 0, &mut rng);
    let position = Position::new(grid, plan, rng);
    Ok(Explanation {
        problem,
        options,
        observer,
        path: vec![position.at],
        best: Vec::new(),
        frames: Vec::new(),
        again: None,
        start_order: position.order,
        position,
        retry: 0,
        work: Work::default(),
        end: None,
    })
}

impl fmt::Debug for Explanation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Explanation")
            .field("at", &self.position.at)
            .field("work", &self.work)
            .field("end", &self.end)
            .finish_non_exhaustive()
    }
}

impl Explanation<'_> {
    /// The square stood on: at first the start.
    #[must_use]
    pub fn at(&self) -> Square {
        self.position.at
    }

    /// The move order in force.
    #[must_use]
    pub fn order(&self) -> MoveOrder {
        self.position.order
    }

    /// Runs to the end, if it is not there yet, and says how it ended.
    #[must_use]
    pub fn conclude(mut self) -> Conclusion {
        self.by_ref().for_each(drop);
        let over = matches!(self.end, Some(End::Tour(_) | End::Stuck { .. }));
        let record = (over && self.options.keep && !self.frames.is_empty()).then(|| {
            let undone = self.work.undone > 0;
            let tie_break = if undone { "any" } else { self.options.rule.tie_break.certified() };
            let mut record = Recorder::new(tie_break, self.path[0], self.start_order);
            self.frames.iter().for_each(|frame| record.add(&frame.step));
            record.finish(self.problem)
        });
        self.keep_longest();
        let end = self.end.unwrap_or(End::Stopped);
        Conclusion { end, work: self.work, path: self.best, record }
    }

    fn keep_longest(&mut self) {
        if self.path.len() > self.best.len() {
            self.best.clone_from(&self.path);
        }
    }

    /// Goes to one of the candidates.
    fn forward(
        &mut self,
        candidates: Vec<Candidate>,
        mut tied: Vec<Square>,
        chosen: Square,
        attempt: u64,
    ) -> Event {
        self.work.moves += 1;
        // A tie is one however few of it are left.
        let width = least(&candidates).len();
        let (step, taken) = self.position.step(candidates, width, chosen);
        self.path.push(chosen);
        if self.options.keep || self.options.backtrack.is_some() {
            tied.retain(|&square| square != chosen);
            let frame = Frame { step: step.clone(), taken, rest: tied, attempt };
            self.frames.push(frame);
        }
        Event::Move { step, attempt }
    }

    /// Takes moves back to the last tie with a candidate that was not tried.
    fn back(&mut self) -> Option<Event> {
        let from = self.position.visited;
        while let Some(Frame { step, taken, rest, attempt }) = self.frames.pop() {
            self.position.go_back(step.at, taken);
            self.path.pop();
            self.work.undone += 1;
            if rest.is_empty() {
                self.position.stay();
                continue;
            }
            let (to, at) = (step.step, step.at);
            // What was taken is taken anew with the next choice.
            self.again = Some(Frame { step, taken: Taken::default(), rest, attempt });
            return Some(Event::Undo { from, to, at });
        }
        None
    }

    /// Begins anew, if the rule has tries left.
    fn begin_anew(&mut self) -> Option<Event> {
        if self.retry == self.options.rule.retries {
            return None;
        }
        self.retry += 1;
        let mut rng = self.position.rng();
        let plan = Plan::new(self.problem, &self.options.rule, self.retry, &mut rng);
        self.position = Position::new(self.position.grid().clone(), plan, rng);
        self.start_order = self.position.order;
        self.path = vec![self.position.at];
        self.frames.clear();
        let (at, order) = (self.position.at, self.position.order);
        Some(Event::Retry { retry: self.retry, at, order })
    }

    /// The full path as an answer to the problem.
    fn answer(&self) -> Option<Tour> {
        let problem = self.problem;
        let path = self.path.iter().copied();
        let tour = Tour::new(problem.board(), problem.leaper(), problem.kind(), path).ok()?;
        problem.accepts(&tour).then_some(tour)
    }

    fn ended(&mut self, end: End) -> Option<Event> {
        self.end = Some(end);
        None
    }

    fn is_to_stop(&self) -> bool {
        if self.work.moves.is_multiple_of(1 << 10) {
            self.observer.progress(&Progress {
                stage: "moves explained",
                done: u128::from(self.work.moves),
                total: None,
                note: String::new(),
            });
        }
        self.observer.should_stop()
    }
}

impl Iterator for Explanation<'_> {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        if self.end.is_some() {
            return None;
        }
        if self.is_to_stop() {
            return self.ended(End::Stopped);
        }
        if self.options.backtrack.is_some_and(|most| self.work.moves >= most)
            && !self.position.is_full()
        {
            return self.ended(End::Moves(self.work.moves));
        }
        if let Some(Frame { step, rest, attempt, .. }) = self.again.take() {
            let chosen = self.position.choose(&rest)?;
            return Some(self.forward(step.candidates, rest, chosen, attempt + 1));
        }
        if self.position.is_full() {
            if let Some(tour) = self.answer() {
                return self.ended(End::Tour(tour));
            }
        } else {
            let candidates = self.position.leave();
            let tied = least(&candidates);
            self.work.expanded += 1;
            self.work.ties += u64::from(tied.len() > 1);
            if let Some(chosen) = self.position.choose(&tied) {
                return Some(self.forward(candidates, tied, chosen, 1));
            }
            self.position.stay();
        }
        self.work.dead_ends += 1;
        self.keep_longest();
        let backtracks = self.options.backtrack.is_some();
        let back = if backtracks { self.back() } else { None };
        match back.or_else(|| self.begin_anew()) {
            None => self.ended(End::Stuck { exhausted: backtracks }),
            event => event,
        }
    }
}
