//! The dataflow of a worker: parcels and notes go in, are exchanged, and are taken where they arrive.
//!
//! Times are phases and, within a phase, rounds. A worker sends a bounded number of bytes in a round
//! and begins a round only when what was sent a few rounds before has arrived everywhere: timely
//! dataflow holds nobody back by itself. A phase is over when all its parcels have been taken; then
//! every worker writes a note to every other, and the next phase begins when all of them are read.

use crate::error::lost;
use crate::packet::{ByWorker, Packet};
use hippodrome::count::{EngineError, Parcel, Shard};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use timely::container::NoopBuilder;
use timely::dataflow::InputHandle;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::probe::{Handle, Probe};
use timely::worker::Worker;

/// A worker that waits looks up this often, to see whether the count is over.
pub(crate) const NAP: Duration = Duration::from_millis(20);

/// Rounds that may be under way.
pub(crate) const WINDOW: u32 = 4;

/// The time of the last round of a phase.
fn end_of(phase: u64) -> u64 {
    phase << 32 | u64::from(u32::MAX)
}

/// What has arrived at a worker, and its part of the count.
#[derive(Debug)]
struct Inbox {
    shard: Shard,
    phase: u64,
    /// Parcels of a phase that this worker has not begun.
    early: Vec<(u64, Parcel)>,
    notes: BTreeMap<u64, Vec<Vec<u64>>>,
    failed: Option<EngineError>,
    words: u64,
    check: u64,
}

impl Inbox {
    fn receive(&mut self, time: u64, packet: Packet) {
        let phase = time >> 32;
        if packet.is_note() {
            self.notes.entry(phase).or_default().push(packet.0.words);
        } else {
            self.words += packet.0.words.len() as u64 + 1;
            self.check = self.check.wrapping_add(sum(&packet.0));
            if phase == self.phase {
                self.take(packet.0);
            } else {
                self.early.push((phase, packet.0));
            }
        }
    }

    fn take(&mut self, parcel: Parcel) {
        if let Err(error) = self.shard.take(parcel) {
            self.failed.get_or_insert(error);
        }
    }
}

/// A sum over a parcel that changes with any word of it.
fn sum(parcel: &Parcel) -> u64 {
    parcel.words.iter().fold(u64::from(parcel.bucket), |sum, &w| sum.wrapping_add(w))
}

/// What a worker has sent and received, in words, and how it spent its time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Traffic {
    pub(crate) sent: u64,
    pub(crate) received: u64,
    pub(crate) waited: Duration,
}

/// The dataflow of a worker, and its part of the count.
pub(crate) struct Flow<'a> {
    worker: &'a mut Worker,
    input: InputHandle<u64, NoopBuilder<Packet>>,
    probe: Handle<u64>,
    inbox: Rc<RefCell<Inbox>>,
    halt: Arc<AtomicBool>,
    /// Words that may be sent in a round.
    budget: u64,
    round: u32,
    in_round: u64,
    sent: u64,
    check: u64,
    waited: Duration,
}

impl<'a> Flow<'a> {
    pub(crate) fn new(
        worker: &'a mut Worker,
        shard: Shard,
        budget: u64,
        halt: Arc<AtomicBool>,
    ) -> Self {
        let inbox = Inbox {
            shard,
            phase: 0,
            early: Vec::new(),
            notes: BTreeMap::new(),
            failed: None,
            words: 0,
            check: 0,
        };
        let inbox = Rc::new(RefCell::new(inbox));
        let mut input = InputHandle::new_with_builder();
        let probe = Handle::new();
        let taker = Rc::clone(&inbox);
        worker.dataflow(|scope| {
            input
                .to_stream(scope)
                .unary::<NoopBuilder<Packet>, _, _, _>(
                    DistributorPact(|_| ByWorker),
                    "take",
                    |_, _| {
                        move |packets, _| {
                            let mut inbox = taker.borrow_mut();
                            packets.for_each(|stamp, packet| {
                                let time = stamp.least().copied().unwrap_or_default();
                                inbox.receive(time, std::mem::take(packet));
                            });
                        }
                    },
                )
                .probe_with(&probe);
        });
        let (round, in_round, sent, check) = (0, 0, 0, 0);
        let waited = Duration::ZERO;
        Self { worker, input, probe, inbox, halt, budget, round, in_round, sent, check, waited }
    }

    /// The number of this worker.
    pub(crate) fn index(&self) -> usize {
        self.worker.index()
    }

