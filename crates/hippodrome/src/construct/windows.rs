//! Boards of three, four and five rows: windows joined by strips of straight lanes.
//!
//! On a board of three or four rows the tiles of the comb do not exist. Instead the board is cut
//! into *windows*, at its two ends and around the two ends of the tour, and between them runs of
//! one *strip*, four columns wide, in which every lane enters on the left and leaves on the right:
//!
//! ```text
//!   +--------+---+---+---+---+-----------+---+---+---+---+---------+
//!   |        =   =   =   =   =   from    -   -   -   -   -   to    |
//!   | window = 4 = 4 = 4 = 4 =  window   - 4 - 4 - 4 - 4 -  window |
//!   +--------+---+---+---+---+-----------+---+---+---+---+---------+
//! ```
//!
//! A lane through a run, however long, is one forced edge between two windows. What is left is one
//! small graph, and a tour of the board is a Hamiltonian cycle in it through the forced edges.

use super::cover::{Cover, Graph, oriented};
use super::program::{self, Cell, Item, Turn};
use super::strip::{Library, PERIOD, Strip};

/// Windows of the board, and runs of strips between them.
struct Layout<'a> {
    rows: u8,
    /// First column and width.
    windows: Vec<(u64, u8)>,
    /// Between window i and i + 1: how many copies, of which strip.
    runs: Vec<(u64, &'a Strip)>,
    /// Which of the strips left, between and right are used.
    used: [bool; 3],
}

/// A lane through a run: its forced edge, its square in the window on the left, run and lane.
struct Thread {
    edge: u16,
    left: usize,
    run: usize,
    lane: usize,
}

/// The graph of a layout.
struct Threaded {
    graph: Graph,
    /// First square of each window, and the number of squares.
    bases: Vec<usize>,
    threads: Vec<Thread>,
    /// The forced edge from the last square of the tour to the first, and the first.
    jump: Option<(u16, usize)>,
}

/// The ends of a tour as (row, column).
pub(super) type Ends = [(u64, u64); 2];

impl<'a> Layout<'a> {
    /// The graph of the windows, with a forced edge for each lane of a run.
    fn thread(&self, ends: Option<Ends>) -> Option<Threaded> {
        let mut graph = Graph::new(0);
        let mut bases: Vec<usize> =
            self.windows.iter().map(|&(_, width)| graph.grid(self.rows, width)).collect();
        bases.push(graph.vertices());
        let index = |window: usize, (r, c): Cell| {
            bases[window] + usize::from(r) * usize::from(self.windows[window].1) + usize::from(c)
        };
        let mut threads = Vec::new();
        for (run, (_, strip)) in self.runs.iter().enumerate() {
            let (width, next) = (self.windows[run].1, self.windows[run + 1].1);
            for (lane, &(outer, inner)) in strip.lanes.iter().enumerate() {
                if outer.1 >= width || inner.1 >= next {
                    return None;
                }
                let left = index(run, (outer.0, width - 1 - outer.1));
                let edge = graph.forced_edge(left, index(run + 1, inner));
                threads.push(Thread { edge, left, run, lane });
            }
        }
        let jump = match ends {
            None => None,
            Some(ends) => {
                let place = |(r, c): (u64, u64)| {
                    let holds = |&(start, width): &(u64, u8)| {
                        (start..start + u64::from(width)).contains(&c)
                    };
                    let window = self.windows.iter().position(holds)?;
                    Some(index(window, (r as u8, (c - self.windows[window].0) as u8)))
                };
                let (first, last) = (place(ends[0])?, place(ends[1])?);
                Some((graph.forced_edge(last, first), first))
            }
        };
        Some(Threaded { graph, bases, threads, jump })
    }

    /// Whether each window's colours can come out even, and on four rows its outer and inner
    /// squares: a knight's move always joins the two colours, and an outer square to an inner one.
    fn balanced(&self, threaded: &Threaded) -> bool {
        let n = self.windows.len();
        let mut colours = vec![0i32; n];
        let mut inner = vec![0i32; n];
        let mut count = |v: usize, weight: i32| {
            let w = threaded.window(v);
            let (r, c) = self.cell(threaded, w, v);
            colours[w] += if (r + c).is_multiple_of(2) { weight } else { -weight };
            inner[w] += if r == 1 || r == 2 { weight } else { -weight };
        };
        for v in 0..threaded.bases[n] {
            count(v, 2);
        }
        for (a, b) in threaded.graph.forced_edges() {
            count(a, -1);
            count(b, -1);
        }
        colours.iter().all(|&x| x == 0)
            && (self.rows != 4 || inner.iter().all(|&x| x == 0 || x == 2))
    }

