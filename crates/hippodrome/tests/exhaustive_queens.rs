//! The same laws and published values as the quick tests, further out. Minutes, not seconds:
//! `cargo test -p hippodrome --profile testrelease --features exhaustive --test exhaustive_queens`.
#![cfg(feature = "exhaustive")]

use hippodrome::queens::complete::Task;
use hippodrome::queens::join::{Counter, Instructions, Ledger};
use hippodrome::queens::variants::{reflecting, some_queens, superqueens, toroidal};
use hippodrome::queens::{Explicit, Placement, bitmask, dfs, join, list, symmetric, uniform};
use hippodrome::{Observer, Silent};

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

fn agrees(quantity: &str, most: u128, count: impl Fn(u32, &dyn Observer) -> u128) {
    for line in known(quantity) {
        if let [n, value] = line[..]
            && n <= most
        {
            assert_eq!(count(n as u32, &Silent), value, "{quantity} {n}");
        }
    }
}

#[test]
fn exhaustive_counts_by_three_methods() {
    agrees("all", 14, |n, watch| bitmask::count(n, watch).unwrap().solutions);
    agrees("all", 15, |n, watch| dfs::count(n, watch).unwrap().solutions);
    agrees("all", 18, |n, watch| join::count(n, watch).unwrap());
}

#[test]
fn exhaustive_instructions_and_threads_give_the_same_units() {
    for n in [14, 15, 16] {
        let ledgers =
            [Instructions::Portable, Instructions::Avx2, Instructions::Avx512].map(|set| {
                let mut ledger = Ledger::new(n);
                let counter = Counter::new(n).unwrap().instructions(set).threads(2);
                counter.run(&mut ledger, &|_| (), &Silent).unwrap();
                ledger
            });
        assert!(ledgers.iter().all(|ledger| *ledger == ledgers[0]), "n = {n}");
    }
}

#[test]
fn exhaustive_symmetric_counts() {
    agrees("half-turn", 23, |n, watch| symmetric::half_turn(n, watch).unwrap());
    agrees("quarter-turn", 32, |n, watch| symmetric::quarter_turn(n, watch).unwrap());
}

#[test]
fn exhaustive_variants() {
    agrees("toroidal", 19, |n, watch| toroidal(n, watch).unwrap());
    agrees("superqueens", 15, |n, watch| superqueens(n, watch).unwrap());
    agrees("reflecting", 16, |n, watch| reflecting(n, watch).unwrap());
    for line in known("k-queens") {
        if let [n, k, value] = line[..]
            && n <= 11
        {
            assert_eq!(some_queens(n as u32, n as u32, k as u32, &Silent), Ok(value), "{n} {k}");
        }
    }
}

/// Classes of superqueens, by listing: OEIS A051224.
#[test]
fn exhaustive_superqueens_up_to_symmetry() {
    for line in known("superqueens-fundamental") {
        if let [n, value] = line[..]
            && n <= 12
        {
            let apart = |solution: &Placement| {
                let c = solution.columns();
                c.windows(2).all(|pair| pair[0].abs_diff(pair[1]) != 2)
                    && c.windows(3).all(|three| three[0].abs_diff(three[2]) != 1)
            };
            let classes = list::Solutions::new(n as u32).unwrap().filter(apart);
            let classes = classes.filter(Placement::is_least_of_its_class).count();
            assert_eq!(classes as u128, value, "n = {n}");
        }
    }
}

#[test]
fn exhaustive_lists_numbers_and_counts_agree() {
    for n in 10..=12 {
        let numbered = uniform::Numbered::new(n, &Silent).unwrap();
        let mut listed = 0;
        for (number, solution) in (0..).zip(list::Solutions::new(n).unwrap()) {
            if number % 101 == 0 {
                assert_eq!(numbered.get(number).as_ref(), Some(&solution));
            }
            listed += 1;
        }
        assert_eq!(numbered.len(), listed);
        let all = Task::new(n).unwrap().count(&Silent).found().unwrap();
        assert_eq!(all.solutions, u128::from(listed));
        let fundamental = list::Solutions::new(n).unwrap().fundamental().count();
        let classes = symmetric::classes(n, listed.into(), &Silent).unwrap();
        assert_eq!(classes.fundamental(), fundamental as u128);
    }
}

#[test]
fn exhaustive_hard_instance() {
    let task = Task::from_instance(include_str!("data/blocked-queens/50-1642398261.txt")).unwrap();
    let all = task.all(usize::MAX, &Silent).found().unwrap();
    assert!(all.complete);
    assert_eq!(all.solutions.len(), 10);
}

#[test]
fn exhaustive_explicit_placements() {
    for n in 4..6000 {
        let board = Explicit::new(n).found().unwrap();
        let columns = board.columns().map(|column| column as u32).collect();
        assert!(Placement::new(columns).is_ok(), "n = {n}");
    }
}
