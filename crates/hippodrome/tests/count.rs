//! Counting: the frontier engine against depth-first search, and against known values.
#![expect(clippy::unwrap_used, reason = "tests")]

use hippodrome::count::{
    CountError, DfsOptions, EngineError, EngineOptions, Graph, Plan, TourCount, Wrap, choose_order,
    count_cycles, count_cycles_dfs, count_paths_from,
};
use hippodrome::{Board, Kind, Leaper, Rng, Silent, Square, Tour};
use num_bigint::BigUint;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn options() -> EngineOptions {
    EngineOptions::default()
}

fn ask(board: &str, kind: Kind) -> TourCount {
    TourCount::new(board.parse().unwrap(), Leaper::KNIGHT, kind)
}

fn undirected(question: &TourCount) -> BigUint {
    question.run(&options(), &Silent).unwrap().undirected
}

/// Undirected tours by the other method.
fn by_dfs(question: &TourCount) -> u128 {
    let graph = question.moves().unwrap();
    let prunes = DfsOptions::default();
    let directed: u128 = match question.kind() {
        Kind::Closed => count_cycles_dfs(&graph, &prunes, &Silent).unwrap().found,
        Kind::Open => (0..graph.len())
            .map(|v| count_paths_from(&graph, v, &prunes, &Silent).unwrap().found)
            .sum(),
    };
    if graph.len() == 1 { directed } else { directed / 2 }
}

#[test]
fn known_values() {
    for line in include_str!("data/counts.txt").lines().filter(|l| !l.starts_with('#')) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let kind = if fields[1] == "closed" { Kind::Closed } else { Kind::Open };
        assert_eq!(undirected(&ask(fields[0], kind)).to_string(), fields[2], "{line}");
    }
}

#[test]
fn a_board_and_its_transpose_have_as_many_tours() {
    for (m, n) in [(3, 10), (4, 7), (5, 6), (5, 8), (6, 7)] {
        for kind in [Kind::Open, Kind::Closed] {
            if m * n > 32 && kind == Kind::Open {
                continue;
            }
            let (a, b) = (format!("{m}x{n}"), format!("{n}x{m}"));
            assert_eq!(undirected(&ask(&a, kind)), undirected(&ask(&b, kind)), "{a} {kind}");
        }
    }
}

#[test]
fn both_methods_agree_on_every_small_board() {
    for rows in 1..=5_u64 {
        for cols in 1..=25 / rows {
            for kind in [Kind::Open, Kind::Closed] {
                let question = ask(&format!("{rows}x{cols}"), kind);
                assert_eq!(undirected(&question), by_dfs(&question).into(), "{rows}x{cols} {kind}");
            }
        }
    }
}

#[test]
fn other_leapers_and_wrapped_boards() {
    let cases = [
        ("5x6", Leaper::new(0, 1).unwrap(), Wrap::None),
        ("4x4", Leaper::new(1, 1).unwrap(), Wrap::None),
        ("4x6", Leaper::new(2, 3).unwrap(), Wrap::None),
        ("3x4", Leaper::KNIGHT, Wrap::Both),
        ("4x4", Leaper::KNIGHT, Wrap::Both),
        ("3x3", Leaper::KNIGHT, Wrap::Both),
        ("2x5", Leaper::KNIGHT, Wrap::Both),
        ("1x5", Leaper::KNIGHT, Wrap::Both),
        ("3x6", Leaper::KNIGHT, Wrap::Files),
        ("4x3", Leaper::KNIGHT, Wrap::Files),
        ("3x4", Leaper::KNIGHT, Wrap::Ranks),
    ];
    for (board, leaper, wrap) in cases {
        for kind in [Kind::Open, Kind::Closed] {
            let question = TourCount::new(board.parse().unwrap(), leaper, kind).wrap(wrap);
            assert_eq!(
                undirected(&question),
                by_dfs(&question).into(),
                "{board} {leaper} {wrap:?} {kind}"
            );
        }
    }
}

#[test]
fn given_ends_add_up() {
    let whole = ask("5x5", Kind::Open);
    let squares = whole.squares().unwrap();
    let mut starts = BigUint::ZERO;
    for &s in &squares {
        let from = whole.clone().from(s).run(&options(), &Silent).unwrap().directed;
        let mut ends = BigUint::ZERO;
        for &t in squares.iter().take(25) {
            ends += whole.clone().from(s).to(t).run(&options(), &Silent).unwrap().directed;
        }
        assert_eq!(from, ends, "{s}");
        starts += from;
    }
    assert_eq!(starts, 1728_u32.into());
}