    fn cell(&self, threaded: &Threaded, window: usize, v: usize) -> Cell {
        let (x, width) = (v - threaded.bases[window], usize::from(self.windows[window].1));
        ((x / width) as u8, (x % width) as u8)
    }

    /// Searches for a tour, with at most `effort` branches a square in each of `tries` attempts.
    fn tour(self, ends: Option<Ends>, seed: u64, (effort, tries): (u32, u32)) -> Option<Woven<'a>> {
        let threaded = self.thread(ends)?;
        if !self.balanced(&threaded) {
            return None;
        }
        let limit = effort * threaded.graph.vertices() as u32;
        match threaded.graph.cycle_with_restarts(seed, limit, tries) {
            Cover::Cycle(cycle) => Some(Woven { layout: self, threaded, cycle }),
            Cover::None | Cover::Limit => None,
        }
    }

    /// Writes the tour that a cycle of the graph stands for.
    fn write(&self, threaded: &Threaded, cycle: Vec<(u16, u16)>) -> Vec<Item> {
        let order = match threaded.jump {
            Some((edge, first)) => oriented(cycle, edge, first as u16),
            None => cycle,
        };
        let mut items = Vec::new();
        let mut walk: Vec<Cell> = Vec::new();
        let last = order.len() - 1;
        for (i, &(v, edge)) in order.iter().enumerate() {
            let v = usize::from(v);
            let window = threaded.window(v);
            walk.push(self.cell(threaded, window, v));
            let thread = threaded.threads.iter().find(|thread| thread.edge == edge);
            if thread.is_some() || i == last {
                let (start, width) = self.windows[window];
                items.push(Item::Walk {
                    origin: (0, start as i64),
                    size: (self.rows, width),
                    cells: std::mem::take(&mut walk).into(),
                });
            }
            if let Some(thread) = thread {
                items.push(self.run(thread, thread.left == v));
            }
        }
        items
    }

    /// A lane through a run, rightwards or leftwards.
    fn run(&self, thread: &Thread, rightwards: bool) -> Item {
        let (count, strip) = self.runs[thread.run];
        let (start, width) = self.windows[thread.run];
        let mut first = (start + u64::from(width)) as i64;
        let mut by = i64::from(strip.cols);
        let mut cells = strip.walks[thread.lane].clone();
        if !rightwards {
            first += by * (count as i64 - 1);
            by = -by;
            cells.reverse();
        }
        let size = (strip.rows, strip.cols);
        let body = vec![Item::Walk { origin: (0, first), size, cells: cells.into() }];
        Item::Repeat { count, step: (0, by), body }
    }
}

impl Threaded {
    fn window(&self, v: usize) -> usize {
        self.bases.partition_point(|&base| base <= v) - 1
    }
}

/// Columns of a window on either side of an end, at least, in the order tried.
const MARGINS: [u64; 6] = [5, 6, 3, 4, 7, 8];
/// Branches for one try at a layout, for each of its squares, and tries.
const EFFORTS: [(u32, u32); 3] = [(2, 2), (5, 5), (20, 5)];
/// The same for a board that is one window.
const ALONE: (u32, u32) = (30, 30);
/// Columns of the window at an end of the board, at least.
const CAP: u64 = 8;
/// Boards up to this length are one window.
pub(super) const WHOLE: u64 = 24;

/// A tour of a board of 3, 4 or 5 rows: closed, or between two squares.
///
/// Mirror images of a pair of ends, and the pair in the other order, are served by the tour of one
/// of them. `None` is no proof by itself: the search may have reached its limit. That the limits
/// suffice for every pair that has a tour is what the exhaustive tests of [`proof`](super::proof)
/// show.
///
/// # Complexity
///
/// O(1) in the length of the board: the windows are at most some 90 columns together, and so many
/// layouts are tried with so many branches each.
pub(crate) fn tour(rows: u8, cols: u64, ends: Option<Ends>, seed: u64) -> Option<Vec<Item>> {
    let library = Library::of(rows);
    let weave = |ends, seed| weave(&library, rows, cols, ends, seed).map(|woven| woven.items());
    let size = (i64::from(rows), cols as i64);
    // The choices that a seed makes may all fail; those of seed 0 do not.
    let seeds = if seed == 0 { vec![0] } else { vec![seed, 0] };
    let Some(ends) = ends else {
        return seeds.into_iter().find_map(|seed| weave(None, seed));
    };
    let (turn, backwards) = canonical(rows, cols, ends);
    let place = |(r, c): (u64, u64)| {
        let (r, c) = turn.place((r as i64, c as i64), size);
        (r as u64, c as u64)
    };
    let [first, last] = ends.map(place);
    let ends = if backwards { [last, first] } else { [first, last] };
    let mut items = seeds.into_iter().find_map(|seed| weave(Some(ends), seed))?;
    if backwards {
        program::reverse(&mut items);
    }
    program::transform(&mut items, turn, size);
    Some(items)
}

