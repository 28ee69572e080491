//! `model`: write, solve, read back and compare optimisation models of the tour.

use std::path::Path;
use std::time::Instant;

use hippodrome::format::Format;
use hippodrome::model::{self, Encoding, FileFormat, Model, Options, ReadError};
use hippodrome::report::{self, ModelReport};
use hippodrome::{Answer, Problem, Reason, Tour, auto, certificate};
use hippodrome_solve::{Outcome, by_name, default_name, farkas};

use super::tour::no;
use super::{compare, verify};
use crate::cli::{EncodingArg, ModelArgs};
use crate::failure::{Failure, Status, say};
use crate::input;
use crate::output::Output;
use crate::watch::Watch;

/// The largest solution file that is read: 1 GiB.
const LARGEST: u64 = 1 << 30;

/// Runs the command.
///
/// # Errors
///
/// When the input is wrong, a limit is reached, or the output cannot be written.
pub(crate) fn run(args: &ModelArgs, quiet: bool) -> Result<Status, Failure> {
    let problem = args.question.problem_or_closed()?;
    let watch = Watch::start(args.limits.time_limit, quiet);
    if args.compare {
        return compare::run(args, &problem, &watch);
    }
    if let Some(file) = &args.read {
        let model = Model::new(&problem, args.formulation, &options(args, true))?;
        return read(args, &problem, &model, file, &watch);
    }
    let solve = args.solve || args.write.is_none();
    let mut model = Model::new(&problem, args.formulation, &options(args, solve))?;
    if let Some(file) = &args.write {
        FileFormat::of_name(&file.to_string_lossy())?.require(&model)?;
    }
    let mut status = Status::Done;
    if solve {
        (status, model) = solve_it(args, &problem, model, &watch)?;
    }
    if let Some(file) = &args.write {
        write(&model, file)?;
    }
    Ok(status)
}

/// Clauses that are written and not solved say all there is to say: by order, not by cuts.
fn options(args: &ModelArgs, solved: bool) -> Options {
    let encoding = match args.encoding {
        Some(EncodingArg::Cuts) => Encoding::Cuts,
        None if solved => Encoding::Cuts,
        Some(EncodingArg::Order) | None => Encoding::Order,
    };
    Options::new()
        .lifted(args.lifted)
        .parity(args.parity)
        .oriented(args.oriented)
        .half_turn(args.half_turn)
        .encoding(encoding)
}

fn write(model: &Model, file: &Path) -> Result<(), Failure> {
    let format = FileFormat::of_name(&file.to_string_lossy())?;
    Output::new(Some(file))?.finish(|mut out| model::write(model, format, &mut out))
}

fn read(
    args: &ModelArgs,
    problem: &Problem,
    model: &Model,
    file: &str,
    watch: &Watch,
) -> Result<Status, Failure> {
    let bytes = input::read(file, LARGEST)?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::wrong(format!("{file}: is not a text, expected a solution")))?;
    match model::read(model, &text) {
        Ok(tour) => {
            let line = ModelReport::tour(model, "file", &tour, watch.seconds());
            print(args, problem, &tour, "model", &line, watch)?;
            Ok(Status::Done)
        }
        Err(ReadError::Wrong(error)) => {
            say("wrong", &format!("{file}: the solution is no tour: {error}"));
            Ok(Status::No)
        }
        Err(error) => Err(Failure::wrong(format!("{file}: {error}"))),
    }
}

