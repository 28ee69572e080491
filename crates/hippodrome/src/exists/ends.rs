//! Knight's tours of rectangles with given ends.

use crate::answer::{CutPattern, Evidence, ProofKind, Reason, Vertex};
use crate::board::Board;
use crate::exists::Existence;
use crate::problem::Problem;
use crate::square::Square;
use crate::tour::{Kind, is_move};

/// Ends that no tour can have, whatever the board: the same square twice, or two that a closed tour
/// cannot join. The caller has looked at the colours.
pub(crate) fn of_ends(problem: &Problem) -> Option<Reason> {
    let (from, to) = (problem.from()?, problem.to()?);
    if from == to {
        return Some(Reason {
            code: "same-ends",
            text: format!("a tour of more than one square does not start and end on {from}"),
            evidence: Evidence::Pattern(CutPattern::One(from)),
        });
    }
    (problem.kind() == Kind::Closed && !is_move(problem.leaper(), from, to)).then(|| Reason {
        code: "ends-not-joined",
        text: format!(
            "the last move of a closed tour would lead from {to} to {from}, and that is not a move"
        ),
        evidence: Evidence::Degree { at: vec![Vertex::Square(from)] },
    })
}

/// Ends of open tours that the colours allow and the board does not.
pub(super) fn refute(problem: &Problem) -> Option<Reason> {
    if problem.kind() == Kind::Closed {
        return None;
    }
    four_rows(problem)
        .or_else(|| five_by_five(problem))
        .or_else(|| hubs(problem))
        .or_else(|| three_odd(problem))
}

/// 4×n: both ends lie in the outer rows.
///
/// Remove the inner squares of the colour of an inner end: n squares. The n outer squares of the
/// other colour are alone then, and something is left besides: at least n + 1 components, where
/// an open tour that ends in a removed square leaves at most n.
fn four_rows(problem: &Problem) -> Option<Reason> {
    let board = problem.board();
    let line = |square: Square| if board.rows() == 4 { square.row } else { square.col };
    if board.rows() != 4 && board.cols() != 4 {
        return None;
    }
    let inner = [problem.from(), problem.to()].into_iter().flatten();
    let inner = { inner }.find(|&end| line(end) == 1 || line(end) == 2)?;
    Some(Reason {
        code: "ends-4xn",
        text: format!(
            "on a board with four rows both ends of an open tour lie in the outer rows, and {inner} does not"
        ),
        evidence: Evidence::Pattern(CutPattern::Inner { even: inner.is_even() }),
    })
}

/// 5×5: a corner is an end. Else the four corners and the four squares they lead to close a ring
/// of eight.
fn five_by_five(problem: &Problem) -> Option<Reason> {
    let board = problem.board();
    let (from, to) = (problem.from()?, problem.to()?);
    let corners = corners(board);
    if (board.rows(), board.cols()) != (5, 5) || corners.iter().any(|&at| at == from || at == to) {
        return None;
    }
    Some(Reason {
        code: "ends-5x5",
        text: "on the 5x5 board one end is a corner: else the moves forced at the four corners close a ring of eight squares".to_owned(),
        evidence: Evidence::Degree { at: corners.map(Vertex::Square).to_vec() },
    })
}

/// A square of a board of three or five rows, in either orientation, from either end.
///
/// `row` counts from one of the long sides, `at` from the short side: the left one, or the `far`.
fn place(board: &Board, far: bool, (row, at): (u32, u64)) -> Square {
    let n = board.rows().max(board.cols());
    let col = if far { n - 1 - at } else { at } as u32;
    if board.rows() > board.cols() { Square::new(col, row) } else { Square::new(row, col) }
}

/// 5×n and 3×n: the square b3 of five ranks (or its mirror image) serves two corners, and an end
/// cannot serve both; so if it is an end, the other end is one of these corners. The same for c2
/// of three ranks.
fn hubs(problem: &Problem) -> Option<Reason> {
    let board = problem.board();
    let (from, to) = (problem.from()?, problem.to()?);
    let (code, hub, high) = match super::sides(board) {
        (3, n) if n > 3 => ("ends-3xn", (1, 2), (2, 0)),
        (5, _) => ("ends-5xn", (2, 1), (4, 0)),
        _ => return None,
    };
    for far in [false, true] {
        let [hub, low, high] = [hub, (0, 0), high].map(|at| place(board, far, at));
        let other = match hub {
            _ if hub == from => to,
            _ if hub == to => from,
            _ => continue,
        };
        if other != low && other != high {
            return Some(Reason {
                code,
                text: format!(
                    "the corners {low} and {high} both need {hub}, which as an end has room for one: with {hub} as one end, the other is {low} or {high}"
                ),
                evidence: Evidence::Degree { at: [low, high, hub].map(Vertex::Square).to_vec() },
            });
        }
    }
    None
}

