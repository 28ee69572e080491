//! CaDiCaL, a clause-learning solver in C++ (A. Biere, T. Faller, K. Fazekas, M. Fleury, N.
//! Froleyks, F. Pollitt, CaDiCaL 2.0, CAV 2024, doi:10.1007/978-3-031-65627-9_7).

use cadical_sys::{CaDiCal, Status};
use hippodrome::Observer;

use crate::sat::Engine;

/// CaDiCaL works for this many conflicts before the observer is asked whether to stop.
const SLICE: i32 = 500;

pub(crate) struct Cadical<'a> {
    solver: CaDiCal,
    observer: &'a dyn Observer,
}

impl<'a> Cadical<'a> {
    pub(crate) fn new(observer: &'a dyn Observer) -> Self {
        Self { solver: CaDiCal::new(), observer }
    }
}

impl Engine for Cadical<'_> {
    fn add(&mut self, clause: &[i32]) {
        for &literal in clause {
            self.solver.add(literal);
        }
        self.solver.add(0);
    }

    fn satisfiable(&mut self) -> Option<bool> {
        loop {
            self.solver.limit("conflicts", SLICE);
            match self.solver.solve() {
                Status::SATISFIABLE => return Some(true),
                Status::UNSATISFIABLE => return Some(false),
                Status::UNKNOWN if self.observer.should_stop() => return None,
                Status::UNKNOWN => {}
            }
        }
    }

    fn values(&mut self, variables: usize) -> Vec<bool> {
        let known = self.solver.vars();
        (1..=variables as i32).map(|v| v <= known && self.solver.val(v) > 0).collect()
    }

    fn conflicts(&self) -> Option<u64> {
        u64::try_from(self.solver.get_statistic_value("conflicts")).ok()
    }
}
