//! Checkpoints: a layer in a file, so that a long count survives being killed.
//!
//! A file holds, as little-endian words: the name and version of the format, a fingerprint of the
//! problem (graph and order), the layer, what was counted before it, and a checksum of all that. It
//! is written beside, flushed to the disk and then renamed, so that at any moment either the old
//! checkpoint is whole or the new one is. A file that is damaged or belongs to another problem is
//! refused, never repaired.

use super::engine::{EngineError, Layer, LayerReport, Outcome, big};
use super::plan::Plan;
use super::state::Key;
use super::table::CHUNK_WORDS;
use num_bigint::BigUint;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// The first words of a file: the format and its version.
const MAGIC: [u64; 2] = [u64::from_le_bytes(*b"hippolay"), 1];

/// A count as far as it has come.
pub(super) struct Saved<K> {
    pub(super) layer: Layer<K>,
    pub(super) outcome: Outcome,
}

/// Where the checkpoint of a directory lies.
fn place(directory: &Path) -> PathBuf {
    directory.join("layer.checkpoint")
}

fn failed(directory: &Path, what: impl std::fmt::Display) -> EngineError {
    EngineError::Checkpoint { what: format!("checkpoint in {}: {what}", directory.display()) }
}

/// A number that tells problems apart: made of the order, the moves and the width of a state.
fn fingerprint<K: Key>(plan: &Plan) -> u64 {
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

/// A checksum of words: not against malice, but against disks.
#[derive(Default)]
struct Checksum(u64);

impl Checksum {
    fn add(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 29);
    }
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
    let beside = directory.join("layer.checkpoint.part");
    let written = write(&beside, plan, layer, outcome)
        .and_then(|()| fs::rename(&beside, place(directory)))
        // The rename itself has to reach the disk; not every system can open a directory.
        .map(|()| File::open(directory).and_then(|d| d.sync_all()).unwrap_or(()));
    written.map_err(|error| {
        let _ = fs::remove_file(&beside);
        failed(directory, format!("cannot be written: {error}; the one before is kept"))
    })
}

fn write<K: Key>(path: &Path, plan: &Plan, layer: &Layer<K>, outcome: &Outcome) -> io::Result<()> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    let inner = BufWriter::with_capacity(1 << 16, File::create(path)?);
    let mut out = Writer { inner, sum: Checksum::default() };
    for word in MAGIC {
        out.word(word)?;
    }
    out.word(fingerprint::<K>(plan))?;
    out.number(&outcome.cycles)?;
    out.word(outcome.layers.len() as u64)?;
    for report in &outcome.layers {
        out.word(report.step as u64)?;
        out.word(report.states)?;
        out.word(report.transitions)?;
        out.number(&report.sum)?;
    }
    out.word(layer.index as u64)?;
    out.word(layer.limbs as u64)?;
    out.word(layer.states() as u64)?;
    for record in layer.records() {
        for &word in record {
            out.word(word)?;
        }
    }
    let sum = out.sum.0;
    out.word(sum)?;
    let file = out.inner.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()
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
    read(file, plan).map(Some).map_err(|what| failed(directory, what))
}

fn read<K: Key>(file: File, plan: &Plan) -> Result<Saved<K>, String> {
    let left = file.metadata().map_err(|e| e.to_string())?.len() / 8;
    let inner = BufReader::with_capacity(1 << 16, file);
    let mut from = Reader { inner, sum: Checksum::default(), left };
    let magic = [from.word()?, from.word()?];
    if magic[0] != MAGIC[0] {
        return Err("is not a checkpoint of this program".to_owned());
    }
    if magic[1] != MAGIC[1] {
        return Err(format!("has version {}, and this program reads version 1", magic[1]));
    }
    if from.word()? != fingerprint::<K>(plan) {
        return Err("belongs to another problem: take another directory".to_owned());
    }
    let mut outcome = Outcome { cycles: from.number()?, layers: Vec::new() };
    for _ in 0..from.length(4)? {
        let (step, states, transitions) = (from.word()? as usize, from.word()?, from.word()?);
        outcome.layers.push(LayerReport { step, states, transitions, sum: from.number()? });
    }
    let index = from.word()? as usize;
    let limbs = from.length(0)?;
    if limbs == 0 || limbs > 1 << 20 || index > plan.len() {
        return Err("is damaged: it describes no layer".to_owned());
    }
    let stride = K::WORDS + limbs;
    let words = from.length(stride as u64)? * stride;
    let whole = CHUNK_WORDS / stride * stride;
    let mut chunks = Vec::new();
    let mut done = 0;
    while done < words {
        let n = whole.max(stride).min(words - done);
        let chunk: Vec<u64> = (0..n).map(|_| from.word()).collect::<Result<_, _>>()?;
        chunks.push(chunk);
        done += n;
    }
    let sum = from.sum.0;
    if from.word()? != sum {
        return Err("is damaged: its checksum is wrong".to_owned());
    }
    Ok(Saved { layer: Layer::from_records(index, limbs, chunks), outcome })
}
