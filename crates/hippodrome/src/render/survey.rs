//! Surveys as pictures in SVG: a board coloured by success, and success against the size of boards.
//!
//! Colours are told apart without hue as well: a start from which nothing was found carries a cross,
//! an impossible one a dot, and every line of a chart has its own dashes and its name beside it.

use std::fmt::Write;

use super::geometry::{Frame, UNIT};
use super::palette;
use super::svg::{Theme, admits};
use crate::error::Error;
use crate::survey::BoardSurvey;
use crate::survey::report::{SurveyReport, percent};

/// The map of one board: how often a tour was found from each square.
///
/// # Errors
///
/// When the board has more than a million squares.
pub fn heat_map(name: &str, survey: &BoardSurvey, theme: Theme) -> Result<String, Error> {
    let board = survey.board();
    admits(board)?;
    let frame = Frame::new(board, true, false);
    let counts = survey.counts();
    let (width, below) = (frame.width, frame.label * 2);
    let height = frame.height + below;
    let rate = survey.rate().map_or_else(|| "no start is possible".to_owned(), percent);
    let title = format!("Warnsdorff’s rule, ties: {name}, from every square of {}", board.size());
    let mut svg =
        head(width, height, &title, &format!("Found: {rate} of the possible starts"), theme);
    let _ = writeln!(
        svg,
        "<rect class=\"page\" width=\"{width}\" height=\"{height}\" rx=\"{}\"/>",
        frame.gap
    );
    for (square, found) in survey.starts() {
        let (x, y) = frame.corner(square);
        let class = match found {
            None => "no".to_owned(),
            Some(found) => format!("h{}", shade(found, survey.runs())),
        };
        let _ = write!(svg, "<path class=\"{class}\" d=\"M{x} {y}h{UNIT}v{UNIT}h-{UNIT}z\"/>");
        let (x, y) = frame.centre(square);
        match found {
            None => {
                let _ = write!(svg, "<circle class=\"ink\" cx=\"{x}\" cy=\"{y}\" r=\"3\"/>");
            }
            Some(0) => {
                let _ = write!(
                    svg,
                    "<path class=\"cross\" d=\"M{} {}l16 16m0-16l-16 16\"/>",
                    x - 8,
                    y - 8
                );
            }
            Some(_) => {}
        }
        svg.push('\n');
    }
    for (x, y, name) in frame.names() {
        let size = frame.label;
        let _ = writeln!(
            svg,
            "<text class=\"label\" font-size=\"{size}\" x=\"{x}\" y=\"{}\">{name}</text>",
            y + size * 7 / 20
        );
    }
    let caption = format!(
        "{} found, {} stuck (cross), {} impossible by colour (dot)",
        counts.found, counts.stuck, counts.impossible
    );
    let size = (width * 3 / 2 / caption.len() as i64).min(frame.label);
    let _ = writeln!(
        svg,
        "<text class=\"label\" font-size=\"{size}\" x=\"{}\" y=\"{}\">{caption}</text>\n</svg>",
        width / 2,
        frame.height + below / 2
    );
    Ok(svg)
}

/// From 0 (found in no run) to 5 (in every run).
fn shade(found: u64, runs: u64) -> u64 {
    match found {
        0 => 0,
        found if found >= runs => 5,
        found => 1 + (u128::from(found) * 4 / u128::from(runs)) as u64,
    }
}

/// The width and height of a chart, and of its frame.
const CHART: (i64, i64) = (960, 560);
const LEFT: i64 = 70;
const RIGHT: i64 = 780;
const TOP: i64 = 60;
const BOTTOM: i64 = 490;

/// The dashes of a chart's lines, in order.
const DASHES: [&str; 7] = ["none", "8 4", "2 4", "12 4 2 4", "4 2", "16 6", "1 6"];

