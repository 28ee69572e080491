//! Closed tours that look the same after half a turn or a quarter turn of the board.
//!
//! Turn a path that covers half of the board by 180°; if its last square is a move away from the
//! image of its first, path and image make a closed tour. So a symmetric tour of a large board is a
//! tour of half of it with suitable ends, and one with fourfold symmetry is a tour of a quarter.
//! The half of rows × columns (rows even) is a rectangle when cut between two rows; the colours leave
//! suitable ends if the columns are even or rows ≡ 2 (mod 4). Fourfold symmetry asks for a square of
//! side n ≡ 2 (mod 4) (Jelliss, Knight's Tour Notes; for n ≡ 0 (mod 4) there is none): its quarter is
//! an odd square. Where the half is too narrow to have a tour, as on 6×6, a path through one square
//! of each orbit is searched on the whole board.

use super::choose::Frame;
use super::program::{self, Cell, Item, Place, Program, Turn};
use super::{Construction, Options};
use crate::answer::{Answer, Limit};
use crate::problem::Problem;
use crate::rng::Rng;
use crate::symmetry::Symmetry;
use crate::tour::Kind;

const HALF: Turn = Turn { flip_rows: true, flip_cols: true, transpose: false };
const QUARTER: Turn = Turn { flip_rows: true, flip_cols: false, transpose: true };

/// A closed tour with the symmetry asked for, [`Symmetry::Rotate180`] or [`Symmetry::Rotate90`].
pub(super) fn symmetric(problem: &Problem, options: &Options) -> Answer<Construction> {
    let board = problem.board();
    let plain = problem.kind() == Kind::Closed && problem.fixed().next().is_none();
    let size = (board.rows(), board.cols());
    let items = match options.symmetry {
        _ if !plain => None,
        Symmetry::Rotate180 => {
            halves(size, options.seed).or_else(|| orbits(size, HALF, options.seed))
        }
        Symmetry::Rotate90 | Symmetry::Rotate270 if size.0 == size.1 => {
            quarters(size.0, options.seed).or_else(|| orbits(size, QUARTER, options.seed))
        }
        _ => None,
    };
    match items {
        Some(items) => Answer::Found(Construction {
            board: board.clone(),
            kind: Kind::Closed,
            program: Program::new(items),
            first: 0,
        }),
        None => Answer::Unknown(Limit::Size(
            "symmetric tours are constructed closed, without given ends: by half a turn where one side is even and the other even too, or the even side is 2 more than a multiple of 4; by a quarter turn on squares of such a side"
                .to_owned(),
        )),
    }
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
    let transpose = Turn { transpose: true, ..Turn::default() };
    program::transform(&mut path, transpose, (board.1, board.0));
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

/// The most squares of a board whose orbits are searched, and the most steps of that search.
const SMALL: u64 = 200;
const STEPS: u32 = 2_000_000;

/// Searches a path through one square of each orbit, by Warnsdorff's rule with backtracking.
fn orbits((rows, cols): (u64, u64), turn: Turn, seed: u64) -> Option<Vec<Item>> {
    if rows * cols > SMALL || rows > 100 || cols > 100 || rows * cols % 2 == 1 {
        return None;
    }
    let board = (rows as i64, cols as i64);
    let order = if turn == QUARTER { 4 } else { 2 };
    if !(rows * cols).is_multiple_of(order) {
        return None;
    }
    let index = |(r, c): Place| (r * board.1 + c) as usize;
    let moves = |(r, c): Place| {
        let steps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        steps
            .into_iter()
            .map(move |(dr, dc)| (r + dr, c + dc))
            .filter(move |&(r, c)| (0..board.0).contains(&r) && (0..board.1).contains(&c))
    };
    let mut free = vec![true; (rows * cols) as usize];
    let mark = |free: &mut Vec<bool>, place: Place, value: bool| {
        let mut image = place;
        for _ in 0..order {
            free[index(image)] = value;
            image = turn.place(image, board);
        }
    };
    let mut rng = Rng::new(seed);
    let start = (0, 0);
    let image = turn.place(start, board);
    let length = (rows * cols / order) as usize;
    let ways = |free: &Vec<bool>, rng: &mut Rng, at: Place| {
        let mut next: Vec<(usize, u64, Place)> = moves(at)
            .filter(|&to| free[index(to)])
            .map(|to| (moves(to).filter(|&x| free[index(x)]).count(), rng.next_u64(), to))
            .collect();
        next.sort_unstable();
        next.reverse();
        next
    };
    mark(&mut free, start, false);
    let mut path = vec![start];
    let mut open = vec![ways(&free, &mut rng, start)];
    for _ in 0..STEPS {
        if path.len() == length && moves(path[length - 1]).any(|to| to == image) {
            let cells: Vec<Cell> = path.iter().map(|&(r, c)| (r as u8, c as u8)).collect();
            let size = (rows as u8, cols as u8);
            let walk = Item::Walk { origin: (0, 0), size, cells: cells.into() };
            return Some(with_images(vec![walk], turn, board, order as usize));
        }
        if let Some((_, _, to)) = open.last_mut()?.pop() {
            mark(&mut free, to, false);
            path.push(to);
            let next = ways(&free, &mut rng, to);
            open.push(next);
        } else {
            open.pop();
            let back = path.pop()?;
            mark(&mut free, back, true);
        }
    }
    None
}
