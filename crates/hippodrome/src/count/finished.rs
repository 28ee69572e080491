//! Files that keep the result of one run of several: text, checksummed, naming its problem.

use super::engine::{EngineError, LayerReport, Outcome};
use super::graph::Graph;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The first line of a file.
const HEAD: &str = "hippodrome-run 1";

/// A hash of words (FNV-1a, Fowler, Noll & Vo 1991): not against malice, but against disks.
struct Hash(u64);

impl Hash {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for &b in bytes {
            self.0 = (self.0 ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn word(&mut self, word: usize) {
        self.bytes(&(word as u64).to_le_bytes());
    }
}

/// Where a run keeps its checkpoint and its result.
pub(super) struct Name {
    directory: PathBuf,
    run: usize,
    problem: u64,
}

/// Whether a directory has a run in it.
pub(super) fn any(directory: &Path) -> bool {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    entries.into_iter().any(|e| e.file_name().to_string_lossy().starts_with("run-"))
}

impl Name {
    /// For the paths of a graph with an end on each of two sides.
    pub(super) fn new(
        directory: &Path,
        run: usize,
        moves: &Graph,
        sides: &[Vec<usize>; 2],
    ) -> Self {
        let mut hash = Hash::new();
        hash.word(moves.len());
        for (u, v) in moves.edges() {
            hash.word(u);
            hash.word(v);
        }
        for &(u, v) in moves.forced() {
            hash.word(u as usize);
            hash.word(v as usize);
        }
        for side in sides {
            hash.word(side.len());
            for &v in side {
                hash.word(v);
            }
        }
        Self { directory: directory.to_owned(), run: run + 1, problem: hash.0 }
    }

    /// The directory of its checkpoint.
    pub(super) fn directory(&self) -> PathBuf {
        self.directory.join(format!("run-{}", self.run))
    }

    fn file(&self) -> PathBuf {
        self.directory.join(format!("run-{}.count", self.run))
    }

    fn failed(&self, what: impl std::fmt::Display) -> EngineError {
        EngineError::Checkpoint { what: format!("{}: {what}", self.file().display()) }
    }

    /// Keeps the result, then drops the checkpoint of the run.
    pub(super) fn save(&self, outcome: &Outcome) -> Result<(), EngineError> {
        let mut text =
            format!("{HEAD}\nproblem {:016x}\ncycles {}\n", self.problem, outcome.cycles);
        for layer in &outcome.layers {
            let (step, states, transitions) = (layer.step, layer.states, layer.transitions);
            let (sum, closed, hash) = (&layer.sum, &layer.closed, layer.hash);
            let _ =
                writeln!(text, "layer {step} {states} {transitions} {sum} {closed} {hash:016x}");
        }
        let mut hash = Hash::new();
        hash.bytes(text.as_bytes());
        let _ = writeln!(text, "checksum {:016x}", hash.0);
        let beside = self.file().with_extension("part");
        let write = || -> io::Result<()> {
            fs::create_dir_all(&self.directory)?;
            let mut file = File::create(&beside)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&beside, self.file())?;
            // The rename itself has to reach the disk; not every system can open a directory.
            File::open(&self.directory).and_then(|d| d.sync_all()).unwrap_or(());
            Ok(())
        };
        write().map_err(|e| {
            let _ = fs::remove_file(&beside);
            self.failed(format!("cannot be written: {e}"))
        })?;
        let _ = fs::remove_dir_all(self.directory());
        Ok(())
    }

    /// The result kept; none if the run is not finished.
    pub(super) fn load(&self) -> Result<Option<Outcome>, EngineError> {
        match fs::read_to_string(self.file()) {
            Ok(text) => self.read(&text).map(Some).map_err(|what| self.failed(what)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.failed(error)),
        }
    }

    fn read(&self, text: &str) -> Result<Outcome, String> {
        let damaged = || "is damaged".to_owned();
        if text.lines().next() != Some(HEAD) {
            return Err(format!("is not a finished run: its first line is not '{HEAD}'"));
        }
        let (body, checksum) = text.rsplit_once("checksum ").ok_or_else(damaged)?;
        let mut hash = Hash::new();
        hash.bytes(body.as_bytes());
        if checksum != format!("{:016x}\n", hash.0) {
            return Err("is damaged: its checksum is wrong".to_owned());
        }
        let mut outcome = Outcome { cycles: num_bigint::BigUint::ZERO, layers: Vec::new() };
        for line in body.lines().skip(1) {
            let fields: Vec<&str> = line.split(' ').collect();
            match fields[..] {
                ["problem", problem] if problem == format!("{:016x}", self.problem) => {}
                ["problem", _] => {
                    return Err("belongs to another problem: take another directory".to_owned());
                }
                ["cycles", n] => outcome.cycles = n.parse().map_err(|_| damaged())?,
                ["layer", step, states, transitions, sum, closed, hash] => {
                    outcome.layers.push(LayerReport {
                        step: step.parse().map_err(|_| damaged())?,
                        states: states.parse().map_err(|_| damaged())?,
                        transitions: transitions.parse().map_err(|_| damaged())?,
                        sum: sum.parse().map_err(|_| damaged())?,
                        closed: closed.parse().map_err(|_| damaged())?,
                        hash: u64::from_str_radix(hash, 16).map_err(|_| damaged())?,
                    });
                }
                _ => return Err(damaged()),
            }
        }
        Ok(outcome)
    }
}
