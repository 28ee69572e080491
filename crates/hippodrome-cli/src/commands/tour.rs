//! `tour`: find a tour and print it.

use hippodrome::auto::{self, Found, Method, Options};
use hippodrome::format::Format;
use hippodrome::measure::Measures;
use hippodrome::render::svg;
use hippodrome::report::{self, ExistsReport};
use hippodrome::{Answer, Kind, Problem, Reason, Symmetry, Tour, certificate, exists, memory};

use super::verify;
use crate::cli::{MethodArg, SymmetricArg, TourArgs};
use crate::failure::{Failure, Status, say};
use crate::output::Output;
use crate::picture::{self, Raster, TourFormat};
use crate::watch::Watch;

/// Runs the command.
///
/// # Errors
///
/// When the input is wrong, a limit is reached, or the output cannot be written.
pub(crate) fn run(args: &TourArgs, quiet: bool) -> Result<Status, Failure> {
    let watch = Watch::start(args.limits.time_limit, quiet);
    let problem = args.question.problem()?;
    refuse_idle_options(args)?;
    let (format, raster) = match format(args)? {
        TourFormat::File(format) => (format, None),
        // Pixels are made from the drawing.
        TourFormat::Picture(raster) => (Format::Svg, Some(raster)),
    };
    format.admits(problem.board())?;
    let options = Options {
        method: match args.method {
            MethodArg::Auto => Method::Auto,
            MethodArg::Construct => Method::Construct,
            MethodArg::Warnsdorff => Method::Warnsdorff,
            MethodArg::Search => Method::Search,
        },
        tie_break: args.tie_break,
        move_order: args.move_order,
        retries: args.retries,
        lexicographic: args.lexicographic,
        symmetry: args.symmetric.map(|how| match how {
            SymmetricArg::Half => Symmetry::Rotate180,
            SymmetricArg::Quarter => Symmetry::Rotate90,
        }),
        seed: args.limits.seed,
        nodes: args.node_limit,
    };
    if format.streams()
        && !args.check
        && !args.stats
        && problem.board().len() > u128::from(verify::CHECKED)
        && let Some(Answer::Found(tour)) = auto::constructed(&problem, &options)
    {
        watch.finishing();
        let output = Output::new(args.output.output.as_deref())?;
        output.finish(|out| format.stream(&tour, Some("construct"), out))?;
        return Ok(Status::Done);
    }
    refuse_too_large(args, &problem, format)?;
    let Found { answer, method } = auto::find(&problem, &options, &watch);
    match answer {
        Answer::Found(tour) => {
            print(args, &problem, &tour, method, format, raster, &watch)?;
            if args.stats {
                say("stats", &Measures::of(&tour).to_string());
            }
            Ok(Status::Done)
        }
        // A certificate would say that there is no tour at all.
        Answer::Impossible(reason) if reason.code.starts_with("symmetric-") => {
            watch.finishing();
            say("none", &format!("no such tour: {} [{}]", reason.text, reason.code));
            Ok(Status::No)
        }
        Answer::Impossible(reason) => {
            refuse(args, &problem, &reason, format, &watch)?;
            Ok(Status::No)
        }
        Answer::Unknown(limit) => Err(Failure::Limit(watch.limit(limit).to_string())),
    }
}

/// Refuses an option that the method given beside it would not look at.
fn refuse_idle_options(args: &TourArgs) -> Result<(), Failure> {
    let rule = matches!(args.method, MethodArg::Auto | MethodArg::Warnsdorff);
    let search = matches!(args.method, MethodArg::Auto | MethodArg::Search);
    let idle = [
        ("--tie-break", args.tie_break.is_some() && !rule, "auto or warnsdorff"),
        ("--move-order", args.move_order.is_some() && !rule, "auto or warnsdorff"),
        ("--retries", args.retries.is_some() && !rule, "auto or warnsdorff"),
        ("--node-limit", args.node_limit.is_some() && !search, "auto or search"),
        ("--lexicographic", args.lexicographic && !search, "auto or search"),
    ];
    match idle.into_iter().find(|&(_, idle, _)| idle) {
        Some((option, _, methods)) => {
            Err(Failure::wrong(format!("{option} belongs to --method {methods}")))
        }
        None => Ok(()),
    }
}

