//! Progress on the terminal, the limits of time and memory, and Ctrl-C.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hippodrome::{Limit, MemoryLimit, Observer, Progress, Silent};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::desk::{self, Watcher};
use crate::failure::{Status, say};
use crate::output;

/// Work that goes on this much longer than it was told to is ended from outside.
const GRACE: Duration = Duration::from_millis(150);

/// Work that has said so may take this much longer to bring what it has into shape.
const WIND_UP: Duration = Duration::from_secs(3);

/// The pause between two looks at the memory.
const LOOK: Duration = Duration::from_millis(10);

/// Nothing is shown of work that takes less than this.
const QUIET: Duration = Duration::from_secs(1);

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether the work may be putting in order what it has found, where it asks nobody.
static PATIENT: AtomicBool = AtomicBool::new(false);

/// 0 while working, 1 once the result is being written, 2 once a limit has ended the program.
static PHASE: AtomicU8 = AtomicU8::new(0);

/// The observer of the whole program.
pub(crate) struct Watch {
    started: Instant,
    limit: Option<Duration>,
    memory: Option<Arc<MemoryLimit<'static>>>,
    bar: Option<Arc<ProgressBar>>,
    watcher: Option<Watcher>,
    last: Mutex<Instant>,
}

impl Watch {
    /// Starts watching: from now on the limit counts, and Ctrl-C ends the program cleanly. At a
    /// desk its watcher is told of progress, and nothing ends the program.
    pub(crate) fn start(limit: Option<Duration>, quiet: bool) -> Self {
        let started = Instant::now();
        if let Some(watcher) = desk::watcher() {
            let last = Mutex::new(started);
            let watcher = Some(watcher);
            return Self { started, limit, memory: None, bar: None, watcher, last };
        }
        // A handler can be set once; a second watch in one process keeps the first.
        let _ = ctrlc::set_handler(interrupt);
        if let Some(limit) = limit {
            let _ = std::thread::Builder::new().name("time limit".to_owned()).spawn(move || {
                std::thread::sleep(limit);
                wait(GRACE, || PHASE.load(Ordering::Acquire) != 0);
                if PATIENT.load(Ordering::Acquire) {
                    wait(WIND_UP, || PHASE.load(Ordering::Acquire) != 0);
                }
                end(&Limit::Time(limit));
            });
        }
        let bar = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{spinner} {msg} [{elapsed}]");
            Arc::new(style.map_or(bar.clone(), |style| bar.with_style(style)))
        });
        Self { started, limit, memory: None, bar, watcher: None, last: Mutex::new(started) }
    }

    /// From now on the program may grow by so many bytes. Work that does not ask in time is ended
    /// from outside, but not at a desk.
    pub(crate) fn within(mut self, bytes: u64) -> Self {
        let memory = Arc::new(MemoryLimit::new(bytes, &Silent));
        self.memory = Some(Arc::clone(&memory));
        if self.watcher.is_none() {
            let _ = std::thread::Builder::new().name("memory limit".to_owned()).spawn(move || {
                let limit = loop {
                    std::thread::sleep(LOOK);
                    match memory.reached() {
                        Some(limit) => break limit,
                        None if PHASE.load(Ordering::Acquire) != 0 => return,
                        None => {}
                    }
                };
                wait(GRACE, || PHASE.load(Ordering::Acquire) != 0);
                end(&limit);
            });
        }
        self
    }

    /// What was found may take some seconds to be put in order: the limit waits for that.
    pub(crate) fn be_patient() {
        PATIENT.store(true, Ordering::Release);
    }

    /// The seconds since the start.
    pub(crate) fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// The limit that a stopped search has reached.
    pub(crate) fn limit(&self, limit: Limit) -> Limit {
        match (limit, self.limit) {
            (Limit::Stopped, Some(time)) if self.started.elapsed() >= time => Limit::Time(time),
            (Limit::Stopped, _) => self.memory_reached().unwrap_or(Limit::Stopped),
            (limit, _) => limit,
        }
    }

    /// The memory limit, once it has been reached.
    pub(crate) fn memory_reached(&self) -> Option<Limit> {
        self.memory.as_ref().and_then(|memory| memory.reached())
    }

    /// From now on the result is being written: the time limit does not cut it off.
    pub(crate) fn finishing(&self) {
        if self.watcher.is_some() {
            return;
        }
        if PHASE.compare_exchange(0, 1, Ordering::AcqRel, Ordering::Acquire).is_err()
            && PHASE.load(Ordering::Acquire) == 2
        {
            // The program is being ended by the time limit at this very moment.
            std::thread::sleep(Duration::from_secs(1));
        }
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Observer for Watch {
    fn progress(&self, progress: &Progress) {
        if let Some(watcher) = &self.watcher {
            return watcher.progress(progress);
        }
        let Some(bar) = &self.bar else { return };
        let Ok(mut last) = self.last.try_lock() else { return };
        if self.started.elapsed() < QUIET || last.elapsed() < Duration::from_millis(100) {
            return;
        }
        *last = Instant::now();
        let of = progress.total.map_or_else(String::new, |total| format!(" of {total}"));
        bar.set_message(format!("{}: {}{of} {}", progress.stage, progress.done, progress.note));
        bar.tick();
    }

    fn should_stop(&self) -> bool {
        INTERRUPTED.load(Ordering::Relaxed)
            || self.watcher.as_ref().is_some_and(|watcher| watcher.should_stop())
            || self.limit.is_some_and(|limit| self.started.elapsed() >= limit)
            || self.memory.as_ref().is_some_and(|memory| memory.should_stop())
    }

    fn may_take(&self, bytes: u64) -> bool {
        self.memory.as_ref().is_none_or(|memory| memory.may_take(bytes))
    }
}

/// Ends the program with a limit, unless the result is being written.
fn end(limit: &Limit) {
    if PHASE.compare_exchange(0, 2, Ordering::AcqRel, Ordering::Acquire).is_ok() {
        output::remove_unfinished();
        say("unknown", &limit.to_string());
        std::process::exit(Status::Unknown as i32);
    }
}

/// Waits until something holds, at most this long.
fn wait(most: Duration, holds: impl Fn() -> bool) {
    let end = Instant::now() + most;
    while !holds() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Ctrl-C: asks the work to stop, and ends the program if it has not done so soon.
fn interrupt() {
    let again = INTERRUPTED.swap(true, Ordering::AcqRel);
    if !again {
        std::thread::sleep(Duration::from_millis(200));
    }
    output::remove_unfinished();
    say_interrupted();
    std::process::exit(Status::Interrupted as i32);
}

/// Whether Ctrl-C was pressed.
pub(crate) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Acquire)
}

/// Says once that the program was interrupted.
pub(crate) fn say_interrupted() {
    static SAID: AtomicBool = AtomicBool::new(false);
    if !SAID.swap(true, Ordering::AcqRel) {
        say("interrupted", "nothing was finished");
    }
}
