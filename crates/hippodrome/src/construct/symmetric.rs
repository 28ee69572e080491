//! Tours that look the same after half a turn or a quarter turn of the board.
//!
//! What is possible (m×n squares with m, n the sides; every "no" is a short argument, every "yes" is
//! built):
//!
//! - **Half turn, closed, both sides even.** Turn a path that covers half of the board; if its last
//!   square is a move away from the image of its first, path and image are a tour. The path is a
//!   tour of a rectangle between given ends.
//! - **Half turn, closed, one side odd and the other 2 (mod 4).** The same.
//! - **Half turn, closed, one side odd and the other 0 (mod 4).** The turn exchanges the colours, and
//!   half of the tour is an even number of moves, so the turn does not move the tour along itself;
//!   it reverses it, and the tour passes through the middle of the board twice. Such a tour is a
//!   path through the [orbits](super::orbits) of the turn. All boards that have a closed tour have
//!   one but for a few narrow ones, where the search has been finished.
//! - **Half turn, open.** The turn reverses the tour and fixes its middle: a square, the centre of
//!   the board, or a move whose midpoint is the centre. With both sides even the centre is a corner
//!   of four squares and the midpoint of no knight's move: there is none.
//! - **Quarter turn, closed.** It exchanges the colours of a board of even side n and moves the tour
//!   along itself by n²/4 moves, which is odd only for n = 2 (mod 4). These are built of four
//!   quarters.
//! - **Quarter turn, open.** It would be a symmetry of order four of a path, which has only two.

use super::choose::Frame;
use super::comb::{self, Bands, Covers};
use super::orbits::{Excursion, Orbits, Route, Walked};
use super::program::{self, Item, Place, Program, Turn};
use super::tables::PORTS;
use super::{Construction, Options, windows};
use crate::answer::{Answer, Evidence, Limit, Reason};
use crate::problem::Problem;
use crate::square::Square;
use crate::symmetry::Symmetry;
use crate::tour::Kind;

const HALF: Turn = Turn { flip_rows: true, flip_cols: true, transpose: false };
const QUARTER: Turn = Turn { flip_rows: true, flip_cols: false, transpose: true };
const TRANSPOSE: Turn = Turn { flip_rows: false, flip_cols: false, transpose: true };

/// How many orders an open tour of few rows is searched in: some boards of four rows need several.
const SEEDS: u64 = 24;

/// A tour with the symmetry asked for, [`Symmetry::Rotate180`] or [`Symmetry::Rotate90`].
pub(super) fn symmetric(problem: &Problem, options: &Options) -> Answer<Construction> {
    let board = problem.board();
    let size = (board.rows(), board.cols());
    let (from, to) = (problem.from(), problem.to());
    if board.len() > 1
        && let Some(reason) = refute(size, problem.kind(), options.symmetry)
    {
        return Answer::Impossible(reason);
    }
    if let (Kind::Open, Symmetry::Rotate180, Some(from), Some(to)) =
        (problem.kind(), options.symmetry, from, to)
        && (u64::from(from.row) + u64::from(to.row) + 1 != size.0
            || u64::from(from.col) + u64::from(to.col) + 1 != size.1)
    {
        return Answer::Impossible(Reason {
            code: "symmetric-ends",
            text: format!(
                "half a turn maps the tour to itself backwards, so its last square is the image of its first, and {to} is not that of {from}"
            ),
            evidence: Evidence::Theorem("symmetric-ends"),
        });
    }
    let fixed = [from, to].into_iter().flatten().count();
    let built = match (options.symmetry, problem.kind()) {
        // The ends of a closed tour are wherever it is begun.
        (_, Kind::Closed) if fixed > 1 => Built::Limit,
        (_, Kind::Open) if fixed > 0 && board.len() > 1 => Built::Limit,
        (Symmetry::Rotate180, Kind::Closed) => closed(size, options.seed),
        (Symmetry::Rotate180, Kind::Open) => (0..SEEDS)
            .map(|more| reversed(size, Kind::Open, options.seed.wrapping_add(more)))
            .find(|built| !matches!(built, Built::Limit))
            .unwrap_or(Built::Limit),
        (Symmetry::Rotate90 | Symmetry::Rotate270, Kind::Closed) => quarters(size.0, options.seed)
            .map_or_else(|| whole_quarters(size, options.seed), Built::Found),
        (Symmetry::Rotate90 | Symmetry::Rotate270, Kind::Open) => {
            reversed(size, Kind::Open, options.seed)
        }
        _ => Built::Limit,
    };
    match built {
        Built::Found(items) => {
            let program = Program::new(items);
            let place = |s: Square| program.step((i64::from(s.row), i64::from(s.col)));
            let first = match (problem.kind(), from, to) {
                (Kind::Open, ..) => Some(0),
                (_, Some(from), _) => place(from),
                (_, None, Some(to)) => place(to).map(|step| (step + 1) % program.len()),
                (_, None, None) => place(Square::new(0, 0)),
            };
            let first = first.unwrap_or(0);
            Answer::Found(Construction {
                board: board.clone(),
                kind: problem.kind(),
                program,
                first,
            })
        }
        Built::None => Answer::Impossible(Reason {
            code: "symmetric-search",
            text: format!(
                "no {} tour of the {} board looks the same after {}: the paths through the orbits of its squares have all been searched",
                problem.kind(),
                board.size(),
                name(options.symmetry)
            ),
            evidence: Evidence::Theorem("symmetric-search"),
        }),
        Built::Limit if fixed > 0 => Answer::Unknown(Limit::Size(format!(
            "symmetric {} tours with {} are not constructed",
            problem.kind(),
            if fixed > 1 { "both ends given" } else { "an end given" }
        ))),
        Built::Limit => Answer::Unknown(Limit::Size(format!(
            "no {} tour that looks the same after {} was constructed: open ones are constructed with both sides at least five, on three rows, and on four rows searched up to 47 columns",
            problem.kind(),
            name(options.symmetry)
        ))),
    }
}

