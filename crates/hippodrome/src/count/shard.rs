//! One worker's part of a count that many workers share.
//!
//! The states of a layer are dealt out by their hash, so that each is held by one worker whoever
//! makes it. A worker steps from its own states, keeps what falls to itself, and hands out the rest
//! in [`Parcel`]s; once every parcel has arrived, each worker adds up what it holds, and all of them
//! tell each other what they did ([`Part`]). From that every one of them knows the layer as a whole,
//! checks it against what the layer before announced, and goes on. How parcels travel is not said
//! here; nor is anything shared but what is said above.

use super::checkpoint::{self, Head, ShardParts};
use super::engine::{
    EngineError, EngineOptions, Layer, LayerReport, MOST_BITS, Outcome, STATES_A_BUCKET,
};
#[cfg(target_arch = "x86_64")]
use super::isa::Bmi2;
use super::isa::Portable;
use super::outbox::{Consume, Outbox, Post, part};
use super::plan::Plan;
use super::spill::Merge;
use super::state::Key;
use super::table::{Bucket, CHUNK_WORDS, Chunk, Scratch, add_product};
use super::tally::{Tally, big};
use super::target::{CHUNK_BYTES, Target};
use num_bigint::BigUint;
use std::collections::VecDeque;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Barrier};

/// How many workers there are, which one this is, and what it may use.
#[derive(Clone, Debug)]
pub struct ShardOptions {
    /// Workers in all; at least one.
    pub workers: usize,
    /// The number of this one, from 0.
    pub worker: usize,
    /// The most bytes that its tables may take; the same for all workers.
    pub memory: u64,
    /// Where it puts what does not fit.
    pub spill: Option<PathBuf>,
}

/// Records on their way to the worker that holds their states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parcel {
    /// That worker.
    pub worker: u32,
    /// Which of its buckets they belong to.
    pub bucket: u32,
    /// The records; at most about 8 KiB.
    pub words: Vec<u64>,
}

/// What one worker did in one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// States that it stepped from.
    pub states: u64,
    /// The sum of their hashes with their counts, modulo 2⁶⁴.
    pub hash: u64,
    /// States that it made, equal ones as often as they were made.
    pub transitions: u64,
    /// States that it holds now; of those on disk, at most so many.
    pub held: u64,
    /// The sum of the counts that it stepped from.
    pub own: BigUint,
    /// The sum of the counts of all states that it made.
    pub sum: BigUint,
    /// Cycles that it closed.
    pub closed: BigUint,
}

impl Part {
    /// As words, to be sent.
    #[must_use]
    pub fn to_words(&self) -> Vec<u64> {
        let mut words = vec![self.states, self.hash, self.transitions, self.held];
        for number in [&self.own, &self.sum, &self.closed] {
            words.push(number.iter_u64_digits().len() as u64);
            words.extend(number.iter_u64_digits());
        }
        words
    }

    /// From words; none if they are no part.
    #[must_use]
    pub fn from_words(words: &[u64]) -> Option<Self> {
        let (&[states, hash, transitions, held], mut rest) = words.split_first_chunk()?;
        let mut number = || {
            let (&digits, more) = rest.split_first()?;
            let (number, more) = more.split_at_checked(usize::try_from(digits).ok()?)?;
            rest = more;
            Some(big(number))
        };
        let (own, sum, closed) = (number()?, number()?, number()?);
        rest.is_empty().then_some(Self { states, hash, transitions, held, own, sum, closed })
    }
}

/// The files of one layer that a worker loads.
#[derive(Clone, Debug)]
pub struct ShardFiles {
    heads: Vec<Head>,
    runs: Vec<super::spill::Run>,
}

impl ShardFiles {
    /// Reads the files of these workers, of so many, and finds them whole.
    ///
    /// # Errors
    /// [`EngineError::Checkpoint`] if one is missing, damaged, or about something else.
    pub fn read(
        directory: &Path,
        plan: &Plan,
        step: usize,
        workers: &[usize],
        of: usize,
    ) -> Result<Self, EngineError> {
        let mut files = Self { heads: Vec::new(), runs: Vec::new() };
        for &worker in workers {
            let path = directory.join(shard_name(step, worker, of));
            let whose = [worker as u64, of as u64];
            let ShardParts { head, runs } = if plan.is_narrow() {
                checkpoint::load_shard::<u64>(&path, whose, plan)?
            } else {
                checkpoint::load_shard::<u128>(&path, whose, plan)?
            };
            if head.index != step {
                let what = format!("{}: is of layer {}", path.display(), head.index);
                return Err(EngineError::Checkpoint { what });
            }
            files.heads.push(head);
            files.runs.extend(runs);
        }
        Ok(files)
    }

