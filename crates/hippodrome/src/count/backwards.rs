//! All layers kept, and the pass backwards over them: in how many ways each state can be finished.
//!
//! The layers are kept as the count goes forwards, in memory up to half of what is given and beyond
//! that on disk. Then each is read once more, from the last to the first, its states stepped from
//! again, and what can be finished written anew with the number of ways to do so.

use super::engine::{EngineError, EngineOptions, Keep, Layer, count_and_keep};
#[cfg(target_arch = "x86_64")]
use super::isa::Bmi2;
use super::isa::{Isa, Portable};
use super::plan::Plan;
use super::records::{Records, Writer, sort_by_hash};
use super::state::{Key, Mates, decode, encode};
use super::step::{Sink, expand};
use super::table::{add_limbs, add_product};
use super::tally::big;
use crate::observer::{Observer, Progress};
use num_bigint::BigUint;
use std::io;
use std::path::Path;

/// The states of a layer from which some cycle can be finished.
#[derive(Debug, Default)]
pub(super) struct Rung {
    /// Each with the ways to reach it, and then the ways to finish from it.
    records: Records,
    /// Words of the ways to reach a state.
    ways: usize,
    /// Words of the ways to finish from it; none before the pass backwards.
    completions: usize,
    /// States before those that cannot be finished were dropped.
    pub(super) reached: u64,
    /// Bits of the largest number of ways to finish.
    bits: u64,
}

impl Rung {
    /// How many states there are.
    pub(super) fn len(&self) -> u64 {
        self.records.len()
    }

    /// A copy in memory, where it is on disk and takes at most so many bytes.
    pub(super) fn nearer(&self, most: u64) -> io::Result<Option<Self>> {
        let copy = |records| Self {
            records,
            ways: self.ways,
            completions: self.completions,
            reached: self.reached,
            bits: self.bits,
        };
        Ok(self.records.loaded(most)?.map(copy))
    }

    /// The ways to finish from a state of a plan; none if the state is not there.
    pub(super) fn find(&self, plan: &Plan, state: u128) -> io::Result<Option<BigUint>> {
        let mut found = Vec::new();
        let there = if plan.is_narrow() {
            self.records.find(state as u64, &mut found)?
        } else {
            self.records.find(state, &mut found)?
        };
        Ok(there.then(|| big(&found[self.ways..])))
    }
}

/// Bytes that are kept, and where they go when they are too many.
pub(super) struct Room<'a> {
    most: u64,
    held: u64,
    directory: Option<&'a Path>,
}

/// Layers of so few bytes always stay in memory.
const SMALL: u64 = 1 << 12;

impl<'a> Room<'a> {
    /// Half of the memory given, beside what is held already.
    pub(super) fn new(options: &'a EngineOptions, held: u64) -> Self {
        Self { most: options.memory / 2, held, directory: options.spill.as_deref() }
    }

    /// Bytes held in memory.
    pub(super) fn held(&self) -> u64 {
        self.held
    }

    /// Where records of so many bytes go: to memory or to this directory.
    fn place(&self, bytes: u64, step: usize, states: u64) -> Result<Option<&'a Path>, EngineError> {
        if bytes <= SMALL || self.held + bytes <= self.most {
            return Ok(None);
        }
        let memory = EngineError::Memory { step, states };
        self.directory.map(Some).ok_or(memory)
    }

    fn failed(&self, error: &io::Error) -> EngineError {
        let place = self.directory.unwrap_or(Path::new("")).display();
        EngineError::Disk { what: format!("temporary files in {place}: {error}") }
    }
}

struct Forward<'a, 'b> {
    rungs: Vec<Rung>,
    room: &'a mut Room<'b>,
}

impl Keep for Forward<'_, '_> {
    fn keep<K: Key>(&mut self, layer: &Layer<K>) -> Result<(), EngineError> {
        let (states, width) = (layer.states(), layer.stride());
        let disk = self.room.place(states * width as u64 * 8, layer.index, states)?;
        let write = || -> io::Result<Records> {
            let mut writer = Writer::new(states, width, disk)?;
            let mut records = Vec::new();
            // The buckets of a layer are stretches of the hashes, in order.
            for bucket in &layer.buckets {
                records.clear();
                layer.for_each_chunk_of(bucket, &mut |chunk| {
                    records.extend_from_slice(chunk);
                    Ok(())
                })?;
                sort_by_hash::<K>(&mut records, width);
                writer.push::<K>(&records)?;
            }
            writer.finish()
        };
        let records = write().map_err(|e| self.room.failed(&e))?;
        self.room.held += records.bytes();
        let reached = records.len();
        self.rungs.push(Rung { records, ways: layer.limbs, reached, ..Rung::default() });
        Ok(())
    }
}

