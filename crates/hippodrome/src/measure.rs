//! Measures of a tour as a drawing: turns, crossings, symmetry.

use std::fmt;

use crate::square::Square;
use crate::symmetry::Symmetry;
use crate::tour::{Kind, Tour};

/// What one sees of a tour that is drawn as straight moves from square to square.
///
/// # Examples
///
/// ```
/// use hippodrome::measure::Measures;
/// use hippodrome::{Kind, Leaper, Tour};
///
/// // The eight moves round the centre of 3x3: an eight-pointed star.
/// let squares = "a1 c2 a3 b1 c3 a2 c1 b3".split(' ').map(|s| s.parse().unwrap());
/// let star = Tour::new(&"...\n.#.\n...".parse()?, Leaper::KNIGHT, Kind::Closed, squares)?;
/// let measures = Measures::of(&star);
/// assert_eq!((measures.turns, measures.crossings, measures.symmetries.len()), (8, 16, 8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Measures {
    /// Squares at which the direction changes; of a closed tour also the first.
    pub turns: u64,
    /// Pairs of moves that cross between squares.
    pub crossings: u64,
    /// The symmetries of the board that leave the drawing as it is, the identity first.
    pub symmetries: Vec<Symmetry>,
}

impl Measures {
    /// Measures a tour.
    ///
    /// # Complexity
    ///
    /// O(squares times the square of the leaper's reach) time, 12 bytes a square.
    #[must_use]
    pub fn of(tour: &Tour) -> Self {
        let squares: Vec<Square> = tour.squares().collect();
        let closed = tour.kind() == Kind::Closed;
        let moves = if closed { squares.len() } else { squares.len() - 1 };
        let next = |i: usize| squares[(i + 1) % squares.len()];
        let direction = |i: usize| vector(squares[i], next(i));
        let bends = (1..moves).filter(|&i| direction(i) != direction(i - 1)).count();
        let closing = closed && direction(0) != direction(moves - 1);
        Self {
            turns: bends as u64 + u64::from(closing),
            crossings: crossings(tour, &squares, moves),
            symmetries: symmetries(tour, &squares, moves),
        }
    }
}

impl fmt::Display for Measures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.symmetries.iter().skip(1).map(ToString::to_string).collect();
        let symmetry = if names.is_empty() { "none".to_owned() } else { names.join(" ") };
        write!(f, "turns {}, crossings {}, symmetry {symmetry}", self.turns, self.crossings)
    }
}

fn vector(a: Square, b: Square) -> (i64, i64) {
    (i64::from(b.row) - i64::from(a.row), i64::from(b.col) - i64::from(a.col))
}

/// Whether the open segments ab and cd have one point in common.
fn cross(a: Square, b: Square, c: Square, d: Square) -> bool {
    let side = |a: Square, b: Square, c: Square| {
        let ((x, y), (u, v)) = (vector(a, b), vector(a, c));
        (x * v - y * u).signum()
    };
    side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}

fn crossings(tour: &Tour, squares: &[Square], moves: usize) -> u64 {
    let board = tour.board();
    let steps = tour.numbering();
    let reach = u64::from(tour.leaper().s());
    let mut count = 0;
    for i in 0..moves {
        let (a, b) = (squares[i], squares[(i + 1) % squares.len()]);
        // A move that crosses this one begins within its frame, widened by the leaper's reach.
        let span = |x: u32, y: u32, side: u64| {
            let (low, high) = (u64::from(x.min(y)), u64::from(x.max(y)));
            low.saturating_sub(reach)..(high + reach + 1).min(side)
        };
        for row in span(a.row, b.row, board.rows()) {
            for col in span(a.col, b.col, board.cols()) {
                let step = steps[board.cell(Square::new(row as u32, col as u32))] as usize;
                if step > i + 1 && step <= moves {
                    let (c, d) = (squares[step - 1], squares[step % squares.len()]);
                    count += u64::from(cross(a, b, c, d));
                }
            }
        }
    }
    count
}

fn symmetries(tour: &Tour, squares: &[Square], moves: usize) -> Vec<Symmetry> {
    let board = tour.board();
    let steps = tour.numbering();
    let keeps = |symmetry: &Symmetry| {
        (0..moves).all(|i| {
            let image = |square| steps[board.cell(symmetry.apply(board, square))] as usize;
            let (a, b) = (image(squares[i]), image(squares[(i + 1) % squares.len()]));
            let apart = a.abs_diff(b);
            apart == 1 || (moves == squares.len() && apart == moves - 1)
        })
    };
    Symmetry::of(board).into_iter().filter(keeps).collect()
}
