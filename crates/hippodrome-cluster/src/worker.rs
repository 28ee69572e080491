//! What one worker does: load, step, agree, keep, until nothing is left to step from.

use crate::error::lost;
use crate::flow::{Flow, NAP, WINDOW};
use crate::session::Event;
use crate::store;
use hippodrome::count::{EngineError, Outcome, Part, Plan, Shard, ShardFiles, ShardOptions};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};
use timely::worker::Worker;

/// What the workers of a process have to do.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) plan: Arc<Plan>,
    /// Workers of this process.
    pub(crate) workers: usize,
    /// Bytes for each worker.
    pub(crate) memory: u64,
    pub(crate) spill: Option<PathBuf>,
    pub(crate) checkpoint: Option<PathBuf>,
    pub(crate) checkpoint_every: Duration,
    /// What each worker of this process loads; none if the count begins.
    pub(crate) files: Option<Vec<ShardFiles>>,
    /// Whether the count is over, and not well.
    pub(crate) halt: Arc<AtomicBool>,
    /// Whether the links are gone, after a count that did not end well.
    pub(crate) severed: Arc<AtomicBool>,
}

/// What one worker did in a count.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WorkerReport {
    /// Its number among all.
    pub worker: usize,
    /// States that it stepped from.
    pub states: u64,
    /// States that it made.
    pub transitions: u64,
    /// Bytes of records that it sent to other workers.
    pub sent: u64,
    /// Bytes of records that it received from other workers.
    pub received: u64,
    /// Bytes that it put on disk for want of memory.
    pub spilled: u64,
    /// Processor time, where the system tells it.
    pub cpu: Duration,
    /// Time spent waiting for others.
    pub waited: Duration,
}

impl WorkerReport {
    /// Adds what it did in another count.
    pub(crate) fn add(&mut self, more: &Self) {
        self.states += more.states;
        self.transitions += more.transitions;
        self.sent += more.sent;
        self.received += more.received;
        self.spilled += more.spilled;
        self.cpu += more.cpu;
        self.waited += more.waited;
    }

    fn to_words(&self) -> Vec<u64> {
        let Self { worker, states, transitions, sent, received, spilled, cpu, waited } = self;
        let (cpu, waited) = (cpu.as_micros() as u64, waited.as_micros() as u64);
        vec![*worker as u64, *states, *transitions, *sent, *received, *spilled, cpu, waited]
    }

    fn from_words(words: &[u64]) -> Option<Self> {
        let &[worker, states, transitions, sent, received, spilled, cpu, waited] = words else {
            return None;
        };
        let (cpu, waited) = (Duration::from_micros(cpu), Duration::from_micros(waited));
        let worker = worker as usize;
        Some(Self { worker, states, transitions, sent, received, spilled, cpu, waited })
    }
}

/// A finished count, and what every worker did.
pub(crate) type Finished = (Outcome, Vec<WorkerReport>);

/// Does the part of a worker, and tells how it ended.
pub(crate) fn run(worker: &mut Worker, job: &Job, events: &mpsc::Sender<Event>) {
    // Records under way, at both ends, take at most a twelfth of the memory.
    let budget = (job.memory / 128).clamp(1 << 14, 1 << 22);
    let under_way = 2 * u64::from(WINDOW + 1) * budget;
    let options = ShardOptions {
        workers: worker.peers(),
        worker: worker.index(),
        memory: job.memory.saturating_sub(under_way),
        spill: job.spill.clone(),
    };
    let shard = Shard::new(&job.plan, options);
    let local = worker.index() % job.workers;
    let flow = Flow::new(worker, shard, budget / 8, Arc::clone(&job.halt));
    let mut part = Steps { flow, job, local, events, index: 0, saved: None, states: 0, made: 0 };
    let begin = cpu();
    let result = part.run(begin);
    if result.is_err() {
        give_up(job, events, result);
        part.flow.end();
    } else {
        part.flow.end();
        let _ = events.send(Event::Done(Box::new(result)));
    }
}

/// Tells why a worker gives up, then stops the others of its process, and waits until the links are
/// gone: what a worker leaves looks like the end of a count that went well.
pub(crate) fn give_up(
    job: &Job,
    events: &mpsc::Sender<Event>,
    result: Result<Finished, EngineError>,
) {
    // If nobody hears it the count is over.
    let _ = events.send(Event::Done(Box::new(result)));
    job.halt.store(true, Ordering::Relaxed);
    while !job.severed.load(Ordering::Acquire) {
        std::thread::park_timeout(NAP);
    }
}

struct Steps<'a> {
    flow: Flow<'a>,
    job: &'a Job,
    /// The number of the worker in its process.
    local: usize,
    events: &'a mpsc::Sender<Event>,
    index: usize,
    /// The layer kept last, as long as it is not known that all have kept it.
    saved: Option<usize>,
    states: u64,
    made: u64,
}

