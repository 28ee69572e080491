//! Placements read from what people and programs write, the counterpart of
//! [`Format::write`](super::Format::write).

use super::Placement;
use crate::format::npy;
use crate::{Error, Square};

/// The longest file that is read: 1 GiB.
const MAX_BYTES: usize = 1 << 30;

/// Whether a file is a placement, or several, and not a tour: a certificate of that kind, a JSON
/// object with `columns` or `solutions`, an array of one dimension, a picture with such an object, a
/// board with queens, ranks as in a chess position, or columns.
///
/// Numbers alone are columns if they can be no tour: one line of at least two, or several lines as
/// long as each other whose numbers are from 1 and not larger than their length.
#[must_use]
pub fn is_placement(bytes: &[u8]) -> bool {
    let Some(kind) = Kind::of(bytes) else { return false };
    let text = || std::str::from_utf8(bytes).unwrap_or_default();
    match kind {
        Kind::Array => array(bytes).is_ok(),
        Kind::Certificate => text().lines().nth(1) == Some("kind placement"),
        Kind::Object | Kind::Picture => {
            let has = |key: &str| text().contains(key);
            (has("\"columns\"") || has("\"solutions\"")) && !has("\"squares\"")
        }
        Kind::Board => text().contains('Q') && text().chars().all(is_cell),
        Kind::Fen => text().contains(['Q', 'q']) && fen(text()).is_ok(),
        Kind::Columns => {
            let lists = lists(text()).unwrap_or_default();
            let n = lists.first().map_or(0, Vec::len) as u64;
            let even = lists.iter().all(|list| list.len() as u64 == n);
            let small = || lists.iter().flatten().all(|file| (1..=n).contains(file));
            n >= 2 && even && (lists.len() == 1 || small())
        }
    }
}

/// Reads the placements of a file, in any of the formats; each is checked.
///
/// # Errors
///
/// If the text is in no such format, or a placement is none: then the first fault is named.
///
/// # Examples
///
/// ```
/// use hippodrome::queens::read;
///
/// for file in ["2 4 1 3", "..Q.\nQ...\n...Q\n.Q..", "2Q1/Q3/3Q/1Q2", "[1, 3, 0, 2]"] {
///     assert_eq!(read(file.as_bytes())?[0].to_string(), "2 4 1 3");
/// }
/// assert!(read(b"1 2 3 4").is_err());
/// # Ok::<(), hippodrome::Error>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Vec<Placement>, Error> {
    if bytes.len() > MAX_BYTES {
        return Err(Error::too_large("a file of placements is at most 1 GiB"));
    }
    let kind = Kind::of(bytes).ok_or_else(|| Error::parse("placements: the file is empty"))?;
    let text = || {
        let text = std::str::from_utf8(bytes);
        text.map_err(|_| Error::parse("placements: the file is not a text"))
    };
    let lists: Vec<Vec<u64>> = match kind {
        Kind::Array => vec![array(bytes)?],
        Kind::Certificate => vec![certificate(text()?)?],
        Kind::Object => objects(text()?)?,
        Kind::Picture => {
            let (_, rest) = text()?
                .split_once("<metadata>")
                .ok_or_else(|| Error::parse("placements: the picture has no metadata"))?;
            let (object, _) = rest.split_once("</metadata>").unwrap_or((rest, ""));
            objects(&object.replace("&quot;", "\"").replace("&#34;", "\""))?
        }
        Kind::Board => boards(text()?)?,
        Kind::Fen => fen(text()?)?,
        Kind::Columns => {
            let mut lists = lists(text()?)?;
            if lists.iter().flatten().any(|&file| file == 0) {
                // Counted from 0.
                lists.iter_mut().flatten().for_each(|file| *file = file.saturating_add(1));
            }
            lists
        }
    };
    if lists.is_empty() {
        return Err(Error::parse("placements: the file has none"));
    }
    lists.iter().map(|files| placement(files)).collect()
}

/// The placement with these files, from 1.
fn placement(files: &[u64]) -> Result<Placement, Error> {
    let columns = files.iter().map(|&file| u32::try_from(file.checked_sub(1)?).ok());
    let columns = columns.collect::<Option<Vec<u32>>>();
    let columns = columns.ok_or_else(|| Error::parse("placements: files are 1 to 4294967296"))?;
    Placement::new(columns).map_err(|fault| Error::mismatch(format!("placement: {fault}")))
}

#[derive(Clone, Copy)]
enum Kind {
    Array,
    Certificate,
    Object,
    Picture,
    Board,
    Fen,
    Columns,
}

impl Kind {
    /// What the file looks like; nothing for an empty one.
    fn of(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(b"\x93NUMPY") {
            return Some(Self::Array);
        }
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
        let line = bytes.split(|&byte| byte == b'\n').next()?;
        Some(match bytes.first()? {
            b'{' => Self::Object,
            b'<' => Self::Picture,
            _ if bytes.starts_with(b"hippodrome-certificate") => Self::Certificate,
            _ if line.contains(&b'/') => Self::Fen,
            _ if bytes.iter().any(|byte| matches!(byte, b'.' | b'Q')) => Self::Board,
            _ => Self::Columns,
        })
    }
}

fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The lists of numbers of a text: a line, `]` or `;` ends one.
fn lists(text: &str) -> Result<Vec<Vec<u64>>, Error> {
    let mut lists = Vec::new();
    for (at, line) in (1..).zip(without_mark(text).lines()) {
        for part in line.split([']', ';']) {
            let words = part.split(|c: char| c.is_ascii_whitespace() || ",[()".contains(c));
            let numbers = words.filter(|word| !word.is_empty()).map(|word| {
                let digits = word.bytes().all(|byte| byte.is_ascii_digit());
                word.parse().ok().filter(|_| digits).ok_or_else(|| {
                    let word = crate::error::shown(word);
                    Error::parse(format!("placements line {at}: '{word}' is no file"))
                })
            });
            let numbers = numbers.collect::<Result<Vec<u64>, Error>>()?;
            if !numbers.is_empty() {
                lists.push(numbers);
            }
        }
    }
    Ok(lists)
}

