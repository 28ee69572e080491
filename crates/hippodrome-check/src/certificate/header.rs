//! The problem that a certificate is about: its lines from `board` to the last `step-at`.

use super::lines::{First, Lines};
use crate::board::ProblemLines;
use crate::question::Problem;
use crate::report::Fault;
use crate::square::{MAX_SIDE, Square};

/// The problem, where its parts stand, and the first fault of what follows.
#[derive(Debug)]
pub(crate) struct Header {
    pub(crate) problem: Problem,
    pub(crate) lines: ProblemLines,
    pub(crate) fault: First,
}

pub(crate) fn read(lines: &mut Lines<'_>) -> Result<Header, Fault> {
    let mut at = ProblemLines::default();

    let line = lines.next()?;
    let sides = line.want("board")?;
    let x = sides.iter().position(|byte| *byte == b'x');
    let x = x.ok_or_else(|| line.expected("\"board ROWSxCOLS\""))?;
    let side = |word: &[u8]| match line.integer(word)? {
        side @ 1.. if side <= u128::from(MAX_SIDE) => Ok(side as u64),
        _ => Err(line.expected("sides of 1 to 4294967296")),
    };
    let (rows, cols) = (side(&sides[..x])?, side(&sides[x + 1..])?);
    at.board = line.number;

    let mut holes: Vec<Square> = Vec::new();
    let mut last = None;
    while let Some((line, word)) = lines.next_if("hole")? {
        let place = Some(line.place(word)?);
        if place <= last {
            return Err(line.expected("holes in increasing order, none twice"));
        }
        last = place;
        holes.push(line.square(word)?.unwrap_or(Square::NOWHERE));
        at.holes.push(line.number);
    }

    let line = lines.next()?;
    let word = line.want("leaper")?;
    let comma = word.iter().position(|byte| *byte == b',');
    let comma = comma.ok_or_else(|| line.expected("\"leaper R,S\""))?;
    let (r, s) = (line.integer(&word[..comma])?, line.integer(&word[comma + 1..])?);
    if r > s || s == 0 || s > u128::from(MAX_SIDE) {
        return Err(line.expected("a leaper, its smaller number first, the larger 1 to 4294967296"));
    }
    let leaper = (r as u64, s as u64);
    at.leaper = line.number;

    let line = lines.next()?;
    let closed = match line.want("tour")? {
        b"closed" => true,
        b"open" => false,
        _ => return Err(line.expected("\"tour closed\" or \"tour open\"")),
    };
    at.kind = line.number;

    let mut end = |keyword: &str, at: &mut u64| match lines.next_if(keyword)? {
        None => Ok(None),
        Some((line, word)) => {
            *at = line.number;
            line.square(word).map(|square| Some(square.unwrap_or(Square::NOWHERE)))
        }
    };
    let from = end("from", &mut at.from)?;
    let to = end("to", &mut at.to)?;

    let mut step_at: Vec<(u128, Square)> = Vec::new();
    while let Some((line, words)) = lines.next_if("step-at")? {
        let blank = words.iter().position(|byte| *byte == b' ');
        let blank = blank.ok_or_else(|| line.expected("\"step-at STEP SQUARE\""))?;
        let step = line.integer(&words[..blank])?;
        let square = line.square(&words[blank + 1..])?;
        if step_at.last().is_some_and(|(last, _)| *last >= step) {
            return Err(line.expected("steps in increasing order, none twice"));
        }
        step_at.push((step, square.unwrap_or(Square::NOWHERE)));
        at.step_at.push(line.number);
    }
    let problem = Problem { rows, cols, holes, leaper, closed, from, to, step_at };
    Ok(Header { problem, lines: at, fault: First::default() })
}
