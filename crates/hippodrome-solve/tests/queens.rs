//! Completions by clauses agree with the exact search.

#![allow(clippy::unwrap_used, reason = "a test whose means are missing fails")]

use hippodrome::queens::complete::Task;
use hippodrome::{Answer, Rng, Silent, Square};
use hippodrome_solve::Completer;

fn engines() -> Vec<Completer> {
    let names = ["varisat", "cadical"].into_iter();
    let engines: Vec<Completer> = names.filter_map(|name| Completer::by_name(name).ok()).collect();
    assert!(!engines.is_empty());
    engines
}

/// The exact search's answer, as the engines give it.
fn exact(task: &Task) -> Vec<hippodrome::queens::Placement> {
    match task.all(usize::MAX, &Silent) {
        Answer::Found(all) => {
            assert!(all.complete);
            all.solutions
        }
        Answer::Impossible(_) => Vec::new(),
        Answer::Unknown(limit) => panic!("{limit}"),
    }
}

#[test]
fn engines_agree_with_the_search_on_random_boards() {
    let mut rng = Rng::new(1);
    let (mut none, mut some) = (0, 0);
    for _ in 0..120 {
        let n = 1 + rng.below(10) as u32;
        let mut task = Task::new(n).unwrap();
        let square =
            |rng: &mut Rng| Square::new(rng.below(n.into()) as u32, rng.below(n.into()) as u32);
        for _ in 0..rng.below(u64::from(n * n) / 2 + 1) {
            task = task.block(square(&mut rng)).unwrap();
        }
        for _ in 0..rng.below(3) {
            task = task.queen(square(&mut rng)).unwrap();
        }
        let expected = exact(&task);
        *(if expected.is_empty() { &mut none } else { &mut some }) += 1;
        for engine in engines() {
            let all = engine.all(&task, usize::MAX, &Silent).found().unwrap();
            assert!(all.complete && !all.stopped);
            assert_eq!(all.solutions, expected, "{} {task:?}", engine.name());
            let few = engine.all(&task, 1, &Silent).found().unwrap();
            assert_eq!(few.complete, expected.len() < 2);
            assert_eq!(few.solutions.len(), expected.len().min(1));
            assert!(few.solutions.iter().all(|one| expected.contains(one)));
        }
    }
    assert!(none > 20 && some > 20, "{none} {some}");
}

#[test]
fn engines_agree_on_public_instances() {
    for (text, solutions) in [
        (include_str!("../../hippodrome/tests/data/blocked-queens/28-1449787798.txt"), 0),
        (include_str!("../../hippodrome/tests/data/blocked-queens/28-1449787894.txt"), 10),
    ] {
        let task = Task::from_instance(text).unwrap();
        let expected = exact(&task);
        assert_eq!(expected.len(), solutions);
        for engine in engines() {
            let all = engine.all(&task, usize::MAX, &Silent).found().unwrap();
            assert_eq!(
                (all.solutions, all.complete),
                (expected.clone(), true),
                "{}",
                engine.name()
            );
        }
    }
}

#[test]
fn other_engines_are_refused() {
    assert!(Completer::by_name("magic").is_err());
    assert!(Completer::by_name("sat").is_ok());
}
