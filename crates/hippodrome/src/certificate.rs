//! Certificates, the writer's side: texts that a small separate program can check.
//!
//! The format is described in FORMATS.md of the repository: the grammar, and what each kind has to
//! satisfy. Nothing here is believed by the checker.

use std::fmt::Write;

use crate::answer::{EdgeNode, Evidence, Reason, StepNode};
use crate::count::{COUNT_PRIME, CountAnswer, TourCount};
use crate::error::Error;
use crate::model::ClauseLine;
use crate::problem::Problem;
use crate::square::Square;
use crate::tour::{Kind, Tour};

/// The certificate of a tour: that it answers the problem.
///
/// # Errors
///
/// When it does not answer the problem ([`Problem::accepts`]).
///
/// # Examples
///
/// ```
/// use hippodrome::{Kind, Leaper, Problem, Tour, certificate};
///
/// let board: hippodrome::Board = "1x1".parse()?;
/// let tour = Tour::new(&board, Leaper::KNIGHT, Kind::Open, board.squares()).unwrap();
/// let problem = Problem::new(board, Leaper::KNIGHT, Kind::Open);
/// let text = certificate::tour(&tour, &problem)?;
/// assert_eq!(text, "hippodrome-certificate 1\nkind tour\nboard 1x1\nleaper 1,2\ntour open\nvisit a1\nend\n");
/// # Ok::<(), hippodrome::Error>(())
/// ```
pub fn tour(tour: &Tour, problem: &Problem) -> Result<String, Error> {
    if !problem.accepts(tour) {
        return Err(Error::mismatch("the tour does not answer the problem of the certificate"));
    }
    let mut text = header("tour", problem);
    for square in tour.squares() {
        line(&mut text, format_args!("visit {square}"));
    }
    Ok(finished(text))
}

/// The certificate that there is no tour.
///
/// A cut that was only described is written out.
///
/// # Errors
///
/// When the evidence was not kept by the search, or has to be written out for a board of more than
/// 2^26 squares.
///
/// # Examples
///
/// ```
/// use hippodrome::{Kind, Leaper, Problem, certificate, exists};
///
/// let problem = Problem::new("5x5".parse()?, Leaper::KNIGHT, Kind::Open).with_from("a2".parse()?)?;
/// let reason = exists::refute(&problem).expect("a2 has the colour with fewer squares");
/// assert!(certificate::no_tour(&problem, &reason)?.ends_with("by colour\neven 13\nodd 12\nend\n"));
/// # Ok::<(), hippodrome::Error>(())
/// ```
pub fn no_tour(problem: &Problem, reason: &Reason) -> Result<String, Error> {
    let mut text = header("no-tour", problem);
    let written = reason.written_out(problem.board(), problem.leaper())?;
    match &written.evidence {
        Evidence::Colour { even, odd } => {
            line(&mut text, format_args!("by colour\neven {even}\nodd {odd}"));
        }
        Evidence::Degree { at } => {
            text.push_str("by degree\n");
            for vertex in at {
                line(&mut text, format_args!("square {vertex}"));
            }
        }
        Evidence::Cut { removed, components } => {
            text.push_str("by cut\n");
            for square in removed {
                line(&mut text, format_args!("remove {square}"));
            }
            line(&mut text, format_args!("components {components}"));
        }
        Evidence::Edges(nodes) => {
            text.push_str("by search\nmethod edges\n");
            for node in nodes {
                edge_node(&mut text, node);
            }
        }
        Evidence::Steps(nodes) => {
            text.push_str("by search\nmethod steps\n");
            for node in nodes {
                step_node(&mut text, node);
            }
        }
        Evidence::Farkas(proof) => {
            text.push_str("by farkas\n");
            for (vertex, price) in &proof.prices {
                let word = if *price < 0 { "minus" } else { "plus" };
                line(&mut text, format_args!("{word} {vertex} {}", price.unsigned_abs()));
            }
            for (weight, set) in &proof.sets {
                line(&mut text, format_args!("set {weight}"));
                for vertex in set {
                    line(&mut text, format_args!("in {vertex}"));
                }
            }
            for (a, b, weight) in &proof.edges {
                line(&mut text, format_args!("edge {a} {b} {weight}"));
            }
        }
        Evidence::Clauses(proof) => {
            text.push_str("by clauses\n");
            for clause in &proof.lines {
                clause_line(&mut text, clause);
            }
        }
        Evidence::Theorem(name) => line(&mut text, format_args!("by theorem\nname {name}")),
        Evidence::NotKept { nodes } => {
            return Err(Error::too_large(format!(
                "the search of {nodes} nodes kept no evidence: allow it to keep more"
            )));
        }
        Evidence::Pattern(_) => {
            return Err(Error::too_large("the cut is described and not written out"));
        }
    }
    Ok(finished(text))
}

