//! How fast a count goes, and how long it may still take.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// The pace of a count: measured so far, and from here on by an estimate of its layers.
#[derive(Debug)]
pub(crate) struct Pace<'a> {
    begin: Instant,
    /// States stepped from.
    done: f64,
    /// The states expected before each step, on any scale; may be empty.
    profile: &'a [f64],
}

impl<'a> Pace<'a> {
    pub(crate) fn new(profile: &'a [f64]) -> Self {
        Self { begin: Instant::now(), done: 0.0, profile }
    }

    /// Notes a layer that was stepped from.
    pub(crate) fn note(&mut self, states: u64) {
        self.done += states as f64;
    }

    /// What to say of a layer before its step: states, states a second, and the time left if the
    /// layers from here on keep the proportions of the profile.
    pub(crate) fn words(&self, step: usize, states: u64) -> String {
        let mut words = format!("{states} states");
        let seconds = self.begin.elapsed().as_secs_f64();
        let rate = self.done / seconds;
        if !(rate.is_finite() && rate > 0.0) {
            return words;
        }
        let _ = write!(words, ", {rate:.0} a second");
        if let Some(left) = self.left(step, states, rate) {
            let _ = write!(words, ", about {} s left", left.as_secs());
        }
        words
    }

    fn left(&self, step: usize, states: u64, rate: f64) -> Option<Duration> {
        let here = *self.profile.get(step).filter(|w| **w > 0.0)?;
        let rest: f64 = self.profile[step..].iter().sum();
        Duration::try_from_secs_f64(rest / here * states as f64 / rate).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_is_scaled_by_the_layer_that_is_there() {
        let profile = [1.0, 10.0, 100.0, 10.0, 1.0];
        let mut pace = Pace::new(&profile);
        pace.note(2);
        pace.note(20);
        // Twice the profile: 2·(100 + 10 + 1) states are left.
        assert_eq!(pace.left(2, 200, 1.0), Some(Duration::from_secs(222)));
        assert_eq!(pace.left(9, 200, 1.0), None);
        assert!(pace.words(2, 200).starts_with("200 states, "));
        assert_eq!(Pace::new(&[]).words(0, 1), "1 states");
    }
}
