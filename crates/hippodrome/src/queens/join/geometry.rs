//! Quarter boards and the diagonals on which they meet.
//!
//! The board is cut between ranks and between files into four quarters, as evenly as n allows: the
//! north and the west take the middle line of an odd board. In a quarter, a square has a distance i
//! from the horizontal cut and j from the vertical cut, both from 0. With D = j − i and A = i + j, the
//! diagonals of the whole board are, seen from the point where the cuts cross:
//!
//! ```text
//! along one diagonal direction      NW: D      SE: −D     NE: −1 − A    SW: 1 + A
//! along the other                   NE: D      SW: −D     SE: 1 + A     NW: −1 − A
//! ```
//!
//! So every quarter looks the same from the crossing point, and a diagonal that touches several
//! quarters belongs to one of these *fields* (index k from 0; "D = −1 − k" reads "the diagonal with
//! that D"):
//!
//! | field | east half | west half |
//! |---|---|---|
//! | 0 | NE: A = k, SE: D = 1 + k | NW: D = −1 − k |
//! | 1 | SE: A = k, NE: D = 1 + k | SW: D = −1 − k |
//! | 2 | SE: D = −1 − k | SW: A = k, NW: D = 1 + k |
//! | 3 | NE: D = −1 − k | NW: A = k, SW: D = 1 + k |
//! | 4 | NE: D = 0 | SW: D = 0 |
//!
//! and the diagonal D = 0 of NW and SE. The two long diagonals of the board run through the *arms* of
//! the quarters. A queen on an arm is not a bit of the pattern but a flag, since the east half is
//! only ever used with both arms empty (see the parent module). On even boards the arms are the
//! squares D = 0 of all quarters; on odd boards they are D = 0 in NW (without the centre, which is on
//! both long diagonals and moves under no symmetry) and SE, D = −1 in NE, D = 1 in SW.

use super::halves::Key;

/// A quarter of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quarter {
    NorthEast,
    SouthEast,
    NorthWest,
    SouthWest,
}

/// The flag of a queen on the arm of a northern quarter; of a southern one, [`SOUTH_ARM`].
pub(super) const NORTH_ARM: u64 = 1 << 62;
/// The flag of a queen on the arm of a southern quarter.
pub(super) const SOUTH_ARM: u64 = 1 << 63;

/// Diagonals by which west halves are sorted.
const KEY_BITS: u32 = 5;

/// The sizes of the quarters, and where each shared diagonal has its bit.
#[derive(Clone, Debug)]
pub(super) struct Geometry {
    pub(super) n: u32,
    /// Bits of a pattern on which an east and a west half can meet; they come first.
    pub(super) meeting: u32,
    fields: [Vec<Option<u32>>; 5],
}

impl Geometry {
    pub(super) fn new(n: u32) -> Self {
        let (large, small) = (n.div_ceil(2), n / 2);
        let odd = n % 2 == 1;
        // Lengths with which (east, west) reach into each field; the longer one may still be needed
        // inside its half.
        let lengths = [(large, large), (small, small), (small, large), (large, large)]
            .map(|(east, west)| (east.saturating_sub(1), west.saturating_sub(1)));
        let mut next = 0;
        let mut allot = || {
            next += 1;
            Some(next - 1)
        };
        let mut fields: [Vec<Option<u32>>; 5] = Default::default();
        for (field, &(east, west)) in lengths.iter().enumerate() {
            fields[field] = vec![None; east.max(west) as usize];
            for (k, bit) in fields[field].iter_mut().enumerate().take(east.min(west) as usize) {
                let is_arm = odd && field == 3 && k == 0;
                if !is_arm {
                    *bit = allot();
                }
            }
        }
        fields[4] = vec![if odd { allot() } else { None }];
        let meeting = fields.iter().flatten().flatten().count() as u32;
        for bit in fields[..4].iter_mut().flatten().filter(|bit| bit.is_none()) {
            *bit = allot();
        }
        Self { n, meeting, fields }
    }

    /// The bits by which west halves are sorted: the longest diagonals of field 0 (for the placement in
    /// NW) or 1 (for SW), except the very first.
    pub(super) fn key(&self, north: bool) -> Key {
        let field = &self.fields[usize::from(!north)];
        let bits = (field.len() as u32).saturating_sub(1).min(KEY_BITS);
        Key { shift: field.get(1).copied().flatten().unwrap_or(0), bits }
    }

    /// Ranks and files of a quarter.
    pub(super) fn size(&self, quarter: Quarter) -> (u32, u32) {
        let (large, small) = (self.n.div_ceil(2), self.n / 2);
        match quarter {
            Quarter::NorthEast => (large, small),
            Quarter::SouthEast => (small, small),
            Quarter::NorthWest => (large, large),
            Quarter::SouthWest => (small, large),
        }
    }

