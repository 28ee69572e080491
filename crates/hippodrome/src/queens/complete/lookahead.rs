//! Depth-first search with lookahead, for boards on which few squares are free.
//!
//! Rows and columns are *lines*, each of which needs a queen. A queen takes the squares that it
//! attacks out of the free ones; a line with one square left gets its queen, a line with none ends
//! the branch. Before branching, the few lines with the smallest number of free squares for their
//! weight are tried: each of their squares with all that follows from it. A square that leads to a
//! contradiction is taken out; the line branched on is the one whose squares leave the smallest trees,
//! as far as the sizes of the other lines tell (M. J. H. Heule, H. van Maaren, Look-ahead based SAT
//! solvers, Handbook of Satisfiability, 2009, chapter 5). The weight of a line is the number of
//! contradictions found at it (F. Boussemart, F. Hemery, C. Lecoutre, L. Sais, Boosting systematic
//! search by weighting constraints, ECAI 2004).
//!
//! A node takes some microseconds, thirty times as long as in the plain search; with seven free
//! squares a row there are fifty times fewer of them.

use super::Task;
use super::search::{End, Outcome};
use crate::{Observer, Progress};

/// Words of a set of squares.
const WORDS: usize = 8;
/// Rows and columns, at most.
const LINES: usize = 128;
/// Lines tried before branching.
const TRIED: usize = 4;
/// With more free squares a row there are many solutions, and plain search visits nodes faster.
const SQUARES_PER_ROW: usize = 8;
/// What is gained when a line is left with so many squares, and when it gets its queen: 64 halve the
/// tree, as far as one can guess.
const GAIN: [i32; 7] = [0, 0, 64, 16, 5, 2, 1];
const GAIN_OF_QUEEN: i32 = 64;

/// A set of squares: those not blocked and not attacked by the given queens, by row.
type Set = [u64; WORDS];

/// A board to be searched, and what was learnt of it.
pub(super) struct Lookahead {
    n: usize,
    /// The row and the column of each square, as lines.
    lines_of: Vec<[u8; 2]>,
    /// The squares that a queen takes, its own with them.
    taken: Vec<Set>,
    squares_of: Vec<Set>,
    start: State,
    /// The columns of the given queens.
    given: Vec<u32>,
    weights: [u32; LINES],
    nodes: u64,
    limit: u64,
    /// What was gained by each square when it was last tried, and at which node.
    tried: Vec<(u64, i32)>,
    /// Lines with one free square.
    single: Vec<u8>,
}

#[derive(Clone)]
struct State {
    free: Set,
    queens: Set,
    sizes: [u8; LINES],
    /// The lines that need a queen.
    open: u128,
    gain: i32,
}

/// A line without a free square.
struct Empty(usize);

impl Lookahead {
    /// The board, if it is one for this search.
    pub(super) fn new(task: &Task) -> Option<Self> {
        let n = task.n as usize;
        if 2 * n > LINES {
            return None;
        }
        let mut given = vec![0; n];
        let mut open = (0..2 * n).fold(0, |open, line| open | 1u128 << line);
        for queen in task.queens() {
            given[queen.row as usize] = queen.col;
            open &= !(1 << queen.row | 1 << (n as u32 + queen.col));
        }
        let attacks = |a: (u32, u32), b: (u32, u32)| {
            let (rows, cols) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
            rows == 0 || cols == 0 || rows == cols
        };
        let all = (0..task.n).flat_map(|row| (0..task.n).map(move |col| (row, col)));
        let is_free = |&(row, col): &(u32, u32)| {
            !task.blocked.contains(&crate::Square::new(row, col))
                && !task.queens.iter().any(|queen| attacks((queen.row, queen.col), (row, col)))
        };
        let free: Vec<(u32, u32)> = all.filter(is_free).collect();
        let rows = n - task.queens.len();
        if free.len() > 64 * WORDS || free.len() > SQUARES_PER_ROW * rows {
            return None;
        }
        let lines_of: Vec<_> = free.iter().map(|&(r, c)| [r as u8, n as u8 + c as u8]).collect();
        let set = |holds: &dyn Fn(usize) -> bool| {
            let mut set = [0; WORDS];
            (0..free.len()).filter(|&at| holds(at)).for_each(|at| set[at / 64] |= 1 << (at % 64));
            set
        };
        let taken = free.iter().map(|&a| set(&|at| attacks(a, free[at]))).collect();
        let of_line = |line| set(&|at| lines_of[at].contains(&(line as u8)));
        let squares_of: Vec<Set> = (0..2 * n).map(of_line).collect();
        let mut sizes = [0; LINES];
        for (size, squares) in sizes.iter_mut().zip(&squares_of) {
            *size = squares.iter().map(|word| word.count_ones()).sum::<u32>() as u8;
        }
        let start = State { free: set(&|_| true), queens: [0; WORDS], sizes, open, gain: 0 };
        let tried = vec![(0, 0); free.len()];
        Some(Self {
            n,
            lines_of,
            taken,
            squares_of,
            start,
            given,
            weights: [1; LINES],
            nodes: 0,
            limit: 0,
            tried,
            single: Vec::new(),
        })
    }

