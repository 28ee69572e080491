//! `exists`: yes or no, and why.

use hippodrome::exists::Existence;
use hippodrome::report::{self, ExistsReport};
use hippodrome::{Answer, Problem, auto, certificate, memory};

use super::tour::no;
use super::verify;
use crate::cli::{ExistsArgs, ExistsFormat};
use crate::failure::{Failure, Status};
use crate::output::Output;
use crate::watch::Watch;

/// Runs the command.
///
/// # Errors
///
/// When the input is wrong, a limit is reached, or the output cannot be written.
pub(crate) fn run(args: &ExistsArgs, quiet: bool) -> Result<Status, Failure> {
    let watch = Watch::start(args.limits.time_limit, quiet);
    let problem = args.question.problem()?;
    let format = format(args)?;
    let options = auto::Options {
        seed: args.limits.seed,
        nodes: args.node_limit,
        ..auto::Options::default()
    };
    let answer = auto::exists(&problem, &options, &watch);
    let (text, status) = match &answer {
        Answer::Found(yes) => (yes_text(format, &problem, yes, &watch)?, Status::Done),
        Answer::Impossible(reason) => {
            let certificate = verify::no_before_it_is_shown(&problem, reason)?;
            let text = match format {
                ExistsFormat::Text => format!("no: {}\n", no(problem.kind(), reason)),
                ExistsFormat::Json => report::line(&ExistsReport::no(&problem, reason)) + "\n",
                ExistsFormat::Cert => certificate.map_err(|e| Failure::Limit(e.to_string()))?,
            };
            (text, Status::No)
        }
        Answer::Unknown(limit) => {
            let limit = watch.limit(limit.clone());
            if format == ExistsFormat::Json {
                let line = report::line(&ExistsReport::unknown(&problem, &limit)) + "\n";
                watch.finishing();
                Output::new(args.output.output.as_deref())?
                    .finish(|out| out.write_all(line.as_bytes()))?;
            }
            return Err(Failure::Limit(limit.to_string()));
        }
    };
    watch.finishing();
    Output::new(args.output.output.as_deref())?.finish(|out| out.write_all(text.as_bytes()))?;
    Ok(status)
}

/// The format asked for, or the one of the file's ending.
fn format(args: &ExistsArgs) -> Result<ExistsFormat, Failure> {
    if let Some(format) = args.format {
        return Ok(format);
    }
    let path = args.output.output.as_deref();
    match path.and_then(|path| path.extension()).and_then(|ending| ending.to_str()) {
        None | Some("txt") => Ok(ExistsFormat::Text),
        Some("json") => Ok(ExistsFormat::Json),
        Some("cert") => Ok(ExistsFormat::Cert),
        Some(other) => Err(Failure::wrong(format!(
            "--output: the ending .{other} stands for no format of exists, expected .txt, .json or .cert, or --format"
        ))),
    }
}

fn yes_text(
    format: ExistsFormat,
    problem: &Problem,
    yes: &Existence,
    watch: &Watch,
) -> Result<String, Failure> {
    if let Some(tour) = &yes.tour {
        verify::tour_before_it_is_spoken_of(problem, tour)?;
    }
    Ok(match format {
        ExistsFormat::Text => {
            format!("yes: {} [{}; proof: {}]\n", yes.text, yes.code, yes.proof)
        }
        ExistsFormat::Json => report::line(&ExistsReport::yes(problem, yes)) + "\n",
        ExistsFormat::Cert => {
            let board = problem.board();
            if board.len() > u128::from(verify::CHECKED) {
                // The tour, its squares by name, and what builds them.
                memory::require(board.area().saturating_mul(64)).map_err(|error| {
                    Failure::Limit(format!(
                        "there is a tour, and the {} board is too large for its certificate: {error}",
                        board.size()
                    ))
                })?;
            }
            let tour = match &yes.tour {
                Some(tour) => Answer::Found(tour.clone()),
                None => auto::find(problem, &auto::Options::default(), watch).answer,
            };
            let Answer::Found(tour) = tour else {
                return Err(Failure::Limit(
                    "there is a tour by theorem, but none was found to be written out".to_owned(),
                ));
            };
            let text = certificate::tour(&tour, problem)?;
            verify::before_it_is_shown(problem, text.as_bytes())?;
            text
        }
    })
}
