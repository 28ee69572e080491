//! Completion against exhaustive listing, the users' cases, and public blocked-queens instances.

use hippodrome::queens::complete::{Task, proof_of};
use hippodrome::queens::list::Solutions;
use hippodrome::queens::{Explicit, Placement};
use hippodrome::{Answer, Limit, Observer, ProofKind, Silent, Square};
use proptest::prelude::*;

fn task(n: u32, queens: &[&str], blocked: &[&str]) -> Task {
    let square = |name: &&str| -> Square { name.parse().expect("a square") };
    let task = Task::new(n).expect("a small board");
    let task = queens.iter().fold(task, |task, name| task.queen(square(name)).expect("on it"));
    blocked.iter().fold(task, |task, name| task.block(square(name)).expect("on it"))
}

fn count(task: &Task) -> u128 {
    task.count(&Silent).found().expect("counted").solutions
}

proptest! {
    #[test]
    fn completions_are_the_listed_solutions_that_fit(
        // To n = 8, and with many squares blocked, by lookahead; the others by plain search.
        n in 1u32..12,
        queens in prop::collection::vec((0u32..11, 0u32..11), 0..3),
        blocked in prop::collection::vec((0u32..11, 0u32..11), 0..60),
    ) {
        let square = |(row, col): (u32, u32)| Square::new(row % n, col % n);
        let mut task = Task::new(n).unwrap();
        for queen in queens {
            task = task.queen(square(queen)).unwrap();
        }
        for at in blocked {
            task = task.block(square(at)).unwrap();
        }
        let expected: Vec<Placement> =
            Solutions::new(n).unwrap().filter(|solution| task.is_solved_by(solution)).collect();
        if let Answer::Found(all) = task.all(usize::MAX, &Silent) {
            prop_assert!(all.complete);
            prop_assert_eq!(&all.solutions, &expected);
            prop_assert_eq!(count(&task), expected.len() as u128);
        } else {
            prop_assert_eq!(expected.len(), 0);
        }
        if let Answer::Found(one) = task.one(&Silent) {
            prop_assert!(expected.contains(&one));
        } else {
            prop_assert_eq!(expected.len(), 0);
        }
    }
}

/// Instances of the XCSP competition of 2022, made by the generator of the `PyCSP3` models library
/// (`recreational/BlockedQueens`): size, seed, number of solutions.
#[test]
fn public_instances() {
    for (text, n, solutions) in [
        (include_str!("data/blocked-queens/28-1449787798.txt"), 28, 0),
        (include_str!("data/blocked-queens/28-1449787894.txt"), 28, 10),
        (include_str!("data/blocked-queens/48-1721237798.txt"), 48, 0),
    ] {
        let task = Task::from_instance(text).unwrap();
        assert_eq!(task.n(), n);
        let all = task.all(usize::MAX, &Silent).found().unwrap();
        assert!(all.complete);
        assert_eq!(all.solutions.len(), solutions);
        assert!(all.solutions.iter().all(|solution| task.is_solved_by(solution)));
        if solutions == 0 {
            let Answer::Impossible(reason) = task.one(&Silent) else { panic!("none") };
            assert_eq!(proof_of(&reason), ProofKind::Search);
        }
    }
}

#[test]
fn users_cases() {
    // Nauck 1850: queens on b4 and d5 have two completions.
    assert_eq!(count(&task(8, &["b4", "d5"], &[])), 2);
    // A queen in the corner of the 8×8 board: four.
    assert_eq!(count(&task(8, &["a1"], &[])), 4);
    // One blocked square of the 4×4 board leaves one of two solutions.
    assert_eq!(count(&task(4, &[], &["b1"])), 1);
    // Blocked squares attack nothing; they only cannot hold a queen.
    let blocked = ["e5", "d4", "a2", "e2", "c1"];
    assert_eq!(count(&task(5, &[], &blocked)), 4);
}

#[test]
fn attacking_queens_are_named() {
    let Answer::Impossible(reason) = task(8, &["a1", "h8"], &[]).one(&Silent) else {
        panic!("they attack each other")
    };
    assert_eq!(reason.text, "the queens on a1 and h8 attack each other");
    assert_eq!(proof_of(&reason), ProofKind::Theorem);
    let Answer::Impossible(reason) = task(8, &["a1"], &["a1"]).one(&Silent) else {
        panic!("the square is blocked")
    };
    assert_eq!(reason.text, "the queen on a1 stands on a blocked square");
}

#[test]
fn large_boards_with_few_queens_are_completed() {
    for n in [65, 100, 128, 129, 200, 256] {
        let given = Explicit::new(n.into()).found().unwrap();
        let mut task = Task::new(n).unwrap();
        for row in [3, n / 2, n - 2] {
            let column = given.column(row.into()).unwrap() as u32;
            task = task.queen(Square::new(row, column)).unwrap();
        }
        let task = task.block(Square::new(0, 0)).unwrap();
        let one = task.one(&Silent).found().expect("it has a completion");
        assert!(task.is_solved_by(&one), "n = {n}");
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
fn a_stopped_search_knows_nothing() {
    let hard = Task::from_instance(include_str!("data/blocked-queens/50-1642398261.txt")).unwrap();
    assert_eq!(hard.count(&Stop), Answer::Unknown(Limit::Stopped));
}

#[test]
fn wrong_instances_are_refused_by_line() {
    for (text, line) in
        [("", 1), ("x\n", 1), ("4\n0\n", 2), ("4\n0 0\n0 4\n", 3), ("4\n1 2 3\n", 2)]
    {
        let error = Task::from_instance(text).unwrap_err().to_string();
        assert!(error.contains(&format!("line {line}:")), "{text:?}: {error}");
    }
    assert!(Task::from_instance("257\n").unwrap_err().is_too_large());
}
