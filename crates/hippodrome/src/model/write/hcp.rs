//! TSPLIB, type HCP: the graph alone (G. Reinelt, TSPLIB: a traveling salesman problem library,
//! ORSA Journal on Computing 3 (1991) 376–384, doi:10.1287/ijoc.3.4.376).

use std::io::{self, Write};

use super::super::Model;
use super::about;

/// Vertices are numbered from 1 in the order of the squares, the apex of an open tour last.
pub(super) fn write(model: &Model, out: &mut impl Write) -> io::Result<()> {
    let graph = model.graph();
    let board = model.problem().board().size();
    writeln!(out, "NAME : {}-{board}\nTYPE : HCP", model.problem().kind())?;
    for line in about(model).into_iter().filter(|line| !line.starts_with("this allows")) {
        writeln!(out, "COMMENT : {line}")?;
    }
    writeln!(out, "DIMENSION : {}", graph.len())?;
    writeln!(out, "EDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION")?;
    for (a, b) in graph.edges() {
        writeln!(out, "{} {}", a + 1, b + 1)?;
    }
    writeln!(out, "-1")?;
    if !graph.fixed().is_empty() {
        writeln!(out, "FIXED_EDGES_SECTION")?;
        for &arc in graph.fixed() {
            let (a, b) = graph.arc(arc);
            writeln!(out, "{} {}", a + 1, b + 1)?;
        }
        writeln!(out, "-1")?;
    }
    writeln!(out, "EOF")
}