    /// The diagonals of a queen at distances i, j from the cuts, as bits, with the arm's flag.
    pub(super) fn queen(&self, quarter: Quarter, i: u32, j: u32) -> u64 {
        let odd = self.n % 2 == 1;
        let bit = |field: usize, k: u32| {
            let bit = self.fields[field].get(k as usize).copied().flatten();
            bit.map_or(0, |bit| 1 << bit)
        };
        // The fields of A = k, of D = 1 + k and of D = −1 − k.
        let (sum, right, left) = match quarter {
            Quarter::NorthEast => (0, 1, 3),
            Quarter::SouthEast => (1, 0, 2),
            Quarter::NorthWest => (3, 2, 0),
            Quarter::SouthWest => (2, 3, 1),
        };
        let mut pattern = bit(sum, i + j);
        pattern |= match j.cmp(&i) {
            std::cmp::Ordering::Greater => bit(right, j - i - 1),
            std::cmp::Ordering::Less => bit(left, i - j - 1),
            std::cmp::Ordering::Equal => match quarter {
                Quarter::NorthEast | Quarter::SouthWest => bit(4, 0),
                Quarter::SouthEast | Quarter::NorthWest => 0,
            },
        };
        let on_arm = match quarter {
            Quarter::NorthEast if odd => i == j + 1,
            Quarter::SouthWest if odd => j == i + 1,
            Quarter::NorthWest if odd => i == j && i > 0,
            _ => i == j,
        };
        let flag = match quarter {
            Quarter::NorthEast | Quarter::NorthWest => NORTH_ARM,
            Quarter::SouthEast | Quarter::SouthWest => SOUTH_ARM,
        };
        pattern | if on_arm { flag } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The square at distances i, j in a quarter, as (row, column) from the north-west corner.
    fn square(g: &Geometry, quarter: Quarter, i: u32, j: u32) -> (i32, i32) {
        let cut = g.n.div_ceil(2) as i32;
        let (i, j) = (i as i32, j as i32);
        match quarter {
            Quarter::NorthEast => (cut - 1 - i, cut + j),
            Quarter::SouthEast => (cut + i, cut + j),
            Quarter::NorthWest => (cut - 1 - i, cut - 1 - j),
            Quarter::SouthWest => (cut + i, cut - 1 - j),
        }
    }

    #[test]
    fn bits_meet_exactly_where_diagonals_do() {
        use Quarter::{NorthEast, NorthWest, SouthEast, SouthWest};
        for n in 2..=11 {
            let g = Geometry::new(n);
            let squares: Vec<(Quarter, (i32, i32), u64)> =
                [NorthEast, SouthEast, NorthWest, SouthWest]
                    .into_iter()
                    .flat_map(|quarter| {
                        let (rows, columns) = g.size(quarter);
                        let all = (0..rows).flat_map(move |i| (0..columns).map(move |j| (i, j)));
                        let g = &g;
                        all.map(move |(i, j)| {
                            (quarter, square(g, quarter, i, j), g.queen(quarter, i, j))
                        })
                        .collect::<Vec<_>>()
                    })
                    .collect();
            assert_eq!(squares.len(), (n * n) as usize);
            let arms = NORTH_ARM | SOUTH_ARM;
            let is_east = |quarter| matches!(quarter, NorthEast | SouthEast);
            for &(one, (row, column), pattern) in &squares {
                let centre = (n as i32 - 1, n as i32 - 1) == (2 * row, 2 * column);
                let long = row == column || row + column == n as i32 - 1;
                assert_eq!(pattern & arms != 0, long && !centre, "n = {n} {row} {column}");
                for &(other, (r, c), q) in &squares {
                    if one == other {
                        continue;
                    }
                    let meet = row - column == r - c || row + column == r + c;
                    // East halves have no queen on an arm.
                    let empty_arms = [(one, pattern), (other, q)]
                        .iter()
                        .all(|&(quarter, p)| !is_east(quarter) || p & arms == 0);
                    if empty_arms {
                        assert_eq!(
                            pattern & q & !arms != 0,
                            meet,
                            "n = {n} {row},{column} {r},{c}"
                        );
                    }
                    if empty_arms && is_east(one) != is_east(other) {
                        let low = (1u64 << g.meeting) - 1;
                        assert_eq!(pattern & q & low != 0, meet, "n = {n} {row},{column} {r},{c}");
                    }
                }
            }
        }
    }
}
