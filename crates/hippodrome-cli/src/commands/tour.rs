//! `tour`: find a tour and print it.

use hippodrome::auto::{self, Found, Method, Options};
use hippodrome::format::Format;
use hippodrome::report::{self, ExistsReport};
use hippodrome::{Answer, Kind, Problem, Reason, Tour, certificate};

use super::verify;
use crate::cli::{MethodArg, TourArgs};
use crate::failure::{Failure, Status, say};
use crate::output::Output;
use crate::watch::Watch;

/// Up to this many squares the checker reads every result before it is shown.
const CHECKED: u64 = 250_000;

/// Runs the command.
///
/// # Errors
///
/// When the input is wrong, a limit is reached, or the output cannot be written.
pub(crate) fn run(args: &TourArgs, quiet: bool) -> Result<Status, Failure> {
    let problem = args.question.problem()?;
    let by_name = args.output.output.as_deref().and_then(Format::from_path_ending);
    let format = args.format.or(by_name).unwrap_or(Format::Board);
    format.admits(problem.board())?;
    let watch = Watch::start(args.limits.time_limit, quiet);
    let options = Options {
        method: match args.method {
            MethodArg::Auto => Method::Auto,
            MethodArg::Warnsdorff => Method::Warnsdorff,
            MethodArg::Search => Method::Search,
        },
        tie_break: args.tie_break,
        move_order: args.move_order,
        retries: args.retries,
        lexicographic: args.lexicographic,
        seed: args.limits.seed,
        nodes: args.node_limit,
    };
    let Found { answer, method } = auto::find(&problem, &options, &watch);
    match answer {
        Answer::Found(tour) => {
            print(args, &problem, &tour, method, format, &watch)?;
            Ok(Status::Done)
        }
        Answer::Impossible(reason) => {
            refuse(&problem, &reason, format, &watch)?;
            Ok(Status::No)
        }
        Answer::Unknown(limit) => Err(Failure::Limit(watch.limit(limit).to_string())),
    }
}

/// Writes the tour; up to [`CHECKED`] squares the checker has to accept the very bytes.
fn print(
    args: &TourArgs,
    problem: &Problem,
    tour: &Tour,
    method: &str,
    format: Format,
    watch: &Watch,
) -> Result<(), Failure> {
    let output = Output::new(args.output.output.as_deref())?;
    let certificate = match format {
        Format::Cert => Some(certificate::tour(tour, problem)?),
        _ => None,
    };
    let write = |out: &mut dyn std::io::Write| match &certificate {
        Some(text) => out.write_all(text.as_bytes()),
        None => format.write(tour, Some(method), out),
    };
    if args.check || tour.len() <= CHECKED {
        let mut bytes = Vec::new();
        write(&mut bytes).map_err(|e| Failure::io("the tour", &e))?;
        verify::before_it_is_shown(problem, &bytes)?;
        watch.finishing();
        return output.finish(|out| out.write_all(&bytes));
    }
    watch.finishing();
    output.finish(write)
}

/// Says that there is no tour: on stderr for people, and on standard output as a certificate or an
/// object for the formats that have one. A file named with `-o` is left as it is.
fn refuse(
    problem: &Problem,
    reason: &Reason,
    format: Format,
    watch: &Watch,
) -> Result<(), Failure> {
    let bytes = match format {
        Format::Cert => {
            let text = certificate::no_tour(problem, reason)?;
            verify::before_it_is_shown(problem, text.as_bytes())?;
            text
        }
        Format::Json => report::line(&ExistsReport::no(problem, reason)) + "\n",
        _ => String::new(),
    };
    watch.finishing();
    say("none", &no(problem.kind(), reason));
    Output::new(None)?.finish(|out| out.write_all(bytes.as_bytes()))
}

/// "no open tour: … (proof: colour)".
pub(crate) fn no(kind: Kind, reason: &Reason) -> String {
    format!("no {kind} tour: {} [{}; proof: {}]", reason.text, reason.code, reason.evidence.kind())
}