/// The cycles of a plan, and all states that some cycle passes through, layer by layer.
pub(super) fn rungs(
    plan: &Plan,
    options: &EngineOptions,
    room: &mut Room<'_>,
    observer: &dyn Observer,
) -> Result<(BigUint, Vec<Rung>), EngineError> {
    let forward =
        &EngineOptions { checkpoint: None, memory: options.memory / 2, ..options.clone() };
    let mut kept = Forward { rungs: Vec::new(), room };
    let count = count_and_keep(plan, forward, observer, &mut kept)?.cycles;
    let (mut rungs, room) = (kept.rungs, kept.room);
    let last = Rung::default();
    for step in (0..rungs.len()).rev() {
        if observer.should_stop() {
            return Err(EngineError::Stopped { step });
        }
        observer.progress(&Progress {
            stage: "back",
            done: (rungs.len() - step) as u128,
            total: Some(rungs.len() as u128),
            note: format!("{} states", rungs[step].len()),
        });
        let pass = Pass { plan, step, threads: options.threads.max(1) };
        let (rung, after) = (&rungs[step], rungs.get(step + 1).unwrap_or(&last));
        // The tables of the count are gone: their half of the memory is free.
        let near = after.nearer(options.memory / 2).map_err(|e| room.failed(&e))?;
        let done = pass.finishable(rung, near.as_ref().unwrap_or(after), &count, room)?;
        room.held += done.records.bytes();
        room.held -= rungs[step].records.bytes();
        rungs[step] = done;
    }
    Ok((count, rungs))
}

/// Looks at all states of a layer and at what follows from each.
trait Visit: Sink {
    fn begin(&mut self, record: &[u64]);
    fn end(&mut self, record: &[u64]);
}

/// A machine on which a layer can be looked at.
trait Walk: Isa {
    fn walk<K: Key, V: Visit>(self, at: (&Plan, usize), records: (&[u64], usize), visit: &mut V);
}

#[inline(always)]
fn walk<K: Key, I: Isa, V: Visit>(
    isa: I,
    (plan, step): (&Plan, usize),
    (records, width): (&[u64], usize),
    visit: &mut V,
) {
    let mut mates = [0; 64];
    for record in records.chunks_exact(width) {
        visit.begin(record);
        let (ends, full) = decode(isa, plan.slots, K::load(record), &mut mates);
        expand(plan, step, ends, full, &mut mates, visit);
        visit.end(record);
    }
}

impl Walk for Portable {
    fn walk<K: Key, V: Visit>(self, at: (&Plan, usize), records: (&[u64], usize), visit: &mut V) {
        walk::<K, Self, V>(self, at, records, visit);
    }
}

/// The same, compiled for machines with BMI2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
fn walk_bmi2<K: Key, V: Visit>(
    bmi2: Bmi2,
    at: (&Plan, usize),
    records: (&[u64], usize),
    visit: &mut V,
) {
    walk::<K, Bmi2, V>(bmi2, at, records, visit);
}

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "a function compiled for instructions that not every x86-64 has")]
impl Walk for Bmi2 {
    fn walk<K: Key, V: Visit>(self, at: (&Plan, usize), records: (&[u64], usize), visit: &mut V) {
        // SAFETY: a `Bmi2` is made only where the machine was found to have these instructions.
        unsafe { walk_bmi2::<K, V>(self, at, records, visit) }
    }
}

/// One step, done again by several threads.
pub(super) struct Pass<'a> {
    pub(super) plan: &'a Plan,
    pub(super) step: usize,
    pub(super) threads: usize,
}

/// Records that a thread takes at a time.
const PART: u64 = 1 << 15;

