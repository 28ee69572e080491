//! Meet in the middle: quarter boards are joined to half boards, and pairs of halves are counted.
//!
//! Cut the board between two files. The queens of the east half stand on some set S of rows, those of
//! the west half on the other rows, and the two halves make a solution exactly if they hold no
//! diagonal in common. So
//!
//! ```text
//! Q(n) = Σ over S of the number of pairs (e, w) with disjoint diagonals,
//! ```
//!
//! e running over the placements of the east half on the rows S and w over those of the west half on
//! the rest. The half boards of one S are made by joining quarter boards, whose placements are
//! tabulated by row set and column set once for all, and only the diagonals are kept: a pattern
//! is one word. Nothing is enumerated solution by solution; the work per solution falls as n grows.
//!
//! - `geometry`: which bit is which diagonal, seen from the point where the cuts cross;
//! - `quarters`: the tables of quarter placements;
//! - `halves`: the product of two lists of quarter placements, eight at a time with AVX-512;
//! - `disjoint`: counting disjoint pairs, 512 at a time;
//! - `row_sets`: the sum over S with its symmetries;
//! - `ledger`: results by unit of work, which can be kept, resumed and merged.
//!
//! # Symmetry
//!
//! The two long diagonals end in four *arms*, one in each quarter; call an arm held if a queen stands
//! on it. Opposite arms cannot both be held. The symmetries of the square permute the arms, so the
//! solutions with one arm held are four times those with, say, NW held; and those with two held are
//! four times those with NW and SW held. Hence only east halves with both arms empty are needed, about
//! a quarter of them all:
//!
//! ```text
//! Q = (no arm) + 4 (NW only) + 4 (NW and SW).
//! ```
//!
//! Turning the board upside down maps S to its mirror image and serves for the first and the last
//! term; left-right reflection of even boards maps S to its complement and serves for the first;
//! and reflection in the diagonal through NW and SE serves for the middle one: it exchanges the rows
//! of the queens in NE with the columns of those in SW, so that only placements where the former set
//! is the smaller (as a number) need be counted, twice, and those where they are equal, once.
//!
//! # Sources
//!
//! Joining quarter boards by row and column sets, and testing half boards by bit-sliced tables, is
//! the method of E. Kluev's N-Queens-Count program (2013), which has been the fastest public one for
//! a single processor. This is a new program: the common geometry of the quarters, the asymmetric cut
//! of odd boards (instead of a separate count for each placement of queens on the middle lines), the
//! diagonal reflection and the vector product of lists are not in it.

mod disjoint;
mod geometry;
mod halves;
mod ledger;
mod quarters;
mod row_sets;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

pub use self::ledger::Ledger;
use self::row_sets::{Quarters, Scratch};
use crate::{Limit, Observer, Progress};

/// The largest board this method accepts. Memory is the limit: the tables take 0.3 GiB at n = 20,
/// 1.2 GiB at n = 21 and 2.4 GiB at n = 22, and ten times that two rows further on.
pub const MAX_N: u32 = 22;

/// Vector instructions. All give the same digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Instructions {
    /// What every processor has.
    Portable,
    /// AVX2 (x86-64).
    Avx2,
    /// AVX-512 with VPOPCNTDQ (x86-64).
    Avx512,
}

impl Instructions {
    /// The best that this processor has.
    #[must_use]
    pub fn best() -> Self {
        [Self::Avx512, Self::Avx2]
            .into_iter()
            .find(|best| best.is_available())
            .unwrap_or(Self::Portable)
    }

    /// Whether this processor has them.
    #[must_use]
    pub fn is_available(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        match self {
            Self::Portable => true,
            Self::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("popcnt")
            }
            Self::Avx512 => {
                Self::Avx2.is_available()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512vpopcntdq")
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            self == Self::Portable
        }
    }
}

/// Counts the solutions on one thread.
///
/// # Errors
///
/// [`Limit::Size`] beyond [`MAX_N`], [`Limit::Stopped`] when the observer asks to stop.
///
/// # Examples
///
/// ```
/// use hippodrome::Silent;
/// use hippodrome::queens::join;
///
/// assert_eq!(join::count(12, &Silent), Ok(14_200));
/// ```
pub fn count(n: u32, observer: &dyn Observer) -> Result<u128, Limit> {
    let counter = Counter::new(n)?;
    let mut ledger = Ledger::new(n);
    counter.run(&mut ledger, &|_| (), observer)?;
    Ok(ledger.sum())
}

