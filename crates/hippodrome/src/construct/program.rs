//! A tour as a short program: walks through tiles, and repeats of them.
//!
//! A tour of a board of any size is a handful of [`Item`]s: a walk through one tile, or a list of
//! items done `count` times, each time `step` farther on. Lengths are known without unrolling, so
//! the square at a step, and the step of a square, are a descent through a few items.

use std::sync::Arc;

/// A square of a tile, from its top left corner.
pub(crate) type Cell = (u8, u8);
/// A place on the board, or a displacement.
pub(crate) type Place = (i64, i64);

#[derive(Debug, Clone)]
pub(crate) enum Item {
    /// A walk in a tile of `size` whose first square is at `origin`.
    Walk { origin: Place, size: Cell, cells: Arc<[Cell]> },
    /// The body `count` times, the i-th time displaced by i times `step`. Every walk in the body
    /// has, in the direction of `step`, the size of `step`: copies never share a tile.
    Repeat { count: u64, step: Place, body: Vec<Item> },
}

fn add(a: Place, b: Place) -> Place {
    (a.0 + b.0, a.1 + b.1)
}

fn times(a: Place, k: i64) -> Place {
    (a.0 * k, a.1 * k)
}

impl Item {
    pub(crate) fn shift(&mut self, by: Place) {
        match self {
            Self::Walk { origin, .. } => *origin = add(*origin, by),
            Self::Repeat { body, .. } => shift(body, by),
        }
    }

    fn reverse(&mut self) {
        match self {
            Self::Walk { cells, .. } => *cells = cells.iter().rev().copied().collect(),
            Self::Repeat { count, step, body } => {
                reverse(body);
                shift(body, times(*step, count.saturating_sub(1) as i64));
                *step = times(*step, -1);
            }
        }
    }

    fn transform(&mut self, how: Turn, board: Place) {
        match self {
            Self::Walk { origin, size, cells } => {
                let turned = cells.iter().map(|&cell| how.cell(cell, *size)).collect();
                *cells = turned;
                *origin = how.corner(*origin, *size, board);
                *size = if how.transpose { (size.1, size.0) } else { *size };
            }
            Self::Repeat { step, body, .. } => {
                *step = how.direction(*step);
                transform(body, how, board);
            }
        }
    }

    fn len(&self) -> u128 {
        match self {
            Self::Walk { cells, .. } => cells.len() as u128,
            Self::Repeat { count, body, .. } => u128::from(*count) * length(body),
        }
    }
}

/// Displaces all items.
pub(crate) fn shift(items: &mut [Item], by: Place) {
    for item in items {
        item.shift(by);
    }
}

/// Walks the same squares backwards.
pub(crate) fn reverse(items: &mut [Item]) {
    items.reverse();
    for item in items {
        item.reverse();
    }
}

/// Reflects or turns a board of `board` rows and columns.
pub(crate) fn transform(items: &mut [Item], how: Turn, board: Place) {
    for item in items {
        item.transform(how, board);
    }
}

fn length(items: &[Item]) -> u128 {
    items.iter().map(Item::len).sum()
}

/// One of the eight symmetries of a rectangle's frame: first reflect, then transpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Turn {
    pub(crate) flip_rows: bool,
    pub(crate) flip_cols: bool,
    pub(crate) transpose: bool,
}

impl Turn {
    pub(crate) fn place(self, (r, c): Place, (rows, cols): Place) -> Place {
        self.corner((r, c), (1, 1), (rows, cols))
    }

    /// The symmetry that undoes this one.
    pub(crate) fn inverse(self) -> Self {
        if self.transpose {
            Self { flip_rows: self.flip_cols, flip_cols: self.flip_rows, transpose: true }
        } else {
            self
        }
    }

    fn corner(self, (r, c): Place, (h, w): Cell, (rows, cols): Place) -> Place {
        let r = if self.flip_rows { rows - i64::from(h) - r } else { r };
        let c = if self.flip_cols { cols - i64::from(w) - c } else { c };
        if self.transpose { (c, r) } else { (r, c) }
    }

    fn cell(self, (r, c): Cell, (h, w): Cell) -> Cell {
        let r = if self.flip_rows { h - 1 - r } else { r };
        let c = if self.flip_cols { w - 1 - c } else { c };
        if self.transpose { (c, r) } else { (r, c) }
    }

