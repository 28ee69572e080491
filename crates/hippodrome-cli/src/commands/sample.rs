//! `sample` and `list`: tours drawn fairly, tours by number, all tours in order.

use std::io;

use hippodrome::count::{EngineError, Tours};
use hippodrome::format::{Format, Hints, read};
use hippodrome::{Problem, Rng, Square, Tour};
use num_bigint::BigUint;

use super::count::{asked, engine, failure};
use crate::cli::{LimitArgs, ListArgs, QuestionArgs, SampleArgs, TableArgs, WhichArgs};
use crate::failure::{Failure, Status, say};
use crate::input;
use crate::output::{Output, by_ending};
use crate::watch::Watch;

/// The largest file that is read as a tour.
const LIMIT: u64 = 1 << 24;

struct Asked {
    problem: Problem,
    tours: Tours,
    watch: Watch,
}

impl Asked {
    fn new(
        (question, which): (&QuestionArgs, &WhichArgs),
        tables: &TableArgs,
        limits: &LimitArgs,
        quiet: bool,
    ) -> Result<Self, Failure> {
        let problem = question.problem()?;
        if !problem.clues().is_empty() {
            return Err(Failure::wrong(
                "--step-at: tours with squares of given steps are not numbered",
            ));
        }
        let watch = Watch::start(limits.time_limit, quiet);
        let tours = asked(&problem, which)
            .tours(&engine(tables, limits), &watch)
            .map_err(|e| failure(&e, &watch))?;
        Ok(Self { problem, tours, watch })
    }

    /// A failure to read states that are kept on disk.
    fn failure(&self, error: EngineError) -> Failure {
        failure(&error.into(), &self.watch)
    }

    /// The tour, verified.
    fn tour(&self, squares: Vec<Square>) -> io::Result<Tour> {
        Tour::new(self.problem.board(), self.problem.leaper(), self.problem.kind(), squares)
            .map_err(io::Error::other)
    }
}

/// Runs `sample`.
///
/// # Errors
///
/// When the input is wrong, a limit is reached, or the output cannot be written.
pub(crate) fn run(args: &SampleArgs, quiet: bool) -> Result<Status, Failure> {
    let unrank: Option<BigUint> =
        match &args.unrank {
            Some(text) => Some(text.parse().map_err(|_| {
                Failure::wrong(format!("--unrank '{text}': expected a number from 0"))
            })?),
            None => None,
        };
    let asked = Asked::new((&args.question, &args.which), &args.tables, &args.limits, quiet)?;
    let (problem, tours) = (&asked.problem, &asked.tours);
    let format = match args.format {
        Some(format) => format,
        None => by_ending(args.output.output.as_deref(), Format::from_path_ending)?
            .unwrap_or(Format::Board),
    };
    format.admits(problem.board())?;
    if let Some(path) = &args.rank {
        let hints = Hints {
            board: Some(problem.board().clone()),
            leaper: Some(problem.leaper()),
            kind: Some(problem.kind()),
        };
        let parsed = read(&input::read(path, LIMIT)?, None, &hints)
            .map_err(|e| Failure::wrong(format!("{path}: {e}")))?;
        let squares: Vec<Square> = parsed.tour.squares().collect();
        let rank = tours.rank(&squares).map_err(|e| asked.failure(e))?.ok_or_else(|| {
            Failure::wrong(format!("{path}: is not one of the tours that were asked for"))
        })?;
        asked.watch.finishing();
        Output::new(args.output.output.as_deref())?.finish(|out| writeln!(out, "{rank}"))?;
        return Ok(Status::Done);
    }
    if tours.count() == &BigUint::ZERO {
        say("none", &format!("there is no {} tour: all were counted", problem.kind()));
        return Ok(Status::No);
    }
    asked.watch.finishing();
    let output = Output::new(args.output.output.as_deref())?;
    if let Some(rank) = unrank {
        let squares = tours.unrank(&rank).map_err(|e| asked.failure(e))?.ok_or_else(|| {
            Failure::wrong(format!(
                "--unrank {rank}: the last of the tours is {}",
                tours.count() - 1_u32
            ))
        })?;
        output.finish(|out| format.write(&asked.tour(squares)?, Some("unrank"), out))?;
        return Ok(Status::Done);
    }
    let mut rng = Rng::new(args.limits.seed);
    output.finish(|out| {
        for _ in 0..args.tours {
            if let Some(squares) = tours.sample(&mut rng).map_err(io::Error::other)? {
                format.write(&asked.tour(squares)?, Some("sample"), out)?;
            }
        }
        Ok(())
    })?;
    Ok(Status::Done)
}

/// Runs `list`.
///
/// # Errors
///
/// When the input is wrong, a limit is reached, or the output cannot be written.
pub(crate) fn list(args: &ListArgs, quiet: bool) -> Result<Status, Failure> {
    let format = args.format.unwrap_or(Format::Squares);
    if !matches!(format, Format::Squares | Format::Json) {
        return Err(Failure::wrong("--format: a list has one tour a line: squares or json"));
    }
    let asked = Asked::new((&args.question, &args.which), &args.tables, &args.limits, quiet)?;
    asked.watch.finishing();
    Output::new(args.output.output.as_deref())?.finish(|out| {
        let first = args.first.map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(usize::MAX));
        for squares in asked.tours.iter().take(first) {
            let squares = squares.map_err(io::Error::other)?;
            format.write(&asked.tour(squares)?, Some("list"), out)?;
        }
        Ok(())
    })?;
    Ok(Status::Done)
}
