//! Tours that a turn of the board maps to themselves: a search among the orbits of its squares.
//!
//! A turn ρ of the board by 180° or 90° puts the squares into *orbits* of two or four. Between two
//! orbits there is an edge for every way in which a square of one is a move away from squares of
//! the other: with the *voltage* v if the first square of the one is a move away from ρ^v of the
//! first square of the other (J. L. Gross and T. W. Tucker, Topological Graph Theory, 1987, chapter
//! 2). A walk through orbits lifts to one walk on the board, and that has one square of each
//! orbit if the walk visits each orbit once. So:
//!
//! - a cycle through all orbits whose voltages add up to ±1 is a closed tour that ρ moves along
//!   itself, by a half or a quarter of its length;
//! - a path through all orbits from one *middle* to another is, for the half turn, half of a closed
//!   tour that ρ reverses; a middle is an orbit of two squares that are a move apart, as there are
//!   two on boards with one odd side, and none or the central square on others;
//! - a path through all orbits from a middle to anywhere is half of an open tour.
//!
//! These are all there are: ρ is an automorphism of the tour, so it rotates a closed tour or
//! reverses it, and reverses an open one; what reverses a tour fixes two moves or squares of a closed
//! one and one of an open one, and a move that ρ fixes joins the squares of an orbit (Jelliss,
//! Knight's Tour Notes, calls the two kinds of closed tours Eulerian and Bergholtian). The search is
//! exact, so on a board small enough to be searched it also says when there is none.
//!
//! On a large board only a rectangle in its middle is searched so, and what lies beyond its borders
//! is an excursion as it is for any tile, whose images lie beyond the other borders.

use super::cover::{Cover, Graph, oriented};
use super::program::{self, Cell, Item, Place, Turn};

/// What is beyond a border of the rectangle: the two squares from which the tour leaves and to which
/// it returns, and what it does there when it leaves from the first.
#[derive(Debug, Clone)]
pub(super) struct Excursion {
    pub(super) ports: [Cell; 2],
    pub(super) items: Vec<Item>,
}

/// How the walk through the orbits runs.
#[derive(Debug, Clone, Copy)]
pub(super) enum Route {
    /// Round.
    Cycle,
    /// From a square to the orbit of another, or to anywhere.
    Path(Cell, Option<Cell>),
}

/// The result of a search.
#[derive(Debug)]
pub(super) enum Walked {
    /// A walk through one square of each orbit, and for a cycle the power of the turn that leads
    /// from its first square to the one after its last.
    Found(Vec<Item>, u8),
    /// There is none.
    None,
    /// The limit was reached.
    Limit,
}

/// The orbits of a rectangle's squares under a turn.
pub(super) struct Orbits {
    turn: Turn,
    order: u8,
    size: Cell,
    /// For each square its orbit, and the power of the turn that leads there from the first square.
    of: Vec<(u16, u8)>,
    firsts: Vec<Cell>,
    excursions: Vec<Excursion>,
}

/// What an edge of the graph of orbits stands for.
#[derive(Clone, Copy)]
enum Joint {
    /// A move from the first square of an orbit to a power of the turn of that of another.
    Move(u16, u16, u8),
    /// Over a border.
    Excursion(usize),
    /// From the end of a path to its beginning, or to or from the vertex in between.
    Jump,
}

impl Orbits {
    /// `order` is 2 or 4, that of the turn.
    pub(super) fn new(size: Cell, turn: Turn, order: u8, excursions: Vec<Excursion>) -> Self {
        let mut orbits = Self {
            turn,
            order,
            size,
            of: vec![(u16::MAX, 0); usize::from(size.0) * usize::from(size.1)],
            firsts: Vec::new(),
            excursions,
        };
        for row in 0..size.0 {
            for col in 0..size.1 {
                if orbits.of[orbits.index((row, col))].0 < u16::MAX {
                    continue;
                }
                let number = orbits.firsts.len() as u16;
                orbits.firsts.push((row, col));
                for power in (0..order).rev() {
                    let at = orbits.index(orbits.image((row, col), power));
                    orbits.of[at] = (number, power);
                }
            }
        }
        orbits
    }

    fn index(&self, (row, col): Cell) -> usize {
        usize::from(row) * usize::from(self.size.1) + usize::from(col)
    }

    fn board(&self) -> Place {
        (i64::from(self.size.0), i64::from(self.size.1))
    }

    fn image(&self, (row, col): Cell, power: u8) -> Cell {
        let mut at = (i64::from(row), i64::from(col));
        for _ in 0..power % self.order {
            at = self.turn.place(at, self.board());
        }
        (at.0 as u8, at.1 as u8)
    }

