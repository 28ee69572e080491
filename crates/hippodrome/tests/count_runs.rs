//! Runs of the frontier engine: stopped, gone on with, on disk, certified, cross-checked.
#![expect(clippy::unwrap_used, reason = "tests")]

mod support;

use hippodrome::count::{CountError, EngineError, EngineOptions, TourCount};
use hippodrome::{Board, Kind, Leaper, Silent, Square};
use num_bigint::BigUint;
use support::counts::{ask, options, undirected};

/// Stops a count after some looks at it.
struct StopAfter(std::sync::atomic::AtomicU32);

impl hippodrome::Observer for StopAfter {
    fn should_stop(&self) -> bool {
        let left = &self.0;
        left.fetch_sub(1, std::sync::atomic::Ordering::Relaxed) == 1
    }
}

#[test]
fn a_count_that_was_stopped_goes_on_to_the_same_digits() {
    let directory = std::env::temp_dir().join(format!("hippodrome-count-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&directory);
    let mut kept = options();
    kept.checkpoint = Some(directory.clone());
    kept.checkpoint_every = std::time::Duration::ZERO;
    let question = ask("6x6", Kind::Closed);
    let whole = question.run(&options(), &Silent).unwrap();
    for looks in [3, 20, 60] {
        let stopped = question.run(&kept, &StopAfter(looks.into()));
        assert!(stopped.is_err() || stopped.as_ref() == Ok(&whole));
    }
    assert_eq!(question.run(&kept, &Silent).unwrap(), whole);
    // Another problem, a damaged file and a file cut short are refused.
    let other = ask("6x5", Kind::Closed).run(&kept, &Silent).unwrap_err();
    assert!(other.to_string().contains("another problem"), "{other}");
    let file = directory.join("layer.checkpoint");
    let good = std::fs::read(&file).unwrap();
    let end = good.len();
    for (at, expected) in [
        (0, "not a checkpoint"),
        (8, "version"),
        (end - 30, "checksum"),
        (end - 20, "announces more"),
        (end - 12, "as many states"),
        (end - 4, "checksum"),
    ] {
        let mut bad = good.clone();
        bad[at] ^= 4;
        std::fs::write(&file, &bad).unwrap();
        let error = question.run(&kept, &Silent).unwrap_err();
        assert!(error.to_string().contains(expected), "{at}: {error}");
    }
    std::fs::write(&file, &good[..good.len() / 2]).unwrap();
    assert!(question.run(&kept, &Silent).is_err());
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn on_disk_every_layer_is_what_it_is_in_memory() {
    let directory = std::env::temp_dir().join(format!("hippodrome-spill-{}", std::process::id()));
    let mut disk = options();
    disk.spill = Some(directory.clone());
    for (board, kind, memory) in [
        ("6x7", Kind::Closed, 1 << 16),
        ("6x8", Kind::Closed, 1 << 20),
        ("5x6", Kind::Open, 1 << 17),
        ("3x60", Kind::Closed, 1 << 14),
    ] {
        let question = ask(board, kind);
        disk.memory = memory;
        let whole = question.run(&options(), &Silent).unwrap();
        for threads in [1, 2] {
            disk.threads = threads;
            let spilled = question.run(&disk, &Silent).unwrap();
            assert_eq!(spilled, whole, "{board}");
        }
        assert_eq!(std::fs::read_dir(&directory).unwrap().count(), 0, "no file is left");
    }
    // Checkpoints of layers on disk: the same digits, whether they go on in memory or not.
    let question = ask("6x7", Kind::Closed);
    let whole = question.run(&options(), &Silent).unwrap();
    disk.memory = 1 << 16;
    disk.checkpoint = Some(directory.join("kept"));
    disk.checkpoint_every = std::time::Duration::ZERO;
    let mut memory = disk.clone();
    memory.memory = 1 << 30;
    for looks in [50, 100, 150, 200] {
        assert!(question.run(&disk, &StopAfter(looks.into())).is_err());
        assert_eq!(question.run(&memory, &StopAfter(60.into())).ok(), None);
    }
    assert_eq!(question.run(&disk, &Silent).unwrap(), whole);
    assert_eq!(question.run(&memory, &Silent).unwrap(), whole);
    std::fs::remove_dir_all(&directory).unwrap();
}

/// What a count by another program, written from FORMATS.md in another language, makes of a
/// certificate; none where there is no Python.
fn counted_again(certificate: &str) -> Option<String> {
    let file = std::env::temp_dir().join(format!("hippodrome-{}.cert", std::process::id()));
    std::fs::write(&file, certificate).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/count_layers.py");
    let output = std::process::Command::new("python3").arg(script).arg(&file).output();
    std::fs::remove_file(&file).unwrap();
    match output {
        Ok(output) => {
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            Some(String::from_utf8(output.stdout).unwrap())
        }
        Err(error) => {
            println!("not counted again, python3 is missing: {error}");
            None
        }
    }
}

#[test]
fn another_program_finds_the_same_in_every_layer() {
    use hippodrome_check::{Limits, Question, Verdict, check};
    let square = |s: &str| -> Square { s.parse().unwrap() };
    let holed = "5x5".parse::<Board>().unwrap().with_holes([square("c3")]).unwrap();
    for question in [
        ask("5x6", Kind::Closed),
        ask("3x10", Kind::Closed),
        ask("4x5", Kind::Open),
        ask("4x5", Kind::Open).from(square("a1")),
        ask("5x5", Kind::Open).from(square("a1")).to(square("e5")),
        ask("3x12", Kind::Closed).from(square("a1")).to(square("b3")),
        ask("1x1", Kind::Open),
        ask("3x3", Kind::Open),
        TourCount::new(holed, Leaper::KNIGHT, Kind::Closed),
        TourCount::new("4x6".parse().unwrap(), Leaper::new(0, 1).unwrap(), Kind::Closed),
    ] {
        let answer = question.run(&options(), &Silent).unwrap();
        let text = hippodrome::certificate::count(&question, &answer).unwrap();
        let report = check(text.as_bytes(), None, &Question::new(), &Limits::default());
        assert_eq!(report.verdict, Verdict::Obligations, "{report}\n{text}");
        assert!(report.what.ends_with(&format!(" = {}", answer.undirected)), "{report}");
        if let Some(again) = counted_again(&text) {
            assert_eq!(again, text);
        }
    }
}

#[test]
fn certificates_of_two_runs_are_compared_layer_by_layer() {
    use hippodrome_check::{Limits, Question, check_against};
    let certificate = |question: &TourCount, options: &EngineOptions| {
        let answer = question.run(options, &Silent).unwrap();
        hippodrome::certificate::count(question, &answer).unwrap()
    };
    let compare = |a: &str, b: &str| {
        let asked = Question::new();
        check_against(a.as_bytes(), b.as_bytes(), &asked, &Limits::default()).verdict_line()
    };
    let question = ask("6x6", Kind::Closed);
    let mut disk = options();
    disk.memory = 1 << 14;
    disk.spill = Some(std::env::temp_dir());
    let (a, b) = (certificate(&question, &options()), certificate(&question, &disk));
    assert_eq!(a, b);
    assert_eq!(compare(&a, &b), "s VERIFIED WITH OBLIGATIONS 1 count 6x6 closed = 9862");
    // A run that lost a state, with a digest of its own.
    let answer = question.run(&options(), &Silent).unwrap();
    let mut wrong = answer.clone();
    wrong.layers[11].states -= 1;
    let wrong = hippodrome::certificate::count(&question, &wrong).unwrap();
    let line = compare(&a, &wrong);
    assert!(line.contains("other-layer") && line.contains("layer 11"), "{line}");
    let (lying, flat) = (ask("5x6", Kind::Closed), ask("6x5", Kind::Closed));
    let (lying, flat) = (certificate(&lying, &options()), certificate(&flat, &options()));
    assert!(compare(&lying, &flat).starts_with("s VERIFIED WITH OBLIGATIONS 1"));
    assert!(compare(&lying, &a).contains("other-board"));
    assert!(compare(&a, &a.replace("digest ", "digest x")).contains("other-wrong"));
}

#[test]
fn counts_obey_the_laws() {
    for (board, kind, divisor) in [
        ("6x6", Kind::Closed, 2),
        ("5x6", Kind::Closed, 2),
        ("5x6", Kind::Open, 2),
        ("5x5", Kind::Open, 4),
        ("4x6", Kind::Open, 4),
    ] {
        let question = ask(board, kind);
        assert_eq!(question.orbit_divisor(), divisor, "{board} {kind}");
        let answer = question.run(&options(), &Silent).unwrap();
        let checks = question.cross_checks(&answer, &options(), &Silent).unwrap();
        assert!(checks.iter().all(|c| c.holds), "{checks:?}");
        assert_eq!(
            checks.len(),
            1 + usize::from(board == "5x6" || board == "4x6") + usize::from(kind == Kind::Open),
            "{checks:?}"
        );
        let mut wrong = answer.clone();
        wrong.undirected += 1_u32;
        let checks = question.cross_checks(&wrong, &options(), &Silent).unwrap();
        assert!(checks.iter().any(|c| !c.holds), "{checks:?}");
    }
    // No orbit is smaller than the divisor says, on boards where all tours can be looked at.
    for (rows, cols, kind) in [
        (3, 10, Kind::Closed),
        (5, 6, Kind::Closed),
        (5, 8, Kind::Closed),
        (6, 6, Kind::Closed),
        (3, 7, Kind::Open),
        (3, 8, Kind::Open),
        (4, 5, Kind::Open),
        (4, 6, Kind::Open),
        (5, 5, Kind::Open),
    ] {
        let question = ask(&format!("{rows}x{cols}"), kind);
        let all = undirected(&question);
        let by = question.by_symmetry(&all, &Silent).unwrap();
        let group = by.fixed.len();
        for (keeping, count) in by.exactly {
            let orbit = group / keeping.len();
            let divides = orbit.is_multiple_of(question.orbit_divisor() as usize);
            assert!(count == BigUint::ZERO || divides, "{rows}x{cols} {kind} {keeping:?}");
        }
    }
}

#[test]
fn a_directory_that_cannot_be_written_to_is_said() {
    let mut disk = options();
    disk.memory = 1 << 16;
    disk.spill = Some("/dev/null/nowhere".into());
    let error = ask("6x7", Kind::Closed).run(&disk, &Silent).unwrap_err();
    assert!(matches!(error, CountError::Engine(EngineError::Disk { .. })), "{error}");
    assert!(error.to_string().contains("/dev/null/nowhere"), "{error}");
}

#[test]
fn too_little_memory_is_said() {
    let mut tiny = options();
    tiny.memory = 1 << 16;
    let error = ask("6x7", Kind::Closed).run(&tiny, &Silent).unwrap_err();
    assert!(matches!(error, CountError::Engine(_)), "{error}");
}
