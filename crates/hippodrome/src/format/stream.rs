//! Constructed tours written without being built: the bytes of [`Format::write`], in constant
//! memory.

use std::io;

use super::sink::Sink;
use super::{Format, npy, tsplib};
use crate::construct::Construction;
use crate::leaper::Leaper;
use crate::report::{self, BoardReport};

/// Squares of a row that are numbered at a time.
const CHUNK: usize = 1 << 13;

impl Format {
    /// Whether [`Format::stream`] serves the format: all whose bytes follow the order of the tour or
    /// of the rows, but for those for people.
    #[must_use]
    pub const fn streams(self) -> bool {
        matches!(
            self,
            Self::Squares
                | Self::Csv
                | Self::Matrix
                | Self::Json
                | Self::Prolog
                | Self::Tsplib
                | Self::Npy
        )
    }

    /// Writes a constructed tour, the same bytes as [`Format::write`] would write, without building
    /// it.
    ///
    /// # Errors
    ///
    /// Those of the writer; one of kind `Unsupported` where [`Format::streams`] says no.
    ///
    /// # Complexity
    ///
    /// O(area) time, some hundred kilobytes of memory on any board.
    pub fn stream(
        self,
        tour: &Construction,
        method: Option<&str>,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        match self {
            Self::Squares => squares(tour, out),
            Self::Csv => csv(tour, out),
            Self::Matrix => matrix(tour, out),
            Self::Json => json(tour, method, out),
            Self::Prolog => prolog(tour, out),
            Self::Tsplib => tsplib(tour, out),
            Self::Npy => npy(tour, out),
            _ => Err(io::Error::new(
                io::ErrorKind::Unsupported,
                format!("{self} is not written as a stream"),
            )),
        }
    }
}

fn squares(tour: &Construction, out: &mut dyn io::Write) -> io::Result<()> {
    let mut sink = Sink::new(out);
    for (i, square) in tour.squares().enumerate() {
        if i > 0 {
            sink.bytes(b" ")?;
        }
        sink.square(square)?;
    }
    sink.bytes(b"\n")?;
    sink.finish()
}

fn csv(tour: &Construction, out: &mut dyn io::Write) -> io::Result<()> {
    let mut sink = Sink::new(out);
    sink.text("step,file,rank,square\n")?;
    for (square, step) in tour.squares().zip(1..) {
        sink.number(step)?;
        sink.bytes(b",")?;
        sink.number(u64::from(square.col) + 1)?;
        sink.bytes(b",")?;
        sink.number(u64::from(square.row) + 1)?;
        sink.bytes(b",")?;
        sink.square(square)?;
        sink.bytes(b"\n")?;
    }
    sink.finish()
}

fn json(tour: &Construction, method: Option<&str>, out: &mut dyn io::Write) -> io::Result<()> {
    let mut sink = Sink::new(out);
    sink.text("{\"board\":")?;
    sink.text(&report::line(&BoardReport::new(tour.board())))?;
    sink.text(",\"leaper\":[1,2],\"kind\":\"")?;
    sink.text(&tour.kind().to_string())?;
    sink.text("\",\"method\":")?;
    sink.text(&serde_json::to_string(&method)?)?;
    sink.text(",\"squares\":[")?;
    for (i, square) in tour.squares().enumerate() {
        sink.bytes(if i > 0 { b",\"" } else { b"\"" })?;
        sink.square(square)?;
        sink.bytes(b"\"")?;
    }
    sink.text("]}\n")?;
    sink.finish()
}

fn prolog(tour: &Construction, out: &mut dyn io::Write) -> io::Result<()> {
    let mut sink = Sink::new(out);
    sink.text(&format!("answer({}, [", tour.len()))?;
    for (i, square) in tour.squares().enumerate() {
        sink.bytes(if i > 0 { b", p(" } else { b"p(" })?;
        sink.number(u64::from(square.col) + 1)?;
        sink.bytes(b", ")?;
        sink.number(u64::from(square.row) + 1)?;
        sink.bytes(b")")?;
    }
    sink.text("]).\n")?;
    sink.finish()
}