    /// Calls `found` with the columns of each solution until it says false. At most `limit` nodes are
    /// visited before the first solution. The weights are kept for the next run.
    pub(super) fn run(
        &mut self,
        limit: u64,
        found: &mut dyn FnMut(&[u32]) -> bool,
        observer: &dyn Observer,
    ) -> Outcome {
        (self.nodes, self.limit) = (0, limit);
        self.tried.fill((0, 0));
        self.single.clear();
        let mut state = self.start.clone();
        let lines = 0..2 * self.n;
        self.single
            .extend(lines.filter(|&l| state.is_open(l) && state.sizes[l] < 2).map(|l| l as u8));
        let end = match self.follow(&mut state) {
            Ok(()) => self.search(&state, found, observer).err().unwrap_or(End::Exhausted),
            Err(Empty(_)) => End::Exhausted,
        };
        Outcome { end, nodes: self.nodes }
    }

    /// Visits all completions of the state, which has no line with fewer than two squares; at most n
    /// deep.
    fn search(
        &mut self,
        state: &State,
        found: &mut dyn FnMut(&[u32]) -> bool,
        observer: &dyn Observer,
    ) -> Result<(), End> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1 << 8) {
            let (stage, done) = ("completing the board", u128::from(self.nodes));
            observer.progress(&Progress { stage, done, total: None, note: String::new() });
            if observer.should_stop() {
                return Err(End::Stopped);
            }
        }
        if self.nodes > self.limit {
            return Err(End::Nodes);
        }
        let mut state = state.clone();
        let line = loop {
            if state.open == 0 {
                self.limit = u64::MAX;
                return if found(&self.columns(&state)) { Ok(()) } else { Err(End::Enough) };
            }
            match self.look(&mut state) {
                // Branch on it, unless a queen came to stand there meanwhile: then look again.
                Ok(Some(line)) if state.is_open(line) => break line,
                Ok(_) => {}
                Err(Empty(_)) => return Ok(()),
            }
        };
        let squares = self.squares_of[line];
        for square in members(&state.free, &squares) {
            let mut next = state.clone();
            match self.queen(&mut next, square) {
                Ok(()) => self.search(&next, found, observer)?,
                Err(empty) => self.blame(&empty),
            }
        }
        Ok(())
    }

    /// Tries the squares of a few lines, takes out those that lead to a contradiction, and names the
    /// line to branch on, if one of those tried is still open.
    fn look(&mut self, state: &mut State) -> Result<Option<usize>, Empty> {
        let mut best = (u64::MAX, None);
        for line in self.promising(state) {
            let mut trees = 0;
            let squares = self.squares_of[line];
            for square in members(&state.free, &squares) {
                let (when, mut gain) = self.tried[square];
                if !contains(&state.free, square) {
                    continue;
                }
                if when != self.nodes {
                    let mut next = state.clone();
                    next.gain = 0;
                    if let Err(empty) = self.queen(&mut next, square) {
                        self.blame(&empty);
                        let without = self.without(state, square);
                        without.inspect_err(|empty| self.blame(empty))?;
                        continue;
                    }
                    gain = next.gain.max(0);
                    self.tried[square] = (self.nodes, gain);
                }
                trees += size_of_tree(gain);
            }
            if state.is_open(line) && trees < best.0 {
                best = (trees, Some(line));
            }
        }
        Ok(best.1)
    }

    /// The open lines with the fewest squares for their weight.
    fn promising(&self, state: &State) -> impl Iterator<Item = usize> + use<> {
        let mut found = [(u64::MAX, usize::MAX); TRIED];
        for line in (0..2 * self.n).filter(|&line| state.is_open(line)) {
            let key = (u64::from(state.sizes[line]) << 32) / u64::from(self.weights[line]);
            let at = found.partition_point(|&(other, _)| other <= key);
            if at < TRIED {
                found[at..].rotate_right(1);
                found[at] = (key, line);
            }
        }
        found.into_iter().map(|(_, line)| line).filter(|&line| line != usize::MAX)
    }

    /// Puts a queen on a free square, and those that follow.
    fn queen(&mut self, state: &mut State, square: usize) -> Result<(), Empty> {
        self.place(state, square)?;
        self.follow(state)
    }

    /// Takes a free square out, and puts the queens that follow.
    fn without(&mut self, state: &mut State, square: usize) -> Result<(), Empty> {
        state.free[square / 64] &= !(1 << (square % 64));
        let emptied = self.shrink(state, square);
        emptied.map_or(Ok(()), |line| Err(Empty(line)))?;
        self.follow(state)
    }

    /// Puts a queen on each line with one square left.
    fn follow(&mut self, state: &mut State) -> Result<(), Empty> {
        while let Some(line) = self.single.pop() {
            let line = line as usize;
            if state.is_open(line) {
                let square = members(&state.free, &self.squares_of[line]).next();
                self.place(state, square.ok_or(Empty(line))?)?;
            }
        }
        Ok(())
    }

    fn place(&mut self, state: &mut State, square: usize) -> Result<(), Empty> {
        let [row, column] = self.lines_of[square];
        state.open &= !(1 << row | 1 << column);
        state.gain += GAIN_OF_QUEEN;
        state.queens[square / 64] |= 1 << (square % 64);
        let mut emptied = None;
        for word in 0..WORDS {
            let mut gone = state.free[word] & self.taken[square][word];
            state.free[word] ^= gone;
            while gone != 0 {
                let at = 64 * word + gone.trailing_zeros() as usize;
                gone &= gone - 1;
                emptied = self.shrink(state, at).or(emptied);
            }
        }
        emptied.map_or(Ok(()), |line| Err(Empty(line)))
    }

    /// The lines of a square that is gone have one less; says whether one of them is empty now.
    fn shrink(&mut self, state: &mut State, square: usize) -> Option<usize> {
        let mut emptied = None;
        for line in self.lines_of[square] {
            let size = state.sizes[usize::from(line)] - 1;
            state.sizes[usize::from(line)] = size;
            if state.is_open(line.into()) {
                let gain = |size: u8| GAIN.get(usize::from(size)).copied().unwrap_or(0);
                state.gain += gain(size) - gain(size + 1);
                match size {
                    0 => emptied = Some(line.into()),
                    1 => self.single.push(line),
                    _ => {}
                }
            }
        }
        emptied
    }

    fn blame(&mut self, empty: &Empty) {
        self.single.clear();
        let weight = &mut self.weights[empty.0];
        *weight = weight.saturating_add(1);
    }

    fn columns(&self, state: &State) -> Vec<u32> {
        let mut columns = self.given.clone();
        for (at, &[row, column]) in self.lines_of.iter().enumerate() {
            if contains(&state.queens, at) {
                columns[usize::from(row)] = u32::from(column) - self.n as u32;
            }
        }
        columns
    }
}

impl State {
    fn is_open(&self, line: usize) -> bool {
        self.open >> line & 1 == 1
    }
}

/// About 2^(40 − gain/64), by straight lines between the powers of two.
fn size_of_tree(gain: i32) -> u64 {
    let (halvings, rest) = (gain / 64, gain % 64);
    ((1u64 << 40) >> halvings.min(40)) / 128 * (128 - rest as u64)
}

fn contains(set: &Set, square: usize) -> bool {
    set[square / 64] >> (square % 64) & 1 == 1
}

/// The squares of both sets, as they are now.
fn members(one: &Set, other: &Set) -> impl Iterator<Item = usize> + use<> {
    let mut both: Set = std::array::from_fn(|word| one[word] & other[word]);
    let mut word = 0;
    std::iter::from_fn(move || {
        while word < WORDS {
            let left = both[word];
            if left != 0 {
                both[word] &= left - 1;
                return Some(64 * word + left.trailing_zeros() as usize);
            }
            word += 1;
        }
        None
    })
}
