//! The engine: from layer to layer, states in memory, all cores.

use super::checkpoint;
#[cfg(target_arch = "x86_64")]
use super::isa::Bmi2;
use super::isa::{Isa, Portable};
use super::plan::Plan;
use super::state::{Key, MAX_SLOTS_U64, Mates, decode, encode};
use super::step::{Sink, expand};
use super::table::{Bucket, CHUNK_WORDS, Chunk, Scratch, add_limbs};
use crate::observer::{Observer, Progress};
use num_bigint::BigUint;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How to run the engine.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EngineOptions {
    /// Threads to use.
    pub threads: usize,
    /// The most bytes that tables may take.
    pub memory: u64,
    /// A directory for checkpoints: the count goes on from the one found there, and writes one
    /// after a step whenever `checkpoint_every` has passed.
    pub checkpoint: Option<PathBuf>,
    /// The least time between two checkpoints.
    pub checkpoint_every: Duration,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            memory: 4 << 30,
            checkpoint: None,
            checkpoint_every: Duration::from_mins(1),
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
}

/// A finished count.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// A checkpoint could not be written, or the one there cannot be gone on from.
    Checkpoint {
        /// Which, and why.
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
            Self::Checkpoint { what } => f.write_str(what),
            Self::Stopped { step } => write!(f, "the count was stopped at step {step}"),
            Self::Memory { step, states } => write!(
                f,
                "the memory given is too small: step {step} starts from {states} states of 16 \
                 bytes or more and makes more than fit"
            ),
        }
    }
}

impl std::error::Error for EngineError {}

/// Counts the Hamiltonian cycles of the plan's graph.
///
/// # Errors
/// [`EngineError::Memory`] if the tables would outgrow the memory given, and
/// [`EngineError::Stopped`] if the observer asks for it.
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
    if plan.width() <= MAX_SLOTS_U64 {
        run::<u64, I>(isa, plan, options, observer, &mut |_| Ok(()))
    } else {
        run::<u128, I>(isa, plan, options, observer, &mut |_| Ok(()))
    }
}

/// One thread's way from states to buckets.
struct Outbox<'a, K: Key, I> {
    isa: I,
    slots: u32,
    /// Chunks being filled, one a bucket.
    boxes: Vec<Chunk>,
    /// Buckets are chosen by the bits of the hash from here up.
    shift: u32,
    target: &'a Target,
    scratch: Scratch<K>,
    limbs: usize,
    /// The count of the state being expanded.
    count: Vec<u64>,
    cycles: u64,
    transitions: u64,
}

/// The layer that is being made.
struct Target {
    buckets: Vec<Mutex<Bucket>>,
    /// Chunks held by this layer and the one before.
    chunks: AtomicU64,
    limit: u64,
    full: AtomicBool,
    stopped: AtomicBool,
}

impl Target {
    fn halted(&self) -> bool {
        self.full.load(Ordering::Relaxed) || self.stopped.load(Ordering::Relaxed)
    }
}

impl<K: Key, I: Isa> Outbox<'_, K, I> {
    fn flush(&mut self, bucket: usize, spare: Chunk) {
        let chunk = std::mem::replace(&mut self.boxes[bucket], spare);
        if chunk.is_empty() {
            return;
        }
        let mut guard = lock(&self.target.buckets[bucket]);
        let held = self.target.chunks.fetch_add(1, Ordering::Relaxed);
        if guard.push(chunk, K::WORDS + self.limbs) || held > self.target.limit {
            let before = guard.chunks() as u64;
            self.scratch.compact(&mut guard);
            let freed = before - guard.chunks() as u64;
            if self.target.chunks.fetch_sub(freed, Ordering::Relaxed) - freed > self.target.limit {
                self.target.full.store(true, Ordering::Relaxed);
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<K: Key, I: Isa> Sink for Outbox<'_, K, I> {
    #[inline(always)]
    fn state(&mut self, ends: u64, full: u64, mates: &mut Mates) {
        self.transitions += 1;
        let key: K = encode(self.isa, self.slots, ends, full, mates);
        let bucket = if self.shift == 64 { 0 } else { (key.mix() >> self.shift) as usize };
        let records = &mut self.boxes[bucket];
        let mut words = [0; 2];
        key.store(&mut words);
        records.extend_from_slice(&words[..K::WORDS]);
        if let [count] = self.count[..] {
            records.push(count);
        } else {
            records.extend_from_slice(&self.count);
        }
        if records.len() + K::WORDS + self.limbs > CHUNK_WORDS {
            self.flush(bucket, Chunk::with_capacity(CHUNK_WORDS));
        }
    }

    #[inline(always)]
    fn cycle(&mut self) {
        self.cycles += 1;
    }
}

/// Expands all states of a chunk of records.
#[inline(always)]
fn consume<K: Key, I: Isa>(
    plan: &Plan,
    index: usize,
    (records, stride): (&[u64], usize),
    sink: &mut Outbox<'_, K, I>,
) -> BigUint {
    let mut cycles = BigUint::ZERO;
    let mut mates = [0; 64];
    for record in records.chunks_exact(stride) {
        let (ends, full) = decode(sink.isa, plan.slots, K::load(record), &mut mates);
        let count = &record[K::WORDS..];
        sink.count[..count.len()].copy_from_slice(count);
        expand(plan, index, ends, full, &mut mates, sink);
        if sink.cycles > 0 {
            cycles += big(count) * sink.cycles;
            sink.cycles = 0;
        }
    }
    cycles
}

/// The same, compiled for machines with BMI2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
fn consume_bmi2<K: Key>(
    plan: &Plan,
    index: usize,
    (records, stride): (&[u64], usize),
    sink: &mut Outbox<'_, K, Bmi2>,
) -> BigUint {
    consume(plan, index, (records, stride), sink)
}

/// A machine on which shards can be consumed.
trait Consume: Isa {
    fn consume<K: Key>(
        self,
        plan: &Plan,
        index: usize,
        records: (&[u64], usize),
        sink: &mut Outbox<'_, K, Self>,
    ) -> BigUint;
}

impl Consume for Portable {
    fn consume<K: Key>(
        self,
        plan: &Plan,
        index: usize,
        (records, stride): (&[u64], usize),
        sink: &mut Outbox<'_, K, Self>,
    ) -> BigUint {
        consume(plan, index, (records, stride), sink)
    }
}

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "a function compiled for instructions that not every x86-64 has")]
impl Consume for Bmi2 {
    fn consume<K: Key>(
        self,
        plan: &Plan,
        index: usize,
        (records, stride): (&[u64], usize),
        sink: &mut Outbox<'_, K, Self>,
    ) -> BigUint {
        // SAFETY: a `Bmi2` is made only where the machine was found to have these instructions.
        unsafe { consume_bmi2(plan, index, (records, stride), sink) }
    }
}

