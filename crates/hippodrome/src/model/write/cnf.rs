//! DIMACS CNF.

use std::io::{self, Write};

use super::super::{Model, name};
use super::about;

pub(super) fn write(model: &Model, out: &mut impl Write) -> io::Result<()> {
    for line in about(model) {
        writeln!(out, "c {line}")?;
    }
    for v in 0..model.variables().len() as u32 {
        writeln!(out, "c map {} {}", v + 1, model.name(v))?;
    }
    // The clauses of the cuts are the last ones, in this order.
    for set in model.cuts() {
        let vertices: Vec<String> = set.iter().map(|&v| name::vertex(model.graph(), v)).collect();
        writeln!(out, "c cut {}", vertices.join(" "))?;
    }
    writeln!(out, "p cnf {} {}", model.variables().len(), model.clauses().len())?;
    for clause in model.clauses().iter() {
        for literal in clause {
            write!(out, "{literal} ")?;
        }
        writeln!(out, "0")?;
    }
    Ok(())
}
