//! Records on disk: what a layer holds beyond the memory given.
//!
//! A bucket that has to make room is compacted, sorted by state and appended, packed, to a file of
//! its layer: a *run*. When the layer is consumed, the runs of one bucket are merged, equal states
//! added up on the way; so a state may lie in many runs, and is still stepped from once. Runs are
//! read in blocks, and where a bucket has gathered many of one level they are merged into one of
//! the next level, so that memory stays bounded whatever the layer (external sorting as in Knuth,
//! TAOCP volume 3, section 5.4).
//!
//! A file loses its name as soon as it is open: nothing is left behind, not even by `kill -9`.
//! Where a system does not allow that, it is removed at the end. Its room is free again when the
//! last bucket with a run in it has been consumed.

use super::packed::{Packed, longest};
use super::state::Key;
use super::table::{CHUNK_WORDS, Chunk, add_limbs};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes that a run is read by, at least and at most; and of all runs that are merged, together.
const BLOCK: [usize; 3] = [4096, 32 << 10, 512 << 10];

/// Runs of one level that a bucket gathers before they become one of the next.
pub(crate) const FAN_IN: usize = 128;

/// A file of runs.
#[derive(Debug)]
pub(crate) struct Store {
    inner: Mutex<Inner>,
    /// To be removed at the end, where that could not be done at once.
    left: Option<PathBuf>,
}

#[derive(Debug)]
struct Inner {
    file: File,
    /// Bytes given away.
    end: u64,
}

impl Store {
    /// A new file in this directory, which is made if it is not there.
    pub(crate) fn create(directory: &Path) -> io::Result<Self> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        fs::create_dir_all(directory)?;
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let name = format!("hippodrome-{}-{number}.layer", std::process::id());
            let path = directory.join(name);
            match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
                Ok(file) => {
                    let left = fs::remove_file(&path).is_err().then_some(path);
                    return Ok(Self { inner: Mutex::new(Inner { file, end: 0 }), left });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// A file that is only read.
    pub(crate) fn reading(file: File) -> Self {
        Self { inner: Mutex::new(Inner { file, end: 0 }), left: None }
    }

    /// Bytes given away.
    pub(crate) fn bytes(&self) -> u64 {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).end
    }

    fn with<T>(&self, f: impl FnOnce(&mut Inner) -> io::Result<T>) -> io::Result<T> {
        f(&mut self.inner.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Room for so many bytes at the end.
    fn reserve(&self, bytes: u64) -> io::Result<u64> {
        self.with(|inner| {
            let offset = inner.end;
            inner.end += bytes;
            Ok(offset)
        })
    }

    fn write(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.with(|inner| {
            inner.file.seek(SeekFrom::Start(offset))?;
            inner.file.write_all(bytes)
        })
    }

    /// Writes words behind all others.
    pub(crate) fn append(&self, words: &[u64]) -> io::Result<()> {
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        self.write(self.reserve(bytes.len() as u64)?, &bytes)
    }

    /// Reads so many words from this byte on.
    pub(crate) fn read_words(
        &self,
        offset: u64,
        count: usize,
        words: &mut Vec<u64>,
    ) -> io::Result<()> {
        let mut bytes = vec![0; count * 8];
        self.read(offset, &mut bytes)?;
        words.clear();
        let (eights, _) = bytes.as_chunks::<8>();
        words.extend(eights.iter().map(|&b| u64::from_le_bytes(b)));
        Ok(())
    }

    fn read(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        self.with(|inner| {
            inner.file.seek(SeekFrom::Start(offset))?;
            inner.file.read_exact(bytes)
        })
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        if let Some(path) = &self.left {
            let _ = fs::remove_file(path);
        }
    }
}

/// A sum over words that notices what a disk may do to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Checksum(pub(super) u64);

impl Checksum {
    /// The sum over these words.
    pub(super) fn of(words: &[u64]) -> Self {
        let mut sum = Self::default();
        sum.add_all(words);
        sum
    }

    /// Every step is a bijection of the sum, for any word: one changed word changes the end.
    pub(super) fn add(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 29);
    }

    fn add_all(&mut self, words: &[u64]) {
        for &word in words {
            self.add(word);
        }
    }
}

/// Sorted records of distinct states, packed, one after the other in a file.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    store: Arc<Store>,
    offset: u64,
    bytes: u64,
    words: u64,
    check: Checksum,
}

impl Run {
    /// Writes sorted records.
    pub(crate) fn write<K: Key>(
        store: &Arc<Store>,
        records: &[u64],
        stride: usize,
    ) -> io::Result<Self> {
        let mut bytes = Vec::with_capacity(records.len() * 5);
        Packed::<K>::new().write(records, stride, &mut bytes);
        let offset = store.reserve(bytes.len() as u64)?;
        store.write(offset, &bytes)?;
        let (bytes, words) = (bytes.len() as u64, records.len() as u64);
        Ok(Self::in_file(store, offset, [bytes, words], Checksum::of(records)))
    }