#[test]
fn strictly_open_tours_are_those_whose_ends_do_not_meet() {
    for (board, from) in [("3x4", None), ("5x6", None), ("6x5", Some("a1")), ("5x6", Some("c3"))] {
        let mut question = ask(board, Kind::Open).strictly_open();
        if let Some(square) = from {
            question = question.from(square.parse().unwrap());
        }
        let graph = question.moves().unwrap();
        let squares = question.squares().unwrap();
        let mut expected = 0;
        let start = from.map(|f| f.parse::<Square>().unwrap());
        for (s, &square) in squares.iter().enumerate() {
            if start.is_some_and(|start| start != square) {
                continue;
            }
            for t in (0..graph.len()).filter(|&t| t != s && !graph.joined(s, t)) {
                let mut prunes = DfsOptions::default();
                prunes.visits = vec![(graph.len() - 1, t)];
                expected += count_paths_from(&graph, s, &prunes, &Silent).unwrap().found;
            }
        }
        assert_eq!(question.run(&options(), &Silent).unwrap().directed, expected.into(), "{board}");
    }
}

#[test]
fn every_prune_leaves_the_count_alone() {
    let graph = ask("5x5", Kind::Open).moves().unwrap();
    let mut naive = DfsOptions::naive();
    let total = |options: &DfsOptions| {
        (0..25)
            .map(|v| count_paths_from(&graph, v, options, &Silent).unwrap())
            .fold((0, 0), |sum, c| (sum.0 + c.found, sum.1 + c.nodes))
    };
    let all = total(&DfsOptions::default());
    let none = total(&naive);
    assert_eq!((all.0, none.0), (1728, 1728));
    assert!(all.1 < none.1);
    naive.connectivity = true;
    assert_eq!(total(&naive).0, 1728);
}

