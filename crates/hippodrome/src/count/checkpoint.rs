//! Checkpoints: a layer in a file, so that a long count survives being killed.
//!
//! A file holds, as little-endian words: the name and version of the format, a fingerprint of the
//! problem (graph and order), what was counted before the layer, the records of the layer in
//! packed parts, how many they are, and a checksum of all that. A count goes on from the file itself: the layer is read
//! from there as it is consumed, so that it need not fit the memory. It
//! is written beside, flushed to the disk and then renamed, so that at any moment either the old
//! checkpoint is whole or the new one is. A file that is damaged or belongs to another problem is
//! refused, never repaired.

use super::engine::{EngineError, Layer, LayerReport, Outcome};
use super::packed::Packed;
use super::plan::Plan;
use super::spill::{Checksum, Run, Store, sort};
use super::state::Key;
use super::table::Bucket;
use super::tally::big;
use num_bigint::BigUint;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The first words of a file: the format and its version.
const MAGIC: [u64; 2] = [u64::from_le_bytes(*b"hippolay"), 3];

/// Records of a part of the layer, which one thread consumes.
const PART: usize = 1 << 16;

/// A count as far as it has come.
pub(super) struct Saved<K> {
    pub(super) layer: Layer<K>,
    pub(super) outcome: Outcome,
}

/// The first words of a shard's file; its worker and the number of workers follow.
const SHARD: [u64; 2] = [u64::from_le_bytes(*b"hippshrd"), 2];

/// What stands before the records of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// What was counted before the layer.
    pub(super) outcome: Outcome,
    /// Steps done.
    pub(super) index: usize,
    /// Words of a count.
    pub(super) limbs: usize,
    /// The sum of all counts of the layer.
    pub(super) sum: BigUint,
}

impl Head {
    /// As words, for another process.
    pub(super) fn to_words(&self) -> Vec<u64> {
        let mut out = Writer { inner: Vec::new(), sum: Checksum::default() };
        // Nothing fails that is written to memory.
        let _ = write_head(&mut out, &self.outcome, self.index, self.limbs, &self.sum);
        let (eights, _) = out.inner.as_chunks::<8>();
        eights.iter().map(|&b| u64::from_le_bytes(b)).collect()
    }

    /// From words.
    pub(super) fn from_words(words: &[u64], plan: &Plan) -> Result<Self, String> {
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        let left = words.len() as u64;
        let mut from = Reader { inner: &bytes[..], sum: Checksum::default(), left };
        read_head(&mut from, plan)
    }
}

/// The file of one worker's part of a layer, read and found whole.
pub(super) struct ShardParts {
    pub(super) head: Head,
    /// Its records, in parts.
    pub(super) runs: Vec<Run>,
}

/// Where the checkpoint of a directory lies.
fn place(directory: &Path) -> PathBuf {
    directory.join("layer.checkpoint")
}

/// A directory that holds the checkpoint of a count that was done in another way.
pub(super) fn foreign(directory: &Path) -> EngineError {
    failed(directory, "holds the checkpoint of another count")
}

fn failed(directory: &Path, what: impl std::fmt::Display) -> EngineError {
    EngineError::Checkpoint { what: format!("checkpoint in {}: {what}", directory.display()) }
}

/// A number that tells problems apart: made of the order, the moves and the width of a state.
pub(super) fn fingerprint<K: Key>(plan: &Plan) -> u64 {
    let mut sum = Checksum::default();
    sum.add(K::WORDS as u64);
    for &v in plan.order() {
        sum.add(u64::from(v));
    }
    for (step, data) in plan.steps.iter().enumerate() {
        sum.add(step as u64);
        sum.add(data.forced);
        for &w in plan.later(step) {
            sum.add(u64::from(w));
        }
    }
    sum.0
}

struct Writer<W> {
    inner: W,
    sum: Checksum,
}

impl<W: Write> Writer<W> {
    fn word(&mut self, word: u64) -> io::Result<()> {
        self.sum.add(word);
        self.inner.write_all(&word.to_le_bytes())
    }

    /// Writes a part of the records of a layer and leaves none of them.
    fn part<K: Key>(&mut self, records: &mut Vec<u64>, stride: usize) -> io::Result<()> {
        if records.is_empty() {
            return Ok(());
        }
        sort::<K>(records, stride);
        let mut bytes = Vec::new();
        Packed::<K>::new().write(records, stride, &mut bytes);
        self.word((records.len() / stride) as u64)?;
        self.word(bytes.len() as u64)?;
        self.word(Checksum::of(records).0)?;
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        records.clear();
        let (eights, _) = bytes.as_chunks::<8>();
        eights.iter().try_for_each(|&eight| self.word(u64::from_le_bytes(eight)))
    }