/// The number with these words, lowest first.
pub(super) fn big(limbs: &[u64]) -> BigUint {
    let digits: Vec<u32> = limbs.iter().flat_map(|&l| [l as u32, (l >> 32) as u32]).collect();
    BigUint::new(digits)
}

/// Layers with fewer states than this are done by one thread.
const SMALL: usize = 1 << 13;

/// Buckets are as many as give each about so many states: their hash table fits a core's cache.
const STATES_A_BUCKET: usize = 1 << 15;

/// At most 2¹¹ buckets: each thread fills one chunk of each at a time.
const MOST_BITS: u32 = 11;

/// A layer: the states after some steps, each with the number of ways to reach it.
pub(crate) struct Layer<K> {
    pub(crate) buckets: Vec<Bucket>,
    /// Steps done.
    pub(crate) index: usize,
    /// Words of a count.
    pub(crate) limbs: usize,
    key: std::marker::PhantomData<K>,
}

impl<K: Key> Layer<K> {
    /// Nothing done: one state, reached in one way.
    fn first() -> Self {
        let mut record = vec![0; K::WORDS + 1];
        record[K::WORDS] = 1;
        Self::from_records(0, 1, vec![record])
    }

    /// A layer from chunks of records.
    pub(crate) fn from_records(index: usize, limbs: usize, chunks: Vec<Chunk>) -> Self {
        let mut bucket = Bucket::default();
        for chunk in chunks {
            let _ = bucket.push(chunk, K::WORDS + limbs);
        }
        Scratch::<K>::new(limbs).compact(&mut bucket);
        Self { buckets: vec![bucket], index, limbs, key: std::marker::PhantomData }
    }

    /// Words of a record.
    pub(crate) fn stride(&self) -> usize {
        K::WORDS + self.limbs
    }

    pub(crate) fn states(&self) -> usize {
        self.buckets.iter().map(|b| b.states(self.stride())).sum()
    }

    /// All records.
    pub(crate) fn records(&self) -> impl Iterator<Item = &[u64]> {
        self.buckets.iter().flat_map(Bucket::dense).flat_map(|c| c.chunks_exact(self.stride()))
    }

    /// The sum of all counts.
    pub(super) fn sum(&self) -> BigUint {
        let mut sum: Vec<u64> = vec![0; self.limbs + 1];
        for record in self.records() {
            add_limbs(&mut sum, &record[K::WORDS..]);
        }
        big(&sum)
    }
}

/// What a step gave besides its layer.
struct Advance<K> {
    layer: Layer<K>,
    cycles: BigUint,
    transitions: u64,
}

