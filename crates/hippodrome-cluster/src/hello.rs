//! What processes tell each other before they count, and whether they fit together.

use crate::error::wrong;
use hippodrome::count::EngineError;
use std::io::{self, Read, Write};

/// The first words that are sent: what this is, and the version of what follows.
const MAGIC: [u64; 2] = [u64::from_le_bytes(*b"hippopus"), 2];

/// No more words than this follow.
const MOST: u64 = 1 << 20;

/// A file of a shard that a process has: layer, worker, workers.
pub(crate) type File = [u64; 3];

/// What a process tells every other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hello {
    /// The version of the program, hashed.
    pub(crate) program: u64,
    pub(crate) processes: u64,
    pub(crate) process: u64,
    /// Workers of each process.
    pub(crate) workers: u64,
    /// Bytes for each worker; and whether they were asked for, so that they have to be the same.
    pub(crate) memory: u64,
    pub(crate) memory_given: u64,
    /// Counts done before by the same processes.
    pub(crate) session: u64,
    /// A number for the question, and one for the graph with its order.
    pub(crate) question: u64,
    pub(crate) plan: u64,
    /// Whether there are checkpoints, and whether there have to be.
    pub(crate) checkpoints: u64,
    pub(crate) resume: u64,
    pub(crate) files: Vec<File>,
}

impl Hello {
    fn words(&self) -> Vec<u64> {
        let mut words = vec![
            self.program,
            self.processes,
            self.process,
            self.workers,
            self.memory,
            self.memory_given,
            self.session,
            self.question,
            self.plan,
            self.checkpoints,
            self.resume,
        ];
        words.extend(self.files.iter().flatten());
        words
    }

    /// Sends it.
    pub(crate) fn send(&self, mut to: impl Write) -> io::Result<()> {
        let words = self.words();
        let all = MAGIC.iter().copied().chain([words.len() as u64]).chain(words);
        let bytes: Vec<u8> = all.flat_map(u64::to_le_bytes).collect();
        to.write_all(&bytes)
    }

    /// Receives one; none if what comes is something else.
    ///
    /// # Errors
    /// If the other process speaks another version.
    pub(crate) fn receive(mut from: impl Read) -> io::Result<Result<Self, EngineError>> {
        let strange = || io::Error::new(io::ErrorKind::InvalidData, "not of this program");
        let mut word = || -> io::Result<u64> {
            let mut bytes = [0; 8];
            from.read_exact(&mut bytes)?;
            Ok(u64::from_le_bytes(bytes))
        };
        if word()? != MAGIC[0] {
            return Err(strange());
        }
        let version = word()?;
        if version != MAGIC[1] {
            let what = format!("another version of the program (links {version})");
            return Ok(Err(wrong(what)));
        }
        let len = word()?;
        if !(11..=MOST).contains(&len) || !(len - 11).is_multiple_of(3) {
            return Err(strange());
        }
        let words: Vec<u64> = (0..len).map(|_| word()).collect::<io::Result<_>>()?;
        let (files, _) = words[11..].as_chunks::<3>();
        Ok(Ok(Self {
            program: words[0],
            processes: words[1],
            process: words[2],
            workers: words[3],
            memory: words[4],
            memory_given: words[5],
            session: words[6],
            question: words[7],
            plan: words[8],
            checkpoints: words[9],
            resume: words[10],
            files: files.to_vec(),
        }))
    }

    /// Whether another process may count along; `host` is its address.
    ///
    /// # Errors
    /// [`EngineError::Peers`] with the first thing that differs.
    pub(crate) fn fits(&self, other: &Self, host: &str) -> Result<(), EngineError> {
        let differs = |what: &str| Err(wrong(format!("the process at {host} has {what}")));
        let number = |name: &str, theirs: u64, ours: u64| {
            differs(&format!("{theirs} {name} and this one {ours}: start all with the same"))
        };
        if other.program != self.program {
            return differs("another version of the program: start all with the same");
        }
        if other.processes != self.processes {
            return number("hosts in its list", other.processes, self.processes);
        }
        if other.question != self.question {
            return differs("another question (board, options): start all with the same");
        }
        if other.workers != self.workers {
            return number("workers (-w)", other.workers, self.workers);
        }
        if (self.memory_given | other.memory_given) == 1
            && (other.memory, other.memory_given) != (self.memory, self.memory_given)
        {
            return differs("another --memory: start all with the same, or all without");
        }
        if other.session != self.session || other.plan != self.plan {
            return differs("come to another count or another order of squares: restart all");
        }
        if other.checkpoints != self.checkpoints || other.resume != self.resume {
            return differs("other options for checkpoints: start all with the same");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hello() -> Hello {
        Hello {
            program: 1,
            processes: 2,
            process: 0,
            workers: 2,
            memory: 1 << 20,
            memory_given: 1,
            session: 0,
            question: 7,
            plan: 8,
            checkpoints: 1,
            resume: 0,
            files: vec![[3, 0, 2], [3, 1, 2]],
        }
    }

    #[test]
    fn what_is_sent_is_received() {
        let mut bytes = Vec::new();
        hello().send(&mut bytes).unwrap();
        assert_eq!(Hello::receive(&bytes[..]).unwrap().unwrap(), hello());
        for cut in 0..bytes.len() {
            assert!(Hello::receive(&bytes[..cut]).is_err());
        }
        bytes[8] = 9;
        assert!(Hello::receive(&bytes[..]).unwrap().is_err());
        bytes[0] = 0;
        assert!(Hello::receive(&bytes[..]).is_err());
    }

    #[test]
    fn each_difference_is_named() {
        type Change = fn(&mut Hello);
        let changes: [(Change, &str); 8] = [
            (|h| h.program = 2, "version"),
            (|h| h.processes = 3, "hosts"),
            (|h| h.question = 2, "question"),
            (|h| h.workers = 1, "workers"),
            (|h| h.memory = 1, "--memory"),
            (|h| h.memory_given = 0, "--memory"),
            (|h| h.plan = 1, "order"),
            (|h| h.resume = 1, "checkpoints"),
        ];
        assert_eq!(hello().fits(&hello(), "b:1"), Ok(()));
        for (change, word) in changes {
            let mut other = hello();
            change(&mut other);
            let error = hello().fits(&other, "b:1").unwrap_err().to_string();
            assert!(error.contains("b:1") && error.contains(word), "{word}: {error}");
        }
    }

    #[test]
    fn memory_that_nobody_asked_for_may_differ() {
        let (mut one, mut other) = (hello(), hello());
        (one.memory_given, other.memory_given) = (0, 0);
        other.memory = 5;
        assert_eq!(one.fits(&other, "b:1"), Ok(()));
    }
}