const fn name(symmetry: Symmetry) -> &'static str {
    match symmetry {
        Symmetry::Rotate180 => "half a turn",
        Symmetry::Rotate90 | Symmetry::Rotate270 => "a quarter turn",
        _ => "a reflection",
    }
}

/// The short arguments.
fn refute((rows, cols): (u64, u64), kind: Kind, symmetry: Symmetry) -> Option<Reason> {
    let quarter = matches!(symmetry, Symmetry::Rotate90 | Symmetry::Rotate270);
    let (code, text) = match kind {
        _ if quarter && rows != cols => (
            "symmetric-frame",
            "a board that is not square does not fit itself after a quarter turn",
        ),
        Kind::Open if quarter => (
            "symmetric-order",
            "a quarter turn that maps an open tour to itself would map its two ends to themselves or to each other, and half a turn would then leave every square in its place",
        ),
        Kind::Closed if quarter && rows.is_multiple_of(4) => (
            "symmetric-quarter",
            "a quarter turn exchanges the colours of a board of even side and moves a tour that it maps to itself along by a quarter of its squares; on a board whose side is a multiple of 4 that is an even number of moves, which keep the colour",
        ),
        Kind::Open if rows.is_multiple_of(2) && cols.is_multiple_of(2) => (
            "symmetric-middle",
            "half a turn reverses an open tour that it maps to itself, and fixes the move in its middle; the centre of a board with two even sides is a corner of four squares and the midpoint of no move",
        ),
        _ => return None,
    };
    Some(Reason { code, text: text.to_owned(), evidence: Evidence::Theorem(code) })
}

/// What became of a construction.
enum Built {
    Found(Vec<Item>),
    /// There is none: the search was finished.
    None,
    Limit,
}

/// The path, and its images after one turn, two, and so on.
fn with_images(path: Vec<Item>, turn: Turn, board: Place, times: usize) -> Vec<Item> {
    let mut all = path.clone();
    let mut image = path;
    for _ in 1..times {
        program::transform(&mut image, turn, board);
        all.extend(image.iter().cloned());
    }
    all
}

/// A closed tour that half a turn maps to itself.
fn closed(size: (u64, u64), seed: u64) -> Built {
    if let Some(items) = halves(size, seed) {
        return Built::Found(items);
    }
    let along = || match whole(size, HALF, 2) {
        Some(orbits) => rotated(&orbits, size, HALF, 2, seed),
        None => Built::Limit,
    };
    if size.0.is_multiple_of(2) && size.1.is_multiple_of(2) {
        return along();
    }
    let area_of_four = size.0.is_multiple_of(4) || size.1.is_multiple_of(4);
    match if area_of_four { Built::None } else { along() } {
        Built::Found(items) => Built::Found(items),
        Built::None => reversed(size, Kind::Closed, seed),
        Built::Limit => match reversed(size, Kind::Closed, seed) {
            Built::None => Built::Limit,
            built => built,
        },
    }
}

