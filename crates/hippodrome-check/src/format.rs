//! The names of the formats, and telling one from another by content.

use std::fmt;
use std::str::FromStr;

/// A format that the checker reads. FORMATS.md describes each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// A numbered grid as people print it, top rank first.
    Board,
    /// A list of squares, `a1 b3 …`.
    Squares,
    /// A table with the columns `step,file,rank,square`.
    Csv,
    /// Step numbers, top rank first. Read as [`Format::Board`] is.
    Matrix,
    /// The JSON object of a tour.
    Json,
    /// The Prolog term `answer(25, [p(1, 1), …]).`
    Prolog,
    /// A TSPLIB tour file.
    Tsplib,
    /// A `NumPy` array of step numbers; row 0 is rank 1.
    Npy,
    /// A certificate.
    Certificate,
    /// A picture that carries the JSON object of its tour or placement.
    Svg,
    /// Queens: the file of each rank's, a list a placement.
    Columns,
    /// Queens: ranks as a chess position has them, `3Q4/1Q6/…`.
    Fen,
}

impl Format {
    /// All formats, in the order of FORMATS.md.
    pub const ALL: [Self; 12] = [
        Self::Board,
        Self::Squares,
        Self::Csv,
        Self::Matrix,
        Self::Json,
        Self::Prolog,
        Self::Tsplib,
        Self::Npy,
        Self::Certificate,
        Self::Svg,
        Self::Columns,
        Self::Fen,
    ];

    /// The name, as `--format` takes it: `board`, `squares`, …, `svg`, `columns`, `fen`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Squares => "squares",
            Self::Csv => "csv",
            Self::Matrix => "matrix",
            Self::Json => "json",
            Self::Prolog => "prolog",
            Self::Tsplib => "tsplib",
            Self::Npy => "npy",
            Self::Certificate => "cert",
            Self::Svg => "svg",
            Self::Columns => "columns",
            Self::Fen => "fen",
        }
    }

    /// Tells the format of a tour by its content; what looks like nothing else is a grid.
    #[must_use]
    pub fn detect(bytes: &[u8]) -> Self {
        if bytes.starts_with(b"\x93NUMPY") {
            return Self::Npy;
        }
        if bytes.starts_with(b"hippodrome-certificate") {
            return Self::Certificate;
        }
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
        let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default().trim_ascii_end();
        let line = &line[..line.len().min(4096)];
        let starts =
            |word: &[u8]| line.get(..word.len()).is_some_and(|s| s.eq_ignore_ascii_case(word));
        match line.first() {
            Some(b'{') => return Self::Json,
            Some(b'<') => return Self::Svg,
            _ => {}
        }
        if starts(b"answer") {
            return Self::Prolog;
        }
        let words = [&b"name"[..], b"type", b"comment", b"dimension", b"tour_section"];
        if words.iter().any(|word| starts(word)) {
            return Self::Tsplib;
        }
        let cells = line.split(|byte| matches!(byte, b',' | b';' | b'\t'));
        let mut names = cells.map(<[u8]>::trim_ascii);
        if names.any(|name| {
            let name = name.strip_prefix(b"\"").unwrap_or(name);
            let name = name.strip_suffix(b"\"").unwrap_or(name);
            name.eq_ignore_ascii_case(b"step") || name.eq_ignore_ascii_case(b"square")
        }) {
            return Self::Csv;
        }
        // The list itself may begin on a later line than its bracket.
        let mark = |byte: &u8| byte.is_ascii_whitespace() || b"[{\"',;".contains(byte);
        let start = text.iter().position(|byte| !mark(byte)).unwrap_or(text.len());
        let line = text[start..].split(|byte| *byte == b'\n').next().unwrap_or_default();
        let is_list = line.starts_with(b"(") || is_list(&line[..line.len().min(4096)]);
        if is_list { Self::Squares } else { Self::Board }
    }
}

/// Whether the first line holds squares: `a1…`, or nothing but pairs such as `3,5`.
fn is_list(line: &[u8]) -> bool {
    let mark = |byte: &u8| b"()[]{}\"',;".contains(byte);
    let words = || {
        line.split(u8::is_ascii_whitespace).filter_map(|word| {
            let start = word.iter().position(|byte| !mark(byte))?;
            let end = word.iter().rposition(|byte| !mark(byte))?;
            Some(&word[start..=end])
        })
    };
    let square = |word: &[u8]| {
        let letters = word.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        letters > 0 && word.get(letters).is_some_and(u8::is_ascii_digit)
    };
    let pair = |word: &[u8]| {
        let mut parts = word.split(|byte| *byte == b',');
        let mut number = || {
            parts.next().is_some_and(|part| !part.is_empty() && part.iter().all(u8::is_ascii_digit))
        };
        number() && number() && parts.next().is_none()
    };
    words().next().is_some_and(square) || (words().next().is_some() && words().all(pair))
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text is not the name of a format that the checker reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAFormat;

impl fmt::Display for NotAFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "not a format that is read: board, squares, csv, matrix, json, prolog, tsplib, npy, \
             cert, svg, columns or fen",
        )
    }
}

impl std::error::Error for NotAFormat {}

impl FromStr for Format {
    type Err = NotAFormat;

    fn from_str(name: &str) -> Result<Self, NotAFormat> {
        Self::ALL.into_iter().find(|format| format.name() == name).ok_or(NotAFormat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_told_apart() {
        let cases: [(&[u8], Format); 23] = [
            (b"hippodrome-certificate 1\n", Format::Certificate),
            (b"\x93NUMPY\x01\x00", Format::Npy),
            (b" {\"squares\":[]}", Format::Json),
            (b"\xef\xbb\xbf<svg/>", Format::Svg),
            (b"answer(1, [p(1, 1)]).", Format::Prolog),
            (b"NAME : x\n", Format::Tsplib),
            (b"TOUR_SECTION\n", Format::Tsplib),
            (b"step,file,rank,square\r\n", Format::Csv),
            (b"Step, Square\n", Format::Csv),
            (b"\n\nA1-b3", Format::Squares),
            (b"3,5 4,7", Format::Squares),
            (b"(3,5)\n(4,7)", Format::Squares),
            (b"[\"a1\", \"b3\"]", Format::Squares),
            (b"[(1, 1), (2, 3)]", Format::Squares),
            (b"[\n \"a1\",", Format::Squares),
            (b"step;square", Format::Csv),
            (b"[[1, 2, 3],", Format::Board),
            (b"1 2 3\n", Format::Board),
            (b"1,2,3\n", Format::Board),
            (b"   a b c\n", Format::Board),
            (b"# 1 .\n", Format::Board),
            (b"+---+\n", Format::Board),
            (b"", Format::Board),
        ];
        for (bytes, format) in cases {
            assert_eq!(Format::detect(bytes), format, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn names_round_trip() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        assert_eq!("png".parse::<Format>(), Err(NotAFormat));
    }
}