/// A run of Warnsdorff's rule as data, for [`trace`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The tie-break as FORMATS.md names it: `first`, `last`, `degree2`, `centre-far`,
    /// `centre-near` or `any`.
    pub tie_break: &'static str,
    /// The move order in force at the first move: directions 1 to 8.
    pub move_order: [usize; 8],
    /// Whether the run found a tour (else it got stuck).
    pub found: bool,
    /// The square it started from.
    pub start: Square,
    /// The moves.
    pub moves: Vec<TraceMove>,
}

/// One move of a [`Trace`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceMove {
    /// The move order from this move on, where it changes here.
    pub order: Option<[usize; 8]>,
    /// The square gone to.
    pub to: Square,
    /// All candidates in the move order, with their degrees.
    pub candidates: Vec<(Square, u32)>,
}

/// The certificate of a run of Warnsdorff's rule, whatever came of it.
#[must_use]
pub fn trace(trace: &Trace, problem: &Problem) -> String {
    let digits = |order: &[usize; 8]| order.map(|number| number.to_string()).concat();
    let mut text = header("trace", problem);
    line(&mut text, format_args!("rule warnsdorff\ntie-break {}", trace.tie_break));
    line(&mut text, format_args!("move-order {}", digits(&trace.move_order)));
    let outcome = if trace.found { "tour" } else { "stuck" };
    line(&mut text, format_args!("outcome {outcome}\nmove {}", trace.start));
    for step in &trace.moves {
        if let Some(order) = &step.order {
            line(&mut text, format_args!("move-order {}", digits(order)));
        }
        text.push_str("move ");
        put(&mut text, format_args!("{}", step.to));
        for (square, degree) in &step.candidates {
            put(&mut text, format_args!(" {square}:{degree}"));
        }
        text.push('\n');
    }
    finished(text)
}

/// The certificate of a count: what every layer held, so that runs can be compared.
///
/// # Errors
///
/// When the question is more than a certificate can state (see [`TourCount::is_plain`]), or the
/// answer is not of this question.
///
/// # Examples
///
/// ```
/// use hippodrome::count::{EngineOptions, TourCount};
/// use hippodrome::{Kind, Leaper, Silent, certificate};
///
/// let question = TourCount::new("5x6".parse()?, Leaper::KNIGHT, Kind::Closed);
/// let answer = question.run(&EngineOptions::default(), &Silent)?;
/// let text = certificate::count(&question, &answer)?;
/// assert!(text.contains("\nlayer 0 1 1 0 0a385ef24fa6a992\n"));
/// assert!(text.contains("\ncount 8\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(question: &TourCount, answer: &CountAnswer) -> Result<String, Error> {
    if !question.is_plain() {
        return Err(Error::mismatch(
            "a certificate of a count states board, piece, kind and ends: leave glued edges, moves \
             to use or to avoid and strictly open tours out",
        ));
    }
    let mut problem = Problem::new(question.board().clone(), question.leaper(), question.kind());
    if let Some(from) = question.start() {
        problem = problem.with_from(from)?;
    }
    if let Some(to) = question.end() {
        problem = problem.with_to(to)?;
    }
    let squares: Vec<Square> = question.board().squares().collect();
    if answer.order.len() != squares.len() + usize::from(question.kind() == Kind::Open) {
        return Err(Error::mismatch("the answer is not of this question"));
    }
    let mut text = header("count", &problem);
    for &vertex in &answer.order {
        match squares.get(vertex) {
            Some(square) => line(&mut text, format_args!("process {square}")),
            None => text.push_str("process *\n"),
        }
    }
    line(&mut text, format_args!("prime {COUNT_PRIME}"));
    for layer in &answer.layers {
        let (sum, closed) = (&layer.sum % COUNT_PRIME, &layer.closed % COUNT_PRIME);
        let (step, states, hash) = (layer.step, layer.states, layer.hash);
        line(&mut text, format_args!("layer {step} {states} {sum} {closed} {hash:016x}"));
    }
    line(&mut text, format_args!("count {}", answer.undirected));
    // FNV-1a (Fowler, Noll and Vo).
    let digest = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    line(&mut text, format_args!("digest {digest:016x}"));
    Ok(finished(text))
}