/// The mirror image, and whether the order is to be exchanged, by which the first end is not to the
/// right of the second, not farther from its side of the board than the second from the other, and
/// not below the middle row.
pub(super) fn canonical(rows: u8, cols: u64, [first, last]: Ends) -> (Turn, bool) {
    let backwards = first.1 > last.1;
    let (mut low, mut high) = if backwards { (last, first) } else { (first, last) };
    let flip_cols = low.1 + high.1 >= cols;
    if flip_cols {
        (low, high) = (high, low);
    }
    let bottom = u64::from(rows) - 1;
    let flip_rows = (2 * low.0, 2 * high.0) > (bottom, bottom);
    (Turn { flip_rows, flip_cols, transpose: false }, backwards != flip_cols)
}

/// A tour of windows joined by runs.
pub(super) struct Woven<'a> {
    layout: Layout<'a>,
    threaded: Threaded,
    cycle: Vec<(u16, u16)>,
}

impl Woven<'_> {
    /// The tour.
    pub(super) fn items(&self) -> Vec<Item> {
        self.layout.write(&self.threaded, self.cycle.clone())
    }

    /// Which of the stretches left of the ends, between them and right of them hold a run.
    #[cfg(all(test, feature = "exhaustive"))]
    pub(super) fn used(&self) -> [bool; 3] {
        self.layout.used
    }

    /// The same with one more strip in every run. The windows and what is beside them stay as they
    /// are, so it is the same cycle of the same graph.
    #[cfg(all(test, feature = "exhaustive"))]
    pub(super) fn stretched(mut self) -> Self {
        for (i, run) in self.layout.runs.iter_mut().enumerate() {
            run.0 += 1;
            for window in &mut self.layout.windows[i + 1..] {
                window.0 += u64::from(PERIOD);
            }
        }
        self
    }
}

/// Searches for a tour: in one window on short boards, else in a few layouts of windows and runs.
pub(super) fn weave(
    library: &Library,
    rows: u8,
    cols: u64,
    ends: Option<Ends>,
    seed: u64,
) -> Option<Woven<'_>> {
    if cols <= WHOLE {
        let windows = vec![(0, cols as u8)];
        let layout = Layout { rows, windows, runs: Vec::new(), used: [false; 3] };
        return layout.tour(ends, seed, ALONE);
    }
    for (effort, margin) in EFFORTS.into_iter().flat_map(|e| MARGINS.map(|margin| (e, margin))) {
        for (m, middle) in library.middles.iter().enumerate() {
            for (l, left) in library.sides.iter().enumerate() {
                for (r, right) in library.mirrored.iter().enumerate() {
                    let layout = cut(rows, cols, ends, margin, [left, middle, right]);
                    let [uses_left, uses_middle, uses_right] = layout.used;
                    // A strip that is not used need not be varied; two turns at the end of a board
                    // of four rows would need the move in the middle twice.
                    let idle =
                        (!uses_left && l > 0) || (!uses_middle && m > 0) || (!uses_right && r > 0);
                    let twice = rows == 4
                        && uses_left
                        && uses_right
                        && left.lanes.len() + right.lanes.len() == 4;
                    if idle || twice {
                        continue;
                    }
                    let alone = layout.runs.is_empty();
                    let woven = layout.tour(ends, seed, if alone { ALONE } else { effort });
                    if woven.is_some() {
                        return woven;
                    }
                }
            }
        }
    }
    None
}

