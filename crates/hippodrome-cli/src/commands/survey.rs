//! `survey`: one heuristic from every square of every board in a range.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::thread::available_parallelism;

use hippodrome::heuristic::{TieBreak, WarnsdorffOptions};
use hippodrome::render::survey as picture;
use hippodrome::render::svg::Theme;
use hippodrome::report::line;
use hippodrome::survey::report::{self, Row, SurveyReport};
use hippodrome::survey::{BoardSurvey, Plan, survey};
use hippodrome::{Answer, Board, Kind};

use crate::cli::{SurveyArgs, SurveyFormat};
use crate::failure::{Failure, Status};
use crate::input;
use crate::output::Output;
use crate::picture::rasterised;
use crate::watch::Watch;

/// Runs the command.
///
/// # Errors
///
/// When the input is wrong, a limit is reached, or the output cannot be written.
pub(crate) fn run(args: &SurveyArgs, quiet: bool) -> Result<Status, Failure> {
    let watch = Watch::start(args.limits.time_limit, quiet);
    let boards = boards(&args.boards)?;
    let format = format(args)?;
    let tie_breaks =
        if args.tie_break.is_empty() { &[TieBreak::First][..] } else { &args.tie_break };
    let drawn = matches!(format, SurveyFormat::Svg | SurveyFormat::Png);
    let one_map = drawn && boards.len() == 1;
    if one_map && tie_breaks.len() > 1 {
        return Err(Failure::wrong(
            "--tie-break: a map shows one; expected a range of boards for a chart of several",
        ));
    }
    if args.by_start && (drawn || format == SurveyFormat::Json) {
        return Err(Failure::wrong("--by-start: expected --format text or csv"));
    }
    let keep = args.by_start || one_map;
    let mut journal = match &args.checkpoint {
        Some(path) => Some(Journal::open(path, args.resume, &question(args, tie_breaks))?),
        None => None,
    };
    let mut reports = Vec::new();
    let mut surveys: Vec<(String, BoardSurvey)> = Vec::new();
    for &tie_break in tie_breaks {
        let mut rows = Vec::new();
        for board in &boards {
            if let Some(row) = journal.as_mut().and_then(Journal::next_done) {
                rows.push(row);
                continue;
            }
            let done = match survey(board, &plan(args, tie_break), &watch) {
                Answer::Found(done) => done,
                Answer::Impossible(reason) => return Err(Failure::Limit(reason.text)),
                Answer::Unknown(limit) => {
                    return Err(Failure::Limit(watch.limit(limit).to_string()));
                }
            };
            let row = Row::new(&done);
            if let Some(journal) = &mut journal {
                journal.add(&row)?;
            }
            rows.push(row);
            if keep {
                surveys.push((tie_break.name().to_owned(), done));
            }
        }
        reports.push(SurveyReport { tie_break: tie_break.name().to_owned(), boards: rows });
    }
    let text = match format {
        SurveyFormat::Text if args.by_start => maps(&surveys),
        SurveyFormat::Text => report::table(&reports),
        SurveyFormat::Csv if args.by_start => report::csv_by_start(&surveys),
        SurveyFormat::Csv => report::csv(&reports),
        SurveyFormat::Json => reports.iter().map(|report| line(report) + "\n").collect(),
        SurveyFormat::Svg | SurveyFormat::Png => match surveys.first() {
            Some((name, survey)) => picture::heat_map(name, survey, theme(args, format))?,
            None => picture::chart(&reports, theme(args, format)),
        },
    };
    let bytes = match format {
        SurveyFormat::Png => rasterised(&text, args.width)?,
        _ => text.into_bytes(),
    };
    watch.finishing();
    Output::new(args.output.output.as_deref())?.finish(|out| out.write_all(&bytes))?;
    Ok(Status::Done)
}

fn maps(surveys: &[(String, BoardSurvey)]) -> String {
    let maps = surveys.iter().map(|(name, survey)| {
        let size = survey.board().size();
        ["ties: ", name, ", board ", &size, "\n", &report::map(survey)].concat()
    });
    maps.collect::<Vec<_>>().join("\n")
}

fn plan(args: &SurveyArgs, tie_break: TieBreak) -> Plan {
    let rule = WarnsdorffOptions::new()
        .tie_break(tie_break)
        .move_order(args.move_order.unwrap_or_default())
        .seed(args.limits.seed)
        .retries(args.retries);
    let all = || available_parallelism().map_or(1, usize::from);
    Plan::new(rule)
        .kind(if args.closed { Kind::Closed } else { Kind::Open })
        .leaper(args.leaper.unwrap_or_default())
        .runs(args.runs)
        .threads(args.limits.threads.map_or_else(all, usize::from))
}

