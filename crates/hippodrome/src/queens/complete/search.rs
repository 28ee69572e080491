//! Depth-first search that branches on the line with the fewest free squares.
//!
//! The free squares are a row mask for each row, W words wide. A queen takes its column and its two
//! diagonals out of every other open row: three shifts and an and-not a row. Columns are looked at
//! all at once: running over the rows, the masks "free in at least one", "two" and "three" rows give
//! the columns with no free square, with one and with two.

use super::Task;
use crate::{Observer, Progress, Rng};

/// How a search came out.
pub(super) struct Outcome {
    pub(super) end: End,
    pub(super) nodes: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// The whole tree was visited.
    Exhausted,
    /// `found` has enough.
    Enough,
    /// The observer stops the work.
    Stopped,
    /// The limit of nodes was reached.
    Nodes,
}

/// In what order the tree is visited, and how much of it.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    /// Begin with the squares after a random one instead of the first, from this seed.
    pub(super) seed: Option<u64>,
    /// Visit at most so many nodes before the first solution.
    pub(super) nodes: u64,
}

/// Calls `found` with the columns of each solution until it says false.
pub(super) fn run(
    task: &Task,
    plan: Plan,
    found: &mut dyn FnMut(&[u32]) -> bool,
    observer: &dyn Observer,
) -> Outcome {
    match task.n {
        0..=64 => Search::<1>::new(task, plan, found, observer).run(task),
        65..=128 => Search::<2>::new(task, plan, found, observer).run(task),
        _ => Search::<4>::new(task, plan, found, observer).run(task),
    }
}

/// A set of columns.
type Mask<const W: usize> = [u64; W];

struct Search<'a, const W: usize> {
    n: usize,
    columns: Vec<u32>,
    /// Free squares of the open rows, for each depth; rows keep their place in `open`.
    levels: Vec<Level<W>>,
    nodes: u64,
    limit: u64,
    rng: Option<Rng>,
    found: &'a mut dyn FnMut(&[u32]) -> bool,
    observer: &'a dyn Observer,
}

/// The open rows and their free squares.
#[derive(Clone, Default)]
struct Level<const W: usize> {
    rows: Vec<u32>,
    free: Vec<Mask<W>>,
}

/// Where to branch: nowhere, on a row, or on a column.
enum Branch {
    Dead,
    Row(usize),
    Column(u32),
}

impl<'a, const W: usize> Search<'a, W> {
    fn new(
        task: &Task,
        plan: Plan,
        found: &'a mut dyn FnMut(&[u32]) -> bool,
        observer: &'a dyn Observer,
    ) -> Self {
        let n = task.n as usize;
        let (columns, levels) = (vec![0; n], vec![Level::default(); n + 1]);
        let rng = plan.seed.map(Rng::new);
        Self { n, columns, levels, nodes: 0, limit: plan.nodes, rng, found, observer }
    }

    fn run(mut self, task: &Task) -> Outcome {
        let mut all = [0; W];
        for column in 0..task.n {
            set(&mut all, column);
        }
        let mut board = Level { rows: (0..task.n).collect(), free: vec![all; self.n] };
        for square in &task.blocked {
            clear(&mut board.free[square.row as usize], square.col);
        }
        for queen in &task.queens {
            // The queens do not attack each other, so their rows are open.
            if let Some(at) = board.rows.iter().position(|&row| row == queen.row) {
                let mut next = Level::default();
                place(&board, at, queen.col, &mut next);
                self.columns[queen.row as usize] = queen.col;
                board = next;
            }
        }
        self.levels[0] = board;
        let end = self.search(0).err().unwrap_or(End::Exhausted);
        Outcome { end, nodes: self.nodes }
    }