/// Everything up to the problem's last line.
fn header(kind: &str, problem: &Problem) -> String {
    let board = problem.board();
    let mut text = format!("hippodrome-certificate 1\nkind {kind}\nboard {}\n", board.size());
    for hole in board.holes() {
        line(&mut text, format_args!("hole {hole}"));
    }
    let kind = match problem.kind() {
        Kind::Open => "open",
        Kind::Closed => "closed",
    };
    line(&mut text, format_args!("leaper {}\ntour {kind}", problem.leaper()));
    if let Some(from) = problem.from() {
        line(&mut text, format_args!("from {from}"));
    }
    if let Some(to) = problem.to() {
        line(&mut text, format_args!("to {to}"));
    }
    for (step, square) in problem.clues() {
        line(&mut text, format_args!("step-at {step} {square}"));
    }
    text
}

fn finished(mut text: String) -> String {
    text.push_str("end\n");
    text
}

fn edge_node(text: &mut String, node: &EdgeNode) {
    match node {
        EdgeNode::Branch(a, b) => line(text, format_args!("branch {a} {b}")),
        EdgeNode::Conflict => text.push_str("leaf\n"),
        EdgeNode::Cut(removed) => {
            text.push_str("leaf cut");
            for vertex in removed {
                put(text, format_args!(" {vertex}"));
            }
            text.push('\n');
        }
    }
}

fn step_node(text: &mut String, node: &StepNode) {
    match node {
        StepNode::Try(square) => line(text, format_args!("try {square}")),
        StepNode::Back => text.push_str("back\n"),
        StepNode::Stranded(square) => line(text, format_args!("leaf stranded {square}")),
        StepNode::Split => text.push_str("leaf split\n"),
        StepNode::Colour => text.push_str("leaf colour\n"),
        StepNode::Late(step) => line(text, format_args!("leaf late {step}")),
    }
}

fn clause_line(text: &mut String, clause: &ClauseLine) {
    match clause {
        ClauseLine::AllBut(vertex, other) => line(text, format_args!("two {vertex} {other}")),
        ClauseLine::AtLeastOne(vertex) => line(text, format_args!("two {vertex}")),
        ClauseLine::NotThree(vertex, [a, b, c]) => {
            line(text, format_args!("three {vertex} {a} {b} {c}"));
        }
        ClauseLine::Given(a, b) => line(text, format_args!("given {a} {b}")),
        ClauseLine::Leave(set) => {
            text.push_str("leave");
            for vertex in set {
                put(text, format_args!(" {vertex}"));
            }
            text.push('\n');
        }
        ClauseLine::Derived { literals, from } => {
            text.push_str("clause");
            for literal in literals {
                put(text, format_args!(" {literal}"));
            }
            text.push_str(" from");
            for number in from {
                put(text, format_args!(" {number}"));
            }
            text.push('\n');
        }
    }
}

fn put(text: &mut String, what: std::fmt::Arguments<'_>) {
    text.write_fmt(what).expect("writing to a string does not fail");
}

fn line(text: &mut String, what: std::fmt::Arguments<'_>) {
    put(text, what);
    text.push('\n');
}