    /// What stands before the records of each file, as words: the same in all files of a layer.
    #[must_use]
    pub fn heads(&self) -> Vec<Vec<u64>> {
        self.heads.iter().map(Head::to_words).collect()
    }
}

/// The name of the file of a worker's part of the layer after so many steps.
#[must_use]
pub fn shard_name(step: usize, worker: usize, of: usize) -> String {
    format!("layer-{step:04}.shard-{worker}-of-{of}")
}

/// A number that tells problems apart: made of the order, the moves and the width of a state.
#[must_use]
pub fn plan_fingerprint(plan: &Plan) -> u64 {
    if plan.is_narrow() {
        checkpoint::fingerprint::<u64>(plan)
    } else {
        checkpoint::fingerprint::<u128>(plan)
    }
}

/// One worker's part of a count that many workers share.
///
/// # Examples
/// ```
/// use hippodrome::count::{Graph, Outcome, Plan, Shard, ShardOptions};
/// use std::sync::Arc;
/// // Two workers count the Hamiltonian cycles of the complete graph on six vertices: 5!/2.
/// let k6 = Graph::new(6, (0..6).flat_map(|v| (0..v).map(move |u| (u, v))))?;
/// let plan = Arc::new(Plan::new(&k6, &[0, 1, 2, 3, 4, 5])?);
/// let options = |worker| ShardOptions { workers: 2, worker, memory: 1 << 24, spill: None };
/// let mut shards = [0, 1].map(|worker| Shard::new(&plan, options(worker)));
/// let mut outcome = Outcome::default();
/// while !shards[0].is_done() {
///     let mut parcels = Vec::new();
///     for shard in &mut shards {
///         shard.begin();
///         while shard.expand(&mut parcels)? {}
///     }
///     for parcel in parcels {
///         shards[parcel.worker as usize].take(parcel)?;
///     }
///     let parts = [shards[0].finish()?, shards[1].finish()?];
///     for shard in &mut shards {
///         outcome = shard.agree(&parts)?.clone();
///     }
/// }
/// assert_eq!(outcome.cycles, 60_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Shard {
    work: Box<dyn Work>,
    plan: Arc<Plan>,
    options: ShardOptions,
    outcome: Outcome,
    /// Steps done.
    index: usize,
    /// States of the layer, of all workers.
    states: u64,
    /// The sum of their counts.
    sum: BigUint,
    /// Words of a count.
    limbs: usize,
}

impl fmt::Debug for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { options, index, states, .. } = self;
        f.debug_struct("Shard")
            .field("options", options)
            .field("index", index)
            .field("states", states)
            .finish_non_exhaustive()
    }
}

impl Shard {
    /// The part of a worker before the first step.
    #[must_use]
    pub fn new(plan: &Arc<Plan>, options: ShardOptions) -> Self {
        let states = u64::from(plan.possible());
        Self {
            work: machine(plan, &options),
            plan: Arc::clone(plan),
            options,
            outcome: Outcome::default(),
            index: 0,
            states,
            sum: states.into(),
            limbs: 1,
        }
    }

