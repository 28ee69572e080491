//! Memory, asked for before it is taken.

use crate::error::Error;

/// The memory that the machine can give to this process now, in bytes: what the kernel calls
/// available, or less where the process is in a control group with a limit. `None` where the
/// system does not say.
#[must_use]
pub fn available() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    let free = kib.saturating_mul(1024);
    Some(group_limit().map_or(free, |limit| limit.min(free)))
}

/// What is left of the limit of the process's control group, where it has one.
fn group_limit() -> Option<u64> {
    let number = |path: &str| std::fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let limit = number("/sys/fs/cgroup/memory.max")?;
    Some(limit.saturating_sub(number("/sys/fs/cgroup/memory.current").unwrap_or(0)))
}

/// The memory that this process holds now, in bytes: what is resident, and what of it the kernel
/// has swapped out. It is of the whole process, with whatever else works in it. `None` where the
/// system does not say (Linux does).
#[must_use]
pub fn held() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let kib = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()
    };
    Some(kib("VmRSS:")?.saturating_add(kib("VmSwap:").unwrap_or(0)).saturating_mul(1024))
}

/// What may be used where nobody says otherwise: three quarters of what is [`available`]. Where the
/// system does not say, 4 GiB are taken to be available.
#[must_use]
pub fn share() -> u64 {
    available().unwrap_or(4 << 30) / 4 * 3
}

/// Refuses a method that would need more memory than the [`share`] that may be used.
///
/// # Errors
///
/// Says how much is needed and how much there is.
pub fn require(bytes: u128) -> Result<(), Error> {
    let have = u128::from(share());
    if bytes <= have {
        return Ok(());
    }
    Err(Error::too_large(format!(
        "it needs about {} MiB of memory, and {} MiB may be used",
        bytes >> 20,
        have >> 20
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_had_is_refused() {
        assert!(require(1 << 20).is_ok());
        assert!(require(u128::MAX).unwrap_err().is_too_large());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_taken_is_held() {
        // Other tests run in the same process: only what this one holds is sure.
        let taken = std::hint::black_box(vec![1u8; 64 << 20]);
        assert!(held().unwrap() >= 64 << 20);
        drop(taken);
    }
}