/// One step: the layer is consumed bucket by bucket, its memory freed as the next one grows.
fn advance<K: Key, I: Consume>(
    isa: I,
    plan: &Plan,
    layer: Layer<K>,
    limbs: usize,
    options: &EngineOptions,
    observer: &dyn Observer,
) -> Result<Advance<K>, EngineError> {
    let (index, stride, states) = (layer.index, layer.stride(), layer.states());
    let bits = (states / STATES_A_BUCKET).checked_ilog2().map_or(0, |b| (b + 1).min(MOST_BITS));
    let target = Target {
        buckets: (0..1 << bits).map(|_| Mutex::default()).collect(),
        chunks: AtomicU64::new(layer.buckets.iter().map(|b| b.chunks() as u64).sum()),
        limit: options.memory / (8 * CHUNK_WORDS as u64),
        full: AtomicBool::new(false),
        stopped: AtomicBool::new(false),
    };
    let sources: Vec<Mutex<Option<Bucket>>> =
        layer.buckets.into_iter().map(|b| Mutex::new(Some(b))).collect();
    let (next, finished) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let threads = if states < SMALL { 1 } else { options.threads.max(1) };
    let barrier = std::sync::Barrier::new(threads);
    let work = || -> (BigUint, u64) {
        let mut sink = Outbox::<K, I> {
            isa,
            slots: plan.slots,
            boxes: vec![Chunk::new(); 1 << bits],
            shift: 64 - bits,
            target: &target,
            scratch: Scratch::new(limbs),
            limbs,
            count: vec![0; limbs],
            cycles: 0,
            transitions: 0,
        };
        let mut cycles = BigUint::ZERO;
        while let Some(source) = sources.get(next.fetch_add(1, Ordering::Relaxed)) {
            for chunk in lock(source).take().into_iter().flat_map(Bucket::into_chunks) {
                if observer.should_stop() {
                    target.stopped.store(true, Ordering::Relaxed);
                }
                if target.halted() {
                    break;
                }
                cycles += isa.consume(plan, index, (&chunk, stride), &mut sink);
                drop(chunk);
                target.chunks.fetch_sub(1, Ordering::Relaxed);
            }
        }
        for bucket in 0..sink.boxes.len() {
            sink.flush(bucket, Chunk::new());
        }
        barrier.wait();
        while let Some(bucket) = target.buckets.get(finished.fetch_add(1, Ordering::Relaxed)) {
            sink.scratch.compact(&mut lock(bucket));
        }
        (cycles, sink.transitions)
    };
    let parts: Vec<(BigUint, u64)> = if threads == 1 {
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
    if target.full.load(Ordering::Relaxed) {
        return Err(EngineError::Memory { step: index, states: states as u64 });
    }
    if target.stopped.load(Ordering::Relaxed) {
        return Err(EngineError::Stopped { step: index });
    }
    let unlocked = |m: Mutex<Bucket>| m.into_inner().unwrap_or_else(PoisonError::into_inner);
    let buckets = target.buckets.into_iter().map(unlocked).collect();
    Ok(Advance {
        layer: Layer { buckets, index: index + 1, limbs, key: std::marker::PhantomData },
        cycles: parts.iter().map(|p| &p.0).sum(),
        transitions: parts.iter().map(|p| p.1).sum(),
    })
}

/// Words of a count, and the records of a layer.
pub(crate) type Records = (usize, Vec<(u128, Vec<u64>)>);

/// All layers, kept. The tables and the layers kept share the memory given.
pub(crate) fn layers_of(
    plan: &Plan,
    options: &EngineOptions,
    observer: &dyn Observer,
) -> Result<Vec<Records>, EngineError> {
    let options = &EngineOptions { checkpoint: None, ..options.clone() };
    let mut kept = Vec::new();
    let mut bytes = 0;
    let mut keep = |layer: &Layer<u128>| {
        // A record kept takes about 96 bytes while it is handled.
        bytes += layer.states() as u64 * 96;
        if bytes > options.memory {
            return Err(EngineError::Memory { step: layer.index, states: layer.states() as u64 });
        }
        let records = layer.records().map(|r| (u128::load(r), r[u128::WORDS..].to_vec()));
        kept.push((layer.limbs, records.collect()));
        Ok(())
    };
    run::<u128, Portable>(Portable, plan, options, observer, &mut keep)?;
    Ok(kept)
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
        && let Some(saved) = checkpoint::load::<K>(directory, plan)?
    {
        (layer, outcome) = (saved.layer, saved.outcome);
    }
    let mut written = Instant::now();
    while layer.index < plan.len() && layer.states() > 0 {
        let (index, states, sum) = (layer.index, layer.states() as u64, layer.sum());
        observer.progress(&Progress {
            stage: "count",
            done: index as u128,
            total: Some(plan.len() as u128),
            note: format!("{states} states"),
        });
        each(&layer)?;
        if let Some(directory) = &options.checkpoint
            && written.elapsed() >= options.checkpoint_every
        {
            checkpoint::save(directory, plan, &layer, &outcome)?;
            written = Instant::now();
        }
        // No count of the next layer is larger than the sum of all of them.
        let bound = &sum * plan.fan_out(index);
        let limbs = (bound.bits() as usize / 64 + 1).max(layer.limbs);
        let done = advance(isa, plan, layer, limbs, options, observer)?;
        outcome.cycles += done.cycles;
        outcome.layers.push(LayerReport {
            step: index,
            states,
            sum,
            transitions: done.transitions,
        });
        layer = done.layer;
    }
    Ok(outcome)
}
