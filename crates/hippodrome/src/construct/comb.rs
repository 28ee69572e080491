//! Boards of six rows and columns or more, and of five rows: a comb of tiles.
//!
//! The board is cut into bands of six rows and bands of six columns, but for one *special* band
//! each way, of 6 to 11 (or all five rows of a board that has no more). The tile where the two
//! special bands cross is the **root**. The special column is the **spine**; each band of rows is an
//! arm that hangs on it to the left and to the right:
//!
//! ```text
//!    +---+---+-----+---+---+---+
//!    | 6x6   : 6xw :           |   the tour runs along every border drawn with :
//!    +- -+- -+- : -+- -+- -+- -+   out by one lane and back by the other
//!    |   :   :  |  :   :   :   |
//!    +---+---+- : -+---+---+---+
//!    | hx6   : h x w           |   the root
//!    +---+---+-----+---+---+---+
//! ```
//!
//! From any tile, all that lies beyond one of its borders is one excursion, so each tile is a
//! problem of its own; there are only a few kinds of tiles, and equal tiles of an arm, and equal
//! rows of the comb, are one repeat in the program of the tour. The tiles to the left of the spine
//! and above the root are mirror images of those to the right and below.
//!
//! For an open tour the special bands are placed so that the root holds the first square. The tiles
//! between the root and the tile that holds the last square are crossed once, by one lane; all other
//! borders are still crossed twice. Which lane follows from the colours.

use super::orbits::Excursion;
use super::program::{self, Cell, Item, Turn};
use super::tables;
use super::tile::{Lanes, Part, Ports, Side, Tile};

/// The usual side of a tile.
pub(crate) const SIDE: u8 = 6;

/// Bands along one side of the board: `before` bands of six, the special one, `after` more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bands {
    pub(crate) before: u64,
    pub(crate) special: u8,
    pub(crate) after: u64,
}

impl Bands {
    /// Cuts a side of 5 or more, so that the special band holds `at`.
    pub(crate) fn around(side: u64, at: u64) -> Self {
        if side < 2 * u64::from(SIDE) {
            return Self { before: 0, special: side as u8, after: 0 };
        }
        let six = u64::from(SIDE);
        let special = (six + side % six) as u8;
        let bands = (side - u64::from(special)) / six;
        let before = (at / six).min(bands);
        Self { before, special, after: bands - before }
    }

    fn start(self) -> i64 {
        self.before as i64 * i64::from(SIDE)
    }

    /// Where `at` lies: how many bands before (negative) or after the special one, and how far
    /// from the edge of its band that is nearer to the special one, counted outwards.
    fn locate(self, at: u64) -> (i64, u8) {
        let x = at as i64 - self.start();
        let special = i64::from(self.special);
        let six = i64::from(SIDE);
        if x < 0 {
            (-1 - (-1 - x) / six, ((-1 - x) % six) as u8)
        } else if x < special {
            (0, x as u8)
        } else {
            (1 + (x - special) / six, ((x - special) % six) as u8)
        }
    }
}

/// Covers of tiles: from the table, or solved with a seed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Covers {
    pub(crate) ports: Ports,
    /// `None`: the table where it has the tile.
    pub(crate) seed: Option<u64>,
}

impl Covers {
    /// The cover of a tile. With `through`, a tour that goes out by lane 0 goes on by lane 0 over
    /// that side.
    fn get(&self, tile: &Tile, through: Option<Side>) -> Option<Vec<Part>> {
        if self.seed.is_none()
            && let Some(parts) = tables::cover(tile, self.ports)
        {
            return Some(parts);
        }
        solve(tile, self.ports, self.seed.unwrap_or(0), through)
    }
}

/// Branches for one try at a tile, and tries. Every tile of the scheme is solved within the first
/// few (measured); the last try is a hundred times as long.
const LIMIT: u32 = 300;
const TRIES: u32 = 20;