#[test]
fn serial_and_parallel_counts_agree() {
    let question = ask("6x7", Kind::Closed);
    let mut two = options();
    two.threads = 2;
    let mut one = options();
    one.threads = 1;
    let (a, b) = (question.run(&one, &Silent).unwrap(), question.run(&two, &Silent).unwrap());
    assert_eq!(a, b);
}

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
    for (at, expected) in [(0, "not a checkpoint"), (8, "version"), (good.len() - 20, "checksum")] {
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

#[test]
fn moves_that_are_not_there_are_refused() {
    let square = |s: &str| -> Square { s.parse().unwrap() };
    let question = ask("6x6", Kind::Closed).use_move(square("a1"), square("a2"));
    assert!(matches!(question.run(&options(), &Silent), Err(CountError::Question(_))));
    let off = ask("5x5", Kind::Open).from(square("h8"));
    assert!(matches!(off.run(&options(), &Silent), Err(CountError::Question(_))));
    let giant = TourCount::new(Board::new(1 << 20, 1 << 20).unwrap(), Leaper::KNIGHT, Kind::Open);
    assert!(matches!(giant.run(&options(), &Silent), Err(CountError::TooLarge(_))));
}

#[test]
fn long_strips_satisfy_their_recurrence() {
    // Closed tours of 3×2n: order-21 recurrence (A070030, Elkies and Knuth 1994).
    let coefficients: [i64; 21] = [
        6, 64, -200, -1000, 3016, 3488, -24256, 23776, 104_168, -203_408, -184_704, 443_392,
        14_336, -151_296, 145_920, -263_424, 317_440, 36_864, -966_656, 573_440, 131_072,
    ];
    let counts: Vec<BigUint> =
        (5..=32).map(|n| undirected(&ask(&format!("3x{}", 2 * n), Kind::Closed))).collect();
    for i in 21..counts.len() {
        let mut plus = BigUint::ZERO;
        let mut minus = counts[i].clone();
        for (j, &c) in coefficients.iter().enumerate() {
            let term = &counts[i - 1 - j] * c.unsigned_abs();
            if c > 0 { plus += term } else { minus += term }
        }
        assert_eq!(plus, minus, "3x{}", 2 * (i + 5));
    }
}

#[test]
fn ranks_are_a_bijection_and_lists_are_in_their_order() {
    for (board, kind) in [("5x6", Kind::Closed), ("3x10", Kind::Closed), ("4x5", Kind::Open)] {
        let question = ask(board, kind);
        let tours = question.tours(&options(), &Silent).unwrap();
        assert_eq!(tours.count(), &undirected(&question));
        let mut number = BigUint::ZERO;
        for tour in tours.iter() {
            let checked =
                Tour::new(question.board(), Leaper::KNIGHT, kind, tour.iter().copied()).unwrap();
            assert_eq!(checked.len(), tour.len() as u64);
            assert_eq!(tours.rank(&tour).as_ref(), Some(&number));
            assert_eq!(tours.unrank(&number), Some(tour));
            number += 1_u32;
        }
        assert_eq!(&number, tours.count());
        assert_eq!(tours.unrank(&number), None);
    }
}

#[test]
fn no_tour_is_numbered_where_there_is_none() {
    let tours = ask("4x4", Kind::Open).tours(&options(), &Silent).unwrap();
    assert_eq!(tours.count(), &BigUint::ZERO);
    assert_eq!(tours.iter().count(), 0);
    assert!(tours.sample(&mut Rng::new(1)).is_none());
}

#[test]
fn samples_are_fair() {
    let tours = ask("5x6", Kind::Closed).tours(&options(), &Silent).unwrap();
    let mut rng = Rng::new(42);
    let mut seen = vec![0_u32; 8];
    for _ in 0..8000 {
        let tour = tours.sample(&mut rng).unwrap();
        let rank: u32 = tours.rank(&tour).unwrap().try_into().unwrap();
        seen[rank as usize] += 1;
    }
    // Standard deviation 30.
    assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
}

#[test]
fn one_backward_pass_counts_by_start_and_by_move() {
    let question = ask("5x5", Kind::Open);
    let tours = question.tours(&options(), &Silent).unwrap();
    for (square, count) in tours.by_start() {
        let alone = question.clone().from(square).run(&options(), &Silent).unwrap().directed;
        assert_eq!(count, alone, "{square}");
    }
    let question = ask("5x6", Kind::Closed);
    let by_move = question.tours(&options(), &Silent).unwrap().by_move();
    for (&(a, b), count) in &by_move {
        assert_eq!(count, &undirected(&question.clone().use_move(a, b)), "{a}{b}");
        let avoiding = undirected(&question.clone().avoid_move(a, b));
        assert_eq!(avoiding + count, 8_u32.into(), "{a}{b}");
    }
    assert_eq!(by_move.values().sum::<BigUint>(), (8_u32 * 30).into());
}

#[test]
fn symmetric_tours_are_those_that_a_list_of_all_tours_shows() {
    for (board, kind) in [
        ("5x6", Kind::Closed),
        ("3x10", Kind::Closed),
        ("6x6", Kind::Closed),
        ("4x5", Kind::Open),
        ("5x5", Kind::Open),
        ("3x8", Kind::Open),
    ] {
        let question = ask(board, kind);
        let tours = question.tours(&options(), &Silent).unwrap();
        let count = question.by_symmetry(tours.count(), &Silent).unwrap();
        let mut by_hand = vec![0_u32; count.fixed.len()];
        let mut classes = BTreeSet::new();
        for tour in tours.iter() {
            let ranks: Vec<BigUint> = count
                .fixed
                .iter()
                .map(|&(s, _)| {
                    let image: Vec<Square> =
                        tour.iter().map(|&sq| s.apply(question.board(), sq)).collect();
                    tours.rank(&image).unwrap()
                })
                .collect();
            for (n, rank) in by_hand.iter_mut().zip(&ranks) {
                *n += u32::from(rank == &ranks[0]);
            }
            classes.insert(ranks.into_iter().min());
        }
        for ((symmetry, fixed), n) in count.fixed.iter().zip(by_hand) {
            assert_eq!(fixed, &n.into(), "{board} {kind} {symmetry}");
        }
        assert_eq!(count.classes, classes.len().into(), "{board} {kind}");
        let all: BigUint = count.exactly.iter().map(|e| &e.1).sum();
        assert_eq!(&all, tours.count());
    }
}

#[test]
fn tours_of_cylinders_and_tori_up_to_symmetry_are_those_of_a_list() {
    for (board, kind, wrap, symmetries) in [
        ("3x3", Kind::Closed, Wrap::Both, 72),
        ("3x4", Kind::Open, Wrap::Files, 16),
        ("3x6", Kind::Closed, Wrap::Files, 24),
        ("4x3", Kind::Closed, Wrap::Files, 12),
        ("4x4", Kind::Closed, Wrap::Both, 128),
        ("4x3", Kind::Open, Wrap::Ranks, 16),
    ] {
        let question = TourCount::new(board.parse().unwrap(), Leaper::KNIGHT, kind).wrap(wrap);
        let tours = question.tours(&options(), &Silent).unwrap();
        let count = question.by_wrapped_symmetry(tours.count(), &Silent).unwrap();
        let (rows, cols) = (question.board().rows() as i64, question.board().cols() as i64);
        // Maps (row, col) → (±row + up, ±col + right), ranks and files exchanged on a square torus.
        let mut maps: BTreeSet<Vec<Square>> = BTreeSet::new();
        let squares = question.squares().unwrap();
        for code in 0..8 * rows * cols {
            let (up, right) = (code / 8 % rows, code / 8 / rows);
            if (wrap == Wrap::Files && up > 0) || (wrap == Wrap::Ranks && right > 0) {
                continue;
            }
            if code & 4 > 0 && (rows != cols || wrap != Wrap::Both) {
                continue;
            }
            maps.insert(
                squares
                    .iter()
                    .map(|s| {
                        let (mut r, mut c) = (i64::from(s.row), i64::from(s.col));
                        r = if code & 1 > 0 { rows - 1 - r } else { r };
                        c = if code & 2 > 0 { cols - 1 - c } else { c };
                        if code & 4 > 0 {
                            (r, c) = (c, r);
                        }
                        Square::new(((r + up) % rows) as u32, ((c + right) % cols) as u32)
                    })
                    .collect(),
            );
        }
        assert_eq!((maps.len(), count.symmetries), (symmetries, symmetries), "{board}");
        let mut classes = BTreeSet::new();
        for tour in tours.iter() {
            let at: Vec<usize> = tour.iter().map(|s| squares.binary_search(s).unwrap()).collect();
            let images = maps.iter().map(|map| {
                let mut edges: Vec<(Square, Square)> =
                    at.windows(2).map(|w| (map[w[0]], map[w[1]])).collect();
                if kind == Kind::Closed {
                    edges.push((map[at[at.len() - 1]], map[at[0]]));
                }
                for e in &mut edges {
                    *e = (e.0.min(e.1), e.0.max(e.1));
                }
                edges.sort_unstable();
                edges
            });
            classes.insert(images.min());
        }
        assert_eq!(count.classes, classes.len().into(), "{board} {kind} {wrap:?}");
    }
}

#[test]
fn boxes_by_both_methods() {
    for (sides, expected) in
        [(&[2, 3, 4][..], 12132_u32), (&[3, 3, 2], 0), (&[2, 2, 6], 0), (&[6, 6], 9862)]
    {
        let graph = Graph::of_box(sides, Leaper::KNIGHT).unwrap();
        let plan = Plan::new(&graph, &choose_order(&graph, &[])).unwrap();
        let cycles = count_cycles(&plan, &options(), &Silent).unwrap().cycles;
        assert_eq!(cycles, expected.into(), "{sides:?}");
        if sides.len() == 3 {
            let searched = count_cycles_dfs(&graph, &DfsOptions::default(), &Silent).unwrap();
            assert_eq!(searched.found, 2 * u128::from(expected), "{sides:?}");
        }
    }
}

fn graphs() -> impl Strategy<Value = (Graph, Vec<usize>)> {
    (3_usize..10).prop_flat_map(|n| {
        let pairs: Vec<(usize, usize)> = (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
        let m = pairs.len();
        (
            proptest::sample::subsequence(pairs, m / 2..=m),
            Just((0..n).collect::<Vec<_>>()).prop_shuffle(),
            proptest::collection::vec(any::<prop::sample::Index>(), 0..3),
        )
            .prop_map(move |(edges, order, forced)| {
                let forced: Vec<_> = forced.iter().map(|i| *i.get(&edges)).collect();
                (Graph::new(n, edges).unwrap().force(forced).unwrap(), order)
            })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_order_of_any_graph_gives_the_count_of_the_search((graph, order) in graphs()) {
        let plan = Plan::new(&graph, &order).unwrap();
        let cycles = count_cycles(&plan, &options(), &Silent).unwrap().cycles;
        let directed = count_cycles_dfs(&graph, &DfsOptions::naive(), &Silent).unwrap().found;
        prop_assert_eq!(&cycles * 2_u32, directed.into());
        let pruned = count_cycles_dfs(&graph, &DfsOptions::default(), &Silent).unwrap().found;
        prop_assert_eq!(pruned, directed);
        let chosen = Plan::new(&graph, &choose_order(&graph, &[])).unwrap();
        prop_assert_eq!(count_cycles(&chosen, &options(), &Silent).unwrap().cycles, cycles);
    }

    #[test]
    fn boards_with_holes(holes in proptest::collection::vec((0_u32..4, 0_u32..6), 1..5)) {
        let board: Board = "4x6".parse().unwrap();
        let board = board.with_holes(holes.iter().map(|&(r, c)| Square::new(r, c))).unwrap();
        for kind in [Kind::Open, Kind::Closed] {
            let question = TourCount::new(board.clone(), Leaper::KNIGHT, kind);
            prop_assert_eq!(undirected(&question), by_dfs(&question).into());
        }
    }
}
