//! Names of variables and rows that every solver reads: letters, digits and underscores, starting
//! with a letter that no number could start with.

use super::{CycleGraph, Label, Meaning, Model};
use crate::answer::Vertex;

impl Model {
    /// The name of a variable in files: `x_a1_b3` for an arc, `y_a1_b3` for an edge, `u_b3` for a
    /// position, `f_a1_b3` for a flow, `u_b3_ge_7` for "position at least 7", `t_12` for an
    /// auxiliary one. The apex is called `apex`.
    ///
    /// # Panics
    ///
    /// When there is no such variable.
    #[must_use]
    pub fn name(&self, variable: u32) -> String {
        let graph = &self.graph;
        match self.variables[variable as usize].meaning {
            Meaning::Edge(edge) => format!("y_{}", pair(graph, 2 * edge)),
            Meaning::Arc(arc) => format!("x_{}", pair(graph, arc)),
            Meaning::Order(v) => format!("u_{}", vertex(graph, v)),
            Meaning::Flow(arc) => format!("f_{}", pair(graph, arc)),
            Meaning::AtLeast(v, k) => format!("u_{}_ge_{k}", vertex(graph, v)),
            Meaning::Auxiliary(number) => format!("t_{number}"),
        }
    }

    /// The name of a row in files.
    #[must_use]
    pub fn row_name(&self, label: Label) -> String {
        let graph = &self.graph;
        match label {
            Label::Out(v) => format!("out_{}", vertex(graph, v)),
            Label::In(v) => format!("in_{}", vertex(graph, v)),
            Label::Degree(v) => format!("two_{}", vertex(graph, v)),
            Label::Order(arc) => format!("order_{}", pair(graph, arc)),
            Label::Balance(v) => format!("takes_{}", vertex(graph, v)),
            Label::Capacity(arc) => format!("room_{}", pair(graph, arc)),
            Label::Step(v) => format!("step_{}", vertex(graph, v)),
            Label::Fixed(choice) => format!("given_{}", self.name(choice)),
            Label::Symmetric(choice) => format!("turn_{}", self.name(choice)),
            Label::Cut(number) => format!("cut_{}", number + 1),
        }
    }
}

pub(super) fn vertex(graph: &CycleGraph, v: u32) -> String {
    match graph.vertex(v) {
        Vertex::Square(square) => square.to_string(),
        Vertex::Apex => "apex".into(),
    }
}

fn pair(graph: &CycleGraph, arc: u32) -> String {
    let (tail, head) = graph.arc(arc);
    format!("{}_{}", vertex(graph, tail), vertex(graph, head))
}