    /// Whether there is nothing left to step from.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.index >= self.plan.len() || self.states == 0
    }

    /// Steps done.
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// States of the layer, of all workers; of those on disk, at most so many.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.states
    }

    /// What has been counted so far, by all workers.
    #[must_use]
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// Bytes that it has put on disk so far, for want of memory.
    #[must_use]
    pub fn spilled(&self) -> u64 {
        self.work.spilled()
    }

    /// Begins a step.
    pub fn begin(&mut self) {
        // No count of the next layer is larger than the sum of all of them.
        let bound = &self.sum * self.plan.fan_out(self.index);
        self.limbs = (bound.bits() as usize / 64 + 1).max(self.limbs);
        self.work.begin(self.bits(), self.limbs, None);
    }

    /// Begins with the files of a layer instead of its first step: `heads` are the heads of all
    /// files of all workers, `files` those that this worker is to load. The records then go to the
    /// workers that are to hold them, as in a step.
    ///
    /// # Errors
    /// [`EngineError::Checkpoint`] if the files are not of one and the same count.
    pub fn begin_load(&mut self, heads: &[Vec<u64>], files: ShardFiles) -> Result<(), EngineError> {
        let refused =
            |what: &str| EngineError::Checkpoint { what: format!("the checkpoints {what}") };
        let Some(first) = heads.first() else { return Err(refused("have no file")) };
        if heads.iter().any(|head| head != first) {
            return Err(refused("are of different runs: their sums differ"));
        }
        let head = Head::from_words(first, &self.plan).map_err(|what| refused(&what))?;
        (self.index, self.limbs, self.sum) = (head.index, head.limbs, head.sum);
        self.outcome = head.outcome;
        self.work.clear(self.index);
        let records: u64 = files.runs.iter().map(|run| run.words).sum();
        self.states = records.saturating_mul(self.options.workers as u64);
        let files = files.runs.into_iter().map(Bucket::in_file).collect();
        // What others load is not known: as many buckets as there may be.
        let bits = self.most_bits();
        self.work.begin(bits, self.limbs, Some(files));
        Ok(())
    }

    /// As many buckets as give each about so many states that its hash table fits a core's cache.
    fn bits(&self) -> u32 {
        let states = self.states / self.options.workers as u64;
        let bits = (states / STATES_A_BUCKET).checked_ilog2().map_or(0, |b| b + 1);
        bits.min(self.most_bits())
    }

    /// The chunks that are filled, one a bucket of each worker, take at most a quarter of the memory.
    fn most_bits(&self) -> u32 {
        let most = self.options.memory / 4 / (self.options.workers as u64 * CHUNK_BYTES);
        most.checked_ilog2().unwrap_or(0).min(MOST_BITS)
    }

    /// Steps from some states of its own, and hands out parcels for others; tells whether there is
    /// more to do.
    ///
    /// # Errors
    /// [`EngineError::Memory`] if what it holds outgrows its memory and there is nowhere to spill,
    /// [`EngineError::Disk`] if that fails.
    pub fn expand(&mut self, parcels: &mut Vec<Parcel>) -> Result<bool, EngineError> {
        self.work.expand(self.states, parcels)
    }

    /// Takes a parcel of the step that has begun.
    ///
    /// # Errors
    /// As [`Shard::expand`]; and [`EngineError::Lost`] for what is no parcel of this step.
    pub fn take(&mut self, parcel: Parcel) -> Result<(), EngineError> {
        let fits = parcel.worker as usize == self.options.worker
            && self.work.take(parcel.bucket as usize, parcel.words);
        if fits {
            return Ok(());
        }
        let what = "a message between processes was damaged: restart all with --resume";
        Err(EngineError::Lost { what: what.to_owned() })
    }

    /// Adds up what it holds, once every parcel has arrived.
    ///
    /// # Errors
    /// As [`Shard::expand`].
    ///
    /// # Panics
    /// If no step has begun.
    pub fn finish(&mut self) -> Result<Part, EngineError> {
        self.work.finish(self.states)
    }

    /// Takes what all workers did in the step, and gives what has been counted by now.
    ///
    /// # Errors
    /// [`EngineError::Lost`] if the counts stepped from do not add up to what was announced.
    pub fn agree(&mut self, parts: &[Part]) -> Result<&Outcome, EngineError> {
        self.check(parts)?;
        let closed: BigUint = parts.iter().map(|part| &part.closed).sum();
        self.outcome.cycles += &closed;
        let sum = parts.iter().map(|part| &part.sum).sum();
        self.outcome.layers.push(LayerReport {
            step: self.index,
            states: parts.iter().map(|part| part.states).sum(),
            sum: std::mem::replace(&mut self.sum, sum),
            transitions: parts.iter().map(|part| part.transitions).sum(),
            closed,
            hash: parts.iter().fold(0, |hash, part| hash.wrapping_add(part.hash)),
        });
        self.index += 1;
        self.states = parts.iter().map(|part| part.held).sum();
        Ok(&self.outcome)
    }

    /// The same after files were loaded.
    ///
    /// # Errors
    /// [`EngineError::Lost`] if the counts loaded do not add up to the sum of the layer.
    pub fn agree_loaded(&mut self, parts: &[Part]) -> Result<&Outcome, EngineError> {
        self.check(parts)?;
        self.states = parts.iter().map(|part| part.held).sum();
        Ok(&self.outcome)
    }

    fn check(&self, parts: &[Part]) -> Result<(), EngineError> {
        let own: BigUint = parts.iter().map(|part| &part.own).sum();
        if own == self.sum {
            return Ok(());
        }
        let what = format!(
            "the counts of layer {} add up to {own} and not to {}: records were lost or damaged \
             on the way; restart all with --resume",
            self.index, self.sum
        );
        Err(EngineError::Lost { what })
    }

    /// Writes its part of the layer into a directory, under [`shard_name`].
    ///
    /// # Errors
    /// [`EngineError::Disk`] if it cannot be written.
    pub fn save(&mut self, directory: &Path) -> Result<(), EngineError> {
        let ShardOptions { worker, workers, .. } = self.options;
        let path = directory.join(shard_name(self.index, worker, workers));
        self.work.save(&path, (worker, workers), &self.sum, &self.outcome)
    }
}

