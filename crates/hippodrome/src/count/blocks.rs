//! Where open tours end: the board in pieces, and pairs of pieces up to symmetry.
//!
//! Let a group of symmetries permute the pieces that the squares are divided into. Every open tour
//! has its two ends on a *block*, an unordered pair of pieces (which may be one piece twice), and a
//! symmetry turns the tours of a block into those of its image. So the number of all tours is the
//! sum over the classes of blocks of the blocks in the class times the tours of one of them.

use std::collections::BTreeMap;

/// An unordered pair of pieces, the lower number first.
pub(super) type Block = (usize, usize);

/// Squares divided into pieces that the symmetries permute.
#[derive(Clone, Debug)]
pub(super) struct Pieces {
    /// The piece of each square.
    pub(super) of: Vec<usize>,
    /// The squares of each piece, ascending.
    pub(super) squares: Vec<Vec<usize>>,
    /// The symmetries as permutations of the squares; the identity comes first.
    pub(super) group: Vec<Vec<usize>>,
    /// The same as permutations of the pieces.
    images: Vec<Vec<usize>>,
}

/// Blocks that are images of each other.
#[derive(Clone, Debug)]
pub(super) struct Class {
    /// Each block, with a symmetry (by its number) that turns the first one into it.
    pub(super) blocks: Vec<(Block, usize)>,
}

pub(super) fn block(p: usize, q: usize) -> Block {
    (p.min(q), p.max(q))
}

impl Pieces {
    /// Squares with equal labels are one piece; none if a symmetry tears one apart.
    pub(super) fn new<L: Ord>(labels: &[L], group: Vec<Vec<usize>>) -> Option<Self> {
        let mut number: BTreeMap<&L, usize> = BTreeMap::new();
        for label in labels {
            let next = number.len();
            number.entry(label).or_insert(next);
        }
        let of: Vec<usize> = labels.iter().map(|l| number[l]).collect();
        let mut squares = vec![Vec::new(); number.len()];
        for (v, &p) in of.iter().enumerate() {
            squares[p].push(v);
        }
        let images: Vec<Vec<usize>> = group
            .iter()
            .map(|g| {
                let image: Vec<usize> = squares.iter().map(|s: &Vec<usize>| of[g[s[0]]]).collect();
                let whole = (0..of.len()).all(|v| of[g[v]] == image[of[v]]);
                whole.then_some(image)
            })
            .collect::<Option<_>>()?;
        Some(Self { of, squares, group, images })
    }

    /// The image of a piece under a symmetry.
    pub(super) fn image(&self, g: usize, piece: usize) -> usize {
        self.images[g][piece]
    }

    fn image_of(&self, g: usize, (p, q): Block) -> Block {
        block(self.image(g, p), self.image(g, q))
    }

    /// The class of a block, with that block first.
    pub(super) fn class(&self, first: Block) -> Class {
        let mut blocks: Vec<(Block, usize)> = Vec::new();
        for g in 0..self.group.len() {
            let image = self.image_of(g, first);
            if blocks.iter().all(|b| b.0 != image) {
                blocks.push((image, g));
            }
        }
        Class { blocks }
    }

    /// One block of each class of those that are wanted; a symmetric wish is assumed. Blocks on
    /// which no two different squares lie are left out.
    pub(super) fn representatives(&self, wanted: impl Fn(usize, usize) -> bool) -> Vec<Block> {
        let mut seen: Vec<Block> = Vec::new();
        let mut found = Vec::new();
        for q in 0..self.squares.len() {
            for p in 0..=q {
                let empty = p == q && self.squares[p].len() < 2;
                if empty || !wanted(p, q) || seen.contains(&(p, q)) {
                    continue;
                }
                seen.extend(self.class((p, q)).blocks.into_iter().map(|b| b.0));
                found.push((p, q));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rotations of four squares in a ring.
    fn ring() -> Vec<Vec<usize>> {
        (0..4).map(|k| (0..4).map(|v| (v + k) % 4).collect()).collect()
    }

    #[test]
    fn classes_cover_every_pair_once() {
        let pieces = Pieces::new(&[0, 1, 2, 3], ring()).unwrap();
        let classes: Vec<Class> =
            pieces.representatives(|_, _| true).into_iter().map(|b| pieces.class(b)).collect();
        let sizes: Vec<usize> = classes.iter().map(|c| c.blocks.len()).collect();
        // Neighbours and opposites.
        assert_eq!(sizes, [4, 2]);
        for class in &classes {
            for &(b, g) in &class.blocks {
                assert_eq!(pieces.image_of(g, class.blocks[0].0), b);
            }
        }
    }

    #[test]
    fn pieces_that_are_torn_apart_are_refused() {
        assert!(Pieces::new(&['a', 'b', 'b', 'b'], ring()).is_none());
        assert!(Pieces::new(&['a', 'b', 'a', 'b'], ring()).is_some());
    }
}
