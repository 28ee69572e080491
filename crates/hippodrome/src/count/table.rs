//! Where the states of one layer live: buckets of records, states and counts side by side.
//!
//! A random look-up in a table of gigabytes costs a cache miss, and mostly a page-table miss on top.
//! So nothing is looked up there. The step appends records (a state and its count) to one of many
//! buckets by the hash of the state: sequential writes. Now and then, and at the end of the layer,
//! a bucket is *compacted*: its records go through a small hash table that fits the cache of a core
//! and adds up equal states. A bucket is compacted when as many records have come in as it held
//! states, so its size stays within a factor of two of its states. Compacted records are dense:
//! 16 bytes a state with one-word counts. Beyond the memory given, buckets go to disk as sorted runs.

use super::spill::{FAN_IN, Merge, Run, Store, sort};
use super::state::Key;
use std::io;
use std::marker::PhantomData;
use std::sync::Arc;

/// Words of a chunk of records.
pub(crate) const CHUNK_WORDS: usize = 1024;

/// Records that may come in before the first compaction.
const FIRST: usize = 4096;

/// Whole records, at most [`CHUNK_WORDS`] words of them.
pub(crate) type Chunk = Vec<u64>;

/// One part of a layer.
#[derive(Debug, Default)]
pub(crate) struct Bucket {
    /// Records of distinct states.
    dense: Vec<Chunk>,
    /// Records that came in since.
    fresh: Vec<Chunk>,
    dense_words: usize,
    fresh_words: usize,
    /// Runs on disk and their levels, which never rise; those of one level are about equally long.
    runs: Vec<(u8, Run)>,
}

impl Bucket {
    /// Takes a chunk; tells whether it is time to compact.
    pub(crate) fn push(&mut self, chunk: Chunk, stride: usize) -> bool {
        self.fresh_words += chunk.len();
        self.fresh.push(chunk);
        self.fresh_words > self.dense_words.max(FIRST * stride)
    }

    /// A bucket of distinct states in a file, in any order.
    pub(crate) fn in_file(run: Run) -> Self {
        Self { runs: vec![(0, run)], ..Self::default() }
    }

    /// States after compaction; of a bucket on disk, which may hold a state in several runs, at
    /// least as many as there are.
    pub(crate) fn states(&self, stride: usize) -> u64 {
        let disk: u64 = self.runs.iter().map(|r| r.1.words()).sum();
        (self.dense_words as u64 + disk) / stride as u64
    }

    /// Whether some of it is on disk.
    pub(crate) fn on_disk(&self) -> bool {
        !self.runs.is_empty()
    }

    /// The records of a bucket that is wholly on disk.
    pub(crate) fn merge<K: Key>(&self, stride: usize) -> io::Result<Merge<K>> {
        Merge::new(self.runs.iter().map(|r| r.1.clone()), stride)
    }

    /// Chunks held.
    pub(crate) fn chunks(&self) -> usize {
        self.dense.len() + self.fresh.len()
    }

    /// The chunks of a compacted bucket.
    pub(crate) fn dense(&self) -> &[Chunk] {
        &self.dense
    }

    /// The chunks of a compacted bucket, to be consumed one by one.
    pub(crate) fn into_chunks(self) -> impl Iterator<Item = Chunk> {
        self.dense.into_iter().chain(self.fresh)
    }
}

/// A small hash table that adds up equal states.
#[derive(Debug)]
pub(crate) struct Scratch<K> {
    /// Entries, the state inverted so that zeros mean an empty place.
    words: Vec<u64>,
    mask: usize,
    len: usize,
    stride: usize,
    key: PhantomData<K>,
}

impl<K: Key> Scratch<K> {
    /// For records of a state and `limbs` words of count.
    pub(crate) fn new(limbs: usize) -> Self {
        let stride = K::WORDS + limbs;
        Self { words: vec![0; 64 * stride], mask: 63, len: 0, stride, key: PhantomData }
    }

    /// Words of a record.
    pub(crate) fn stride(&self) -> usize {
        self.stride
    }

    /// Adds up equal states of a bucket.
    pub(crate) fn compact(&mut self, bucket: &mut Bucket) {
        if bucket.fresh.is_empty() {
            return;
        }
        let likely = (bucket.dense_words + bucket.fresh_words / 2) / self.stride;
        self.resize((likely + likely / 2).next_power_of_two().max(64));
        for chunk in bucket.dense.drain(..).chain(bucket.fresh.drain(..)) {
            if (self.len + chunk.len() / self.stride) * 4 > (self.mask + 1) * 3 {
                self.resize((self.mask + 1) * 2);
            }
            self.add_all(&chunk);
        }
        bucket.fresh_words = 0;
        bucket.dense_words = self.len * self.stride;
        let mut out = Chunk::with_capacity(CHUNK_WORDS.min(bucket.dense_words));
        for entry in self.words.chunks_exact_mut(self.stride) {
            if is_empty::<K>(entry) {
                continue;
            }
            if out.len() + self.stride > CHUNK_WORDS {
                bucket.dense.push(std::mem::replace(&mut out, Chunk::with_capacity(CHUNK_WORDS)));
            }
            for (i, w) in entry.iter_mut().enumerate() {
                out.push(if i < K::WORDS { !*w } else { *w });
                *w = 0;
            }
        }
        self.len = 0;
        if !out.is_empty() {
            out.shrink_to_fit();
            bucket.dense.push(out);
        }
    }

