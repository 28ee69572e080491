//! Counting pairs of disjoint sets, bit-sliced and sieved.
//!
//! How many pairs (e, w) of an east and a west pattern have e & w = 0? The west patterns are taken in
//! blocks of 512 and transposed: plane k says which of them have bit k *clear*. The patterns disjoint
//! from e are the intersection of the planes of e's bits. The bits come in groups of W, and for each
//! group the intersections of all its subsets of planes are tabulated; so one e against 512 patterns
//! costs one look-up of 64 bytes for each group, and a count of ones.
//!
//! The west patterns come sorted, so that those of a block have bits in common. An e with one of
//! these bits meets the whole block: such e are sieved out first, coarsely for eight blocks at a
//! time and then for each.

#![expect(clippy::inline_always, reason = "inlined where the vector instructions are enabled")]

use super::Instructions;

/// Patterns in a block.
const BLOCK: usize = 512;

/// Fewer patterns than this are compared one by one.
const FEW: usize = 16;

/// Lines of the tables of one block, at most.
const LINES: usize = 1024;

/// 512 patterns, one bit each.
type Plane = [u64; 8];

/// A plane on its own cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Line(Plane);

/// The planes of one block, the tables made of them, and what the sieve has left.
#[derive(Debug)]
pub(super) struct Tables {
    planes: Box<[Line; 64]>,
    lines: Box<[Line; LINES]>,
    coarse: Vec<u64>,
    fine: Vec<u64>,
}

impl Default for Tables {
    fn default() -> Self {
        let lines: Box<[Line]> = vec![Line([0; 8]); LINES].into();
        Self {
            planes: Box::new([Line([0; 8]); 64]),
            lines: lines.try_into().expect("the length is LINES"),
            coarse: Vec::new(),
            fine: Vec::new(),
        }
    }
}

impl Tables {
    /// Pairs of an east and a west pattern that are disjoint in their lowest `bits` bits. Bits above
    /// these may be set in west patterns, not in east ones.
    pub(super) fn count(
        &mut self,
        east: &[u64],
        west: &[u64],
        bits: u32,
        instructions: Instructions,
    ) -> u64 {
        // Groups of 5 to 7 bits: short tables, few look-ups.
        let kernel = match bits {
            0..=12 => Self::by_instructions::<2, 6>,
            13..=18 => Self::by_instructions::<3, 6>,
            19..=24 => Self::by_instructions::<4, 6>,
            25..=28 => Self::by_instructions::<4, 7>,
            29..=30 => Self::by_instructions::<5, 6>,
            31..=35 => Self::by_instructions::<5, 7>,
            36 => Self::by_instructions::<6, 6>,
            37..=42 => Self::by_instructions::<6, 7>,
            43..=49 => Self::by_instructions::<7, 7>,
            _ => Self::by_instructions::<11, 6>,
        };
        kernel(self, east, west, bits, instructions)
    }

