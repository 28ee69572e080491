//! Places for work, in two lanes, each with a bounded queue.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::engine::Lane;
use crate::limits::Limits;

/// A place for one piece of work. It can be exchanged while the work goes on; when the last holder
/// lets go of it, it is free.
#[derive(Clone)]
pub(crate) struct Place(Arc<Mutex<Option<OwnedSemaphorePermit>>>);

impl Place {
    fn new(permit: OwnedSemaphorePermit) -> Self {
        Self(Arc::new(Mutex::new(Some(permit))))
    }

    fn exchange(&self, permit: OwnedSemaphorePermit) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(permit);
    }
}

struct One {
    /// Places to work.
    places: Arc<Semaphore>,
    /// Places to wait.
    tickets: Arc<Semaphore>,
}

impl One {
    fn new(places: usize, waiting: usize) -> Self {
        Self {
            places: Arc::new(Semaphore::new(places)),
            tickets: Arc::new(Semaphore::new(waiting)),
        }
    }
}

/// The two lanes.
pub(crate) struct Lanes {
    short: One,
    long: One,
    patience: Duration,
}

impl Lanes {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            short: One::new(limits.short.max(1), limits.waiting),
            long: One::new(limits.long.max(1), limits.waiting),
            patience: limits.patience,
        }
    }

    /// Waits for a place. None when the queue is full, or the wait was too long.
    pub(crate) async fn place(&self, lane: Lane) -> Option<Place> {
        let one = match lane {
            Lane::Short => &self.short,
            Lane::Long => &self.long,
        };
        if let Ok(permit) = Arc::clone(&one.places).try_acquire_owned() {
            return Some(Place::new(permit));
        }
        // The ticket is given back once there is a place: those who wait are bounded.
        let _ticket = one.tickets.try_acquire().ok()?;
        let wait = Arc::clone(&one.places).acquire_owned();
        let permit = tokio::time::timeout(self.patience, wait).await.ok()?.ok()?;
        Some(Place::new(permit))
    }

    /// Moves work that takes longer than it should from the short lane to the long one. Whether
    /// there was a place.
    pub(crate) fn move_to_long(&self, place: &Place) -> bool {
        match Arc::clone(&self.long.places).try_acquire_owned() {
            Ok(permit) => {
                place.exchange(permit);
                true
            }
            Err(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lanes(short: usize, long: usize, waiting: usize) -> Lanes {
        let mut limits = Limits::default();
        (limits.short, limits.long, limits.waiting) = (short, long, waiting);
        limits.patience = Duration::from_millis(20);
        Lanes::new(&limits)
    }

    #[tokio::test]
    async fn places_and_queue_are_bounded() {
        let lanes = lanes(1, 1, 1);
        let first = lanes.place(Lane::Short).await.unwrap();
        let (waits, refused) =
            tokio::join!(lanes.place(Lane::Short), async { lanes.place(Lane::Short).await });
        assert!(waits.is_none() && refused.is_none());
        drop(first);
        assert!(lanes.place(Lane::Short).await.is_some());
        assert!(lanes.place(Lane::Long).await.is_some());
    }

    #[tokio::test]
    async fn work_that_moves_frees_its_place() {
        let lanes = lanes(1, 1, 0);
        let slow = lanes.place(Lane::Short).await.unwrap();
        let held_by_the_work = slow.clone();
        assert!(lanes.move_to_long(&slow));
        let next = lanes.place(Lane::Short).await.unwrap();
        assert!(!lanes.move_to_long(&next), "the long lane has one place");
        drop(slow);
        assert!(!lanes.move_to_long(&next), "the work holds it still");
        drop(held_by_the_work);
        assert!(lanes.move_to_long(&next));
    }
}