    fn moves(&self, (row, col): Cell) -> impl Iterator<Item = Cell> {
        let (rows, cols) = self.board();
        let steps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        steps
            .into_iter()
            .map(move |(dr, dc)| (i64::from(row) + dr, i64::from(col) + dc))
            .filter(move |&(r, c)| (0..rows).contains(&r) && (0..cols).contains(&c))
            .map(|(r, c)| (r as u8, c as u8))
    }

    /// The orbits of two squares that are a move apart, by their first squares.
    pub(super) fn middles(&self) -> Vec<Cell> {
        let mut middles = self.firsts.clone();
        middles.retain(|&first| self.moves(first).any(|to| to == self.image(first, 1)));
        middles
    }

    /// The square in the middle of a board with two odd sides.
    pub(super) fn centre(&self) -> Cell {
        (self.size.0 / 2, self.size.1 / 2)
    }

    /// Searches for a walk, with at most `limit` branches in each of `tries` attempts.
    pub(super) fn walk(&self, route: Route, seed: u64, limit: u32, tries: u32) -> Walked {
        let count = self.firsts.len();
        let mut joints = Vec::new();
        let mut graph = Graph::new(count);
        for (number, &first) in self.firsts.iter().enumerate() {
            for to in self.moves(first) {
                let (other, power) = self.of[self.index(to)];
                // On four rows an open tour alternates between outer and inner squares but for
                // one move, and the move that is its own image is one between inner squares.
                let alternates = self.size.0 != 4 || first.0 % 3 == 0 || to.0 % 3 == 0;
                if usize::from(other) > number && alternates {
                    graph.edge(number, other.into());
                    joints.push(Joint::Move(number as u16, other, power));
                }
            }
        }
        let orbit = |cell: Cell| usize::from(self.of[self.index(cell)].0);
        for (i, excursion) in self.excursions.iter().enumerate() {
            let [a, b] = excursion.ports.map(orbit);
            if a == b {
                return Walked::Limit;
            }
            graph.forced_edge(a, b);
            joints.push(Joint::Excursion(i));
        }
        let mut jump = None;
        if let Route::Path(from, to) = route {
            let start = orbit(from);
            let end = to.map_or_else(|| graph.vertex(), orbit);
            if start == end {
                return Walked::None;
            }
            jump = Some(graph.forced_edge(end, start));
            joints.push(Joint::Jump);
            if to.is_none() {
                for other in (0..count).filter(|&other| other != start) {
                    graph.edge(end, other);
                    joints.push(Joint::Jump);
                }
            }
        }
        match graph.cycle_with_restarts(seed, limit, tries) {
            Cover::None => Walked::None,
            Cover::Limit => Walked::Limit,
            Cover::Cycle(cycle) => {
                let start = match route {
                    Route::Cycle => self.firsts[usize::from(cycle[0].0)],
                    Route::Path(from, _) => from,
                };
                let mut order = match jump {
                    Some(jump) => oriented(cycle, jump, orbit(start) as u16),
                    None => cycle,
                };
                order.retain(|&(orbit, _)| usize::from(orbit) < count);
                self.lift(start, &order, &joints)
            }
        }
    }

    /// The walk on the board from a square on, through orbits with the edges that lead on.
    fn lift(&self, start: Cell, order: &[(u16, u16)], joints: &[Joint]) -> Walked {
        let mut items = Vec::new();
        let mut walk: Vec<Cell> = Vec::new();
        let flush = |walk: &mut Vec<Cell>, items: &mut Vec<Item>| {
            let cells = std::mem::take(walk).into();
            items.push(Item::Walk { origin: (0, 0), size: self.size, cells });
        };
        let mut at = start;
        for &(orbit, edge) in order {
            walk.push(at);
            let power = self.of[self.index(at)].1;
            at = match joints[usize::from(edge)] {
                Joint::Move(a, b, by) if a == orbit => {
                    self.image(self.firsts[usize::from(b)], power + by)
                }
                Joint::Move(a, _, by) => {
                    self.image(self.firsts[usize::from(a)], power + self.order - by)
                }
                Joint::Excursion(i) => {
                    flush(&mut walk, &mut items);
                    let Excursion { ports, items: beyond } = &self.excursions[i];
                    let places = ports.map(|port| self.of[self.index(port)]);
                    let lane = usize::from(places[0].0 != orbit);
                    let by = (power + self.order - places[lane].1) % self.order;
                    let mut beyond = beyond.clone();
                    if lane == 1 {
                        program::reverse(&mut beyond);
                    }
                    for _ in 0..by {
                        program::transform(&mut beyond, self.turn, self.board());
                    }
                    items.append(&mut beyond);
                    self.image(ports[1 - lane], by)
                }
                Joint::Jump => at,
            };
        }
        if !walk.is_empty() {
            flush(&mut walk, &mut items);
        }
        let (first, last) = (self.of[self.index(start)].1, self.of[self.index(at)].1);
        Walked::Found(items, (last + self.order - first) % self.order)
    }
}
