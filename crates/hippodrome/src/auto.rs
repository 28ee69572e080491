//! All methods joined: a tour, a proof that there is none, or the limit that was reached.

use crate::answer::{Answer, Limit, ProofKind};
use crate::construct::{self, Construction, construct};
use crate::exists::{self, Existence};
use crate::heuristic::{self, MoveOrder, Outcome, TieBreak, WarnsdorffOptions};
use crate::memory;
use crate::observer::Observer;
use crate::problem::Problem;
use crate::search::{self, Budget};
use crate::symmetry::Symmetry;
use crate::tour::{Kind, Tour};

/// How a tour is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Method {
    /// Whatever serves: proofs first, then a construction on rectangles beyond search; else
    /// Warnsdorff's rule, then a construction, then search.
    #[default]
    Auto,
    /// A construction alone: the knight on rectangles.
    Construct,
    /// Warnsdorff's rule alone, with retries. What is impossible by proof is still said.
    Warnsdorff,
    /// Exact search alone.
    Search,
}

/// The options of [`find`].
///
/// # Examples
///
/// ```
/// use hippodrome::auto::{Method, Options};
///
/// let options = Options { method: Method::Warnsdorff, seed: 7, ..Options::default() };
/// assert_eq!(options.retries, None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// The method.
    pub method: Method,
    /// Warnsdorff's tie-break; chosen by the method if `None`.
    pub tie_break: Option<TieBreak>,
    /// Warnsdorff's order of directions; 12345678 if `None`.
    pub move_order: Option<MoveOrder>,
    /// How often a stuck walk is tried again; chosen by the method if `None`.
    pub retries: Option<u64>,
    /// Whether the first tour in algebraic order is asked for; it is found by search.
    pub lexicographic: bool,
    /// The symmetry of a closed tour, which is then constructed.
    pub symmetry: Option<Symmetry>,
    /// The seed of everything random.
    pub seed: u64,
    /// The most nodes of a search; no limit if `None`.
    pub nodes: Option<u64>,
}

/// An answer, and the method that gave it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The answer.
    pub answer: Answer<Tour>,
    /// `construct`, `warnsdorff` or `search` for a tour; for an answer without one, the last method tried.
    pub method: &'static str,
}

/// Retries of Warnsdorff's rule by itself, as is usual where ties are broken at random.
const RETRIES: u64 = 200;

/// The largest board on which search is tried when the rule has failed, in squares.
const SEARCHABLE: u128 = 1 << 16;

/// Finds a tour, or proves that there is none, or says which limit was reached.
///
/// What a theorem or a short argument refutes is said at once. Then Warnsdorff's rule and search
/// take turns with growing budgets, so that an easy board is answered by the rule and a hard one
/// by whatever decides it. A closed tour whose ends are not given starts at the first square.
///
/// # Complexity
///
/// Linear in the board when the rule succeeds: about 9 bytes a square. The search is exponential
/// in the worst case; it stops when the observer says so or after `options.nodes` nodes.
///
/// # Examples
///
/// ```
/// use hippodrome::auto::{Options, find};
/// use hippodrome::{Answer, Kind, Leaper, Problem, Silent};
///
/// let ask = |board: &str| {
///     let problem = Problem::new(board.parse().unwrap(), Leaper::KNIGHT, Kind::Closed);
///     find(&problem, &Options::default(), &Silent).answer
/// };
/// assert!(matches!(ask("8x8"), Answer::Found(_)));
/// assert!(matches!(ask("5x5"), Answer::Impossible(_)));
/// ```
#[must_use]
pub fn find(problem: &Problem, options: &Options, observer: &dyn Observer) -> Found {
    let Found { answer, method } = decide(problem, options, observer);
    Found { answer: answer.map(|tour| started(problem, tour)), method }
}

/// A closed tour from the first square, where no square is given for any step.
fn started(problem: &Problem, tour: Tour) -> Tour {
    if problem.kind() == Kind::Open || problem.fixed().next().is_some() {
        return tour;
    }
    let first = problem.board().squares().next();
    first.and_then(|first| tour.clone().rotated_to(first)).unwrap_or(tour)
}

fn decide(problem: &Problem, options: &Options, observer: &dyn Observer) -> Found {
    if let Some(Answer::Impossible(reason)) = exists::by_theorem(problem) {
        return Found { answer: Answer::Impossible(reason), method: "theorem" };
    }
    if let Some(answer) = constructed(problem, options) {
        return Found { answer: answer.and_then(|tour| built(&tour)), method: "construct" };
    }
    let searching = options.method == Method::Search || options.lexicographic;
    if searching {
        let answer = by_search(problem, options, options.nodes, observer);
        return Found { answer, method: "search" };
    }
    if options.method == Method::Warnsdorff {
        let answer = by_rule(problem, options, options.retries.unwrap_or(RETRIES), observer);
        return Found { answer, method: "warnsdorff" };
    }
    take_turns(problem, options, observer)
}

