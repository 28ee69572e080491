//! Counting pairs of disjoint sets, bit-sliced.
//!
//! How many pairs (e, w) of an east and a west pattern have e & w = 0? The east patterns are taken in
//! blocks of 512 and transposed: plane k says which of them have bit k *clear*. The patterns disjoint
//! from w are the intersection of the planes of w's bits. The bits come in groups of W, and for each
//! group the intersections of all its subsets of planes are tabulated; so one w against 512 patterns
//! costs one look-up of 64 bytes for each group, and a count of ones.

#![expect(clippy::inline_always, reason = "inlined where the vector instructions are enabled")]

use super::Instructions;

/// 512 patterns, one bit each.
type Plane = [u64; 8];

/// A plane on its own cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Line(Plane);

const LINES: usize = 1024;

/// Room for the planes of one block and the tables made of them.
#[derive(Debug)]
pub(super) struct Tables {
    planes: Box<[Line; 64]>,
    lines: Box<[Line; LINES]>,
}

impl Default for Tables {
    fn default() -> Self {
        Self { planes: Box::new([Line([0; 8]); 64]), lines: zeros() }
    }
}

fn zeros() -> Box<[Line; LINES]> {
    let lines: Box<[Line]> = vec![Line([0; 8]); LINES].into();
    lines.try_into().expect("the length is LINES")
}

/// Pairs of disjoint patterns, for several lists of west patterns; all must be below 2^`bits`.
pub(super) fn count<const K: usize>(
    east: &[u64],
    west: [&[u64]; K],
    bits: u32,
    instructions: Instructions,
    tables: &mut Tables,
) -> [u64; K] {
    let kernel = match bits {
        0..=5 => generic::<1, 5, K>,
        6..=12 => generic::<2, 6, K>,
        13..=18 => generic::<3, 6, K>,
        19..=24 => generic::<4, 6, K>,
        25..=28 => generic::<4, 7, K>,
        29..=35 => generic::<5, 7, K>,
        36 => generic::<6, 6, K>,
        37..=42 => generic::<6, 7, K>,
        43..=49 => generic::<7, 7, K>,
        50..=56 => generic::<8, 7, K>,
        _ => generic::<11, 6, K>,
    };
    kernel(east, west, instructions, tables)
}

