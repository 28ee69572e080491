//! Tours of cylinders and tori up to symmetry: translations belong to it.

use super::board::{CountError, TourCount, Wrap};
use super::symmetric::count_symmetric_cycles;
use crate::observer::Observer;
use crate::square::Square;
use crate::symmetry::Symmetry;
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// The most symmetries that are gone through.
const MOST: usize = 1 << 11;

/// Tours of a board with glued edges by its symmetries: those of the board, up to eight, each
/// followed by a translation along the glued edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrappedSymmetry {
    /// Symmetries in all, as different maps of the squares.
    pub symmetries: usize,
    /// How many of them are translations (the identity is one).
    pub translations: usize,
    /// For each order of a symmetry: how many symmetries have it, and the sum over these of the
    /// undirected tours that each leaves in place.
    pub fixed: BTreeMap<usize, (usize, BigUint)>,
    /// Undirected tours, those that are images of each other counted once.
    pub classes: BigUint,
}

type Map = Vec<usize>;

impl TourCount {
    /// The tours of a board with glued edges up to its symmetries, translations included. `all` is
    /// the number of all undirected tours, as [`TourCount::run`] gives it.
    ///
    /// Only symmetries that keep the holes, the ends and the moves given are meant. A quarter turn or
    /// a diagonal reflection is a symmetry of a torus of equal sides only.
    ///
    /// # Errors
    /// As [`TourCount::by_symmetry`]; [`CountError::TooLarge`] for more than 2048 symmetries.
    ///
    /// # Examples
    /// ```
    /// use hippodrome::count::{TourCount, Wrap};
    /// use hippodrome::{Kind, Leaper, Silent};
    /// let torus = TourCount::new("3x3".parse()?, Leaper::KNIGHT, Kind::Closed).wrap(Wrap::Both);
    /// let count = torus.by_wrapped_symmetry(&48_u32.into(), &Silent)?;
    /// assert_eq!((count.symmetries, count.translations), (72, 9));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn by_wrapped_symmetry(
        &self,
        all: &BigUint,
        observer: &dyn Observer,
    ) -> Result<WrappedSymmetry, CountError> {
        if self.is_strictly_open() {
            return Err(CountError::Question(
                "strictly open tours are not counted by symmetry: leave one of the two out".into(),
            ));
        }
        let graph = self.graph()?;
        let group = self.wrapped_group()?;
        let identity: Map = (0..graph.len()).collect();
        let compose = |a: &Map, b: &Map| -> Map { b.iter().map(|&v| a[v]).collect() };
        let inverse = |a: &Map| -> Map {
            let mut back = identity.clone();
            for (v, &w) in a.iter().enumerate() {
                back[w] = v;
            }
            back
        };
        let single = self.board().len() == 1;
        let mut seen: BTreeSet<Map> = BTreeSet::new();
        let mut fixed: BTreeMap<usize, (usize, BigUint)> = BTreeMap::new();
        for map in group.keys() {
            if seen.contains(map) {
                continue;
            }
            // Conjugate symmetries leave as many tours in place.
            let conjugates: BTreeSet<Map> =
                group.keys().map(|h| compose(&compose(h, map), &inverse(h))).collect();
            let mut cyclic = vec![identity.clone()];
            let mut power = map.clone();
            while power != identity {
                cyclic.push(power.clone());
                power = compose(map, &power);
            }
            let count = if cyclic.len() == 1 || single {
                all.clone()
            } else {
                count_symmetric_cycles(&graph, &cyclic, observer)?
            };
            let of_order = fixed.entry(cyclic.len()).or_default();
            of_order.0 += conjugates.len();
            of_order.1 += count * conjugates.len();
            seen.extend(conjugates);
        }
        let sum: BigUint = fixed.values().map(|f| &f.1).sum();
        Ok(WrappedSymmetry {
            symmetries: group.len(),
            translations: group.values().filter(|t| **t).count(),
            classes: sum / group.len().max(1),
            fixed,
        })
    }

    /// The symmetries as maps of the vertices, and whether each is a translation.
    fn wrapped_group(&self) -> Result<BTreeMap<Map, bool>, CountError> {
        let graph = self.graph()?;
        let squares = self.squares()?;
        let board = self.board();
        let (rows, cols) = (board.rows() as u32, board.cols() as u32);
        let wrap = self.wrapping();
        let files = if matches!(wrap, Wrap::Files | Wrap::Both) { cols } else { 1 };
        let ranks = if matches!(wrap, Wrap::Ranks | Wrap::Both) { rows } else { 1 };
        let turns = rows == cols && (wrap == Wrap::Both || wrap == Wrap::None);
        let mut group = BTreeMap::new();
        for symmetry in Symmetry::ALL.into_iter().filter(|s| turns || !s.exchanges()) {
            for (up, right) in (0..ranks).flat_map(|up| (0..files).map(move |right| (up, right))) {
                let image = |square: &Square| {
                    let at = symmetry.apply(board, *square);
                    let moved = Square::new((at.row + up) % rows, (at.col + right) % cols);
                    squares.binary_search(&moved).ok()
                };
                let Some(mut map) = squares.iter().map(image).collect::<Option<Map>>() else {
                    continue;
                };
                map.extend(squares.len()..graph.len());
                let keeps = graph.edges().all(|(u, v)| graph.joined(map[u], map[v]))
                    && graph
                        .forced()
                        .iter()
                        .all(|&(u, v)| graph.is_forced(map[u as usize], map[v as usize]));
                if keeps {
                    *group.entry(map).or_insert(false) |= symmetry == Symmetry::Identity;
                }
                if group.len() > MOST {
                    return Err(CountError::TooLarge(format!(
                        "the board has more than {MOST} symmetries: leave --symmetry out"
                    )));
                }
            }
        }
        Ok(group)
    }
}