    /// What stands in a file already: so many bytes, which pack so many words with this checksum.
    pub(super) fn in_file(
        store: &Arc<Store>,
        offset: u64,
        [bytes, words]: [u64; 2],
        check: Checksum,
    ) -> Self {
        Self { store: Arc::clone(store), offset, bytes, words, check }
    }

    /// Words of all its records.
    pub(crate) fn words(&self) -> u64 {
        self.words
    }

    /// Merges runs into one.
    pub(crate) fn merged<K: Key>(
        store: &Arc<Store>,
        runs: &[Self],
        stride: usize,
    ) -> io::Result<Self> {
        // The differences of the whole are not larger than those of the parts, and a sum is not
        // longer than its two terms.
        let offset = store.reserve(runs.iter().map(|run| run.bytes).sum())?;
        let mut run = Self::in_file(store, offset, [0, 0], Checksum::default());
        let mut merge = Merge::<K>::new(runs.iter().cloned(), stride)?;
        let mut chunk = Chunk::with_capacity(CHUNK_WORDS);
        let (mut packed, mut bytes) = (Packed::<K>::new(), Vec::new());
        loop {
            let more = merge.next_chunk(&mut chunk)?;
            packed.write(&chunk, stride, &mut bytes);
            run.check.add_all(&chunk);
            run.words += chunk.len() as u64;
            if bytes.len() >= BLOCK[1] || !more {
                store.write(offset + run.bytes, &bytes)?;
                run.bytes += bytes.len() as u64;
                bytes.clear();
            }
            if !more {
                return Ok(run);
            }
        }
    }
}

/// A run being read.
struct Reader<K> {
    run: Run,
    /// Bytes read and words handed on.
    read: u64,
    done: u64,
    packed: Packed<K>,
    /// Bytes read that are no whole record yet.
    bytes: Vec<u8>,
    buffer: Vec<u64>,
    at: usize,
    check: Checksum,
}

impl<K: Key> Reader<K> {
    fn new(run: Run) -> Self {
        Self {
            run,
            read: 0,
            done: 0,
            packed: Packed::new(),
            bytes: Vec::new(),
            buffer: Vec::new(),
            at: 0,
            check: Checksum::default(),
        }
    }

    /// Reads the next records; leaves the buffer empty at the end.
    fn fill(&mut self, stride: usize, block: usize) -> io::Result<()> {
        let changed = || io::Error::other("a file reads back other than it was written");
        self.at = 0;
        self.buffer.clear();
        while self.buffer.is_empty() && self.done < self.run.words {
            let (kept, left) = (self.bytes.len(), self.run.bytes - self.read);
            let more = left.min(block as u64) as usize;
            if more == 0 {
                return Err(changed());
            }
            self.bytes.resize(kept + more, 0);
            self.run.store.read(self.run.offset + self.read, &mut self.bytes[kept..])?;
            self.read += more as u64;
            let used = self.unpack(stride, left == more as u64).ok_or_else(changed)?;
            self.bytes.drain(..used);
            self.check.add_all(&self.buffer);
            self.done += self.buffer.len() as u64;
        }
        let ended = self.buffer.is_empty();
        let whole = self.read == self.run.bytes && self.bytes.is_empty();
        if ended && !(whole && self.check == self.run.check) { Err(changed()) } else { Ok(()) }
    }

    /// Puts the whole records that were read into the buffer; tells how many bytes they took.
    fn unpack(&mut self, stride: usize, last: bool) -> Option<usize> {
        let wanted = (self.run.words - self.done) as usize;
        let mut left = &self.bytes[..];
        while self.buffer.len() < wanted && (last || left.len() >= longest(stride)) {
            self.packed.read(&mut left, stride, &mut self.buffer)?;
        }
        Some(self.bytes.len() - left.len())
    }
}

/// The records of several runs, equal states added up.
pub(crate) struct Merge<K: Key> {
    readers: Vec<Reader<K>>,
    /// The next state of every run that has one.
    heads: BinaryHeap<Reverse<(K, usize)>>,
    stride: usize,
    /// Bytes that a run is read by.
    block: usize,
}

impl<K: Key> Merge<K> {
    /// Of records of `stride` words.
    pub(crate) fn new(runs: impl ExactSizeIterator<Item = Run>, stride: usize) -> io::Result<Self> {
        let block = (BLOCK[2] / runs.len().max(1)).clamp(BLOCK[0], BLOCK[1]);
        let mut readers = Vec::new();
        let mut heads = BinaryHeap::new();
        for run in runs {
            let mut reader = Reader::new(run);
            reader.fill(stride, block)?;
            if !reader.buffer.is_empty() {
                heads.push(Reverse((K::load(&reader.buffer), readers.len())));
            }
            readers.push(reader);
        }
        Ok(Self { readers, heads, stride, block })
    }