    pub(crate) fn traffic(&self) -> Traffic {
        let (sent, received) = (self.sent, self.inbox.borrow().words);
        Traffic { sent, received, waited: self.waited }
    }

    /// Does something with the part of the count.
    pub(crate) fn with<T>(&mut self, f: impl FnOnce(&mut Shard) -> T) -> T {
        f(&mut self.inbox.borrow_mut().shard)
    }

    /// Sends the parcels of a phase as they are made, until there are no more, and waits until all
    /// workers have taken all of them.
    pub(crate) fn exchange(&mut self) -> Result<(), EngineError> {
        let phase = self.inbox.borrow().phase;
        let early = std::mem::take(&mut self.inbox.borrow_mut().early);
        for (of, parcel) in early {
            let mut inbox = self.inbox.borrow_mut();
            debug_assert_eq!(of, phase, "nobody is more than one phase ahead");
            inbox.take(parcel);
        }
        let mut parcels = Vec::new();
        let mut more = true;
        while more {
            more = self.with(|shard| shard.expand(&mut parcels))?;
            if parcels.is_empty() {
                continue;
            }
            for parcel in parcels.drain(..) {
                let words = parcel.words.len() as u64 + 1;
                self.sent += words;
                self.in_round += words;
                self.check = self.check.wrapping_add(sum(&parcel));
                self.input.send_batch(&mut Packet(parcel));
            }
            if self.in_round >= self.budget {
                self.next_round(phase)?;
            }
            self.worker.step();
            self.check_on()?;
        }
        self.input.advance_to(end_of(phase));
        self.wait_for(end_of(phase))
    }

    fn next_round(&mut self, phase: u64) -> Result<(), EngineError> {
        self.round += 1;
        self.in_round = 0;
        self.input.advance_to(phase << 32 | u64::from(self.round));
        self.wait_for(phase << 32 | u64::from(self.round.saturating_sub(WINDOW)))
    }

    /// Tells every worker something, hears all of them, in order, and begins the next phase.
    pub(crate) fn tell(&mut self, words: &[u64]) -> Result<Vec<Vec<u64>>, EngineError> {
        let phase = self.inbox.borrow().phase;
        let (me, peers) = (self.worker.index(), self.worker.peers());
        let received = self.inbox.borrow().check;
        for to in 0..peers {
            let mut note = vec![me as u64, self.check, received];
            note.extend_from_slice(words);
            self.input.send_batch(&mut Packet::note(to, note));
        }
        let next = (phase + 1) << 32;
        self.input.advance_to(next);
        // No parcel of the next phase is sent to a worker that has not heard all of this one; but
        // it may come before that worker has seen that it has.
        self.wait_for(next)?;
        let mut inbox = self.inbox.borrow_mut();
        inbox.phase = phase + 1;
        self.round = 0;
        self.in_round = 0;
        let mut notes = inbox.notes.remove(&phase).unwrap_or_default();
        notes.sort_unstable();
        let whole = notes.iter().map(|note| note.first().copied()).eq((0..peers as u64).map(Some));
        let add = |at: usize| notes.iter().fold(0_u64, |sum, note| sum.wrapping_add(note[at]));
        if !whole || notes.iter().any(|note| note.len() < 3) || add(1) != add(2) {
            let what = "what was sent is not what arrived: restart all with --resume";
            return Err(lost(what.to_owned()));
        }
        Ok(notes.into_iter().map(|mut note| note.split_off(3)).collect())
    }

    /// Works on what arrives until nothing before this time is left anywhere.
    fn wait_for(&mut self, time: u64) -> Result<(), EngineError> {
        let begin = Instant::now();
        while self.probe.less_than(&time) {
            self.worker.step_or_park(Some(NAP));
            self.check_on()?;
        }
        self.waited += begin.elapsed();
        Ok(())
    }

    fn check_on(&self) -> Result<(), EngineError> {
        if let Some(error) = self.inbox.borrow_mut().failed.take() {
            return Err(error);
        }
        if self.halt.load(Ordering::Relaxed) {
            return Err(EngineError::Stopped { step: self.inbox.borrow().shard.index() });
        }
        Ok(())
    }

    /// Ends the dataflow, well or not.
    pub(crate) fn end(self) {
        let Self { worker, input, .. } = self;
        input.close();
        for dataflow in worker.installed_dataflows() {
            if self.halt.load(Ordering::Relaxed) {
                worker.drop_dataflow(dataflow);
            }
        }
    }
}