/// Boards with sides up to this are searched as a whole.
const WHOLE: u64 = 19;
/// The same for boards of three and four rows.
const NARROW: u64 = 47;
/// Branches for one try, and tries; the last search of a board as a whole is to be finished.
const LIMIT: u32 = 2000;
const TRIES: u32 = 40;
const FINISH: u32 = 200_000;

/// The orbits of a board that is searched as a whole.
fn whole((rows, cols): (u64, u64), turn: Turn, order: u8) -> Option<Orbits> {
    let (m, n) = (rows.min(cols), rows.max(cols));
    let small = n <= WHOLE || (m <= 4 && n <= NARROW);
    small.then(|| Orbits::new((rows as u8, cols as u8), turn, order, Vec::new()))
}

/// A search with restarts, and then one that is to be finished.
fn walk(orbits: &Orbits, route: Route, seed: u64, finish: bool) -> Walked {
    match orbits.walk(route, seed, LIMIT, TRIES) {
        Walked::Limit if finish => orbits.walk(route, seed, FINISH, 1),
        walked => walked,
    }
}

/// A closed tour that the turn moves along itself.
fn rotated(orbits: &Orbits, (rows, cols): (u64, u64), turn: Turn, order: u8, seed: u64) -> Built {
    for attempt in 0..100 {
        match walk(orbits, Route::Cycle, seed.wrapping_add(attempt << 32), attempt == 0) {
            Walked::Found(path, by) if by % 2 == 1 => {
                let board = (rows as i64, cols as i64);
                let mut all = path.clone();
                let mut image = path;
                for _ in 1..order {
                    for _ in 0..by {
                        program::transform(&mut image, turn, board);
                    }
                    all.extend(image.iter().cloned());
                }
                return Built::Found(all);
            }
            Walked::Found(..) => {}
            Walked::None => return Built::None,
            Walked::Limit => return Built::Limit,
        }
    }
    Built::Limit
}

fn whole_quarters(size: (u64, u64), seed: u64) -> Built {
    match whole(size, QUARTER, 4) {
        Some(orbits) => rotated(&orbits, size, QUARTER, 4, seed),
        None => Built::Limit,
    }
}

/// A tour that half a turn reverses: a path through all orbits, and its image.
fn reversed((rows, cols): (u64, u64), kind: Kind, seed: u64) -> Built {
    if (rows, cols) == (1, 1) && kind == Kind::Open {
        let cells = [(0, 0)].as_slice().into();
        return Built::Found(vec![Item::Walk { origin: (0, 0), size: (1, 1), cells }]);
    }
    if rows > cols {
        return match reversed((cols, rows), kind, seed) {
            Built::Found(mut items) => {
                program::transform(&mut items, TRANSPOSE, (cols as i64, rows as i64));
                Built::Found(items)
            }
            other => other,
        };
    }
    let (orbits, origin, finish) = match whole((rows, cols), HALF, 2) {
        Some(orbits) => (orbits, (0, 0), true),
        None => match centred(rows, cols, seed) {
            Some((orbits, origin)) => (orbits, origin, false),
            None => return Built::Limit,
        },
    };
    let middles = orbits.middles();
    let routes: Vec<Route> = match (kind, &middles[..]) {
        (Kind::Closed, &[first, last]) => vec![Route::Path(first, Some(last))],
        (Kind::Open, []) => vec![Route::Path(orbits.centre(), None)],
        (Kind::Open, middles) => middles.iter().map(|&at| Route::Path(at, None)).collect(),
        _ => return Built::None,
    };
    let mut finished = true;
    for route in routes {
        match walk(&orbits, route, seed, finish) {
            Walked::Found(mut path, _) => {
                program::shift(&mut path, origin);
                let mut image = path.clone();
                if middles.is_empty()
                    && let Some(Item::Walk { cells, .. }) = image.first_mut()
                {
                    // The centre is its own image.
                    *cells = cells[1..].into();
                }
                program::transform(&mut image, HALF, (rows as i64, cols as i64));
                program::reverse(&mut image);
                let (first, second) = match kind {
                    Kind::Closed => (&mut path, &mut image),
                    Kind::Open => (&mut image, &mut path),
                };
                first.append(second);
                return Built::Found(std::mem::take(first));
            }
            Walked::None => {}
            Walked::Limit => finished = false,
        }
    }
    if finished && finish { Built::None } else { Built::Limit }
}

