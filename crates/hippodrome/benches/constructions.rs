//! How long constructions take: every result is asserted, times are CPU seconds of one thread, and
//! what is compared is run side by side, so that the ratios hold on any machine.
//!
//! `cargo bench -p hippodrome --bench constructions`

use std::fs;
use std::hint::black_box;
use std::io::{self, Write};
use std::time::Instant;

use hippodrome::construct::{Construction, Options, construct};
use hippodrome::format::Format;
use hippodrome::{Board, Kind, Leaper, Problem, Rng, Square};

/// Seconds of processor time of this process (user and system); of the clock where that cannot be
/// read.
fn cpu_seconds(start: Instant) -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let mut fields = after_name.split_whitespace().skip(11);
    let mut tick = || fields.next()?.parse::<f64>().ok();
    match (tick(), tick()) {
        (Some(user), Some(system)) => (user + system) / 100.0,
        _ => start.elapsed().as_secs_f64(),
    }
}

fn seconds<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let clock = Instant::now();
    let start = cpu_seconds(clock);
    let result = work();
    (cpu_seconds(clock) - start, result)
}

fn ask(rows: u64, cols: u64, kind: Kind) -> Problem {
    Problem::new(Board::new(rows, cols).expect("sides of 1 to 2^32"), Leaper::KNIGHT, kind)
}

fn tour(problem: &Problem) -> Construction {
    construct(problem, &Options::default()).found().expect("there is a tour")
}

/// Counts bytes and throws them away.
struct Count(u64);

impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += black_box(bytes).len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn streaming() {
    let side = 20_000u64;
    let tour = tour(&ask(side, side, Kind::Closed));
    // The sum over all squares, known without the tour.
    let expected = u128::from(side) * u128::from(side) * u128::from(side - 1);
    let (folded, sum) =
        seconds(|| tour.squares().fold(0u64, |sum, s| sum + u64::from(s.row) + u64::from(s.col)));
    assert_eq!(u128::from(sum), expected);
    let (looped, sum) = seconds(|| {
        let mut sum = 0u64;
        for square in tour.squares() {
            sum += u64::from(square.row) + u64::from(square.col);
        }
        sum
    });
    assert_eq!(u128::from(sum), expected);
    let squares = (side * side) as f64;
    assert!(folded < 2e-9 * squares, "at most 2 ns a square: {folded} s");
    println!(
        "closed {side}x{side}: fold {:.2} ns a square, for loop {:.2} ns a square",
        folded / squares * 1e9,
        looped / squares * 1e9
    );
}

fn npy() {
    let side = 10_000u64;
    let tour = tour(&ask(side, side, Kind::Closed));
    let dir = std::env::temp_dir();
    let path = dir.join(format!("hippodrome-bench-{}.npy", std::process::id()));
    let bytes = 4 * side * side + 128;
    let (plain, ()) = seconds(|| {
        let mut file =
            fs::File::create(&path).expect("a file in the directory for temporary files");
        let block = vec![1u8; 1 << 15];
        let mut left = bytes as usize;
        while left > 0 {
            let now = left.min(block.len());
            file.write_all(&block[..now]).expect("written");
            left -= now;
        }
    });
    let (ours, ()) = seconds(|| {
        let mut file =
            fs::File::create(&path).expect("a file in the directory for temporary files");
        Format::Npy.stream(&tour, None, &mut file).expect("written");
    });
    assert_eq!(fs::metadata(&path).expect("written").len(), bytes);
    fs::remove_file(&path).expect("written");
    assert!(ours < 3.0 * plain, "at most 3 times the plain bytes: {ours} s, {plain} s");
    println!("npy {side}x{side}: {ours:.2} s, the same bytes without a tour {plain:.2} s");
}

fn json() {
    let (spent, bytes) = seconds(|| {
        let mut count = 0;
        for _ in 0..20 {
            let mut out = Count(0);
            let tour = tour(&ask(1000, 1000, Kind::Closed));
            Format::Json.stream(&tour, Some("construct"), &mut out).expect("counted");
            count = out.0;
        }
        count
    });
    assert_eq!(bytes, 8_165_111);
    // A good divide-and-conquer program takes 0.8 s.
    assert!(spent / 20.0 < 0.04, "at least 20 times as fast: {spent} s for 20");
    println!("closed 1000x1000 as json: {:.2} ms", spent / 20.0 * 1e3);
}

fn locate() {
    let side = 1u64 << 32;
    let tour = tour(&ask(side, side, Kind::Closed));
    let mut rng = Rng::new(1);
    let squares: Vec<Square> =
        (0..200_000).map(|_| Square::new(rng.below(side) as u32, rng.below(side) as u32)).collect();
    let (there, steps) =
        seconds(|| squares.iter().filter_map(|&square| tour.step(square)).collect::<Vec<_>>());
    let (back, again) =
        seconds(|| steps.iter().filter_map(|&step| tour.square(step)).collect::<Vec<_>>());
    assert_eq!(again, squares);
    println!(
        "locate on 2^32 x 2^32: a square {:.0} ns, a step {:.0} ns",
        there / 2e5 * 1e9,
        back / 2e5 * 1e9
    );
    let (spent, ()) = seconds(|| {
        for _ in 0..1000 {
            black_box(construct(&ask(side, side, Kind::Closed), &Options::default()));
        }
    });
    assert!(spent < 1.0, "at most a millisecond: {spent} s for 1000");
    println!("constructing it: {:.0} us", spent / 1e3 * 1e6);
}

fn ends() {
    let mut rng = Rng::new(2);
    for (rows, cols) in [(1000, 1000), (5, 1001), (4, 1000), (4, 100_000), (3, 1000), (3, 100_000)]
    {
        let mut built = 0;
        let (spent, ()) = seconds(|| {
            for _ in 0..200 {
                let mut square = || Square::new(rng.below(rows) as u32, rng.below(cols) as u32);
                let problem =
                    ask(rows, cols, Kind::Open).with_from(square()).expect("on the board");
                let Ok(problem) = problem.with_to(square()) else { continue };
                if let Some(tour) = construct(&problem, &Options::default()).found() {
                    assert_eq!(tour.square(1), problem.from());
                    assert_eq!(tour.square(tour.len()), problem.to());
                    built += 1;
                }
            }
        });
        assert!(built > 20);
        println!("{rows}x{cols} with both ends: {:.2} ms", spent / f64::from(built) * 1e3);
    }
}

fn main() {
    streaming();
    npy();
    json();
    locate();
    ends();
}
