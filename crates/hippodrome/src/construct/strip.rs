//! Strips: periodic pieces of boards of three, four and five rows.
//!
//! A strip is four columns wide; every lane enters it on the left and leaves it on the right, so that
//! strips join on to each other, as many as one likes, between two [windows](super::windows) of a
//! board. How many lanes a strip has:
//!
//! - three rows: two outside of the ends, one or three between them;
//! - four rows: a tour alternates between outer and inner squares but for one move, so the outer
//!   squares of one colour and the inner ones of the other are visited before that move, the rest
//!   after it. A stretch in which both halves turn round has four lanes, the stretch that leads to
//!   the move in the middle has two, and between the ends there are three;
//! - five rows: two outside, one between; used only for the ends that the comb does not serve.

use super::cover::{Cover, Graph, oriented};
use super::program::Cell;
use super::tables;

/// A periodic piece of a board of few rows: every lane enters on the left and leaves on the right.
#[derive(Debug, Clone)]
pub(crate) struct Strip {
    pub(crate) rows: u8,
    pub(crate) cols: u8,
    /// Each lane's move over a border.
    pub(crate) lanes: Vec<Lane>,
    /// Each lane's walk through the strip, left to right.
    pub(crate) walks: Vec<Vec<Cell>>,
}

/// A move over a border: from (row, distance from the border) on the left to the same on the right.
pub(crate) type Lane = (Cell, Cell);

impl Strip {
    /// The same strip walked from right to left.
    fn mirrored(&self) -> Self {
        let flip = |&(r, c): &Cell| (r, self.cols - 1 - c);
        Self {
            lanes: self.lanes.iter().map(|&(outer, inner)| (inner, outer)).collect(),
            walks: self.walks.iter().map(|w| w.iter().rev().map(flip).collect()).collect(),
            ..*self
        }
    }

    /// The same strip upside down.
    pub(super) fn upside_down(&self) -> Self {
        let flip = |&(r, c): &Cell| (self.rows - 1 - r, c);
        Self {
            lanes: self.lanes.iter().map(|(a, b)| (flip(a), flip(b))).collect(),
            walks: self.walks.iter().map(|w| w.iter().map(flip).collect()).collect(),
            ..*self
        }
    }

    /// Searches for a strip with the given lanes.
    ///
    /// The lanes are threaded on one cycle, from the end of each to the beginning of the next; a
    /// cycle that threads them otherwise is not a strip, and another is tried.
    fn find(rows: u8, cols: u8, lanes: &[Lane]) -> Option<Self> {
        let index = |(r, c): Cell| usize::from(r) * usize::from(cols) + usize::from(c);
        let mut graph = Graph::new(0);
        graph.grid(rows, cols);
        let mut joints = Vec::new();
        for (l, &(outer, _)) in lanes.iter().enumerate() {
            let end = (outer.0, cols - 1 - outer.1);
            let next = lanes[(l + 1) % lanes.len()].1;
            joints.push((graph.forced_edge(index(end), index(next)), end));
        }
        let &(last, _) = joints.last()?;
        (0..40).find_map(|seed| {
            let Cover::Cycle(cycle) = graph.cycle(seed, 1000) else { return None };
            let mut walks = vec![Vec::new()];
            for (v, edge) in oriented(cycle, last, index(lanes[0].1) as u16) {
                let cell = ((v / u16::from(cols)) as u8, (v % u16::from(cols)) as u8);
                let lane = walks.len() - 1;
                walks[lane].push(cell);
                if let Some(joint) = joints.iter().position(|joint| joint.0 == edge) {
                    if joint != lane || joints[joint].1 != cell || walks[lane][0] != lanes[lane].1 {
                        return None;
                    }
                    walks.push(Vec::new());
                }
            }
            walks.pop();
            Some(Self { rows, cols, lanes: lanes.to_vec(), walks })
        })
    }
}

/// The strips for boards of 3, 4 or 5 rows: those that run from the ends of a board, and those that
/// run between the two ends of a tour.
pub(super) struct Library {
    pub(super) sides: Vec<Strip>,
    pub(super) mirrored: Vec<Strip>,
    pub(super) middles: Vec<Strip>,
}

impl Library {
    /// The strips of the tables.
    pub(super) fn of(rows: u8) -> Self {
        let of = |kind| -> Vec<Strip> {
            let strips = tables::strips(rows, kind);
            strips.iter().flat_map(|strip| [strip.clone(), strip.upside_down()]).collect()
        };
        let sides = of("side");
        let mirrored = sides.iter().map(Strip::mirrored).collect();
        Self { sides, mirrored, middles: of("middle") }
    }
}

/// The columns of a strip.
pub(crate) const PERIOD: u8 = 4;