    fn by_instructions<const G: usize, const W: usize>(
        &mut self,
        east: &[u64],
        west: &[u64],
        bits: u32,
        instructions: Instructions,
    ) -> u64 {
        match instructions {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => {
                #[expect(unsafe_code, reason = "instructions chosen at run time")]
                // SAFETY: this variant only exists where the processor has these instructions.
                unsafe {
                    self.with_avx512::<G, W>(east, west, bits)
                }
            }
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => {
                #[expect(unsafe_code, reason = "instructions chosen at run time")]
                // SAFETY: this variant only exists where the processor has these instructions.
                unsafe {
                    self.with_avx2::<G, W>(east, west, bits)
                }
            }
            _ => self.blocks(east, west, bits, sieve, Self::pairs_in_block::<G, W>),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vpopcntdq,bmi2,popcnt")]
    fn with_avx512<const G: usize, const W: usize>(
        &mut self,
        east: &[u64],
        west: &[u64],
        bits: u32,
    ) -> u64 {
        let sieve = |items: &[u64], mask, left: &mut Vec<u64>| avx512::sieve(items, mask, left);
        let pairs = |tables: &mut Self, items: &[u64], block: &[u64], bits: usize| {
            avx512::transpose(block, bits, &mut tables.planes);
            avx512::tabulate::<G, W>(&tables.planes, block.len(), bits, &mut tables.lines);
            avx512::pairs::<G, W>(&tables.lines, items)
        };
        self.blocks(east, west, bits, sieve, pairs)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi2,popcnt")]
    fn with_avx2<const G: usize, const W: usize>(
        &mut self,
        east: &[u64],
        west: &[u64],
        bits: u32,
    ) -> u64 {
        self.blocks(east, west, bits, sieve, Self::pairs_in_block::<G, W>)
    }

    /// The whole count, by functions that sieve and that count the pairs of items and a block.
    #[inline(always)]
    fn blocks(
        &mut self,
        east: &[u64],
        west: &[u64],
        bits: u32,
        sieve: impl Fn(&[u64], u64, &mut Vec<u64>),
        pairs: impl Fn(&mut Self, &[u64], &[u64], usize) -> u64,
    ) -> u64 {
        let low = u64::MAX >> (64 - bits.max(1));
        let common = |patterns: &[u64]| patterns.iter().fold(low, |all, pattern| all & pattern);
        let (mut coarse, mut fine) =
            (std::mem::take(&mut self.coarse), std::mem::take(&mut self.fine));
        let mut count = 0;
        for eight in west.chunks(8 * BLOCK) {
            let shared = common(eight);
            let left = if shared == 0 {
                east
            } else {
                sieve(east, shared, &mut coarse);
                &coarse
            };
            for block in eight.chunks(BLOCK) {
                let in_block = common(block);
                let left = if in_block == shared {
                    left
                } else {
                    sieve(left, in_block, &mut fine);
                    &fine
                };
                if left.is_empty() {
                    continue;
                }
                if block.len() < FEW {
                    for pattern in block {
                        let disjoint = left.iter().map(|item| u64::from(item & pattern & low == 0));
                        count += disjoint.sum::<u64>();
                    }
                    continue;
                }
                count += pairs(self, left, block, bits as usize);
            }
        }
        (self.coarse, self.fine) = (coarse, fine);
        count
    }

    #[inline(always)]
    fn pairs_in_block<const G: usize, const W: usize>(
        &mut self,
        items: &[u64],
        block: &[u64],
        bits: usize,
    ) -> u64 {
        self.transpose(block, bits);
        self.tabulate::<G, W>(block.len(), bits);
        self.pairs::<G, W>(items)
    }

    /// Makes planes: bit k of pattern 8·i + l of the block becomes bit i of lane l of plane k.
    #[inline(always)]
    fn transpose(&mut self, block: &[u64], bits: usize) {
        let planes = &mut *self.planes;
        fill(block, planes);
        // Eight 64 × 64 bit matrices side by side, transposed by swapping ever smaller squares; what
        // only concerns planes that are not needed is left out.
        let mut width = 32;
        let mut mask = u64::MAX >> 32;
        while width > 0 {
            for base in (0..bits).step_by(2 * width) {
                let both = base + width < bits;
                for low in base..base + width {
                    let (Line(mut a), Line(mut b)) = (planes[low], planes[low + width]);
                    for (a, b) in a.iter_mut().zip(&mut b) {
                        let swap = (*a >> width ^ *b) & mask;
                        *b ^= swap;
                        *a ^= swap << width;
                    }
                    planes[low] = Line(a);
                    if both {
                        planes[low + width] = Line(b);
                    }
                }
            }
            width /= 2;
            mask ^= mask << width;
        }
    }

    /// For each group of W planes, the patterns that are clear in each subset of them.
    #[inline(always)]
    fn tabulate<const G: usize, const W: usize>(&mut self, patterns: usize, bits: usize) {
        let valid = valid(patterns);
        for group in 0..G {
            let start = group << W;
            self.lines[start] = Line(if group == 0 { valid } else { [u64::MAX; 8] });
            for k in 0..W.min(bits.saturating_sub(group * W)) {
                let Line(plane) = self.planes[group * W + k];
                for subset in 0..1 << k {
                    let mut line = self.lines[start + subset];
                    for (lane, plane) in line.0.iter_mut().zip(plane) {
                        *lane &= !plane;
                    }
                    self.lines[start + subset + (1 << k)] = line;
                }
            }
        }
    }

    /// Pairs of an east pattern and a pattern of the block that are disjoint.
    #[inline(always)]
    fn pairs<const G: usize, const W: usize>(&self, items: &[u64]) -> u64 {
        let mut counts = [0u64; 8];
        for &item in items {
            let mut disjoint = self.lines[item as usize & ((1 << W) - 1)].0;
            for group in 1..G {
                let subset = (item >> (W * group)) as usize & ((1 << W) - 1);
                let line = &self.lines[(group << W) + subset].0;
                for (disjoint, line) in disjoint.iter_mut().zip(line) {
                    *disjoint &= line;
                }
            }
            for (count, disjoint) in counts.iter_mut().zip(disjoint) {
                *count += u64::from(disjoint.count_ones());
            }
        }
        counts.iter().sum()
    }
}

/// Eight patterns of the block in each plane, and zeros after them.
#[inline(always)]
fn fill(block: &[u64], planes: &mut [Line; 64]) {
    let (full, rest) = block.as_chunks::<8>();
    for (plane, eight) in planes.iter_mut().zip(full) {
        plane.0 = *eight;
    }
    for plane in &mut planes[full.len()..] {
        plane.0 = [0; 8];
    }
    if let Some(plane) = planes.get_mut(full.len()) {
        plane.0[..rest.len()].copy_from_slice(rest);
    }
}

/// The places of so many patterns in a transposed plane: pattern 8·i + l is bit i of lane l.
#[inline(always)]
fn valid(patterns: usize) -> Plane {
    std::array::from_fn(|lane| {
        let here = (patterns + 7 - lane) / 8;
        if here == 0 { 0 } else { u64::MAX >> (64 - here) }
    })
}

/// Leaves the items that are disjoint from the mask.
#[inline(always)]
fn sieve(items: &[u64], mask: u64, left: &mut Vec<u64>) {
    left.resize(items.len(), 0);
    let mut length = 0;
    for &item in items {
        left[length] = item;
        length += usize::from(item & mask == 0);
    }
    left.truncate(length);
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::{
        __m512i, _mm512_add_epi64, _mm512_and_si512, _mm512_andnot_si512, _mm512_load_si512,
        _mm512_loadu_epi64, _mm512_maskz_compress_epi64, _mm512_popcnt_epi64,
        _mm512_reduce_add_epi64, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_slli_epi64,
        _mm512_srli_epi64, _mm512_store_si512, _mm512_storeu_epi64, _mm512_ternarylogic_epi64,
        _mm512_testn_epi64_mask, _mm512_xor_si512,
    };

    use super::{LINES, Line, fill, valid};

    /// Like [`super::Tables::transpose`].
    #[target_feature(enable = "avx512f")]
    #[inline]
    pub(super) fn transpose(block: &[u64], bits: usize, planes: &mut [Line; 64]) {
        fill(block, planes);
        swap_squares::<32>(0x0000_0000_ffff_ffff, bits, planes);
        swap_squares::<16>(0x0000_ffff_0000_ffff, bits, planes);
        swap_squares::<8>(0x00ff_00ff_00ff_00ff, bits, planes);
        swap_squares::<4>(0x0f0f_0f0f_0f0f_0f0f, bits, planes);
        swap_squares::<2>(0x3333_3333_3333_3333, bits, planes);
        swap_squares::<1>(0x5555_5555_5555_5555, bits, planes);
    }

    #[target_feature(enable = "avx512f")]
    #[inline]
    fn swap_squares<const WIDTH: u32>(mask: u64, bits: usize, planes: &mut [Line; 64]) {
        let width = WIDTH as usize;
        let mask = _mm512_set1_epi64(mask as i64);
        for pair in planes[..bits.next_multiple_of(2 * width).min(64)].chunks_exact_mut(2 * width) {
            let (low, high) = pair.split_at_mut(width);
            for (low, high) in low.iter_mut().zip(high) {
                let (a, b) = (load(low), load(high));
                let swap =
                    _mm512_and_si512(_mm512_xor_si512(_mm512_srli_epi64::<WIDTH>(a), b), mask);
                store(high, _mm512_xor_si512(b, swap));
                store(low, _mm512_xor_si512(a, _mm512_slli_epi64::<WIDTH>(swap)));
            }
        }
    }

    /// Like [`super::Tables::tabulate`].
    #[target_feature(enable = "avx512f")]
    #[inline]
    pub(super) fn tabulate<const G: usize, const W: usize>(
        planes: &[Line; 64],
        patterns: usize,
        bits: usize,
        lines: &mut [Line; LINES],
    ) {
        for group in 0..G {
            let (lines, _) = lines[group << W..].split_at_mut(1 << W);
            lines[0] = Line(if group == 0 { valid(patterns) } else { [u64::MAX; 8] });
            for k in 0..W.min(bits.saturating_sub(group * W)) {
                let plane = load(&planes[group * W + k]);
                let (known, new) = lines.split_at_mut(1 << k);
                for (line, new) in known.iter().zip(new) {
                    store(new, _mm512_andnot_si512(plane, load(line)));
                }
            }
        }
    }

    /// Like [`super::sieve`].
    #[target_feature(enable = "avx512f,popcnt")]
    #[inline]
    pub(super) fn sieve(items: &[u64], mask: u64, left: &mut Vec<u64>) {
        if left.len() < items.len() + 8 {
            left.resize(items.len() + 8, 0);
        }
        let mut length = 0;
        let (vectors, rest) = items.as_chunks::<8>();
        let mask8 = _mm512_set1_epi64(mask as i64);
        for eight in vectors {
            #[expect(unsafe_code, reason = "AVX-512 load and store")]
            // SAFETY: eight items are read; eight are written at no more than the number of items
            // read before, and there are eight places after all items.
            unsafe {
                let items = _mm512_loadu_epi64(eight.as_ptr().cast());
                let disjoint = _mm512_testn_epi64_mask(items, mask8);
                let kept = _mm512_maskz_compress_epi64(disjoint, items);
                _mm512_storeu_epi64(left.as_mut_ptr().add(length).cast(), kept);
                length += disjoint.count_ones() as usize;
            }
        }
        for &item in rest {
            left[length] = item;
            length += usize::from(item & mask == 0);
        }
        left.truncate(length);
    }

    /// Like [`super::Tables::pairs`]; left to itself the compiler gathers single words of many lines.
    #[target_feature(enable = "avx512f,avx512vpopcntdq")]
    #[inline]
    pub(super) fn pairs<const G: usize, const W: usize>(
        lines: &[Line; LINES],
        items: &[u64],
    ) -> u64 {
        let mut counts = [_mm512_setzero_si512(); 2];
        let (twos, rest) = items.as_chunks::<2>();
        for two in twos {
            for (count, &item) in counts.iter_mut().zip(two) {
                let disjoint = disjoint::<G, W>(lines, item);
                *count = _mm512_add_epi64(*count, _mm512_popcnt_epi64(disjoint));
            }
        }
        for &item in rest {
            let disjoint = disjoint::<G, W>(lines, item);
            counts[0] = _mm512_add_epi64(counts[0], _mm512_popcnt_epi64(disjoint));
        }
        _mm512_reduce_add_epi64(_mm512_add_epi64(counts[0], counts[1])) as u64
    }

    #[target_feature(enable = "avx512f")]
    #[inline]
    fn disjoint<const G: usize, const W: usize>(lines: &[Line; LINES], item: u64) -> __m512i {
        let line = |group: usize| {
            let subset = (item >> (W * group)) as usize & ((1 << W) - 1);
            load(&lines[(group << W) + subset])
        };
        let mut disjoint = line(0);
        let mut group = 1;
        while group + 1 < G {
            // 0x80: the and of all three.
            disjoint = _mm512_ternarylogic_epi64::<0x80>(disjoint, line(group), line(group + 1));
            group += 2;
        }
        if group < G { _mm512_and_si512(disjoint, line(group)) } else { disjoint }
    }

    #[target_feature(enable = "avx512f")]
    #[inline]
    fn load(line: &Line) -> __m512i {
        #[expect(unsafe_code, reason = "AVX-512 load")]
        // SAFETY: a line is 64 bytes long and aligned to 64.
        unsafe {
            _mm512_load_si512(line.0.as_ptr().cast())
        }
    }

    #[target_feature(enable = "avx512f")]
    #[inline]
    fn store(line: &mut Line, plane: __m512i) {
        #[expect(unsafe_code, reason = "AVX-512 store")]
        // SAFETY: a line is 64 bytes long and aligned to 64.
        unsafe {
            _mm512_store_si512(line.0.as_mut_ptr().cast(), plane);
        }
    }
}
