//! Orders found by long searches, kept as data.

use crate::board::Board;
use crate::tour::Kind;

/// One order a line: `ROWSxCOLS:` (closed tours) or `ROWSxCOLS open:` and the cells, row by row from 0, in the order of processing.
const ORDERS: &str = include_str!("orders.txt");

/// Orders kept for a rectangle of these sides, or turned over from its transpose.
pub(crate) fn stored(board: &Board, kind: Kind) -> Vec<Vec<usize>> {
    if !board.is_rectangle() {
        return Vec::new();
    }
    let (rows, cols) = (board.rows() as usize, board.cols() as usize);
    let mut found = Vec::new();
    for line in ORDERS.lines().filter(|l| !l.starts_with('#')) {
        let Some((size, cells)) = line.split_once(':') else { continue };
        let (size, open) = size.strip_suffix(" open").map_or((size, false), |size| (size, true));
        if open != (kind == Kind::Open) {
            continue;
        }
        let cells = cells.split_whitespace().filter_map(|c| c.parse::<usize>().ok());
        if size == format!("{rows}x{cols}") {
            found.push(cells.collect());
        } else if size == format!("{cols}x{rows}") {
            found.push(cells.map(|c| c % rows * cols + c / rows).collect());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_permutation_both_ways_round() {
        for line in ORDERS.lines().filter(|l| !l.starts_with('#')) {
            let (size, _) = line.split_once(':').unwrap();
            let (size, kind) =
                size.strip_suffix(" open").map_or((size, Kind::Closed), |s| (s, Kind::Open));
            let (rows, cols) = size.split_once('x').unwrap();
            for size in [format!("{rows}x{cols}"), format!("{cols}x{rows}")] {
                let board: Board = size.parse().unwrap();
                let orders = stored(&board, kind);
                assert!(!orders.is_empty());
                for mut order in orders {
                    order.sort_unstable();
                    assert!(order.into_iter().eq(0..board.len() as usize), "{size}");
                }
            }
        }
    }
}
