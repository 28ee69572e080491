//! Results by unit of work: kept in a file, resumed, merged.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use super::MAX_N;
use crate::Error;

/// What has been counted so far: the units done, each with its count.
///
/// Prints and parses as text: a heading, the board, a line `unit U COUNT` for each unit done, and
/// `end` with a checksum (FNV-1a, 64 bits) of all lines before it.
///
/// # Examples
///
/// ```
/// use hippodrome::queens::join::Ledger;
///
/// let text = "hippodrome-queens-ledger 1\nn 4\nend 7076dfb8e6ecfd61\n";
/// assert_eq!(Ledger::new(4).to_string(), text);
/// assert_eq!(text.parse(), Ok(Ledger::new(4)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ledger {
    n: u32,
    counts: BTreeMap<u32, u64>,
}

impl Ledger {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(n: u32) -> Self {
        Self { n, counts: BTreeMap::new() }
    }

    /// The units of work of a board: the sets of rows in its north half.
    #[must_use]
    pub fn units(n: u32) -> u32 {
        if n < 2 { 1 } else { 1 << n.min(MAX_N).div_ceil(2) }
    }

    /// The board.
    #[must_use]
    pub fn n(&self) -> u32 {
        self.n
    }

    /// Whether a unit is done.
    #[must_use]
    pub fn contains(&self, unit: u32) -> bool {
        self.counts.contains_key(&unit)
    }

    /// Units done.
    #[must_use]
    pub fn done(&self) -> u32 {
        self.counts.len() as u32
    }

    /// The units done and their counts, in order.
    pub fn counts(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.counts.iter().map(|(&unit, &count)| (unit, count))
    }

    /// Whether all units are done, so that the sum is Q(n).
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.done() == Self::units(self.n)
    }

    /// The sum of the units done.
    #[must_use]
    pub fn sum(&self) -> u128 {
        self.counts.values().map(|&count| u128::from(count)).sum()
    }

    pub(super) fn add(&mut self, unit: u32, count: u64) {
        self.counts.insert(unit, count);
    }

    /// Takes over the units of another ledger.
    ///
    /// # Errors
    ///
    /// If it is of another board, or a unit is in both; then nothing is taken over.
    pub fn merge(&mut self, other: &Self) -> Result<(), Error> {
        if self.n != other.n {
            let (n, other) = (self.n, other.n);
            return Err(Error::mismatch(format!(
                "ledgers of n = {n} and n = {other} cannot be merged"
            )));
        }
        for (unit, count) in &other.counts {
            if let Some(known) = self.counts.get(unit) {
                let how = if known == count { "" } else { ", with another count" };
                return Err(Error::mismatch(format!(
                    "unit {unit} was there before{how}: give each part once"
                )));
            }
        }
        self.counts.extend(&other.counts);
        Ok(())
    }
}

impl fmt::Display for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = format!("hippodrome-queens-ledger 1\nn {}\n", self.n);
        for (unit, count) in &self.counts {
            fmt::Write::write_fmt(&mut text, format_args!("unit {unit} {count}\n"))?;
        }
        writeln!(f, "{text}end {:016x}", checksum(text.as_bytes()))
    }
}

impl FromStr for Ledger {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong = |line: usize, expected: &str| {
            Error::parse(format!("ledger line {}: expected {expected}", line + 1))
        };
        let mut lines = text.lines().enumerate();
        if lines.next().is_none_or(|(_, line)| line != "hippodrome-queens-ledger 1") {
            return Err(wrong(0, "hippodrome-queens-ledger 1"));
        }
        let n = lines
            .next()
            .and_then(|(_, line)| line.strip_prefix("n ")?.parse().ok())
            .filter(|&n| n <= MAX_N)
            .ok_or_else(|| wrong(1, "n and a number of at most 22"))?;
        let mut ledger = Self::new(n);
        for (at, line) in lines.by_ref() {
            if let Some(sum) = line.strip_prefix("end ") {
                // Only the canonical text has the right sum.
                let canonical = ledger.to_string();
                return match lines.next() {
                    Some((at, _)) => Err(wrong(at, "nothing after end")),
                    None if canonical.strip_suffix('\n') == text.strip_suffix('\n') => Ok(ledger),
                    None => Err(wrong(
                        at,
                        &format!("another checksum than {sum}: the file was changed or cut"),
                    )),
                };
            }
            let unit = line.strip_prefix("unit ").and_then(|rest| {
                let (unit, count) = rest.split_once(' ')?;
                Some((unit.parse::<u32>().ok()?, count.parse::<u64>().ok()?))
            });
            match unit {
                Some((unit, count)) if unit < Self::units(n) && !ledger.contains(unit) => {
                    ledger.add(unit, count);
                }
                _ => {
                    return Err(wrong(at, "'unit U COUNT' with U below the number of units, once"));
                }
            }
        }
        Err(wrong(text.lines().count(), "end and a checksum"))
    }
}

/// FNV-1a (Fowler, Noll and Vo).
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        let mut ledger = Ledger::new(6);
        ledger.add(3, 12);
        ledger.add(0, u64::MAX);
        assert_eq!(ledger.to_string().parse(), Ok(ledger));
    }

    #[test]
    fn wrong_texts_are_refused_by_line() {
        for (text, line) in [
            ("", 1),
            ("hippodrome-queens-ledger 2\nn 4\nend 0\n", 1),
            ("hippodrome-queens-ledger 1\nn 23\nend 0\n", 2),
            ("hippodrome-queens-ledger 1\nn 4\nunit 4 0\nend 0\n", 3),
            ("hippodrome-queens-ledger 1\nn 4\nunit 1 0\nunit 1 0\nend 0\n", 4),
            ("hippodrome-queens-ledger 1\nn 4\nunit 1 0\n", 4),
            ("hippodrome-queens-ledger 1\nn 4\nunit 1 0\nend 0\n", 4),
            ("hippodrome-queens-ledger 1\nn 4\nend 0\nunit 1 0\n", 4),
        ] {
            let error = text.parse::<Ledger>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("ledger line {line}:")), "{text:?}: {error}");
        }
    }

    #[test]
    fn ledgers_that_share_a_unit_are_not_merged() {
        let (mut one, mut other) = (Ledger::new(6), Ledger::new(6));
        one.add(1, 5);
        other.add(1, 6);
        other.add(2, 7);
        assert!(one.merge(&other).unwrap_err().is_mismatch());
        assert!(!one.contains(2));
        assert!(one.merge(&Ledger::new(7)).is_err());
        assert!(one.merge(&one.clone()).unwrap_err().is_mismatch());
    }
}
