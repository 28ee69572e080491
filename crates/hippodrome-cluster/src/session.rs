//! One count on all processes: starts the workers of this one, and waits for them or for bad news.

use crate::error::lost;
use crate::link::{Link, Wire};
use crate::worker::{self, Finished, Job};
use hippodrome::count::EngineError;
use hippodrome::{Observer, Progress};
use std::any::Any;
use std::net::TcpStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{AllocatorBuilder, Hooks};
use timely::{CommunicationConfig, WorkerConfig};

/// How often the observer is asked.
const LOOK: Duration = Duration::from_millis(20);

/// How long the links may take to close once the count is finished.
const CLOSE: Duration = Duration::from_secs(10);

/// What the threads of a count tell.
#[derive(Debug)]
pub(crate) enum Event {
    /// A process is gone.
    Lost(usize),
    /// So many steps are done, and the layer has so many states.
    Step(usize, u64),
    /// A worker is done.
    Done(Box<Result<Finished, EngineError>>),
}

/// Counts with the workers of this process and those at the other ends of the links.
pub(crate) fn run(
    links: Vec<Option<TcpStream>>,
    process: usize,
    hosts: &[String],
    job: Job,
    observer: &dyn Observer,
) -> Result<Finished, EngineError> {
    let (events, told) = mpsc::channel();
    let bytes = Arc::new([const { AtomicU64::new(0) }; 2]);
    let (workers, steps) = (job.workers, job.plan.len());
    let halt = Arc::clone(&job.halt);
    let (builders, others) = allocators(links, process, workers, &events, &bytes)?;
    let post = Mutex::new(events);
    let job = Arc::new(job);
    let guards =
        timely::execute::execute_from(builders, others, WorkerConfig::default(), move |worker| {
            let events = match post.lock() {
                Ok(events) => events.clone(),
                Err(poisoned) => poisoned.into_inner().clone(),
            };
            let result = catch_unwind(AssertUnwindSafe(|| worker::run(worker, &job, &events)));
            let failed = |_| Err(lost("a worker failed: restart all with --resume".to_owned()));
            let _ = events.send(Event::Done(Box::new(result.unwrap_or_else(failed))));
        });
    let guards = guards.map_err(|e| lost(format!("workers cannot be started: {e}")))?;
    let result = wait(&told, workers, steps, hosts, observer);
    if result.is_ok() {
        // The links end when all have sent their last; nothing hangs on it any more.
        let (closed, done) = mpsc::channel();
        std::thread::spawn(move || {
            drop(guards.join());
            let _ = closed.send(());
        });
        let _ = done.recv_timeout(CLOSE);
    } else {
        halt.store(true, Ordering::Relaxed);
        // Threads that wait for a lost process never end; the program is about to.
        std::mem::forget(guards);
    }
    result
}

type Builders = (Vec<AllocatorBuilder>, Box<dyn Any + Send>);

fn allocators(
    links: Vec<Option<TcpStream>>,
    process: usize,
    workers: usize,
    events: &mpsc::Sender<Event>,
    bytes: &Arc<[AtomicU64; 2]>,
) -> Result<Builders, EngineError> {
    let failed = |what: String| lost(format!("links cannot be started: {what}"));
    if links.len() < 2 {
        return CommunicationConfig::Process(workers).try_build().map_err(failed);
    }
    let hooks = Hooks::default();
    let inner = ProcessBuilder::new_typed_vector(workers, hooks.refill.clone(), None);
    let link = |(peer, stream): (usize, Option<TcpStream>)| {
        let wire = Wire { peer, lost: events.clone(), bytes: Arc::clone(bytes) };
        stream.map(|stream| Link::new(stream, wire))
    };
    let links = links.into_iter().enumerate().map(link).collect();
    let (builders, guard) =
        initialize_networking_from_sockets(inner, links, process, workers, hooks)
            .map_err(|e| failed(e.to_string()))?;
    Ok((builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new(guard)))
}

/// Waits until all workers of this process are done, or something goes wrong.
fn wait(
    told: &mpsc::Receiver<Event>,
    workers: usize,
    steps: usize,
    hosts: &[String],
    observer: &dyn Observer,
) -> Result<Finished, EngineError> {
    let mut finished = Vec::new();
    let mut step = 0;
    loop {
        match told.recv_timeout(LOOK) {
            Ok(Event::Step(index, states)) => {
                step = index;
                observer.progress(&Progress {
                    stage: "count",
                    done: index as u128,
                    total: Some(steps as u128),
                    note: format!("{states} states"),
                });
            }
            Ok(Event::Done(result)) => {
                finished.push((*result)?);
                if finished.len() == workers {
                    return Ok(finished.swap_remove(0));
                }
            }
            Ok(Event::Lost(process)) => {
                let host = hosts.get(process).map_or("?", |host| host);
                return Err(lost(format!(
                    "the process at {host} was lost at step {step}; what all had finished is \
                     kept where there are checkpoints: restart all with --resume"
                )));
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {
                if observer.should_stop() {
                    return Err(EngineError::Stopped { step });
                }
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                return Err(lost("the workers are gone: restart all with --resume".to_owned()));
            }
        }
    }
}
