//! Placements as text, as arrays and as pictures.
//!
//! | name | what |
//! |---|---|
//! | `columns` | the file of the queen of each rank, from 1, rank 1 first, on one line |
//! | `board` | `.` and `Q`, the top rank first |
//! | `json` | `{"n":8,"columns":[…]}` on one line |
//! | `fen` | runs of empty squares as numbers, `Q`, ranks from the top parted by `/` |
//! | `npy` | a `NumPy` array of n numbers, as `columns` |
//! | `cert` | a certificate that the separate checker verifies |
//! | `svg` | a picture |
//!
//! The columns come as an iterator, so that a formula's placement of any size is never held in
//! memory.

use std::io;
use std::path::Path;
use std::str::FromStr;

use crate::Error;
use crate::Square;
use crate::format::sink::Sink;

/// A format of placements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the table above says what each is")]
pub enum Format {
    Columns,
    Board,
    Json,
    Fen,
    Npy,
    Cert,
    Svg,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 7] =
        [Self::Columns, Self::Board, Self::Json, Self::Fen, Self::Npy, Self::Cert, Self::Svg];

    /// The name, as `--format` takes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Columns => "columns",
            Self::Board => "board",
            Self::Json => "json",
            Self::Fen => "fen",
            Self::Npy => "npy",
            Self::Cert => "cert",
            Self::Svg => "svg",
        }
    }

    /// The format that the ending of a file's name means.
    #[must_use]
    pub fn from_path_ending(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "txt" => Some(Self::Board),
            "json" | "fen" | "npy" | "cert" | "svg" => ending.parse().ok(),
            _ => None,
        }
    }

    /// Refuses boards that are too large for the format.
    ///
    /// # Errors
    ///
    /// Pictures and boards have n² squares: at most 1000 and 20 000 a side. Certificates name squares,
    /// at most 2³² a side; arrays hold 32-bit numbers.
    pub fn admits(self, n: u64) -> Result<(), Error> {
        let (most, instead) = match self {
            Self::Columns | Self::Json => return Ok(()),
            Self::Board => (20_000, "columns or npy"),
            Self::Svg => (1000, "columns or npy"),
            Self::Fen | Self::Cert | Self::Npy => (u64::from(u32::MAX), "columns"),
        };
        if n <= most {
            return Ok(());
        }
        let name = self.name();
        Err(Error::too_large(format!(
            "board {n}: the format {name} serves up to n = {most}, use {instead}"
        )))
    }

    /// Writes a placement of n queens, given the file of the queen of each rank, from 0.
    ///
    /// # Errors
    ///
    /// Those of `out`; and of kind `InvalidInput` for what [`admits`](Self::admits) refuses.
    ///
    /// # Examples
    ///
    /// ```
    /// use hippodrome::queens::Format;
    ///
    /// let mut text = Vec::new();
    /// Format::Board.write(4, [1, 3, 0, 2], &mut text)?;
    /// assert_eq!(text, b"..Q.\nQ...\n...Q\n.Q..\n");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn write(
        self,
        n: u64,
        columns: impl IntoIterator<Item = u64>,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        self.write_under("", n, columns, out)
    }

    /// The same of a placement under a rule, `toroidal`, `knights` or `reflecting` (or none): a
    /// certificate says it, other formats have no word for it.
    ///
    /// # Errors
    ///
    /// Those of [`write`](Self::write).
    pub fn write_under(
        self,
        rule: &str,
        n: u64,
        columns: impl IntoIterator<Item = u64>,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        self.admits(n)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error.to_string()))?;
        let columns = columns.into_iter();
        match self {
            Self::Columns => {
                let mut sink = Sink::new(out);
                list(columns, " ", &mut sink)?;
                sink.text("\n")?;
                sink.finish()
            }
            Self::Json => {
                let mut sink = Sink::new(out);
                sink.text("{\"n\":")?;
                sink.number(n)?;
                sink.text(",\"columns\":[")?;
                list(columns, ",", &mut sink)?;
                sink.text("]}\n")?;
                sink.finish()
            }
            Self::Board => board(n as usize, columns, out),
            Self::Fen => fen(n, columns, out),
            Self::Npy => npy(n, columns, out),
            Self::Cert => {
                let mut sink = Sink::new(out);
                sink.text("hippodrome-certificate 1\nkind placement\nboard ")?;
                sink.number(n)?;
                sink.text("x")?;
                sink.number(n)?;
                sink.text("\n")?;
                if !rule.is_empty() {
                    sink.text(&format!("rule {rule}\n"))?;
                }
                for (row, column) in (0..).zip(columns) {
                    sink.text("queen ")?;
                    sink.square(Square::new(row, column as u32))?;
                    sink.text("\n")?;
                }
                sink.text("end\n")?;
                sink.finish()
            }
            Self::Svg => svg(n, columns, out),
        }
    }
}

impl FromStr for Format {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|format| format.name() == name).ok_or_else(|| {
            let name = crate::error::shown(name);
            Error::parse(format!(
                "format '{name}': expected columns, board, json, fen, npy, cert or svg"
            ))
        })
    }
}

/// The columns from 1.
fn list(columns: impl Iterator<Item = u64>, between: &str, sink: &mut Sink<'_>) -> io::Result<()> {
    for (at, column) in columns.enumerate() {
        if at > 0 {
            sink.text(between)?;
        }
        sink.number(column + 1)?;
    }
    Ok(())
}

fn board(n: usize, columns: impl Iterator<Item = u64>, out: &mut dyn io::Write) -> io::Result<()> {
    let columns: Vec<u64> = columns.collect();
    let mut line = vec![b'.'; n];
    line.push(b'\n');
    for &column in columns.iter().rev() {
        line[column as usize] = b'Q';
        out.write_all(&line)?;
        line[column as usize] = b'.';
    }
    Ok(())
}