    fn number(&mut self, number: &BigUint) -> io::Result<()> {
        self.word(number.iter_u64_digits().len() as u64)?;
        number.iter_u64_digits().try_for_each(|digit| self.word(digit))
    }
}

/// Writes the checkpoint of a layer in place of the one before.
pub(super) fn save<K: Key>(
    directory: &Path,
    plan: &Plan,
    layer: &Layer<K>,
    outcome: &Outcome,
) -> Result<(), EngineError> {
    save_as(&place(directory), &MAGIC, plan, layer, outcome)
}

/// Writes a worker's part of a layer.
pub(super) fn save_shard<K: Key>(
    path: &Path,
    (worker, workers): (usize, usize),
    plan: &Plan,
    layer: &Layer<K>,
    outcome: &Outcome,
) -> Result<(), EngineError> {
    let magic = [SHARD[0], SHARD[1], worker as u64, workers as u64];
    save_as(path, &magic, plan, layer, outcome)
}

fn save_as<K: Key>(
    path: &Path,
    magic: &[u64],
    plan: &Plan,
    layer: &Layer<K>,
    outcome: &Outcome,
) -> Result<(), EngineError> {
    let directory = path.parent().unwrap_or(Path::new(""));
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let beside = directory.join(name);
    let written = write(&beside, magic, plan, layer, outcome)
        .and_then(|()| fs::rename(&beside, path))
        // The rename itself has to reach the disk; not every system can open a directory.
        .map(|()| File::open(directory).and_then(|d| d.sync_all()).unwrap_or(()));
    written.map_err(|error| {
        let _ = fs::remove_file(&beside);
        let place = directory.display();
        let what =
            format!("checkpoint in {place}: cannot be written: {error}; the one before is kept");
        EngineError::Disk { what }
    })
}

fn write<K: Key>(
    path: &Path,
    magic: &[u64],
    plan: &Plan,
    layer: &Layer<K>,
    outcome: &Outcome,
) -> io::Result<()> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    let inner = BufWriter::with_capacity(1 << 16, File::create(path)?);
    let mut out = Writer { inner, sum: Checksum::default() };
    for &word in magic {
        out.word(word)?;
    }
    out.word(fingerprint::<K>(plan))?;
    write_head(&mut out, outcome, layer.index, layer.limbs, &layer.sum)?;
    let stride = layer.stride();
    let (mut part, mut states) = (Vec::new(), 0);
    layer.for_each_chunk(|records| {
        states += records.len() / stride;
        part.extend_from_slice(records);
        if part.len() < PART * stride { Ok(()) } else { out.part::<K>(&mut part, stride) }
    })?;
    out.part::<K>(&mut part, stride)?;
    out.word(0)?;
    out.word(states as u64)?;
    let sum = out.sum.0;
    out.word(sum)?;
    let file = out.inner.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()
}

fn write_head<W: Write>(
    out: &mut Writer<W>,
    outcome: &Outcome,
    index: usize,
    limbs: usize,
    sum: &BigUint,
) -> io::Result<()> {
    out.number(&outcome.cycles)?;
    out.word(outcome.layers.len() as u64)?;
    for report in &outcome.layers {
        out.word(report.step as u64)?;
        out.word(report.states)?;
        out.word(report.transitions)?;
        out.number(&report.sum)?;
        out.number(&report.closed)?;
        out.word(report.hash)?;
    }
    out.word(index as u64)?;
    out.word(limbs as u64)?;
    out.number(sum)
}

struct Reader<R> {
    inner: R,
    sum: Checksum,
    /// Words that the file still has.
    left: u64,
}

impl<R: Read> Reader<R> {
    fn word(&mut self) -> Result<u64, String> {
        let mut bytes = [0; 8];
        self.inner.read_exact(&mut bytes).map_err(|e| format!("is cut short ({e})"))?;
        self.left = self.left.saturating_sub(1);
        let word = u64::from_le_bytes(bytes);
        self.sum.add(word);
        Ok(word)
    }

    /// A count of things of at least `size` words each, which the file must still have.
    fn length(&mut self, size: u64) -> Result<usize, String> {
        let n = self.word()?;
        if n.checked_mul(size).is_none_or(|words| words > self.left) {
            return Err("is damaged: it announces more than it holds".to_owned());
        }
        Ok(n as usize)
    }

    fn number(&mut self) -> Result<BigUint, String> {
        let n = self.length(1)?;
        let digits: Vec<u64> = (0..n).map(|_| self.word()).collect::<Result<_, _>>()?;
        Ok(big(&digits))
    }
}

