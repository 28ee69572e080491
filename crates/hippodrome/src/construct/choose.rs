//! Which scheme serves which board, and which ends.

use super::comb::{self, Covers};
use super::program::{self, Item, Program, Turn};
use super::tables::PORTS;
use super::{Construction, ends, symmetric, windows};
use crate::answer::{Answer, Limit};
use crate::board::Board;
use crate::exists;
use crate::leaper::Leaper;
use crate::observer::Silent;
use crate::problem::Problem;
use crate::rng::Rng;
use crate::search::{self, Budget};
use crate::square::Square;
use crate::symmetry::Symmetry;
use crate::tour::{Kind, is_move};

/// How to construct a tour.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Options {
    /// 0 for the tour of the tables; every other seed gives a tour of its own (other covers of the
    /// tiles, another mirror image), the same on every machine.
    pub seed: u64,
    /// The symmetry of a closed tour: [`Symmetry::Identity`] for none in particular,
    /// [`Symmetry::Rotate180`] or [`Symmetry::Rotate90`].
    pub symmetry: Symmetry,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 0, symmetry: Symmetry::Identity }
    }
}

impl Options {
    /// The same with another seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The same with a symmetry asked for.
    #[must_use]
    pub fn with_symmetry(self, symmetry: Symmetry) -> Self {
        Self { symmetry, ..self }
    }
}

/// Constructs a tour of a rectangle, open or closed, with any ends that a tour can have.
///
/// Serves the knight on boards without holes, with no clues but the two ends; other problems are
/// answered [`Answer::Unknown`] with what would serve.
///
/// # Complexity
///
/// O(1) in the board: under a millisecond without ends (for the closed tours and the odd boards a
/// look-up in a table), some milliseconds with both ends given, for the tiles that hold them are
/// searched.
///
/// # Examples
///
/// ```
/// use hippodrome::construct::{Options, construct};
/// use hippodrome::{Answer, Kind, Leaper, Problem};
///
/// let ask = |board: &str, from: &str, to: &str| {
///     let problem = Problem::new(board.parse().unwrap(), Leaper::KNIGHT, Kind::Open);
///     let problem = problem.with_from(from.parse().unwrap()).unwrap();
///     construct(&problem.with_to(to.parse().unwrap()).unwrap(), &Options::default())
/// };
/// let tour = ask("1000x1000", "a1", "b1").found().expect("the colours differ");
/// assert_eq!(tour.square(1_000_000).unwrap().to_string(), "b1");
/// assert!(tour.to_tour().is_ok());
///
/// assert!(matches!(ask("3x100", "c2", "d2"), Answer::Impossible(_)));
/// ```
#[must_use]
pub fn construct(problem: &Problem, options: &Options) -> Answer<Construction> {
    if !serves(problem) {
        return Answer::Unknown(Limit::Size(
            "constructions serve the knight on rectangles, without holes or clues: use search"
                .to_owned(),
        ));
    }
    if let Some(Answer::Impossible(reason)) = exists::by_theorem(problem) {
        return Answer::Impossible(reason);
    }
    if options.symmetry != Symmetry::Identity {
        return symmetric::symmetric(problem, options);
    }
    if let Some(tour) = build(problem, options.seed) {
        return Answer::Found(tour);
    }
    // The small boards whose exceptions follow no rule: the refutation is a case distinction.
    match search::solve(problem, &Budget::default(), &Silent) {
        Answer::Impossible(reason) => Answer::Impossible(reason),
        Answer::Unknown(limit) => Answer::Unknown(limit),
        Answer::Found(_) => Answer::Unknown(Limit::Size(
            "no construction was found for these ends: use search".to_owned(),
        )),
    }
}

/// Whether [`construct`] answers the problem: a knight on a rectangle, with no clues but the ends.
#[must_use]
pub fn serves(problem: &Problem) -> bool {
    problem.board().is_rectangle()
        && problem.leaper() == Leaper::KNIGHT
        && problem.clues().is_empty()
}

/// A square as (row, column).
type At = (u64, u64);

/// A frame turned so that the scheme fits: rows at most columns on narrow boards, and whatever
/// mirror image the seed says.
pub(super) struct Frame {
    turn: Turn,
    /// The board, and the turned board.
    board: (u64, u64),
    inner: (u64, u64),
    seed: u64,
}

impl Frame {
    fn new(board: &Board, seed: u64) -> Self {
        Self::of((board.rows(), board.cols()), seed)
    }

    pub(super) fn of((rows, cols): At, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let mut toss = || seed != 0 && rng.below(2) == 1;
        let mut turn = Turn { flip_rows: toss(), flip_cols: toss(), transpose: toss() };
        if rows.min(cols) < 6 {
            turn.transpose = rows > cols;
        }
        let inner = if turn.transpose { (cols, rows) } else { (rows, cols) };
        Self { turn, board: (rows, cols), inner, seed }
    }

    fn enter(&self, (row, col): At) -> At {
        let board = (self.board.0 as i64, self.board.1 as i64);
        let (r, c) = self.turn.place((row as i64, col as i64), board);
        (r as u64, c as u64)
    }

    fn leave(&self, mut items: Vec<Item>) -> Vec<Item> {
        let inner = (self.inner.0 as i64, self.inner.1 as i64);
        program::transform(&mut items, self.turn.inverse(), inner);
        items
    }