    fn direction(self, (r, c): Place) -> Place {
        let r = if self.flip_rows { -r } else { r };
        let c = if self.flip_cols { -c } else { c };
        if self.transpose { (c, r) } else { (r, c) }
    }
}

/// A walk with its place in the tour, for finding the step of a square.
#[derive(Debug, Clone)]
struct Leaf {
    origin: Place,
    size: Cell,
    /// First step of the first copy.
    start: u128,
    /// The repeats around it: count, displacement, and steps from copy to copy.
    repeats: Vec<(u64, Place, u128)>,
    /// For each square of the tile, its position in the walk.
    positions: Arc<[u16]>,
}

const ABSENT: u16 = u16::MAX;

impl Leaf {
    fn step(&self, (row, col): Place) -> Option<u128> {
        let (mut r, mut c) = (row - self.origin.0, col - self.origin.1);
        let mut step = self.start;
        for &(count, by, stride) in &self.repeats {
            let (x, d) = if by.0 == 0 { (c, by.1) } else { (r, by.0) };
            let copy = copy_of(x, d);
            if copy < 0 || copy as u64 >= count {
                return None;
            }
            step += copy as u128 * stride;
            if by.0 == 0 { c -= copy * d } else { r -= copy * d }
        }
        let (h, w) = (i64::from(self.size.0), i64::from(self.size.1));
        if !(0..h).contains(&r) || !(0..w).contains(&c) {
            return None;
        }
        match self.positions[(r * w + c) as usize] {
            ABSENT => None,
            position => Some(step + u128::from(position)),
        }
    }
}

impl Leaf {
    fn fill(&self, row: i64, first: i64, out: &mut [u64], number: impl Fn(u128) -> u64) {
        let (mut r, mut start) = (row - self.origin.0, self.start);
        let mut across = (1, 0, 0);
        for &(count, by, stride) in &self.repeats {
            if by.0 == 0 {
                across = (count as i64, by.1, stride);
                continue;
            }
            let copy = copy_of(r, by.0);
            if copy < 0 || copy as u64 >= count {
                return;
            }
            start += copy as u128 * stride;
            r -= copy * by.0;
        }
        let width = self.size.1 as usize;
        if !(0..i64::from(self.size.0)).contains(&r) {
            return;
        }
        let positions = &self.positions[r as usize * width..][..width];
        if positions.iter().all(|&p| p == ABSENT) {
            return;
        }
        let (count, by, stride) = across;
        // The copies whose tile meets the columns asked for.
        let last = first + out.len() as i64 - 1;
        let (mut low, mut high) = (0, count - 1);
        if by != 0 {
            let ends = [copy_of(first - self.origin.1, by), copy_of(last - self.origin.1, by)];
            low = low.max(ends[0].min(ends[1]));
            high = high.min(ends[0].max(ends[1]));
        }
        for copy in low..=high {
            let left = self.origin.1 + copy * by - first;
            let base = start + copy as u128 * stride;
            for (c, &position) in positions.iter().enumerate() {
                if position != ABSENT
                    && let Ok(at) = usize::try_from(left + c as i64)
                    && let Some(slot) = out.get_mut(at)
                {
                    *slot = number(base + u128::from(position));
                }
            }
        }
    }
}

/// Which copy of a tile, displaced by `by` each time, holds `x`, counted from the edge of the first
/// one's frame with the smaller coordinate.
fn copy_of(x: i64, by: i64) -> i64 {
    if by > 0 { x.div_euclid(by) } else { -x.div_euclid(-by) }
}

/// A program with its lengths worked out.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    items: Vec<Item>,
    len: u128,
    leaves: Vec<Leaf>,
}

impl Program {
    pub(crate) fn new(items: Vec<Item>) -> Self {
        let mut items = items;
        items.retain(|item| item.len() > 0);
        let len = length(&items);
        let mut leaves = Vec::new();
        collect(&items, 0, &mut Vec::new(), &mut leaves);
        Self { items, len, leaves }
    }

    pub(crate) fn len(&self) -> u128 {
        self.len
    }

