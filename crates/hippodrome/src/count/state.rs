//! States as machine words.
//!
//! At any moment the moves chosen so far form disjoint paths. What matters of them is, for each
//! vertex of the frontier (unprocessed, but joined to something processed), whether it is
//! *untouched*, an *end* of a path, or *finished* (two moves); and which ends belong together.
//!
//! With `s` slots and `k` ends the word is, from the low bits up: which slots are ends (`s` bits);
//! which of the others are finished (`s − k` bits); and the pairing, each end in ascending order
//! that is still alone naming its mate by its position among the `r` ends left (`⌈log₂ r⌉` bits).
//! Up to 23 slots fit 64 bits, up to 40 fit 128.

use super::isa::Isa;
use super::plan::MAX_FRONTIER;
use std::fmt::Debug;
use std::hash::Hash;

/// The most slots whose states fit a `u64`.
pub(crate) const MAX_SLOTS_U64: u32 = 23;

/// The slot of each end's mate; meaningless for slots that are not ends.
pub(crate) type Mates = [u8; 64];

const _: () = assert!(MAX_FRONTIER <= 64);

/// An unsigned word wide enough for a state.
pub(crate) trait Key: Copy + Ord + Hash + Debug + Send + Sync + 'static {
    /// How many `u64` it takes in a table.
    const WORDS: usize;
    /// From low and high halves.
    fn from_u128(x: u128) -> Self;
    /// A well-mixed hash.
    fn mix(self) -> u64;
    /// Writes the words, lowest first.
    fn store(self, words: &mut [u64]);
    /// Reads the words, lowest first.
    fn load(words: &[u64]) -> Self;
    /// `self | bits << shift`, where the bits do fit.
    #[must_use]
    fn place(self, bits: u64, shift: u32) -> Self;
    /// The bits from `shift` on, at most 64 of them.
    fn bits_from(self, shift: u32) -> u64;
}

/// The finaliser of `MurmurHash3` (Appleby 2011) on a multiple by the golden ratio.
#[inline(always)]
fn mix64(x: u64) -> u64 {
    let x = x.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 32)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    x ^ (x >> 29)
}

impl Key for u64 {
    const WORDS: usize = 1;
    #[inline(always)]
    fn from_u128(x: u128) -> Self {
        x as u64
    }
    #[inline(always)]
    fn mix(self) -> u64 {
        mix64(self)
    }
    #[inline(always)]
    fn store(self, words: &mut [u64]) {
        words[0] = self;
    }
    #[inline(always)]
    fn load(words: &[u64]) -> Self {
        words[0]
    }
    #[inline(always)]
    fn place(self, bits: u64, shift: u32) -> Self {
        self | bits.wrapping_shl(shift)
    }
    #[inline(always)]
    fn bits_from(self, shift: u32) -> u64 {
        self.wrapping_shr(shift)
    }
}

impl Key for u128 {
    const WORDS: usize = 2;
    #[inline(always)]
    fn from_u128(x: u128) -> Self {
        x
    }
    #[inline(always)]
    fn mix(self) -> u64 {
        mix64(self as u64 ^ mix64((self >> 64) as u64 ^ 0x5851_f42d_4c95_7f2d))
    }
    #[inline(always)]
    fn store(self, words: &mut [u64]) {
        words[0] = self as u64;
        words[1] = (self >> 64) as u64;
    }
    #[inline(always)]
    fn load(words: &[u64]) -> Self {
        words[0] as u128 | (words[1] as u128) << 64
    }
    #[inline(always)]
    fn place(self, bits: u64, shift: u32) -> Self {
        self | (bits as u128).wrapping_shl(shift)
    }
    #[inline(always)]
    fn bits_from(self, shift: u32) -> u64 {
        self.wrapping_shr(shift) as u64
    }
}

/// The bits that name one of `options`.
const WIDTH: [u32; 64] = {
    let mut table = [0; 64];
    let mut r = 2;
    while r < 64 {
        table[r] = usize::BITS - (r - 1).leading_zeros();
        r += 1;
    }
    table
};

#[inline(always)]
fn below(slot: u32) -> u64 {
    (1 << slot) - 1
}