    /// An open tour between two squares of the board.
    pub(super) fn between(&self, from: At, to: At) -> Option<Vec<Item>> {
        Some(self.leave(self.open(self.enter(from), self.enter(to))?))
    }

    fn covers(&self) -> Covers {
        Covers { ports: PORTS[0], seed: (self.seed != 0).then_some(self.seed) }
    }

    /// Whether the board has a closed tour (Schwenk 1991).
    fn closes(&self) -> bool {
        let (m, n) = self.inner;
        let (m, n) = (m.min(n), m.max(n));
        (m % 2 == 0 || n % 2 == 0) && (m >= 5 || (m == 3 && n >= 10))
    }

    fn closed(&self) -> Option<Vec<Item>> {
        let (m, n) = self.inner;
        if m >= 5 {
            comb::closed(m, n, self.covers())
        } else {
            windows::tour(m as u8, n, None, self.seed)
        }
    }

    fn open(&self, from: At, to: At) -> Option<Vec<Item>> {
        let (m, n) = self.inner;
        if (m, n) == (1, 1) {
            let cells = [(0, 0)].as_slice().into();
            return Some(vec![Item::Walk { origin: (0, 0), size: (1, 1), cells }]);
        }
        if m < 3 || from == to || !ends::possible(self.inner, from, to) {
            return None;
        }
        if m < 5 || (m == 5 && n <= 24) {
            return windows::tour(m as u8, n, Some([from, to]), self.seed);
        }
        // Ends that stand on the ports of the tables need other ports, on boards of five rows
        // sometimes other tiles.
        let turns: &[u8] = if m == 5 { &[0, 1, 2, 3, 4, 5, 6, 7] } else { &[0] };
        for ports in PORTS {
            let covers = Covers { ports, ..self.covers() };
            for &turn in turns {
                let flip =
                    Turn { flip_rows: turn & 1 > 0, flip_cols: turn & 2 > 0, transpose: false };
                let size = (m as i64, n as i64);
                let place = |(r, c): At| {
                    let (r, c) = flip.place((r as i64, c as i64), size);
                    (r as u64, c as u64)
                };
                let (mut first, mut last) = (place(from), place(to));
                if turn & 4 > 0 {
                    std::mem::swap(&mut first, &mut last);
                }
                if let Some(mut items) = comb::open(m, n, first, last, covers) {
                    if turn & 4 > 0 {
                        program::reverse(&mut items);
                    }
                    program::transform(&mut items, flip, size);
                    return Some(items);
                }
            }
        }
        if m == 5 { windows::tour(5, n, Some([from, to]), self.seed) } else { None }
    }

    /// An open tour from a square to some square near it, or to a corner.
    fn open_from(&self, from: At) -> Option<Vec<Item>> {
        let (m, n) = self.inner;
        if (m, n) == (1, 1) {
            return self.open(from, from);
        }
        // The tour of the tables: from the corner, through the root, to the root's far corner.
        if m >= 5 && from == (0, 0) && m % 2 == 1 && n % 2 == 1 {
            return comb::open_from_corner(m, n, self.covers());
        }
        let near =
            |at: u64, side: u64, reach: u64| at.saturating_sub(reach)..(at + reach + 1).min(side);
        let reach = if m * n.min(30) <= 150 { 30 } else { 4 };
        let mut ends = vec![(0, 0), (m - 1, 0), (0, n - 1), (m - 1, n - 1)];
        for r in near(from.0, m, reach) {
            ends.extend(near(from.1, n, reach).map(|c| (r, c)));
        }
        ends.sort_by_key(|e| (e.0.abs_diff(from.0) + e.1.abs_diff(from.1), *e));
        ends.into_iter().find_map(|to| self.open(from, to))
    }
}

/// A tour of a rectangle; `None` if there is none.
fn build(problem: &Problem, seed: u64) -> Option<Construction> {
    let board = problem.board();
    let frame = Frame::new(board, seed);
    let (from, to) = (problem.from(), problem.to());
    let finish = |items: Vec<Item>, first: Option<Square>, last: Option<Square>| {
        let program = Program::new(frame.leave(items));
        let place = |s: Square| program.step((i64::from(s.row), i64::from(s.col)));
        let first = match (first, last) {
            (Some(first), _) => place(first)?,
            (None, Some(last)) => (place(last)? + 1) % program.len(),
            (None, None) => 0,
        };
        Some(Construction { board: board.clone(), kind: problem.kind(), program, first })
    };
    let corner = Square::new(0, 0);
    let enter = |s: Square| frame.enter((u64::from(s.row), u64::from(s.col)));
    if let (Some(from), Some(to)) = (from, to) {
        if problem.kind() == Kind::Closed && !is_move(Leaper::KNIGHT, from, to) {
            return None;
        }
        let mut items = frame.open(enter(from), enter(to));
        if items.is_none() && board.len() == 1 {
            items = frame.open((0, 0), (0, 0));
        }
        return finish(items?, None, None);
    }
    if frame.closes() {
        let mut items = frame.closed()?;
        if seed % 4 > 1 {
            program::reverse(&mut items);
        }
        return finish(items, from.or(to.is_none().then_some(corner)), to);
    }
    if problem.kind() == Kind::Closed {
        return None;
    }
    match (from, to) {
        (None, Some(to)) => {
            let mut items = frame.open_from(enter(to))?;
            program::reverse(&mut items);
            finish(items, None, None)
        }
        _ => finish(frame.open_from(enter(from.unwrap_or(corner)))?, None, None),
    }
}
