//! `count`: exactly how many tours there are.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use clap::ValueEnum;
use hippodrome::count::{
    CountAnswer, CountError, Counter, DfsCount, DfsError, DfsOptions, EndMethod, EngineError,
    EngineOptions, Graph, LayerReport, Outcome, Plan, TourCount, Wrap, checkpoint_exists,
    choose_order, count_cycles, count_cycles_dfs, count_paths_from,
};
use hippodrome::report::{self, BoardReport, CountReport};
use hippodrome::{Kind, Leaper, Limit, Problem, Square, certificate, memory};
use hippodrome_check::{Limits, Question, Verdict, check};
use num_bigint::BigUint;

use super::units::Unit;
use super::{many, units};
use crate::cli::{
    ByArg, CountArgs, CountFormat, CountMethodArg, LimitArgs, PruneArg, SymmetryArg, TableArgs,
    WhichArgs, WrapArg,
};
use crate::failure::{Failure, Status};
use crate::input;
use crate::output::Output;
use crate::watch::Watch;

/// Runs the command.
///
/// # Errors
///
/// When the input is wrong, a limit is reached, or the output cannot be written.
pub(crate) fn run(args: &CountArgs, quiet: bool) -> Result<Status, Failure> {
    if let Some(graph) = graph(&args.question.board, args.question.details.leaper)? {
        return of_graph(args, &graph, quiet);
    }
    let problem = args.question.problem()?;
    let question = question(args, &problem);
    let watch = Watch::start(args.limits.time_limit, quiet);
    let cluster = many::join(args, &problem)?;
    let mut engine = durable(args);
    engine.counter = cluster.clone().map(|cluster| cluster as Arc<dyn Counter>);
    if let Some(directory) = args.checkpoint.as_deref().filter(|_| args.resume && cluster.is_none())
        && !checkpoint_exists(directory)
    {
        return Err(Failure::wrong(format!(
            "--resume: there is no checkpoint in {}",
            directory.display()
        )));
    }
    let clued = !problem.clues().is_empty();
    let dfs = args.method == CountMethodArg::Dfs
        || (args.method == CountMethodArg::Auto && clued && args.by.is_none());
    if cluster.is_some() && (dfs || args.by.is_some()) {
        return Err(Failure::wrong(
            "--hosts, --workers: only whole counts by the frontier engine are shared out",
        ));
    }
    if args.checkpoint.is_some() && (dfs || args.by.is_some()) {
        return Err(Failure::wrong(
            "--checkpoint: only whole counts by the frontier engine are kept, not --method dfs nor --by",
        ));
    }
    if clued && !dfs {
        return Err(Failure::wrong(
            "--step-at: squares of given steps are counted by --method dfs only, and not with --by",
        ));
    }
    if args.split.units.is_some() && !dfs {
        return Err(Failure::wrong(
            "--units: only --method dfs counts by units; --hosts shares a count by the frontier \
             engine out",
        ));
    }
    if !args.no_prune.is_empty() && !dfs {
        return Err(Failure::wrong("--no-prune: only --method dfs prunes"));
    }
    let whole = args.by.is_none() && !args.directed && args.symmetry == SymmetryArg::None;
    if args.format() == CountFormat::Cert && (dfs || !whole) {
        return Err(Failure::wrong(
            "--format cert: a certificate is of undirected tours counted by the frontier engine",
        ));
    }
    let started = Instant::now();
    let text = if let Some(by) = args.by {
        if dfs {
            return Err(Failure::wrong("--by: only the frontier engine breaks counts down"));
        }
        broken_down(args, (&problem, &question), by, &engine, &watch)?
    } else if dfs {
        if args.symmetry == SymmetryArg::Board || args.which.strictly_open {
            return Err(Failure::wrong(
                "--symmetry board, --strictly-open: these are counted by the frontier engine, without --method dfs and --step-at",
            ));
        }
        by_search(args, &problem, &question, &watch, started)?
    } else {
        by_frontier(args, &problem, &question, &engine, &watch, started)?
    };
    watch.finishing();
    if args.process.is_some_and(|process| process > 0) {
        // The first process answers for all.
        return Ok(Status::Done);
    }
    let text = match &cluster {
        Some(cluster) if args.stats => text + &many::table(cluster),
        _ => text,
    };
    Output::new(args.output.output.as_deref())?.finish(|out| out.write_all(text.as_bytes()))?;
    Ok(Status::Done)
}

