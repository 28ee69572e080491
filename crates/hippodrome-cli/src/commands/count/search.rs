//! Counts by depth-first search.

use std::time::Instant;

use hippodrome::count::{
    DfsCount, DfsError, DfsOptions, Graph, TourCount, count_cycles_dfs, count_paths_from,
};
use hippodrome::{Kind, Limit, Problem, Square};
use num_bigint::BigUint;

use super::failure;
use super::words::{json, sentence_asked};
use crate::cli::{CountArgs, CountFormat, PruneArg};
use crate::commands::units::{self, Unit};
use crate::failure::Failure;
use crate::watch::Watch;

/// All directed tours, or those of one unit.
pub(super) fn by_search(
    args: &CountArgs,
    problem: &Problem,
    question: &TourCount,
    watch: &Watch,
    started: Instant,
) -> Result<String, Failure> {
    let graph = question.moves().map_err(|e| failure(&e, watch))?;
    let squares = question.squares().map_err(|e| failure(&e, watch))?;
    let vertex = |s: Square| squares.binary_search(&s).unwrap_or(usize::MAX);
    let mut options = prunes(args);
    options.visits = problem.fixed().map(|(k, s)| (k as usize - 1, vertex(s))).collect();
    let closed = problem.kind() == Kind::Closed;
    if closed && problem.from().is_none() && !options.visits.is_empty() {
        return Err(Failure::wrong(
            "--step-at: the steps of a closed tour count from a first square: give it with --from",
        ));
    }
    let from = problem.from().map(vertex);
    options.part = Unit::asked(args)?;
    let count = searched(&graph, problem.kind(), from, &options, watch)?;
    if let Some((unit, units)) = options.part {
        let question = units::question(args, problem);
        return Ok(Unit { question, units, at: unit, count }.text());
    }
    Ok(told(args, problem, &count, started.elapsed().as_secs_f64()))
}

/// What a depth-first count found.
pub(in crate::commands) fn told(
    args: &CountArgs,
    problem: &Problem,
    count: &DfsCount,
    seconds: f64,
) -> String {
    let closed = problem.kind() == Kind::Closed;
    let fixed = problem.fixed().count();
    // With ends or steps given, an open tour has its direction; so has a closed one with steps.
    let one_way = if closed { fixed > 1 } else { fixed > 0 };
    let single = problem.board().len() == 1;
    let undirected = if one_way || single { count.found } else { count.found / 2 };
    let (number, what) = if one_way && !problem.clues().is_empty() {
        (count.found, "that visit the squares given at their steps".to_owned())
    } else if args.directed {
        (count.found, format!("directed ({undirected} undirected)"))
    } else {
        (undirected, format!("undirected ({} directed)", count.found))
    };
    let number = BigUint::from(number);
    if args.format() == CountFormat::Json {
        return json(args, problem, &number, "dfs", None, seconds);
    }
    let mut text = sentence_asked(args, problem, &number, &what) + "\n";
    if args.stats {
        text += &search_stats(count, seconds);
    }
    text
}

/// The prunes that are not switched off.
pub(super) fn prunes(args: &CountArgs) -> DfsOptions {
    let mut options = DfsOptions::default();
    options.dead_squares = !args.no_prune.contains(&PruneArg::DeadSquares);
    options.degree = !args.no_prune.contains(&PruneArg::Degree);
    options.connectivity = !args.no_prune.contains(&PruneArg::Connectivity);
    options
}

/// Directed tours by depth-first search; open ones from all starts, or from one.
pub(super) fn searched(
    graph: &Graph,
    kind: Kind,
    from: Option<usize>,
    options: &DfsOptions,
    watch: &Watch,
) -> Result<DfsCount, Failure> {
    let failed = |e: DfsError| match e {
        DfsError::Stopped => Failure::Limit(watch.limit(Limit::Stopped).to_string()),
        other => Failure::Limit(other.to_string()),
    };
    if kind == Kind::Closed {
        return count_cycles_dfs(graph, options, watch).map_err(failed);
    }
    let mut count = DfsCount::default();
    for start in from.map_or(0..graph.len(), |s| s..s + 1) {
        let one = count_paths_from(graph, start, options, watch).map_err(failed)?;
        count.found += one.found;
        count.nodes += one.nodes;
        count.cut += one.cut;
    }
    Ok(count)
}

/// The nodes of a search and its time.
pub(super) fn search_stats(count: &DfsCount, seconds: f64) -> String {
    format!("{} nodes, {} cut, {seconds:.3} s\n", count.nodes, count.cut)
}
