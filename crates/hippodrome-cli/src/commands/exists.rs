//! `exists`: yes or no, and why.

use hippodrome::exists::Existence;
use hippodrome::report::{self, ExistsReport};
use hippodrome::{Answer, Problem, auto, certificate};

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
    let problem = args.question.problem()?;
    let watch = Watch::start(args.limits.time_limit, quiet);
    let options = auto::Options {
        seed: args.limits.seed,
        nodes: args.node_limit,
        ..auto::Options::default()
    };
    let answer = auto::exists(&problem, &options, &watch);
    let (text, status) = match &answer {
        Answer::Found(yes) => (yes_text(args, &problem, yes, &watch)?, Status::Done),
        Answer::Impossible(reason) => {
            let text = match args.format {
                ExistsFormat::Text => format!("no: {}\n", no(problem.kind(), reason)),
                ExistsFormat::Json => report::line(&ExistsReport::no(&problem, reason)) + "\n",
                ExistsFormat::Cert => {
                    let text = certificate::no_tour(&problem, reason)?;
                    verify::before_it_is_shown(&problem, text.as_bytes())?;
                    text
                }
            };
            (text, Status::No)
        }
        Answer::Unknown(limit) => {
            let limit = watch.limit(limit.clone());
            if args.format == ExistsFormat::Json {
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

fn yes_text(
    args: &ExistsArgs,
    problem: &Problem,
    yes: &Existence,
    watch: &Watch,
) -> Result<String, Failure> {
    Ok(match args.format {
        ExistsFormat::Text => {
            format!("yes: {} [{}; proof: {}]\n", yes.text, yes.code, yes.proof)
        }
        ExistsFormat::Json => report::line(&ExistsReport::yes(problem, yes)) + "\n",
        ExistsFormat::Cert => {
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
