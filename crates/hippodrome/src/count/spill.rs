//! Records on disk: what a layer holds beyond the memory given.
//!
//! A bucket that has to make room is compacted, sorted by state and appended to the file of its
//! layer: a *run*. When the layer is consumed, the runs of one bucket are merged, equal states
//! added up on the way; so a state may lie in many runs, and is still stepped from once. Runs are
//! read in blocks, and where a bucket has gathered many of one level they are merged into one of
//! the next level, so that memory stays bounded whatever the layer (external sorting as in Knuth,
//! TAOCP volume 3, section 5.4).
//!
//! The file loses its name as soon as it is open: nothing is left behind, not even by `kill -9`.
//! Where a system does not allow that, it is removed at the end.

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

/// Words that a run is read by.
const BLOCK: usize = 512;

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

    /// Room for so many words at the end.
    fn reserve(&self, words: u64) -> io::Result<u64> {
        self.with(|inner| {
            let offset = inner.end;
            inner.end += words * 8;
            Ok(offset)
        })
    }

    fn write(&self, offset: u64, words: &[u64]) -> io::Result<()> {
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        self.with(|inner| {
            inner.file.seek(SeekFrom::Start(offset))?;
            inner.file.write_all(&bytes)
        })
    }

    /// Writes words behind all others.
    pub(crate) fn append(&self, words: &[u64]) -> io::Result<()> {
        self.write(self.reserve(words.len() as u64)?, words)
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

/// Sorted records of distinct states, one after the other in a file.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(super) store: Arc<Store>,
    pub(super) offset: u64,
    pub(super) words: u64,
    pub(super) check: Checksum,
}

impl Run {
    /// Writes sorted records.
    pub(crate) fn write(store: &Arc<Store>, records: &[u64]) -> io::Result<Self> {
        let words = records.len() as u64;
        let offset = store.reserve(words)?;
        store.write(offset, records)?;
        let mut check = Checksum::default();
        check.add_all(records);
        Ok(Self { store: Arc::clone(store), offset, words, check })
    }

    /// Merges runs into one.
    pub(crate) fn merged<K: Key>(
        store: &Arc<Store>,
        runs: &[Self],
        stride: usize,
    ) -> io::Result<Self> {
        let offset = store.reserve(runs.iter().map(|r| r.words).sum())?;
        let mut run = Self { store: Arc::clone(store), offset, words: 0, check: Checksum(0) };
        let mut merge = Merge::<K>::new(runs.iter().cloned(), stride)?;
        let mut chunk = Chunk::with_capacity(CHUNK_WORDS);
        while merge.next_chunk(&mut chunk)? {
            store.write(offset + run.words * 8, &chunk)?;
            run.check.add_all(&chunk);
            run.words += chunk.len() as u64;
        }
        Ok(run)
    }
}

/// A run being read.
struct Reader {
    run: Run,
    done: u64,
    buffer: Vec<u64>,
    at: usize,
    check: Checksum,
}

impl Reader {
    /// Reads the next block; leaves the buffer empty at the end.
    fn fill(&mut self, stride: usize, bytes: &mut Vec<u8>) -> io::Result<()> {
        let block = (BLOCK / stride).max(1) * stride;
        let words = (self.run.words - self.done).min(block as u64);
        self.at = 0;
        self.buffer.clear();
        if words == 0 {
            return if self.check == self.run.check {
                Ok(())
            } else {
                Err(io::Error::other("a file reads back other than it was written"))
            };
        }
        bytes.resize(words as usize * 8, 0);
        self.run.store.read(self.run.offset + self.done * 8, bytes)?;
        let (eights, _) = bytes.as_chunks::<8>();
        self.buffer.extend(eights.iter().map(|&b| u64::from_le_bytes(b)));
        self.check.add_all(&self.buffer);
        self.done += words;
        Ok(())
    }
}

/// The records of several runs, equal states added up.
pub(crate) struct Merge<K: Key> {
    readers: Vec<Reader>,
    /// The next state of every run that has one.
    heads: BinaryHeap<Reverse<(K, usize)>>,
    bytes: Vec<u8>,
    stride: usize,
}

impl<K: Key> Merge<K> {
    /// Of records of `stride` words. A single run need not be sorted.
    pub(crate) fn new(runs: impl Iterator<Item = Run>, stride: usize) -> io::Result<Self> {
        let mut bytes = Vec::new();
        let mut readers = Vec::new();
        let mut heads = BinaryHeap::new();
        for run in runs {
            let mut reader =
                Reader { run, done: 0, buffer: Vec::new(), at: 0, check: Checksum::default() };
            reader.fill(stride, &mut bytes)?;
            if !reader.buffer.is_empty() {
                heads.push(Reverse((K::load(&reader.buffer), readers.len())));
            }
            readers.push(reader);
        }
        Ok(Self { readers, heads, bytes, stride })
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
                reader.fill(stride, &mut self.bytes)?;
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
            written.push(Run::write(&store, &records).unwrap());
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
        let run = Run::write(&store, &[1, 10, 2, 20]).unwrap();
        store.write(run.offset + 8, &[11]).unwrap();
        let mut merge = Merge::<u64>::new([run].into_iter(), 2).unwrap();
        assert!(merge.next_chunk(&mut Chunk::new()).is_err());
    }
}
