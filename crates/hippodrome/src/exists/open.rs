//! Open knight's tours of rectangles without given ends.

use crate::answer::{CutPattern, Evidence, ProofKind, Reason};
use crate::board::Board;
use crate::exists::{Existence, small_cut};

/// An m×n board, m ≤ n, has an open knight's tour exactly when m = n = 1, or m = 3 and n = 4 or
/// n ≥ 7, or m = 4 and n ≥ 5, or m ≥ 5. Here are the boards that have none, each with a cut: S
/// leaves more than |S| + 1 components.
pub(super) fn refute(board: &Board) -> Option<Reason> {
    let no = |code, text: &str, evidence| Some(Reason { code, text: text.to_owned(), evidence });
    let nothing = Evidence::Pattern(CutPattern::Nothing);
    match super::sides(board) {
        (1, 1) => None,
        (1, _) => no("open-1xn", "a knight has no move on a board with one row", nothing),
        (2, _) => no(
            "open-2xn",
            "a board with two rows falls apart into four chains that no move joins",
            nothing,
        ),
        (3, 3) => no("open-3x3", "no move leads to or from the centre", nothing),
        (3, 5) => no(
            "open-3x5",
            "five squares are removed and seven components are left",
            small_cut(board, &["b1", "d1", "c2", "b3", "d3"], 7),
        ),
        (3, 6) => no(
            "open-3x6",
            "six squares are removed and eight components are left",
            small_cut(board, &["c1", "d1", "c2", "d2", "c3", "d3"], 8),
        ),
        (4, 4) => no(
            "open-4x4",
            "the four central squares are removed and six components are left",
            small_cut(board, &["b2", "c2", "b3", "c3"], 6),
        ),
        _ => None,
    }
}

/// The yes, for the boards that [`refute`] leaves.
///
/// P. Cull and J. De Curtins, Knight's tour revisited, Fibonacci Quarterly 16 (1978) 276–285, for
/// m ≥ 5; S.-S. Lin and C.-L. Wei, Optimal algorithms for constructing knight's tours on arbitrary
/// n×m chessboards, Discrete Applied Mathematics 146 (2005) 219–232, for m = 3 and 4.
pub(super) fn confirm(board: &Board) -> Existence {
    let (code, text) = match super::sides(board).0 {
        1 => ("one-square", "the only square is a tour"),
        3 => (
            "open-3xn",
            "a 3×n board has an open knight's tour exactly when n is 4 or at least 7 (Lin and Wei 2005)",
        ),
        4 => (
            "open-4xn",
            "a 4×n board has an open knight's tour for every n of at least 5, and n = 3 (Lin and Wei 2005)",
        ),
        _ => (
            "cull-de-curtins-1978",
            "every board with both sides at least 5 has an open knight's tour (Cull and De Curtins 1978)",
        ),
    };
    Existence { code, text: text.to_owned(), proof: ProofKind::Theorem, tour: None }
}