    /// Puts the next records into a chunk; tells whether there were any.
    pub(crate) fn next_chunk(&mut self, chunk: &mut Chunk) -> io::Result<bool> {
        let stride = self.stride;
        chunk.clear();
        let mut last = None;
        while let Some(mut head) = self.heads.peek_mut() {
            let Reverse((key, from)) = *head;
            let reader = &mut self.readers[from];
            let record = &reader.buffer[reader.at..][..stride];
            if last == Some(key) {
                let start = chunk.len() - stride + K::WORDS;
                add_limbs(&mut chunk[start..], &record[K::WORDS..]);
            } else if !chunk.is_empty() && chunk.len() + stride > CHUNK_WORDS {
                break;
            } else {
                chunk.extend_from_slice(record);
                last = Some(key);
            }
            reader.at += stride;
            if reader.at == reader.buffer.len() {
                reader.fill(stride, self.block)?;
            }
            if reader.buffer.is_empty() {
                PeekMut::pop(head);
            } else {
                *head = Reverse((K::load(&reader.buffer[reader.at..]), from));
            }
        }
        Ok(!chunk.is_empty())
    }
}

/// Sorts records by their states.
pub(crate) fn sort<K: Key>(records: &mut Vec<u64>, stride: usize) {
    sort_by(records, stride, K::load);
}

/// Sorts records by something that can be read off them.
pub(crate) fn sort_by<T: Ord>(records: &mut Vec<u64>, stride: usize, of: impl Fn(&[u64]) -> T) {
    match stride {
        2 => sort_arrays::<T, 2>(records, of),
        3 => sort_arrays::<T, 3>(records, of),
        4 => sort_arrays::<T, 4>(records, of),
        _ => {
            let mut order: Vec<usize> = (0..records.len() / stride).collect();
            order.sort_unstable_by_key(|&i| of(&records[i * stride..]));
            *records =
                order.iter().flat_map(|&i| &records[i * stride..][..stride]).copied().collect();
        }
    }
}

fn sort_arrays<T: Ord, const N: usize>(records: &mut [u64], of: impl Fn(&[u64]) -> T) {
    records.as_chunks_mut::<N>().0.sort_unstable_by_key(|r| of(r));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use std::collections::BTreeMap;

    /// Merged runs against a map that adds up.
    fn law<K: Key>(stride: usize, runs: usize) {
        let store = Arc::new(Store::create(&std::env::temp_dir()).unwrap());
        let mut rng = Rng::new(stride as u64);
        let mut expected: BTreeMap<K, Vec<u64>> = BTreeMap::new();
        let mut written = Vec::new();
        for _ in 0..runs {
            let mut one: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
            for _ in 0..rng.below(700) {
                let mut record = vec![0; stride];
                record[0] = rng.below(1000);
                record[K::WORDS] = rng.next_u64() >> 12;
                one.insert(record[0], record);
            }
            let mut records: Vec<u64> = one.values().rev().flatten().copied().collect();
            for record in one.values() {
                let sum = expected.entry(K::load(record)).or_insert(vec![0; stride - K::WORDS]);
                add_limbs(sum, &record[K::WORDS..]);
            }
            sort::<K>(&mut records, stride);
            written.push(Run::write::<K>(&store, &records, stride).unwrap());
        }
        // Half of them merged before, as a bucket does with many.
        let half = written.split_off(runs / 2);
        written.push(Run::merged::<K>(&store, &half, stride).unwrap());
        let mut merge = Merge::<K>::new(written.into_iter(), stride).unwrap();
        let (mut chunk, mut got) = (Chunk::new(), Vec::new());
        while merge.next_chunk(&mut chunk).unwrap() {
            assert!(chunk.len() <= CHUNK_WORDS.max(stride));
            got.extend(chunk.chunks_exact(stride).map(|r| (K::load(r), r[K::WORDS..].to_vec())));
        }
        assert!(got.into_iter().eq(expected));
    }

    #[test]
    fn merged_runs_add_up_equal_states() {
        law::<u64>(2, 9);
        law::<u64>(7, 4);
        law::<u128>(3, 12);
        law::<u128>(1500, 3);
    }

    #[test]
    fn what_the_disk_changed_is_noticed() {
        let store = Arc::new(Store::create(&std::env::temp_dir()).unwrap());
        for place in 0..4 {
            for byte in [0, 3, 11, 0x80] {
                let run = Run::write::<u64>(&store, &[1, 10, 3, 20], 2).unwrap();
                store.write(run.offset + place, &[byte]).unwrap();
                let found = Merge::<u64>::new([run].into_iter(), 2)
                    .and_then(|mut merge| merge.next_chunk(&mut Chunk::new()));
                assert!(found.is_err(), "{place} {byte}");
            }
        }
    }
}
