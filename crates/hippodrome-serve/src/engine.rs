//! What answers the questions.

use std::sync::Arc;

use hippodrome::Observer;
use serde_json::{Map, Value};

use crate::limits::Limits;

/// Someone who is told of progress and may stop the work, on whatever thread.
pub type Watcher = Arc<dyn Observer + Send + Sync>;

/// How long the work of an operation usually takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Milliseconds. Work that goes on for longer moves to the long lane.
    Short,
    /// Seconds to minutes.
    Long,
}

/// One thing that can be asked.
#[derive(Clone, Debug)]
pub struct Operation {
    /// Its path below `/api/v1/`, such as `queens/count`.
    pub path: String,
    /// One sentence.
    pub summary: String,
    /// The JSON Schema of a request: an object.
    pub request: Value,
    /// The JSON Schema of one line of the answer.
    pub answer: Value,
    /// Whether the answer has several lines, one object each.
    pub lines: bool,
    /// A request that is answered at once.
    pub example: Value,
    /// Where it runs.
    pub lane: Lane,
}

/// What became of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The command ran.
    Ran {
        /// Its exit status: 0 done, 1 the answer is no, 2 the input is wrong, 3 unknown.
        exit: u8,
        /// What it printed.
        out: Vec<u8>,
        /// What it said beside that.
        err: String,
        /// The media type of what it printed.
        media: &'static str,
    },
    /// The request is wrong: one line that says what was expected.
    Wrong(String),
    /// The request is right, but larger than this server takes: one line that says the limit.
    TooLarge(String),
}

/// Answers questions. Called on threads of its own, several at a time.
pub trait Engine: Send + Sync + 'static {
    /// What can be asked.
    fn operations(&self) -> Vec<Operation>;

    /// The schemas that the operations refer to as `#/components/schemas/NAME`.
    fn schemas(&self) -> Map<String, Value>;

    /// Answers a request to the operation of this path. It stops soon after the watcher says so,
    /// and keeps to the limits on board, time, memory, threads and the size of the answer.
    fn answer(
        &self,
        path: &str,
        request: Map<String, Value>,
        limits: &Limits,
        watcher: Watcher,
    ) -> Reply;
}