/// `A..B`, or one board.
fn boards(text: &str) -> Result<Vec<Board>, Failure> {
    let Some((first, last)) = text.split_once("..").filter(|_| !Path::new(text).is_file()) else {
        return Ok(vec![input::board(text)?]);
    };
    let side = |text: &str| -> Option<u64> {
        text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
    };
    match (side(first), side(last)) {
        (Some(first), Some(last)) if 1 <= first && first <= last && last <= 2048 => {
            (first..=last).map(|side| Ok(Board::new(side, side)?)).collect()
        }
        _ => Err(Failure::wrong(format!(
            "boards '{}': expected A..B with 1 <= A <= B <= 2048, such as 5..76",
            text.escape_debug()
        ))),
    }
}

/// The format asked for, or the one of the file's ending.
fn format(args: &SurveyArgs) -> Result<SurveyFormat, Failure> {
    if let Some(format) = args.format {
        return Ok(format);
    }
    let path = args.output.output.as_deref();
    match path.and_then(|path| path.extension()).and_then(|ending| ending.to_str()) {
        None | Some("txt") => Ok(SurveyFormat::Text),
        Some("csv") => Ok(SurveyFormat::Csv),
        Some("json" | "jsonl") => Ok(SurveyFormat::Json),
        Some("svg") => Ok(SurveyFormat::Svg),
        Some("png") => Ok(SurveyFormat::Png),
        Some(other) => Err(Failure::wrong(format!(
            "--output: the ending .{other} stands for no format of survey, expected .txt, .csv, .json, .svg or .png, or --format"
        ))),
    }
}

fn theme(args: &SurveyArgs, format: SurveyFormat) -> Theme {
    args.theme.theme(format == SurveyFormat::Png)
}

/// Everything that the numbers depend on, on one line.
fn question(args: &SurveyArgs, tie_breaks: &[TieBreak]) -> String {
    let rules: Vec<&str> = tie_breaks.iter().map(|rule| rule.name()).collect();
    format!(
        "hippodrome-survey 1 {} {} order {} retries {} runs {} seed {} {} leaper {}",
        args.boards.escape_debug(),
        rules.join(","),
        args.move_order.unwrap_or_default(),
        args.retries,
        args.runs,
        args.limits.seed,
        if args.closed { "closed" } else { "open" },
        args.leaper.unwrap_or_default()
    )
}

/// The boards finished so far, in a file that grows by a line for each: the question, then a JSON
/// object a board. A line that was cut short by a crash is dropped.
struct Journal {
    file: File,
    name: String,
    done: std::vec::IntoIter<Row>,
}

impl Journal {
    fn open(path: &Path, resume: bool, question: &str) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let failed = |e: &io::Error| Failure::io(&name, e);
        if !resume && !path.exists() {
            let made = OpenOptions::new().write(true).create_new(true).open(path);
            let mut file = made.map_err(|e| failed(&e))?;
            writeln!(file, "{question}").map_err(|e| failed(&e))?;
            return Ok(Self { file, name, done: Vec::new().into_iter() });
        }
        let bytes = input::read(&name, 1 << 30)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let text = String::from_utf8_lossy(&bytes[..whole]);
        let mut lines = text.lines();
        let of = lines.next().unwrap_or_default();
        if of != question {
            return Err(Failure::wrong(format!(
                "--checkpoint: {name} belongs to another survey: it says '{}', expected '{question}'",
                of.escape_debug()
            )));
        }
        let rows = (2..).zip(lines).map(|(number, line)| {
            serde_json::from_str(line).map_err(|e| {
                Failure::wrong(format!("--checkpoint: {name} is damaged on line {number}: {e}"))
            })
        });
        let rows: Vec<Row> = rows.collect::<Result<_, _>>()?;
        let file = OpenOptions::new().append(true).open(path).map_err(|e| failed(&e))?;
        file.set_len(whole as u64).map_err(|e| failed(&e))?;
        Ok(Self { file, name, done: rows.into_iter() })
    }

    fn next_done(&mut self) -> Option<Row> {
        self.done.next()
    }

    fn add(&mut self, row: &Row) -> Result<(), Failure> {
        let text = line(row) + "\n";
        let added = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        added.map_err(|e| Failure::io(&self.name, &e))
    }
}
