//! The engine: from layer to layer, states in memory, all cores.

#[cfg(target_arch = "x86_64")]
use super::isa::Bmi2;
use super::isa::Portable;
use super::outbox::{Consume, Outbox, Post};
use super::pace::Pace;
use super::plan::Plan;
use super::state::Key;
use super::table::{Bucket, CHUNK_WORDS, Chunk, Scratch};
use super::tally::{Tally, big};
use super::target::{CHUNK_BYTES, Target, lock};
use super::{checkpoint, finished};
use crate::observer::{Observer, Progress};
use num_bigint::BigUint;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Mutex};
use std::time::{Duration, Instant};

/// How to run the engine.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EngineOptions {
    /// Threads to use.
    pub threads: usize,
    /// The most bytes that tables may take.
    pub memory: u64,
    /// A directory for what does not fit that memory, in files that have no name there; with none
    /// a count that outgrows its memory ends.
    pub spill: Option<PathBuf>,
    /// A directory for checkpoints: the count goes on from the one found there, and writes one
    /// after a step whenever `checkpoint_every` has passed.
    pub checkpoint: Option<PathBuf>,
    /// The least time between two checkpoints; zero for one after every step.
    pub checkpoint_every: Duration,
    /// The states expected before each step, on any scale, for estimates of the time left; without
    /// them there are none.
    pub profile: Vec<f64>,
    /// What counts in place of the engine of this process, such as many machines together.
    pub counter: Option<Arc<dyn Counter>>,
}

/// Counts Hamiltonian cycles in place of the engine of this process.
pub trait Counter: std::fmt::Debug + Send + Sync {
    /// Counts the Hamiltonian cycles of the plan's graph, with the same outcome as the engine:
    /// cycles, and what every layer held.
    ///
    /// # Errors
    /// As [`count_cycles`].
    fn count(
        &self,
        plan: &Plan,
        options: &EngineOptions,
        observer: &dyn Observer,
    ) -> Result<Outcome, EngineError>;
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            memory: 4 << 30,
            spill: None,
            checkpoint: None,
            checkpoint_every: Duration::from_mins(1),
            profile: Vec::new(),
            counter: None,
        }
    }
}

/// What a layer held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerReport {
    /// Steps done before it.
    pub step: usize,
    /// Distinct states.
    pub states: u64,
    /// The sum of their counts.
    pub sum: BigUint,
    /// Transitions that led out of it.
    pub transitions: u64,
    /// Cycles that the step from it closed.
    pub closed: BigUint,
    /// The sum, modulo 2⁶⁴, of a hash of every state with its count modulo
    /// [`COUNT_PRIME`](super::COUNT_PRIME): two runs that agree in it, in whatever order they met
    /// the states, almost surely agree in all of them.
    pub hash: u64,
}

/// A finished count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Hamiltonian cycles of the graph, undirected.
    pub cycles: BigUint,
    /// What each layer held.
    pub layers: Vec<LayerReport>,
}

impl Outcome {
    /// The most states of any layer.
    #[must_use]
    pub fn peak_states(&self) -> u64 {
        self.layers.iter().map(|l| l.states).max().unwrap_or(0)
    }

    /// States of all layers.
    #[must_use]
    pub fn total_states(&self) -> u64 {
        self.layers.iter().map(|l| l.states).sum()
    }

    /// Transitions between all layers.
    #[must_use]
    pub fn transitions(&self) -> u64 {
        self.layers.iter().map(|l| l.transitions).sum()
    }
}

/// Why a count stopped before its end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineError {
    /// The observer asked for it.
    Stopped {
        /// The step that was being done.
        step: usize,
    },
    /// The checkpoint that is there cannot be gone on from.
    Checkpoint {
        /// Which, and why.
        what: String,
    },
    /// A checkpoint or a temporary file could not be written or read back.
    Disk {
        /// Which, and why.
        what: String,
    },
    /// The processes that are to count together do not fit together.
    Peers {
        /// Which, and why.
        what: String,
    },
    /// A process that counts along was lost, or did not come.
    Lost {
        /// Which, and what to do.
        what: String,
    },
    /// The tables would outgrow the memory given.
    Memory {
        /// The step that was being done.
        step: usize,
        /// The states of the layer before it.
        states: u64,
    },
}

