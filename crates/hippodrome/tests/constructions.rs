//! Constructed tours against the verifier of tours, against themselves, and against exhaustive
//! search.

mod support;

use hippodrome::construct::{Construction, Options, construct};
use hippodrome::exists::by_theorem;
use hippodrome::measure::Measures;
use hippodrome::{Answer, Board, Kind, Leaper, Problem, Rng, Square, Symmetry, is_move};
use support::accepted;

fn ask(rows: u64, cols: u64, kind: Kind) -> Problem {
    Problem::new(Board::new(rows, cols).expect("sides of 1 to 2^32"), Leaper::KNIGHT, kind)
}

fn tour(problem: &Problem, seed: u64) -> Option<Construction> {
    construct(problem, &Options::default().with_seed(seed)).found()
}

/// Builds the tour, verifies it, and asks for every step and every square.
fn verify(problem: &Problem, tour: &Construction) {
    let built = tour.to_tour().unwrap_or_else(|e| panic!("{problem:?}: {e}"));
    assert!(problem.accepts(&built), "{problem:?}");
    let board = problem.board();
    let mut row = vec![0; board.cols() as usize];
    for r in 0..board.rows() as u32 {
        tour.row(r, 0, &mut row);
        for (c, &step) in row.iter().enumerate() {
            let square = Square::new(r, c as u32);
            assert_eq!(tour.step(square), Some(u128::from(step)));
            assert_eq!(tour.square(u128::from(step)), Some(square));
        }
    }
    assert_eq!((tour.square(0), tour.square(tour.len() + 1)), (None, None));
}

#[test]
fn closed_and_open_tours_exist_exactly_where_the_theorems_say() {
    for rows in 1..=24u64 {
        for cols in 1..=24u64 {
            let (m, n) = (rows.min(cols), rows.max(cols));
            let closed = m * n % 2 == 0 && (m >= 5 || (m == 3 && n >= 10));
            let open = n == 1 || m >= 5 || (m == 4 && n >= 5) || (m == 3 && (n == 4 || n >= 7));
            for (kind, expected) in [(Kind::Closed, closed), (Kind::Open, open)] {
                let problem = ask(rows, cols, kind);
                let answer = construct(&problem, &Options::default());
                match answer {
                    Answer::Found(tour) if expected => verify(&problem, &tour),
                    Answer::Impossible(_) if !expected => {}
                    other => panic!("{rows}x{cols} {kind}: {other:?}"),
                }
            }
        }
    }
}

