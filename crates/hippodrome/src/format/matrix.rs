//! The bare step numbers, the top rank first.

use std::io;

use super::sink::Sink;
use crate::tour::Tour;

/// Writes one line a rank with one blank between numbers; a hole is `#`.
///
/// # Errors
///
/// Those of the writer.
pub fn write(tour: &Tour, out: &mut dyn io::Write) -> io::Result<()> {
    let mut sink = Sink::new(out);
    let steps = tour.numbering();
    for rank in steps.chunks(tour.board().cols() as usize).rev() {
        for (at, &step) in rank.iter().enumerate() {
            if at > 0 {
                sink.mark(b" ")?;
            }
            match step {
                0 => sink.mark(b"#")?,
                _ => sink.number(u64::from(step))?,
            }
        }
        sink.mark(b"\n")?;
    }
    sink.finish()
}

pub(super) use super::board::read;
