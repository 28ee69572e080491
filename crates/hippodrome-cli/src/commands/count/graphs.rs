//! Counts over boxes in space and over graphs given by their edges.

use std::path::Path;
use std::time::Instant;

use hippodrome::count::{CountError, Graph, Outcome, Plan, choose_order, count_cycles};
use hippodrome::report::{self, GraphCountReport};
use hippodrome::{Kind, Leaper};
use num_bigint::BigUint;

use super::search::{prunes, search_stats, searched};
use super::words::{layer_table, sentence};
use super::{durable, failure};
use crate::cli::{CountArgs, CountFormat, CountMethodArg, SymmetryArg};
use crate::failure::{Failure, Status};
use crate::input;
use crate::output::Output;
use crate::watch::Watch;

/// A graph that is counted over.
pub(super) struct Asked {
    graph: Graph,
    /// The sides of the box and the piece that moves in it; none of a list of edges.
    space: Option<(Vec<usize>, Leaper)>,
}

/// The sides of a box such as `2x3x4`; none if the text is something else.
pub(crate) fn sides(text: &str) -> Option<Vec<usize>> {
    let sides: Option<Vec<usize>> = text.split(['x', 'X']).map(|side| side.parse().ok()).collect();
    sides.filter(|sides| sides.len() > 2)
}

/// A box such as `2x3x4`, or a file of edges; none if the text is a board.
pub(super) fn graph(text: &str, leaper: Option<Leaper>) -> Result<Option<Asked>, Failure> {
    if Path::new(text).extension().is_some_and(|e| e.eq_ignore_ascii_case("edges")) {
        let bytes = input::read(text, 1 << 26)?;
        let list = String::from_utf8_lossy(&bytes);
        let graph = Graph::from_edge_list(&list);
        let graph = graph.map_err(|e| Failure::wrong(format!("{text}: {e}")))?;
        return Ok(Some(Asked { graph, space: None }));
    }
    let Some(sides) = sides(text) else { return Ok(None) };
    let squares = sides.iter().try_fold(1_usize, |n, &side| n.checked_mul(side));
    if squares.is_none_or(|n| n == 0 || n > 1 << 14) {
        return Err(Failure::wrong(format!("box '{text}': expected 1 to 16384 squares in all")));
    }
    let leaper = leaper.unwrap_or_default();
    let graph = Graph::of_box(&sides, leaper).map_err(|e| Failure::wrong(e.to_string()))?;
    Ok(Some(Asked { graph, space: Some((sides, leaper)) }))
}

/// Counts the Hamiltonian cycles or paths of a graph.
pub(super) fn run(args: &CountArgs, asked: &Asked, quiet: bool) -> Result<Status, Failure> {
    let graph = &asked.graph;
    let details = &args.question.details;
    let idle = [
        ("--from", details.from.is_some()),
        ("--to", details.to.is_some()),
        ("--hole", !details.hole.is_empty()),
        ("--step-at", !details.step_at.is_empty()),
        ("--wrap", args.wrap.is_some()),
        ("--use", !args.which.uses.is_empty()),
        ("--avoid", !args.which.avoid.is_empty()),
        ("--by", args.by.is_some()),
        ("--strictly-open", args.which.strictly_open),
        ("--symmetry", args.symmetry != SymmetryArg::None),
        ("--hosts", args.hosts.is_some()),
        ("--workers", args.workers.is_some()),
        ("--units", args.split.units.is_some()),
        ("--format cert", args.format() == CountFormat::Cert),
    ];
    if let Some((option, _)) = idle.iter().find(|(_, given)| *given) {
        return Err(Failure::wrong(format!(
            "{option}: of a box or an edge list all closed or open tours are counted, in words or json: leave it out"
        )));
    }
    let watch = Watch::start(args.limits.time_limit, quiet);
    let started = Instant::now();
    let kind = details.kind().unwrap_or_default();
    let (undirected, peak_states, stats) = if args.method == CountMethodArg::Dfs {
        let count = searched(graph, kind, None, &prunes(args), &watch)?;
        let found = if graph.len() == 1 { count.found } else { count.found / 2 };
        (BigUint::from(found), None, search_stats(&count, started.elapsed().as_secs_f64()))
    } else {
        let outcome = cycles_of(args, graph, kind, &watch)?;
        // One vertex is a path of no edges, and the graph with one more vertex has no cycle.
        let single = kind == Kind::Open && graph.len() == 1;
        let count = if single { BigUint::from(1_u32) } else { outcome.cycles };
        let peak = outcome.layers.iter().map(|layer| layer.states).max().unwrap_or(0);
        (count, Some(peak), layer_table(&outcome.layers))
    };
    let single = kind == Kind::Open && graph.len() == 1;
    let directed = if single { undirected.clone() } else { &undirected * 2_u32 };
    let (count, what) = if args.directed {
        (&directed, format!("directed ({undirected} undirected)"))
    } else {
        (&undirected, format!("undirected ({directed} directed)"))
    };
    let mut text = if args.format() == CountFormat::Json {
        let dfs = args.method == CountMethodArg::Dfs;
        report::line(&GraphCountReport {
            sides: asked.space.as_ref().map(|space| space.0.clone()).unwrap_or_default(),
            leaper: asked.space.as_ref().map(|space| space.1),
            vertices: graph.len(),
            edges: graph.edges().count(),
            kind,
            directed: args.directed,
            count: count.to_string(),
            method: if dfs { "dfs" } else { "frontier" }.to_owned(),
            peak_states,
            seconds: started.elapsed().as_secs_f64(),
        })
    } else {
        sentence(kind, count, &what)
    };
    text.push('\n');
    if args.stats && args.format() == CountFormat::Text {
        text += &stats;
    }
    watch.finishing();
    Output::new(args.output.output.as_deref())?.finish(|out| out.write_all(text.as_bytes()))?;
    Ok(Status::Done)
}

/// The Hamiltonian cycles of a graph, or of the graph with one more vertex joined to all.
fn cycles_of(
    args: &CountArgs,
    graph: &Graph,
    kind: Kind,
    watch: &Watch,
) -> Result<Outcome, Failure> {
    let n = graph.len();
    let failed = |e: CountError| failure(&e, watch);
    let whole = match kind {
        Kind::Closed => graph.clone(),
        Kind::Open => graph.with_apex(0..n).map_err(|e| Failure::wrong(e.to_string()))?,
    };
    let mut order = choose_order(graph, &[]);
    if kind == Kind::Open {
        order.push(n);
    }
    let plan = Plan::new(&whole, &order).map_err(|e| failed(e.into()))?;
    count_cycles(&plan, &durable(args), watch).map_err(|e| failed(e.into()))
}