/// Searches for a cover.
pub(crate) fn solve(
    tile: &Tile,
    ports: Ports,
    seed: u64,
    through: Option<Side>,
) -> Option<Vec<Part>> {
    let Some(side) = through else { return tile.cover(ports, seed, LIMIT, TRIES) };
    (0..60).find_map(|k| {
        let parts = tile.cover(ports, seed.wrapping_add(k * 0x5851_f42d), LIMIT, TRIES)?;
        parts.contains(&Part::Away(Some(side), 0, 1)).then_some(parts)
    })
}

/// What an open tour needs beyond the root: where its last square is, as seen from the root.
#[derive(Debug, Clone, Copy)]
struct Target {
    /// Spine tiles from the root, and arm tiles from the spine; negative: up, left.
    tile: (i64, i64),
    /// The square, counted outwards from the root in both directions where it is outside of the
    /// special band.
    cell: Cell,
}

struct Comb {
    rows: Bands,
    cols: Bands,
    covers: Covers,
}

fn odd((r, c): Cell) -> bool {
    (r + c) % 2 == 1
}

/// A part of the tour that a border's excursion stands for, entered by lane 0.
#[derive(Debug, Clone, Default)]
struct Excursions {
    by_side: [Vec<Item>; 4],
}

impl Excursions {
    fn set(&mut self, side: Side, items: Vec<Item>) {
        self.by_side[side as usize] = items;
    }

    fn enter(&self, side: Side, lane: u8) -> Vec<Item> {
        let mut items = self.by_side[side as usize].clone();
        if lane == 1 {
            program::reverse(&mut items);
        }
        items
    }
}

/// Writes the parts of a cover of a tile at the origin as items.
fn write(parts: &[Part], tile: &Tile, excursions: &Excursions) -> Vec<Item> {
    let mut items = Vec::new();
    for part in parts {
        match part {
            Part::Walk(cells) => items.push(Item::Walk {
                origin: (0, 0),
                size: (tile.rows, tile.cols),
                cells: cells.as_slice().into(),
            }),
            Part::Away(Some(side), first, _) => items.extend(excursions.enter(*side, *first)),
            Part::Away(None, ..) | Part::Jump => {}
        }
    }
    items
}

/// A row or column of `count` equal tiles and a last one, crossed out and back: the parts of the
/// equal tiles before and after `side`.
fn out_and_back(
    count: u64,
    by: (i64, i64),
    side: Side,
    parts: &[Part],
    tile: &Tile,
    excursions: &Excursions,
    mut last: Vec<Item>,
) -> Option<Vec<Item>> {
    let cut =
        parts.iter().position(|part| matches!(part, Part::Away(Some(s), ..) if *s == side))?;
    let out = write(&parts[..cut], tile, excursions);
    let mut back = write(&parts[cut + 1..], tile, excursions);
    let reach = (by.0 * count as i64, by.1 * count as i64);
    program::shift(&mut last, reach);
    program::shift(&mut back, (reach.0 - by.0, reach.1 - by.1));
    let mut items = vec![Item::Repeat { count, step: by, body: out }];
    items.append(&mut last);
    items.push(Item::Repeat { count, step: (-by.0, -by.1), body: back });
    Some(items)
}

/// Turns an arm that starts at the origin and runs right into one that ends there, running left.
fn to_the_left(arm: &mut [Item], rows: u8) {
    let flip = Turn { flip_cols: true, ..Turn::default() };
    program::transform(arm, flip, (i64::from(rows), 0));
}

const RIGHT: (i64, i64) = (0, SIDE as i64);
const DOWN: (i64, i64) = (SIDE as i64, 0);

