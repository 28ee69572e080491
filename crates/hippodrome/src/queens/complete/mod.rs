//! Completing a board: some queens are placed, some squares are blocked; fill it up to n queens.
//!
//! Completion is NP-complete and counting completions #P-complete (Gent, Jefferson and Nightingale,
//! *Complexity of n-Queens Completion*, JAIR 59, 2017), so no method is fast always. This one is a
//! depth-first search that branches on the row or the column with the fewest free squares; a
//! line without free squares ends the branch, a line with one is forced. Where few squares are free,
//! the consequences of each are looked at before branching. A search that ends is a proof: "none" is said only then, or when the queens given contradict each other or the board.

mod lookahead;
mod search;

use std::collections::BTreeSet;

use self::lookahead::Lookahead;
use self::search::{End, Outcome, Plan};
use super::{Explicit, Fault, Placement, first_attack};
use crate::{Answer, Error, Evidence, Limit, Observer, ProofKind, Reason, Square};

/// The largest board that is searched.
pub const MAX_N: u32 = 256;

/// The whole tree, in order.
const WHOLE: Plan = Plan { seed: None, nodes: u64::MAX };

/// A board to be completed.
///
/// # Examples
///
/// The first completion problem (Nauck 1850): queens on b4 and d5.
///
/// ```
/// use hippodrome::Silent;
/// use hippodrome::queens::complete::Task;
///
/// let task = Task::new(8)?.queen("b4".parse()?)?.queen("d5".parse()?)?;
/// let all = task.all(10, &Silent).found().expect("found");
/// let all: Vec<String> = all.solutions.iter().map(|solution| solution.to_string()).collect();
/// assert_eq!(all, ["3 6 8 2 4 1 7 5", "6 3 7 2 4 8 1 5"]);
/// # Ok::<(), hippodrome::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    n: u32,
    queens: Vec<Square>,
    blocked: BTreeSet<Square>,
}

/// Solutions found, and whether they are all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solutions {
    /// The solutions, in lexicographic order if they are all.
    pub solutions: Vec<Placement>,
    /// Whether there are no others.
    pub complete: bool,
    /// Whether the observer stopped the search before its end.
    pub stopped: bool,
    /// Nodes of the search tree visited.
    pub nodes: u64,
}

/// Solutions counted by a search that came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The number of solutions.
    pub solutions: u128,
    /// Nodes of the search tree visited.
    pub nodes: u64,
}

impl Task {
    /// An empty board.
    ///
    /// # Errors
    ///
    /// A board of more than [`MAX_N`] rows is too large.
    pub fn new(n: u32) -> Result<Self, Error> {
        if n > MAX_N {
            return Err(Error::too_large(format!(
                "board {n}: completing takes boards up to n = {MAX_N}"
            )));
        }
        Ok(Self { n, queens: Vec::new(), blocked: BTreeSet::new() })
    }

    /// The board of an instance file: n, then a blocked square `row col` on each line, from 0.
    ///
    /// # Errors
    ///
    /// If the text is something else, by line, or the board is too large.
    ///
    /// # Examples
    ///
    /// ```
    /// use hippodrome::queens::complete::Task;
    ///
    /// let task = Task::from_instance("4\n0 1\n3 2\n")?;
    /// assert_eq!(task.n(), 4);
    /// assert_eq!(task.blocked().count(), 2);
    /// # Ok::<(), hippodrome::Error>(())
    /// ```
    pub fn from_instance(text: &str) -> Result<Self, Error> {
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        let first = lines.next().map(|(_, line)| line.trim());
        let n = first.and_then(|line| line.parse().ok()).ok_or_else(|| {
            Error::parse("instance line 1: expected the board's size n alone on the line")
        })?;
        let mut task = Self::new(n)?;
        for (at, line) in lines {
            let wrong = || {
                Error::parse(format!(
                    "instance line {at}: expected 'row col' of a blocked square, each from 0 to {}",
                    i64::from(n) - 1
                ))
            };
            let mut words = line.split_whitespace().map(str::parse::<u32>);
            let (Some(Ok(row)), Some(Ok(col)), None) = (words.next(), words.next(), words.next())
            else {
                return Err(wrong());
            };
            task = task.block(Square::new(row, col)).map_err(|_| wrong())?;
        }
        Ok(task)
    }

    /// Puts a queen on a square.
    ///
    /// # Errors
    ///
    /// If the square is off the board.
    pub fn queen(mut self, square: Square) -> Result<Self, Error> {
        self.check(square)?;
        if !self.queens.contains(&square) {
            self.queens.push(square);
        }
        Ok(self)
    }

    /// Blocks a square: no queen may stand there, but they attack across it.
    ///
    /// # Errors
    ///
    /// If the square is off the board.
    pub fn block(mut self, square: Square) -> Result<Self, Error> {
        self.check(square)?;
        self.blocked.insert(square);
        Ok(self)
    }

    fn check(&self, square: Square) -> Result<(), Error> {
        if square.row < self.n && square.col < self.n {
            return Ok(());
        }
        let n = self.n;
        Err(Error::mismatch(format!("square {square}: not on the {n}x{n} board")))
    }

    /// The board's size.
    #[must_use]
    pub fn n(&self) -> u32 {
        self.n
    }