    /// Visits all completions of the board at this depth; at most n deep.
    fn search(&mut self, depth: usize) -> Result<(), End> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1 << 12) {
            let (stage, done) = ("completing the board", u128::from(self.nodes));
            self.observer.progress(&Progress { stage, done, total: None, note: String::new() });
            if self.observer.should_stop() {
                return Err(End::Stopped);
            }
        }
        if self.nodes > self.limit {
            return Err(End::Nodes);
        }
        let level = &self.levels[depth];
        if level.rows.is_empty() {
            self.limit = u64::MAX;
            return if (self.found)(&self.columns) { Ok(()) } else { Err(End::Enough) };
        }
        let open = level.rows.len();
        let start = self.rng.as_mut().map_or(0, |rng| rng.below(open as u64) as usize);
        match level.branch(start) {
            Branch::Dead => Ok(()),
            Branch::Row(at) => {
                let free = self.levels[depth].free[at];
                let n = self.n as u64;
                let start = self.rng.as_mut().map_or(0, |rng| rng.below(n) as u32);
                for later in [true, false] {
                    for (word, mut left) in free.into_iter().enumerate() {
                        while left != 0 {
                            let column = 64 * word as u32 + left.trailing_zeros();
                            left &= left - 1;
                            if (column >= start) == later {
                                self.descend(depth, at, column)?;
                            }
                        }
                    }
                }
                Ok(())
            }
            Branch::Column(column) => {
                for at in (start..open).chain(0..start) {
                    if contains(&self.levels[depth].free[at], column) {
                        self.descend(depth, at, column)?;
                    }
                }
                Ok(())
            }
        }
    }

    fn descend(&mut self, depth: usize, at: usize, column: u32) -> Result<(), End> {
        let (above, below) = self.levels.split_at_mut(depth + 1);
        let row = above[depth].rows[at];
        place(&above[depth], at, column, &mut below[0]);
        self.columns[row as usize] = column;
        self.search(depth + 1)
    }
}

impl<const W: usize> Level<W> {
    /// The line with the fewest free squares; among rows, the first from `start` on.
    fn branch(&self, start: usize) -> Branch {
        let (mut one, mut two, mut three) = ([0; W], [0; W], [0; W]);
        let mut fewest = (u32::MAX, 0);
        let (before, after) = self.free.split_at(start);
        for (at, free) in (start..).zip(after).chain((0..).zip(before)) {
            let mut squares = 0;
            for word in 0..W {
                squares += free[word].count_ones();
                three[word] |= two[word] & free[word];
                two[word] |= one[word] & free[word];
                one[word] |= free[word];
            }
            if squares < fewest.0 {
                fewest = (squares, at);
            }
        }
        let columns: u32 = one.iter().map(|word| word.count_ones()).sum();
        if fewest.0 == 0 || (columns as usize) < self.rows.len() {
            return Branch::Dead;
        }
        if fewest.0 > 1 {
            let first = |mask: Mask<W>| {
                let word = mask.iter().position(|&word| word != 0)?;
                Some(64 * word as u32 + mask[word].trailing_zeros())
            };
            // Open rows and open columns are equally many, so here every open column is in `one`.
            let single = std::array::from_fn(|word| one[word] & !two[word]);
            if let Some(column) = first(single) {
                return Branch::Column(column);
            }
            let double = std::array::from_fn(|word| two[word] & !three[word]);
            if fewest.0 > 2
                && let Some(column) = first(double)
            {
                return Branch::Column(column);
            }
        }
        Branch::Row(fewest.1)
    }
}

/// The board with one more queen: its row is closed, its lines are taken from the others.
fn place<const W: usize>(board: &Level<W>, at: usize, column: u32, next: &mut Level<W>) {
    next.rows.clear();
    next.free.clear();
    let row = board.rows[at];
    for (other, (&open, free)) in board.rows.iter().zip(&board.free).enumerate() {
        if other == at {
            continue;
        }
        let distance = open.abs_diff(row);
        let mut left = *free;
        clear(&mut left, column);
        clear(&mut left, column + distance);
        clear(&mut left, column.wrapping_sub(distance));
        next.rows.push(open);
        next.free.push(left);
    }
}

fn set<const W: usize>(mask: &mut Mask<W>, column: u32) {
    if let Some(word) = mask.get_mut(column as usize / 64) {
        *word |= 1 << (column % 64);
    }
}

/// Takes a column out; columns off the board are not there.
fn clear<const W: usize>(mask: &mut Mask<W>, column: u32) {
    if let Some(word) = mask.get_mut(column as usize / 64) {
        *word &= !(1 << (column % 64));
    }
}

fn contains<const W: usize>(mask: &Mask<W>, column: u32) -> bool {
    mask.get(column as usize / 64).is_some_and(|word| word >> (column % 64) & 1 == 1)
}