impl Comb {
    /// An arm of `count` tiles to the right, out and back.
    fn arm(&self, rows: u8, count: u64) -> Option<Vec<Item>> {
        if count == 0 {
            return Some(Vec::new());
        }
        let cap = Tile::new(rows, SIDE).parent(Side::Left, Lanes::Both);
        let straight = cap.child(Side::Right, Lanes::Both);
        let last = write(&self.covers.get(&cap, None)?, &cap, &Excursions::default());
        if count == 1 {
            return Some(last);
        }
        let parts = self.covers.get(&straight, Some(Side::Right))?;
        out_and_back(count - 1, RIGHT, Side::Right, &parts, &straight, &Excursions::default(), last)
    }

    /// An arm of `count` tiles entered once, by the lane it says, that ends in `cell` of tile `at`.
    fn arm_to(&self, rows: u8, count: u64, at: u64, cell: Cell) -> Option<(u8, Vec<Item>)> {
        let lane = self.lane_to(Side::Left, rows, cell);
        let one = Lanes::One(lane);
        let across = Tile::new(rows, SIDE).parent(Side::Left, one).child(Side::Right, one);
        let mut last = Tile::new(rows, SIDE).parent(Side::Left, one);
        last.ends[0] = Some(cell);
        let mut excursions = Excursions::default();
        if at + 1 < count {
            last = last.child(Side::Right, Lanes::Both);
            let mut rest = self.arm(rows, count - 1 - at)?;
            program::shift(&mut rest, RIGHT);
            excursions.set(Side::Right, rest);
        }
        let mut end = write(&self.covers.get(&last, None)?, &last, &excursions);
        program::shift(&mut end, (0, RIGHT.1 * at as i64));
        let mut items = Vec::new();
        if at > 0 {
            let body = write(&self.covers.get(&across, None)?, &across, &Excursions::default());
            items.push(Item::Repeat { count: at, step: RIGHT, body });
        }
        items.append(&mut end);
        Some((lane, items))
    }

    /// The lane over `side` of a tile of even area by which a single crossing must come to end in
    /// `cell`.
    fn lane_to(&self, side: Side, rows: u8, cell: Cell) -> u8 {
        let tile = Tile::new(rows, self.cols.special);
        let inner = self.covers.ports.inner[0];
        u8::from(odd(tile.port(side, inner)) == odd(cell))
    }

    /// The two arms of a row of the comb, `rows` high, as seen from its spine tile at the origin.
    fn arms(&self, rows: u8) -> Option<Excursions> {
        let mut excursions = Excursions::default();
        let mut right = self.arm(rows, self.cols.after)?;
        program::shift(&mut right, (0, i64::from(self.cols.special)));
        excursions.set(Side::Right, right);
        let mut left = self.arm(rows, self.cols.before)?;
        to_the_left(&mut left, rows);
        excursions.set(Side::Left, left);
        Some(excursions)
    }

    /// A spine tile below the root, without its lanes up and down.
    fn spine_tile(&self) -> Tile {
        let mut tile = Tile::new(SIDE, self.cols.special);
        if self.cols.before > 0 {
            tile = tile.child(Side::Left, Lanes::Both);
        }
        if self.cols.after > 0 {
            tile = tile.child(Side::Right, Lanes::Both);
        }
        tile
    }

    /// The comb below the root: `count` spine tiles with their arms, out and back.
    fn spine(&self, count: u64) -> Option<Vec<Item>> {
        if count == 0 {
            return Some(Vec::new());
        }
        let arms = self.arms(SIDE)?;
        let end = self.spine_tile().parent(Side::Up, Lanes::Both);
        let inner = end.child(Side::Down, Lanes::Both);
        let last = write(&self.covers.get(&end, None)?, &end, &arms);
        if count == 1 {
            return Some(last);
        }
        let parts = self.covers.get(&inner, Some(Side::Down))?;
        out_and_back(count - 1, DOWN, Side::Down, &parts, &inner, &arms, last)
    }

