//! A brute force that shares nothing with the library but the vocabulary: depth-first search over
//! positions, with one bit a square.
#![allow(dead_code, reason = "not every test file uses all of it")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

pub(crate) mod counts;

use hippodrome::{Board, Kind, Leaper, Problem, Reason, Square, certificate};
use hippodrome_check::{Limits, Question, check};

/// The most memory that this process has had, in bytes, as Linux says.
pub(crate) fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

/// The question for the checker, which reads squares of its own.
pub(crate) fn question(problem: &Problem) -> Question {
    let board = problem.board();
    let name = |square: Square| square.to_string().parse().unwrap();
    let mut question = Question::new()
        .board(board.rows(), board.cols())
        .leaper(problem.leaper().r().into(), problem.leaper().s().into())
        .closed(problem.kind() == Kind::Closed);
    for hole in board.holes() {
        question = question.hole(name(hole));
    }
    if let Some(from) = problem.from() {
        question = question.from(name(from));
    }
    if let Some(to) = problem.to() {
        question = question.to(name(to));
    }
    for (&step, &square) in problem.clues() {
        question = question.step_at(step as u64, name(square));
    }
    question
}

/// The separate checker accepts the certificate of the reason, and knows which kind it is.
pub(crate) fn accepted(problem: &Problem, reason: &Reason) {
    let text = certificate::no_tour(problem, reason).unwrap();
    let report = check(text.as_bytes(), None, &question(problem), &Limits::default());
    let kind = reason.evidence.kind().name();
    assert!(
        report.exit_code() == 0 && report.what.ends_with(&format!("by {kind}")),
        "{problem:?} {reason:?}\n{text}\n{report}"
    );
}

/// All (start, end) pairs of open tours of a board with at most 32 squares.
pub(crate) struct Brute {
    pub(crate) squares: Vec<Square>,
    next: Vec<u32>,
    /// For each start, a bit for each end.
    ends: Vec<u32>,
}

impl Brute {
    pub(crate) fn new(board: &Board, leaper: Leaper) -> Self {
        let squares: Vec<Square> = board.squares().collect();
        assert!(squares.len() <= 32);
        let (r, s) = (leaper.r(), leaper.s());
        let joined = |a: Square, b: Square| {
            let (x, y) = (a.row.abs_diff(b.row), a.col.abs_diff(b.col));
            (x, y) == (r, s) || (y, x) == (r, s)
        };
        let next: Vec<u32> = squares
            .iter()
            .map(|&a| {
                let bits = squares.iter().enumerate().filter(|&(_, &b)| joined(a, b));
                bits.fold(0, |mask, (at, _)| mask | 1 << at)
            })
            .collect();
        let all = u32::MAX >> (32 - squares.len());
        let mut brute = Self { squares, next, ends: Vec::new() };
        for start in 0..brute.squares.len() {
            let mut ends = 0;
            brute.walk(start, all & !(1 << start), &mut ends);
            brute.ends.push(ends);
        }
        brute
    }

    fn walk(&self, at: usize, left: u32, ends: &mut u32) {
        if left == 0 {
            *ends |= 1 << at;
            return;
        }
        // Some square that is left cannot be reached any more, or two can only be last.
        let mut last = 0;
        let mut rest = left;
        while rest != 0 {
            let square = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let ways = (self.next[square] & (left | 1 << at)).count_ones();
            if ways == 0 {
                return;
            }
            last += u32::from(ways == 1);
        }
        if last > 2 || (left & !*ends) == 0 {
            return;
        }
        let mut to = self.next[at] & left;
        while to != 0 {
            let next = to.trailing_zeros() as usize;
            to &= to - 1;
            self.walk(next, left & !(1 << next), ends);
        }
    }

    /// Whether a tour with these ends exists.
    pub(crate) fn exists(&self, kind: Kind, from: Option<Square>, to: Option<Square>) -> bool {
        let index = |end: Option<Square>| {
            end.map(|end| self.squares.iter().position(|&square| square == end).unwrap())
        };
        let (from, to) = (index(from), index(to));
        let closes = |a: usize, b: usize| {
            kind == Kind::Open || (self.squares.len() >= 3 && self.next[a] >> b & 1 == 1)
        };
        (0..self.squares.len()).filter(|&a| from.is_none_or(|from| from == a)).any(|a| {
            (0..self.squares.len())
                .any(|b| to.is_none_or(|to| to == b) && self.ends[a] >> b & 1 == 1 && closes(a, b))
        })
    }
}

/// Every question about ends of a board: both kinds, no end, each start, each end, each pair.
pub(crate) fn questions(board: &Board, leaper: Leaper, pairs: bool) -> Vec<Problem> {
    let mut all = Vec::new();
    for kind in [Kind::Open, Kind::Closed] {
        let plain = Problem::new(board.clone(), leaper, kind);
        for from in std::iter::once(None).chain(board.squares().map(Some)) {
            let started = match from {
                Some(from) => plain.clone().with_from(from).unwrap(),
                None => plain.clone(),
            };
            for to in std::iter::once(None).chain(board.squares().map(Some)) {
                if !pairs && from.is_some() && to.is_some() {
                    continue;
                }
                match to {
                    // A closed tour with one square as both ends is refused as a question.
                    Some(to) => all.extend(started.clone().with_to(to)),
                    None => all.push(started.clone()),
                }
            }
        }
    }
    all
}

/// Whether a tour that agrees with all clues exists: every order of moves is tried.
pub(crate) fn brute_force(problem: &Problem) -> bool {
    first_by_brute_force(problem).is_some()
}

/// The first tour by file, then by rank: every order of moves is tried in that order, but for
/// those that leave a square without a neighbour.
pub(crate) fn first_by_brute_force(problem: &Problem) -> Option<Vec<Square>> {
    let mut squares: Vec<Square> = problem.board().squares().collect();
    squares.sort_unstable_by_key(|square| (square.col, square.row));
    let (r, s) = (problem.leaper().r(), problem.leaper().s());
    let joined = |a: Square, b: Square| {
        let (x, y) = (a.row.abs_diff(b.row), a.col.abs_diff(b.col));
        (x, y) == (r, s) || (y, x) == (r, s)
    };
    let closes = |path: &[Square]| {
        problem.kind() == Kind::Open || (path.len() >= 3 && joined(path[0], path[path.len() - 1]))
    };
    let hopeless = |path: &[Square]| {
        let left = squares.iter().filter(|square| !path.contains(square));
        { left }.any(|&square| {
            let next = |&&other: &&Square| {
                joined(square, other) && (path.last() == Some(&other) || !path.contains(&other))
            };
            squares.iter().find(next).is_none()
        })
    };
    let mut path: Vec<Square> = Vec::new();
    // For each depth, the number of the square to try next.
    let mut next = vec![0];
    while let Some(at) = next.last_mut() {
        if path.len() == squares.len() && closes(&path) {
            return Some(path);
        }
        let Some(&square) = squares.get(*at) else {
            next.pop();
            path.pop();
            continue;
        };
        *at += 1;
        let step = path.len() as u128 + 1;
        let fits = path.len() < squares.len()
            && problem.square_at(step).is_none_or(|clue| clue == square)
            && path.last().is_none_or(|&last| joined(last, square))
            && !path.contains(&square);
        if fits {
            path.push(square);
            if hopeless(&path) {
                path.pop();
            } else {
                next.push(0);
            }
        }
    }
    None
}
