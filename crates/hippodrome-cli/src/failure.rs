//! How a command ends when it does not simply succeed, and the exit status of each ending.

use std::io;
use std::process::ExitCode;

use crate::desk;

/// The exit statuses that the command line promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Found, exists, verified, counted.
    Done = 0,
    /// Proven that there is none; or the thing checked is wrong.
    No = 1,
    /// The input is wrong.
    Wrong = 2,
    /// A limit was reached.
    Unknown = 3,
    /// Interrupted, as shells report it.
    Interrupted = 130,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status as u8)
    }
}

/// Why a command stops: a status and one line for people.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is wrong: says what, and what was expected.
    Wrong(String),
    /// A limit was reached: says which.
    Limit(String),
    /// The checker does not accept what was about to be printed: a fault of this program.
    Fault(String),
    /// The reader of our output went away; nobody is left to be told.
    BrokenPipe,
}

impl Failure {
    /// The input is wrong.
    pub(crate) fn wrong(message: impl Into<String>) -> Self {
        Self::Wrong(message.into())
    }

    /// Reading or writing `name` failed.
    pub(crate) fn io(name: &str, error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::BrokenPipe;
        }
        Self::Wrong(format!("{name} cannot be read or written: {error}"))
    }

    /// Says it on stderr, and gives the status.
    pub(crate) fn report(&self) -> Status {
        match self {
            Self::Wrong(message) => {
                say("error", message);
                Status::Wrong
            }
            Self::Limit(message) => {
                say("unknown", message);
                Status::Unknown
            }
            Self::Fault(message) => {
                say("fault of hippodrome, please report it", message);
                Status::Unknown
            }
            Self::BrokenPipe => Status::Done,
        }
    }
}

impl From<hippodrome::Error> for Failure {
    fn from(error: hippodrome::Error) -> Self {
        Self::Wrong(error.to_string())
    }
}

/// One line on stderr, or on the desk. A closed stderr is nobody's fault.
pub(crate) fn say(what: &str, message: &str) {
    use io::Write;
    if let Some(line) = desk::note(format!("{what}: {message}\n")) {
        // In one piece, so that no other line comes between.
        let _ = io::stderr().write_all(line.as_bytes());
    }
}