impl std::fmt::Display for EngineError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Checkpoint { what }
            | Self::Disk { what }
            | Self::Peers { what }
            | Self::Lost { what } => f.write_str(what),
            Self::Stopped { step } => write!(f, "the count was stopped at step {step}"),
            Self::Memory { step, states } => write!(
                f,
                "the memory given is too small: step {step} starts from {states} states of 16 \
                 bytes or more and makes more than fit; give more, or a directory to spill to"
            ),
        }
    }
}

impl std::error::Error for EngineError {}

/// Counts the Hamiltonian cycles of the plan's graph.
///
/// # Errors
/// [`EngineError::Memory`] if the tables would outgrow the memory given and there is no directory to
/// spill to, [`EngineError::Disk`] if that one is full, and [`EngineError::Stopped`] if the observer
/// asks for it.
///
/// # Complexity
/// Time proportional to the transitions of all layers, about 50 ns each on one core; memory to the
/// states of two layers and the transitions between them, 16 bytes each with one-word counts.
///
/// # Examples
/// ```
/// use hippodrome::Silent;
/// use hippodrome::count::{EngineOptions, Graph, Plan, count_cycles};
/// // The complete graph on five vertices has 4!/2 Hamiltonian cycles.
/// let k5 = Graph::new(5, (0..5).flat_map(|v| (0..v).map(move |u| (u, v))))?;
/// let plan = Plan::new(&k5, &[0, 1, 2, 3, 4])?;
/// let outcome = count_cycles(&plan, &EngineOptions::default(), &Silent)?;
/// assert_eq!(outcome.cycles, 12_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_cycles(
    plan: &Plan,
    options: &EngineOptions,
    observer: &dyn Observer,
) -> Result<Outcome, EngineError> {
    if let Some(counter) = &options.counter {
        return counter.count(plan, options, observer);
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(bmi2) = Bmi2::detect() {
        return run_for(bmi2, plan, options, observer);
    }
    run_for(Portable, plan, options, observer)
}

fn run_for<I: Consume>(
    isa: I,
    plan: &Plan,
    options: &EngineOptions,
    observer: &dyn Observer,
) -> Result<Outcome, EngineError> {
    if plan.is_narrow() {
        run::<u64, I>(isa, plan, options, observer, &mut |_| Ok(()))
    } else {
        run::<u128, I>(isa, plan, options, observer, &mut |_| Ok(()))
    }
}

/// Layers with fewer states than this are done by one thread.
const SMALL: u64 = 1 << 13;

/// Buckets are as many as give each about so many states: their hash table fits a core's cache.
pub(super) const STATES_A_BUCKET: u64 = 1 << 15;

/// At most 2¹¹ buckets: each thread fills one chunk of each at a time.
pub(super) const MOST_BITS: u32 = 11;

/// A layer: the states after some steps, each with the number of ways to reach it.
pub(crate) struct Layer<K> {
    pub(crate) buckets: Vec<Bucket>,
    /// Steps done.
    pub(crate) index: usize,
    /// Words of a count.
    pub(crate) limbs: usize,
    /// The sum of all counts.
    pub(crate) sum: BigUint,
    key: std::marker::PhantomData<K>,
}

impl<K: Key> Layer<K> {
    /// Nothing done: one state, reached in one way.
    pub(super) fn first() -> Self {
        let mut record = vec![0; K::WORDS + 1];
        record[K::WORDS] = 1;
        let mut bucket = Bucket::default();
        let _ = bucket.push(record, K::WORDS + 1);
        Scratch::<K>::new(1).compact(&mut bucket);
        Self::new(vec![bucket], 0, 1, BigUint::from(1_u32))
    }

    /// A layer of these buckets, whose states are all distinct.
    pub(crate) fn new(buckets: Vec<Bucket>, index: usize, limbs: usize, sum: BigUint) -> Self {
        Self { buckets, index, limbs, sum, key: std::marker::PhantomData }
    }

    /// Words of a record.
    pub(crate) fn stride(&self) -> usize {
        K::WORDS + self.limbs
    }

    /// How many states there are, or, if some are on disk, at most how many.
    pub(crate) fn states(&self) -> u64 {
        self.buckets.iter().map(|b| b.states(self.stride())).sum()
    }

    /// Hands on all records, chunk by chunk.
    pub(crate) fn for_each_chunk(
        &self,
        mut each: impl FnMut(&[u64]) -> io::Result<()>,
    ) -> io::Result<()> {
        self.buckets.iter().try_for_each(|bucket| self.for_each_chunk_of(bucket, &mut each))
    }

    /// Hands on the records of one of its buckets, chunk by chunk.
    pub(crate) fn for_each_chunk_of(
        &self,
        bucket: &Bucket,
        each: &mut dyn FnMut(&[u64]) -> io::Result<()>,
    ) -> io::Result<()> {
        bucket.dense().iter().try_for_each(|chunk| each(chunk))?;
        let mut merge = bucket.merge::<K>(self.stride())?;
        let mut chunk = Chunk::new();
        while merge.next_chunk(&mut chunk)? {
            each(&chunk)?;
        }
        Ok(())
    }
}

/// One thread's way into the layer that is being made.
struct Here<'a, K: Key> {
    target: &'a Target,
    scratch: Scratch<K>,
}

