//! Whether there is a tour, and why.
//!
//! One theorem or argument a file; every "no" carries its [`Reason`] with evidence for a separate
//! checker. The codes of the reasons:
//!
//! | code | argument |
//! |---|---|
//! | `colour-closed` | a closed tour of an odd number of squares |
//! | `colour-count` | too many squares of one colour |
//! | `colour-start`, `colour-end` | that end has the colour with fewer squares |
//! | `colour-ends` | both ends have one colour and the number of squares is even |
//! | `colour-clue` | the given steps do not fit the colours |
//! | `same-ends` | start and end are one square |
//! | `ends-not-joined` | a closed tour whose given ends are not a move apart |
//! | `schwenk-1xn`, `-2xn`, `-4xn`, `-3x4`, `-3x6`, `-3x8` | the cases of Schwenk's theorem, by cuts (3×8 by search) |
//! | `open-1xn`, `-2xn`, `-3x3`, `-3x5`, `-3x6`, `-4x4` | rectangles without open tours, by cuts |
//! | `ends-4xn` | an end in an inner row of a 4×n board, by a cut |
//! | `ends-5x5`, `ends-5xn`, `ends-3xn` | ends that the corners of a board of five or three rows do not allow, by degree |
//! | `leaper-apart` | the leaper does not connect the board |
//! | `degree` | forced moves contradict each other |
//! | `cut` | squares are removed and too many components are left |
//! | `search` | a finished case distinction |
//!
//! And of the yes: `one-square`, `schwenk-1991`, `cull-de-curtins-1978`, `open-3xn`, `open-4xn`,
//! `conrad-1994`, `ends-6xn`, `start-5xn`, `ends-3xn`, `ends-4xn`, `ends-5xn` by theorem, and `tour` when one was found.

mod closed;
mod colour;
mod cut;
mod degree;
mod ends;
mod leapers;
mod open;

pub(crate) use ends::of_ends;

use crate::answer::{Answer, Evidence, ProofKind, Reason};
use crate::board::Board;
use crate::error::Error;
use crate::leaper::Leaper;
use crate::observer::Observer;
use crate::problem::Problem;
use crate::search::{self, Budget};
use crate::square::Square;
use crate::tour::{Kind, Tour};

/// Why there is a tour.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Existence {
    /// A short name in lower case with hyphens, such as `schwenk-1991`, or `tour`.
    pub code: &'static str,
    /// The argument in words.
    pub text: String,
    /// [`ProofKind::Theorem`] or [`ProofKind::Tour`].
    pub proof: ProofKind,
    /// The tour, where one was found.
    pub tour: Option<Tour>,
}

/// Whether there is a tour: by theorem where one is known, else by argument, else by search.
///
/// # Examples
///
/// ```
/// use hippodrome::exists::exists;
/// use hippodrome::search::Budget;
/// use hippodrome::{Answer, Kind, Leaper, Problem, ProofKind, Silent};
///
/// let ask = |board: &str, kind| {
///     let problem = Problem::new(board.parse().unwrap(), Leaper::KNIGHT, kind);
///     exists(&problem, &Budget::default(), &Silent)
/// };
/// let Answer::Found(yes) = ask("4294967296x4294967296", Kind::Closed) else { panic!() };
/// assert_eq!(yes.code, "schwenk-1991");
/// let Answer::Impossible(no) = ask("4x1000000000", Kind::Closed) else { panic!() };
/// assert_eq!((no.code, no.evidence.kind()), ("schwenk-4xn", ProofKind::Cut));
/// ```
#[must_use]
pub fn exists(problem: &Problem, budget: &Budget, observer: &dyn Observer) -> Answer<Existence> {
    if let Some(answer) = by_theorem(problem) {
        return answer;
    }
    search::solve(problem, budget, observer).map(|tour| Existence {
        code: "tour",
        text: "a tour was found".to_owned(),
        proof: ProofKind::Tour,
        tour: Some(tour),
    })
}

