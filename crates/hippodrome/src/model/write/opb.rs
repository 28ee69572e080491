//! OPB, the pseudo-Boolean format of the PB competitions, with variables `x1`, `x2`, … and their
//! names in comments.

use std::io::{self, Write};

use super::super::{Model, Sense};
use super::about;

/// Binaries keep their numbers (variable `v` is `x(v+1)`); every other variable is an integer in
/// binary digits: least + Σ 2^k · digit. Positions and flows have integral solutions wherever they
/// have any, so nothing is lost.
pub(super) fn write(model: &Model, out: &mut impl Write) -> io::Result<()> {
    let mut next = model.variables().len() + 1;
    // For each variable its least value and its (weight, literal) parts.
    let mut parts: Vec<(i64, Vec<(i64, usize)>)> = Vec::new();
    let mut bounded = Vec::new();
    for (v, variable) in model.variables().iter().enumerate() {
        let domain = variable.domain;
        if domain.is_binary() {
            parts.push((0, vec![(1, v + 1)]));
            continue;
        }
        let range = (domain.greatest - domain.least).max(0);
        let digits = 64 - range.leading_zeros();
        let digits: Vec<(i64, usize)> = (0..digits)
            .map(|k| {
                // The first digit takes the variable's own number.
                let number = if k == 0 { v + 1 } else { next };
                next += usize::from(k > 0);
                (1 << k, number)
            })
            .collect();
        if range.count_ones() != range.trailing_ones() {
            bounded.push((digits.clone(), range));
        }
        parts.push((domain.least, digits));
    }
    let rows = model.rows().len() + model.clauses().len() + bounded.len();
    writeln!(out, "* #variable= {} #constraint= {rows}", next - 1)?;
    for line in about(model) {
        writeln!(out, "* {line}")?;
    }
    for (v, (least, digits)) in parts.iter().enumerate() {
        let digits: Vec<String> = digits.iter().map(|(w, x)| format!("{w} x{x}")).collect();
        writeln!(out, "* map {} = {least} + {}", model.name(v as u32), digits.join(" + "))?;
    }
    for row in model.rows() {
        let sign = if row.sense == Sense::Le { -1 } else { 1 };
        let mut rhs = sign * row.rhs;
        for &(v, coefficient) in &row.terms {
            let (least, digits) = &parts[v as usize];
            rhs -= sign * coefficient * least;
            for (weight, x) in digits {
                write!(out, "{:+} x{x} ", sign * coefficient * weight)?;
            }
        }
        writeln!(out, "{} {rhs} ;", if row.sense == Sense::Eq { "=" } else { ">=" })?;
    }
    for clause in model.clauses().iter() {
        for literal in clause {
            let not = if *literal < 0 { "~" } else { "" };
            write!(out, "+1 {not}x{} ", literal.unsigned_abs())?;
        }
        writeln!(out, ">= 1 ;")?;
    }
    for (digits, range) in bounded {
        for (weight, x) in digits {
            write!(out, "{:+} x{x} ", -weight)?;
        }
        writeln!(out, ">= {} ;", -range)?;
    }
    Ok(())
}