impl Steps<'_> {
    fn run(&mut self, begin: Duration) -> Result<Finished, EngineError> {
        if let Some(files) = &self.job.files {
            self.load(files.get(self.local).cloned())?;
        } else {
            self.keep()?;
            self.flow.tell(&[])?;
        }
        let mut written = Instant::now();
        let mut pause = self.job.checkpoint_every;
        while !self.flow.with(|shard| shard.is_done()) {
            if self.local == 0 {
                let (index, states) = self.flow.with(|shard| (shard.index(), shard.states()));
                let _ = self.events.send(Event::Step(index, states));
            }
            let part = self.step()?;
            // The first worker says for all when it is time to keep a layer.
            let due = written.elapsed() >= pause;
            let notes = self.tell(&part, due)?;
            self.clear();
            let parts = parts(&notes)?;
            self.states += part.states;
            self.made += part.transitions;
            self.index = self.flow.with(|shard| {
                shard.agree(&parts)?;
                Ok::<_, EngineError>(shard.index())
            })?;
            if notes[0].first() == Some(&1) || self.flow.with(|shard| shard.is_done()) {
                let start = Instant::now();
                self.keep()?;
                written = Instant::now();
                // Checkpoints of large layers take at most a tenth of the time, unless each is
                // wanted.
                if !pause.is_zero() {
                    pause = self.job.checkpoint_every.max(9 * start.elapsed());
                }
            }
        }
        let report = self.report(begin).to_words();
        let notes = self.flow.tell(&report)?;
        self.clear();
        let reports = notes.iter().map(|note| WorkerReport::from_words(note));
        let reports = reports.collect::<Option<_>>().ok_or_else(strange)?;
        Ok((self.flow.with(|shard| shard.outcome().clone()), reports))
    }

    /// One step, with what comes of it.
    fn step(&mut self) -> Result<Part, EngineError> {
        self.flow.with(Shard::begin);
        self.flow.exchange()?;
        self.flow.with(Shard::finish)
    }

    fn tell(&mut self, part: &Part, due: bool) -> Result<Vec<Vec<u64>>, EngineError> {
        let mut words = vec![u64::from(due)];
        words.extend(part.to_words());
        self.flow.tell(&words)
    }

    /// Loads files, whoever held their states.
    fn load(&mut self, files: Option<ShardFiles>) -> Result<(), EngineError> {
        let files = files.ok_or_else(strange)?;
        let mut words = Vec::new();
        for head in files.heads() {
            words.push(head.len() as u64);
            words.extend(head);
        }
        let mut heads = Vec::new();
        for note in self.flow.tell(&words)? {
            let mut rest = &note[..];
            while let Some((&len, more)) = rest.split_first() {
                let (head, more) = more.split_at_checked(len as usize).ok_or_else(strange)?;
                heads.push(head.to_vec());
                rest = more;
            }
        }
        self.flow.with(|shard| shard.begin_load(&heads, files))?;
        self.flow.exchange()?;
        let part = self.flow.with(Shard::finish)?;
        let notes = self.tell(&part, false)?;
        let parts = parts(&notes)?;
        self.index = self.flow.with(|shard| {
            shard.agree_loaded(&parts)?;
            Ok::<_, EngineError>(shard.index())
        })?;
        Ok(())
    }

    /// Writes its part of the layer.
    fn keep(&mut self) -> Result<(), EngineError> {
        if let Some(directory) = &self.job.checkpoint {
            self.flow.with(|shard| shard.save(directory))?;
            self.saved = Some(self.index);
        }
        Ok(())
    }

    /// Removes what is older than the layer that all have kept.
    fn clear(&mut self) {
        if let (Some(directory), Some(layer)) = (&self.job.checkpoint, self.saved.take())
            && self.local == 0
        {
            store::clear(directory, layer);
        }
    }

    fn report(&mut self, begin: Duration) -> WorkerReport {
        let traffic = self.flow.traffic();
        WorkerReport {
            worker: self.flow.index(),
            states: self.states,
            transitions: self.made,
            sent: traffic.sent * 8,
            received: traffic.received * 8,
            spilled: self.flow.with(|shard| shard.spilled()),
            cpu: cpu().saturating_sub(begin),
            waited: traffic.waited,
        }
    }
}

fn strange() -> EngineError {
    lost("a message between processes was damaged: restart all with --resume".to_owned())
}

fn parts(notes: &[Vec<u64>]) -> Result<Vec<Part>, EngineError> {
    let part = |note: &Vec<u64>| Part::from_words(note.get(1..)?);
    notes.iter().map(part).collect::<Option<_>>().ok_or_else(strange)
}

/// The processor time of this thread; zero where the system does not tell it.
fn cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = text.split(' ').next().and_then(|word| word.trim().parse().ok());
    Duration::from_nanos(nanos.unwrap_or_default())
}
