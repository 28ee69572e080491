//! The pure step: a state, a vertex, and all the states that follow.

use super::plan::{Plan, Step};
use super::state::Mates;

/// Receives what a step makes of a state.
pub(crate) trait Sink {
    /// A state after the step.
    ///
    /// The mates may be overwritten on the way, and must be put back.
    fn state(&mut self, ends: u64, full: u64, mates: &mut Mates);
    /// A cycle closed over all vertices.
    fn cycle(&mut self);
    /// The moves of the vertex of this step, as places in the list of its later neighbours; called
    /// before the state or the cycle that they lead to.
    #[inline(always)]
    fn chose(&mut self, _step: usize, _first: Option<usize>, _second: Option<usize>) {}
}

/// What the neighbourhood of the vertex asks for, before its moves are chosen.
///
/// With the vertex gone, a neighbouring vertex has *slack*: its open neighbours less the moves that
/// it still needs.
struct Demand {
    /// Slots of vertices with slack −1: they die unless the vertex moves to them.
    must: u64,
    /// Open neighbours of vertices with slack 0 or less: they must not be finished now, unless the
    /// same step serves the vertex that needs them.
    tight: u64,
    /// Open neighbours of vertices with slack 1: not both of two of them.
    loose: u64,
}

impl Step {
    /// Whether every vertex nearby can still be finished.
    #[inline(always)]
    fn alive(&self, ends: u64, full: u64) -> bool {
        self.checks.iter().all(|c| {
            let open = c.fresh + (c.mask & !full).count_ones();
            let need = 2 - u32::from(ends & c.own != 0);
            open >= need || full & c.own != 0
        })
    }

    /// The demand of a state without the vertex; none if the state is dead.
    #[inline(always)]
    fn demand(&self, ends: u64, full: u64) -> Option<Demand> {
        let mut demand = Demand { must: 0, tight: 0, loose: 0 };
        for c in &self.checks {
            if full & c.own != 0 {
                continue;
            }
            let open = c.fresh + (c.mask & !full).count_ones();
            let need = 2 - u32::from(ends & c.own != 0);
            if open >= need + 2 {
                continue;
            }
            if open == need + 1 {
                demand.loose |= c.mask;
            } else {
                demand.tight |= c.mask;
                if open < need {
                    if open + 1 < need || c.own == 0 {
                        return None;
                    }
                    demand.must |= c.own;
                }
            }
        }
        Some(demand)
    }

    /// Hands on the state that has newly finished the slots `closed`, if it is alive.
    #[inline(always)]
    fn finish<S: Sink>(
        &self,
        demand: &Demand,
        closed: u64,
        (ends, full): (u64, u64),
        mates: &mut Mates,
        sink: &mut S,
    ) {
        let doubtful = closed & demand.tight != 0
            || (closed & demand.loose == closed && closed & (closed.wrapping_sub(1)) != 0);
        if !doubtful || self.alive(ends, full) {
            sink.state(ends, full & !self.drop, mates);
        }
    }

    #[inline(always)]
    fn close<S: Sink>(&self, ends: u64, full: u64, sink: &mut S) {
        if self.may_close && ends == 0 && full == self.live {
            sink.cycle();
        }
    }
}

/// All ways to process the vertex of step `index` from a state.
#[inline(always)]
pub(crate) fn expand<S: Sink>(
    plan: &Plan,
    index: usize,
    ends: u64,
    full: u64,
    mates: &mut Mates,
    sink: &mut S,
) {
    let step = &plan.steps[index];
    let (ends_left, full_left) = (ends & !step.own, full & !step.own);
    let Some(mut demand) = step.demand(ends_left, full_left) else { return };
    demand.must |= step.forced;
    if full & step.own != 0 {
        if demand.must == 0 {
            sink.chose(index, None, None);
            step.finish(&demand, 0, (ends_left, full_left), mates, sink);
        }
    } else if ends & step.own != 0 {
        let mate = mates[step.own.trailing_zeros() as usize & 63];
        extend(step, index, &demand, (ends_left, full_left), mate, mates, sink);
    } else {
        join(step, index, &demand, (ends_left, full_left), mates, sink);
    }
}

/// The vertex is an end: one more move.
#[inline(always)]
fn extend<S: Sink>(
    step: &Step,
    index: usize,
    demand: &Demand,
    (ends, full): (u64, u64),
    mate: u8,
    mates: &mut Mates,
    sink: &mut S,
) {
    for (i, &x) in step.later.iter().enumerate() {
        let bit = 1 << x;
        if full & bit != 0 || demand.must & !bit != 0 {
            continue;
        }
        sink.chose(index, Some(i), None);
        if ends & bit == 0 {
            let old = (mates[mate as usize & 63], mates[x as usize & 63]);
            mates[mate as usize & 63] = x;
            mates[x as usize & 63] = mate;
            step.finish(demand, 0, (ends | bit, full), mates, sink);
            mates[mate as usize & 63] = old.0;
            mates[x as usize & 63] = old.1;
        } else if x == mate {
            step.close(ends ^ bit, full | bit, sink);
        } else {
            let far = mates[x as usize & 63];
            let old = mates[mate as usize & 63];
            mates[mate as usize & 63] = far;
            mates[far as usize & 63] = mate;
            step.finish(demand, bit, (ends ^ bit, full | bit), mates, sink);
            mates[mate as usize & 63] = old;
            mates[far as usize & 63] = x;
        }
    }
}

/// The vertex is untouched: two moves.
#[inline(always)]
fn join<S: Sink>(
    step: &Step,
    index: usize,
    demand: &Demand,
    (ends, full): (u64, u64),
    mates: &mut Mates,
    sink: &mut S,
) {
    for (i, &x) in step.later.iter().enumerate() {
        let xbit = 1 << x;
        if full & xbit != 0 {
            continue;
        }
        let must = demand.must & !xbit;
        if must & must.wrapping_sub(1) != 0 {
            continue;
        }
        let (far_x, ends_x, closed_x) = if ends & xbit == 0 {
            (x, ends | xbit, 0)
        } else {
            (mates[x as usize & 63], ends ^ xbit, xbit)
        };
        for (j, &y) in step.later.iter().enumerate().skip(i + 1) {
            let ybit = 1 << y;
            if full & ybit != 0 || must & !ybit != 0 {
                continue;
            }
            sink.chose(index, Some(i), Some(j));
            let (far_y, ends_y, closed) = if ends & ybit == 0 {
                (y, ends_x | ybit, closed_x)
            } else if far_x == y {
                step.close(ends_x ^ ybit, full | xbit | ybit, sink);
                continue;
            } else {
                (mates[y as usize & 63], ends_x ^ ybit, closed_x | ybit)
            };
            let old = (mates[far_x as usize & 63], mates[far_y as usize & 63]);
            mates[far_x as usize & 63] = far_y;
            mates[far_y as usize & 63] = far_x;
            step.finish(demand, closed, (ends_y, full | closed), mates, sink);
            mates[far_x as usize & 63] = old.0;
            mates[far_y as usize & 63] = old.1;
        }
    }
}