    /// The place visited at `step`, from 0.
    pub(crate) fn place(&self, step: u128) -> Option<Place> {
        let mut rest = step;
        let mut items: &[Item] = &self.items;
        let mut base = (0, 0);
        'descend: loop {
            for item in items {
                let len = item.len();
                if rest >= len {
                    rest -= len;
                    continue;
                }
                match item {
                    Item::Walk { origin, cells, .. } => {
                        let (r, c) = cells[rest as usize];
                        return Some(add(add(base, *origin), (i64::from(r), i64::from(c))));
                    }
                    Item::Repeat { step, body, .. } => {
                        let once = length(body);
                        base = add(base, times(*step, (rest / once) as i64));
                        rest %= once;
                        items = body;
                        continue 'descend;
                    }
                }
            }
            return None;
        }
    }

    /// The step at which `place` is visited, from 0.
    pub(crate) fn step(&self, place: Place) -> Option<u128> {
        self.leaves.iter().find_map(|leaf| leaf.step(place))
    }

    /// The walks in order, each with the place of its tile, from the one that holds `step` on; and
    /// how many of its squares come before `step`.
    pub(crate) fn walks_from(&self, step: u128) -> (Walks<'_>, usize) {
        let mut rest = step;
        let mut frame = Frame { items: &self.items, next: 0, base: (0, 0), copies: None };
        let mut stack = Vec::new();
        loop {
            let Some(item) = frame.items.get(frame.next) else {
                return (Walks { stack }, 0);
            };
            let len = item.len();
            match item {
                _ if rest >= len => {
                    rest -= len;
                    frame.next += 1;
                }
                Item::Walk { .. } => {
                    stack.push(frame);
                    return (Walks { stack }, rest as usize);
                }
                Item::Repeat { count, step, body } => {
                    let once = length(body);
                    let copy = (rest / once) as u64;
                    rest %= once;
                    frame.next += 1;
                    let inner = Frame {
                        items: body,
                        next: 0,
                        base: add(frame.base, times(*step, copy as i64)),
                        copies: Some((count - 1 - copy, *step)),
                    };
                    stack.push(std::mem::replace(&mut frame, inner));
                }
            }
        }
    }

    /// Writes, for the squares of a row from `first` on, `number(step)`.
    pub(crate) fn fill(
        &self,
        row: i64,
        first: i64,
        out: &mut [u64],
        number: impl Fn(u128) -> u64 + Copy,
    ) {
        for leaf in &self.leaves {
            leaf.fill(row, first, out, number);
        }
    }
}

fn collect(
    items: &[Item],
    start: u128,
    around: &mut Vec<(u64, Place, u128)>,
    leaves: &mut Vec<Leaf>,
) {
    let mut start = start;
    for item in items {
        match item {
            Item::Walk { origin, size, cells } => {
                let mut positions = vec![ABSENT; size.0 as usize * size.1 as usize];
                for (i, &(r, c)) in cells.iter().enumerate() {
                    positions[r as usize * size.1 as usize + c as usize] = i as u16;
                }
                leaves.push(Leaf {
                    origin: *origin,
                    size: *size,
                    start,
                    repeats: around.clone(),
                    positions: positions.into(),
                });
            }
            Item::Repeat { count, step, body } => {
                around.push((*count, *step, length(body)));
                collect(body, start, around, leaves);
                around.pop();
            }
        }
        start += item.len();
    }
}

#[derive(Debug, Clone)]
struct Frame<'a> {
    items: &'a [Item],
    next: usize,
    base: Place,
    /// Copies still to do after this one, and their displacement.
    copies: Option<(u64, Place)>,
}

/// The walks of a program, in order.
#[derive(Debug, Clone)]
pub(crate) struct Walks<'a> {
    stack: Vec<Frame<'a>>,
}

impl<'a> Iterator for Walks<'a> {
    type Item = (Place, &'a [Cell]);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let frame = self.stack.last_mut()?;
            let Some(item) = frame.items.get(frame.next) else {
                match &mut frame.copies {
                    Some((more, by)) if *more > 0 => {
                        *more -= 1;
                        frame.base = add(frame.base, *by);
                        frame.next = 0;
                    }
                    _ => {
                        self.stack.pop();
                    }
                }
                continue;
            };
            frame.next += 1;
            let base = frame.base;
            match item {
                Item::Walk { origin, cells, .. } => return Some((add(base, *origin), cells)),
                Item::Repeat { count: 0, .. } => {}
                Item::Repeat { count, step, body } => self.stack.push(Frame {
                    items: body,
                    next: 0,
                    base,
                    copies: Some((*count - 1, *step)),
                }),
            }
        }
    }
}
