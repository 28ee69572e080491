//! `explain`: Warnsdorff's rule, move by move.

use std::fmt::Write as _;
use std::time::Instant;

use hippodrome::explain::{RunReport, Style, Teller, Verdict, WorkReport, verdict};
use hippodrome::heuristic::{self, Conclusion, End, ExplainOptions, TieBreak, WarnsdorffOptions};
use hippodrome::render::svg;
use hippodrome::{Problem, certificate, report};

use super::verify;
use crate::cli::{ExplainArgs, ExplainFormat};
use crate::failure::{Failure, Status, say};
use crate::output::Output;
use crate::picture::{self, Raster};
use crate::watch::Watch;

/// The moves of a run with moves taken back, when nothing is said.
const MOVES: u64 = 1_000_000;

/// Runs the command.
///
/// # Errors
///
/// When the input is wrong, a limit is reached, or the output cannot be written.
pub(crate) fn run(args: &ExplainArgs, quiet: bool) -> Result<Status, Failure> {
    let watch = Watch::start(args.limits.time_limit, quiet);
    let problem = args.question.problem()?;
    let format = format(args)?;
    if args.stats {
        return compare(args, &problem, format, &watch);
    }
    let options = options(args, &problem, args.tie_break);
    match format {
        ExplainFormat::Text => tell(args, Style::Text, &problem, &options, &watch),
        ExplainFormat::Json => tell(args, Style::Json, &problem, &options, &watch),
        ExplainFormat::Prolog => tell(args, Style::Prolog, &problem, &options, &watch),
        ExplainFormat::Cert => certify(args, &problem, &options, &watch),
        ExplainFormat::Svg => draw(args, None, &problem, &options, &watch),
        ExplainFormat::Png => draw(args, Some(Raster::Png), &problem, &options, &watch),
        ExplainFormat::Gif => draw(args, Some(Raster::Gif), &problem, &options, &watch),
        ExplainFormat::Apng => draw(args, Some(Raster::Apng), &problem, &options, &watch),
    }
}

fn options(args: &ExplainArgs, problem: &Problem, tie_break: TieBreak) -> ExplainOptions {
    let rule = WarnsdorffOptions::new()
        .tie_break(tie_break)
        .move_order(args.move_order.unwrap_or_default())
        .seed(args.limits.seed)
        .retries(args.retries);
    let mut options = ExplainOptions::new(rule);
    if args.backtrack {
        options = options.backtrack(args.move_limit.unwrap_or(MOVES));
    }
    if problem.board().len() <= u128::from(verify::CHECKED)
        || args.format == Some(ExplainFormat::Cert)
    {
        options = options.keep();
    }
    options
}

/// The format asked for, or the one of the file's ending.
fn format(args: &ExplainArgs) -> Result<ExplainFormat, Failure> {
    if let Some(format) = args.format {
        return Ok(format);
    }
    let path = args.output.output.as_deref();
    match path.and_then(|path| path.extension()).and_then(|ending| ending.to_str()) {
        None | Some("txt") => Ok(ExplainFormat::Text),
        Some("json" | "jsonl") => Ok(ExplainFormat::Json),
        Some("pl") => Ok(ExplainFormat::Prolog),
        Some("cert") => Ok(ExplainFormat::Cert),
        Some("svg") => Ok(ExplainFormat::Svg),
        Some("png") => Ok(ExplainFormat::Png),
        Some("gif") => Ok(ExplainFormat::Gif),
        Some("apng") => Ok(ExplainFormat::Apng),
        Some(other) => Err(Failure::wrong(format!(
            "--output: the ending .{other} stands for no format of explain, expected .txt, .json, .pl, .cert, .svg, .png, .gif or .apng, or --format"
        ))),
    }
}

/// Writes every event as it comes.
fn tell(
    args: &ExplainArgs,
    style: Style,
    problem: &Problem,
    options: &ExplainOptions,
    watch: &Watch,
) -> Result<Status, Failure> {
    let mut run = heuristic::explain(problem, options, watch).map_err(limit)?;
    let teller = Teller::new(style, problem, options);
    let mut ending = None;
    Output::new(args.output.output.as_deref())?.finish(|out| {
        out.write_all(teller.begin(&run).as_bytes())?;
        for event in run.by_ref() {
            out.write_all(teller.event(&event).as_bytes())?;
        }
        let conclusion = run.conclude();
        let verdict = verdict(problem, &conclusion, watch);
        if let Err(failure) = verified(problem, &conclusion, &verdict) {
            ending = Some(Err(failure));
            return Ok(());
        }
        watch.finishing();
        out.write_all(teller.end(&conclusion, &verdict).as_bytes())?;
        ending = Some(Ok(verdict));
        Ok(())
    })?;
    ending.map_or(Ok(Status::Unknown), |verdict| status(verdict?, watch))
}

/// Writes the certificate of the run.
fn certify(
    args: &ExplainArgs,
    problem: &Problem,
    options: &ExplainOptions,
    watch: &Watch,
) -> Result<Status, Failure> {
    let conclusion = heuristic::explain(problem, options, watch).map_err(limit)?.conclude();
    let verdict = verdict(problem, &conclusion, watch);
    verified(problem, &conclusion, &verdict)?;
    let text = if let Some(record) = &conclusion.record {
        certificate::trace(record, problem)
    } else {
        // Every move was taken back in the end: the first way to get stuck is what is certified.
        let run = heuristic::trace(problem, &options.rule).map_err(limit)?;
        certificate::trace(&run.record(), problem)
    };
    verify::before_it_is_shown(problem, text.as_bytes())?;
    watch.finishing();
    Output::new(args.output.output.as_deref())?.finish(|out| out.write_all(text.as_bytes()))?;
    say_if_none(problem, &verdict);
    status(verdict, watch)
}

