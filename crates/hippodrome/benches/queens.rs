//! How long n queens take: every result is asserted, times are CPU seconds of one thread, and the
//! counters stand beside plain bitmask backtracking in the same run, so that the ratios hold on any
//! machine.
//!
//! `cargo bench -p hippodrome --bench queens [-- N…]`; without sizes: 14, 15 and 16. The bitmask is left
//! out beyond 18, where it takes more than half an hour. With the word `threads`, only one thread
//! is compared with two. With the word `table`, the bitmask and the join for 14 to 18, the join for 20,
//! two threads, the placement by formula and the blocked boards are written as the tables of
//! docs/performance.md, with the ratios wanted beside: about eight minutes of processor time.

use std::collections::HashMap;
use std::fs;
use std::hint::black_box;
use std::sync::Mutex;
use std::thread::ThreadId;
use std::time::Instant;

use hippodrome::Silent;
use hippodrome::queens::complete::Task;
use hippodrome::queens::join::{Counter, Instructions, Ledger};
use hippodrome::queens::{Explicit, Placement, bitmask, dfs, random};

/// Q(14), … (OEIS A000170).
const KNOWN: [(u32, u128); 7] = [
    (14, 365_596),
    (15, 2_279_184),
    (16, 14_772_512),
    (17, 95_815_104),
    (18, 666_090_624),
    (19, 4_968_057_848),
    (20, 39_029_188_884),
];

/// Seconds of processor time of this process; of the clock where that cannot be read.
fn cpu_seconds(start: Instant) -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after_name.split_whitespace().nth(11).and_then(|ticks| ticks.parse::<f64>().ok());
    ticks.map_or_else(|| start.elapsed().as_secs_f64(), |ticks| ticks / 100.0)
}

/// CPU seconds of one run, from enough runs to measure.
fn seconds<T: PartialEq + std::fmt::Debug>(expected: &T, mut work: impl FnMut() -> T) -> f64 {
    let clock = Instant::now();
    let start = cpu_seconds(clock);
    let mut runs = 0;
    loop {
        assert_eq!(&black_box(work()), expected);
        runs += 1;
        let spent = cpu_seconds(clock) - start;
        if spent > 0.5 {
            return spent / f64::from(runs);
        }
    }
}

fn join(n: u32, instructions: Instructions) -> u128 {
    let mut ledger = Ledger::new(n);
    let counter = Counter::new(n).expect("a small board").instructions(instructions);
    counter.run(&mut ledger, &|_| (), &Silent).expect("nobody stops it");
    ledger.sum()
}

fn count(n: u32, expected: u128) {
    let plain = (n <= 18).then(|| {
        seconds(&expected, || bitmask::count(n, &Silent).expect("a small board").solutions)
    });
    let report = |method: &str, time: f64| {
        let ratio = plain.map_or(String::new(), |plain| format!("  {:6.1} x", plain / time));
        println!("count {n} {method:<16} {time:9.4} s{ratio}");
    };
    if let Some(plain) = plain {
        report("bitmask", plain);
        let time = seconds(&expected, || dfs::count(n, &Silent).expect("a small board").solutions);
        report("dfs", time);
    }
    for (name, instructions) in [
        ("join portable", Instructions::Portable),
        ("join AVX2", Instructions::Avx2),
        ("join AVX-512", Instructions::Avx512),
    ] {
        let best = instructions == Instructions::best();
        if instructions.is_available() && (best || n <= 17) {
            report(name, seconds(&expected, || join(n, instructions)));
        }
    }
    if n >= 16 {
        two_threads(n, expected);
    }
}

/// Bitmask and join side by side, with the ratio wanted of them.
fn table() {
    let best = Instructions::best();
    println!("| n | solutions | bitmask | join | ratio | wanted |\n|---|---|---|---|---|---|");
    for (n, wanted) in [(14, "8"), (15, "8"), (16, "34"), (17, "25"), (18, "80")] {
        let expected = known(n);
        let plain =
            seconds(&expected, || bitmask::count(n, &Silent).expect("a small board").solutions);
        let time = seconds(&expected, || join(n, best));
        let ratio = plain / time;
        println!("| {n} | {expected} | {plain:.3} s | {time:.4} s | {ratio:.0} | {wanted} |");
    }
    let time = seconds(&known(20), || join(20, best));
    println!("| 20 | {} | | {time:.1} s | | at most 250 s |", known(20));
    for n in 16..=19 {
        two_threads(n, known(n));
    }
    place();
    complete();
}

