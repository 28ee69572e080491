//! Progress and cancellation of long work.

use std::time::Instant;

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
}