    /// The queens given.
    #[must_use]
    pub fn queens(&self) -> &[Square] {
        &self.queens
    }

    /// The squares blocked.
    pub fn blocked(&self) -> impl Iterator<Item = Square> + '_ {
        self.blocked.iter().copied()
    }

    /// Whether a placement solves this task.
    #[must_use]
    pub fn is_solved_by(&self, placement: &Placement) -> bool {
        let holds =
            |square: &Square| placement.columns().get(square.row as usize) == Some(&square.col);
        placement.n() == self.n as usize
            && self.queens.iter().all(holds)
            && !self.blocked.iter().any(holds)
    }

    /// One solution, or the reason why there is none.
    #[must_use]
    pub fn one(&self, observer: &dyn Observer) -> Answer<Placement> {
        if let Some(reason) = self.contradiction() {
            return Answer::Impossible(reason);
        }
        let mut solution = None;
        let mut keep = |columns: &[u32]| {
            solution = Placement::new(columns.to_vec()).ok();
            false
        };
        let outcome = self.explore(&mut keep, observer);
        if outcome.end == End::Exhausted {
            return Answer::Impossible(self.exhausted(outcome.nodes));
        }
        solution.map_or(Answer::Unknown(Limit::Stopped), Answer::Found)
    }

    /// Up to `most` solutions; all there are, in lexicographic order, if they are fewer.
    ///
    /// Finding none is an answer here, with `complete` set, unless it is plain before any search.
    /// What a stopped search has found is kept.
    #[must_use]
    pub fn all(&self, most: usize, observer: &dyn Observer) -> Answer<Solutions> {
        if let Some(reason) = self.contradiction() {
            return Answer::Impossible(reason);
        }
        let mut found = Vec::new();
        let mut keep = |columns: &[u32]| {
            if found.len() == most {
                return false;
            }
            found.extend(Placement::new(columns.to_vec()));
            true
        };
        let outcome = self.explore(&mut keep, observer);
        found.sort();
        let (complete, stopped) = (outcome.end == End::Exhausted, outcome.end == End::Stopped);
        Answer::Found(Solutions { solutions: found, complete, stopped, nodes: outcome.nodes })
    }

    /// The number of solutions.
    ///
    /// Unknown if the observer stops the search. On an empty board one of the counters serves better.
    #[must_use]
    pub fn count(&self, observer: &dyn Observer) -> Answer<Count> {
        if let Some(reason) = self.contradiction() {
            return Answer::Impossible(reason);
        }
        let mut solutions = 0;
        let mut add = |_: &[u32]| {
            solutions += 1;
            true
        };
        let outcome = match Lookahead::new(self) {
            Some(mut lookahead) => lookahead.run(u64::MAX, &mut add, observer),
            None => search::run(self, WHOLE, &mut add, observer),
        };
        if outcome.end == End::Stopped {
            return Answer::Unknown(Limit::Stopped);
        }
        Answer::Found(Count { solutions, nodes: outcome.nodes })
    }

    /// Calls `found` with each solution until it says false.
    ///
    /// A search that begins badly can take for ever where another is done at once, so it is broken
    /// off as long as it has found nothing, and begun again with more nodes: in a different (seeded)
    /// random order, or with the weights learnt. In the end the whole tree is visited.
    fn explore(&self, found: &mut dyn FnMut(&[u32]) -> bool, observer: &dyn Observer) -> Outcome {
        let mut nodes = 16 * u64::from(self.n) + 64;
        if let Some(mut lookahead) = Lookahead::new(self) {
            for limit in [nodes, 8 * nodes] {
                let outcome = lookahead.run(limit, found, observer);
                if outcome.end != End::Nodes {
                    return outcome;
                }
            }
            return lookahead.run(u64::MAX, found, observer);
        }
        let mut seed = 0;
        loop {
            let outcome = search::run(self, Plan { seed: Some(seed), nodes }, found, observer);
            if outcome.end != End::Nodes {
                return outcome;
            }
            (seed, nodes) = (seed + 1, nodes.saturating_mul(2));
        }
    }

    /// What is wrong with the queens given, or a line without a free square.
    fn contradiction(&self) -> Option<Reason> {
        let no = |code, text| {
            Some(Reason { code, text, evidence: Evidence::Theorem("queens-contradiction") })
        };
        if let Some((a, b)) = first_attack(&self.queens) {
            return no("queens-attack", Fault::Attack(a, b).to_string());
        }
        if let Some(queen) = self.queens.iter().find(|&queen| self.blocked.contains(queen)) {
            return no("queen-blocked", format!("the queen on {queen} stands on a blocked square"));
        }
        None
    }

    /// The reason why there is no solution, once the search has come to its end.
    #[must_use]
    pub fn exhausted(&self, nodes: u64) -> Reason {
        if self.queens.is_empty()
            && self.blocked.is_empty()
            && let Answer::Impossible(reason) = Explicit::new(self.n.into())
        {
            return reason;
        }
        Reason {
            code: "search",
            text: format!("the search of all cases came to its end ({nodes} nodes)"),
            evidence: Evidence::Theorem("queens-search"),
        }
    }
}

/// How "none" is known: by a finished search, or from the statement alone.
#[must_use]
pub fn proof_of(reason: &Reason) -> ProofKind {
    if reason.code == "search" { ProofKind::Search } else { ProofKind::Theorem }
}
