//! Progress and cancellation of long work.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use crate::answer::Limit;
use crate::memory;

/// How far long work has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done, in a few words, lower case.
    pub stage: &'static str,
    /// Units done so far.
    pub done: u128,
    /// Units in all, where that is known.
    pub total: Option<u128>,
    /// What else may interest a watcher, such as the number of states; may be empty.
    pub note: String,
}

/// Someone who watches long work and may stop it. Libraries never print: they tell an observer.
///
/// Called from several threads where the work has several.
///
/// # Examples
///
/// ```
/// use hippodrome::{Observer, Silent};
///
/// assert!(!Silent.should_stop());
/// ```
pub trait Observer: Sync {
    /// Told now and then how far the work has come.
    fn progress(&self, _progress: &Progress) {}

    /// Asked often (at least every few milliseconds of work) whether to stop. Once it has said
    /// yes it keeps saying so.
    fn should_stop(&self) -> bool {
        false
    }

    /// Asked before much memory is taken at once, in bytes, whether it may be. Once it has said no
    /// the work is to stop, and [`should_stop`](Observer::should_stop) says so too.
    fn may_take(&self, _bytes: u64) -> bool {
        true
    }
}

/// An observer that hears nothing and never stops the work.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {}

/// Stops the work at a moment, and passes everything on to another observer.
#[derive(Clone, Copy)]
pub struct Deadline<'a> {
    at: Instant,
    inner: &'a dyn Observer,
}

impl std::fmt::Debug for Deadline<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Deadline").field("at", &self.at).finish_non_exhaustive()
    }
}

impl<'a> Deadline<'a> {
    /// Work is to stop at `at`, or when `inner` says so.
    #[must_use]
    pub fn new(at: Instant, inner: &'a dyn Observer) -> Self {
        Self { at, inner }
    }
}

impl Observer for Deadline<'_> {
    fn progress(&self, progress: &Progress) {
        self.inner.progress(progress);
    }

    fn should_stop(&self) -> bool {
        self.inner.should_stop() || Instant::now() >= self.at
    }

    fn may_take(&self, bytes: u64) -> bool {
        self.inner.may_take(bytes)
    }
}

/// Stops the work when this process has grown by more than so many bytes, and passes everything on
/// to another observer.
///
/// Growth is that of [`memory::held`] since the limit was made: of the whole process, so that two
/// works at the same time in one process are held to account together. Where the system does not say
/// what a process holds, only what is [asked for](Observer::may_take) is compared with the limit.
///
/// # Examples
///
/// ```
/// use hippodrome::{MemoryLimit, Observer, Silent};
///
/// let limit = MemoryLimit::new(64 << 20, &Silent);
/// assert!(limit.may_take(1 << 20) && !limit.should_stop());
/// assert!(!limit.may_take(1 << 30) && limit.should_stop());
/// assert_eq!(limit.reached().unwrap().to_string(), "the memory limit of 64 MiB leaves no room for 1024 MiB more");
/// ```
pub struct MemoryLimit<'a> {
    most: u64,
    inner: &'a dyn Observer,
    started: Instant,
    before: Option<u64>,
    /// The time of the next look, in milliseconds since the start.
    next: AtomicU64,
    grown: AtomicBool,
    /// What was refused; 0 for nothing.
    wanted: AtomicU64,
}

/// The kernel is asked at most this often, in milliseconds: it takes some 20 µs to answer.
const LOOK: u64 = 2;

impl std::fmt::Debug for MemoryLimit<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MemoryLimit").field("most", &self.most).finish_non_exhaustive()
    }
}

impl<'a> MemoryLimit<'a> {
    /// Work is to stop when the process has grown by more than `most` bytes from now on, or when
    /// `inner` says so.
    #[must_use]
    pub fn new(most: u64, inner: &'a dyn Observer) -> Self {
        Self {
            most,
            inner,
            started: Instant::now(),
            before: memory::held(),
            next: AtomicU64::new(0),
            grown: AtomicBool::new(false),
            wanted: AtomicU64::new(0),
        }
    }

    /// The limit, once it has been reached.
    #[must_use]
    pub fn reached(&self) -> Option<Limit> {
        let limit = |wanted| Some(Limit::Memory { most: self.most, wanted });
        match self.wanted.load(Ordering::Relaxed) {
            0 if self.has_grown() => limit(None),
            0 => None,
            wanted => limit(Some(wanted)),
        }
    }

    fn growth(&self) -> u64 {
        let grown = || memory::held()?.checked_sub(self.before?);
        grown().unwrap_or(0)
    }

    fn has_grown(&self) -> bool {
        if self.grown.load(Ordering::Relaxed) {
            return true;
        }
        let now = self.started.elapsed().as_millis() as u64;
        if now < self.next.load(Ordering::Relaxed) {
            return false;
        }
        self.next.store(now + LOOK, Ordering::Relaxed);
        let grown = self.growth() > self.most;
        if grown {
            self.grown.store(true, Ordering::Relaxed);
        }
        grown
    }
}

impl Observer for MemoryLimit<'_> {
    fn progress(&self, progress: &Progress) {
        self.inner.progress(progress);
    }

    fn should_stop(&self) -> bool {
        self.inner.should_stop() || self.reached().is_some()
    }

    fn may_take(&self, bytes: u64) -> bool {
        if !self.inner.may_take(bytes) {
            return false;
        }
        if bytes <= self.most && self.growth().saturating_add(bytes) <= self.most {
            return true;
        }
        self.wanted.store(bytes.max(1), Ordering::Relaxed);
        false
    }
}