fn solve_it(
    args: &ModelArgs,
    problem: &Problem,
    model: Model,
    watch: &Watch,
) -> Result<(Status, Model), Failure> {
    let name = args.solver.as_deref().unwrap_or_else(|| default_name(args.formulation));
    let solver = by_name(name).map_err(|e| Failure::wrong(e.to_string()))?;
    let started = Instant::now();
    let solved =
        solver.solve(model, args.limits.seed, watch).map_err(|e| Failure::wrong(e.to_string()))?;
    let seconds = started.elapsed().as_secs_f64();
    match solved.outcome {
        Outcome::Tour(tour) => {
            let line = ModelReport::tour(&solved.model, name, &tour, seconds);
            print(args, problem, &tour, name, &line, watch)?;
            Ok((Status::Done, solved.model))
        }
        Outcome::Infeasible => {
            let line = ModelReport::infeasible(&solved.model, name, seconds);
            let status = infeasible(args, problem, name, &line, watch)?;
            Ok((status, solved.model))
        }
        Outcome::Unknown(limit) => {
            let limit = watch.limit(limit);
            show(args, &ModelReport::unknown(&solved.model, name, seconds), watch)?;
            Err(Failure::Limit(limit.to_string()))
        }
        Outcome::Failed(why) => {
            show(args, &ModelReport::unknown(&solved.model, name, seconds), watch)?;
            Err(Failure::Limit(format!("{name} gave no answer that can be believed: {why}")))
        }
    }
}

/// Prints the tour; the checker reads it first.
fn print(
    args: &ModelArgs,
    problem: &Problem,
    tour: &Tour,
    method: &str,
    report: &ModelReport,
    watch: &Watch,
) -> Result<(), Failure> {
    let path = if args.write.is_some() { None } else { args.output.output.as_deref() };
    let format = args.format.or_else(|| path.and_then(Format::from_path_ending));
    let mut bytes = Vec::new();
    match format.unwrap_or(Format::Board) {
        Format::Cert => bytes.extend(certificate::tour(tour, problem)?.bytes()),
        format => {
            format
                .write(tour, Some(method), &mut bytes)
                .map_err(|e| Failure::io("the tour", &e))?;
        }
    }
    verify::before_it_is_shown(problem, &bytes)?;
    if format == Some(Format::Json) {
        bytes = (report::line(report) + "\n").into_bytes();
    }
    watch.finishing();
    Output::new(args.output.output.as_deref())?.finish(|out| out.write_all(&bytes))
}

/// The report, where an object was asked for.
fn show(args: &ModelArgs, report: &ModelReport, watch: &Watch) -> Result<(), Failure> {
    if args.format != Some(Format::Json) {
        return Ok(());
    }
    watch.finishing();
    let line = report::line(report) + "\n";
    Output::new(args.output.output.as_deref())?.finish(|out| out.write_all(line.as_bytes()))
}

/// A solver says that there is none: its word is compared with what can be proved.
fn infeasible(
    args: &ModelArgs,
    problem: &Problem,
    solver: &str,
    report: &ModelReport,
    watch: &Watch,
) -> Result<Status, Failure> {
    let proof = prove(problem, watch)?;
    match proof {
        Answer::Impossible(reason) => {
            if args.format == Some(Format::Cert) {
                let text = certificate::no_tour(problem, &reason)?;
                verify::before_it_is_shown(problem, text.as_bytes())?;
                watch.finishing();
                Output::new(args.output.output.as_deref())?
                    .finish(|out| out.write_all(text.as_bytes()))?;
            } else {
                show(args, report, watch)?;
            }
            let proved = no(problem.kind(), &reason);
            say("none", &format!("{solver} says infeasible, and it is proved: {proved}"));
            Ok(Status::No)
        }
        Answer::Found(()) if args.half_turn => {
            show(args, report, watch)?;
            say(
                "unknown",
                &format!(
                    "{solver} says that no tour is its own half turn: its word, no proof was checked; other tours exist"
                ),
            );
            Ok(Status::Unknown)
        }
        Answer::Found(()) => Err(Failure::Limit(format!(
            "{solver} says infeasible, but there is a tour: the solver is wrong, please report this"
        ))),
        Answer::Unknown(_) => {
            show(args, report, watch)?;
            say("unknown", &format!("{solver} says infeasible: its word, no proof was checked"));
            Ok(Status::Unknown)
        }
    }
}

/// An integer Farkas certificate where there is one, else what `exists` finds.
fn prove(problem: &Problem, watch: &Watch) -> Result<Answer<()>, Failure> {
    if let Some(proof) = farkas(problem, watch)? {
        let reason: Reason = proof.into_reason();
        return Ok(Answer::Impossible(reason));
    }
    Ok(auto::exists(problem, &auto::Options::default(), watch).map(|_| ()))
}
