//! `model`: write, solve, read back and compare optimisation models of the tour.

use std::path::Path;
use std::time::Instant;

use hippodrome::format::Format;
use hippodrome::model::{self, Encoding, FileFormat, Formulation, Model, Options, ReadError};
use hippodrome::report::{self, ModelReport};
use hippodrome::{Answer, Kind, Problem, Reason, Tour, auto, certificate, memory};
use hippodrome_solve::{Outcome, by_name, default_name, farkas, lrat, refutation};

use super::tour::no;
use super::{compare, verify};
use crate::cli::{EncodingArg, ModelArgs};
use crate::failure::{Failure, Status, say};
use crate::input;
use crate::output::{Output, by_ending};
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
    if let Some(file) = &args.proof {
        require_proof(args, file)?;
    }
    if args.write.is_none() && !args.compare && args.read.is_none() && is_small(&problem) {
        return without_a_model(args, &problem, &watch);
    }
    let memory = args.memory.unwrap_or_else(memory::share);
    if args.compare {
        return compare::run(args, &problem, memory, &watch);
    }
    let watch = watch.within(memory);
    if let Some(file) = &args.read {
        let model = build(args, &problem, false, &watch)?;
        return read(args, &problem, &model, file, &watch);
    }
    let solve = args.solve || args.write.is_none() || args.proof.is_some();
    let mut model = build(args, &problem, solve, &watch)?;
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

fn require_proof(args: &ModelArgs, file: &Path) -> Result<(), Failure> {
    let ends = |file: Option<&Path>, ending: &str| {
        let found = file.and_then(Path::extension);
        found.is_some_and(|found| found.eq_ignore_ascii_case(ending))
    };
    if !ends(Some(file), "lrat") {
        return Err(Failure::wrong(
            "--proof: expected a name that ends in .lrat; --format cert gives a certificate for check",
        ));
    }
    if args.formulation != Formulation::Sat || !ends(args.write.as_deref(), "cnf") {
        return Err(Failure::wrong(
            "--proof: is of clauses, use --formulation sat and --write FILE.cnf with it",
        ));
    }
    Ok(())
}

/// Whether there is nothing to model: one square, or too few for a closed tour.
fn is_small(problem: &Problem) -> bool {
    let squares = problem.board().len();
    squares == 1 || (problem.kind() == Kind::Closed && squares < 3)
}

/// The answer for a board on which there is nothing to model.
fn without_a_model(args: &ModelArgs, problem: &Problem, watch: &Watch) -> Result<Status, Failure> {
    by_name(args.solver.as_deref().unwrap_or_else(|| default_name(args.formulation)))
        .map_err(|e| Failure::wrong(e.to_string()))?;
    match auto::exists(problem, &auto::Options::default(), watch) {
        Answer::Found(_) => {
            let squares = problem.board().squares();
            let tour = Tour::new(problem.board(), problem.leaper(), problem.kind(), squares)
                .map_err(|e| Failure::Limit(e.to_string()))?;
            let line = ModelReport::without_model(problem, args.formulation, Some(&tour));
            print(args, problem, &tour, "none", &line, watch)?;
            Ok(Status::Done)
        }
        Answer::Impossible(reason) => {
            let line = ModelReport::without_model(problem, args.formulation, None);
            refuted(args, problem, &reason, &line, watch)?;
            say("none", &no(problem.kind(), &reason));
            Ok(Status::No)
        }
        Answer::Unknown(limit) => Err(Failure::Limit(watch.limit(limit).to_string())),
    }
}

/// The model, if it fits the memory given.
fn build(
    args: &ModelArgs,
    problem: &Problem,
    solved: bool,
    watch: &Watch,
) -> Result<Model, Failure> {
    let model = Model::within(problem, args.formulation, &options(args, solved), watch);
    model.map_err(|error| match watch.memory_reached() {
        Some(limit) => Failure::Limit(limit.to_string()),
        None => error.into(),
    })
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
            if let Some(file) = &args.proof {
                write_proof(&solved.model, file, watch)?;
            }
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
    let format = match args.format {
        Some(format) => Some(format),
        None => by_ending(path, Format::from_path_ending)?,
    };
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
    let proof = prove(args, problem, watch)?;
    match proof {
        Answer::Impossible(reason) => {
            refuted(args, problem, &reason, report, watch)?;
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

/// The certificate that there is none, or the report, where one of them was asked for.
fn refuted(
    args: &ModelArgs,
    problem: &Problem,
    reason: &Reason,
    report: &ModelReport,
    watch: &Watch,
) -> Result<(), Failure> {
    if args.format != Some(Format::Cert) {
        return show(args, report, watch);
    }
    let text = certificate::no_tour(problem, reason)?;
    verify::before_it_is_shown(problem, text.as_bytes())?;
    watch.finishing();
    Output::new(args.output.output.as_deref())?.finish(|out| out.write_all(text.as_bytes()))
}

/// A proof by clauses for `sat`, an integer Farkas certificate for the others; where there is none,
/// what `exists` finds.
fn prove(args: &ModelArgs, problem: &Problem, watch: &Watch) -> Result<Answer<()>, Failure> {
    if args.formulation == Formulation::Sat
        && let Some(proof) = refutation(problem, watch)?
    {
        return Ok(Answer::Impossible(proof.into_reason()));
    }
    if let Some(proof) = farkas(problem, watch)? {
        return Ok(Answer::Impossible(proof.into_reason()));
    }
    Ok(auto::exists(problem, &auto::Options::default(), watch).map(|_| ()))
}

/// The proof in LRAT, for the clauses that `--write` writes.
fn write_proof(model: &Model, file: &Path, watch: &Watch) -> Result<(), Failure> {
    let proof = lrat(model, watch).map_err(|e| Failure::Limit(watch.limit(e).to_string()))?;
    let proof = proof.ok_or_else(|| {
        Failure::Limit("the clauses can be satisfied: no proof is written".to_owned())
    })?;
    Output::new(Some(file))?.finish(|out| out.write_all(proof.as_bytes()))
}