/// Packs a state of `slots` slots.
#[inline(always)]
pub(crate) fn encode<K: Key, I: Isa>(isa: I, slots: u32, ends: u64, full: u64, mate: &Mates) -> K {
    let all = below(slots);
    let mut key = K::from_u128(0).place(ends, 0).place(isa.extract(full, all & !ends), slots);
    let mut left = ends;
    let mut count = ends.count_ones();
    let mut shift = 2 * slots - count;
    while count > 2 {
        let slot = left.trailing_zeros();
        left &= left - 1;
        let other = u32::from(mate[slot as usize & 63]);
        let index = (left & below(other)).count_ones();
        left ^= 1 << other;
        key = key.place(index as u64, shift);
        shift += WIDTH[count as usize - 1];
        count -= 2;
    }
    key
}

/// Unpacks a state of `slots` slots: ends, finished slots, and the mates of the ends.
///
/// Words that are not states give some state or other: no word makes this fail.
#[inline(always)]
pub(crate) fn decode<K: Key, I: Isa>(isa: I, slots: u32, key: K, mates: &mut Mates) -> (u64, u64) {
    let all = below(slots);
    let ends = key.bits_from(0) & all;
    let mut count = ends.count_ones();
    let free = all & !ends;
    let mut shift = slots;
    let full = isa.deposit(key.bits_from(shift) & below(slots - count), free);
    shift += slots - count;
    let mut left = ends;
    while count >= 2 {
        let slot = left.trailing_zeros();
        left &= left - 1;
        let width = WIDTH[count as usize - 1];
        let index = key.bits_from(shift & 127) & below(width);
        shift += width;
        // Of a word that is no state the index may be too large.
        let other = isa.deposit(1 << index, left).trailing_zeros() & 63;
        left &= !(1 << other);
        mates[slot as usize & 63] = other as u8;
        mates[other as usize & 63] = slot as u8;
        count -= 2;
    }
    (ends, full)
}

#[cfg(test)]
mod tests {
    use super::super::isa::Portable;
    use super::*;
    use proptest::prelude::*;

    /// A random state: each slot untouched, finished or an end, ends paired at random.
    fn states(max: u32) -> impl Strategy<Value = (u32, u64, u64, Mates)> {
        (1..=max, any::<u64>(), any::<u64>(), any::<u64>()).prop_map(|(slots, a, b, seed)| {
            let all = below(slots);
            let mut ends = a & all;
            if ends.count_ones() % 2 == 1 {
                ends &= ends - 1;
            }
            let full = b & all & !ends;
            let mut list: Vec<u32> = (0..slots).filter(|i| ends >> i & 1 == 1).collect();
            let mut mate = [0; 64];
            let mut seed = seed;
            while let Some(x) = list.pop() {
                let y = list.swap_remove((seed % list.len() as u64) as usize);
                seed = mix64(seed);
                mate[x as usize] = y as u8;
                mate[y as usize] = x as u8;
            }
            (slots, ends, full, mate)
        })
    }

    proptest! {
        #[test]
        fn decode_inverts_encode_in_one_word((slots, ends, full, mate) in states(MAX_SLOTS_U64)) {
            let key: u64 = encode(Portable, slots, ends, full, &mate);
            prop_assert_ne!(key, u64::MAX);
            let mut mates = [0; 64];
            prop_assert_eq!(decode(Portable, slots, key, &mut mates), (ends, full));
            prop_assert_eq!(mates, mate);
        }

        #[test]
        fn decode_inverts_encode_in_two((slots, ends, full, mate) in states(MAX_FRONTIER as u32)) {
            let key: u128 = encode(Portable, slots, ends, full, &mate);
            prop_assert_ne!(key, u128::MAX);
            let mut mates = [0; 64];
            prop_assert_eq!(decode(Portable, slots, key, &mut mates), (ends, full));
            prop_assert_eq!(mates, mate);
        }

        #[test]
        fn decode_takes_any_word(slots in 1..=MAX_FRONTIER as u32, key: u128) {
            let (ends, full) = decode(Portable, slots, key, &mut [0; 64]);
            prop_assert_eq!(ends & full, 0);
        }
    }
}
