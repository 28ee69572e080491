//! Orders found by long searches, kept as data.

use crate::board::Board;

/// One order a line: `ROWSxCOLS:` and the cells, row by row from 0, in the order of processing.
const ORDERS: &str = include_str!("orders.txt");

/// Orders kept for a rectangle of these sides, or turned over from its transpose.
pub(crate) fn stored(board: &Board) -> Vec<Vec<usize>> {
    if !board.is_rectangle() {
        return Vec::new();
    }
    let (rows, cols) = (board.rows() as usize, board.cols() as usize);
    let mut found = Vec::new();
    for line in ORDERS.lines().filter(|l| !l.starts_with('#')) {
        let Some((size, cells)) = line.split_once(':') else { continue };
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
            let (rows, cols) = size.split_once('x').unwrap();
            for size in [format!("{rows}x{cols}"), format!("{cols}x{rows}")] {
                let board: Board = size.parse().unwrap();
                let orders = stored(&board);
                assert!(!orders.is_empty());
                for mut order in orders {
                    order.sort_unstable();
                    assert!(order.into_iter().eq(0..board.len() as usize), "{size}");
                }
            }
        }
    }
}
