//! How a count of many processes fails.

use hippodrome::count::EngineError;

/// The processes do not fit together.
pub(crate) fn wrong(what: String) -> EngineError {
    EngineError::Peers { what }
}

/// A process is missing.
pub(crate) fn lost(what: String) -> EngineError {
    EngineError::Lost { what }
}