/// The answer where a theorem gives it without search: for the knight on every rectangle without
/// ends, and with ends as far as theorems go.
///
/// Microseconds on any board up to 2^32 a side (3×8 closed takes a search of well under a
/// millisecond).
#[must_use]
pub fn by_theorem(problem: &Problem) -> Option<Answer<Existence>> {
    if let Some(reason) = by_argument(problem) {
        return Some(Answer::Impossible(reason));
    }
    let board = problem.board();
    if !problem.clues().is_empty() || !board.is_rectangle() {
        return None;
    }
    if board.len() == 1 {
        return Some(Answer::Found(open::confirm(board)));
    }
    if problem.leaper() != Leaper::KNIGHT {
        return None;
    }
    let given = [problem.from(), problem.to()].into_iter().flatten().count();
    let yes = match (problem.kind(), given) {
        (Kind::Closed, 0 | 1) => Some(closed::confirm()),
        (Kind::Open, 0) => Some(open::confirm(board)),
        _ => ends::confirm(problem),
    };
    yes.map(Answer::Found)
}

/// A reason why there is no tour, without search: colours, theorems, connectivity, degrees, cuts.
/// `None` says nothing.
///
/// On boards beyond the size that search serves, only what [`by_theorem`] knows.
#[must_use]
pub fn refute(problem: &Problem) -> Option<Reason> {
    let settled = match by_theorem(problem) {
        Some(Answer::Impossible(reason)) => return Some(reason),
        Some(_) => true,
        None => false,
    };
    if settled || problem.board().len() == 1 {
        return None;
    }
    let graph = search::cycle_graph::CycleGraph::new(problem).ok()?;
    degree::refute(&graph).or_else(|| cut::refute(problem, &graph.moves))
}

/// The part of [`by_theorem`] that says no.
fn by_argument(problem: &Problem) -> Option<Reason> {
    let board = problem.board();
    let rectangle = |f: fn(&Problem) -> Option<Reason>| {
        if board.is_rectangle() && problem.leaper() == Leaper::KNIGHT { f(problem) } else { None }
    };
    if let Some(reason) = colour::refute(problem) {
        return Some(reason);
    }
    if board.len() == 1 {
        return (problem.kind() == Kind::Closed).then(|| degree::lone_square(board));
    }
    of_ends(problem)
        .or_else(|| {
            rectangle(|problem| match problem.kind() {
                Kind::Closed => closed::refute(problem),
                Kind::Open => open::refute(problem.board()),
            })
        })
        .or_else(|| rectangle(ends::refute))
        .or_else(|| leapers::refute(problem))
}

impl Reason {
    /// The same reason with its evidence written out: a cut that was only described becomes a list
    /// of squares, and its components are counted.
    ///
    /// # Errors
    ///
    /// When the board has more than 2^26 squares.
    ///
    /// # Complexity
    ///
    /// O(area) time, one bit a square and the list.
    pub fn written_out(&self, board: &Board, leaper: Leaper) -> Result<Self, Error> {
        let Evidence::Pattern(pattern) = self.evidence else { return Ok(self.clone()) };
        let components = cut::components(board, leaper, pattern.squares(board))?;
        let removed = pattern.squares(board).collect();
        Ok(Self { evidence: Evidence::Cut { removed, components }, ..self.clone() })
    }
}

/// The sides, the shorter first.
fn sides(board: &Board) -> (u64, u64) {
    (board.rows().min(board.cols()), board.rows().max(board.cols()))
}

/// A cut of a board whose squares are named for the board lying down (fewer ranks than files).
fn small_cut(board: &Board, squares: &[&str], components: u64) -> Evidence {
    let stands = board.rows() > board.cols();
    let place = |name: &&str| {
        let square: Square = name.parse().expect("the names are of squares");
        if stands { Square::new(square.col, square.row) } else { square }
    };
    let mut removed: Vec<_> = squares.iter().map(place).collect();
    removed.sort_unstable();
    Evidence::Cut { removed, components }
}