fn is_cell(c: char) -> bool {
    c.is_ascii_whitespace() || ".Q#[]\"',\u{feff}".contains(c)
}

/// Boards of `.` and `Q`, the top rank first; an empty line or `]` ends a board, a line or a
/// quotation mark a rank.
fn boards(text: &str) -> Result<Vec<Vec<u64>>, Error> {
    let mut boards = Vec::new();
    let mut ranks: Vec<(usize, Vec<u64>)> = Vec::new();
    for (at, line) in (1..).zip(without_mark(text).lines().chain([""])) {
        if let Some(strange) = line.chars().find(|&c| !is_cell(c)) {
            return Err(Error::parse(format!(
                "placements line {at}: expected . or Q, found '{}'",
                strange.escape_default()
            )));
        }
        for (part, of_board) in line.split(']').enumerate() {
            if part > 0 || line.trim_ascii().is_empty() {
                boards.extend(board(&mut ranks, at)?);
            }
            for rank in of_board.split(['"', '\'']) {
                let cells = || rank.bytes().filter(|byte| b".Q#".contains(byte));
                let files = (1..).zip(cells()).filter(|&(_, cell)| cell == b'Q');
                if cells().next().is_some() {
                    ranks.push((cells().count(), files.map(|(file, _)| file).collect()));
                }
            }
        }
    }
    Ok(boards)
}

/// The files by rank of the ranks from the top, which are taken; nothing if there are none.
fn board(ranks: &mut Vec<(usize, Vec<u64>)>, line: usize) -> Result<Option<Vec<u64>>, Error> {
    let n = ranks.len();
    let mut files = Vec::with_capacity(n);
    for (squares, queens) in ranks.drain(..).rev() {
        match queens.as_slice() {
            &[file] if squares == n => files.push(file),
            _ => {
                return Err(Error::parse(format!(
                    "placements line {line}: the board before it has {n} ranks, expected {n} squares with one queen on each"
                )));
            }
        }
    }
    Ok(if n == 0 { None } else { Some(files) })
}

/// A placement a line, ranks from the top parted by `/`.
fn fen(text: &str) -> Result<Vec<Vec<u64>>, Error> {
    let mut all = Vec::new();
    for (at, line) in (1..).zip(without_mark(text).lines()) {
        let Some(ranks) = line.split_ascii_whitespace().next() else { continue };
        let n = ranks.split('/').count() as u64;
        let mut files = Vec::new();
        for rank in ranks.rsplit('/') {
            let wrong = || {
                let rank = crate::error::shown(rank);
                Error::parse(format!(
                    "placements line {at}: rank '{rank}': expected {n} squares with one queen"
                ))
            };
            let (before, after) = rank.split_once(['Q', 'q']).ok_or_else(wrong)?;
            let run = |text: &str| if text.is_empty() { Ok(0) } else { text.parse::<u64>() };
            let (before, after) = (run(before).ok(), run(after).ok());
            let (before, after) = before.zip(after).ok_or_else(wrong)?;
            if before.checked_add(after).and_then(|empty| empty.checked_add(1)) != Some(n) {
                return Err(wrong());
            }
            files.push(before + 1);
        }
        all.push(files);
    }
    Ok(all)
}

/// The objects of a text, one after the other: `columns`, or `solutions` with `columns`.
fn objects(text: &str) -> Result<Vec<Vec<u64>>, Error> {
    #[derive(serde::Deserialize)]
    struct Columns {
        columns: Vec<u64>,
    }

    #[derive(serde::Deserialize)]
    struct Object {
        n: u64,
        columns: Option<Vec<u64>>,
        solutions: Option<Vec<Columns>>,
    }

    let mut all = Vec::new();
    for object in serde_json::Deserializer::from_str(without_mark(text)).into_iter::<Object>() {
        let object = object.map_err(|error| Error::parse(format!("placements: {error}")))?;
        let solutions = object.solutions.into_iter().flatten().map(|solution| solution.columns);
        for columns in object.columns.into_iter().chain(solutions) {
            if columns.len() as u64 != object.n {
                return Err(Error::mismatch(format!(
                    "placement: {} columns, n is {}",
                    columns.len(),
                    object.n
                )));
            }
            all.push(columns);
        }
    }
    Ok(all)
}

/// The queens of a certificate, which come in the order of ranks.
fn certificate(text: &str) -> Result<Vec<u64>, Error> {
    let mut files = Vec::new();
    if text.lines().nth(1) != Some("kind placement") {
        return Err(Error::parse("placements line 2: expected 'kind placement'"));
    }
    for (at, line) in (1..).zip(text.lines()) {
        let Some(name) = line.strip_prefix("queen ") else { continue };
        let queen: Square = name.parse()?;
        if queen.row as usize != files.len() {
            return Err(Error::parse(format!(
                "placements line {at}: expected the queen of rank {}",
                files.len() + 1
            )));
        }
        files.push(u64::from(queen.col) + 1);
    }
    let n = files.len();
    if text.lines().nth(2) != Some(format!("board {n}x{n}").as_str()) {
        return Err(Error::parse(format!("placements line 3: expected 'board {n}x{n}'")));
    }
    Ok(files)
}

/// The numbers of an array of one dimension.
fn array(bytes: &[u8]) -> Result<Vec<u64>, Error> {
    npy::list(bytes)
}