fn fen(n: u64, columns: impl Iterator<Item = u64>, out: &mut dyn io::Write) -> io::Result<()> {
    let columns: Vec<u64> = columns.collect();
    let mut sink = Sink::new(out);
    for (at, &column) in columns.iter().rev().enumerate() {
        if at > 0 {
            sink.text("/")?;
        }
        if column > 0 {
            sink.number(column)?;
        }
        sink.text("Q")?;
        if column + 1 < n {
            sink.number(n - 1 - column)?;
        }
    }
    sink.text("\n")?;
    sink.finish()
}

/// Format version 1.0: the header padded to a multiple of 64 bytes, then little-endian numbers.
fn npy(n: u64, columns: impl Iterator<Item = u64>, out: &mut dyn io::Write) -> io::Result<()> {
    let mut header =
        format!("{{'descr': '<u4', 'fortran_order': False, 'shape': ({n},), }}").into_bytes();
    while (10 + header.len() + 1) % 64 != 0 {
        header.push(b' ');
    }
    header.push(b'\n');
    out.write_all(b"\x93NUMPY\x01\x00")?;
    out.write_all(&(header.len() as u16).to_le_bytes())?;
    out.write_all(&header)?;
    let mut buffer = Vec::with_capacity(1 << 16);
    for column in columns {
        buffer.extend_from_slice(&(column as u32 + 1).to_le_bytes());
        if buffer.len() == 1 << 16 {
            out.write_all(&buffer)?;
            buffer.clear();
        }
    }
    out.write_all(&buffer)
}

/// Squares of 40 units, queens as crowns; the columns as JSON in the metadata.
fn svg(n: u64, columns: impl Iterator<Item = u64>, out: &mut dyn io::Write) -> io::Result<()> {
    let columns: Vec<u64> = columns.collect();
    let side = 40 * n;
    let pixels = (60 * n).clamp(60, 960);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" width=\"{pixels}\" \
         height=\"{pixels}\" role=\"img\">"
    )?;
    writeln!(out, "<title>{n} queens</title>")?;
    write!(out, "<metadata>")?;
    Format::Json.write(n, columns.iter().copied(), out)?;
    writeln!(out, "</metadata>")?;
    writeln!(out, "<rect width=\"{side}\" height=\"{side}\" fill=\"#f6f1e7\"/>")?;
    write!(out, "<path fill=\"#d9ccb4\" d=\"")?;
    for row in 0..n {
        // The square a1 is dark.
        for column in (0..n).filter(|column| (row + column) % 2 == 0) {
            write!(out, "M{} {}h40v40h-40z", 40 * column, 40 * (n - 1 - row))?;
        }
    }
    writeln!(out, "\"/>")?;
    write!(out, "<path fill=\"#292524\" d=\"")?;
    for (row, column) in (0..n).zip(columns) {
        write!(
            out,
            "M{} {}l4 8h16l4-8 2-16-7 9-3-13-4 13-4-13-3 13-7-9z",
            40 * column + 8,
            40 * (n - 1 - row) + 26
        )?;
    }
    writeln!(out, "\"/>\n</svg>")
}

#[cfg(test)]
mod tests {
    use super::*;

    const EIGHT: [u64; 8] = [0, 4, 7, 5, 2, 6, 1, 3];

    fn text(format: Format) -> String {
        let mut bytes = Vec::new();
        format.write(8, EIGHT, &mut bytes).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    #[test]
    fn the_same_placement_in_each_format() {
        assert_eq!(text(Format::Columns), "1 5 8 6 3 7 2 4\n");
        assert_eq!(text(Format::Json), "{\"n\":8,\"columns\":[1,5,8,6,3,7,2,4]}\n");
        assert_eq!(text(Format::Fen), "3Q4/1Q6/6Q1/2Q5/5Q2/7Q/4Q3/Q7\n");
        assert_eq!(
            text(Format::Board),
            "...Q....\n.Q......\n......Q.\n..Q.....\n.....Q..\n.......Q\n....Q...\nQ.......\n"
        );
        assert!(text(Format::Cert).starts_with(
            "hippodrome-certificate 1\nkind placement\nboard 8x8\nqueen a1\nqueen e2\n"
        ));
        assert!(text(Format::Svg).contains("<metadata>{\"n\":8,\"columns\":[1,5,8,6,3,7,2,4]}"));
    }

    #[test]
    fn arrays_have_an_aligned_header_and_four_bytes_a_queen() {
        let mut bytes = Vec::new();
        Format::Npy.write(8, EIGHT, &mut bytes).unwrap();
        let header = usize::from(bytes[8]) + 256 * usize::from(bytes[9]);
        assert_eq!((10 + header) % 64, 0);
        assert_eq!(bytes.len(), 10 + header + 32);
        assert_eq!(bytes[10 + header..][..8], [1, 0, 0, 0, 5, 0, 0, 0]);
    }

    #[test]
    fn names_and_endings() {
        for format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(format));
            assert!(format.admits(1000).is_ok());
        }
        assert!("tour".parse::<Format>().unwrap_err().is_parse());
        assert_eq!(Format::from_path_ending(Path::new("a/b.SVG")), Some(Format::Svg));
        assert_eq!(Format::from_path_ending(Path::new("queens")), None);
        assert!(Format::Svg.admits(1001).unwrap_err().is_too_large());
        assert!(Format::Board.write(1 << 40, [], &mut Vec::new()).is_err());
    }
}
