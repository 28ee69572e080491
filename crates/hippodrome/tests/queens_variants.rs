//! The relatives of n queens: against the published values and against brute force.

use hippodrome::queens::variants::{
    reflecting, some_queens, superqueens, through_squares, toroidal,
};
use hippodrome::queens::{first_attack, list};
use hippodrome::{Limit, Observer, Silent, Square};

/// The lines of one quantity in the data file, as numbers.
fn known(quantity: &str) -> Vec<Vec<u128>> {
    let values: Vec<Vec<u128>> = include_str!("data/queens.txt")
        .lines()
        .filter_map(|line| line.strip_prefix(quantity)?.strip_prefix(' '))
        .map(|rest| rest.split_whitespace().map(|word| word.parse().expect("number")).collect())
        .collect();
    assert!(!values.is_empty(), "no values of {quantity}");
    values
}

type Counter = fn(u32, &dyn Observer) -> Result<u128, Limit>;

fn agrees(quantity: &str, count: Counter, most: u128) {
    for line in known(quantity) {
        if let [n, value] = line[..]
            && n <= most
        {
            assert_eq!(count(n as u32, &Silent), Ok(value), "{quantity} {n}");
        }
    }
}

#[test]
fn toroidal_counts() {
    agrees("toroidal", toroidal, 16);
}

#[test]
fn superqueens_counts() {
    agrees("superqueens", superqueens, 12);
}

#[test]
fn reflecting_counts() {
    agrees("reflecting", reflecting, 12);
}

#[test]
fn some_queens_counts() {
    for line in known("k-queens") {
        if let [n, k, value] = line[..]
            && n <= 9
        {
            assert_eq!(some_queens(n as u32, n as u32, k as u32, &Silent), Ok(value), "{n} {k}");
        }
    }
}

#[test]
fn some_queens_on_rectangles_agree_with_sets_of_squares() {
    for (rows, columns) in [(1, 1), (1, 4), (2, 3), (3, 4), (4, 3), (4, 4), (5, 3)] {
        let squares: Vec<Square> = (0..rows)
            .flat_map(|row| (0..columns).map(move |column| Square::new(row, column)))
            .collect();
        let mut counts = vec![0u128; squares.len() + 1];
        for set in 0u32..1 << squares.len() {
            let queens: Vec<Square> =
                (0..squares.len()).filter(|k| set >> k & 1 == 1).map(|k| squares[k]).collect();
            if first_attack(&queens).is_none() {
                counts[queens.len()] += 1;
            }
        }
        for (queens, &count) in (0..).zip(&counts) {
            assert_eq!(some_queens(rows, columns, queens, &Silent), Ok(count));
        }
    }
}

#[test]
fn through_squares_is_what_the_list_has() {
    for n in 0..8 {
        let mut expected = vec![vec![0; n as usize]; n as usize];
        for solution in list::Solutions::new(n).unwrap() {
            for (row, &column) in solution.columns().iter().enumerate() {
                expected[row][column as usize] += 1;
            }
        }
        assert_eq!(through_squares(n, &Silent), Ok(expected), "n = {n}");
    }
}

/// Stops at the first question.
struct Stop;

impl Observer for Stop {
    fn should_stop(&self) -> bool {
        true
    }
}

#[test]
fn variants_stop_when_asked_and_refuse_large_boards() {
    for count in [toroidal as Counter, superqueens, reflecting] {
        assert_eq!(count(31, &Stop), Err(Limit::Stopped));
        assert!(matches!(count(37, &Silent), Err(Limit::Size(_))));
    }
    assert_eq!(some_queens(31, 31, 12, &Stop), Err(Limit::Stopped));
    assert_eq!(through_squares(31, &Stop), Err(Limit::Stopped));
    assert!(matches!(some_queens(2, u32::MAX, 2, &Silent), Err(Limit::Size(_))));
}

#[test]
fn the_first_solutions_in_lexicographic_order() {
    for line in known("first") {
        let (n, columns) = line.split_first().expect("n and its columns");
        let first = list::Solutions::new(*n as u32).unwrap().next().expect("a solution");
        let first: Vec<u128> =
            first.columns().iter().map(|&column| u128::from(column) + 1).collect();
        assert_eq!(first, columns);
    }
}

/// What users compare with the 12 classes of 92: 24 up to rotation, 46 up to one mirror.
#[test]
fn classes_under_fewer_symmetries() {
    // Of the eight images: the identity and the three turns; the identity and one mirror.
    for (quantity, images) in [("rotations", &[0, 2, 5, 7][..]), ("one-mirror", &[0, 3])] {
        for line in known(quantity) {
            let [n, value] = line[..] else { panic!("{line:?}") };
            let classes = list::Solutions::new(n as u32)
                .unwrap()
                .filter(|one| {
                    let all = one.images();
                    images.iter().all(|&image| all[image] >= *one)
                })
                .count();
            assert_eq!(classes as u128, value, "{quantity} {n}");
        }
    }
}
