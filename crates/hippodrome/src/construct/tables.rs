//! The covers of the tiles that most boards are made of, as committed data.
//!
//! `tiles.txt` is written by [`generate`] (the example `generate_tiles` prints it), one tile a line:
//!
//! ```text
//! 6x8 u:RD = 0,0 1524 R01 2,7 35 D01 4,1 6 u
//! ```
//!
//! A tile of 6 rows and 8 columns, entered from above, with neighbours to the right and below. The
//! walk begins where lane 0 enters, at row 0, column 0; each digit is a move, 1 to 8 in the order
//! (1,2) (2,1) (2,−1) (1,−2) (−1,−2) (−2,−1) (−2,1) (−1,2) of (rows, columns). `R01`: the tour leaves
//! to the right by lane 0 and comes back by lane 1. `u`: back to where it came from. `r,c-r,c` after
//! the sides are the two ends of an open tour.
//!
//! The strips of boards of three to five rows follow: rows, kind, the lanes as pairs of
//! (row, distance from the border) on both sides of a border, and the lanes' walks.
//!
//! ```text
//! 3 side 1,1-2,0 2,1-1,0 = 2,0 61 ...
//! ```

use std::fmt::Write;

use super::comb::{self, SIDE};
use super::program::Cell;
use super::strip::{self, Strip};
use super::tile::{Lanes, Part, Ports, SIDES, Side, Tile};

/// The ports of the tables, and two more sets for the cases in which the ends of an open tour stand
/// on ports. No square is an outer port of all three.
pub(crate) const PORTS: [Ports; 3] = [
    Ports { outer: [(2, 0), (1, 0)], inner: [(0, 0), (3, 0)] },
    Ports { outer: [(2, 0), (3, 0)], inner: [(0, 0), (1, 0)] },
    Ports { outer: [(4, 0), (1, 0)], inner: [(2, 0), (3, 0)] },
];

const TILES: &str = include_str!("tiles.txt");

const MOVES: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn letter(side: Side) -> char {
    match side {
        Side::Left => 'L',
        Side::Right => 'R',
        Side::Up => 'U',
        Side::Down => 'D',
    }
}

/// The tile's name in the table, if it is a kind that the table may have.
fn name(tile: &Tile) -> Option<String> {
    let mut name = format!("{}x{} ", tile.rows, tile.cols);
    match tile.parent {
        Some((side, Lanes::Both)) => name.push(letter(side).to_ascii_lowercase()),
        Some(_) => return None,
        None => name.push('-'),
    }
    name.push(':');
    for side in SIDES {
        match tile.children[side as usize] {
            Some(Lanes::Both) => name.push(letter(side)),
            Some(Lanes::One(_)) => return None,
            None => {}
        }
    }
    match tile.ends {
        [None, None] => {}
        [Some(a), Some(b)] => {
            let _ = write!(name, " {},{}-{},{}", a.0, a.1, b.0, b.1);
        }
        _ => return None,
    }
    Some(name)
}

/// The cover of a tile, if the table has it.
pub(crate) fn cover(tile: &Tile, ports: Ports) -> Option<Vec<Part>> {
    if ports != PORTS[0] {
        return None;
    }
    let name = name(tile)?;
    let line = TILES.lines().find_map(|line| {
        let (key, parts) = line.split_once(" = ")?;
        (key == name).then_some(parts)
    })?;
    #[cfg(test)]
    tests::USED.with_borrow_mut(|used| used.insert(name));
    read(line)
}

fn read(line: &str) -> Option<Vec<Part>> {
    let mut parts: Vec<Part> = Vec::new();
    for word in line.split(' ') {
        if let Some((row, col)) = word.split_once(',') {
            parts.push(Part::Walk(vec![(row.parse().ok()?, col.parse().ok()?)]));
        } else if word.starts_with(|c: char| c.is_ascii_digit()) {
            let Some(Part::Walk(cells)) = parts.last_mut() else { return None };
            for digit in word.bytes() {
                let (down, right) = MOVES.get(usize::from(digit.wrapping_sub(b'1')))?;
                let &(row, col) = cells.last()?;
                cells.push((row.checked_add_signed(*down)?, col.checked_add_signed(*right)?));
            }
        } else if let [side, first, second] = *word.as_bytes() {
            let side = SIDES.into_iter().find(|&s| letter(s) as u8 == side)?;
            parts.push(Part::Away(Some(side), first - b'0', second - b'0'));
        } else if word == "*" {
            parts.push(Part::Jump);
        } else {
            parts.push(Part::Away(None, 1, 0));
        }
    }
    Some(parts)
}

fn written(parts: &[Part]) -> String {
    let mut words: Vec<String> = Vec::new();
    for part in parts {
        match part {
            Part::Walk(cells) => {
                words.push(format!("{},{}", cells[0].0, cells[0].1));
                let digits: String = cells.windows(2).map(|w| digit(w[0], w[1])).collect();
                if !digits.is_empty() {
                    words.push(digits);
                }
            }
            Part::Away(Some(side), first, second) => {
                words.push(format!("{}{first}{second}", letter(*side)));
            }
            Part::Away(None, ..) => words.push("^".to_owned()),
            Part::Jump => words.push("*".to_owned()),
        }
    }
    words.join(" ")
}

