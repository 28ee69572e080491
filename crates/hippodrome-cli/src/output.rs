//! Where results go: standard output, or a file that is replaced only by a finished one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::desk;
use crate::failure::Failure;

/// Files being written beside their final place; removed when the program is interrupted.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> std::sync::MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Removes what would be left half written.
pub(crate) fn remove_unfinished() {
    for path in unfinished().drain(..) {
        let _ = fs::remove_file(path);
    }
}

/// Endings that stand for a format of some command.
const ENDINGS: [&str; 11] =
    ["csv", "json", "pl", "tour", "npy", "cert", "svg", "png", "gif", "apng", "fen"];

/// The format that the ending of the output file means; none without a file, and for endings that
/// mean nothing.
///
/// # Errors
///
/// When the ending stands for a format, but for none that this command writes.
pub(crate) fn by_ending<T>(
    path: Option<&Path>,
    of: impl FnOnce(&Path) -> Option<T>,
) -> Result<Option<T>, Failure> {
    let Some(path) = path else { return Ok(None) };
    let format = of(path);
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
    match ending {
        Some(ending) if format.is_none() && ENDINGS.contains(&&*ending) => {
            Err(Failure::wrong(format!(
                "--output: a .{ending} file is none of the formats of this command; see --format"
            )))
        }
        _ => Ok(format),
    }
}

/// The destination of a result.
pub(crate) struct Output {
    writer: BufWriter<Target>,
    name: String,
}

enum Target {
    Stdout(io::Stdout),
    /// The desk of this thread's command.
    Desk,
    /// A device or pipe: written as it is.
    Direct(File),
    /// Written beside, and renamed at the end.
    Beside {
        file: File,
        beside: PathBuf,
        place: PathBuf,
        finished: bool,
    },
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::Desk => desk::write(bytes),
            Self::Direct(file) | Self::Beside { file, .. } => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::Desk => Ok(()),
            Self::Direct(file) | Self::Beside { file, .. } => file.flush(),
        }
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        if let Self::Beside { beside, finished: false, .. } = self {
            let _ = fs::remove_file(&*beside);
            unfinished().retain(|path| path != beside);
        }
    }
}

impl Output {
    /// Standard output for `None` or `-`, else the file.
    ///
    /// # Errors
    ///
    /// When the file cannot be made; at a desk no file is.
    pub(crate) fn new(path: Option<&Path>) -> Result<Self, Failure> {
        let target = match path {
            Some(path) if desk::is_open() && path.as_os_str() != "-" => {
                return Err(Failure::wrong("--output: no files are written here"));
            }
            _ if desk::is_open() => Target::Desk,
            None => Target::Stdout(io::stdout()),
            Some(path) if path.as_os_str() == "-" => Target::Stdout(io::stdout()),
            Some(path) => open(path).map_err(|e| Failure::io(&path.display().to_string(), &e))?,
        };
        let name = path.map_or_else(|| "standard output".to_owned(), |p| p.display().to_string());
        Ok(Self { writer: BufWriter::with_capacity(1 << 16, target), name })
    }

    /// Writes with `write`, and puts the file in its place if nothing went wrong.
    ///
    /// # Errors
    ///
    /// What `write` says, or that the file could not be written.
    pub(crate) fn finish(
        mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let Self { writer, name } = &mut self;
        let done = write(writer).and_then(|()| writer.flush()).and_then(|()| {
            if let Target::Beside { beside, place, finished, .. } = writer.get_mut() {
                fs::rename(&*beside, &*place)?;
                *finished = true;
                unfinished().retain(|path| path != beside);
            }
            Ok(())
        });
        done.map_err(|e| Failure::io(name, &e))
    }
}

fn open(path: &Path) -> io::Result<Target> {
    // What a link points to is replaced, not the link.
    let place = match (fs::canonicalize(path), fs::read_link(path)) {
        (Ok(place), _) => place,
        // A link to a file that does not exist yet: that file is made.
        (Err(_), Ok(target)) => path.parent().unwrap_or(Path::new("")).join(target),
        (Err(_), Err(_)) => path.to_path_buf(),
    };
    match fs::metadata(&place) {
        Ok(about) if about.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(about) if !about.is_file() => {
            return Ok(Target::Direct(OpenOptions::new().write(true).open(&place)?));
        }
        Ok(about) if about.permissions().readonly() => {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        _ => {}
    }
    let name = place.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
    for attempt in 0..100 {
        let beside = place.with_file_name(format!(".{name}.{}-{attempt}.part", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&beside) {
            Ok(file) => {
                unfinished().push(beside.clone());
                if let Ok(about) = fs::metadata(&place) {
                    let _ = fs::set_permissions(&beside, about.permissions());
                }
                return Ok(Target::Beside { file, beside, place, finished: false });
            }
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
            Err(e) => return Err(e),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_run_leaves_the_old_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("tour.txt");
        fs::write(&path, "old").unwrap();
        let failing = Output::new(Some(&path)).unwrap();
        assert!(failing.finish(|_| Err(io::Error::other("no"))).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        Output::new(Some(&path)).unwrap().finish(|out| out.write_all(b"new")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_link_stays_a_link() {
        let dir = tempfile::tempdir().unwrap();
        let (file, link) = (dir.path().join("file"), dir.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        Output::new(Some(&link)).unwrap().finish(|out| out.write_all(b"new")).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
    }
}
