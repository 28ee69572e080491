//! The squares of a construction, in order.

use super::program::{Cell, Program, Walks};
use crate::square::Square;

/// The squares of a [`Construction`](super::Construction), in the order visited.
///
/// Constant memory; about a nanosecond a square.
#[derive(Debug, Clone)]
pub struct Squares<'a> {
    program: &'a Program,
    walks: Walks<'a>,
    /// The place of the tile being walked, and what is left of its walk.
    row: u32,
    col: u32,
    cells: std::slice::Iter<'a, Cell>,
    /// Squares of the walks still to come.
    left: u128,
}

impl<'a> Squares<'a> {
    /// `count` squares from the program's step `from` (from 0) on, going round at the end.
    pub(super) fn new(program: &'a Program, from: u128, count: u128) -> Self {
        let (mut walks, skip) = program.walks_from(from);
        let mut squares =
            Self { program, walks: walks.clone(), row: 0, col: 0, cells: [].iter(), left: count };
        if skip > 0
            && let Some((place, cells)) = walks.next()
        {
            squares.walks = walks;
            squares.enter(place, &cells[skip..]);
        }
        squares
    }

    fn enter(&mut self, place: (i64, i64), cells: &'a [Cell]) {
        let take = self.left.min(cells.len() as u128) as usize;
        self.left -= take as u128;
        self.row = place.0 as u32;
        self.col = place.1 as u32;
        self.cells = cells[..take].iter();
    }

    /// Goes to the next walk, if there is one.
    fn advance(&mut self) -> bool {
        if self.left == 0 {
            return false;
        }
        let next = self.walks.next().or_else(|| {
            self.walks = self.program.walks_from(0).0;
            self.walks.next()
        });
        if let Some((place, cells)) = next {
            self.enter(place, cells);
        }
        next.is_some()
    }
}

impl Iterator for Squares<'_> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        loop {
            if let Some(&(row, col)) = self.cells.next() {
                return Some(Square::new(self.row + u32::from(row), self.col + u32::from(col)));
            }
            if !self.advance() {
                return None;
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.left + self.cells.len() as u128;
        (usize::try_from(left).unwrap_or(usize::MAX), usize::try_from(left).ok())
    }

    fn fold<B, F: FnMut(B, Square) -> B>(mut self, init: B, mut f: F) -> B {
        let mut folded = init;
        loop {
            for &(row, col) in self.cells.as_slice() {
                let square = Square::new(self.row + u32::from(row), self.col + u32::from(col));
                folded = f(folded, square);
            }
            if !self.advance() {
                return folded;
            }
        }
    }
}

impl std::iter::FusedIterator for Squares<'_> {}