/// Refuses a tour that would not fit the memory together with what its format needs: at most 24
/// bytes a square, for a certificate. What is impossible is said all the same.
fn refuse_too_large(args: &TourArgs, problem: &Problem, format: Format) -> Result<(), Failure> {
    let board = problem.board();
    if board.len() <= u128::from(verify::CHECKED) {
        return Ok(());
    }
    let Err(error) = memory::require(board.area().saturating_mul(24)) else { return Ok(()) };
    if matches!(exists::by_theorem(problem), Some(Answer::Impossible(_))) {
        return Ok(());
    }
    let why = match (args.stats, args.check) {
        (true, _) if format.streams() => "for --stats".to_owned(),
        (_, true) if format.streams() => "for --check".to_owned(),
        _ => format!("for the format {format}"),
    };
    Err(Failure::Limit(format!(
        "the {} board is too large to be built {why}: {error}; squares, csv, matrix, json, prolog, tsplib and npy are written without building a constructed tour, without --stats and --check",
        board.size()
    )))
}

/// Writes the tour; up to [`verify::CHECKED`] squares the checker has to accept the very bytes.
fn print(
    args: &TourArgs,
    problem: &Problem,
    tour: &Tour,
    method: &str,
    format: Format,
    raster: Option<Raster>,
    watch: &Watch,
) -> Result<(), Failure> {
    let output = Output::new(args.output.output.as_deref())?;
    let certificate = match format {
        Format::Cert => Some(certificate::tour(tour, problem)?),
        _ => None,
    };
    let write = |out: &mut dyn std::io::Write| match &certificate {
        Some(text) => out.write_all(text.as_bytes()),
        None if format == Format::Svg => {
            svg::write(tour, Some(method), &args.looks.options(false), out)
        }
        None => format.write(tour, Some(method), out),
    };
    if args.check || tour.len() <= verify::CHECKED {
        let mut bytes = Vec::new();
        write(&mut bytes).map_err(|e| Failure::io("the tour", &e))?;
        verify::before_it_is_shown(problem, &bytes)?;
        if let Some(raster) = raster {
            bytes = picture::of_tour(tour, raster, &args.looks)?;
        }
        watch.finishing();
        return output.finish(|out| out.write_all(&bytes));
    }
    if let Some(raster) = raster {
        let bytes = picture::of_tour(tour, raster, &args.looks)?;
        watch.finishing();
        return output.finish(|out| out.write_all(&bytes));
    }
    watch.finishing();
    output.finish(write)
}

/// Says that there is no tour: on stderr for people, and as a certificate or an object where the
/// format is one that can hold it. A file named with `-o` is left as it is by the other formats.
fn refuse(
    args: &TourArgs,
    problem: &Problem,
    reason: &Reason,
    format: Format,
    watch: &Watch,
) -> Result<(), Failure> {
    let certificate = verify::no_before_it_is_shown(problem, reason)?;
    let text = match format {
        Format::Cert => Some(certificate.map_err(|e| Failure::Limit(e.to_string()))?),
        Format::Json => Some(report::line(&ExistsReport::no(problem, reason)) + "\n"),
        _ => None,
    };
    watch.finishing();
    say("none", &no(problem.kind(), reason));
    match text {
        Some(text) => {
            Output::new(args.output.output.as_deref())?.finish(|out| out.write_all(text.as_bytes()))
        }
        None => Ok(()),
    }
}

/// The format asked for, or the one of the file's ending.
fn format(args: &TourArgs) -> Result<TourFormat, Failure> {
    if let Some(format) = args.format {
        return Ok(format);
    }
    let Some(path) = args.output.output.as_deref() else {
        return Ok(TourFormat::File(Format::Board));
    };
    if let Some(raster) = path.extension().and_then(Raster::of_ending) {
        return Ok(TourFormat::Picture(raster));
    }
    match (Format::from_path_ending(path), path.extension()) {
        (Some(format), _) => Ok(TourFormat::File(format)),
        (None, None) => Ok(TourFormat::File(Format::Board)),
        (None, Some(ending)) => Err(Failure::wrong(format!(
            "--output: the ending .{} stands for no format, expected .txt, .csv, .json, .pl, .tour, .npy, .cert, .svg, .png, .gif or .apng, or --format",
            ending.display()
        ))),
    }
}

/// "no open tour: … (proof: colour)".
pub(crate) fn no(kind: Kind, reason: &Reason) -> String {
    format!("no {kind} tour: {} [{}; proof: {}]", reason.text, reason.code, reason.evidence.kind())
}
