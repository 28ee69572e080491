//! `npy`: an array of one dimension, the file of the queen of each rank, from 1 (from 0 where a 0
//! occurs).

use super::{Placed, Reading};
use crate::limits::Limits;
use crate::read::npy;
use crate::report::Fault;
use crate::square::Square;

/// Whether it has one dimension.
pub(super) fn is_placement(bytes: &[u8]) -> bool {
    npy::open(bytes).is_ok_and(|(header, _)| header.shape.len() == 1)
}

pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Reading, Fault> {
    let (header, data) = npy::open(bytes)?;
    let &[n] = header.shape.as_slice() else {
        return Err(Fault::malformed(1, "an array of queens has one dimension"));
    };
    if n > limits.squares {
        return Err(Fault::too_many_squares(limits.squares));
    }
    header.fits(data, n.into())?;
    let numbers = || data.chunks_exact(header.size).map(|word| npy::number(word, &header));
    let base = u64::from(!numbers().any(|number| number == Some(0)));
    let mut squares = Vec::with_capacity(n as usize);
    for (number, rank) in numbers().zip(1..) {
        let file = number.and_then(|number| number.checked_add(1)).map(|file| file - base);
        let square = file.and_then(|file| Square::new(file, rank));
        squares.push(
            square.ok_or_else(|| {
                Fault::malformed(1, format!("the number of rank {rank} is no file"))
            })?,
        );
    }
    let placed = Placed { rows: n, cols: n, squares, lines: vec![1], line: 1, last: 1 };
    Ok(Reading { placements: vec![placed], ..Reading::default() })
}
