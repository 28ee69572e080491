//! Which layers of a count the processes have checkpoints of, and which files are done with.

use crate::error::wrong;
use crate::hello::{File, Hello};
use hippodrome::count::EngineError;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// The files of shards in a directory.
///
/// # Errors
/// [`EngineError::Checkpoint`] if it cannot be read, or belongs to a count of one process.
pub(crate) fn files(directory: &Path) -> Result<Vec<File>, EngineError> {
    let refused = |what: String| EngineError::Checkpoint {
        what: format!("checkpoint in {}: {what}", directory.display()),
    };
    let entries = match fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(refused(error.to_string())),
    };
    let mut files = Vec::new();
    for entry in entries {
        let name = entry.map_err(|e| refused(e.to_string()))?.file_name();
        let name = name.to_string_lossy();
        if name == "layer.checkpoint" {
            return Err(refused("is of a count without workers: take another directory".into()));
        }
        files.extend(file(&name));
    }
    files.sort_unstable();
    Ok(files)
}

/// The layer, worker and workers that a name tells; none if it is not the name of a shard.
fn file(name: &str) -> Option<File> {
    let (layer, rest) = name.strip_prefix("layer-")?.split_once(".shard-")?;
    let (worker, workers) = rest.split_once("-of-")?;
    let file = [layer.parse().ok()?, worker.parse().ok()?, workers.parse().ok()?];
    (file[1] < file[2]).then_some(file)
}

/// What is to be loaded: a layer, the number of workers that wrote it, and which process loads the
/// part of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) layer: usize,
    pub(crate) processes: Vec<usize>,
}

/// The last layer that all parts are there of, whoever has them; none if nothing is there.
///
/// # Errors
/// [`EngineError::Checkpoint`] if there are files but no layer is whole, and [`EngineError::Peers`]
/// if there have to be some.
pub(crate) fn choose(hellos: &[&Hello]) -> Result<Option<Choice>, EngineError> {
    let mut layers: BTreeMap<(u64, u64), BTreeMap<u64, BTreeSet<usize>>> = BTreeMap::new();
    for hello in hellos {
        for &[layer, worker, workers] in &hello.files {
            let parts = layers.entry((layer, workers)).or_default();
            parts.entry(worker).or_default().insert(hello.process as usize);
        }
    }
    let whole = layers.iter().rev().find(|((_, workers), parts)| parts.len() as u64 == *workers);
    if let Some(((layer, _), parts)) = whole {
        // Where several can load a part, as from one directory of all, they share the work.
        let share = |(worker, owners): (&u64, &BTreeSet<usize>)| {
            owners.iter().nth(*worker as usize % owners.len()).copied()
        };
        let processes = parts.iter().filter_map(share).collect();
        return Ok(Some(Choice { layer: *layer as usize, processes }));
    }
    // The very first layer has nothing in it that would be lost.
    if let Some(((layer, workers), parts)) = layers.iter().rfind(|((layer, _), _)| *layer > 0) {
        let missing: BTreeSet<u64> = (0..*workers).filter(|w| !parts.contains_key(w)).collect();
        let first = missing.first().copied().unwrap_or_default();
        let what = format!(
            "the checkpoints are not whole: of layer {layer} the part of worker {first} of \
             {workers} is missing, {} parts in all; give each process the directory that it \
             wrote to, or all of them one directory",
            missing.len()
        );
        return Err(EngineError::Checkpoint { what });
    }
    if hellos.iter().any(|hello| hello.resume == 1) {
        return Err(wrong("--resume: no process has a checkpoint in its directory".to_owned()));
    }
    Ok(None)
}

/// Removes the files of all layers before this one.
pub(crate) fn clear(directory: &Path, layer: usize) {
    for [old, worker, workers] in files(directory).unwrap_or_default() {
        if (old as usize) < layer {
            let name =
                hippodrome::count::shard_name(old as usize, worker as usize, workers as usize);
            // Another process may have been quicker in a directory of both.
            let _ = fs::remove_file(directory.join(name));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hello(process: u64, files: &[File]) -> Hello {
        Hello {
            program: 0,
            processes: 2,
            process,
            workers: 1,
            memory: 0,
            memory_given: 0,
            session: 0,
            question: 0,
            plan: 0,
            checkpoints: 1,
            resume: 0,
            files: files.to_vec(),
        }
    }

    #[test]
    fn names_are_read_back() {
        let name = hippodrome::count::shard_name(12, 3, 8);
        assert_eq!(file(&name), Some([12, 3, 8]));
        for other in ["layer-0012.shard-8-of-8", "layer-0012.shard-3-of-8.part", "notes"] {
            assert_eq!(file(other), None);
        }
    }

    #[test]
    fn the_last_whole_layer_is_taken_from_whoever_has_it() {
        let one = hello(0, &[[4, 0, 2], [5, 0, 2], [6, 0, 2]]);
        let other = hello(1, &[[4, 1, 2], [5, 0, 2], [5, 1, 2]]);
        let choice = choose(&[&one, &other]).unwrap();
        assert_eq!(choice, Some(Choice { layer: 5, processes: vec![0, 1] }));
        let shared = [[5, 0, 2], [5, 1, 2]];
        let choice = choose(&[&hello(0, &shared), &hello(1, &shared)]).unwrap();
        assert_eq!(choice, Some(Choice { layer: 5, processes: vec![0, 1] }));
    }

    #[test]
    fn a_missing_part_is_named_and_the_first_layer_needs_none() {
        let one = hello(0, &[[4, 0, 3], [4, 2, 3]]);
        let error = choose(&[&one]).unwrap_err().to_string();
        assert!(error.contains("layer 4 the part of worker 1 of 3"), "{error}");
        assert_eq!(choose(&[&hello(0, &[[0, 0, 2]])]), Ok(None));
        let mut wanting = hello(0, &[]);
        wanting.resume = 1;
        assert!(choose(&[&wanting]).is_err());
    }
}
