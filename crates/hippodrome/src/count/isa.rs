//! Two bit permutations that some machines have as instructions: extract and deposit.

/// The machine's way to move bits.
pub(crate) trait Isa: Copy + Send + Sync {
    /// The bits of `x` at the places of `mask`, packed to the low end.
    fn extract(self, x: u64, mask: u64) -> u64;
    /// The low bits of `x` spread to the places of `mask`.
    fn deposit(self, x: u64, mask: u64) -> u64;
}

/// Plain Rust: any machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Isa for Portable {
    #[inline(always)]
    fn extract(self, x: u64, mask: u64) -> u64 {
        let mut packed = 0;
        let mut left = x & mask;
        while left != 0 {
            let bit = left & left.wrapping_neg();
            packed |= 1 << (mask & (bit - 1)).count_ones();
            left ^= bit;
        }
        packed
    }

    #[inline(always)]
    fn deposit(self, x: u64, mask: u64) -> u64 {
        let (mut x, mut left, mut spread) = (x, mask, 0);
        while x != 0 && left != 0 {
            let bit = left & left.wrapping_neg();
            spread |= bit & (x & 1).wrapping_neg();
            x >>= 1;
            left ^= bit;
        }
        spread
    }
}

/// x86-64 with BMI2: one instruction each. Made only by [`Bmi2::detect`].
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bmi2(());

#[cfg(target_arch = "x86_64")]
impl Bmi2 {
    /// The token, on a machine that has these instructions.
    pub(crate) fn detect() -> Option<Self> {
        let all = is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt");
        all.then_some(Self(()))
    }
}

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "instructions that not every x86-64 has")]
impl Isa for Bmi2 {
    #[inline(always)]
    fn extract(self, x: u64, mask: u64) -> u64 {
        // SAFETY: a `Bmi2` is made only where the machine was found to have BMI2.
        unsafe { std::arch::x86_64::_pext_u64(x, mask) }
    }

    #[inline(always)]
    fn deposit(self, x: u64, mask: u64) -> u64 {
        // SAFETY: as above.
        unsafe { std::arch::x86_64::_pdep_u64(x, mask) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn deposit_and_extract_are_inverse(x: u64, mask: u64) {
            let packed = Portable.extract(x, mask);
            prop_assert_eq!(Portable.deposit(packed, mask), x & mask);
        }

        #[cfg(target_arch = "x86_64")]
        #[test]
        fn the_instructions_agree_with_plain_rust(x: u64, mask: u64) {
            if let Some(bmi2) = Bmi2::detect() {
                prop_assert_eq!(bmi2.extract(x, mask), Portable.extract(x, mask));
                prop_assert_eq!(bmi2.deposit(x, mask), Portable.deposit(x, mask));
            }
        }
    }
}
