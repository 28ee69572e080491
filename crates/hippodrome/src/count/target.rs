//! The layer that is being made: all threads put records into its buckets, in memory as long as that
//! lasts and then on disk.

use super::engine::{EngineError, EngineOptions};
use super::spill::Store;
use super::state::Key;
use super::table::{Bucket, CHUNK_WORDS, Chunk, Scratch};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Mutex, MutexGuard, OnceLock, PoisonError};

/// Bytes of a chunk.
pub(super) const CHUNK_BYTES: u64 = 8 * CHUNK_WORDS as u64;

/// Files of a layer: as its buckets are consumed in order, the room of each is free in turn.
const FILES: usize = 16;

/// The layer that is being made.
pub(super) struct Target {
    pub(super) buckets: Vec<Mutex<Bucket>>,
    /// Chunks held by this layer and the one before.
    pub(super) chunks: AtomicU64,
    pub(super) limit: u64,
    /// Where it spills to, and the files there, each of buckets that follow each other.
    directory: Option<PathBuf>,
    stores: [OnceLock<Arc<Store>>; FILES],
    /// The bucket whose turn it is: to be spilled, to be compacted at the end, to be left.
    next: [AtomicUsize; 3],
    pub(super) full: AtomicBool,
    pub(super) stopped: AtomicBool,
    failed: Mutex<Option<io::Error>>,
    broken: AtomicBool,
}

impl Target {
    /// An empty layer of `2^bits` buckets, beside a source that holds so many chunks.
    pub(super) fn new(bits: u32, boxes: u64, held: u64, options: &EngineOptions) -> Self {
        Self {
            buckets: (0..1 << bits).map(|_| Mutex::default()).collect(),
            chunks: AtomicU64::new(held),
            limit: (options.memory / CHUNK_BYTES).saturating_sub(boxes),
            directory: options.spill.clone(),
            stores: [const { OnceLock::new() }; FILES],
            next: [const { AtomicUsize::new(0) }; 3],
            full: AtomicBool::new(false),
            stopped: AtomicBool::new(false),
            failed: Mutex::new(None),
            broken: AtomicBool::new(false),
        }
    }

    /// The next bucket of one of three rounds through all of them, whoever asks.
    fn turn(&self, round: usize) -> usize {
        self.next[round].fetch_add(1, Ordering::Relaxed)
    }

    pub(super) fn halted(&self) -> bool {
        self.full.load(Ordering::Relaxed)
            || self.stopped.load(Ordering::Relaxed)
            || self.broken.load(Ordering::Relaxed)
    }

    pub(super) fn fail(&self, error: io::Error) {
        lock(&self.failed).get_or_insert(error);
        self.broken.store(true, Ordering::Relaxed);
    }

    /// The file of a bucket, made when it is first needed.
    fn store(&self, bucket: usize, directory: &Path) -> io::Result<Arc<Store>> {
        let place = &self.stores[bucket * FILES / self.buckets.len()];
        if let Some(store) = place.get() {
            return Ok(Arc::clone(store));
        }
        let new = Arc::new(Store::create(directory)?);
        Ok(Arc::clone(place.get_or_init(|| new)))
    }

    /// Moves a bucket to disk.
    fn spill<K: Key>(&self, at: usize, bucket: &mut Bucket, scratch: &mut Scratch<K>) {
        let Some(directory) = &self.directory else { return };
        let held = bucket.chunks() as u64;
        if let Err(error) = self.store(at, directory).and_then(|s| scratch.spill(bucket, &s)) {
            self.fail(error);
        }
        self.chunks.fetch_sub(held - bucket.chunks() as u64, Ordering::Relaxed);
    }

    /// Bytes written to disk.
    pub(super) fn spilled(&self) -> u64 {
        self.stores.iter().filter_map(OnceLock::get).map(|store| store.bytes()).sum()
    }

    /// Puts records into a bucket.
    pub(super) fn accept<K: Key>(&self, bucket: usize, records: Chunk, scratch: &mut Scratch<K>) {
        let held = self.chunks.fetch_add(1, Ordering::Relaxed);
        let mut guard = lock(&self.buckets[bucket]);
        let over = held > self.limit;
        if guard.push(records, scratch.stride()) || (over && self.directory.is_none()) {
            let before = guard.chunks() as u64;
            scratch.compact(&mut guard);
            let freed = before - guard.chunks() as u64;
            let held = self.chunks.fetch_sub(freed, Ordering::Relaxed) - freed;
            if held > self.limit && self.directory.is_none() {
                self.full.store(true, Ordering::Relaxed);
            }
        }
        drop(guard);
        if over && self.directory.is_some() {
            self.make_room(scratch);
        }
    }

    /// Spills one bucket after the other until the rest fits the memory.
    fn make_room<K: Key>(&self, scratch: &mut Scratch<K>) {
        for _ in 0..self.buckets.len() {
            if self.chunks.load(Ordering::Relaxed) <= self.limit || self.halted() {
                return;
            }
            let victim = self.turn(0) % self.buckets.len();
            self.spill(victim, &mut lock(&self.buckets[victim]), scratch);
        }
    }

    /// Compacts all buckets, once every thread has handed on what it made.
    pub(super) fn finish<K: Key>(&self, scratch: &mut Scratch<K>, barrier: &Barrier) {
        barrier.wait();
        while let Some(bucket) = self.buckets.get(self.turn(1)) {
            let mut bucket = lock(bucket);
            let before = bucket.chunks() as u64;
            scratch.compact(&mut bucket);
            self.chunks.fetch_sub(before - bucket.chunks() as u64, Ordering::Relaxed);
        }
        barrier.wait();
        // What is partly on disk goes there wholly, and the next layer is left half of the memory.
        loop {
            let at = self.turn(2);
            let Some(bucket) = self.buckets.get(at) else { break };
            let mut bucket = lock(bucket);
            let crowded = self.chunks.load(Ordering::Relaxed) > self.limit / 2;
            if (bucket.on_disk() || crowded) && !self.halted() {
                self.spill(at, &mut bucket, scratch);
            }
        }
    }

    /// The buckets, or why they are not whole.
    pub(super) fn into_buckets(self, step: usize, states: u64) -> Result<Vec<Bucket>, EngineError> {
        if let Some(error) = lock(&self.failed).take() {
            let place = self.directory.as_deref().unwrap_or(Path::new("")).display();
            let what = format!(
                "temporary files in {place}: {error} (step {step}, from {states} states): give \
                 another directory, or more memory"
            );
            return Err(EngineError::Disk { what });
        }
        if self.full.load(Ordering::Relaxed) {
            return Err(EngineError::Memory { step, states });
        }
        if self.stopped.load(Ordering::Relaxed) {
            return Err(EngineError::Stopped { step });
        }
        let unlocked = |m: Mutex<Bucket>| m.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(self.buckets.into_iter().map(unlocked).collect())
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
