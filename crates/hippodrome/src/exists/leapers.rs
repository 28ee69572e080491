//! Leapers that do not connect a rectangle.

use crate::answer::{CutPattern, Evidence, Reason};
use crate::exists::colour::piece;
use crate::problem::Problem;

/// An (r, s)-leaper, r ≤ s, connects the m×n board, m ≤ n, with at least two squares only if r and
/// s have no common divisor, r + s is odd, m ≥ r + s and n ≥ 2s (D. E. Knuth, Leaper graphs,
/// Mathematical Gazette 78 (1994) 274–297, theorem 1; these conditions are also sufficient).
pub(super) fn refute(problem: &Problem) -> Option<Reason> {
    let board = problem.board();
    if !board.is_rectangle() || board.len() < 2 {
        return None;
    }
    let (r, s) = (u64::from(problem.leaper().r()), u64::from(problem.leaper().s()));
    let (m, n) = super::sides(board);
    let name = piece(problem);
    let why = if gcd(r, s) > 1 {
        format!(
            "both steps of the {name} are multiples of {}, so it never leaves the squares that far apart",
            gcd(r, s)
        )
    } else if !problem.leaper().changes_colour() {
        format!("the {name} never changes its colour")
    } else if m < r + s || n < 2 * s {
        format!(
            "the {name} connects a board only if its sides are at least {} and {}",
            r + s,
            2 * s
        )
    } else {
        return None;
    };
    Some(Reason {
        code: "leaper-apart",
        text: why,
        evidence: Evidence::Pattern(CutPattern::Nothing),
    })
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