/// Success rates against the size of boards (the square root of the starts), a line for each
/// tie-break.
#[must_use]
pub fn chart(reports: &[SurveyReport], theme: Theme) -> String {
    let sides = |row: &crate::survey::report::Row| (row.starts as f64).sqrt();
    let all = || reports.iter().flat_map(|report| &report.boards);
    let least = all().map(sides).fold(f64::INFINITY, f64::min);
    let most = all().map(sides).fold(0.0, f64::max);
    let (least, most) = if least < most { (least, most) } else { (most - 1.0, most + 1.0) };
    let x = |side: f64| LEFT as f64 + (side - least) / (most - least) * (RIGHT - LEFT) as f64;
    let y = |rate: f64| BOTTOM as f64 - rate * (BOTTOM - TOP) as f64;
    let title = "Warnsdorff’s rule: the share of possible starts from which a tour is found";
    let names: Vec<&str> = reports.iter().map(|report| report.tie_break.as_str()).collect();
    let mut svg =
        head(CHART.0, CHART.1, title, &format!("Tie-breaks: {}", names.join(", ")), theme);
    let _ = writeln!(
        svg,
        "<rect class=\"page\" width=\"{}\" height=\"{}\" rx=\"10\"/>\n<text class=\"title\" font-size=\"18\" x=\"{LEFT}\" y=\"34\">{title}</text>",
        CHART.0, CHART.1
    );
    for tenth in (0..=10).step_by(2) {
        let at = y(f64::from(tenth) / 10.0);
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{RIGHT}\"/><text class=\"label end\" font-size=\"14\" x=\"{}\" y=\"{:.1}\">{}%</text>",
            LEFT - 10,
            at + 5.0,
            tenth * 10
        );
    }
    for side in ticks(least, most) {
        let at = x(side as f64);
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M{at:.1} {BOTTOM}v6\"/><text class=\"label\" font-size=\"14\" x=\"{at:.1}\" y=\"{}\">{side}</text>",
            BOTTOM + 24
        );
    }
    let _ = writeln!(
        svg,
        "<text class=\"label\" font-size=\"14\" x=\"{}\" y=\"{}\">squares a side</text>",
        i64::midpoint(LEFT, RIGHT),
        BOTTOM + 50
    );
    for (number, report) in reports.iter().enumerate() {
        let (class, dash) = (format!("c{}", number % 7), DASHES[number % 7]);
        let mut rows: Vec<_> = report.boards.iter().filter(|row| row.rate().is_some()).collect();
        rows.sort_by(|a, b| sides(a).total_cmp(&sides(b)));
        let points = rows
            .iter()
            .map(|row| format!("{:.1},{:.1}", x(sides(row)), y(row.rate().unwrap_or_default())));
        let points: Vec<String> = points.collect();
        let _ = writeln!(
            svg,
            "<polyline class=\"curve {class}\" stroke-dasharray=\"{dash}\" points=\"{}\"/>",
            points.join(" ")
        );
        let at = TOP + 20 + 28 * number as i64;
        let _ = writeln!(
            svg,
            "<path class=\"curve {class}\" stroke-dasharray=\"{dash}\" d=\"M{} {at}h36\"/><text class=\"label start\" font-size=\"14\" x=\"{}\" y=\"{}\">{}</text>",
            RIGHT + 18,
            RIGHT + 62,
            at + 5,
            report.tie_break
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// Round numbers from least to most, at most twelve.
fn ticks(least: f64, most: f64) -> Vec<u64> {
    let (first, last) = (least.ceil().max(0.0) as u64, most.floor() as u64);
    let steps = (0..20).flat_map(|tens| [1, 2, 5].map(|step| step * 10_u64.pow(tens.min(18))));
    let step = steps.into_iter().find(|step| (last.saturating_sub(first)) / step < 12).unwrap_or(1);
    (first.div_ceil(step)..=last / step).map(|tick| tick * step).collect()
}

fn head(width: i64, height: i64, title: &str, description: &str, theme: Theme) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"title desc\">\n<title id=\"title\">{title}</title>\n<desc id=\"desc\">{description}</desc>\n<style>\n"
    );
    match theme {
        Theme::Light => svg.push_str(&palette::survey_rules(false)),
        Theme::Dark => svg.push_str(&palette::survey_rules(true)),
        Theme::Auto => {
            svg.push_str(&palette::survey_rules(false));
            let _ = write!(
                svg,
                "@media (prefers-color-scheme: dark) {{\n{}}}\n",
                palette::survey_rules(true)
            );
        }
    }
    svg.push_str(
        "text { font-family: system-ui, -apple-system, \"Segoe UI\", Roboto, \"DejaVu Sans\", sans-serif; text-anchor: middle }\n.start, .title { text-anchor: start }\n.end { text-anchor: end }\n.curve { fill: none; stroke-width: 2.5; stroke-linejoin: round }\n.cross { fill: none; stroke-width: 3 }\n</style>\n",
    );
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shades_are_full_only_where_every_run_found_a_tour() {
        assert_eq!([0, 1, 50, 99, 100].map(|found| shade(found, 100)), [0, 1, 3, 4, 5]);
        assert_eq!([0, 1].map(|found| shade(found, 1)), [0, 5]);
        assert_eq!(shade(u64::MAX - 1, u64::MAX), 4);
    }

    #[test]
    fn ticks_are_few_and_inside() {
        assert_eq!(ticks(5.0, 9.0), [5, 6, 7, 8, 9]);
        assert_eq!(ticks(5.0, 76.0), [10, 20, 30, 40, 50, 60, 70]);
        assert!(ticks(1.0, 1e6).len() <= 12);
    }
}