#[test]
fn narrow_boards_are_served_up_to_any_length() {
    for cols in (25..=500).step_by(19).chain([498, 499, 500]) {
        for rows in 3..=5 {
            for (rows, cols) in [(rows, cols), (cols, rows)] {
                for kind in [Kind::Open, Kind::Closed] {
                    let problem = ask(rows, cols, kind);
                    if let Answer::Found(tour) = construct(&problem, &Options::default()) {
                        verify(&problem, &tour);
                    } else {
                        assert!(
                            kind == Kind::Closed && (rows * cols % 2 == 1 || rows.min(cols) == 4)
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn random_ends_on_random_boards() {
    let mut rng = Rng::new(1);
    for round in 0..400 {
        let (rows, cols) = (3 + rng.below(58), 3 + rng.below(58));
        let mut square = || Square::new(rng.below(rows) as u32, rng.below(cols) as u32);
        let (from, to) = (square(), square());
        let problem = ask(rows, cols, Kind::Open).with_from(from).unwrap().with_to(to).unwrap();
        match construct(&problem, &Options::default().with_seed(round % 3)) {
            Answer::Found(tour) => verify(&problem, &tour),
            Answer::Impossible(_) => {}
            Answer::Unknown(limit) => panic!("{problem:?}: {limit}"),
        }
        for problem in [
            ask(rows, cols, Kind::Open).with_from(from).unwrap(),
            ask(rows, cols, Kind::Open).with_to(from).unwrap(),
            ask(rows, cols, Kind::Closed).with_from(from).unwrap(),
            ask(rows, cols, Kind::Closed).with_to(from).unwrap(),
        ] {
            match construct(&problem, &Options::default().with_seed(round % 3)) {
                Answer::Found(tour) => verify(&problem, &tour),
                Answer::Impossible(_) => {}
                Answer::Unknown(limit) => panic!("{problem:?}: {limit}"),
            }
        }
    }
}

#[test]
fn seeds_give_different_tours() {
    for (rows, cols) in [(3, 20), (4, 30), (5, 12), (8, 8), (13, 17), (30, 40)] {
        let problem = ask(rows, cols, Kind::Open);
        let tours: Vec<Vec<Square>> = (0..6)
            .map(|seed| {
                let tour = tour(&problem, seed).unwrap();
                verify(&problem, &tour);
                tour.squares().collect()
            })
            .collect();
        for i in 0..tours.len() {
            assert!(tours[..i].iter().all(|other| *other != tours[i]), "{rows}x{cols} {i}");
        }
    }
}

#[test]
fn giant_boards_are_located_both_ways() {
    let mut rng = Rng::new(2);
    let side = 1u64 << 32;
    for (rows, cols) in [
        (side, side),
        (side - 1, side - 1),
        (side - 1, side),
        (3, side),
        (side - 1, 3),
        (4, side),
        (side, 5),
        (5, side - 1),
        (100_000, 100_000),
        (7, 123_456_789),
    ] {
        for kind in [Kind::Open, Kind::Closed] {
            let Some(tour) = tour(&ask(rows, cols, kind), 0) else { continue };
            assert_eq!(tour.len(), u128::from(rows) * u128::from(cols));
            for _ in 0..2000 {
                let square = Square::new(rng.below(rows) as u32, rng.below(cols) as u32);
                let step = tour.step(square).unwrap();
                assert_eq!(tour.square(step), Some(square));
                if let Some(next) = tour.square(step + 1) {
                    assert!(is_move(Leaper::KNIGHT, square, next), "{rows}x{cols} {square} {next}");
                }
                let mut row = [0; 3];
                tour.row(square.row, square.col, &mut row);
                assert_eq!(row[0], step as u64);
            }
            let some: Vec<Square> = tour.squares_from(tour.len() / 3).take(2000).collect();
            assert_eq!(some.len(), 2000);
            assert!(some.windows(2).all(|w| is_move(Leaper::KNIGHT, w[0], w[1])));
            assert_eq!(tour.squares_from(tour.len() - 10).count(), 11);
        }
    }
}

#[test]
fn the_border_between_any_two_walks_is_a_move() {
    // On a giant board: around the steps at which the walks of a tile begin and end.
    let side = 6 * 1_000_003 + 4;
    let problem = ask(side, side, Kind::Open)
        .with_from(Square::new(3_000_001, 2_000_000))
        .unwrap()
        .with_to(Square::new(5_000_000, 4_000_002))
        .unwrap();
    let tour = tour(&problem, 0).unwrap();
    assert_eq!(tour.square(1), problem.from());
    assert_eq!(tour.square(tour.len()), problem.to());
    // Every kind of tile, and the tiles next to it: squares of a frame around the ends, the
    // special bands and the corners.
    for row in [0, 2_999_990, 3_000_001, 3_000_020, 4_999_990, 5_000_000, 5_000_020, side - 30] {
        for col in [0, 1_999_990, 2_000_000, 2_000_020, 3_999_990, 4_000_002, 4_000_020, side - 30]
        {
            for dr in 0..30 {
                for dc in 0..30 {
                    let square = Square::new((row + dr) as u32, (col + dc) as u32);
                    if !problem.board().contains(square) {
                        continue;
                    }
                    let step = tour.step(square).unwrap();
                    assert_eq!(tour.square(step), Some(square));
                    if let Some(next) = tour.square(step + 1) {
                        assert!(is_move(Leaper::KNIGHT, square, next), "{square} {next}");
                    }
                }
            }
        }
    }
}

/// Every pair of ends: what the rules exclude has a certificate that the separate checker accepts,
/// everything else is built.
#[test]
fn all_ends_of_some_narrow_boards() {
    for (rows, cols) in [(3, 11), (3, 16), (17, 3), (4, 9), (5, 10)] {
        let squares: Vec<Square> = ask(rows, cols, Kind::Open).board().squares().collect();
        for (i, &from) in squares.iter().enumerate() {
            for &to in &squares[..i] {
                let problem = ask(rows, cols, Kind::Open).with_from(from).unwrap();
                let problem = problem.with_to(to).unwrap();
                match (by_theorem(&problem), construct(&problem, &Options::default())) {
                    (Some(Answer::Found(_)), Answer::Found(tour)) => verify(&problem, &tour),
                    (Some(Answer::Impossible(reason)), Answer::Impossible(same)) => {
                        assert_eq!(reason, same);
                        accepted(&problem, &reason);
                    }
                    other => panic!("{problem:?}: {other:?}"),
                }
            }
        }
    }
}

#[test]
fn ends_of_giant_narrow_boards_are_refused_with_the_reason() {
    let reason = |board: &str, from: &str, to: &str| {
        let problem = Problem::new(board.parse().unwrap(), Leaper::KNIGHT, Kind::Open);
        let problem = problem.with_from(from.parse().unwrap()).unwrap();
        match construct(&problem.with_to(to.parse().unwrap()).unwrap(), &Options::default()) {
            Answer::Impossible(reason) => reason.code,
            other => panic!("{board} {from} {to}: {other:?}"),
        }
    };
    assert_eq!(reason("3x4000000000", "c2", "d2"), "ends-3xn");
    assert_eq!(reason("3x4000000001", "c1", "c3"), "ends-3xn");
    assert_eq!(reason("4000000001x3", "b4", "c3"), "ends-3xn");
    assert_eq!(reason("4x4000000001", "c2", "c1"), "ends-4xn");
    assert_eq!(reason("5x4000000000", "b3", "c3"), "ends-5xn");
    assert_eq!(reason("6x4000000001", "b3", "a2"), "colour-ends");
}

fn symmetric(problem: &Problem, symmetry: Symmetry, seed: u64) -> Answer<Construction> {
    construct(problem, &Options::default().with_seed(seed).with_symmetry(symmetry))
}

fn verify_symmetric(problem: &Problem, tour: &Construction, symmetry: Symmetry) {
    verify(problem, tour);
    let measures = Measures::of(&tour.to_tour().expect("fewer than 2^32 squares"));
    assert!(measures.symmetries.contains(&symmetry), "{problem:?}");
}

/// Every board with a closed tour has one with half-turn symmetry, but for 3×12 and 5×6 (none of
/// their 176 and 8 tours has it, by enumeration).
#[test]
fn closed_tours_with_the_symmetry_of_half_a_turn() {
    for rows in 3..=26 {
        for cols in rows..=(if rows < 6 { 62 } else { 26 }) {
            let problem = ask(rows, cols, Kind::Closed);
            match symmetric(&problem, Symmetry::Rotate180, rows % 3) {
                Answer::Found(tour) => verify_symmetric(&problem, &tour, Symmetry::Rotate180),
                Answer::Impossible(reason) if reason.code == "symmetric-search" => {
                    assert!([(3, 12), (5, 6)].contains(&(rows, cols)), "{rows}x{cols}");
                }
                Answer::Impossible(_) => assert!(by_theorem(&problem).unwrap().found().is_none()),
                Answer::Unknown(limit) => panic!("{rows}x{cols}: {limit}"),
            }
        }
    }
}

#[test]
fn closed_tours_with_the_symmetry_of_a_quarter_turn() {
    for side in 6..=26 {
        let problem = ask(side, side, Kind::Closed);
        match symmetric(&problem, Symmetry::Rotate90, 0) {
            Answer::Found(tour) if side % 4 == 2 => {
                verify_symmetric(&problem, &tour, Symmetry::Rotate90);
            }
            Answer::Impossible(_) if side % 4 != 2 => {}
            other => panic!("{side}: {other:?}"),
        }
    }
    let oblong = symmetric(&ask(6, 8, Kind::Closed), Symmetry::Rotate90, 0);
    assert!(matches!(oblong, Answer::Impossible(reason) if reason.code == "symmetric-frame"));
}

#[test]
fn open_tours_with_the_symmetry_of_half_a_turn() {
    for (rows, cols) in
        [(3, 4), (3, 20), (3, 21), (3, 99), (5, 5), (5, 40), (7, 7), (13, 8), (21, 33)]
    {
        let problem = ask(rows, cols, Kind::Open);
        let tour = symmetric(&problem, Symmetry::Rotate180, 0).found();
        verify_symmetric(
            &problem,
            &tour.unwrap_or_else(|| panic!("{rows}x{cols}")),
            Symmetry::Rotate180,
        );
    }
    let even = symmetric(&ask(8, 8, Kind::Open), Symmetry::Rotate180, 0);
    assert!(matches!(even, Answer::Impossible(reason) if reason.code == "symmetric-middle"));
    let quarter = symmetric(&ask(7, 7, Kind::Open), Symmetry::Rotate90, 0);
    assert!(matches!(quarter, Answer::Impossible(reason) if reason.code == "symmetric-order"));
}

#[test]
fn symmetric_tours_of_giant_boards() {
    let side = 1u64 << 32;
    for (rows, cols) in
        [(side, side), (side - 1, side), (side - 4, 4_000_001), (3, side), (side, 5)]
    {
        let problem = ask(rows, cols, Kind::Closed);
        let tour = symmetric(&problem, Symmetry::Rotate180, 0).found().unwrap();
        let image = |s: Square| {
            Square::new((rows - 1 - u64::from(s.row)) as u32, (cols - 1 - u64::from(s.col)) as u32)
        };
        // Where a closed tour of n squares goes along or back when the board is turned.
        let n = tour.len();
        let at = |square| tour.step(square).unwrap();
        let first = at(image(tour.square(1).unwrap()));
        let second = at(image(tour.square(2).unwrap()));
        let back = (second + 1) % n == first % n;
        assert_eq!(back, rows % 2 != cols % 2, "{rows}x{cols}");
        for step in (1..=n).step_by((n / 1000) as usize) {
            let expected = if back { first + n + n + 1 - step } else { first + n + step - 1 };
            let square = tour.square(step).unwrap();
            assert_eq!(at(image(square)) % n, expected % n, "{rows}x{cols} {step}");
        }
    }
}

#[test]
fn the_drawing_in_the_docs_is_the_tour_that_is_constructed() {
    let drawing = include_bytes!("../../../docs/tiles.svg");
    let drawn = hippodrome::format::read(drawing, None, &hippodrome::format::Hints::default());
    let problem = Problem::new("18x24".parse().unwrap(), Leaper::KNIGHT, Kind::Closed);
    let options = hippodrome::auto::Options {
        method: hippodrome::auto::Method::Construct,
        ..hippodrome::auto::Options::default()
    };
    let found = hippodrome::auto::find(&problem, &options, &hippodrome::Silent).answer;
    assert_eq!(Some(drawn.unwrap().tour), found.found());
}
