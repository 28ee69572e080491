//! A tile and what passes through it.

use super::cover::{Cover, Graph, oriented};
use super::program::Cell;

/// Where two neighbouring tiles are joined: two lanes, each one knight's move.
///
/// A lane leaves the tile nearer to the root by `outer` and enters the tile farther away by
/// `inner`. Both are written for a border crossed from left to right: (row, distance from the
/// border). The other borders are this one turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ports {
    pub(crate) outer: [Cell; 2],
    pub(crate) inner: [Cell; 2],
}

/// A side of a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Left,
    Right,
    Up,
    Down,
}

pub(crate) const SIDES: [Side; 4] = [Side::Left, Side::Right, Side::Up, Side::Down];

/// How often the tour crosses a border: out and back, or once for all by one of the lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lanes {
    Both,
    One(u8),
}

/// A tile to be covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tile {
    pub(crate) rows: u8,
    pub(crate) cols: u8,
    /// The border towards the root.
    pub(crate) parent: Option<(Side, Lanes)>,
    /// The borders away from the root, by [`Side`].
    pub(crate) children: [Option<Lanes>; 4],
    /// Ends of the tour in this tile.
    pub(crate) ends: [Option<Cell>; 2],
}

/// What a tour does in a tile: it walks, and it goes away and comes back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Part {
    Walk(Vec<Cell>),
    /// Leaves over a border by the first lane, and returns by the second. `None`: the border
    /// towards the root.
    Away(Option<Side>, u8, u8),
    /// Where an open tour ends, or leaves for good.
    Jump,
}

/// A forced edge: its number, its two squares, and what it stands for, from the first square to the
/// second.
#[derive(Debug)]
struct Forced {
    edge: u16,
    squares: [Cell; 2],
    part: Part,
}

impl Tile {
    pub(crate) fn new(rows: u8, cols: u8) -> Self {
        Self { rows, cols, parent: None, children: [None; 4], ends: [None; 2] }
    }

    pub(crate) fn parent(self, side: Side, lanes: Lanes) -> Self {
        Self { parent: Some((side, lanes)), ..self }
    }

    pub(crate) fn child(mut self, side: Side, lanes: Lanes) -> Self {
        self.children[side as usize] = Some(lanes);
        self
    }

    /// The square of a port on `side`.
    pub(crate) fn port(&self, side: Side, (along, off): Cell) -> Cell {
        match side {
            Side::Left => (along, off),
            Side::Right => (along, self.cols - 1 - off),
            Side::Up => (off, along),
            Side::Down => (self.rows - 1 - off, along),
        }
    }

    /// Covers the tile: the parts in order, from where lane 0 enters over the parent's border, or
    /// from the first end of the walk that does not close.
    pub(crate) fn cover(
        &self,
        ports: Ports,
        seed: u64,
        limit: u32,
        tries: u32,
    ) -> Option<Vec<Part>> {
        let mut graph = Graph::new(0);
        graph.grid(self.rows, self.cols);
        let forced = self.force(&mut graph, ports)?;
        match graph.cycle_with_restarts(seed, limit, tries) {
            Cover::Cycle(cycle) => Some(self.read(cycle, &forced)),
            Cover::None | Cover::Limit => None,
        }
    }

    /// Adds the forced edges. `None` where the two squares of one are the same, or there are one or
    /// three ends of walks.
    fn force(&self, graph: &mut Graph, ports: Ports) -> Option<Vec<Forced>> {
        let mut pairs: Vec<([Cell; 2], Part)> = Vec::new();
        // The ends of the walk that does not close: where it enters, the tour's ends, where it
        // leaves.
        let mut loose: Vec<Cell> = Vec::new();
        let mut join = |side: Side, of: [Cell; 2], name, lanes, loose: &mut Vec<Cell>| match lanes {
            Lanes::Both => {
                let squares = of.map(|port| self.port(side, port));
                pairs.push((squares, Part::Away(name, 0, 1)));
            }
            Lanes::One(lane) => loose.push(self.port(side, of[usize::from(lane)])),
        };
        if let Some((side, lanes)) = self.parent {
            join(side, ports.inner, None, lanes, &mut loose);
        }
        loose.extend(self.ends.iter().flatten());
        for side in SIDES {
            if let Some(lanes) = self.children[side as usize] {
                join(side, ports.outer, Some(side), lanes, &mut loose);
            }
        }
        match loose[..] {
            [] => {}
            [first, last] => pairs.push(([first, last], Part::Jump)),
            _ => return None,
        }
        let index = |(r, c): Cell| usize::from(r) * usize::from(self.cols) + usize::from(c);
        pairs
            .into_iter()
            .map(|(squares, part)| {
                let [a, b] = squares;
                let on_tile = |s: Cell| s.0 < self.rows && s.1 < self.cols;
                (a != b && on_tile(a) && on_tile(b)).then(|| Forced {
                    edge: graph.forced_edge(index(a), index(b)),
                    squares,
                    part,
                })
            })
            .collect()
    }

    fn read(&self, cycle: Vec<(u16, u16)>, forced: &[Forced]) -> Vec<Part> {
        let cols = u16::from(self.cols);
        let cell = |v: u16| ((v / cols) as u8, (v % cols) as u8);
        let head = forced
            .iter()
            .find(|f| f.part == Part::Jump)
            .or_else(|| forced.iter().find(|f| matches!(f.part, Part::Away(None, ..))));
        let order = match head {
            Some(head) => {
                let (r, c) = head.squares[0];
                oriented(cycle, head.edge, u16::from(r) * cols + u16::from(c))
            }
            None => cycle,
        };
        let mut parts = Vec::new();
        let mut walk = Vec::new();
        for (v, edge) in order {
            walk.push(cell(v));
            if let Some(f) = forced.iter().find(|f| f.edge == edge) {
                parts.push(Part::Walk(std::mem::take(&mut walk)));
                parts.push(match f.part {
                    Part::Away(side, first, second) if f.squares[0] != cell(v) => {
                        Part::Away(side, second, first)
                    }
                    ref part => part.clone(),
                });
            }
        }
        if !walk.is_empty() {
            parts.push(Part::Walk(walk));
        }
        parts
    }
}