/// A box such as `2x3x4`, or a file of edges; none if the text is a board.
fn graph(text: &str, leaper: Option<Leaper>) -> Result<Option<Graph>, Failure> {
    if Path::new(text).extension().is_some_and(|e| e.eq_ignore_ascii_case("edges")) {
        let bytes = input::read(text, 1 << 26)?;
        let list = String::from_utf8_lossy(&bytes);
        let graph = Graph::from_edge_list(&list);
        return graph.map(Some).map_err(|e| Failure::wrong(format!("{text}: {e}")));
    }
    let sides: Option<Vec<usize>> = text.split(['x', 'X']).map(|side| side.parse().ok()).collect();
    let Some(sides) = sides.filter(|sides| sides.len() > 2) else { return Ok(None) };
    let squares = sides.iter().try_fold(1_usize, |n, &side| n.checked_mul(side));
    if squares.is_none_or(|n| n == 0 || n > 1 << 14) {
        return Err(Failure::wrong(format!("box '{text}': expected 1 to 16384 squares in all")));
    }
    let graph = Graph::of_box(&sides, leaper.unwrap_or_default());
    graph.map(Some).map_err(|e| Failure::wrong(e.to_string()))
}

/// Counts the Hamiltonian cycles or paths of a graph.
fn of_graph(args: &CountArgs, graph: &Graph, quiet: bool) -> Result<Status, Failure> {
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
        ("--format", args.format() != CountFormat::Text),
    ];
    if let Some((option, _)) = idle.iter().find(|(_, given)| *given) {
        return Err(Failure::wrong(format!(
            "{option}: of a box or an edge list all closed or open tours are counted, and told in words: leave it out"
        )));
    }
    let watch = Watch::start(args.limits.time_limit, quiet);
    let started = Instant::now();
    let kind = details.kind().unwrap_or_default();
    let (undirected, stats) = if args.method == CountMethodArg::Dfs {
        let count = searched(graph, kind, None, &prunes(args), &watch)?;
        let found = if graph.len() == 1 { count.found } else { count.found / 2 };
        (BigUint::from(found), search_stats(&count, started.elapsed().as_secs_f64()))
    } else {
        let outcome = cycles_of(args, graph, kind, &watch)?;
        // One vertex is a path of no edges, and the graph with one more vertex has no cycle.
        let single = kind == Kind::Open && graph.len() == 1;
        let count = if single { BigUint::from(1_u32) } else { outcome.cycles };
        (count, layer_table(&outcome.layers))
    };
    let single = kind == Kind::Open && graph.len() == 1;
    let directed = if single { undirected.clone() } else { &undirected * 2_u32 };
    let mut text = if args.directed {
        sentence(kind, &directed, &format!("directed ({undirected} undirected)"))
    } else {
        sentence(kind, &undirected, &format!("undirected ({directed} directed)"))
    };
    text.push('\n');
    if args.stats {
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

/// The question in the counter's terms, but for squares of given steps.
fn question(args: &CountArgs, problem: &Problem) -> TourCount {
    asked(problem, &args.which).wrap(match args.wrap {
        None => Wrap::None,
        Some(WrapArg::Files) => Wrap::Files,
        Some(WrapArg::Ranks) => Wrap::Ranks,
        Some(WrapArg::Both) => Wrap::Both,
    })
}

/// Board, piece, kind and ends; moves to use and to avoid.
pub(crate) fn asked(problem: &Problem, which: &WhichArgs) -> TourCount {
    let mut question = TourCount::new(problem.board().clone(), problem.leaper(), problem.kind());
    if let Some(square) = problem.from() {
        question = question.from(square);
    }
    if let Some(square) = problem.to() {
        question = question.to(square);
    }
    for m in &which.uses {
        question = question.use_move(m.0, m.1);
    }
    for m in &which.avoid {
        question = question.avoid_move(m.0, m.1);
    }
    if which.strictly_open { question.strictly_open() } else { question }
}

/// Memory, disk and threads for the engine.
pub(crate) fn engine(tables: &TableArgs, limits: &LimitArgs) -> EngineOptions {
    let mut options = EngineOptions::default();
    options.memory =
        tables.memory.unwrap_or_else(|| memory::available().unwrap_or(4 << 30) / 4 * 3);
    options.spill = Some(tables.temp_dir.clone().unwrap_or_else(std::env::temp_dir));
    if let Some(threads) = limits.threads {
        options.threads = usize::from(threads);
    }
    options
}

/// The same for `count`, with its checkpoints.
fn durable(args: &CountArgs) -> EngineOptions {
    let mut options = engine(&args.tables, &args.limits);
    options.checkpoint.clone_from(&args.checkpoint);
    if let Some(pause) = args.checkpoint_every {
        options.checkpoint_every = pause;
    }
    if let (None, Some(workers)) = (args.tables.memory, args.workers) {
        options.memory /= u64::from(workers);
    }
    options
}

/// What the counter says, as the program ends on it.
pub(crate) fn failure(error: &CountError, watch: &Watch) -> Failure {
    match error {
        CountError::Question(what)
        | CountError::Engine(EngineError::Checkpoint { what } | EngineError::Peers { what }) => {
            Failure::wrong(what.clone())
        }
        CountError::Engine(EngineError::Stopped { .. }) => {
            Failure::Limit(watch.limit(Limit::Stopped).to_string())
        }
        CountError::Engine(EngineError::Disk { what }) => Failure::Limit(format!(
            "{what} (--temp-dir, --memory); checkpoints, where --checkpoint was given, are kept"
        )),
        other => Failure::Limit(other.to_string()),
    }
}

fn by_frontier(
    args: &CountArgs,
    problem: &Problem,
    question: &TourCount,
    engine: &EngineOptions,
    watch: &Watch,
    started: Instant,
) -> Result<String, Failure> {
    let failed = |e: CountError| failure(&e, watch);
    if args.format() == CountFormat::Cert && !question.is_plain() {
        return Err(Failure::wrong(
            "--format cert: a certificate states board, piece, kind and ends: leave --wrap, --use, \
             --avoid and --strictly-open out",
        ));
    }
    if args.format() == CountFormat::Cert {
        // A certificate is of one run.
        let question = question.clone().by_ends(EndMethod::Apex);
        return certified(&question, &question.run(engine, watch).map_err(failed)?);
    }
    let answer = question.run(engine, watch).map_err(failed)?;
    let mut details = String::new();
    let (count, what) = if args.symmetry == SymmetryArg::Board {
        if args.directed {
            return Err(Failure::wrong("--directed: up to symmetry, tours are counted undirected"));
        }
        let (classes, what) = if question.wrapping() == Wrap::None {
            let by = question.by_symmetry(&answer.undirected, watch).map_err(failed)?;
            for (group, n) in by.exactly.iter().filter(|(group, _)| group.len() > 1) {
                let names: Vec<String> = group.iter().skip(1).map(ToString::to_string).collect();
                let _ = writeln!(details, "  {n} with exactly: {}", names.join(", "));
            }
            (by.classes, "up to symmetry of the board".to_owned())
        } else {
            let by = question.by_wrapped_symmetry(&answer.undirected, watch).map_err(failed)?;
            for (order, (maps, n)) in by.fixed.iter().skip(1) {
                let _ = writeln!(details, "  {n} kept by {maps} symmetries of order {order}");
            }
            let what = format!(
                "up to the {} symmetries of the glued board, {} of them translations",
                by.symmetries, by.translations
            );
            (by.classes, what)
        };
        let _ = writeln!(details, "  {} in all, undirected", answer.undirected);
        (classes, what)
    } else if args.directed {
        (answer.directed.clone(), format!("directed ({} undirected)", answer.undirected))
    } else {
        let what = format!("undirected ({} directed)", answer.directed);
        (answer.undirected.clone(), what)
    };
    if args.format() == CountFormat::Json {
        let seconds = started.elapsed().as_secs_f64();
        let peak = Some(answer.peak_states());
        return Ok(json(args, problem, &count, "frontier", peak, seconds));
    }
    if args.stats {
        details.push_str(&layer_table(&answer.layers));
        for check in question.cross_checks(&answer, engine, watch).map_err(failed)? {
            let verdict = if check.holds { "holds" } else { "DOES NOT HOLD" };
            let _ = writeln!(details, "cross-check: {}: {verdict}", check.law);
            if !check.holds {
                return Err(Failure::Fault(format!("a cross-check fails: {}", check.law)));
            }
        }
    }
    Ok(format!("{}\n{details}", sentence_asked(args, problem, &count, &what)))
}

/// The certificate, once the checker has seen it.
fn certified(question: &TourCount, answer: &CountAnswer) -> Result<String, Failure> {
    let text = certificate::count(question, answer)?;
    let report = check(text.as_bytes(), None, &Question::new(), &Limits::default());
    match report.verdict {
        // That the layers follow from each other stays an obligation.
        Verdict::Verified | Verdict::Obligations => Ok(text),
        _ => Err(Failure::Fault(report.verdict_line())),
    }
}

/// "9862 closed tours, undirected (19724 directed)".
fn sentence(kind: Kind, count: &BigUint, what: &str) -> String {
    sentence_of(&kind.to_string(), "", count, what)
}

fn sentence_of(kind: &str, which: &str, count: &BigUint, what: &str) -> String {
    let tours = if *count == BigUint::from(1_u32) { "tour" } else { "tours" };
    format!("{count} {kind} {tours}{which}, {what}")
}

/// The same of the tours that were asked for: "304 open tours from a1, undirected (304 directed)".
fn sentence_asked(args: &CountArgs, problem: &Problem, count: &BigUint, what: &str) -> String {
    let strictly = if args.which.strictly_open { "strictly " } else { "" };
    let mut which = String::new();
    if let Some(wrap) = args.wrap {
        which += match wrap {
            WrapArg::Files => " on the cylinder of glued files",
            WrapArg::Ranks => " on the cylinder of glued ranks",
            WrapArg::Both => " on the torus",
        };
    }
    for (word, square) in [("from", problem.from()), ("to", problem.to())] {
        if let Some(square) = square {
            let _ = write!(which, " {word} {square}");
        }
    }
    for (word, moves) in [("using", &args.which.uses), ("avoiding", &args.which.avoid)] {
        if !moves.is_empty() {
            let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
            let _ = write!(which, " {word} {}", moves.join(" "));
        }
    }
    sentence_of(&format!("{strictly}{}", problem.kind()), &which, count, what)
}

fn layer_table(layers: &[LayerReport]) -> String {
    let mut text = String::from("step      states transitions\n");
    for layer in layers {
        let _ = writeln!(text, "{:4} {:11} {:11}", layer.step, layer.states, layer.transitions);
    }
    let states: u64 = layers.iter().map(|l| l.states).sum();
    let transitions: u64 = layers.iter().map(|l| l.transitions).sum();
    let _ = writeln!(text, " all {states:11} {transitions:11}");
    text
}

fn json(
    args: &CountArgs,
    problem: &Problem,
    count: &BigUint,
    method: &str,
    peak_states: Option<u64>,
    seconds: f64,
) -> String {
    let symmetry = if args.symmetry == SymmetryArg::Board { "board" } else { "none" };
    let report = CountReport {
        board: BoardReport::new(problem.board()),
        leaper: problem.leaper(),
        kind: problem.kind(),
        directed: args.directed,
        symmetry: symmetry.to_owned(),
        from: problem.from(),
        to: problem.to(),
        step_at: problem.clues().iter().map(|(step, square)| format!("{step}={square}")).collect(),
        wrap: args
            .wrap
            .and_then(|wrap| wrap.to_possible_value())
            .map(|value| value.get_name().to_owned()),
        strictly_open: args.which.strictly_open,
        uses: args.which.uses.iter().map(ToString::to_string).collect(),
        avoid: args.which.avoid.iter().map(ToString::to_string).collect(),
        count: count.to_string(),
        method: method.to_owned(),
        peak_states,
        seconds,
    };
    report::line(&report) + "\n"
}

fn by_search(
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
pub(super) fn told(args: &CountArgs, problem: &Problem, count: &DfsCount, seconds: f64) -> String {
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
fn prunes(args: &CountArgs) -> DfsOptions {
    let mut options = DfsOptions::default();
    options.dead_squares = !args.no_prune.contains(&PruneArg::DeadSquares);
    options.degree = !args.no_prune.contains(&PruneArg::Degree);
    options.connectivity = !args.no_prune.contains(&PruneArg::Connectivity);
    options
}

/// Directed tours by depth-first search; open ones from all starts, or from one.
fn searched(
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

fn search_stats(count: &DfsCount, seconds: f64) -> String {
    format!("{} nodes, {} cut, {seconds:.3} s\n", count.nodes, count.cut)
}

/// The count by start square, as a grid, or by move, one a line.
fn broken_down(
    args: &CountArgs,
    (problem, question): (&Problem, &TourCount),
    by: ByArg,
    engine: &EngineOptions,
    watch: &Watch,
) -> Result<String, Failure> {
    if by == ByArg::Start && question.kind() == Kind::Closed {
        return Err(Failure::wrong("--by start: a closed tour starts anywhere; use --by edge"));
    }
    let json = args.format() == CountFormat::Json;
    if by == ByArg::Edge {
        let mut rows = Vec::new();
        for ((a, b), n) in question.by_move(engine, watch).map_err(|e| failure(&e, watch))? {
            rows.push(if json { format!("\"{a}-{b}\":\"{n}\"") } else { format!("{a}-{b} {n}\n") });
        }
        return Ok(if json { format!("{{{}}}\n", rows.join(",")) } else { rows.concat() });
    }
    let starts = question.by_start(engine, watch).map_err(|e| failure(&e, watch))?;
    if json {
        let rows: Vec<String> = starts.iter().map(|(s, n)| format!("\"{s}\":\"{n}\"")).collect();
        return Ok(format!("{{{}}}\n", rows.join(",")));
    }
    let width = starts.values().map(|n| n.to_string().len()).max().unwrap_or(1);
    let board = question.board();
    let mut text = String::new();
    for row in (0..board.rows() as u32).rev() {
        let cells: Vec<String> = (0..board.cols() as u32)
            .map(|col| match starts.get(&Square::new(row, col)) {
                Some(n) => format!("{:>width$}", n.to_string()),
                None => format!("{:>width$}", "#"),
            })
            .collect();
        text += cells.join(" ").trim_end();
        text.push('\n');
    }
    let all: BigUint = starts.values().sum();
    let _ = writeln!(
        text,
        "{}",
        sentence_asked(args, problem, &all, "directed, by the square they start on")
    );
    Ok(text)
}
