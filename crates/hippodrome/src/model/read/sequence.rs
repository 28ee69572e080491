//! Solutions as a sequence of vertices: TSPLIB tours, and successors of MiniZinc.

use super::super::{DecodeError, Model};
use super::ReadError;
use crate::tour::Tour;

/// The vertices of a `TOUR_SECTION`, from 1, the apex of an open tour last.
pub(super) fn tsplib(model: &Model, text: &str) -> Result<Tour, ReadError> {
    let start = text.lines().position(|line| line.trim_start().starts_with("TOUR_SECTION"));
    let start = start.unwrap_or(0);
    let mut cycle = Vec::new();
    'lines: for (line, number) in text.lines().zip(1..).skip(start) {
        for word in line.split_whitespace().filter(|word| !word.starts_with("TOUR_SECTION")) {
            if word == "-1" || word == "EOF" {
                break 'lines;
            }
            cycle.push(vertex(model, word, number)?);
        }
    }
    require_all(model, &cycle)?;
    Ok(model.tour_of_cycle(&cycle)?)
}

/// The array of successors between `[` and `]`.
pub(super) fn successors(model: &Model, text: &str) -> Result<Tour, ReadError> {
    let mut successors = Vec::new();
    let mut inside = false;
    'lines: for (line, number) in text.lines().zip(1..) {
        let mut rest = line;
        if !inside {
            let Some((_, after)) = rest.split_once('[') else { continue };
            (inside, rest) = (true, after);
        }
        let (list, done) = rest.split_once(']').map_or((rest, false), |(list, _)| (list, true));
        for word in list.split(|c: char| c == ',' || c.is_whitespace()) {
            if !word.is_empty() {
                successors.push(vertex(model, word, number)?);
            }
        }
        if done {
            break 'lines;
        }
    }
    require_all(model, &successors)?;
    let mut chosen = vec![false; model.choices()];
    for (&to, from) in successors.iter().zip(0..) {
        let Some(arc) = model.graph().arc_between(from, to) else {
            return Err(DecodeError::Degree(model.graph().vertex(from)).into());
        };
        chosen[if model.is_directed() { arc } else { arc / 2 } as usize] = true;
    }
    Ok(model.decode(|v| chosen[v as usize])?)
}

fn vertex(model: &Model, word: &str, line: usize) -> Result<u32, ReadError> {
    let number = word.parse::<usize>().ok().filter(|v| (1..=model.graph().len()).contains(v));
    number.map(|v| v as u32 - 1).ok_or_else(|| ReadError::Malformed {
        line,
        found: word.into(),
        expected: "a vertex, from 1 to the number of squares (one more for an open tour)",
    })
}

fn require_all(model: &Model, vertices: &[u32]) -> Result<(), ReadError> {
    if vertices.len() == model.graph().len() {
        return Ok(());
    }
    Err(ReadError::NoSolution(
        "the file does not list each square once (and for an open tour the vertex added for its ends)",
    ))
}
