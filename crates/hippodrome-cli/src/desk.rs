//! The same commands, asked by a program instead of a terminal.
//!
//! The studio's server answers a request by running the command that a terminal would run, on a
//! thread of its own, at a *desk*: what the command writes to standard output and standard error is
//! collected there, standard input is what the request brought, progress goes to the request's
//! observer, and no file is read or written. So the two doors cannot drift apart: there is one path
//! from options to bytes.

use std::cell::RefCell;
use std::io;
use std::sync::Arc;

use hippodrome::Observer;

thread_local! {
    /// The desk of the command that runs on this thread; none at a terminal.
    static DESK: RefCell<Option<Desk>> = const { RefCell::new(None) };
}

/// Someone who watches, on whatever thread.
pub(crate) type Watcher = Arc<dyn Observer + Send + Sync>;

/// What a command is given, and what it says.
pub(crate) struct Desk {
    /// Standard input; taken by the first who reads it.
    pub(crate) input: Option<Vec<u8>>,
    /// Who is told of progress, and says when to stop.
    pub(crate) watcher: Watcher,
    /// The most bytes that standard output takes.
    pub(crate) room: usize,
    /// Standard output.
    pub(crate) out: Vec<u8>,
    /// Standard error.
    pub(crate) err: String,
    /// Whether the room was not enough.
    pub(crate) full: bool,
}

impl Desk {
    /// An empty desk.
    pub(crate) fn new(input: Option<Vec<u8>>, watcher: Watcher, room: usize) -> Self {
        Self { input, watcher, room, out: Vec::new(), err: String::new(), full: false }
    }

    /// Runs `work` at this desk, and gives back the desk with what was said.
    pub(crate) fn run<T>(self, work: impl FnOnce() -> T) -> (T, Self) {
        /// Leaves no desk behind on a thread that others use again, even after a panic.
        struct Closing;

        impl Drop for Closing {
            fn drop(&mut self) {
                DESK.with_borrow_mut(|place| *place = None);
            }
        }

        DESK.with_borrow_mut(|place| *place = Some(self));
        let _closing = Closing;
        let result = work();
        let desk = DESK.with_borrow_mut(Option::take);
        (result, desk.expect("only this function takes the desk away"))
    }
}

fn with<T>(work: impl FnOnce(&mut Desk) -> T) -> Option<T> {
    DESK.with_borrow_mut(|place| place.as_mut().map(work))
}

/// Whether this thread's command runs at a desk.
pub(crate) fn is_open() -> bool {
    with(|_| ()).is_some()
}

/// Keeps a line for standard error; gives it back where there is no desk.
pub(crate) fn note(line: String) -> Option<String> {
    match with(|desk| desk.err.push_str(&line)) {
        Some(()) => None,
        None => Some(line),
    }
}

/// Writes to the standard output of the desk.
///
/// # Errors
///
/// When there is no room left.
pub(crate) fn write(bytes: &[u8]) -> io::Result<usize> {
    with(|desk| {
        if bytes.len() > desk.room.saturating_sub(desk.out.len()) {
            desk.full = true;
            return Err(io::Error::new(
                io::ErrorKind::FileTooLarge,
                format!("the answer has more than the {} bytes that are sent", desk.room),
            ));
        }
        desk.out.extend_from_slice(bytes);
        Ok(bytes.len())
    })
    .unwrap_or(Ok(bytes.len()))
}

/// The standard input of the desk: empty when it has been read. None without a desk.
pub(crate) fn input() -> Option<Vec<u8>> {
    with(|desk| desk.input.take().unwrap_or_default())
}

/// The watcher of the desk.
pub(crate) fn watcher() -> Option<Watcher> {
    with(|desk| Arc::clone(&desk.watcher))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hippodrome::Silent;

    fn desk(room: usize) -> Desk {
        Desk::new(Some(b"in".to_vec()), Arc::new(Silent), room)
    }

    #[test]
    fn what_is_said_is_kept() {
        let ((), desk) = desk(5).run(|| {
            assert_eq!(input(), Some(b"in".to_vec()));
            assert_eq!(input(), Some(Vec::new()));
            assert_eq!(note("error: no\n".to_owned()), None);
            assert_eq!(write(b"12345").unwrap(), 5);
            assert!(write(b"6").is_err());
        });
        assert_eq!((&desk.out[..], &desk.err[..]), (&b"12345"[..], "error: no\n"));
        assert!(desk.full);
        assert!(!is_open());
    }

    #[test]
    fn a_panic_leaves_no_desk() {
        let panicked = std::panic::catch_unwind(|| desk(0).run(|| panic!("on purpose")));
        assert!(panicked.is_err());
        assert!(!is_open());
        assert_eq!(note("to the terminal".to_owned()).as_deref(), Some("to the terminal"));
    }
}
