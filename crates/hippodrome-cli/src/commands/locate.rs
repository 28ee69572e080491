//! `locate`: the square of a step or the step of a square, on a constructed tour of any size.

use hippodrome::construct::{self, construct};
use hippodrome::report::{self, BoardReport, LocateReport};
use hippodrome::{Answer, Problem, Square};

use super::tour::no;
use crate::cli::{CheckFormat, LocateArgs};
use crate::failure::{Failure, Status, say};
use crate::output::Output;

/// Runs the command.
///
/// # Errors
///
/// When the input is wrong, there is no construction, or the output cannot be written.
pub(crate) fn run(args: &LocateArgs) -> Result<Status, Failure> {
    let problem = args.question.problem()?;
    if let Some(square) = args.square {
        problem.board().require(square).map_err(|e| Failure::wrong(format!("--square: {e}")))?;
    }
    if let Some(step) = args.step.filter(|&step| step == 0 || step > problem.board().len()) {
        return Err(Failure::wrong(format!(
            "--step: {step} is not a step of the board, whose steps are 1 to {}",
            problem.board().len()
        )));
    }
    let options = construct::Options::default().with_seed(args.limits.seed);
    match construct(&problem, &options) {
        Answer::Found(tour) => {
            let found = match (args.step, args.square) {
                (Some(step), _) => tour.square(step).map(|square| (step, square)),
                (None, Some(square)) => tour.step(square).map(|step| (step, square)),
                (None, None) => None,
            };
            let (step, square) =
                found.ok_or_else(|| Failure::wrong("give --step K or --square SQ".to_owned()))?;
            let text = text(args, &problem, step, square);
            Output::new(args.output.output.as_deref())?
                .finish(|out| out.write_all(text.as_bytes()))?;
            Ok(Status::Done)
        }
        Answer::Impossible(reason) => {
            say("none", &no(problem.kind(), &reason));
            Ok(Status::No)
        }
        Answer::Unknown(limit) => Err(Failure::Limit(limit.to_string())),
    }
}

/// What was not given, alone on a line; or the object.
fn text(args: &LocateArgs, problem: &Problem, step: u128, square: Square) -> String {
    match args.format {
        CheckFormat::Text if args.step.is_some() => format!("{square}\n"),
        CheckFormat::Text => format!("{step}\n"),
        CheckFormat::Json => {
            let board = BoardReport::new(problem.board());
            let kind = problem.kind();
            report::line(&LocateReport { board, kind, step: step.to_string(), square }) + "\n"
        }
    }
}