/// Q(n), which has to be in the table.
fn known(n: u32) -> u128 {
    KNOWN.into_iter().find(|&(size, _)| size == n).expect("a size that is known").1
}

/// Nanoseconds of processor time of this thread.
fn thread_nanoseconds() -> u64 {
    let stat = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    stat.split_whitespace().next().and_then(|spent| spent.parse().ok()).unwrap_or_default()
}

/// What two threads gain on a machine that has two processors free, from processor times, which hold
/// on a busy one too: all but the time to the end of the first unit of work is shared.
fn two_threads(n: u32, expected: u128) {
    let run = |threads: usize| {
        let spent: Mutex<HashMap<ThreadId, u64>> = Mutex::default();
        let first: Mutex<Option<u64>> = Mutex::default();
        let begun = thread_nanoseconds();
        let main = std::thread::current().id();
        let mut ledger = Ledger::new(n);
        let counter = Counter::new(n).expect("a small board").threads(threads);
        let after_unit = |_: &Ledger| {
            let id = std::thread::current().id();
            let now = thread_nanoseconds() - if id == main { begun } else { 0 };
            spent.lock().expect("nobody panics").insert(id, now);
            if id == main {
                first.lock().expect("nobody panics").get_or_insert(now);
            }
        };
        counter.run(&mut ledger, &after_unit, &Silent).expect("nobody stops it");
        assert_eq!(ledger.sum(), expected);
        let all: u64 = spent.into_inner().expect("nobody panics").values().sum();
        let first = first.into_inner().expect("nobody panics").unwrap_or_default();
        (all as f64 / 1e9, first as f64 / 1e9)
    };
    let (one, alone) = run(1);
    let (both, _) = run(2);
    println!(
        "count {n} by one thread {one:.3} s, by two {both:.3} s together, {alone:.3} s not shared: {:.2} x",
        one / (alone + (both - alone) / 2.0)
    );
}

fn place() {
    let n = 100_000_000;
    let board = Explicit::new(n).found().expect("n ≥ 4");
    let mut columns = vec![1u32; n as usize];
    let write = seconds(&(), || {
        for (column, value) in columns.iter_mut().zip(0..) {
            *column = value;
        }
        black_box(&mut columns);
    });
    let place = seconds(&(), || {
        board.write(0, 0, &mut columns);
        black_box(&mut columns);
    });
    println!("place 10^8 queens {place:.3} s, write 0, 1, 2, … {write:.3} s");
    assert!(Placement::new(columns).is_ok());
    for n in [100_000, 1_000_000] {
        let time = seconds(&(n as usize), || {
            random(n, 1, &Silent).found().expect("n ≥ 4").columns().len()
        });
        println!("random placement of {n} queens {time:.4} s");
    }
}

fn complete() {
    for (name, text, solutions) in [
        ("28 (none)", include_str!("../tests/data/blocked-queens/28-1449787798.txt"), 0),
        ("28 (ten)", include_str!("../tests/data/blocked-queens/28-1449787894.txt"), 10),
        ("48 (none)", include_str!("../tests/data/blocked-queens/48-1721237798.txt"), 0),
        ("50 (ten)", include_str!("../tests/data/blocked-queens/50-1642398261.txt"), 10),
    ] {
        let task = Task::from_instance(text).expect("an instance");
        let time =
            seconds(&solutions, || task.count(&Silent).found().expect("nobody stops it").solutions);
        println!("count the completions of instance {name:<10} {time:.4} s");
    }
}

fn main() {
    if std::env::args().any(|arg| arg == "table") {
        return table();
    }
    let threads_alone = std::env::args().any(|arg| arg == "threads");
    let asked: Vec<u32> = std::env::args().filter_map(|arg| arg.parse().ok()).collect();
    for (n, expected) in KNOWN {
        if asked.contains(&n) && threads_alone {
            two_threads(n, expected);
        } else if asked.contains(&n) || (asked.is_empty() && n <= 16) {
            count(n, expected);
        }
    }
    if asked.is_empty() {
        place();
        complete();
    }
}