    /// Moves what a bucket has in memory to disk.
    pub(crate) fn spill(&mut self, bucket: &mut Bucket, store: &Arc<Store>) -> io::Result<()> {
        self.compact(bucket);
        if bucket.dense.is_empty() {
            return Ok(());
        }
        let mut records = Vec::with_capacity(bucket.dense_words);
        bucket.dense.drain(..).for_each(|chunk| records.extend_from_slice(&chunk));
        bucket.dense_words = 0;
        sort::<K>(&mut records, self.stride);
        bucket.runs.push((0, Run::write::<K>(store, &records, self.stride)?));
        let same = |runs: &[(u8, Run)]| {
            let level = runs.last().map_or(0, |r| r.0);
            (level, runs.iter().rev().take_while(|r| r.0 == level).count())
        };
        while let (level, FAN_IN..) = same(&bucket.runs) {
            let of_level = bucket.runs.split_off(bucket.runs.len() - FAN_IN);
            let of_level: Vec<Run> = of_level.into_iter().map(|r| r.1).collect();
            let merged = Run::merged::<K>(store, &of_level, self.stride)?;
            bucket.runs.push((level.saturating_add(1), merged));
        }
        Ok(())
    }

    fn resize(&mut self, places: usize) {
        if places == self.mask + 1 {
            return;
        }
        let old = std::mem::replace(&mut self.words, vec![0; places * self.stride]);
        self.mask = places - 1;
        if self.len == 0 {
            return;
        }
        for entry in old.chunks_exact(self.stride).filter(|e| !is_empty::<K>(e)) {
            let mut place = key_of::<K>(entry).mix() as usize & self.mask;
            while !is_empty::<K>(&self.words[place * self.stride..]) {
                place = (place + 1) & self.mask;
            }
            self.words[place * self.stride..][..self.stride].copy_from_slice(entry);
        }
    }

    #[inline(always)]
    fn add_all(&mut self, records: &[u64]) {
        if self.stride == K::WORDS + 1 {
            for record in records.chunks_exact(K::WORDS + 1) {
                self.add(record, K::WORDS + 1);
            }
        } else {
            for record in records.chunks_exact(self.stride) {
                self.add(record, self.stride);
            }
        }
    }

    #[inline(always)]
    fn add(&mut self, record: &[u64], stride: usize) {
        let mut place = K::load(record).mix() as usize & self.mask;
        loop {
            let entry = &mut self.words[place * stride..][..stride];
            if (0..K::WORDS).all(|i| entry[i] == !record[i]) {
                add_limbs(&mut entry[K::WORDS..], &record[K::WORDS..]);
                return;
            }
            if is_empty::<K>(entry) {
                for i in 0..K::WORDS {
                    entry[i] = !record[i];
                }
                entry[K::WORDS..].copy_from_slice(&record[K::WORDS..]);
                self.len += 1;
                return;
            }
            place = (place + 1) & self.mask;
        }
    }
}

#[inline(always)]
fn is_empty<K: Key>(entry: &[u64]) -> bool {
    (0..K::WORDS).all(|i| entry[i] == 0)
}

#[inline(always)]
fn key_of<K: Key>(entry: &[u64]) -> K {
    if K::WORDS == 1 { K::load(&[!entry[0]]) } else { K::load(&[!entry[0], !entry[1]]) }
}

/// `sum += count`, where the sum is at least as wide and does not overflow.
#[inline(always)]
pub(crate) fn add_limbs(sum: &mut [u64], count: &[u64]) {
    if let ([s], [c]) = (&mut *sum, count) {
        *s += c;
        return;
    }
    let mut carry = false;
    for (i, s) in sum.iter_mut().enumerate() {
        let c = count.get(i).copied().unwrap_or(0);
        let (a, o1) = s.overflowing_add(c);
        let (b, o2) = a.overflowing_add(carry as u64);
        *s = b;
        carry = o1 || o2;
        if !carry && i >= count.len() {
            break;
        }
    }
    debug_assert!(!carry, "the engine widens counts before they can overflow");
}

/// `sum += count * by`, where the sum is wider than the count and does not overflow.
#[inline(always)]
pub(crate) fn add_product(sum: &mut [u64], count: &[u64], by: u64) {
    let mut carry = 0_u128;
    for (i, s) in sum.iter_mut().enumerate() {
        if i >= count.len() && carry == 0 {
            break;
        }
        let c = count.get(i).copied().unwrap_or(0);
        let whole = u128::from(c) * u128::from(by) + u128::from(*s) + carry;
        *s = whole as u64;
        carry = whole >> 64;
    }
    debug_assert!(carry == 0, "the engine widens sums before they can overflow");
}
