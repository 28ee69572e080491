//! How long Warnsdorff's rule takes: every result is asserted, times are CPU seconds of one thread,
//! and a plain recounting program stands beside the engine in the same run.
//!
//! `cargo bench -p hippodrome --bench warnsdorff`. For whole processes against C++ see
//! `scripts/bench-warnsdorff`.

use std::hint::black_box;
use std::time::Instant;

use hippodrome::heuristic::{MoveOrder, Outcome, TieBreak, WarnsdorffOptions, find};
use hippodrome::survey::{Plan, survey};
use hippodrome::{Board, Kind, Leaper, Problem, Silent, Square, Tour};

/// Nanoseconds of processor time of this process; of the clock where that cannot be read.
fn nanoseconds(clock: Instant) -> f64 {
    let spent = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let spent = spent.split(' ').next().and_then(|ns| ns.parse::<f64>().ok());
    spent.unwrap_or_else(|| clock.elapsed().as_secs_f64() * 1e9)
}

/// Nanoseconds a square, the least of several runs.
fn measured<T>(squares: u64, runs: usize, mut work: impl FnMut() -> T) -> (f64, T) {
    let (clock, mut best) = (Instant::now(), (f64::INFINITY, None));
    for _ in 0..runs {
        let start = nanoseconds(clock);
        let result = black_box(work());
        best = (best.0.min(nanoseconds(clock) - start), Some(result));
    }
    (best.0 / squares as f64, best.1.expect("there is a run"))
}

/// The rule as it is usually programmed: a matrix of visited squares, the degree of every candidate
/// counted anew at every move, ties to the candidate farthest from the centre.
fn recount(side: i64) -> Vec<Square> {
    const ROW: [i64; 8] = [2, 1, -1, -2, -2, -1, 1, 2];
    const COLUMN: [i64; 8] = [1, 2, 2, 1, -1, -2, -2, -1];
    let mut visited = vec![vec![false; side as usize]; side as usize];
    let free = |visited: &[Vec<bool>], row: i64, column: i64| {
        let on = (0..side).contains(&row) && (0..side).contains(&column);
        on && !visited[row as usize][column as usize]
    };
    let (mut path, mut at) = (Vec::new(), Some((0i64, 0i64)));
    while let Some((row, column)) = at {
        visited[row as usize][column as usize] = true;
        path.push(Square::new(row as u32, column as u32));
        let (mut least, mut farthest) = (9, -1);
        at = None;
        for k in 0..8 {
            let (r, c) = (row + ROW[k], column + COLUMN[k]);
            if !free(&visited, r, c) {
                continue;
            }
            let exits = (0..8).filter(|&k| free(&visited, r + ROW[k], c + COLUMN[k])).count();
            let far = (2 * r - side + 1).pow(2) + (2 * c - side + 1).pow(2);
            if exits < least || (exits == least && far > farthest) {
                (least, farthest, at) = (exits, far, Some((r, c)));
            }
        }
    }
    path
}

fn from_a1(board: &Board, kind: Kind) -> Problem {
    let problem = Problem::new(board.clone(), Leaper::KNIGHT, kind);
    problem.with_from(Square::new(0, 0)).expect("a1 is on the board")
}

fn tour(problem: &Problem, options: &WarnsdorffOptions) -> Tour {
    find(problem, options, &Silent).tour().expect("known to succeed")
}

fn main() {
    let board = Board::new(1000, 1000).expect("a board");
    let problem = from_a1(&board, Kind::Open);
    println!("1000x1000 from a1, nanoseconds a square, the least of several runs");

    let (plain, path) = measured(1_000_000, 3, || recount(1000));
    println!("{plain:8.1}  recounting, farthest from the centre");
    let order: MoveOrder = "12657843".parse().expect("a permutation");
    let far = WarnsdorffOptions::new().tie_break(TieBreak::CentreFar).move_order(order);
    let (ns, same) = measured(1_000_000, 9, || tour(&problem, &far));
    assert!(same.squares().eq(path), "the same tour");
    println!("{ns:8.1}  centre-far, the same tour, verified: {:.1} times as fast", plain / ns);

    let squirrel = WarnsdorffOptions::new().tie_break(TieBreak::Squirrel);
    let (ns, found) = measured(1_000_000, 9, || tour(&problem, &squirrel));
    assert_eq!(found.len(), 1_000_000);
    println!("{ns:8.1}  squirrel, verified: {:.1} times as fast", plain / ns);

    // Without a tour there is nothing to verify: the walk alone.
    for (tie_break, known) in [
        (TieBreak::First, 804_434),
        (TieBreak::Last, 925_323),
        (TieBreak::Degree2, 934_673),
        (TieBreak::Random, 103_402),
    ] {
        let options = WarnsdorffOptions::new().tie_break(tie_break);
        let (ns, outcome) = measured(known, 9, || find(&problem, &options, &Silent));
        assert_eq!(outcome, Outcome::Stuck { visited: known, retries: 0 });
        println!("{ns:8.1}  {tie_break}, the walk alone, stuck after {known} squares");
    }

    println!("with flips, nanoseconds a square");
    for side in [8, 100, 300] {
        let board = Board::new(side, side).expect("a board");
        let closed = from_a1(&board, Kind::Closed);
        let (ns, tour) = measured(side * side, 9, || tour(&closed, &WarnsdorffOptions::new()));
        assert_eq!((tour.len(), tour.kind()), (side * side, Kind::Closed));
        println!("{ns:8.1}  {side}x{side} closed, ties to the first");
    }
    let flips = WarnsdorffOptions::new().flips(1 << 33);
    let (ns, found) = measured(1_000_000, 1, || tour(&problem, &flips));
    assert_eq!(found.len(), 1_000_000);
    println!("{ns:8.1}  1000x1000 open, ties to the first, the fifth left over taken in");

    println!("a survey of every start, nanoseconds for each square of each walk");
    for (side, known) in [(8, 62), (20, 394), (30, 865)] {
        let board = Board::new(side, side).expect("a board");
        let plan = Plan::new(WarnsdorffOptions::new());
        let (ns, counts) = measured(side.pow(4), 3, || survey(&board, &plan, &Silent));
        assert_eq!(counts.found().map(|survey| survey.counts().found), Some(known));
        println!("{ns:8.1}  {side}x{side}, ties to the first: {known} starts");
    }
}
