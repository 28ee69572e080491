//! Sizes and times that cannot be served are refused at once, with the reason; what can be
//! answered of giant boards is answered.

mod common;

use std::io::Read;
use std::process::Stdio;
use std::time::{Duration, Instant};

use common::{program, run};

#[test]
fn giant_boards_are_answered_or_refused_at_once() {
    let started = Instant::now();
    let yes = run("exists 4294967296x4294967296 --closed");
    assert_eq!(yes.status, 0, "{}", yes.stderr);
    let no = run("exists 4294967295x4294967295 --closed");
    assert_eq!(no.status, 1);
    let no = run("exists 4x4294967296 --closed --format json");
    assert!(no.text().contains("\"reason\":\"schwenk-4xn\""), "{}", no.text());
    let ends = run("exists 4294967296x4294967296 --from a1 --to a3");
    assert_eq!(ends.status, 1, "{}", ends.text());
    for line in ["tour 2x4294967296", "tour 4294967295x4294967295 --closed"] {
        let run = run(line);
        assert_eq!(run.status, 1, "{line}: {}", run.stderr);
    }
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
}

#[test]
fn a_tour_that_does_not_fit_memory_is_refused() {
    for (line, named) in [
        ("tour 4294967296x4294967296 --closed --method warnsdorff", "too large"),
        ("tour 200000x200000", "too large to be built for the format board"),
        ("tour 200000x200000 --format cert", "too large to be built for the format cert"),
        ("tour 200000x200000 --format squares --stats", "too large to be built for --stats"),
        ("tour 200000x200000 --format npy --check", "too large to be built for --check"),
        ("exists 3x1000000000 --from a1 --to b1 --format cert", "too large for its certificate"),
        ("exists 100000x100000 --closed --format cert", "too large for its certificate"),
    ] {
        let run = run(line);
        assert_eq!(run.status, 3, "{}", run.stderr);
        assert!(run.stderr.contains(named), "{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1);
    }
}

#[test]
fn the_time_limit_is_obeyed() {
    // Exact search alone on 40,000 squares takes far longer than this.
    for limit in [50, 300] {
        let line = format!("tour 200x200 --method search --time-limit {limit}ms");
        let started = Instant::now();
        let run = run(&line);
        let took = started.elapsed();
        assert_eq!(run.status, 3, "{}", run.stderr);
        assert!(run.stderr.contains("time limit"), "{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        assert!(took >= Duration::from_millis(limit), "{took:?}");
        // The program means to stop within 50 ms; a busy machine is given more.
        assert!(took < Duration::from_millis(limit + 10_000), "{took:?}");
    }
}

#[test]
fn a_node_limit_is_obeyed() {
    let run = run("tour 200x200 --method search --node-limit 10");
    assert_eq!(run.status, 3);
    assert_eq!(run.stderr, "unknown: the limit of 10 search nodes was reached\n");
}

#[test]
fn an_interrupt_ends_it_cleanly() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("tour.csv");
    let child = program()
        .args(["tour", "200x200", "--method", "search", "-o", path.to_str().unwrap()])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(300));
    let kill = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0, "nothing is left behind");
}

#[test]
fn a_broken_pipe_is_quiet() {
    let mut child = program()
        .args(["tour", "100x100", "--format", "csv"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0u8; 16];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}