/// What lies to the left of a window of a board of few rows when two lanes lead there: `cols`
/// columns, a multiple of [`PERIOD`] and at least three times that. The squares of the window by
/// which the lanes come in, and the way from the first of them to the second.
pub(super) fn arm(rows: u8, cols: u64, seed: u64) -> Option<([Cell; 2], Vec<Item>)> {
    let cap = 2 * PERIOD;
    let count = cols.checked_sub(cap.into())? / u64::from(PERIOD);
    Library::of(rows).sides.iter().filter(|strip| strip.lanes.len() == 2).find_map(|strip| {
        let windows = vec![(0, cap), (cols, PERIOD)];
        let runs = vec![(count, strip)];
        let layout = Layout { rows, windows, runs, used: [true, false, false] };
        let mut graph = Graph::new(0);
        graph.grid(rows, cap);
        let index = |(r, off): Cell| usize::from(r) * usize::from(cap) + usize::from(cap - 1 - off);
        let [a, b] = [0, 1].map(|lane| index(strip.lanes[lane].0));
        let edge = graph.forced_edge(a, b);
        let Cover::Cycle(cycle) = graph.cycle_with_restarts(seed, 1000, 10) else { return None };
        let cell = |v: u16| ((v / u16::from(cap)) as u8, (v % u16::from(cap)) as u8);
        let walk: Vec<Cell> =
            oriented(cycle, edge, a as u16).into_iter().map(|(v, _)| cell(v)).collect();
        let lane = |lane| Thread { edge, left: 0, run: 0, lane };
        let size = (rows, cap);
        let mut items = vec![
            layout.run(&lane(0), false),
            Item::Walk { origin: (0, 0), size, cells: walk.into() },
            layout.run(&lane(1), true),
        ];
        program::shift(&mut items, (0, -(cols as i64)));
        Some(([strip.lanes[0].1, strip.lanes[1].1], items))
    })
}

/// Cuts the board into windows and runs of strips: left of the ends, between them, right of them.
/// A closed tour has one run between two windows.
fn cut(rows: u8, cols: u64, ends: Option<Ends>, margin: u64, strips: [&Strip; 3]) -> Layout<'_> {
    let period = u64::from(PERIOD);
    let mut layout = Layout { rows, windows: Vec::new(), runs: Vec::new(), used: [false; 3] };
    let mut start = 0;
    // A run from about `from` to about `to`, of which one is kept exactly.
    let mut run = |which: usize, from: u64, to: u64, keep_end: bool| {
        let count = to.saturating_sub(from) / period;
        if count > 0 {
            let from = if keep_end { to - count * period } else { from };
            layout.windows.push((start, (from - start) as u8));
            layout.runs.push((count, strips[which]));
            layout.used[which] = true;
            start = from + count * period;
        }
    };
    match ends {
        None => run(0, CAP + margin - MARGINS[0].min(margin), cols - CAP, false),
        Some([(_, a), (_, b)]) => {
            let (first, last) = (a.min(b), a.max(b));
            run(0, CAP, first.saturating_sub(margin), true);
            run(1, first + margin + 1, last.saturating_sub(margin), false);
            run(2, last + margin + 1, cols.saturating_sub(CAP), false);
        }
    }
    layout.windows.push((start, (cols - start) as u8));
    layout
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::construct::tables::strips;
    use crate::construct::{Construction, Program, accepted};
    use crate::rng::Rng;
    use crate::{Board, Kind};

    /// A tour that runs through each strip, read by the separate checker.
    #[test]
    fn every_strip_is_verified_by_the_checker() {
        let mut rng = Rng::new(1);
        for rows in 3..=5u8 {
            for (which, kind) in [(0, "side"), (1, "middle")] {
                for strip in strips(rows, kind) {
                    let mut library = Library::of(rows);
                    if kind == "side" {
                        library.sides = vec![strip.clone(), strip.upside_down()];
                    } else {
                        library.middles = vec![strip.clone(), strip.upside_down()];
                    }
                    let woven = (0..2000).find_map(|_| {
                        let a = 10 + rng.below(20);
                        let b = a + 4 + rng.below(24);
                        let cols = b + 8 + rng.below(20);
                        let mut row = || rng.below(rows.into());
                        let ends = [(row(), a), (row(), b)];
                        let windows =
                            [&library.sides[0], &library.middles[0], &library.mirrored[0]];
                        let layout = cut(rows, cols, Some(ends), MARGINS[0], windows);
                        (cols > WHOLE && layout.used[which]).then_some(())?;
                        Some((cols, layout.tour(Some(ends), 0, (5, 2))?))
                    });
                    let (cols, woven) = woven.unwrap_or_else(|| panic!("{strip:?}"));
                    accepted(&Construction {
                        board: Board::new(rows.into(), cols).unwrap(),
                        kind: Kind::Open,
                        program: Program::new(woven.items()),
                        first: 0,
                    });
                }
            }
        }
    }
}