/// Reads the checkpoint of a directory; none if there is no such file.
pub(super) fn load<K: Key>(directory: &Path, plan: &Plan) -> Result<Option<Saved<K>>, EngineError> {
    let file = match File::open(place(directory)) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(directory, error)),
    };
    let (_, head, runs) =
        read::<K>(file, MAGIC, 0, plan).map_err(|what| failed(directory, what))?;
    let buckets = runs.into_iter().map(Bucket::in_file).collect();
    let layer = Layer::new(buckets, head.index, head.limbs, head.sum);
    Ok(Some(Saved { layer, outcome: head.outcome }))
}

/// Reads a worker's part of a layer, which has to be that of this worker.
pub(super) fn load_shard<K: Key>(
    path: &Path,
    worker: [u64; 2],
    plan: &Plan,
) -> Result<ShardParts, EngineError> {
    let refused =
        |what: String| EngineError::Checkpoint { what: format!("{}: {what}", path.display()) };
    let file = File::open(path).map_err(|error| refused(error.to_string()))?;
    let (whose, head, runs) = read::<K>(file, SHARD, 2, plan).map_err(refused)?;
    if whose[..] != worker {
        return Err(refused(format!("is the part of worker {} of {}", whose[0], whose[1])));
    }
    Ok(ShardParts { head, runs })
}

/// The further words of the magic, what stands before the records, and the records in parts.
type Parts = (Vec<u64>, Head, Vec<Run>);

fn read<K: Key>(file: File, magic: [u64; 2], more: usize, plan: &Plan) -> Result<Parts, String> {
    let again = file.try_clone().map_err(|e| e.to_string())?;
    let bytes = file.metadata().map_err(|e| e.to_string())?.len();
    if !bytes.is_multiple_of(8) {
        return Err("is damaged: it ends within a word".to_owned());
    }
    let left = bytes / 8;
    let inner = BufReader::with_capacity(1 << 16, file);
    let mut from = Reader { inner, sum: Checksum::default(), left };
    let found = [from.word()?, from.word()?];
    if found[0] != magic[0] {
        return Err("is not a checkpoint of this program".to_owned());
    }
    if found[1] != magic[1] {
        return Err(format!(
            "has version {}, and this program reads version {}",
            found[1], magic[1]
        ));
    }
    let more: Vec<u64> = (0..more).map(|_| from.word()).collect::<Result<_, _>>()?;
    if from.word()? != fingerprint::<K>(plan) {
        return Err("belongs to another problem: take another directory".to_owned());
    }
    let head = read_head(&mut from, plan)?;
    let stride = (K::WORDS + head.limbs) as u64;
    let store = Arc::new(Store::reading(again));
    let mut runs = Vec::new();
    let mut states = 0_u64;
    loop {
        let records = from.word()?;
        if records == 0 {
            break;
        }
        let (packed, check) = (from.word()?, Checksum(from.word()?));
        let offset = bytes - from.left * 8;
        // A record takes a byte at least for its state and for each word of its count.
        let words = records.checked_mul(stride).filter(|_| packed / records >= 1);
        let Some(words) = words.filter(|_| packed.div_ceil(8) <= from.left) else {
            return Err("is damaged: it announces more than it holds".to_owned());
        };
        for _ in 0..packed.div_ceil(8) {
            from.word()?;
        }
        states = states.saturating_add(records);
        runs.push(Run::in_file(&store, offset, [packed, words], check));
    }
    if from.word()? != states || from.left != 1 {
        return Err("is damaged: it does not hold as many states as it says".to_owned());
    }
    let sum = from.sum.0;
    if from.word()? != sum {
        return Err("is damaged: its checksum is wrong".to_owned());
    }
    Ok((more, head, runs))
}

fn read_head<R: Read>(from: &mut Reader<R>, plan: &Plan) -> Result<Head, String> {
    let mut outcome = Outcome { cycles: from.number()?, layers: Vec::new() };
    for _ in 0..from.length(6)? {
        outcome.layers.push(LayerReport {
            step: from.word()? as usize,
            states: from.word()?,
            transitions: from.word()?,
            sum: from.number()?,
            closed: from.number()?,
            hash: from.word()?,
        });
    }
    let index = from.word()? as usize;
    let limbs = from.length(0)?;
    if limbs == 0 || limbs > 1 << 20 || index > plan.len() {
        return Err("is damaged: it describes no layer".to_owned());
    }
    let sum = from.number()?;
    Ok(Head { outcome, index, limbs, sum })
}
