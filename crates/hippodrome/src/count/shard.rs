//! One worker's part of a count that many workers share.
//!
//! The states of a layer are dealt out by their hash, so that each is held by one worker whoever
//! makes it. A worker steps from its own states, keeps what falls to itself, and hands out the rest
//! in [`Parcel`]s; once every parcel has arrived, each worker adds up what it holds, and all of them
//! tell each other what they did ([`Part`]). From that every one of them knows the layer as a whole,
//! checks it against what the layer before announced, and goes on. How parcels travel is not said
//! here; nor is anything shared but what is said above.

use super::checkpoint::{self, Head, ShardParts};
use super::engine::{EngineError, LayerReport, MOST_BITS, Outcome, STATES_A_BUCKET};
use super::machine::{Work, machine};
use super::plan::Plan;
use super::spill::Run;
use super::table::Bucket;
use super::tally::big;
use super::target::CHUNK_BYTES;
use num_bigint::BigUint;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
    runs: Vec<Run>,
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
        let records: u64 = files.runs.iter().map(Run::words).sum();
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
