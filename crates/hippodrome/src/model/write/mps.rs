//! Free MPS.

use std::io::{self, Write};

use super::super::{Domain, Model, Sense};
use super::about;

/// Binaries stand between integer markers and have bounds of type `BV` besides: some programs heed
/// the one, some the other.
pub(super) fn write(model: &Model, out: &mut impl Write) -> io::Result<()> {
    for line in about(model) {
        writeln!(out, "* {line}")?;
    }
    writeln!(out, "NAME hippodrome\nROWS\n N obj")?;
    let names: Vec<String> = model.rows().iter().map(|row| model.row_name(row.label)).collect();
    let mut columns: Vec<Vec<(usize, i64)>> = vec![Vec::new(); model.variables().len()];
    for (at, row) in model.rows().iter().enumerate() {
        let kind = match row.sense {
            Sense::Le => 'L',
            Sense::Eq => 'E',
            Sense::Ge => 'G',
        };
        writeln!(out, " {kind} {}", names[at])?;
        for &(v, coefficient) in &row.terms {
            columns[v as usize].push((at, coefficient));
        }
    }
    writeln!(out, "COLUMNS")?;
    let mut integers = false;
    let mut mark = |wanted: bool, out: &mut dyn Write| {
        if wanted != integers {
            let marker = if wanted { "INTORG" } else { "INTEND" };
            writeln!(out, " MARKER 'MARKER' '{marker}'")?;
            integers = wanted;
        }
        Ok::<_, io::Error>(())
    };
    for (v, entries) in (0..).zip(&columns) {
        mark(model.variables()[v as usize].domain.integer, out)?;
        let name = model.name(v);
        if entries.is_empty() {
            writeln!(out, " {name} obj 0")?;
        }
        for &(row, coefficient) in entries {
            writeln!(out, " {name} {} {coefficient}", names[row])?;
        }
    }
    mark(false, out)?;
    if columns.is_empty() {
        writeln!(out, " none obj 0")?;
    }
    writeln!(out, "RHS")?;
    for (row, name) in model.rows().iter().zip(&names) {
        if row.rhs != 0 {
            writeln!(out, " RHS {name} {}", row.rhs)?;
        }
    }
    writeln!(out, "BOUNDS")?;
    for (v, variable) in (0..).zip(model.variables()) {
        let (name, Domain { least, greatest, .. }) = (model.name(v), variable.domain);
        if variable.domain.is_binary() {
            writeln!(out, " BV BND {name}")?;
        } else if least == greatest {
            writeln!(out, " FX BND {name} {least}")?;
        } else {
            writeln!(out, " LO BND {name} {least}\n UP BND {name} {greatest}")?;
        }
    }
    writeln!(out, "ENDATA")
}
