//! CPLEX LP.

use std::io::{self, Write};

use super::super::{Domain, Model, Row};
use super::about;

/// Three traps are avoided: an objective without a term and a row without a term are syntax errors
/// in GLPK, and bounds of a variable that is also declared binary are reset by some programs.
pub(super) fn write(model: &Model, out: &mut impl Write) -> io::Result<()> {
    for line in about(model) {
        writeln!(out, "\\ {line}")?;
    }
    // A term for places that need one.
    let zero = match model.variables() {
        [] => "none".into(),
        variables => model.name(variables.len() as u32 - 1),
    };
    writeln!(out, "Minimize\n obj: 0 {zero}\nSubject To")?;
    for row in model.rows() {
        write_row(model, row, &zero, out)?;
    }
    writeln!(out, "Bounds")?;
    if model.variables().is_empty() {
        writeln!(out, " none = 0")?;
    }
    for (variable, v) in model.variables().iter().zip(0..) {
        let Domain { least, greatest, .. } = variable.domain;
        if least == greatest {
            writeln!(out, " {} = {least}", model.name(v))?;
        } else if !variable.domain.is_binary() {
            writeln!(out, " {least} <= {} <= {greatest}", model.name(v))?;
        }
    }
    let binaries = (0..).zip(model.variables()).filter(|(_, v)| v.domain.is_binary());
    for (at, (v, _)) in binaries.enumerate() {
        if at == 0 {
            writeln!(out, "Binaries")?;
        }
        writeln!(out, " {}", model.name(v))?;
    }
    let integer = |domain: Domain| domain.integer && !domain.is_binary();
    let integers = (0..).zip(model.variables()).filter(|(_, v)| integer(v.domain));
    for (at, (v, _)) in integers.enumerate() {
        if at == 0 {
            writeln!(out, "Generals")?;
        }
        writeln!(out, " {}", model.name(v))?;
    }
    writeln!(out, "End")
}

fn write_row(model: &Model, row: &Row, zero: &str, out: &mut impl Write) -> io::Result<()> {
    write!(out, " {}:", model.row_name(row.label))?;
    if row.terms.is_empty() {
        write!(out, " 0 {zero}")?;
    }
    for (at, &(v, coefficient)) in row.terms.iter().enumerate() {
        if at > 0 && at % 8 == 0 {
            write!(out, "\n  ")?;
        }
        let sign = match (coefficient < 0, at) {
            (true, _) => " -",
            (false, 0) => "",
            (false, _) => " +",
        };
        let size = coefficient.unsigned_abs();
        let factor = if size == 1 { String::new() } else { format!("{size} ") };
        write!(out, "{sign} {factor}{}", model.name(v))?;
    }
    writeln!(out, " {} {}", row.sense.sign(), row.rhs)
}