fn generic<const G: usize, const W: usize, const K: usize>(
    east: &[u64],
    west: [&[u64]; K],
    instructions: Instructions,
    tables: &mut Tables,
) -> [u64; K] {
    match instructions {
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512 => {
            #[expect(unsafe_code, reason = "instructions chosen at run time")]
            // SAFETY: this variant only exists where the processor has these instructions.
            unsafe {
                with_avx512::<G, W, K>(east, west, tables)
            }
        }
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2 => {
            #[expect(unsafe_code, reason = "instructions chosen at run time")]
            // SAFETY: this variant only exists where the processor has these instructions.
            unsafe {
                with_avx2::<G, W, K>(east, west, tables)
            }
        }
        Instructions::Portable => blocks::<G, W, K>(east, west, tables, Tables::pairs::<G, W>),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vpopcntdq,bmi2,popcnt")]
fn with_avx512<const G: usize, const W: usize, const K: usize>(
    east: &[u64],
    west: [&[u64]; K],
    tables: &mut Tables,
) -> [u64; K] {
    blocks::<G, W, K>(east, west, tables, |tables, items| avx512::pairs::<G, W>(tables, items))
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::{
        __m512i, _mm512_add_epi64, _mm512_and_si512, _mm512_load_si512, _mm512_popcnt_epi64,
        _mm512_reduce_add_epi64, _mm512_setzero_si512, _mm512_ternarylogic_epi64,
    };

    use super::{Line, Tables};

    /// Like [`Tables::pairs`]; left to itself the compiler gathers single words of many lines.
    #[target_feature(enable = "avx512f,avx512vpopcntdq")]
    #[inline]
    pub(super) fn pairs<const G: usize, const W: usize>(tables: &Tables, items: &[u64]) -> u64 {
        let lines = &*tables.lines;
        let mut counts = [_mm512_setzero_si512(); 2];
        let (twos, rest) = items.as_chunks::<2>();
        for two in twos {
            for (count, &item) in counts.iter_mut().zip(two) {
                *count =
                    _mm512_add_epi64(*count, _mm512_popcnt_epi64(disjoint::<G, W>(lines, item)));
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
    fn disjoint<const G: usize, const W: usize>(
        lines: &[Line; super::LINES],
        item: u64,
    ) -> __m512i {
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
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi2,popcnt")]
fn with_avx2<const G: usize, const W: usize, const K: usize>(
    east: &[u64],
    west: [&[u64]; K],
    tables: &mut Tables,
) -> [u64; K] {
    blocks::<G, W, K>(east, west, tables, Tables::pairs::<G, W>)
}

/// The whole count; inlined where the instructions are enabled.
#[inline(always)]
fn blocks<const G: usize, const W: usize, const K: usize>(
    east: &[u64],
    west: [&[u64]; K],
    tables: &mut Tables,
    pairs: impl Fn(&Tables, &[u64]) -> u64,
) -> [u64; K] {
    let mut counts = [0; K];
    for block in east.chunks(512) {
        tables.transpose(block);
        tables.tabulate::<G, W>(block.len());
        for (count, items) in counts.iter_mut().zip(west) {
            *count += pairs(tables, items);
        }
    }
    counts
}

impl Tables {
    /// Plane k of the block: bit 8·i + l of the patterns becomes lane l, bit i.
    #[inline(always)]
    fn transpose(&mut self, block: &[u64]) {
        let planes = &mut *self.planes;
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
        // Eight 64 × 64 bit matrices side by side, transposed by swapping ever smaller squares.
        let mut width = 32;
        let mut mask = u64::MAX >> 32;
        while width > 0 {
            for low in (0..64).filter(|k| k & width == 0) {
                let (Line(mut a), Line(mut b)) = (planes[low], planes[low + width]);
                for lane in 0..8 {
                    let swap = (a[lane] >> width ^ b[lane]) & mask;
                    b[lane] ^= swap;
                    a[lane] ^= swap << width;
                }
                planes[low] = Line(a);
                planes[low + width] = Line(b);
            }
            width /= 2;
            mask ^= mask << width;
        }
    }

    /// For each group of W planes, the patterns that are clear in each subset of them.
    #[inline(always)]
    fn tabulate<const G: usize, const W: usize>(&mut self, patterns: usize) {
        let mut valid = [0; 8];
        for (lane, valid) in valid.iter_mut().enumerate() {
            // Patterns 8·i + lane of the block.
            let here = (patterns + 7 - lane) / 8;
            *valid = if here == 0 { 0 } else { u64::MAX >> (64 - here) };
        }
        for group in 0..G {
            let start = group << W;
            self.lines[start] = Line(if group == 0 { valid } else { [u64::MAX; 8] });
            for k in 0..W {
                let Some(&Line(plane)) = self.planes.get(group * W + k) else { break };
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

    /// Pairs of a west pattern and a pattern of the block that are disjoint.
    #[inline(always)]
    fn pairs<const G: usize, const W: usize>(&self, items: &[u64]) -> u64 {
        let lines = &*self.lines;
        let mut counts = [0u64; 8];
        for &item in items {
            let mut disjoint = lines[item as usize & ((1 << W) - 1)].0;
            for group in 1..G {
                let subset = (item >> (W * group)) as usize & ((1 << W) - 1);
                let line = &lines[(group << W) + subset].0;
                for lane in 0..8 {
                    disjoint[lane] &= line[lane];
                }
            }
            for lane in 0..8 {
                counts[lane] += u64::from(disjoint[lane].count_ones());
            }
        }
        counts.iter().sum()
    }
}