impl Pass<'_> {
    /// Lets threads look at all states of a rung, part by part, and takes what each makes of a part
    /// in order.
    fn through<T: Send>(
        &self,
        rung: &Rung,
        look: impl Fn(&[u64]) -> io::Result<T> + Sync,
        mut take: impl FnMut(T) -> io::Result<()>,
    ) -> io::Result<()> {
        let (mut from, all) = (0, rung.len());
        let mut buffer = Vec::new();
        while from < all {
            let to = all.min(from + PART * self.threads as u64);
            let records = rung.records.stretch(from, to, &mut buffer)?;
            let width = records.len() / (to - from) as usize;
            let part = ((to - from) as usize).div_ceil(self.threads).max(1 << 12) * width;
            let mut parts = records.chunks(part);
            let (Some(first), rest) = (parts.next(), parts) else { break };
            let done: Vec<io::Result<T>> = std::thread::scope(|scope| {
                let others: Vec<_> = rest.map(|part| scope.spawn(|| look(part))).collect();
                let mut done = vec![look(first)];
                done.extend(others.into_iter().map(|other| {
                    other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                }));
                done
            });
            done.into_iter().try_for_each(|part| take(part?))?;
            from = to;
        }
        Ok(())
    }

    /// Works out the completions of a layer from those of the next, and drops what has none.
    fn finishable(
        &self,
        rung: &Rung,
        after: &Rung,
        count: &BigUint,
        room: &Room<'_>,
    ) -> Result<Rung, EngineError> {
        #[cfg(target_arch = "x86_64")]
        if let Some(bmi2) = Bmi2::detect() {
            return self.finishable_for(bmi2, rung, after, count, room);
        }
        self.finishable_for(Portable, rung, after, count, room)
    }

    fn finishable_for<I: Walk>(
        &self,
        isa: I,
        rung: &Rung,
        after: &Rung,
        count: &BigUint,
        room: &Room<'_>,
    ) -> Result<Rung, EngineError> {
        if self.plan.is_narrow() {
            self.finish::<u64, I>(isa, rung, after, count, room)
        } else {
            self.finish::<u128, I>(isa, rung, after, count, room)
        }
    }

    fn finish<K: Key, I: Walk>(
        &self,
        isa: I,
        rung: &Rung,
        after: &Rung,
        count: &BigUint,
        room: &Room<'_>,
    ) -> Result<Rung, EngineError> {
        // No more than all cycles, and no more than each branch with the most that it can have.
        let branches = u64::from(self.plan.fan_out(self.step).ilog2()) + 1;
        let bits = count.bits().min(after.bits.max(1) + branches);
        let limbs = bits.div_ceil(64).max(1) as usize;
        let width = K::WORDS + rung.ways + limbs;
        let disk = room.place(rung.len() * width as u64 * 8, self.step, rung.len())?;
        let mut most = 0;
        let look = |records: &[u64]| -> io::Result<(Vec<u64>, u64)> {
            let mut sums = Sums::<K, I> {
                isa,
                slots: self.plan.slots,
                after,
                sum: vec![0; limbs],
                found: Vec::new(),
                failed: None,
                kept: Vec::new(),
                bits: 0,
                key: std::marker::PhantomData,
            };
            let width = K::WORDS + rung.ways;
            isa.walk::<K, _>((self.plan, self.step), (records, width), &mut sums);
            sums.failed.map_or(Ok((sums.kept, sums.bits)), Err)
        };
        let mut write = || -> io::Result<Records> {
            let mut writer = Writer::new(rung.len(), width, disk)?;
            self.through(rung, look, |(kept, bits)| {
                most = most.max(bits);
                writer.push::<K>(&kept)
            })?;
            writer.finish()
        };
        let records = write().map_err(|e| room.failed(&e))?;
        let (ways, reached) = (rung.ways, rung.reached);
        Ok(Rung { records, ways, completions: limbs, reached, bits: most })
    }

    /// How many cycles use each edge from the vertex of the step to a later neighbour.
    pub(super) fn usage(
        &self,
        rung: &Rung,
        after: &Rung,
        count: &BigUint,
    ) -> io::Result<Vec<BigUint>> {
        #[cfg(target_arch = "x86_64")]
        if let Some(bmi2) = Bmi2::detect() {
            return self.usage_for(bmi2, rung, after, count);
        }
        self.usage_for(Portable, rung, after, count)
    }

    fn usage_for<I: Walk>(
        &self,
        isa: I,
        rung: &Rung,
        after: &Rung,
        count: &BigUint,
    ) -> io::Result<Vec<BigUint>> {
        if self.plan.is_narrow() {
            self.used::<u64, I>(isa, rung, after, count)
        } else {
            self.used::<u128, I>(isa, rung, after, count)
        }
    }

    fn used<K: Key, I: Walk>(
        &self,
        isa: I,
        rung: &Rung,
        after: &Rung,
        count: &BigUint,
    ) -> io::Result<Vec<BigUint>> {
        let later = self.plan.later(self.step).len();
        // No sum exceeds the count; a product has as many words as its factors together.
        let limbs = (rung.ways + after.completions).max(count.bits().div_ceil(64) as usize) + 1;
        let mut totals = vec![BigUint::ZERO; later];
        let look = |records: &[u64]| -> io::Result<Vec<Vec<u64>>> {
            let mut usage = Usage::<K, I> {
                isa,
                slots: self.plan.slots,
                after,
                sums: vec![vec![0; limbs]; later],
                ways: vec![0; rung.ways],
                chosen: [None; 2],
                found: Vec::new(),
                failed: None,
                key: std::marker::PhantomData,
            };
            let width = K::WORDS + rung.ways + rung.completions;
            isa.walk::<K, _>((self.plan, self.step), (records, width), &mut usage);
            usage.failed.map_or(Ok(usage.sums), Err)
        };
        self.through(rung, look, |sums| {
            totals.iter_mut().zip(&sums).for_each(|(total, sum)| *total += big(sum));
            Ok(())
        })?;
        Ok(totals)
    }
}

