//! Certificates of kind `placement` and of kind `count`.

use super::counts::Count;
use super::{Placed, Reading};
use crate::certificate::lines::{Line, Lines};
use crate::limits::Limits;
use crate::question::Rules;
use crate::report::Fault;
use crate::square::MAX_SIDE;

/// Whether a certificate is of one of the two kinds.
pub(super) fn is_about_queens(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|byte| *byte == b'\n').skip(1);
    match lines.next() {
        Some(b"kind placement") => true,
        Some(b"kind count") => lines.next().is_some_and(|line| line.starts_with(b"queens ")),
        _ => false,
    }
}

pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Reading, Fault> {
    let mut lines = Lines::new(bytes, limits.line);
    let magic = lines.next()?;
    if magic.text != b"hippodrome-certificate 1" {
        return Err(magic.expected("\"hippodrome-certificate 1\""));
    }
    let kind = lines.next()?;
    match kind.text {
        b"kind placement" => placement(&mut lines, limits),
        b"kind count" => count(&mut lines),
        b"kind tour" | b"kind trace" | b"kind no-tour" => {
            Err(kind.rejected("other-kind", "the certificate is about tours, asked were queens"))
        }
        _ => Err(kind.expected("\"kind placement\" or \"kind count\"")),
    }
}

fn placement(lines: &mut Lines<'_>, limits: &Limits) -> Result<Reading, Fault> {
    let board = lines.next()?;
    let sides = board.want("board")?;
    let x = sides.iter().position(|byte| *byte == b'x');
    let x = x.ok_or_else(|| board.expected("\"board ROWSxCOLS\""))?;
    let (rows, cols) = (side(&board, &sides[..x])?, side(&board, &sides[x + 1..])?);
    if (rows == 0) != (cols == 0) {
        return Err(board.expected("sides that are both 0, or neither"));
    }
    let mut rules = Rules::default();
    if let Some((line, rule)) = lines.next_if("rule")? {
        rules = std::str::from_utf8(rule)
            .ok()
            .and_then(Rules::from_name)
            .ok_or_else(|| line.expected("\"rule toroidal\", knights or reflecting"))?;
    }
    let mut placed = Placed { rows, cols, line: board.number, ..Placed::default() };
    let mut nowhere = None;
    while let Some((line, word)) = lines.next_if("queen")? {
        if placed.squares.len() as u64 >= limits.squares {
            return Err(Fault::too_many_squares(limits.squares));
        }
        match line.square(word)? {
            Some(square) => {
                placed.squares.push(square);
                placed.lines.push(line.number);
            }
            None => drop(nowhere.get_or_insert_with(|| line.nowhere())),
        }
    }
    placed.last = lines.end()?.number;
    if let Some(nowhere) = nowhere {
        return Err(nowhere);
    }
    Ok(Reading { placements: vec![placed], rules, ..Reading::default() })
}

fn side(line: &Line<'_>, word: &[u8]) -> Result<u64, Fault> {
    let side = line.integer(word)?;
    u64::try_from(side)
        .ok()
        .filter(|side| *side <= MAX_SIDE)
        .ok_or_else(|| line.expected("sides of at most 4294967296"))
}

fn count(lines: &mut Lines<'_>) -> Result<Reading, Fault> {
    let queens = lines.next()?;
    let n = side(&queens, queens.want("queens")?)?;
    let line = lines.next()?;
    let method = line.want("method")?;
    if !method.iter().all(u8::is_ascii_lowercase) {
        return Err(line.expected("the name of a method"));
    }
    let method = method.escape_ascii().to_string();
    let units = units(lines)?;
    let mut number = |keyword: &str| {
        let line = lines.next()?;
        Ok::<_, Fault>((line.integer(line.want(keyword)?)?, line.number))
    };
    let total = number("count")?;
    let classes = [number("half-turn")?, number("quarter-turn")?, number("fundamental")?];
    lines.end()?;
    if let Some(missing) = units.missing {
        return Err(missing);
    }
    let count = Count {
        n,
        method,
        line: queens.number,
        total,
        classes: Some(classes),
        units: units.declared.map(|declared| (declared, units.sum)),
        ..Count::default()
    };
    Ok(Reading { count: Some(count), ..Reading::default() })
}

#[derive(Default)]
struct Units {
    declared: Option<u64>,
    sum: u128,
    missing: Option<Fault>,
}

/// `units U`, then `unit K COUNT` for each K from 0 to U - 1.
fn units(lines: &mut Lines<'_>) -> Result<Units, Fault> {
    let mut units = Units::default();
    let Some((line, word)) = lines.next_if("units")? else {
        return Ok(units);
    };
    let declared = side(&line, word)?;
    units.declared = Some(declared);
    let (mut next, mut last) = (0, None);
    while let Some((line, rest)) = lines.next_if("unit")? {
        let blank = rest.iter().position(|byte| *byte == b' ');
        let blank = blank.ok_or_else(|| line.expected("\"unit K COUNT\""))?;
        let (unit, count) = (line.integer(&rest[..blank])?, line.integer(&rest[blank + 1..])?);
        if last.is_some_and(|last| unit <= last) {
            return Err(line.expected("units in increasing order"));
        }
        if unit >= u128::from(declared) {
            return Err(line.expected("a unit below the number of units"));
        }
        last = Some(unit);
        if unit != next {
            let reason = format!("unit {next} is not there");
            units.missing.get_or_insert(line.rejected("unit-missing", reason));
        }
        next = unit + 1;
        units.sum = units.sum.saturating_add(count);
    }
    if next < u128::from(declared) {
        let line = lines.peek()?;
        let reason = format!("unit {next} is not there");
        units.missing.get_or_insert(line.rejected("unit-missing", reason));
    }
    Ok(units)
}
