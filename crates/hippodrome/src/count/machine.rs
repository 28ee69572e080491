//! What a worker does with its states: steps from them, adds up what falls to it, hands out the rest.
//!
//! [`Shard`](super::shard::Shard) says when; here is how, with the step, the outbox and the table of
//! the engine.

use super::checkpoint;
use super::engine::{EngineError, EngineOptions, Layer, Outcome};
#[cfg(target_arch = "x86_64")]
use super::isa::Bmi2;
use super::isa::Portable;
use super::outbox::{Consume, Outbox, Post, part};
use super::plan::Plan;
use super::shard::{Parcel, Part, ShardOptions};
use super::spill::Merge;
use super::state::Key;
use super::table::{Bucket, CHUNK_WORDS, Chunk, Scratch, add_product};
use super::tally::{Tally, big};
use super::target::Target;
use num_bigint::BigUint;
use std::collections::VecDeque;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Barrier};

/// The same for states of one word and of two, and for processors with and without bit instructions.
pub(super) trait Work {
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

pub(super) fn machine(plan: &Arc<Plan>, options: &ShardOptions) -> Box<dyn Work> {
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
