//! The counters of n queens against the published values and against each other.

use hippodrome::queens::join::{Counter, Instructions, Ledger};
use hippodrome::queens::{bitmask, dfs, join, symmetric};
use hippodrome::{Limit, Observer, Silent};

/// The values of one quantity in the data file: (n, value).
fn known(quantity: &str) -> Vec<(u32, u128)> {
    let values: Vec<_> = include_str!("data/queens.txt")
        .lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            if words.next() != Some(quantity) {
                return None;
            }
            let n = words.next()?.parse().expect("n");
            Some((n, words.next()?.parse().expect("value")))
        })
        .collect();
    assert!(!values.is_empty(), "no values of {quantity}");
    values
}

#[test]
fn bitmask_gives_the_published_counts() {
    for (n, count) in known("all").into_iter().filter(|&(n, _)| n <= 11) {
        assert_eq!(bitmask::count(n, &Silent).unwrap().solutions, count, "n = {n}");
    }
}

#[test]
fn dfs_gives_the_published_counts() {
    for (n, count) in known("all").into_iter().filter(|&(n, _)| n <= 12) {
        assert_eq!(dfs::count(n, &Silent).unwrap().solutions, count, "n = {n}");
    }
}

#[test]
fn half_turn_gives_the_published_counts() {
    for (n, count) in known("half-turn").into_iter().filter(|&(n, _)| n <= 19) {
        assert_eq!(symmetric::half_turn(n, &Silent), Ok(count), "n = {n}");
    }
}

#[test]
fn quarter_turn_gives_the_published_counts() {
    for (n, count) in known("quarter-turn").into_iter().filter(|&(n, _)| n <= 25) {
        assert_eq!(symmetric::quarter_turn(n, &Silent), Ok(count), "n = {n}");
    }
}

#[test]
fn classes_follow_from_all_solutions_and_the_two_searches() {
    let all = known("all");
    for (n, fundamental) in known("fundamental").into_iter().filter(|&(n, _)| n <= 18) {
        let &(_, solutions) = all.iter().find(|&&(m, _)| m == n).expect("Q(n) of the same n");
        let classes = symmetric::classes(n, solutions, &Silent).unwrap();
        assert_eq!(classes.fundamental(), fundamental, "n = {n}");
        let sizes = [8, 4, 2, 1];
        let members: u128 =
            sizes.iter().zip(classes.orbits).map(|(size, count)| size * count).sum();
        assert_eq!(members, solutions, "n = {n}");
    }
}

#[test]
fn join_gives_the_published_counts() {
    for (n, count) in known("all").into_iter().filter(|&(n, _)| n <= 15) {
        assert_eq!(join::count(n, &Silent), Ok(count), "n = {n}");
    }
}

#[test]
fn threads_parts_and_instructions_do_not_change_a_digit() {
    for n in [0, 1, 2, 7, 12, 13] {
        let whole = {
            let mut ledger = Ledger::new(n);
            Counter::new(n).unwrap().run(&mut ledger, &|_| (), &Silent).unwrap();
            ledger
        };
        assert!(whole.is_complete());
        for instructions in [Instructions::Portable, Instructions::Avx2, Instructions::Avx512] {
            let counter = Counter::new(n).unwrap().threads(3).instructions(instructions);
            let mut merged = Ledger::new(n);
            for part in 0..3 {
                let mut ledger = Ledger::new(n);
                counter.clone().part(3, part).run(&mut ledger, &|_| (), &Silent).unwrap();
                merged.merge(&ledger.to_string().parse().unwrap()).unwrap();
            }
            assert_eq!(merged, whole, "n = {n} {instructions:?}");
        }
    }
}

/// Stops after a while.
struct Impatient(std::sync::atomic::AtomicU32);

impl Observer for Impatient {
    fn should_stop(&self) -> bool {
        self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed) >= 200
    }
}

#[test]
fn a_stopped_join_keeps_what_is_done_and_goes_on_from_there() {
    let mut ledger = Ledger::new(12);
    let counter = Counter::new(12).unwrap();
    let impatient = Impatient(0.into());
    assert_eq!(counter.run(&mut ledger, &|_| (), &impatient), Err(Limit::Stopped));
    let kept = ledger.done();
    assert!(kept > 0 && !ledger.is_complete());
    let steps = std::sync::atomic::AtomicU32::new(0);
    let count_steps = |_: &Ledger| {
        steps.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    };
    counter.run(&mut ledger, &count_steps, &Silent).unwrap();
    assert_eq!(ledger.sum(), 14_200);
    assert_eq!(steps.into_inner(), Ledger::units(12) - kept);
}

#[test]
fn boards_too_large_for_a_method_are_refused() {
    assert!(matches!(bitmask::count(u32::MAX, &Silent), Err(Limit::Size(_))));
    assert!(matches!(dfs::count(33, &Silent), Err(Limit::Size(_))));
    assert!(matches!(join::count(23, &Silent), Err(Limit::Size(_))));
    assert!(matches!(symmetric::half_turn(33, &Silent), Err(Limit::Size(_))));
}