    /// The comb below the root, entered once, by the lane it says, ending at the target.
    fn spine_to(&self, count: u64, target: Target) -> Option<(u8, Vec<Item>)> {
        let at = target.tile.0.unsigned_abs() - 1;
        let mut arms = self.arms(SIDE)?;
        let mut tile = self.spine_tile();
        let mut after = Vec::new();
        let lane;
        if target.tile.1 == 0 {
            tile.ends[0] = Some(target.cell);
            lane = self.lane_to(Side::Up, SIDE, target.cell);
        } else {
            let (side, arm_lane, arm) = self.side_arm_to(SIDE, target)?;
            tile = tile.child(side, Lanes::One(arm_lane));
            let leave = tile.port(side, self.covers.ports.outer[arm_lane as usize]);
            lane = self.lane_to(Side::Up, SIDE, leave);
            after = arm;
        }
        tile = tile.parent(Side::Up, Lanes::One(lane));
        if at + 1 < count {
            tile = tile.child(Side::Down, Lanes::Both);
            let mut rest = self.spine(count - 1 - at)?;
            program::shift(&mut rest, DOWN);
            arms.set(Side::Down, rest);
        }
        let mut end = write(&self.covers.get(&tile, None)?, &tile, &arms);
        end.append(&mut after);
        program::shift(&mut end, (DOWN.0 * at as i64, 0));
        let mut items = Vec::new();
        if at > 0 {
            let one = Lanes::One(lane);
            let across = self.spine_tile().parent(Side::Up, one).child(Side::Down, one);
            let body = write(&self.covers.get(&across, None)?, &across, &arms);
            items.push(Item::Repeat { count: at, step: DOWN, body });
        }
        items.append(&mut end);
        Some((lane, items))
    }

    /// The arm of a spine tile that holds the target: its side, its lane, and its items, placed as
    /// seen from the spine tile at the origin.
    fn side_arm_to(&self, rows: u8, target: Target) -> Option<(Side, u8, Vec<Item>)> {
        let at = target.tile.1.unsigned_abs() - 1;
        if target.tile.1 > 0 {
            let (lane, mut items) = self.arm_to(rows, self.cols.after, at, target.cell)?;
            program::shift(&mut items, (0, i64::from(self.cols.special)));
            Some((Side::Right, lane, items))
        } else {
            let (lane, mut items) = self.arm_to(rows, self.cols.before, at, target.cell)?;
            to_the_left(&mut items, rows);
            Some((Side::Left, lane, items))
        }
    }

    /// Turns what hangs below the root into what stands above it.
    fn upwards(&self, items: &mut [Item]) {
        let flip = Turn { flip_rows: true, ..Turn::default() };
        program::transform(items, flip, (0, i64::from(self.cols.special)));
    }

    /// The whole tour: closed without ends, else from the first, in the root, to the second.
    fn tour(&self, from: Option<Cell>, target: Option<Target>) -> Option<Vec<Item>> {
        let height = self.rows.special;
        let mut root = Tile::new(height, self.cols.special);
        root.ends[0] = from;
        let mut excursions = self.arms(height)?;
        let mut below = self.spine(self.rows.after)?;
        program::shift(&mut below, (i64::from(height), 0));
        excursions.set(Side::Down, below);
        let mut above = self.spine(self.rows.before)?;
        self.upwards(&mut above);
        excursions.set(Side::Up, above);
        for (side, present) in [
            (Side::Left, self.cols.before > 0),
            (Side::Right, self.cols.after > 0),
            (Side::Up, self.rows.before > 0),
            (Side::Down, self.rows.after > 0),
        ] {
            if present {
                root = root.child(side, Lanes::Both);
            }
        }
        let mut after = Vec::new();
        if let Some(target) = target {
            let (side, lane) = match target.tile {
                (0, 0) => {
                    root.ends[1] = Some(target.cell);
                    (Side::Left, None)
                }
                (0, _) => {
                    let (side, lane, items) = self.side_arm_to(height, target)?;
                    after = items;
                    (side, Some(lane))
                }
                (down, _) => {
                    let count = if down > 0 { self.rows.after } else { self.rows.before };
                    let (lane, mut items) = self.spine_to(count, target)?;
                    if down > 0 {
                        program::shift(&mut items, (i64::from(height), 0));
                        after = items;
                        (Side::Down, Some(lane))
                    } else {
                        self.upwards(&mut items);
                        after = items;
                        (Side::Up, Some(lane))
                    }
                }
            };
            if let Some(lane) = lane {
                root = root.child(side, Lanes::One(lane));
            }
        }
        let mut items = write(&self.covers.get(&root, None)?, &root, &excursions);
        items.append(&mut after);
        program::shift(&mut items, (self.rows.start(), self.cols.start()));
        Some(items)
    }
}