/// The sides of the rectangle in the middle, such that whole bands of six are left on both sides.
const fn middle(side: u64) -> u64 {
    if side <= WHOLE { side } else { 8 + (side - 8) % 12 }
}

/// The orbits of a rectangle in the middle of a large board, and where it lies.
fn centred(rows: u64, cols: u64, seed: u64) -> Option<(Orbits, Place)> {
    let (excursions, size) = if rows >= 5 {
        let covers = Covers { ports: PORTS[0], seed: (seed != 0).then_some(seed) };
        let bands = |side: u64| {
            let each = (side - middle(side)) / 12;
            Bands { before: each, special: middle(side) as u8, after: each }
        };
        let (rows, cols) = (bands(rows), bands(cols));
        (comb::left_and_above(rows, cols, covers)?, (rows.special, cols.special))
    } else if rows == 3 {
        // The rest on either side is a multiple of four.
        let width = 16 + cols % 8;
        let (ports, items) = windows::arm(3, (cols - width) / 2, seed)?;
        (vec![Excursion { ports, items }], (3, width as u8))
    } else {
        return None;
    };
    let origin = ((rows - u64::from(size.0)) as i64 / 2, (cols - u64::from(size.1)) as i64 / 2);
    Some((Orbits::new(size, HALF, 2, excursions), origin))
}

/// Squares of a board's edge to be tried as ends: from the middle outwards, not too many.
fn middle_out(side: u64) -> impl Iterator<Item = u64> {
    let middle = side / 2;
    (0..side.min(48))
        .map(move |i| if i % 2 == 0 { middle + i / 2 } else { middle - i.div_ceil(2) })
        .filter(move |&c| c < side)
}

fn halves((rows, cols): (u64, u64), seed: u64) -> Option<Vec<Item>> {
    let cut = |rows: u64, cols: u64| -> Option<Vec<Item>> {
        if rows % 2 == 1 || (cols % 2 == 1 && rows.is_multiple_of(4)) || rows < 6 {
            return None;
        }
        let half = rows / 2;
        let frame = Frame::of((half, cols), seed);
        for c in middle_out(cols) {
            for (a, b) in [(0, 0), (0, 1), (1, 0)] {
                // From (half − 1 − b, c), whose image is (half + b, cols − 1 − c).
                let image = cols - 1 - c;
                for to in [image.checked_sub(2 - a - b), Some(image + 2 - a - b)] {
                    let Some(to) = to.filter(|&to| to < cols) else { continue };
                    let ends = [(half - 1 - b, c), (half - 1 - a, to)];
                    if let Some(path) = frame.between(ends[0], ends[1]) {
                        return Some(path);
                    }
                }
            }
        }
        None
    };
    let board = (rows as i64, cols as i64);
    if let Some(path) = cut(rows, cols) {
        return Some(with_images(path, HALF, board, 2));
    }
    let mut path = cut(cols, rows)?;
    program::transform(&mut path, TRANSPOSE, (board.1, board.0));
    Some(with_images(path, HALF, board, 2))
}

fn quarters(side: u64, seed: u64) -> Option<Vec<Item>> {
    if side % 4 != 2 || side < 10 {
        return None;
    }
    let half = side / 2;
    let frame = Frame::of((half, half), seed);
    for row in middle_out(half) {
        for (a, b) in [(0, 0), (0, 1), (1, 0)] {
            // To (row, half − 1 − a), beside the image (c, half + b) of the start (half − 1 − b, c).
            for c in [row.checked_sub(2 - a - b), Some(row + 2 - a - b)] {
                let Some(c) = c.filter(|&c| c < half) else { continue };
                if let Some(path) = frame.between((half - 1 - b, c), (row, half - 1 - a)) {
                    let board = (side as i64, side as i64);
                    return Some(with_images(path, QUARTER, board, 4));
                }
            }
        }
    }
    None
}
