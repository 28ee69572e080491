//! Surveys as JSON, CSV and tables.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::BoardSurvey;

/// One tie-break on some boards: what `survey --format json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SurveyReport {
    /// The tie-break.
    pub tie_break: String,
    /// The boards, in the order asked.
    pub boards: Vec<Row>,
}

/// One board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The number of ranks.
    pub rows: u64,
    /// The number of files.
    pub cols: u64,
    /// The squares started from.
    pub starts: u64,
    /// The runs from each, where there were several: the next three numbers count runs.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub runs: u64,
    /// A tour was found.
    pub found: u64,
    /// The rule got stuck, which says nothing about existence.
    pub stuck: u64,
    /// The colours allow no tour from there.
    pub impossible: u64,
}

fn one() -> u64 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_one(runs: &u64) -> bool {
    *runs == 1
}

impl Row {
    /// The counts of a survey.
    #[must_use]
    pub fn new(survey: &BoardSurvey) -> Self {
        let counts = survey.counts();
        Self {
            rows: survey.board().rows(),
            cols: survey.board().cols(),
            starts: counts.starts,
            runs: survey.runs(),
            found: counts.found,
            stuck: counts.stuck,
            impossible: counts.impossible,
        }
    }

    /// The share of the runs that the colours allow in which a tour was found.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        let possible = self.found + self.stuck;
        (possible > 0).then(|| self.found as f64 / possible as f64)
    }
}

/// `tie_break,rows,cols,starts,runs,found,stuck,impossible`, a line for each board.
#[must_use]
pub fn csv(reports: &[SurveyReport]) -> String {
    let mut text = String::from("tie_break,rows,cols,starts,runs,found,stuck,impossible\n");
    for report in reports {
        for Row { rows, cols, starts, runs, found, stuck, impossible } in &report.boards {
            let name = &report.tie_break;
            let _ =
                writeln!(text, "{name},{rows},{cols},{starts},{runs},{found},{stuck},{impossible}");
        }
    }
    text
}

/// `tie_break,rows,cols,square,runs,found`, a line for each start; `found` is empty where the
/// colours forbid a tour.
#[must_use]
pub fn csv_by_start(surveys: &[(String, BoardSurvey)]) -> String {
    let mut text = String::from("tie_break,rows,cols,square,runs,found\n");
    for (name, survey) in surveys {
        let (rows, cols, runs) = (survey.board().rows(), survey.board().cols(), survey.runs());
        for (square, found) in survey.starts() {
            let found = found.map_or_else(String::new, |found| found.to_string());
            let _ = writeln!(text, "{name},{rows},{cols},{square},{runs},{found}");
        }
    }
    text
}

/// A table for people.
#[must_use]
pub fn table(reports: &[SurveyReport]) -> String {
    let mut text = String::from(
        "tie-break    board      starts       found       stuck  impossible  of the possible\n",
    );
    for report in reports {
        for row in &report.boards {
            let board = format!("{}x{}", row.rows, row.cols);
            let rate = row.rate().map_or_else(|| "-".to_owned(), percent);
            let _ = writeln!(
                text,
                "{:<11}  {board:<8} {:>8}  {:>10}  {:>10}  {:>10}  {rate:>15}",
                report.tie_break, row.starts, row.found, row.stuck, row.impossible
            );
        }
    }
    text
}

/// A rate that reads 100 % only where nothing failed, and 0 % only where nothing was found.
#[must_use]
pub fn percent(rate: f64) -> String {
    let shown = (rate * 1000.0).round() / 10.0;
    let shown = match rate {
        rate if rate < 1.0 && shown >= 100.0 => 99.9,
        rate if rate > 0.0 && shown <= 0.0 => 0.1,
        _ => shown,
    };
    format!("{shown:.1} %")
}

/// The board with a sign for each start: `o` found, `x` stuck, `.` impossible, a digit for tenths
/// where there were several runs; blanks for holes.
#[must_use]
pub fn map(survey: &BoardSurvey) -> String {
    let (rows, cols) = (survey.board().rows() as usize, survey.board().cols() as usize);
    let mut lines = vec![vec![' '; cols]; rows];
    for (square, found) in survey.starts() {
        let sign = match found {
            None => '.',
            Some(0) => 'x',
            Some(found) if found == survey.runs() => 'o',
            Some(found) => char::from(b'0' + (found * 10 / survey.runs()).min(9) as u8),
        };
        lines[rows - 1 - square.row as usize][square.col as usize] = sign;
    }
    let mut text = String::new();
    for (line, rank) in lines.iter().zip((1..=rows).rev()) {
        let signs: Vec<String> = line.iter().map(char::to_string).collect();
        let width = rows.to_string().len();
        let _ = writeln!(text, "{}", format!("{rank:>width$} | {}", signs.join(" ")).trim_end());
    }
    text
}
