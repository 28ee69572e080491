//! The records of one layer, found by state: sorted by the hash of the state, in memory or on disk.
//!
//! A *directory* says where the records begin whose hash starts with some bits, so that a look-up
//! reads one short stretch: a cache line or two in memory, one read from the file on disk.

use super::spill::Store;
use super::state::Key;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Records of one entry of the directory, about.
const STRETCH: u64 = 8;

/// Words that are written to disk at once.
const BLOCK: usize = 1 << 16;

/// Records of a layer, each of the same number of words, its state first.
#[derive(Debug)]
pub(super) struct Records {
    width: usize,
    len: u64,
    place: Place,
    directory: Directory,
}

impl Default for Records {
    fn default() -> Self {
        let directory = Directory { starts: vec![0; 2], shift: 64 };
        Self { width: 1, len: 0, place: Place::Memory(Vec::new()), directory }
    }
}

#[derive(Debug)]
enum Place {
    Memory(Vec<u64>),
    Disk(Arc<Store>),
}

#[derive(Clone, Debug)]
struct Directory {
    /// The number of the first record of each stretch, and the end.
    starts: Vec<u32>,
    /// The bits of a hash that tell stretches apart are those from here up; 64 for one stretch.
    shift: u32,
}

impl Directory {
    fn of(&self, hash: u64) -> usize {
        if self.shift == 64 { 0 } else { (hash >> self.shift) as usize }
    }
}

impl Records {
    /// How many there are.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// The bytes that they take in memory.
    pub(super) fn bytes(&self) -> u64 {
        let words = match &self.place {
            Place::Memory(words) => words.capacity() as u64,
            Place::Disk(_) => 0,
        };
        8 * words + 4 * self.directory.starts.len() as u64
    }

    /// A copy in memory of records that are on disk, if it takes at most so many bytes.
    pub(super) fn loaded(&self, most: u64) -> io::Result<Option<Self>> {
        let (width, len) = (self.width, self.len);
        let Place::Disk(store) = &self.place else { return Ok(None) };
        if len * width as u64 * 8 + self.bytes() > most {
            return Ok(None);
        }
        let mut words = Vec::new();
        store.read_words(0, len as usize * width, &mut words)?;
        let directory = self.directory.clone();
        Ok(Some(Self { width, len, place: Place::Memory(words), directory }))
    }

    /// Puts what comes after the state, in the record of a state, into a buffer; tells whether the
    /// state is there.
    pub(super) fn find<K: Key>(&self, state: K, found: &mut Vec<u64>) -> io::Result<bool> {
        let at = self.directory.of(state.mix());
        let [from, to] = [0, 1].map(|i| self.directory.starts[at + i] as usize * self.width);
        let stretch = match &self.place {
            Place::Memory(words) => &words[from..to],
            Place::Disk(store) => {
                store.read_words(from as u64 * 8, to - from, found)?;
                let hit = found.chunks_exact(self.width).position(|r| K::load(r) == state);
                if let Some(hit) = hit {
                    found.copy_within(hit * self.width + K::WORDS..(hit + 1) * self.width, 0);
                    found.truncate(self.width - K::WORDS);
                }
                return Ok(hit.is_some());
            }
        };
        found.clear();
        let hit = stretch.chunks_exact(self.width).find(|r| K::load(r) == state);
        Ok(hit.map(|record| found.extend_from_slice(&record[K::WORDS..])).is_some())
    }

    /// The records from one number up to another.
    pub(super) fn stretch<'a>(
        &'a self,
        from: u64,
        to: u64,
        buffer: &'a mut Vec<u64>,
    ) -> io::Result<&'a [u64]> {
        let (from, to) = (from as usize * self.width, to.min(self.len) as usize * self.width);
        match &self.place {
            Place::Memory(words) => Ok(&words[from..to]),
            Place::Disk(store) => {
                store.read_words(from as u64 * 8, to - from, buffer)?;
                Ok(buffer)
            }
        }
    }
}

/// Takes the records of a layer in ascending order of the hashes of their states.
#[derive(Debug)]
pub(super) struct Writer {
    records: Records,
    /// Those that are to go to disk.
    waiting: Vec<u64>,
}

