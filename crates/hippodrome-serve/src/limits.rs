//! How much one server takes on.

use std::time::Duration;

/// How much the server takes on. What is over a limit is refused with a line that names it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The largest board, in squares; questions that are answered without building the board
    /// take any.
    pub squares: u64,
    /// The longest time of one question.
    pub time: Duration,
    /// The most memory of one count or model, in bytes. A model is held to the growth of the whole
    /// process, other questions included.
    pub memory: u64,
    /// The most threads of one question.
    pub threads: usize,
    /// The longest answer, in bytes.
    pub answer: usize,
    /// The longest request, in bytes.
    pub body: usize,
    /// Short questions answered at the same time.
    pub short: usize,
    /// Long questions answered at the same time.
    pub long: usize,
    /// Questions of each lane that may wait for a place.
    pub waiting: usize,
    /// The longest wait for a place.
    pub patience: Duration,
    /// Connections open at the same time.
    pub connections: usize,
}

impl Default for Limits {
    /// For a machine of few cores that does something else as well: one long question at a time
    /// for every two cores, and half of the cores for each.
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self {
            squares: 1_000_000,
            time: Duration::from_mins(1),
            memory: 2 << 30,
            threads: cores.div_ceil(2),
            answer: 32 << 20,
            body: 16 << 20,
            short: 2 * cores,
            long: cores.div_ceil(2),
            waiting: 64,
            patience: Duration::from_secs(5),
            connections: 512,
        }
    }
}
