//! What is written down of a layer: sums, and a hash that does not depend on the order of states.

use super::state::Key;
use num_bigint::BigUint;

/// The prime of [`LayerReport::hash`](super::LayerReport::hash), 2⁶¹ − 1.
pub const COUNT_PRIME: u64 = (1 << 61) - 1;

/// One thread's part of the report on a layer, and of the sum of the next.
#[derive(Debug)]
pub(crate) struct Tally {
    /// Distinct states stepped from.
    pub(crate) states: u64,
    /// The sum of their hashes.
    pub(crate) hash: u64,
    /// The sum of all counts handed on to the next layer.
    pub(crate) sum: Vec<u64>,
    /// Cycles closed.
    pub(crate) closed: Vec<u64>,
    /// States handed on.
    pub(crate) transitions: u64,
}

impl Tally {
    /// Where counts of the next layer have so many words.
    pub(crate) fn new(limbs: usize) -> Self {
        let zero = vec![0; limbs + 1];
        Self { states: 0, hash: 0, sum: zero.clone(), closed: zero, transitions: 0 }
    }

    /// Notes records that were stepped from.
    #[inline(always)]
    pub(crate) fn note<K: Key>(&mut self, records: &[u64], stride: usize) {
        for record in records.chunks_exact(stride) {
            let (state, count) = record.split_at(K::WORDS);
            let high = state.get(1).copied().unwrap_or(0);
            self.hash = self.hash.wrapping_add(hash(state[0], high, residue(count)));
        }
        self.states += (records.len() / stride) as u64;
    }
}

/// The finaliser of `SplitMix64` (Steele, Lea and Flood 2014).
#[inline(always)]
fn mixed(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The hash of a state, as the two halves of its word, and its count modulo [`COUNT_PRIME`].
#[inline(always)]
fn hash(low: u64, high: u64, residue: u64) -> u64 {
    let seed = residue.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed(low.wrapping_add(mixed(high.wrapping_add(mixed(seed)))))
}

/// A count, lowest word first, modulo [`COUNT_PRIME`].
#[inline(always)]
fn residue(count: &[u64]) -> u64 {
    let mut residue = 0;
    for &word in count.iter().rev() {
        // 2⁶⁴ is 8 modulo the prime; both terms are below it.
        let word = (word & COUNT_PRIME) + (word >> 61);
        let shifted = u128::from(residue) << 3;
        let sum = shifted + u128::from(word);
        residue = (sum as u64 & COUNT_PRIME) + (sum >> 61) as u64;
        residue = (residue & COUNT_PRIME) + (residue >> 61);
        if residue == COUNT_PRIME {
            residue = 0;
        }
    }
    residue
}

/// The number with these words, lowest first.
pub(super) fn big(limbs: &[u64]) -> BigUint {
    let digits: Vec<u32> = limbs.iter().flat_map(|&l| [l as u32, (l >> 32) as u32]).collect();
    BigUint::new(digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn residues_are_those_of_the_whole_number(
            count in proptest::collection::vec(prop_oneof![any::<u64>(), Just(u64::MAX)], 1..6),
        ) {
            prop_assert_eq!(BigUint::from(residue(&count)), big(&count) % COUNT_PRIME);
        }
    }

    #[test]
    fn residues_of_multiples_are_zero() {
        assert_eq!(residue(&[COUNT_PRIME]), 0);
        assert_eq!(residue(&[u64::MAX - 7]), 0);
    }
}