/// Lanes of the strips of the tables, side and middle. All sets of lanes were tried against samples
/// of ends on longer boards; these few together serve all of them.
fn lanes(rows: u8) -> (Vec<Vec<Lane>>, Vec<Vec<Lane>>) {
    match rows {
        3 => (
            vec![
                vec![((1, 1), (2, 0)), ((2, 1), (1, 0))],
                vec![((1, 1), (2, 0)), ((2, 0), (1, 1))],
            ],
            vec![
                vec![((0, 0), (1, 1)), ((2, 0), (0, 0)), ((2, 1), (1, 0))],
                vec![((1, 1), (2, 0)), ((1, 0), (0, 1)), ((2, 0), (0, 0))],
                vec![((0, 0), (1, 1)), ((1, 1), (2, 0)), ((2, 0), (0, 0))],
                vec![((0, 1), (1, 0)), ((1, 0), (2, 1)), ((2, 0), (0, 0))],
                vec![((0, 0), (2, 0))],
            ],
        ),
        4 => (
            vec![
                vec![((0, 0), (2, 0)), ((3, 0), (1, 0))],
                vec![((0, 1), (1, 0)), ((1, 1), (0, 0)), ((2, 1), (3, 0)), ((3, 1), (2, 0))],
                vec![((0, 0), (1, 1)), ((1, 0), (0, 1)), ((3, 0), (1, 0)), ((3, 1), (2, 0))],
                vec![((0, 0), (1, 1)), ((2, 1), (3, 0)), ((3, 0), (1, 0)), ((3, 1), (2, 0))],
                vec![((2, 1), (3, 0)), ((2, 0), (3, 1)), ((3, 1), (2, 0)), ((3, 0), (2, 1))],
            ],
            vec![
                vec![((0, 0), (1, 1)), ((1, 0), (0, 1)), ((2, 0), (0, 0))],
                vec![((2, 0), (0, 0)), ((2, 1), (3, 0)), ((3, 1), (2, 0))],
                vec![((2, 1), (3, 0)), ((3, 0), (1, 0)), ((3, 1), (2, 0))],
                vec![((1, 0), (3, 0)), ((2, 0), (3, 1)), ((3, 0), (2, 1))],
                vec![((0, 1), (1, 0)), ((1, 0), (3, 0)), ((1, 1), (0, 0))],
                vec![((0, 0), (2, 0)), ((1, 0), (3, 0)), ((2, 0), (0, 0))],
                vec![((0, 0), (2, 0)), ((2, 0), (3, 1)), ((3, 0), (2, 1))],
                vec![((0, 0), (2, 0)), ((1, 0), (3, 0)), ((3, 0), (1, 0))],
                vec![((0, 0), (2, 0)), ((0, 1), (1, 0)), ((2, 0), (0, 0))],
            ],
        ),
        _ => (
            vec![
                vec![((2, 0), (4, 0)), ((4, 0), (3, 1))],
                vec![((1, 0), (3, 0)), ((3, 1), (4, 0))],
                vec![((2, 0), (4, 0)), ((4, 0), (2, 0))],
            ],
            vec![vec![((2, 0), (4, 0))], vec![((0, 0), (2, 0))], vec![((1, 0), (3, 0))]],
        ),
    }
}

/// The strips of the tables, searched for, each with its kind.
pub(crate) fn search_strips() -> Vec<(&'static str, Option<Strip>)> {
    let mut found = Vec::new();
    for rows in 3..=5 {
        let (sides, middles) = lanes(rows);
        for (kind, sets) in [("side", sides), ("middle", middles)] {
            found.extend(sets.iter().map(|set| (kind, Strip::find(rows, PERIOD, set))));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::construct::tables::strips;

    #[test]
    fn the_lanes_of_every_strip_cover_it_and_join_on() {
        let near = |a: Cell, b: Cell| {
            let steps = [a.0.abs_diff(b.0), a.1.abs_diff(b.1)];
            steps == [1, 2] || steps == [2, 1]
        };
        let mut seen = 0;
        for rows in 3..=5 {
            for strip in ["side", "middle"].iter().flat_map(|kind| strips(rows, kind)) {
                for strip in [strip.mirrored(), strip.upside_down(), strip] {
                    let mut cells: Vec<Cell> = strip.walks.concat();
                    cells.sort_unstable();
                    let all = (0..rows).flat_map(|r| (0..PERIOD).map(move |c| (r, c)));
                    assert!(cells.into_iter().eq(all), "{strip:?}");
                    for walk in &strip.walks {
                        assert!(walk.windows(2).all(|w| near(w[0], w[1])));
                        let next = (walk[0].0, walk[0].1 + PERIOD);
                        assert!(near(walk[walk.len() - 1], next), "{strip:?}");
                    }
                    seen += 1;
                }
            }
        }
        assert_eq!(seen, 3 * 27);
    }
}