/// A closed tour, the root in the corner.
pub(crate) fn closed(rows: u64, cols: u64, covers: Covers) -> Option<Vec<Item>> {
    let comb = Comb { rows: Bands::around(rows, 0), cols: Bands::around(cols, 0), covers };
    comb.tour(None, None)
}

/// An open tour of a board with an odd number of squares, from the corner to the far corner of the
/// root: a tour of the tables.
pub(crate) fn open_from_corner(rows: u64, cols: u64, covers: Covers) -> Option<Vec<Item>> {
    let comb = Comb { rows: Bands::around(rows, 0), cols: Bands::around(cols, 0), covers };
    let far = (comb.rows.special - 1, comb.cols.special - 1);
    comb.tour(Some((0, 0)), Some(Target { tile: (0, 0), cell: far }))
}

/// What lies to the left of the root and above it, as seen from the root at the origin, with the
/// squares of the root from which it is entered.
pub(crate) fn left_and_above(rows: Bands, cols: Bands, covers: Covers) -> Option<Vec<Excursion>> {
    let comb = Comb { rows, cols, covers };
    let root = Tile::new(rows.special, cols.special);
    let ports = |side: Side| covers.ports.outer.map(|port| root.port(side, port));
    let mut excursions = Vec::new();
    if cols.before > 0 {
        let mut arm = comb.arm(rows.special, cols.before)?;
        to_the_left(&mut arm, rows.special);
        excursions.push(Excursion { ports: ports(Side::Left), items: arm });
    }
    if rows.before > 0 {
        let mut above = comb.spine(rows.before)?;
        comb.upwards(&mut above);
        excursions.push(Excursion { ports: ports(Side::Up), items: above });
    }
    Some(excursions)
}

/// An open tour between two squares.
pub(crate) fn open(
    rows: u64,
    cols: u64,
    from: (u64, u64),
    to: (u64, u64),
    covers: Covers,
) -> Option<Vec<Item>> {
    let comb =
        Comb { rows: Bands::around(rows, from.0), cols: Bands::around(cols, from.1), covers };
    let ((_, r), (_, c)) = (comb.rows.locate(from.0), comb.cols.locate(from.1));
    let ((down, tr), (right, tc)) = (comb.rows.locate(to.0), comb.cols.locate(to.1));
    comb.tour(Some((r, c)), Some(Target { tile: (down, right), cell: (tr, tc) }))
}

/// Every tile that any board of six rows and columns or more can ask for: so any two squares that
/// the colours allow are the ends of a tour.
#[cfg(all(test, feature = "exhaustive"))]
mod exhaustive_tiles {
    use super::super::tables::PORTS;
    use super::super::tile::SIDES;
    use super::*;

    /// All ways to have neighbours on some of the sides.
    fn neighbours(tile: Tile, sides: &[Side]) -> Vec<Tile> {
        (0..1 << sides.len())
            .map(|mask: u32| {
                let there = sides.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
                there.fold(tile, |tile, (_, &side)| tile.child(side, Lanes::Both))
            })
            .collect()
    }