/// The same for states of one word and of two, and for machines with and without bit instructions.
trait Work {
    fn begin(&mut self, bits: u32, limbs: usize, files: Option<VecDeque<Bucket>>);
    fn clear(&mut self, index: usize);
    fn expand(&mut self, states: u64, parcels: &mut Vec<Parcel>) -> Result<bool, EngineError>;
    fn take(&mut self, bucket: usize, words: Chunk) -> bool;
    fn spilled(&self) -> u64;
    fn finish(&mut self, states: u64) -> Result<Part, EngineError>;
    fn save(
        &mut self,
        path: &Path,
        whose: (usize, usize),
        sum: &BigUint,
        outcome: &Outcome,
    ) -> Result<(), EngineError>;
}

fn machine(plan: &Arc<Plan>, options: &ShardOptions) -> Box<dyn Work> {
    #[cfg(target_arch = "x86_64")]
    if let Some(bmi2) = Bmi2::detect() {
        return machine_for(bmi2, plan, options);
    }
    machine_for(Portable, plan, options)
}

fn machine_for<I: Consume + 'static>(
    isa: I,
    plan: &Arc<Plan>,
    options: &ShardOptions,
) -> Box<dyn Work> {
    if plan.is_narrow() {
        Box::new(Machine::<u64, I>::new(isa, plan, options))
    } else {
        Box::new(Machine::<u128, I>::new(isa, plan, options))
    }
}

struct Machine<K: Key, I> {
    isa: I,
    plan: Arc<Plan>,
    options: ShardOptions,
    layer: Layer<K>,
    step: Option<Stepping<K, I>>,
    spilled: u64,
}

/// A step, begun.
struct Stepping<K: Key, I> {
    source: Source<K>,
    outbox: Outbox<K, I, Mail<K>>,
    tally: Tally,
    /// The sum of the counts stepped from.
    own: Vec<u64>,
    limbs: usize,
    /// Whether records are only moved to where they belong.
    load: bool,
}

/// What is stepped from, chunk by chunk.
struct Source<K: Key> {
    buckets: VecDeque<Bucket>,
    merge: Option<Merge<K>>,
    chunks: std::vec::IntoIter<Chunk>,
    buffer: Chunk,
    stride: usize,
}

impl<K: Key> Source<K> {
    fn new(buckets: VecDeque<Bucket>, stride: usize) -> Self {
        let chunks = Vec::new().into_iter();
        Self { buckets, merge: None, chunks, buffer: Chunk::new(), stride }
    }

    /// The next records, and whether they were in memory; none at the end.
    fn next(&mut self) -> std::io::Result<Option<(&[u64], bool)>> {
        loop {
            if let Some(merge) = &mut self.merge {
                if merge.next_chunk(&mut self.buffer)? {
                    return Ok(Some((&self.buffer, false)));
                }
                self.merge = None;
            }
            if let Some(chunk) = self.chunks.next() {
                self.buffer = chunk;
                return Ok(Some((&self.buffer, true)));
            }
            let Some(bucket) = self.buckets.pop_front() else { return Ok(None) };
            if bucket.on_disk() {
                self.merge = Some(bucket.merge(self.stride)?);
            }
            self.chunks = bucket.into_chunks().collect::<Vec<_>>().into_iter();
        }
    }
}

/// The way of records to this worker and to others.
struct Mail<K: Key> {
    me: usize,
    bits: u32,
    target: Target,
    scratch: Scratch<K>,
    parcels: Vec<Parcel>,
}

impl<K: Key> Post for Mail<K> {
    fn post(&mut self, at: usize, records: Chunk) {
        let (worker, bucket) = (at >> self.bits, at & ((1 << self.bits) - 1));
        if worker == self.me {
            self.target.accept(bucket, records, &mut self.scratch);
        } else {
            let (worker, bucket) = (worker as u32, bucket as u32);
            self.parcels.push(Parcel { worker, bucket, words: records });
        }
    }
}

impl<K: Key, I: Consume> Machine<K, I> {
    fn new(isa: I, plan: &Arc<Plan>, options: &ShardOptions) -> Self {
        let mut layer = Layer::<K>::first();
        if part(K::from_u128(0).mix(), options.workers) != options.worker {
            layer.buckets.clear();
        }
        Self {
            isa,
            plan: Arc::clone(plan),
            options: options.clone(),
            layer,
            step: None,
            spilled: 0,
        }
    }