impl<K: Key> Post for Here<'_, K> {
    fn post(&mut self, at: usize, records: Chunk) {
        self.target.accept(at, records, &mut self.scratch);
    }
}

/// One step: the layer is consumed bucket by bucket, its memory freed as the next one grows.
fn advance<K: Key, I: Consume>(
    isa: I,
    plan: &Plan,
    layer: Layer<K>,
    limbs: usize,
    options: &EngineOptions,
    observer: &dyn Observer,
) -> Result<(Layer<K>, LayerReport), EngineError> {
    let (index, stride, states) = (layer.index, layer.stride(), layer.states());
    let threads = if states < SMALL { 1 } else { options.threads.max(1) };
    let bits = (states / STATES_A_BUCKET).checked_ilog2().map_or(0, |b| (b + 1).min(MOST_BITS));
    // The chunks that the threads fill, one a bucket, take at most a quarter of the memory.
    let most = options.memory / 4 / (threads as u64 * CHUNK_BYTES);
    let bits = bits.min(most.checked_ilog2().unwrap_or(0));
    let boxes = (threads as u64) << bits;
    let held = layer.buckets.iter().map(|b| b.chunks() as u64).sum();
    let target = Target::new(bits, boxes, held, options);
    let sources: Vec<Mutex<Option<Bucket>>> =
        layer.buckets.into_iter().map(|b| Mutex::new(Some(b))).collect();
    let next = AtomicUsize::new(0);
    let barrier = Barrier::new(threads);
    let work = || -> Tally {
        let post = Here { target: &target, scratch: Scratch::<K>::new(limbs) };
        let mut sink = Outbox::<K, I, _>::new(isa, plan, 1 << bits, limbs, post);
        let mut tally = Tally::new(limbs);
        // Whether to go on after a chunk.
        let mut expand_all = |chunk: &[u64]| {
            if observer.should_stop() {
                target.stopped.store(true, Ordering::Relaxed);
            }
            if !target.halted() {
                isa.consume(plan, index, (chunk, stride), &mut sink, &mut tally);
            }
            !target.halted()
        };
        while let Some(source) = sources.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Some(bucket) = lock(source).take() else { continue };
            if bucket.on_disk() {
                let read = bucket.merge::<K>(stride).and_then(|mut merge| {
                    let mut chunk = Chunk::with_capacity(CHUNK_WORDS);
                    while merge.next_chunk(&mut chunk)? && expand_all(&chunk) {}
                    Ok(())
                });
                read.unwrap_or_else(|error| target.fail(error));
            }
            for chunk in bucket.into_chunks() {
                let go_on = expand_all(&chunk);
                drop(chunk);
                target.chunks.fetch_sub(1, Ordering::Relaxed);
                if !go_on {
                    break;
                }
            }
        }
        sink.flush();
        target.finish(&mut sink.post.scratch, &barrier);
        tally.transitions = sink.transitions;
        tally
    };
    let parts: Vec<Tally> = if threads == 1 {
        vec![work()]
    } else {
        std::thread::scope(|scope| {
            let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            handles
                .into_iter()
                .map(|h| h.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        })
    };
    let buckets = target.into_buckets(index, states)?;
    let report = LayerReport {
        step: index,
        states: parts.iter().map(|p| p.states).sum(),
        sum: layer.sum,
        transitions: parts.iter().map(|p| p.transitions).sum(),
        closed: parts.iter().map(|p| big(&p.closed)).sum(),
        hash: parts.iter().fold(0, |hash, p| hash.wrapping_add(p.hash)),
    };
    let sum = parts.iter().map(|p| big(&p.sum)).sum();
    Ok((Layer::new(buckets, index + 1, limbs, sum), report))
}

