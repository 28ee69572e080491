//! Half boards: northern and southern quarters that do not attack each other.

use super::Instructions;

/// Patterns in buckets, filled again and again.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    /// Bucket k is at `stride * k`; the rest of its stride is room to write.
    room: Vec<u64>,
    stride: usize,
    lengths: Vec<usize>,
    /// At least the length of every bucket.
    longest: usize,
}

/// Which bucket a pattern goes to: some of the bits of the outer of its two quarters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    pub(super) shift: u32,
    pub(super) bits: u32,
}

impl Key {
    /// All in one bucket.
    pub(super) const NONE: Self = Self { shift: 0, bits: 0 };

    fn bucket(self, pattern: u64) -> usize {
        (pattern >> self.shift) as usize & ((1 << self.bits) - 1)
    }
}

impl Patterns {
    /// Empties the buckets, and has one for each value of the key.
    pub(super) fn clear(&mut self, key: Key) {
        self.lengths.clear();
        self.lengths.resize(1 << key.bits, 0);
        self.longest = 0;
        let wanted = self.stride << key.bits;
        if self.room.len() < wanted {
            self.room.resize(wanted, 0);
        }
    }

    /// Puts the patterns of all buckets in a row.
    pub(super) fn gather(&self, all: &mut Vec<u64>) {
        all.clear();
        for (bucket, &length) in self.lengths.iter().enumerate() {
            all.extend_from_slice(&self.room[bucket * self.stride..][..length]);
        }
    }

    /// Makes sure that each bucket takes `more` patterns, and a whole vector after them.
    fn reserve(&mut self, more: usize) {
        self.longest += more;
        if self.longest + 8 <= self.stride {
            return;
        }
        self.longest = self.lengths.iter().max().map_or(0, |longest| longest + more);
        if self.longest + 8 <= self.stride {
            return;
        }
        let stride = 2 * (self.longest + 8);
        let mut room = vec![0; stride * self.lengths.len()];
        for (bucket, &length) in self.lengths.iter().enumerate() {
            let old = &self.room[bucket * self.stride..][..length];
            room[bucket * stride..][..length].copy_from_slice(old);
        }
        (self.room, self.stride) = (room, stride);
    }
}

/// Appends `a | b` for all pairs of an outer and an inner pattern that are disjoint, in the bucket of
/// the outer one.
pub(super) fn product(
    outer: &[u64],
    inner: &[u64],
    key: Key,
    instructions: Instructions,
    halves: &mut Patterns,
) {
    if outer.is_empty() || inner.is_empty() {
        return;
    }
    halves.reserve(outer.len() * inner.len());
    match instructions {
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512 => {
            #[expect(unsafe_code, reason = "AVX-512 intrinsics")]
            // SAFETY: this variant only exists where the processor has these instructions, and
            // `reserve` made room in each bucket for every pair and a vector more.
            unsafe {
                avx512::product(outer, inner, key, halves);
            }
        }
        _ => portable(outer, inner, key, halves),
    }
}

/// Without a branch that a processor could mispredict.
fn portable(outer: &[u64], inner: &[u64], key: Key, halves: &mut Patterns) {
    for &a in outer {
        let bucket = key.bucket(a);
        let room = &mut halves.room[bucket * halves.stride..][..halves.stride];
        let mut length = halves.lengths[bucket];
        for &b in inner {
            room[length] = a | b;
            length += usize::from(a & b == 0);
        }
        halves.lengths[bucket] = length;
    }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::{
        _mm512_loadu_epi64, _mm512_mask_testn_epi64_mask, _mm512_maskz_compress_epi64,
        _mm512_maskz_loadu_epi64, _mm512_or_epi64, _mm512_set1_epi64, _mm512_storeu_epi64,
        _mm512_testn_epi64_mask,
    };

    use super::{Key, Patterns};

    /// Like [`super::portable`], eight patterns at a time.
    ///
    /// # Safety
    ///
    /// The processor has AVX-512F, and each bucket has room for all pairs and eight patterns more.
    #[expect(unsafe_code, reason = "AVX-512 intrinsics")]
    #[target_feature(enable = "avx512f,popcnt")]
    pub(super) unsafe fn product(outer: &[u64], inner: &[u64], key: Key, halves: &mut Patterns) {
        let (vectors, rest) = inner.as_chunks::<8>();
        let last = (1u8 << rest.len()) - 1;
        // SAFETY: masked to the patterns of `rest`.
        let rest = unsafe { _mm512_maskz_loadu_epi64(last, rest.as_ptr().cast()) };
        for &one in outer {
            let bucket = key.bucket(one);
            let length = &mut halves.lengths[bucket];
            let start = bucket * halves.stride;
            debug_assert!(*length + inner.len() + 8 <= halves.stride);
            // SAFETY: loads are of eight patterns; stores begin at most as many patterns after the
            // bucket's length as there are in `inner`, are eight patterns long, and so stay within
            // the bucket.
            unsafe {
                let mut room = halves.room.as_mut_ptr().add(start + *length);
                let first = room;
                let a = _mm512_set1_epi64(one as i64);
                for inner in vectors {
                    let b = _mm512_loadu_epi64(inner.as_ptr().cast());
                    let disjoint = _mm512_testn_epi64_mask(a, b);
                    let both = _mm512_maskz_compress_epi64(disjoint, _mm512_or_epi64(a, b));
                    _mm512_storeu_epi64(room.cast(), both);
                    room = room.add(disjoint.count_ones() as usize);
                }
                if last != 0 {
                    let disjoint = _mm512_mask_testn_epi64_mask(last, a, rest);
                    let both = _mm512_maskz_compress_epi64(disjoint, _mm512_or_epi64(a, rest));
                    _mm512_storeu_epi64(room.cast(), both);
                    room = room.add(disjoint.count_ones() as usize);
                }
                *length += room.offset_from(first) as usize;
            }
        }
    }
}