/// The construction that [`find`] would build, where a construction is its method: when it is asked
/// for, and on rectangles beyond search when nothing else is.
///
/// Takes no memory for the board, so it also serves boards whose tours do not fit.
#[must_use]
pub fn constructed(problem: &Problem, options: &Options) -> Option<Answer<Construction>> {
    let unasked = options.method == Method::Auto
        && problem.board().area() > SEARCHABLE
        && construct::serves(problem)
        && !options.lexicographic
        && options.tie_break.is_none()
        && options.move_order.is_none();
    let symmetric = options.method == Method::Auto && options.symmetry.is_some();
    if options.method != Method::Construct && !unasked && !symmetric {
        return None;
    }
    let symmetry = options.symmetry.unwrap_or(Symmetry::Identity);
    let how = construct::Options::default().with_seed(options.seed).with_symmetry(symmetry);
    Some(construct(problem, &how))
}

/// Builds a constructed tour in memory.
fn built(tour: &Construction) -> Answer<Tour> {
    if let Err(error) = memory::require(tour.len().saturating_mul(5)) {
        return Answer::Unknown(Limit::Size(format!(
            "the tour of the {} board is known but too large to be built: {error}; locate answers for single squares, and squares, csv, matrix, json, prolog, tsplib and npy are written as they come",
            tour.board().size()
        )));
    }
    match tour.to_tour() {
        Ok(tour) => Answer::Found(tour),
        Err(error) => {
            Answer::Unknown(Limit::Size(format!("the construction was not built: {error}")))
        }
    }
}

/// Whether there is a tour: by theorem where one says so, else because one was found, else by proof
/// that there is none.
///
/// # Complexity
///
/// Microseconds where a theorem answers, whatever the sides; else that of [`find`].
#[must_use]
pub fn exists(problem: &Problem, options: &Options, observer: &dyn Observer) -> Answer<Existence> {
    if let Some(answer) = exists::by_theorem(problem) {
        return answer;
    }
    find(problem, options, observer).answer.map(|tour| Existence {
        code: "tour",
        text: format!("a tour was found, from {} to {}", tour.square(1), tour.square(tour.len())),
        proof: ProofKind::Tour,
        tour: Some(tour),
    })
}

/// Warnsdorff's rule and search by turns, with budgets that grow.
fn take_turns(problem: &Problem, options: &Options, observer: &dyn Observer) -> Found {
    let searchable = problem.board().area() <= SEARCHABLE;
    let has_clues = !problem.clues().is_empty();
    let mut retries = options.retries.unwrap_or(if searchable { 4 } else { RETRIES });
    let mut nodes = 1u64 << 10;
    let mut spent = 0u64;
    loop {
        let mut last = None;
        if !has_clues {
            let turn = Options { seed: options.seed.wrapping_add(spent), ..*options };
            match by_rule(problem, &turn, retries, observer) {
                Answer::Unknown(limit) => last = Some((limit, "warnsdorff")),
                answer => return Found { answer, method: "warnsdorff" },
            }
        }
        if let Some((limit, method)) = last
            .clone()
            .filter(|(limit, _)| !searchable || matches!(limit, Limit::Stopped | Limit::Time(_)))
        {
            return Found { answer: Answer::Unknown(limit), method };
        }
        if last.is_some() && construct::serves(problem) && spent == 0 {
            let seeded = construct::Options::default().with_seed(options.seed);
            if let Answer::Found(tour) = construct(problem, &seeded).and_then(|tour| built(&tour)) {
                return Found { answer: Answer::Found(tour), method: "construct" };
            }
        }
        let left = options.nodes.map_or(nodes, |all| nodes.min(all.saturating_sub(spent)));
        match by_search(problem, options, Some(left), observer) {
            Answer::Unknown(Limit::Nodes(used)) => {
                spent += used.max(1);
                if options.nodes.is_some_and(|all| spent >= all) {
                    let limit = Limit::Nodes(spent);
                    return Found { answer: Answer::Unknown(limit), method: "search" };
                }
            }
            answer => return Found { answer, method: "search" },
        }
        nodes = nodes.saturating_mul(4);
        retries = retries.saturating_mul(2).min(1 << 12);
    }
}

fn by_rule(
    problem: &Problem,
    options: &Options,
    retries: u64,
    observer: &dyn Observer,
) -> Answer<Tour> {
    // Degrees, the walk, and the tour made of it; measured in docs/performance.md.
    if let Err(error) = memory::require(problem.board().area().saturating_mul(12)) {
        return Answer::Unknown(Limit::Size(format!(
            "the {} board is too large for Warnsdorff's rule: {error}",
            problem.board().size()
        )));
    }
    let usual = if options.seed == 0 { TieBreak::First } else { TieBreak::Random };
    let large = problem.board().area() > 2500;
    let usual = if large && options.seed == 0 { TieBreak::Squirrel } else { usual };
    let rule = WarnsdorffOptions::new()
        .tie_break(options.tie_break.unwrap_or(usual))
        .move_order(options.move_order.unwrap_or_default())
        .seed(options.seed)
        .retries(retries);
    match heuristic::find(problem, &rule, observer) {
        Outcome::Tour(tour) => Answer::Found(tour),
        outcome => outcome.into_answer(),
    }
}

fn by_search(
    problem: &Problem,
    options: &Options,
    nodes: Option<u64>,
    observer: &dyn Observer,
) -> Answer<Tour> {
    let mut budget = Budget::default().with_seed(options.seed);
    if let Some(nodes) = nodes {
        budget = budget.with_nodes(nodes);
    }
    if options.lexicographic {
        return search::lexicographic(problem, &budget, observer);
    }
    search::solve(problem, &budget, observer)
}