/// Takes every layer before it is stepped from.
pub(crate) trait Keep {
    /// Takes a layer.
    ///
    /// # Errors
    /// Whatever is to end the count.
    fn keep<K: Key>(&mut self, layer: &Layer<K>) -> Result<(), EngineError>;
}

/// Counts, and has every layer kept.
pub(crate) fn count_and_keep(
    plan: &Plan,
    options: &EngineOptions,
    observer: &dyn Observer,
    kept: &mut impl Keep,
) -> Result<Outcome, EngineError> {
    #[cfg(target_arch = "x86_64")]
    if let Some(bmi2) = Bmi2::detect() {
        return keep_for(bmi2, plan, options, observer, kept);
    }
    keep_for(Portable, plan, options, observer, kept)
}

fn keep_for<I: Consume>(
    isa: I,
    plan: &Plan,
    options: &EngineOptions,
    observer: &dyn Observer,
    kept: &mut impl Keep,
) -> Result<Outcome, EngineError> {
    if plan.is_narrow() {
        run::<u64, I>(isa, plan, options, observer, &mut |layer| kept.keep(layer))
    } else {
        run::<u128, I>(isa, plan, options, observer, &mut |layer| kept.keep(layer))
    }
}

fn run<K: Key, I: Consume>(
    isa: I,
    plan: &Plan,
    options: &EngineOptions,
    observer: &dyn Observer,
    each: &mut dyn FnMut(&Layer<K>) -> Result<(), EngineError>,
) -> Result<Outcome, EngineError> {
    let mut outcome = Outcome { cycles: BigUint::ZERO, layers: Vec::new() };
    if !plan.possible() {
        return Ok(outcome);
    }
    let mut layer = Layer::<K>::first();
    if let Some(directory) = &options.checkpoint
        && finished::any(directory)
    {
        // Those of a count by several runs.
        return Err(checkpoint::foreign(directory));
    }
    if let Some(directory) = &options.checkpoint
        && let Some(saved) = checkpoint::load::<K>(directory, plan)?
    {
        (layer, outcome) = (saved.layer, saved.outcome);
    }
    let mut written = Instant::now();
    let mut pause = options.checkpoint_every;
    let mut pace = Pace::new(&options.profile);
    while layer.index < plan.len() && layer.states() > 0 {
        observer.progress(&Progress {
            stage: "count",
            done: layer.index as u128,
            total: Some(plan.len() as u128),
            note: pace.words(layer.index, layer.states()),
        });
        each(&layer)?;
        if let Some(directory) = &options.checkpoint
            && written.elapsed() >= pause
        {
            let begin = Instant::now();
            checkpoint::save(directory, plan, &layer, &outcome)?;
            written = Instant::now();
            // Checkpoints of large layers take at most a tenth of the time, unless each is wanted.
            if !pause.is_zero() {
                pause = options.checkpoint_every.max(9 * begin.elapsed());
            }
        }
        // No count of the next layer is larger than the sum of all of them.
        let bound = &layer.sum * plan.fan_out(layer.index);
        let limbs = (bound.bits() as usize / 64 + 1).max(layer.limbs);
        let (next, report) = advance(isa, plan, layer, limbs, options, observer)?;
        pace.note(report.states);
        outcome.cycles += &report.closed;
        outcome.layers.push(report);
        layer = next;
    }
    Ok(outcome)
}
