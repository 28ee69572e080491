//! One question under way: its watcher, its place, its end.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hippodrome::{Observer, Progress};
use serde_json::{Map, Value};
use tokio::sync::{oneshot, watch};

use crate::engine::{Engine, Lane, Reply};
use crate::lanes::Lanes;
use crate::limits::Limits;

/// Work of the short lane that goes on for longer than this has to move to the long one.
const SHORT: Duration = Duration::from_millis(100);

/// How long work may look for a place in the long lane before it is stopped.
const MOVING: Duration = Duration::from_secs(1);

/// How long after its time limit work is waited for.
const GRACE: Duration = Duration::from_secs(2);

/// At most one report of progress in this time.
const PAUSE: Duration = Duration::from_millis(150);

/// What the server shares among its requests.
pub(crate) struct Shared {
    pub(crate) engine: Arc<dyn Engine>,
    pub(crate) limits: Limits,
    pub(crate) lanes: Lanes,
    /// Whether the server is ending.
    pub(crate) stopping: Arc<AtomicBool>,
}

impl Shared {
    pub(crate) fn stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }
}

/// How a question ended.
pub(crate) enum End {
    /// It was answered, after so long.
    Replied(Reply, Duration),
    /// All places and the queue are taken.
    Busy,
    /// It did not stop at its time limit.
    Overdue,
    /// The work panicked.
    Panicked,
}

/// Listens to the work, and stops it.
struct Ear {
    stop: AtomicBool,
    stopping: Arc<AtomicBool>,
    last: Mutex<Option<Instant>>,
    progress: watch::Sender<Option<Progress>>,
}

impl Observer for Ear {
    fn progress(&self, progress: &Progress) {
        let Ok(mut last) = self.last.try_lock() else { return };
        if last.is_some_and(|at| at.elapsed() < PAUSE) {
            return;
        }
        *last = Some(Instant::now());
        self.progress.send_replace(Some(progress.clone()));
    }

    fn should_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.stopping.load(Ordering::Relaxed)
    }
}

/// Stops the work when the future that waits for it is dropped: the client went away.
struct StopOnDrop(Arc<Ear>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}

/// Asks the engine, in a place of the lane, and waits for the end. Dropped, it stops the work; the
/// place is free when the work has really ended.
pub(crate) async fn ask(
    shared: Arc<Shared>,
    path: String,
    lane: Lane,
    request: Map<String, Value>,
    progress: watch::Sender<Option<Progress>>,
) -> End {
    let Some(place) = shared.lanes.place(lane).await else { return End::Busy };
    let ear = Arc::new(Ear {
        stop: AtomicBool::new(false),
        stopping: Arc::clone(&shared.stopping),
        last: Mutex::new(None),
        progress,
    });
    let guard = StopOnDrop(Arc::clone(&ear));
    let (sender, mut receiver) = oneshot::channel();
    let started = Instant::now();
    let (held, work) = (place.clone(), Arc::clone(&shared));
    tokio::task::spawn_blocking(move || {
        let watcher = Arc::clone(&ear);
        let reply = catch_unwind(AssertUnwindSafe(|| {
            work.engine.answer(&path, request, &work.limits, watcher)
        }));
        drop(held);
        // Nobody waits for it any more if the client went away.
        let _ = sender.send(reply);
    });
    let over = shared.limits.time + GRACE;
    let mut moving = lane == Lane::Short;
    let mut wait = if moving { SHORT } else { over };
    loop {
        match tokio::time::timeout(wait, &mut receiver).await {
            Ok(Ok(Ok(reply))) => return End::Replied(reply, started.elapsed()),
            Ok(_) => return End::Panicked,
            Err(_) if moving => {
                if shared.lanes.move_to_long(&place) {
                    moving = false;
                    wait = over;
                } else if started.elapsed() > MOVING {
                    drop(guard);
                    return End::Busy;
                }
            }
            Err(_) => return End::Overdue,
        }
    }
}
