//! Strictly open tours by number: runs for pairs of ends that are no move apart.
//!
//! They are *counted* as all open tours less those that close (each closed tour, with any one of its
//! moves left out). To number them, each pair of ends that is no move apart, up to symmetry, has to
//! be met on its own: a run takes one end of each class of squares, and of the other ends those that
//! stand for equally many pairs.

use super::blocks::Pieces;
use super::board::{CountError, TourCount};
use super::ends::{Colours, Split, images};
use super::jobs::jobs_between;
use std::collections::BTreeMap;

impl TourCount {
    /// The runs that meet every strictly open tour or an image of it; none where all open tours
    /// between two given ends are strictly open.
    pub(super) fn strict_split(&self) -> Result<Option<Split>, CountError> {
        let moves = self.moves()?;
        let n = moves.len();
        let ends: Vec<usize> = self.ends()?.into_iter().flatten().collect();
        let mut symmetries = self.symmetries(&moves)?;
        symmetries.retain(|g| ends.iter().all(|&end| g[end] == end));
        let squares: Vec<usize> = (0..n).collect();
        let Some(pieces) = Pieces::new(&squares, symmetries) else { return Ok(None) };
        if let [a, b] = ends[..] {
            let none = moves.joined(a, b);
            return Ok(none.then_some(Split { moves, pieces, jobs: Vec::new() }));
        }
        let given = ends.first().copied();
        let colours = Colours::of(&moves);
        let wanted = |p: usize, q: usize| {
            p != q
                && !moves.joined(p, q)
                && colours.fit(p, q)
                && given.is_none_or(|end| [p, q].contains(&end))
        };
        // The least image of each square, and a symmetry that turns the square into it.
        let least = |v: usize| {
            (0..pieces.group.len()).map(|g| (pieces.image(g, v), g)).min().unwrap_or((v, 0))
        };
        let mut runs: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
        for (p, q) in pieces.representatives(wanted) {
            let weight = pieces.class((p, q)).blocks.len();
            let first = match given {
                Some(end) => p == end,
                None => least(p).0 <= least(q).0,
            };
            let (one, other) = if first { (p, q) } else { (q, p) };
            let (one, g) = least(one);
            runs.entry((one, weight)).or_default().push(pieces.image(g, other));
        }
        let orders = images(&pieces.group, &self.orders_of_open(&moves)?);
        let wanted = runs.into_iter().map(|((one, weight), mut others)| {
            others.sort_unstable();
            ([vec![one], others], weight)
        });
        let jobs = jobs_between(&moves, &pieces, &orders, wanted);
        Ok(Some(Split { moves, pieces, jobs }))
    }
}