impl Writer {
    /// For at most so many records of `width` words; to a file in this directory, if one is given.
    pub(super) fn new(most: u64, width: usize, disk: Option<&Path>) -> io::Result<Self> {
        if most >= 1 << 32 {
            return Err(io::Error::other("a layer of more than 2^32 states cannot be numbered"));
        }
        let bits = (most / STRETCH).checked_ilog2().unwrap_or(0);
        let starts = Vec::with_capacity((1 << bits) + 1);
        let place = match disk {
            Some(directory) => Place::Disk(Arc::new(Store::create(directory)?)),
            None => Place::Memory(Vec::new()),
        };
        let directory = Directory { starts, shift: 64 - bits };
        Ok(Self { records: Records { width, len: 0, place, directory }, waiting: Vec::new() })
    }

    /// Takes the next records.
    pub(super) fn push<K: Key>(&mut self, records: &[u64]) -> io::Result<()> {
        let directory = &mut self.records.directory;
        for record in records.chunks_exact(self.records.width) {
            let at = directory.of(K::load(record).mix());
            while directory.starts.len() <= at {
                directory.starts.push(self.records.len as u32);
            }
            self.records.len += 1;
        }
        match &mut self.records.place {
            Place::Memory(words) => words.extend_from_slice(records),
            Place::Disk(store) => {
                self.waiting.extend_from_slice(records);
                if self.waiting.len() >= BLOCK {
                    store.append(&self.waiting)?;
                    self.waiting.clear();
                }
            }
        }
        Ok(())
    }

    /// All of them.
    pub(super) fn finish(mut self) -> io::Result<Records> {
        let directory = &mut self.records.directory;
        let bits = 64 - directory.shift;
        directory.starts.resize((1 << bits) + 1, self.records.len as u32);
        match &mut self.records.place {
            Place::Memory(words) => words.shrink_to_fit(),
            Place::Disk(store) => store.append(&self.waiting)?,
        }
        Ok(self.records)
    }
}

/// Sorts records by the hashes of their states.
pub(super) fn sort_by_hash<K: Key>(records: &mut Vec<u64>, width: usize) {
    super::spill::sort_by(records, width, |r| {
        let state = K::load(r);
        (state.mix(), state)
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use std::collections::BTreeMap;

    fn law<K: Key>(states: u64, disk: bool) {
        let mut rng = Rng::new(states);
        let (width, place) = (K::WORDS + 2, std::env::temp_dir());
        let mut expected: BTreeMap<K, [u64; 2]> = BTreeMap::new();
        while expected.len() < states as usize {
            let state = u128::from(rng.next_u64()) << (rng.below(8) * 8);
            expected.insert(K::from_u128(state), [rng.next_u64(), rng.next_u64()]);
        }
        let mut words = Vec::new();
        for (state, rest) in &expected {
            let mut key = [0; 2];
            state.store(&mut key);
            words.extend_from_slice(&key[..K::WORDS]);
            words.extend_from_slice(rest);
        }
        sort_by_hash::<K>(&mut words, width);
        let mut writer = Writer::new(states + 5, width, disk.then_some(&*place)).unwrap();
        words.chunks(width * 100).for_each(|part| writer.push::<K>(part).unwrap());
        let records = writer.finish().unwrap();
        assert_eq!(records.len(), states);
        let mut found = Vec::new();
        for (state, rest) in &expected {
            assert!(records.find(*state, &mut found).unwrap());
            assert_eq!(found, rest);
        }
        for _ in 0..100 {
            let state = K::from_u128(rng.next_u64().into());
            let there = expected.contains_key(&state);
            assert_eq!(records.find(state, &mut found).unwrap(), there);
        }
        let mut buffer = Vec::new();
        assert_eq!(records.stretch(0, states, &mut buffer).unwrap(), words);
        let copy = records.loaded(1 << 30).unwrap();
        assert_eq!(copy.is_some(), disk);
        assert!(copy.is_none_or(|c| c.stretch(0, states, &mut buffer).unwrap() == words));
        assert!(records.loaded(0).unwrap().is_none_or(|c| c.len() == 0));
    }

    #[test]
    fn every_state_is_found_and_no_other() {
        for states in [0, 1, 7, 8, 9, 1000, 70_000] {
            law::<u64>(states, false);
            law::<u128>(states, true);
        }
    }
}
