//! Closed knight's tours of rectangles: Schwenk's theorem, with a proof of each "no".

use crate::answer::{CutPattern, Evidence, ProofKind, Reason};
use crate::exists::{Existence, small_cut};
use crate::problem::Problem;
use crate::search::{self, Budget};
use crate::{Answer, Silent};

/// A. J. Schwenk, Which rectangular chessboards have a knight's tour?, Mathematics Magazine 64
/// (1991) 325–332, doi:10.1080/0025570X.1991.11977627: an m×n board, m ≤ n, has a closed knight's
/// tour unless m and n are both odd, or m is 1, 2 or 4, or m = 3 and n is 4, 6 or 8.
///
/// The caller has looked at the colours, so the odd boards are gone. Each other "no" has a proof of
/// its own, so that nothing needs the theorem but the yes:
///
/// - m = 1, 2: the board is not connected (one vertex has degree below two besides).
/// - m = 4 (the argument is Pósa's, in Schwenk's telling by colours): the 2n squares of the outer
///   rows are joined to inner squares only. Remove the n inner squares of one colour: the n outer
///   squares of the other colour are alone now, and the rest is at least one more component.
/// - 3×4 and 3×6: two squares leave three components.
/// - 3×8: a case distinction over edges, found on the spot.
pub(super) fn refute(problem: &Problem) -> Option<Reason> {
    let board = problem.board();
    let (m, n) = super::sides(board);
    let no = |code, text: &str, evidence| Some(Reason { code, text: text.to_owned(), evidence });
    match (m, n) {
        (1, _) => no(
            "schwenk-1xn",
            "a knight has no move on a board with one row",
            Evidence::Pattern(CutPattern::Nothing),
        ),
        (2, _) => no(
            "schwenk-2xn",
            "a board with two rows falls apart into four chains that no move joins",
            Evidence::Pattern(CutPattern::Nothing),
        ),
        (4, _) | (3, 4) => no(
            if m == 4 { "schwenk-4xn" } else { "schwenk-3x4" },
            "squares of the outer rows are joined to the inner rows only: without the inner squares of one colour, as many outer squares are alone, and there are others besides",
            Evidence::Pattern(CutPattern::Inner { even: true }),
        ),
        (3, 6) => no(
            "schwenk-3x6",
            "two squares are removed and three components are left",
            small_cut(board, &["c1", "c3"], 3),
        ),
        (3, 8) => no(
            "schwenk-3x8",
            "a finished case distinction over forced moves leaves no closed tour",
            three_by_eight(problem),
        ),
        _ => None,
    }
}

/// The yes, for the boards that [`refute`] and the colours leave.
pub(super) fn confirm() -> Existence {
    Existence {
        code: "schwenk-1991",
        text: "a closed knight's tour of an m×n board, m ≤ n, exists unless m and n are both odd, m is 1, 2 or 4, or m is 3 and n is 4, 6 or 8 (Schwenk 1991)".to_owned(),
        proof: ProofKind::Theorem,
        tour: None,
    }
}

/// The case distinction for the very problem asked: its ends change what is forced.
fn three_by_eight(problem: &Problem) -> Evidence {
    match search::by_edges(problem, &Budget::default(), &Silent) {
        Answer::Impossible(reason) => reason.evidence,
        _ => Evidence::Theorem("schwenk-1991"),
    }
}