/// Draws the tour, or the walk that got stuck.
fn draw(
    args: &ExplainArgs,
    raster: Option<Raster>,
    problem: &Problem,
    options: &ExplainOptions,
    watch: &Watch,
) -> Result<Status, Failure> {
    svg::admits(problem.board())?;
    let conclusion = heuristic::explain(problem, options, watch).map_err(limit)?.conclude();
    let verdict = verdict(problem, &conclusion, watch);
    verified(problem, &conclusion, &verdict)?;
    let picture = match &conclusion.end {
        End::Tour(tour) => picture::of_tour_or_drawing(tour, raster, &args.looks)?,
        _ => picture::of_walk(problem, &conclusion.path, raster, &args.looks)?,
    };
    watch.finishing();
    Output::new(args.output.output.as_deref())?.finish(|out| out.write_all(&picture))?;
    say_if_none(problem, &verdict);
    status(verdict, watch)
}

/// Says what a file that holds only the run does not.
fn say_if_none(problem: &Problem, verdict: &Verdict) {
    match verdict {
        Verdict::Impossible(reason) => say("none", &super::tour::no(problem.kind(), reason)),
        Verdict::Stuck(_) => say("stuck", "that says nothing of whether there is a tour"),
        Verdict::Tour | Verdict::Unknown(_) => {}
    }
}

/// The independent checker accepts the run, and the refutation if there is one.
fn verified(problem: &Problem, conclusion: &Conclusion, verdict: &Verdict) -> Result<(), Failure> {
    if let Some(record) = &conclusion.record {
        verify::before_it_is_shown(problem, certificate::trace(record, problem).as_bytes())?;
    }
    if let End::Tour(tour) = &conclusion.end {
        verify::tour_before_it_is_spoken_of(problem, tour)?;
    }
    if let Verdict::Impossible(reason) = verdict {
        // A refutation too large to be written is said in words.
        let _ = verify::no_before_it_is_shown(problem, reason)?;
    }
    Ok(())
}

fn status(verdict: Verdict, watch: &Watch) -> Result<Status, Failure> {
    match verdict {
        Verdict::Tour => Ok(Status::Done),
        Verdict::Impossible(_) => Ok(Status::No),
        Verdict::Stuck(_) => Ok(Status::Unknown),
        Verdict::Unknown(reached) => Err(Failure::Limit(watch.limit(reached).to_string())),
    }
}

fn limit(error: hippodrome::Error) -> Failure {
    if error.is_too_large() { Failure::Limit(error.to_string()) } else { error.into() }
}

/// What every tie-break costs, side by side.
fn compare(
    args: &ExplainArgs,
    problem: &Problem,
    format: ExplainFormat,
    watch: &Watch,
) -> Result<Status, Failure> {
    if !matches!(format, ExplainFormat::Text | ExplainFormat::Json) {
        return Err(Failure::wrong("--stats: expected --format text or json"));
    }
    let mut rows = Vec::new();
    let mut found = Status::Unknown;
    for tie_break in TieBreak::ALL {
        let options = options(args, problem, tie_break);
        let started = Instant::now();
        let conclusion = heuristic::explain(problem, &options, watch).map_err(limit)?.conclude();
        let seconds = started.elapsed().as_secs_f64();
        let verdict = verdict(problem, &conclusion, watch);
        verified(problem, &conclusion, &verdict)?;
        if let Verdict::Unknown(hippodrome::Limit::Stopped) = verdict {
            return Err(Failure::Limit(watch.limit(hippodrome::Limit::Stopped).to_string()));
        }
        found = match verdict {
            Verdict::Tour => Status::Done,
            Verdict::Impossible(_) => Status::No,
            Verdict::Stuck(_) | Verdict::Unknown(_) => found,
        };
        rows.push(RunReport {
            tie_break: tie_break.name().to_owned(),
            outcome: verdict.name().to_owned(),
            visited: conclusion.path.len() as u64,
            work: WorkReport::new(conclusion.work),
            seconds,
        });
    }
    let text = match format {
        ExplainFormat::Json => rows.iter().map(|row| report::line(row) + "\n").collect(),
        _ => table(&rows),
    };
    watch.finishing();
    Output::new(args.output.output.as_deref())?.finish(|out| out.write_all(text.as_bytes()))?;
    Ok(found)
}

fn table(rows: &[RunReport]) -> String {
    let mut text = String::from(
        "tie-break    outcome     visited   moves  expanded    ties  dead ends  undone        ms\n",
    );
    for RunReport { tie_break, outcome, visited, work, seconds } in rows {
        let _ = writeln!(
            text,
            "{tie_break:<11}  {outcome:<10}  {visited:>7}  {:>6}  {:>8}  {:>6}  {:>9}  {:>6}  {:>8.3}",
            work.moves,
            work.expanded,
            work.ties,
            work.dead_ends,
            work.undone,
            seconds * 1e3
        );
    }
    text
}
