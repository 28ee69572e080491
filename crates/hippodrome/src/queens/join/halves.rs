//! Half boards: northern and southern quarters that do not attack each other.

use super::Instructions;

/// A list of patterns that is filled again and again.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    /// The first `len` are patterns, the rest is room to write.
    room: Vec<u64>,
    len: usize,
}

impl Patterns {
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    pub(super) fn as_slice(&self) -> &[u64] {
        &self.room[..self.len]
    }

    /// Makes sure that `more` patterns can be written, and a whole vector after them.
    fn reserve(&mut self, more: usize) {
        let wanted = self.len + more + 8;
        if self.room.len() < wanted {
            self.room.resize(wanted.max(2 * self.room.len()), 0);
        }
    }
}

/// Appends `a | b` for all pairs of a northern and a southern pattern that are disjoint.
pub(super) fn product(a: &[u64], b: &[u64], instructions: Instructions, halves: &mut Patterns) {
    let (few, many) = if a.len() < b.len() { (a, b) } else { (b, a) };
    if few.is_empty() {
        return;
    }
    halves.reserve(few.len() * many.len());
    match instructions {
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512 => {
            #[expect(unsafe_code, reason = "AVX-512 intrinsics")]
            // SAFETY: this variant only exists where the processor has these instructions, and
            // `reserve` made room for every pair and a vector more.
            unsafe {
                avx512::product(few, many, halves);
            }
        }
        _ => portable(few, many, halves),
    }
}

/// Appends the disjoint unions, without a branch that a processor could mispredict.
fn portable(few: &[u64], many: &[u64], halves: &mut Patterns) {
    let mut len = halves.len;
    for &a in few {
        for &b in many {
            halves.room[len] = a | b;
            len += usize::from(a & b == 0);
        }
    }
    halves.len = len;
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::{
        _mm512_loadu_epi64, _mm512_mask_testn_epi64_mask, _mm512_maskz_compress_epi64,
        _mm512_maskz_loadu_epi64, _mm512_or_epi64, _mm512_set1_epi64, _mm512_storeu_epi64,
        _mm512_testn_epi64_mask,
    };

    use super::Patterns;

    /// Like [`super::portable`], eight patterns at a time.
    ///
    /// # Safety
    ///
    /// The processor has AVX-512F, and `halves` has room for all pairs and eight patterns more.
    #[expect(unsafe_code, reason = "AVX-512 intrinsics")]
    #[target_feature(enable = "avx512f,popcnt")]
    pub(super) unsafe fn product(few: &[u64], many: &[u64], halves: &mut Patterns) {
        debug_assert!(halves.room.len() >= halves.len + few.len() * many.len() + 8);
        let mut len = halves.len;
        let (vectors, rest) = many.as_chunks::<8>();
        let room = halves.room.as_mut_ptr();
        let last = (1u8 << rest.len()) - 1;
        // SAFETY: loads are of eight patterns, or masked to those of `rest`; stores begin at most
        // few·many patterns after the old length and are eight patterns long.
        unsafe {
            let rest = _mm512_maskz_loadu_epi64(last, rest.as_ptr().cast());
            for &one in few {
                let a = _mm512_set1_epi64(one as i64);
                for many in vectors {
                    let b = _mm512_loadu_epi64(many.as_ptr().cast());
                    let disjoint = _mm512_testn_epi64_mask(a, b);
                    let both = _mm512_maskz_compress_epi64(disjoint, _mm512_or_epi64(a, b));
                    _mm512_storeu_epi64(room.add(len).cast(), both);
                    len += disjoint.count_ones() as usize;
                }
                let disjoint = _mm512_mask_testn_epi64_mask(last, a, rest);
                let both = _mm512_maskz_compress_epi64(disjoint, _mm512_or_epi64(a, rest));
                _mm512_storeu_epi64(room.add(len).cast(), both);
                len += disjoint.count_ones() as usize;
            }
        }
        halves.len = len;
    }
}
