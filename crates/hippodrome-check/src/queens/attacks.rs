//! Which queens attack each other.

use std::collections::{HashMap, HashSet};

use super::Placed;
use crate::question::Rules;

/// A line that a queen holds: which kind, and which of that kind.
type Line = (usize, u64);

/// The first queen that attacks one before it, with that one: pairs of places in the list. The
/// queens stand on the board.
pub(super) fn first(placed: &Placed, rules: Rules) -> Option<(usize, usize)> {
    let sides = placed.rows + placed.cols;
    let mut seen = Seen::new(sides, placed.squares.len() as u64);
    let mut ranks: HashMap<u64, (u64, usize)> = HashMap::new();
    for (at, square) in placed.squares.iter().enumerate() {
        let (rank, file) = (square.rank(), square.file());
        let (lines, count) = lines(rank, file, placed.rows, sides, rules);
        for &line in &lines[..count] {
            if !seen.insert(line) {
                let other = placed.squares[..at].iter().position(|other| {
                    let (others, count) =
                        self::lines(other.rank(), other.file(), placed.rows, sides, rules);
                    others[..count].contains(&line)
                });
                return other.map(|other| (other, at));
            }
        }
        if rules.knights {
            for ranks_apart in [1, 2] {
                let near = [rank.checked_sub(ranks_apart), rank.checked_add(ranks_apart)];
                for near in near.into_iter().flatten() {
                    if let Some(&(other, before)) = ranks.get(&near)
                        && other.abs_diff(file) == 3 - ranks_apart
                    {
                        return Some((before, at));
                    }
                }
            }
            ranks.insert(rank, (file, at));
        }
    }
    None
}

/// The lines of a queen. Those that are reflected at the wall share one kind, so that an upward
/// one and a downward one can be the same.
fn lines(rank: u64, file: u64, rows: u64, sides: u64, rules: Rules) -> ([Line; 6], usize) {
    let (mut up, mut down) = (file + sides - rank, file + rank);
    if rules.toroidal {
        (up, down) = ((file + rows - rank) % rows, (file + rank) % rows);
    }
    let all = [
        (0, rank),
        (1, file),
        (2, down),
        (3, up),
        (4, sides + file + rank),
        (4, sides + file - rank),
    ];
    (all, if rules.reflecting { 6 } else { 4 })
}

/// Lines that are taken: bits where the board is not much larger than the number of queens.
enum Seen {
    Bits { words: Vec<u64>, stride: u64 },
    Set(HashSet<Line>),
}

impl Seen {
    fn new(sides: u64, queens: u64) -> Self {
        if sides > queens.saturating_mul(16).saturating_add(1 << 16) {
            return Self::Set(HashSet::new());
        }
        let stride = 2 * sides + 1;
        Self::Bits { words: vec![0; (5 * stride).div_ceil(64) as usize], stride }
    }

    /// Takes a line; false if it was taken.
    fn insert(&mut self, line: Line) -> bool {
        match self {
            Self::Set(set) => set.insert(line),
            Self::Bits { words, stride } => {
                let at = line.0 as u64 * *stride + line.1;
                let (word, bit) = (&mut words[(at / 64) as usize], 1 << (at % 64));
                let is_new = *word & bit == 0;
                *word |= bit;
                is_new
            }
        }
    }
}
