//! A question as the words of a command line.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::question::Question;
use crate::square::{MAX_SIDE, Square};

/// The most squares of a mask: 2^26, as many as the checker holds.
const MASK_SQUARES: u64 = 1 << 26;

impl Question {
    /// Takes an option of a command line: `--board` (`ROWSxCOLS`, `N`, a mask file, or `-` for a
    /// mask on standard input), `--hole`, `--from`, `--to`, `--leaper`, `--step-at`, and of queens
    /// `--queen`, `--block` (a square, a mask, or an instance: n, then `row col` from 0 on each line)
    /// or `-k`, with its value.
    ///
    /// # Errors
    ///
    /// One line that names the option and says what was expected; also where an option is given
    /// twice with different values.
    ///
    /// # Examples
    ///
    /// ```
    /// use hippodrome_check::Question;
    /// let mut question = Question::new();
    /// question.option("--board", "8x8")?;
    /// question.option("--step-at", "13=c3")?;
    /// assert_eq!(question.rows_and_cols, Some((8, 8)));
    /// assert!(question.option("--board", "0x5").is_err());
    /// # Ok::<(), String>(())
    /// ```
    pub fn option(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "--board" => board(value, self),
            "--hole" => {
                self.holes.get_or_insert_default().push(square(name, value)?);
                Ok(())
            }
            "--from" => set(&mut self.from, square(name, value)?, name),
            "--to" => set(&mut self.to, square(name, value)?, name),
            "--leaper" => set(&mut self.leaper, leaper(value)?, name),
            "--step-at" => {
                self.step_at.push(step_at(value)?);
                Ok(())
            }
            "--block" => block(value, self),
            "--queen" => {
                let square = square(name, value)?;
                self.queens.get_or_insert_default().given.push(square);
                Ok(())
            }
            "-k" => {
                let queens = value.parse().map_err(|_| format!("-k {value}: expected a number"))?;
                set(&mut self.queens.get_or_insert_default().count, queens, name)
            }
            _ => Err(format!("{name}: no part of a question")),
        }
    }
}

fn set<T: PartialEq>(slot: &mut Option<T>, value: T, name: &str) -> Result<(), String> {
    if slot.as_ref().is_some_and(|known| *known != value) {
        return Err(format!("{name}: given twice, differently"));
    }
    *slot = Some(value);
    Ok(())
}

/// Reads a file up to a byte more than the limit.
fn read(name: &str, limit: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let outcome = if name == "-" {
        io::stdin().lock().take(limit + 1).read_to_end(&mut bytes)
    } else {
        File::open(name).and_then(|file| file.take(limit + 1).read_to_end(&mut bytes))
    };
    outcome.map_err(|error| format!("{name}: {error}"))?;
    Ok(bytes)
}

fn square(name: &str, text: &str) -> Result<Square, String> {
    text.parse().map_err(|error| format!("{name} {text}: {error}"))
}

fn side(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|side| digits && (1..=MAX_SIDE).contains(side))
}

fn leaper(text: &str) -> Result<(u64, u64), String> {
    let pair = text.split_once(',').and_then(|(r, s)| {
        let part = |text: &str| if text == "0" { Some(0) } else { side(text) };
        part(r).zip(part(s)).filter(|pair| *pair != (0, 0))
    });
    pair.ok_or_else(|| format!("--leaper {text}: expected two numbers such as 1,2, not both 0"))
}

fn step_at(text: &str) -> Result<(u64, Square), String> {
    let pair = text.split_once('=').and_then(|(step, square)| {
        Some((step.parse().ok().filter(|step| *step > 0)?, square.parse().ok()?))
    });
    pair.ok_or_else(|| format!("--step-at {text}: expected STEP=SQUARE such as 13=c3"))
}

/// A blocked square, or a file of them, which also says the board.
fn block(text: &str, question: &mut Question) -> Result<(), String> {
    question.queens.get_or_insert_default();
    if !Path::new(text).is_file() {
        let blocked = text.parse().map_err(|e| format!("--block {text}: {e}, or a file"))?;
        question.holes.get_or_insert_default().push(blocked);
        return Ok(());
    }
    let wrong = |reason: &str| format!("--block {text}: {reason}");
    let limit = 1 << 24;
    let bytes = read(text, limit).map_err(|error| format!("--block {error}"))?;
    let mut lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let number = |word: &[u8]| std::str::from_utf8(word).ok()?.parse::<u64>().ok();
    let Some(n) = lines.next().and_then(number).filter(|n| (1..=MAX_SIDE).contains(n)) else {
        return mask(text, "--block", question);
    };
    if bytes.len() as u64 > limit {
        return Err(wrong("the file is too large"));
    }
    set(&mut question.rows_and_cols, (n, n), "--block")?;
    for line in lines.filter(|line| !line.is_empty()) {
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let square = match (words.next().and_then(number), words.next().and_then(number)) {
            (Some(row), Some(col)) if row < n && col < n && words.next().is_none() => {
                Square::new(col + 1, row + 1)
            }
            _ => None,
        };
        let square = square.ok_or_else(|| wrong("expected lines 'row col', each below n"))?;
        question.holes.get_or_insert_default().push(square);
    }
    Ok(())
}

/// A board by its sides, or by a file: one character a square, top rank first.
fn board(text: &str, question: &mut Question) -> Result<(), String> {
    let (rows, cols) = text.split_once('x').unwrap_or((text, text));
    if let Some(sides) = side(rows).zip(side(cols)) {
        return set(&mut question.rows_and_cols, sides, "--board");
    }
    let wrong = |reason: &str| format!("--board {text}: {reason}");
    let looks_like_sides =
        text.bytes().all(|byte| byte.is_ascii_digit() || b"x-+.".contains(&byte));
    if looks_like_sides {
        return Err(wrong("expected ROWSxCOLS, each 1 to 4294967296, or a mask file"));
    }
    mask(text, "--board", question)
}

/// A board by a file of `.` and `#`.
fn mask(text: &str, name: &str, question: &mut Question) -> Result<(), String> {
    let wrong = |reason: &str| format!("{name} {text}: {reason}");
    // A line end of one or two bytes for each rank.
    let limit = 3 * MASK_SQUARES;
    let bytes = read(text, limit).map_err(|error| format!("{name} {error}"))?;
    if bytes.len() as u64 > limit {
        return Err(wrong("the mask has more than 67108864 squares"));
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end).collect();
    let last = lines.iter().rposition(|line| !line.is_empty());
    let lines = &lines[..=last.ok_or_else(|| wrong("the mask is empty"))?];
    let (rows, cols) = (lines.len() as u64, lines[0].len() as u64);
    if rows * cols > MASK_SQUARES {
        return Err(wrong("the mask has more than 67108864 squares"));
    }
    question.holes.get_or_insert_default();
    for (rank, line) in (1..=rows).rev().zip(lines) {
        if line.len() as u64 != cols {
            return Err(wrong(&format!("line {} of the mask is ragged", rows - rank + 1)));
        }
        for (file, byte) in (1..).zip(*line) {
            match (byte, Square::new(file, rank)) {
                (b'.', _) => {}
                (b'#', Some(hole)) => question.holes.get_or_insert_default().push(hole),
                _ => return Err(wrong(&format!("line {}: only . and #", rows - rank + 1))),
            }
        }
    }
    set(&mut question.rows_and_cols, (rows, cols), name)
}
