//! The way of states from the step to where they belong: sorted by their hash into boxes, posted a
//! chunk at a time.

#[cfg(target_arch = "x86_64")]
use super::isa::Bmi2;
use super::isa::{Isa, Portable};
use super::plan::Plan;
use super::state::{Key, Mates, decode, encode};
use super::step::{Sink, expand};
use super::table::{CHUNK_WORDS, Chunk, add_product};
use super::tally::Tally;
use std::marker::PhantomData;

/// Where full boxes go.
pub(super) trait Post {
    /// Takes the records of a box, of which there is at least one.
    fn post(&mut self, at: usize, records: Chunk);
}

/// Which of so many equal parts a hash falls into.
#[inline(always)]
pub(super) fn part(hash: u64, parts: usize) -> usize {
    ((u128::from(hash) * parts as u128) >> 64) as usize
}

/// One thread's way from states to buckets.
pub(super) struct Outbox<K, I, P> {
    isa: I,
    slots: u32,
    /// Chunks being filled, one a bucket; the hash of a state says which is its own.
    boxes: Vec<Chunk>,
    pub(super) post: P,
    limbs: usize,
    /// The count of the state being expanded.
    count: Vec<u64>,
    cycles: u64,
    pub(super) transitions: u64,
    key: PhantomData<K>,
}

impl<K: Key, I: Isa, P: Post> Outbox<K, I, P> {
    /// An empty one, for counts of so many words.
    pub(super) fn new(isa: I, plan: &Plan, boxes: usize, limbs: usize, post: P) -> Self {
        Self {
            isa,
            slots: plan.slots,
            boxes: vec![Chunk::new(); boxes],
            post,
            limbs,
            count: vec![0; limbs],
            cycles: 0,
            transitions: 0,
            key: PhantomData,
        }
    }

    /// Posts what the boxes still hold.
    pub(super) fn flush(&mut self) {
        for (at, records) in self.boxes.iter_mut().enumerate() {
            if !records.is_empty() {
                self.post.post(at, std::mem::take(records));
            }
        }
    }
}

impl<K: Key, I: Isa, P: Post> Outbox<K, I, P> {
    /// Posts a record as it is.
    pub(super) fn forward(&mut self, record: &[u64]) {
        let at = part(K::load(record).mix(), self.boxes.len());
        let records = &mut self.boxes[at];
        records.extend_from_slice(record);
        if records.len() + record.len() > CHUNK_WORDS {
            self.post.post(at, std::mem::take(records));
        }
    }
}

impl<K: Key, I: Isa, P: Post> Sink for Outbox<K, I, P> {
    #[inline(always)]
    fn state(&mut self, ends: u64, full: u64, mates: &mut Mates) {
        self.transitions += 1;
        let key: K = encode(self.isa, self.slots, ends, full, mates);
        let bucket = part(key.mix(), self.boxes.len());
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
            let full = std::mem::replace(records, Chunk::with_capacity(CHUNK_WORDS));
            self.post.post(bucket, full);
        }
    }

    #[inline(always)]
    fn cycle(&mut self) {
        self.cycles += 1;
    }
}

/// Expands all states of a chunk of records.
#[inline(always)]
fn consume<K: Key, I: Isa, P: Post>(
    plan: &Plan,
    index: usize,
    (records, stride): (&[u64], usize),
    sink: &mut Outbox<K, I, P>,
    tally: &mut Tally,
) {
    let mut mates = [0; 64];
    for record in records.chunks_exact(stride) {
        let (ends, full) = decode(sink.isa, plan.slots, K::load(record), &mut mates);
        let count = &record[K::WORDS..];
        sink.count[..count.len()].copy_from_slice(count);
        let before = sink.transitions;
        expand(plan, index, ends, full, &mut mates, sink);
        add_product(&mut tally.sum, count, sink.transitions - before);
        if sink.cycles > 0 {
            add_product(&mut tally.closed, count, sink.cycles);
            sink.cycles = 0;
        }
    }
    tally.note::<K>(records, stride);
}

/// The same, compiled for machines with BMI2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
fn consume_bmi2<K: Key, P: Post>(
    plan: &Plan,
    index: usize,
    (records, stride): (&[u64], usize),
    sink: &mut Outbox<K, Bmi2, P>,
    tally: &mut Tally,
) {
    consume(plan, index, (records, stride), sink, tally);
}

/// A machine on which records can be consumed.
pub(super) trait Consume: Isa {
    fn consume<K: Key, P: Post>(
        self,
        plan: &Plan,
        index: usize,
        records: (&[u64], usize),
        sink: &mut Outbox<K, Self, P>,
        tally: &mut Tally,
    );
}

impl Consume for Portable {
    fn consume<K: Key, P: Post>(
        self,
        plan: &Plan,
        index: usize,
        (records, stride): (&[u64], usize),
        sink: &mut Outbox<K, Self, P>,
        tally: &mut Tally,
    ) {
        consume(plan, index, (records, stride), sink, tally);
    }
}

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "a function compiled for instructions that not every x86-64 has")]
impl Consume for Bmi2 {
    fn consume<K: Key, P: Post>(
        self,
        plan: &Plan,
        index: usize,
        (records, stride): (&[u64], usize),
        sink: &mut Outbox<K, Self, P>,
        tally: &mut Tally,
    ) {
        // SAFETY: a `Bmi2` is made only where the machine was found to have these instructions.
        unsafe { consume_bmi2(plan, index, (records, stride), sink, tally) }
    }
}
