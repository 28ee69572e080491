//! `count`: exactly how many tours there are.

mod graphs;
mod search;
mod shares;
mod words;

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Instant;

use hippodrome::count::{
    CountAnswer, CountError, Counter, EndMethod, EngineError, EngineOptions, TourCount, Wrap,
    checkpoint_exists,
};
use hippodrome::{Limit, Problem, certificate, memory};
use hippodrome_check::{Limits, Question, Verdict, check};

use self::search::by_search;
pub(super) use self::search::told;
use self::shares::broken_down;
use self::words::{json, layer_table, sentence_asked};
use super::many;
use crate::cli::{
    CountArgs, CountFormat, CountMethodArg, LimitArgs, SymmetryArg, TableArgs, WhichArgs, WrapArg,
};
use crate::failure::{Failure, Status};
use crate::output::Output;
use crate::watch::Watch;

pub(crate) use self::graphs::sides;

/// Runs the command.
///
/// # Errors
///
/// When the input is wrong, a limit is reached, or the output cannot be written.
pub(crate) fn run(args: &CountArgs, quiet: bool) -> Result<Status, Failure> {
    if args.format.is_none() {
        args.by_ending()?;
    }
    if let Some(graph) = graphs::graph(&args.question.board, args.question.details.leaper)? {
        return graphs::run(args, &graph, quiet);
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
    if args.split.units.is_some() && args.format.is_some_and(|f| f != CountFormat::Text) {
        return Err(Failure::wrong(
            "--format: a unit's file has a form of its own; give the format to merge",
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
    options.memory = tables.memory.unwrap_or_else(memory::share);
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