fn tsplib(tour: &Construction, out: &mut dyn io::Write) -> io::Result<()> {
    let mut sink = Sink::new(out);
    sink.text(&tsplib::head(tour.board(), Leaper::KNIGHT, tour.kind(), tour.len()))?;
    let cols = u128::from(tour.board().cols());
    for square in tour.squares() {
        let vertex = u128::from(square.row) * cols + u128::from(square.col) + 1;
        match u64::try_from(vertex) {
            Ok(vertex) => sink.number(vertex)?,
            // The last vertex of the largest board.
            Err(_) => sink.text(&vertex.to_string())?,
        }
        sink.bytes(b"\n")?;
    }
    sink.text("-1\nEOF\n")?;
    sink.finish()
}

/// The step numbers of each row in turn, in chunks.
fn rows(
    tour: &Construction,
    rows: impl Iterator<Item = u64>,
    mut write: impl FnMut(u64, &[u64]) -> io::Result<()>,
) -> io::Result<()> {
    let cols = tour.board().cols();
    let mut steps = vec![0; CHUNK.min(usize::try_from(cols).unwrap_or(CHUNK))];
    for row in rows {
        for first in (0..cols).step_by(CHUNK) {
            let count = (cols - first).min(CHUNK as u64) as usize;
            tour.row(row as u32, first as u32, &mut steps[..count]);
            write(first, &steps[..count])?;
        }
    }
    Ok(())
}

fn matrix(tour: &Construction, out: &mut dyn io::Write) -> io::Result<()> {
    let mut sink = Sink::new(out);
    let (ranks, cols) = (tour.board().rows(), tour.board().cols());
    rows(tour, (0..ranks).rev(), |first, steps| {
        for (i, &step) in steps.iter().enumerate() {
            if first > 0 || i > 0 {
                sink.bytes(b" ")?;
            }
            sink.number(step)?;
        }
        if first + steps.len() as u64 == cols { sink.bytes(b"\n") } else { Ok(()) }
    })?;
    sink.finish()
}

fn npy(tour: &Construction, out: &mut dyn io::Write) -> io::Result<()> {
    let wide = npy::is_wide(tour.len());
    out.write_all(&npy::header_of(tour.board(), wide))?;
    let mut bytes = Vec::with_capacity(8 * CHUNK);
    rows(tour, 0..tour.board().rows(), |_, steps| {
        bytes.clear();
        if wide {
            bytes.extend(steps.iter().flat_map(|step| step.to_le_bytes()));
        } else {
            bytes.extend(steps.iter().flat_map(|&step| (step as u32).to_le_bytes()));
        }
        out.write_all(&bytes)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::construct::{Options, construct};
    use crate::{Kind, Leaper, Problem};

    #[test]
    fn streams_are_the_bytes_of_the_built_tour() {
        for (board, kind) in [
            ("1x1", Kind::Open),
            ("3x10", Kind::Closed),
            ("23x4", Kind::Open),
            ("5x5", Kind::Open),
            ("40x30", Kind::Closed),
            ("31x47", Kind::Open),
        ] {
            let problem = Problem::new(board.parse().unwrap(), Leaper::KNIGHT, kind);
            let tour = construct(&problem, &Options::default()).found().unwrap();
            let built = tour.to_tour().unwrap();
            for format in Format::ALL {
                let (mut streamed, mut written) = (Vec::new(), Vec::new());
                format.write(&built, Some("construct"), &mut written).unwrap();
                let result = format.stream(&tour, Some("construct"), &mut streamed);
                assert_eq!(result.is_ok(), format.streams());
                assert!(!format.streams() || streamed == written, "{board} {format}");
            }
        }
    }
}