    /// The tile with one of its neighbours reached by a single lane.
    fn single(tile: Tile) -> Vec<(Tile, Side, u8)> {
        let sides = SIDES.into_iter().filter(|&side| tile.children[side as usize].is_some());
        sides
            .flat_map(|side| [0, 1].map(|lane| (tile.child(side, Lanes::One(lane)), side, lane)))
            .collect()
    }

    fn cells(tile: Tile) -> impl Iterator<Item = Cell> {
        (0..tile.rows).flat_map(move |r| (0..tile.cols).map(move |c| (r, c)))
    }

    fn covered(tile: &Tile, ports: Ports) -> bool {
        solve(tile, ports, 0, None).is_some()
    }

    #[test]
    fn tiles_beside_the_root() {
        let mut tiles = 0;
        for ports in PORTS {
            let mut check = |tile: Tile, from: Cell, to: Cell| {
                // An even tile is crossed from one colour to the other.
                if odd(from) != odd(to) {
                    assert!(covered(&tile, ports), "{tile:?} {ports:?}");
                    tiles += 1;
                }
            };
            for lane in [0, 1] {
                let one = Lanes::One(lane);
                for rows in 6..=11 {
                    let tile = Tile::new(rows, SIDE).parent(Side::Left, one);
                    let enter = tile.port(Side::Left, ports.inner[usize::from(lane)]);
                    let across = tile.child(Side::Right, one);
                    check(across, enter, tile.port(Side::Right, ports.outer[usize::from(lane)]));
                    for mut tile in neighbours(tile, &[Side::Right]) {
                        for to in cells(tile) {
                            tile.ends[0] = Some(to);
                            check(tile, enter, to);
                        }
                    }
                }
                for cols in 6..=11 {
                    let tile = Tile::new(SIDE, cols).parent(Side::Up, one);
                    let enter = tile.port(Side::Up, ports.inner[usize::from(lane)]);
                    for mut tile in neighbours(tile, &[Side::Left, Side::Right, Side::Down]) {
                        for (tile, side, lane) in single(tile) {
                            let leave = tile.port(side, ports.outer[usize::from(lane)]);
                            check(tile, enter, leave);
                        }
                        for to in cells(tile) {
                            tile.ends[0] = Some(to);
                            check(tile, enter, to);
                        }
                    }
                }
            }
        }
        assert_eq!(tiles, 9648);
    }

    #[test]
    fn roots() {
        for (rows, cols) in (6..=11).flat_map(|r| (6..=11).map(move |c| (r, c))) {
            let even = rows % 2 == 0 || cols % 2 == 0;
            let fits = |a: Cell, b: Cell| if even { odd(a) != odd(b) } else { !odd(a) && !odd(b) };
            for tile in neighbours(Tile::new(rows, cols), &SIDES) {
                for from in cells(tile) {
                    for (mut tile, side, lane) in single(tile) {
                        tile.ends[0] = Some(from);
                        let leaves = |ports: Ports| tile.port(side, ports.outer[usize::from(lane)]);
                        // The lane is chosen by the colours, so it may be another of other ports.
                        let asked = fits(from, leaves(PORTS[0]));
                        let by_other = |ports: Ports| {
                            [0, 1].into_iter().any(|lane| {
                                let mut tile = tile.child(side, Lanes::One(lane));
                                tile.ends[0] = Some(from);
                                let leave = tile.port(side, ports.outer[usize::from(lane)]);
                                fits(from, leave) && covered(&tile, ports)
                            })
                        };
                        assert!(
                            !asked
                                || covered(&tile, PORTS[0])
                                || PORTS[1..].iter().any(|&p| by_other(p)),
                            "{tile:?}"
                        );
                    }
                    for to in cells(tile).filter(|&to| to > from && fits(from, to)) {
                        let mut tile = tile;
                        tile.ends = [Some(from), Some(to)];
                        assert!(PORTS.iter().any(|&ports| covered(&tile, ports)), "{tile:?}");
                    }
                }
            }
        }
    }
}