fn digit(a: Cell, b: Cell) -> char {
    let step = (b.0 as i8 - a.0 as i8, b.1 as i8 - a.1 as i8);
    MOVES.iter().position(|&m| m == step).map_or('?', |i| (b'1' + i as u8) as char)
}

/// The strips of a kind for boards of `rows` rows.
pub(crate) fn strips(rows: u8, kind: &str) -> Vec<Strip> {
    let name = format!("{rows} {kind} ");
    TILES.lines().filter_map(|line| read_strip(rows, line.strip_prefix(&name)?)).collect()
}

/// Reads the lanes and the walks of a strip of four columns.
fn read_strip(rows: u8, line: &str) -> Option<Strip> {
    let (lanes, walks) = line.split_once(" = ")?;
    let cell = |word: &str| -> Option<Cell> {
        let (row, col) = word.split_once(',')?;
        Some((row.parse().ok()?, col.parse().ok()?))
    };
    let lanes = lanes.split(' ').map(|lane| {
        let (outer, inner) = lane.split_once('-')?;
        Some((cell(outer)?, cell(inner)?))
    });
    let walks = read(walks)?.into_iter().map(|part| match part {
        Part::Walk(cells) => Some(cells),
        _ => None,
    });
    Some(Strip {
        rows,
        cols: 4,
        lanes: lanes.collect::<Option<_>>()?,
        walks: walks.collect::<Option<_>>()?,
    })
}

fn write_strip(kind: &str, strip: &Strip) -> String {
    let lanes: Vec<String> =
        strip.lanes.iter().map(|(a, b)| format!("{},{}-{},{}", a.0, a.1, b.0, b.1)).collect();
    let walks: Vec<Part> = strip.walks.iter().cloned().map(Part::Walk).collect();
    format!("{} {kind} {} = {}\n", strip.rows, lanes.join(" "), written(&walks))
}

/// The kinds of tiles of closed tours, and of open tours of boards with an odd number of squares,
/// with the side over which equal tiles follow.
fn kinds() -> Vec<(Tile, Option<Side>)> {
    let both = Lanes::Both;
    let mut kinds = Vec::new();
    for rows in 5..=11 {
        let cap = Tile::new(rows, SIDE).parent(Side::Left, both);
        kinds.push((cap, None));
        kinds.push((cap.child(Side::Right, both), Some(Side::Right)));
    }
    for cols in 6..=11 {
        let end = Tile::new(SIDE, cols).parent(Side::Up, both);
        for end in [end, end.child(Side::Right, both)] {
            kinds.push((end, None));
            kinds.push((end.child(Side::Down, both), Some(Side::Down)));
        }
    }
    for (rows, cols) in
        [(5, 5)].into_iter().chain((5..=11).flat_map(|r| (6..=11).map(move |c| (r, c))))
    {
        let mut root = Tile::new(rows, cols);
        if rows % 2 == 1 && cols % 2 == 1 {
            root.ends = [Some((0, 0)), Some((rows - 1, cols - 1))];
        }
        kinds.push((root, None));
        if cols >= 6 {
            kinds.push((root.child(Side::Right, both), None));
        }
        if rows >= 6 {
            kinds.push((root.child(Side::Down, both), None));
            kinds.push((root.child(Side::Right, both).child(Side::Down, both), None));
        }
    }
    kinds
}

/// The text of the table: every tile solved by the exact search, with seed 0.
///
/// `None` if a tile is not solved within the limits, which the tests exclude.
#[must_use]
pub fn generate() -> Option<String> {
    let mut text = String::new();
    for (tile, through) in kinds() {
        let parts = comb::solve(&tile, PORTS[0], 0, through)?;
        text.push_str(&[&name(&tile)?, " = ", &written(&parts), "\n"].concat());
    }
    for (kind, strip) in strip::search_strips() {
        text.push_str(&write_strip(kind, &strip?));
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::BTreeSet;

    use super::*;
    use crate::construct::{Options, accepted, construct};
    use crate::{Board, Kind, Leaper, Problem};

    thread_local! {
        /// The names of the tiles that were taken from the table in this thread.
        pub(super) static USED: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
    }

    /// Tours of boards that use every tile of the comb, read by the separate checker.
    #[test]
    fn every_tile_is_verified_by_the_checker() {
        let mut verified = 0;
        for rows in 5..=23 {
            for cols in 5..=23 {
                let board = Board::new(rows, cols).unwrap();
                let kind = if rows * cols % 2 == 0 { Kind::Closed } else { Kind::Open };
                let problem = Problem::new(board, Leaper::KNIGHT, kind);
                let tour = construct(&problem, &Options::default()).found().unwrap();
                let used = USED.with_borrow(BTreeSet::len);
                if used > verified {
                    accepted(&tour);
                    verified = used;
                }
            }
        }
        let names = TILES.lines().filter_map(|line| line.split_once(" = ")).map(|(name, _)| name);
        let tiles: BTreeSet<String> =
            names.filter(|name| name.contains(':')).map(str::to_owned).collect();
        assert_eq!(USED.with_borrow(Clone::clone), tiles);
        assert_eq!(tiles.len(), 195);
    }

    #[test]
    fn the_committed_table_is_the_generated_one() {
        assert!(generate().unwrap() == TILES, "run: cargo run --example generate_tiles");
    }
}