/// Adds up the completions of what follows from a state.
struct Sums<'a, K, I> {
    isa: I,
    slots: u32,
    after: &'a Rung,
    sum: Vec<u64>,
    found: Vec<u64>,
    failed: Option<io::Error>,
    /// Records of the states that can be finished.
    kept: Vec<u64>,
    bits: u64,
    key: std::marker::PhantomData<K>,
}

impl<K: Key, I: Isa> Sink for Sums<'_, K, I> {
    #[inline(always)]
    fn state(&mut self, ends: u64, full: u64, mates: &mut Mates) {
        let next: K = encode(self.isa, self.slots, ends, full, mates);
        match self.after.records.find(next, &mut self.found) {
            Ok(true) => add_limbs(&mut self.sum, &self.found[self.after.ways..]),
            Ok(false) => {}
            Err(error) => self.failed = Some(error),
        }
    }

    #[inline(always)]
    fn cycle(&mut self) {
        add_limbs(&mut self.sum, &[1]);
    }
}

impl<K: Key, I: Isa> Visit for Sums<'_, K, I> {
    #[inline(always)]
    fn begin(&mut self, _record: &[u64]) {
        self.sum.fill(0);
    }

    #[inline(always)]
    fn end(&mut self, record: &[u64]) {
        let Some(top) = self.sum.iter().rposition(|&word| word != 0) else { return };
        let bits = 64 * (top as u64 + 1) - u64::from(self.sum[top].leading_zeros());
        self.bits = self.bits.max(bits);
        self.kept.extend_from_slice(record);
        self.kept.extend_from_slice(&self.sum);
    }
}

/// Adds up, for each move of a vertex, the cycles that use it.
struct Usage<'a, K, I> {
    isa: I,
    slots: u32,
    after: &'a Rung,
    /// For each later neighbour.
    sums: Vec<Vec<u64>>,
    ways: Vec<u64>,
    chosen: [Option<usize>; 2],
    found: Vec<u64>,
    failed: Option<io::Error>,
    key: std::marker::PhantomData<K>,
}

impl<K, I> Usage<'_, K, I> {
    #[inline(always)]
    fn add(&mut self, completions: &[u64]) {
        for place in self.chosen.into_iter().flatten() {
            for (i, &word) in completions.iter().enumerate() {
                add_product(&mut self.sums[place][i..], &self.ways, word);
            }
        }
    }
}

impl<K: Key, I: Isa> Sink for Usage<'_, K, I> {
    #[inline(always)]
    fn state(&mut self, ends: u64, full: u64, mates: &mut Mates) {
        let next: K = encode(self.isa, self.slots, ends, full, mates);
        let mut found = std::mem::take(&mut self.found);
        match self.after.records.find(next, &mut found) {
            Ok(true) => self.add(&found[self.after.ways..]),
            Ok(false) => {}
            Err(error) => self.failed = Some(error),
        }
        self.found = found;
    }

    #[inline(always)]
    fn cycle(&mut self) {
        self.add(&[1]);
    }

    #[inline(always)]
    fn chose(&mut self, _step: usize, first: Option<usize>, second: Option<usize>) {
        self.chosen = [first, second];
    }
}

impl<K: Key, I: Isa> Visit for Usage<'_, K, I> {
    #[inline(always)]
    fn begin(&mut self, record: &[u64]) {
        let ways = self.ways.len();
        self.ways.copy_from_slice(&record[K::WORDS..][..ways]);
    }

    #[inline(always)]
    fn end(&mut self, _record: &[u64]) {}
}