/// 3×n, n odd: two of c1, c3, d2 (or of their mirror images) are not the two ends. The moves forced
/// at the corners and at the squares next to them then close a walk from one end to the other
/// before the board is covered.
fn three_odd(problem: &Problem) -> Option<Reason> {
    let board = problem.board();
    let (from, to) = (problem.from()?, problem.to()?);
    let (m, n) = super::sides(board);
    if m != 3 || n % 2 == 0 || n < 7 {
        return None;
    }
    for far in [false, true] {
        let three = [(0, 2), (2, 2), (1, 3)].map(|at| place(board, far, at));
        if three.contains(&from) && three.contains(&to) && from != to {
            let forced = [(0, 0), (2, 0), (1, 0), (0, 1), (2, 1)].map(|at| place(board, far, at));
            let at = three.into_iter().chain(forced).map(Vertex::Square).collect();
            let [low, high, middle] = three;
            return Some(Reason {
                code: "ends-3xn",
                text: format!(
                    "of {low}, {high} and {middle} at most one is an end: else the moves forced in that corner of the board lead from one end to the other too early"
                ),
                evidence: Evidence::Degree { at },
            });
        }
    }
    None
}

/// Ends for which a tour is known to exist on every board of that kind. The caller has refuted
/// what [`refute`] and the colours refute.
///
/// - Both sides at least 6: every pair that the colours allow. For n×n this is A. Conrad, T.
///   Hindrichs, H. Morsy and I. Wegener, Solution of the knight's Hamiltonian path problem on
///   chessboards, Discrete Applied Mathematics 50 (1994) 125–134. For other boards: see
///   [the reduction](self#the-reduction) below; its base cases are searched in this crate's
///   exhaustive tests.
/// - 5×n, one end given: every square that the colours allow.
/// - 3×n, 4×n and 5×n, n large enough, every pair that the colours and [`refute`] leave. The
///   [constructions](crate::construct) cut a long board into a few windows with runs of strips of
///   four columns between them, and one more strip in a run leaves the windows as they are: so a
///   tour with a run in some stretch proves all boards on which that stretch is longer by a multiple
///   of four. The exhaustive tests build and verify base tours for every pair of rows and every
///   three distances of the ends from each other and from the ends of the board up to that
///   repetition, and every pair on boards of up to 24 columns.
///
/// # The reduction
///
/// Let m ≥ 6 and n ≥ 12 and let s, t be allowed by colour. (1) If both lie in the first n − 6
/// columns and one right corner c of these columns is neither s nor t, take a path from s to t on
/// the first n − 6 columns. At c it uses both moves, one of them to a square d two rows away and
/// one column back; replace that move by a path of the last six columns between the two squares of
/// their first column that are a move away from c and from d: they are neighbours, so of different
/// colour. (2) The same with left and right exchanged. (3) Else, if s lies in the first six
/// columns and t in the last six (or the other way round), take a path from s to some x on the
/// first six columns and one from y to t on the rest, where x and y are a move apart; the colours
/// leave such x and y. (4) What is left are the two corners of the middle, with n = 12 or 13; they
/// are searched, or the rows are reduced instead if m ≥ 12. So everything comes down to sides of 6
/// to 11, where every pair is searched.
///
/// For 5×n, n ≥ 14, and one end s: by (1) or its mirror image with s in the half that is kept, the
/// other end being wherever it is; a corner that is neither is left. Boards up to 5×13 are
/// searched.
pub(super) fn confirm(problem: &Problem) -> Option<Existence> {
    let (m, n) = super::sides(problem.board());
    let yes = |code, text: &str| {
        Some(Existence { code, text: text.to_owned(), proof: ProofKind::Theorem, tour: None })
    };
    let both = problem.from().is_some() && problem.to().is_some();
    if m >= 6 && m == n {
        return yes(
            "conrad-1994",
            "an n×n board with n at least 6 has an open tour between any two squares that the colours allow (Conrad, Hindrichs, Morsy and Wegener 1994)",
        );
    }
    if m >= 6 {
        return yes(
            "ends-6xn",
            "a board with both sides at least 6 has an open tour between any two squares that the colours allow: published for square boards (Conrad, Hindrichs, Morsy and Wegener 1994), for others by cutting strips of six off until only sides up to 13 are left, and those have been searched",
        );
    }
    if m == 5 && !both {
        return yes(
            "start-5xn",
            "a 5×n board with n at least 5 has an open tour from every square that the colours allow: by cutting strips of six off until n is at most 13, and those boards have been searched",
        );
    }
    let (code, large) = match m {
        3 if n % 2 == 0 => ("ends-3xn", n >= 12),
        3 => ("ends-3xn", n == 11 || n >= 15),
        4 => ("ends-4xn", n >= 7),
        5 => ("ends-5xn", n >= 7),
        _ => ("", false),
    };
    if large && problem.kind() == Kind::Open {
        return yes(
            code,
            "a board of three, four or five rows of this length has an open tour between any two squares that the colours and the forced moves at its ends allow: for every pair a tour of a short board was built that becomes one of any longer board by strips of four columns put in",
        );
    }
    None
}

fn corners(board: &Board) -> [Square; 4] {
    let (row, col) = ((board.rows() - 1) as u32, (board.cols() - 1) as u32);
    [Square::new(0, 0), Square::new(0, col), Square::new(row, 0), Square::new(row, col)]
}
