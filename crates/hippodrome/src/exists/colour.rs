//! Colours: a leaper with R + S odd changes its colour at every move.

use crate::answer::{Evidence, Reason};
use crate::problem::Problem;
use crate::tour::Kind;

/// No tour since the colours cannot alternate: the numbers of squares, the ends or the clues do
/// not fit.
///
/// Codes: `colour-closed` (an odd number of squares), `colour-count`, `colour-start`, `colour-end`,
/// `colour-ends`, `colour-clue`. O(holes).
pub(super) fn refute(problem: &Problem) -> Option<Reason> {
    if !problem.leaper().changes_colour() {
        return None;
    }
    let board = problem.board();
    let squares = board.len();
    let even_holes = board.holes().filter(|hole| hole.is_even()).count() as u128;
    let even = board.area().div_ceil(2) - even_holes;
    let odd = squares - even;
    let no = |code, text| Some(Reason { code, text, evidence: Evidence::Colour { even, odd } });
    if problem.kind() == Kind::Closed && squares % 2 == 1 {
        return no(
            "colour-closed",
            format!(
                "the {} changes colour at every move, so a closed tour has as many squares of one colour as of the other; {squares} is odd",
                piece(problem)
            ),
        );
    }
    if even.abs_diff(odd) > 1 {
        return no(
            "colour-count",
            format!(
                "the {} changes colour at every move, so the numbers of squares of the two colours differ by at most 1; here they are {even} and {odd}",
                piece(problem)
            ),
        );
    }
    if problem.kind() == Kind::Closed && even != odd {
        return no(
            "colour-count",
            format!(
                "in a closed tour the colours alternate, so there are as many squares of one as of the other; here they are {even} and {odd}"
            ),
        );
    }
    // Does a tour fit whose first square is even, and one whose first square is odd?
    let starts = |even_first: bool| {
        (if even_first { even >= odd } else { odd >= even })
            && problem
                .fixed()
                .all(|(step, square)| square.is_even() == ((step % 2 == 1) == even_first))
    };
    if starts(true) || starts(false) {
        return None;
    }
    let colour = |even: bool| if even { "colour of a1" } else { "other colour" };
    if even != odd {
        let majority = even > odd;
        for (end, code, what) in
            [(problem.from(), "colour-start", "starts"), (problem.to(), "colour-end", "ends")]
        {
            if let Some(square) = end.filter(|square| square.is_even() != majority) {
                return no(
                    code,
                    format!(
                        "there are {even} squares of the colour of a1 and {odd} of the other, so every tour starts and ends on the {}; none {what} at {square}",
                        colour(majority)
                    ),
                );
            }
        }
    } else if let (Some(from), Some(to)) = (problem.from(), problem.to())
        && from.is_even() == to.is_even()
    {
        return no(
            "colour-ends",
            format!(
                "the number of squares is even, so the first and the last have different colours; {from} and {to} have the same"
            ),
        );
    }
    no(
        "colour-clue",
        "the colours alternate along a tour, and the given steps do not fit that".to_owned(),
    )
}

/// What the piece is called.
pub(super) fn piece(problem: &Problem) -> String {
    if problem.leaper() == crate::Leaper::KNIGHT {
        "knight".to_owned()
    } else {
        format!("({})-leaper", problem.leaper())
    }
}
