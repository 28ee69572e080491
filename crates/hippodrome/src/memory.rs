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

/// Refuses a method that would need more memory than there is; three quarters of what is available
/// may be used. Where the system does not say, 4 GiB are taken to be available.
///
/// # Errors
///
/// Says how much is needed and how much there is.
pub fn require(bytes: u128) -> Result<(), Error> {
    let have = u128::from(available().unwrap_or(4 << 30)) / 4 * 3;
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
}
