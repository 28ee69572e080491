//! MiniZinc with the constraint `circuit`.

use std::io::{self, Write};

use super::super::{Label, Model, name};
use super::about;

/// `succ[i]` is the vertex after vertex i; vertices are numbered from 1 in the order of the
/// squares, the apex of an open tour last. No vertex may be its own successor: with self-loops
/// `circuit` would not be a tour of all squares.
pub(super) fn write(model: &Model, out: &mut impl Write) -> io::Result<()> {
    let graph = model.graph();
    for line in about(model).into_iter().filter(|line| !line.starts_with("this allows")) {
        writeln!(out, "% {line}")?;
    }
    writeln!(out, "include \"circuit.mzn\";\nint: n = {};", graph.len())?;
    let squares: Vec<String> =
        (0..graph.len() as u32).map(|v| format!("\"{}\"", name::vertex(graph, v))).collect();
    writeln!(out, "array[1..n] of string: square = [{}];", squares.join(", "))?;
    writeln!(out, "array[1..n] of set of 1..n: moves = [")?;
    for v in 0..graph.len() as u32 {
        let heads: Vec<String> =
            graph.incident(v).iter().map(|(to, _)| (to + 1).to_string()).collect();
        writeln!(out, "  {{{}}},", heads.join(", "))?;
    }
    writeln!(out, "];\narray[1..n] of var 1..n: succ;")?;
    writeln!(out, "constraint forall(i in 1..n)(succ[i] in moves[i]);")?;
    writeln!(out, "constraint circuit(succ);")?;
    let says = |arc: u32| {
        let (tail, head) = graph.arc(arc);
        format!("succ[{}] = {}", tail + 1, head + 1)
    };
    for row in model.rows() {
        match (row.label, row.terms.as_slice()) {
            (Label::Fixed(arc), _) => writeln!(out, "constraint {};", says(arc))?,
            (Label::Symmetric(_), &[(a, _), (b, _)]) => {
                writeln!(out, "constraint ({}) <-> ({});", says(a), says(b))?;
            }
            _ => {}
        }
    }
    writeln!(out, "solve satisfy;\noutput [\"succ = \\(succ)\\n\"];")
}
