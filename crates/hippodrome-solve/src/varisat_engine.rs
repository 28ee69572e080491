//! varisat, a clause-learning solver in Rust (J. Harder).

use std::io::{self, Write};

use hippodrome::Observer;
use varisat::{ExtendFormula, Lit, ProofFormat, Solver};

use crate::sat::Engine;

/// varisat decides for "false" first. Every literal is handed over negated, so that it decides for
/// "true": a chosen edge forbids others, which leads to a solution with few conflicts. On 200x200
/// that is the difference between less than a second and no end.
pub(crate) struct Varisat<'a> {
    solver: Solver<'a>,
    /// The clause being handed over.
    literals: Vec<Lit>,
}

/// Where the proof goes: nowhere. varisat cannot be interrupted, but it stops when its proof
/// cannot be written, so this is asked after every few kilobytes of it.
struct Interrupt<'a>(&'a dyn Observer);

impl Write for Interrupt<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.should_stop() { Err(io::Error::other("stopped")) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> Varisat<'a> {
    pub(crate) fn new(observer: &'a dyn Observer) -> Self {
        let mut solver = Solver::new();
        solver.write_proof(Interrupt(observer), ProofFormat::Varisat);
        Self { solver, literals: Vec::new() }
    }
}

impl Engine for Varisat<'_> {
    fn add(&mut self, clause: &[i32]) {
        self.literals.clear();
        self.literals.extend(clause.iter().map(|&l| Lit::from_dimacs(-l as isize)));
        self.solver.add_clause(&self.literals);
    }

    fn satisfiable(&mut self) -> Option<bool> {
        self.solver.solve().ok()
    }

    fn values(&mut self, variables: usize) -> Vec<bool> {
        let mut values = vec![false; variables];
        for literal in self.solver.model().unwrap_or_default() {
            if let Some(value) = values.get_mut(literal.index()) {
                *value = literal.is_negative();
            }
        }
        values
    }

    fn conflicts(&self) -> Option<u64> {
        None
    }
}