/// A count that can be split over threads and machines, stopped and resumed.
///
/// The work is cut into [units](Ledger::units): one for each set of rows of the north half that the
/// east half fills. Whatever the threads and the parts, each unit gives the same digits.
///
/// # Examples
///
/// Two machines, each with two threads:
///
/// ```
/// use hippodrome::Silent;
/// use hippodrome::queens::join::{Counter, Ledger};
///
/// let counter = Counter::new(10)?.threads(2);
/// let (mut first, mut second) = (Ledger::new(10), Ledger::new(10));
/// counter.clone().part(2, 0).run(&mut first, &|_| (), &Silent)?;
/// counter.clone().part(2, 1).run(&mut second, &|_| (), &Silent)?;
/// assert!(!first.is_complete());
///
/// first.merge(&second).expect("parts of the same count");
/// assert!(first.is_complete());
/// assert_eq!(first.sum(), 724);
/// # Ok::<(), hippodrome::Limit>(())
/// ```
#[derive(Clone, Debug)]
pub struct Counter {
    n: u32,
    threads: usize,
    parts: u32,
    part: u32,
    instructions: Instructions,
}

impl Counter {
    /// The whole count on one thread, with the best instructions there are.
    ///
    /// # Errors
    ///
    /// [`Limit::Size`] beyond [`MAX_N`].
    pub fn new(n: u32) -> Result<Self, Limit> {
        if n > MAX_N {
            return Err(Limit::Size(format!(
                "the tables of the join for n = {n} exceed memory, its limit is n = {MAX_N}; use the method dfs"
            )));
        }
        let instructions = Instructions::best();
        Ok(Self { n, threads: 1, parts: 1, part: 0, instructions })
    }

    /// Works on this many threads (at least one).
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Works only on the units u with u mod `parts` = `part`.
    #[must_use]
    pub fn part(mut self, parts: u32, part: u32) -> Self {
        (self.parts, self.part) = (parts.max(1), part);
        self
    }

    /// Uses these instructions, or [the best](Instructions::best) if the processor lacks them.
    #[must_use]
    pub fn instructions(mut self, instructions: Instructions) -> Self {
        if instructions.is_available() {
            self.instructions = instructions;
        }
        self
    }

    /// Does the units that the ledger lacks. After each one `kept` sees the ledger, to save it.
    ///
    /// # Errors
    ///
    /// [`Limit::Stopped`] when the observer asks to stop; what was finished is in the ledger.
    /// [`Limit::Size`] if the ledger is of another n.
    pub fn run(
        &self,
        ledger: &mut Ledger,
        kept: &(dyn Fn(&Ledger) + Sync),
        observer: &dyn Observer,
    ) -> Result<(), Limit> {
        if ledger.n() != self.n {
            let other = ledger.n();
            return Err(Limit::Size(format!(
                "the ledger is of n = {other}, not of n = {}",
                self.n
            )));
        }
        let mine = (0..Ledger::units(self.n)).filter(|unit| unit % self.parts == self.part);
        let total = mine.clone().count() as u128;
        let missing: Vec<u32> = mine.filter(|&unit| !ledger.contains(unit)).collect();
        if self.n < 2 {
            // One way to place no queens or one; the cuts need two lines.
            for &unit in &missing {
                ledger.add(unit, 1);
            }
            return Ok(());
        }
        if missing.is_empty() {
            return Ok(());
        }
        let quarters = Quarters::new(self.n);
        let next = AtomicUsize::new(0);
        let shared = Mutex::new((&mut *ledger, total - missing.len() as u128));
        let work = || {
            let mut scratch = Scratch::default();
            while let Some(&unit) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                let Some(count) = quarters.unit(unit, self.instructions, &mut scratch, observer)
                else {
                    return;
                };
                let Ok(mut shared) = shared.lock() else { return };
                shared.0.add(unit, count);
                shared.1 += 1;
                kept(shared.0);
                let (stage, done, note) =
                    ("counting pairs of half boards", shared.1, String::new());
                observer.progress(&Progress { stage, done, total: Some(total), note });
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads.min(missing.len()) {
                scope.spawn(work);
            }
            work();
        });
        if missing.iter().all(|&unit| ledger.contains(unit)) { Ok(()) } else { Err(Limit::Stopped) }
    }
}