    /// Why the layer that is being made is not whole, if it is not.
    fn halted(&mut self, states: u64) -> EngineError {
        let index = self.layer.index;
        let failed = self.step.take().map(|s| s.outbox.post.target.into_buckets(index, states));
        match failed {
            Some(Err(error)) => error,
            _ => EngineError::Stopped { step: index },
        }
    }
}

impl<K: Key, I: Consume> Work for Machine<K, I> {
    fn begin(&mut self, bits: u32, limbs: usize, files: Option<VecDeque<Bucket>>) {
        let ShardOptions { workers, worker, memory, .. } = self.options;
        let boxes = workers << bits;
        let load = files.is_some();
        let stride = if load { K::WORDS + limbs } else { self.layer.stride() };
        let buckets = files.unwrap_or_else(|| std::mem::take(&mut self.layer.buckets).into());
        let held = buckets.iter().map(|b| b.chunks() as u64).sum();
        let engine =
            EngineOptions { memory, spill: self.options.spill.clone(), ..EngineOptions::default() };
        let target = Target::new(bits, boxes as u64, held, &engine);
        let scratch = Scratch::new(limbs);
        let mail = Mail { me: worker, bits, target, scratch, parcels: Vec::new() };
        self.step = Some(Stepping {
            source: Source::new(buckets, stride),
            outbox: Outbox::new(self.isa, &self.plan, boxes, limbs, mail),
            tally: Tally::new(limbs),
            own: vec![0; limbs + 1],
            limbs,
            load,
        });
    }

    fn clear(&mut self, index: usize) {
        self.layer.buckets.clear();
        self.layer.index = index;
    }

    fn expand(&mut self, states: u64, parcels: &mut Vec<Parcel>) -> Result<bool, EngineError> {
        let Some(step) = &mut self.step else { return Ok(false) };
        let stride = step.source.stride;
        let more = match step.source.next() {
            Err(error) => {
                step.outbox.post.target.fail(error);
                false
            }
            Ok(None) => {
                step.outbox.flush();
                false
            }
            Ok(Some((records, in_memory))) => {
                for record in records.chunks_exact(stride) {
                    add_product(&mut step.own, &record[K::WORDS..], 1);
                }
                if step.load {
                    records.chunks_exact(stride).for_each(|record| step.outbox.forward(record));
                } else {
                    let index = self.layer.index;
                    let (outbox, tally) = (&mut step.outbox, &mut step.tally);
                    self.isa.consume(&self.plan, index, (records, stride), outbox, tally);
                }
                let target = &step.outbox.post.target;
                target.chunks.fetch_sub(u64::from(in_memory), Ordering::Relaxed);
                true
            }
        };
        parcels.append(&mut step.outbox.post.parcels);
        if step.outbox.post.target.halted() {
            return Err(self.halted(states));
        }
        Ok(more)
    }

    fn take(&mut self, bucket: usize, words: Chunk) -> bool {
        let Some(step) = &mut self.step else { return false };
        let mail = &mut step.outbox.post;
        let fits = bucket >> mail.bits == 0
            && !words.is_empty()
            && words.len() <= CHUNK_WORDS.max(mail.scratch.stride())
            && words.len().is_multiple_of(mail.scratch.stride());
        if fits {
            mail.target.accept(bucket, words, &mut mail.scratch);
        }
        fits
    }

    fn spilled(&self) -> u64 {
        self.spilled
    }

    fn finish(&mut self, states: u64) -> Result<Part, EngineError> {
        let Some(mut step) = self.step.take() else {
            panic!("no step has begun");
        };
        let mail = &mut step.outbox.post;
        mail.target.finish(&mut mail.scratch, &Barrier::new(1));
        self.spilled += mail.target.spilled();
        let index = self.layer.index;
        let buckets = step.outbox.post.target.into_buckets(index, states)?;
        self.layer.buckets = buckets;
        self.layer.limbs = step.limbs;
        self.layer.index = index + usize::from(!step.load);
        Ok(Part {
            states: step.tally.states,
            hash: step.tally.hash,
            transitions: step.outbox.transitions,
            held: self.layer.states(),
            own: big(&step.own),
            sum: big(&step.tally.sum),
            closed: big(&step.tally.closed),
        })
    }

    fn save(
        &mut self,
        path: &Path,
        whose: (usize, usize),
        sum: &BigUint,
        outcome: &Outcome,
    ) -> Result<(), EngineError> {
        self.layer.sum.clone_from(sum);
        checkpoint::save_shard(path, whose, &self.plan, &self.layer, outcome)
    }
}
