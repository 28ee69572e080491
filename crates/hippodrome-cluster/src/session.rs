//! One count on all processes: starts the workers of this one, and waits for them or for bad news.

use crate::error::lost;
use crate::link::Link;
use crate::worker::{self, Finished, Job};
use hippodrome::count::EngineError;
use hippodrome::{Observer, Progress};
use std::any::Any;
use std::io;
use std::net::TcpStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, Weak, mpsc};
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
    /// A process has given no sign of life for so long.
    Silent(usize, Duration),
    /// So many steps are done, and the layer has so many states.
    Step(usize, u64),
    /// A worker is done.
    Done(Box<Result<Finished, EngineError>>),
}

/// The links of a process, which is heard at their other ends from now on.
#[derive(Debug)]
pub(crate) struct Session {
    process: usize,
    links: Vec<Option<Link>>,
    events: mpsc::Sender<Event>,
    told: mpsc::Receiver<Event>,
}

impl Session {
    /// Begins with the sockets to all others, `None` for this process.
    ///
    /// # Errors
    /// [`EngineError::Lost`] if a thread cannot be started.
    pub(crate) fn begin(
        streams: Vec<Option<TcpStream>>,
        process: usize,
        patience: Duration,
    ) -> Result<Self, EngineError> {
        let (events, told) = mpsc::channel();
        let link = |(peer, stream): (usize, Option<TcpStream>)| {
            stream.map(|stream| Link::new(stream, peer, events.clone(), patience)).transpose()
        };
        let links = streams.into_iter().enumerate().map(link).collect::<io::Result<_>>();
        let links = links.map_err(|e| lost(format!("links cannot be started: {e}")))?;
        Ok(Self { process, links, events, told })
    }

    /// Counts with the workers of this process and those at the other ends of the links.
    pub(crate) fn run(
        self,
        hosts: &[String],
        job: Job,
        observer: &dyn Observer,
    ) -> Result<Finished, EngineError> {
        let Self { process, links, events, told } = self;
        let wires: Vec<_> = links.iter().flatten().map(Link::wire).collect();
        let (workers, steps) = (job.workers, job.plan.len());
        let (halt, severed) = (Arc::clone(&job.halt), Arc::clone(&job.severed));
        let (builders, others) = allocators(links, process, workers)?;
        let post = Mutex::new(events);
        let job = Arc::new(job);
        let work = move |worker: &mut _| {
            let events = match post.lock() {
                Ok(events) => events.clone(),
                Err(poisoned) => poisoned.into_inner().clone(),
            };
            let done = catch_unwind(AssertUnwindSafe(|| worker::run(worker, &job, &events)));
            if done.is_err() {
                let failed = lost("a worker failed: restart all with --resume".to_owned());
                worker::give_up(&job, &events, Err(failed));
            }
        };
        let guards = timely::execute::execute_from(builders, others, WorkerConfig::default(), work);
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
            // A worker that ends lets its links say that all is well: they are gone before it does.
            wires.iter().filter_map(Weak::upgrade).for_each(|wire| wire.sever());
            halt.store(true, Ordering::Relaxed);
            severed.store(true, Ordering::Release);
            // Threads that wait for a lost process never end; the program is about to.
            std::mem::forget(guards);
        }
        result
    }
}

type Builders = (Vec<AllocatorBuilder>, Box<dyn Any + Send>);

fn allocators(
    links: Vec<Option<Link>>,
    process: usize,
    workers: usize,
) -> Result<Builders, EngineError> {
    let failed = |what: String| lost(format!("links cannot be started: {what}"));
    if links.len() < 2 {
        return CommunicationConfig::Process(workers).try_build().map_err(failed);
    }
    let hooks = Hooks::default();
    let inner = ProcessBuilder::new_typed_vector(workers, hooks.refill.clone(), None);
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
            Ok(Event::Silent(process, patience)) => {
                let host = hosts.get(process).map_or("?", |host| host);
                let seconds = patience.as_secs_f64();
                return Err(lost(format!(
                    "the process at {host} gave no sign of life for {seconds} s (--peer-timeout), \
                     at step {step}; what all had finished is kept where there are checkpoints: \
                     restart all with --resume"
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

#[cfg(test)]
mod tests {
    use super::*;
    use hippodrome::count::{Plan, TourCount};
    use hippodrome::{Kind, Leaper, Silent};
    use std::io::Read;
    use std::net::TcpListener;
    use std::path::PathBuf;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn a_process_that_fails_does_not_say_that_all_is_well() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut other = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let streams = vec![None, Some(listener.accept().unwrap().0)];
        let tours = TourCount::new("6x6".parse().unwrap(), Leaper::KNIGHT, Kind::Closed);
        let plan = Plan::new(&tours.moves().unwrap(), &tours.order().unwrap()).unwrap();
        let job = Job {
            plan: Arc::new(plan),
            workers: 2,
            memory: 1 << 24,
            spill: None,
            // Nothing can be kept there.
            checkpoint: Some(PathBuf::from("/dev/null/kept")),
            checkpoint_every: Duration::ZERO,
            files: None,
            halt: Arc::new(AtomicBool::new(false)),
            severed: Arc::new(AtomicBool::new(false)),
        };
        let hosts = ["a:1".to_owned(), "b:1".to_owned()];
        let session = Session::begin(streams, 0, Duration::from_mins(1)).unwrap();
        let error = session.run(&hosts, job, &Silent).unwrap_err();
        assert!(error.to_string().contains("/dev/null/kept"), "{error}");
        // The end of a count that went well is a message of 48 bytes without any length.
        let mut heard = Vec::new();
        let _ = other.read_to_end(&mut heard);
        let goodbye = [&48_u32.to_le_bytes()[..], &[0; 48]].concat();
        assert!(!heard.windows(goodbye.len()).any(|part| part == goodbye), "{heard:?}");
    }
}
