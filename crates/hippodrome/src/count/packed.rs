//! Sorted records written small, for the disk.
//!
//! Of a record there is written how much its state is above the one before, and then the words of
//! its count, each in groups of seven bits from the low end, the last of them without the eighth
//! bit (LEB128, as in DWARF 5, section 7.6). States of one bucket that follow each other share
//! their high bits and most counts are small: 16 bytes become 6 to 9.

use super::state::Key;
use std::marker::PhantomData;

/// The most bytes that a record of `stride` words takes.
pub(super) const fn longest(stride: usize) -> usize {
    10 * stride
}

/// Writes records, or reads them; both keep the state before.
#[derive(Debug)]
pub(super) struct Packed<K> {
    last: u128,
    key: PhantomData<K>,
}

impl<K: Key> Packed<K> {
    /// Before the first record.
    pub(super) fn new() -> Self {
        Self { last: 0, key: PhantomData }
    }

    /// Writes records that follow those before in the order of states.
    pub(super) fn write(&mut self, records: &[u64], stride: usize, out: &mut Vec<u8>) {
        for record in records.chunks_exact(stride) {
            let key = value(&record[..K::WORDS]);
            debug_assert!(key >= self.last, "records are written in the order of their states");
            let above = key.wrapping_sub(self.last);
            if K::WORDS == 1 {
                put(above as u64, out);
            } else {
                put_wide(above, out);
            }
            self.last = key;
            record[K::WORDS..].iter().for_each(|&word| put(word, out));
        }
    }

    /// Reads a record of `stride` words; none if these bytes do not begin with one.
    pub(super) fn read(
        &mut self,
        bytes: &mut &[u8],
        stride: usize,
        out: &mut Vec<u64>,
    ) -> Option<()> {
        let wide = take(bytes, 128)?;
        if K::WORDS == 1 && wide >> 64 != 0 {
            return None;
        }
        self.last = self.last.wrapping_add(wide);
        out.push(self.last as u64);
        if K::WORDS > 1 {
            out.push((self.last >> 64) as u64);
        }
        for _ in K::WORDS..stride {
            out.push(take(bytes, 64)? as u64);
        }
        Some(())
    }
}

/// A state as a number.
fn value(words: &[u64]) -> u128 {
    words.iter().rev().fold(0, |value, &word| value << 64 | u128::from(word))
}

fn put(mut word: u64, out: &mut Vec<u8>) {
    while word >= 0x80 {
        out.push(word as u8 | 0x80);
        word >>= 7;
    }
    out.push(word as u8);
}

fn put_wide(mut word: u128, out: &mut Vec<u8>) {
    while word >= 0x80 {
        out.push(word as u8 | 0x80);
        word >>= 7;
    }
    out.push(word as u8);
}

/// The number at the beginning, of at most so many bits.
fn take(bytes: &mut &[u8], bits: u32) -> Option<u128> {
    let mut low = 0_u64;
    for (at, &byte) in bytes.iter().take(9).enumerate() {
        low |= u64::from(byte & 0x7f) << (7 * at);
        if byte & 0x80 == 0 {
            *bytes = &bytes[at + 1..];
            return Some(u128::from(low));
        }
    }
    let mut word = u128::from(low);
    for (at, &byte) in bytes.iter().enumerate().skip(9) {
        let shift = 7 * at as u32;
        let part = u128::from(byte & 0x7f);
        if shift >= bits || part >> (bits - shift).min(7) != 0 {
            return None;
        }
        word |= part << shift;
        if byte & 0x80 == 0 {
            *bytes = &bytes[at + 1..];
            return Some(word);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// What is written is read again, and no beginning of it is taken for the whole.
    fn law<K: Key>(stride: usize) {
        let mut rng = Rng::new(stride as u64);
        for _ in 0..200 {
            let mut keys: Vec<u128> = (0..rng.below(20))
                .map(|_| {
                    let wide = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
                    wide >> rng.below(128) >> (128 - 64 * K::WORDS)
                })
                .collect();
            keys.sort_unstable();
            let mut records = Vec::new();
            for key in keys {
                records.extend((0..K::WORDS).map(|word| (key >> (64 * word)) as u64));
                records.extend((K::WORDS..stride).map(|_| rng.next_u64() >> rng.below(64)));
            }
            let mut bytes = Vec::new();
            let mut packed = Packed::<K>::new();
            for part in records.chunks(3 * stride) {
                packed.write(part, stride, &mut bytes);
            }
            assert!(bytes.len() <= records.len() / stride * longest(stride));
            let all = |mut bytes: &[u8]| {
                let (mut packed, mut out) = (Packed::<K>::new(), Vec::new());
                while !bytes.is_empty() && packed.read(&mut bytes, stride, &mut out).is_some() {}
                (bytes.is_empty() && out.len() % stride == 0).then_some(out)
            };
            assert_eq!(all(&bytes).as_ref(), Some(&records));
            for end in 0..bytes.len() {
                assert_ne!(all(&bytes[..end]).as_ref(), Some(&records));
            }
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        law::<u64>(2);
        law::<u64>(5);
        law::<u128>(3);
        law::<u128>(4);
    }

    #[test]
    fn numbers_that_are_too_large_or_do_not_end_are_none() {
        let ten = [[0xff; 9], [0xff; 9]].concat();
        assert_eq!(take(&mut &ten[..], 64), None);
        assert_eq!(take(&mut &ten[..9], 128), None);
        let most = [&[0xff; 9][..], &[1]].concat();
        assert_eq!(take(&mut &most[..], 64), Some(u128::from(u64::MAX)));
        let over = [&[0xff; 9][..], &[2]].concat();
        assert_eq!(take(&mut &over[..], 64), None);
        let wide = [&[0xff; 18][..], &[3]].concat();
        assert_eq!(take(&mut &wide[..], 128), Some(u128::MAX));
        assert_eq!(take(&mut &[0xff; 30][..], 128), None);
    }
}
