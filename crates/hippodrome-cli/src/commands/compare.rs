//! `model --compare`: the formulations side by side on one board.

use std::fmt::Write;
use std::time::{Duration, Instant};

use hippodrome::model::{Encoding, Formulation, Model, Options};
use hippodrome::{Deadline, MemoryLimit, Problem};
use hippodrome_solve::{Outcome, Relaxation, SOLVERS, by_name, default_name, relaxation};

use crate::cli::{CompareFormat, ModelArgs};
use crate::failure::{Failure, Status};
use crate::output::Output;
use crate::watch::Watch;

/// Each run stops after this time.
const EACH: Duration = Duration::from_secs(5);

/// Relaxations are solved up to this many squares.
const RELAXED: u128 = 144;

/// One run.
struct Line {
    formulation: String,
    solver: &'static str,
    variables: usize,
    constraints: usize,
    relaxation: &'static str,
    nodes: Option<u64>,
    rounds: u64,
    cuts: u64,
    conflicts: Option<u64>,
    seconds: f64,
    result: &'static str,
}

impl Line {
    /// A model that does not fit the memory, and is not built.
    fn too_large(name: &str, formulation: Formulation) -> Self {
        Self {
            formulation: name.to_owned(),
            solver: default_name(formulation),
            variables: 0,
            constraints: 0,
            relaxation: "-",
            nodes: None,
            rounds: 0,
            cuts: 0,
            conflicts: None,
            seconds: 0.0,
            result: "memory out",
        }
    }
}

/// Runs every formulation on every solver that takes it.
///
/// # Errors
///
/// When the board is too large for every formulation, or the output cannot be written.
pub(crate) fn run(
    args: &ModelArgs,
    problem: &Problem,
    memory: u64,
    watch: &Watch,
) -> Result<Status, Failure> {
    let lines = lines(args, problem, memory, watch)?;
    let by_name = args.output.output.as_deref().and_then(|p| p.extension()?.to_str());
    let text = match (args.compare_format, by_name) {
        (Some(CompareFormat::Csv), _) | (None, Some("csv")) => csv(&lines),
        (Some(CompareFormat::Svg), _) | (None, Some("svg")) => svg(&lines, problem),
        _ => table(&lines, problem),
    };
    watch.finishing();
    Output::new(args.output.output.as_deref())?.finish(|out| out.write_all(text.as_bytes()))?;
    Ok(Status::Done)
}

fn lines(
    args: &ModelArgs,
    problem: &Problem,
    memory: u64,
    watch: &Watch,
) -> Result<Vec<Line>, Failure> {
    let order = Options::new().encoding(Encoding::Order);
    let both = Options::new().lifted(true).parity(true);
    let variants = [
        ("mtz", Formulation::Mtz, Options::new()),
        ("mtz lifted parity", Formulation::Mtz, both),
        ("flow", Formulation::Flow, Options::new()),
        ("dfj", Formulation::Dfj, Options::new()),
        ("circuit", Formulation::Circuit, Options::new()),
        ("sat cuts", Formulation::Sat, Options::new()),
        ("sat order", Formulation::Sat, order),
    ];
    let mut lines = Vec::new();
    let mut refused = None;
    for (name, formulation, options) in variants {
        let room = MemoryLimit::new(memory, watch);
        let model = match Model::within(problem, formulation, &options, &room) {
            Ok(model) => model,
            Err(_) if room.reached().is_some() => {
                lines.push(Line::too_large(name, formulation));
                continue;
            }
            Err(error) => {
                refused.get_or_insert(error);
                continue;
            }
        };
        let relaxed = relaxed(&model, watch);
        for (solver, _) in SOLVERS.iter().filter(|(_, built)| *built) {
            let Ok(engine) = by_name(solver) else { continue };
            if !engine.serves(&model) {
                continue;
            }
            let started = Instant::now();
            let deadline = Deadline::new(started + EACH, watch);
            let room = MemoryLimit::new(memory, &deadline);
            let Ok(report) = engine.solve(model.clone(), args.limits.seed, &room) else {
                continue;
            };
            lines.push(Line {
                formulation: name.to_owned(),
                solver,
                variables: model.variables().len(),
                constraints: model.rows().len() + model.clauses().len(),
                relaxation: relaxed,
                nodes: report.effort.nodes,
                rounds: report.effort.rounds,
                cuts: report.effort.cuts,
                conflicts: report.effort.conflicts,
                seconds: started.elapsed().as_secs_f64(),
                result: match report.outcome {
                    Outcome::Tour(_) => "tour",
                    Outcome::Infeasible => "infeasible",
                    Outcome::Unknown(_) if room.reached().is_some() => "memory out",
                    Outcome::Unknown(_) => "time out",
                    Outcome::Failed(_) => "failed",
                },
            });
        }
    }
    match refused {
        Some(error) if lines.is_empty() => Err(error.into()),
        _ => Ok(lines),
    }
}

fn relaxed(model: &Model, watch: &Watch) -> &'static str {
    if model.problem().board().len() > RELAXED {
        return "-";
    }
    let deadline = Deadline::new(Instant::now() + EACH, watch);
    match relaxation(&mut model.clone(), &deadline) {
        None => "-",
        Some(Relaxation::Feasible) => "feasible",
        Some(Relaxation::Infeasible) => "infeasible",
        Some(Relaxation::Unknown) => "unknown",
    }
}

fn count(number: Option<u64>) -> String {
    number.map_or_else(|| "-".to_owned(), |n| n.to_string())
}

/// How long a bar is: a step for each factor of two above a tenth of a millisecond.
fn bar(seconds: f64) -> usize {
    (seconds / 1e-4).log2().clamp(0.0, 20.0) as usize
}

fn table(lines: &[Line], problem: &Problem) -> String {
    let mut text = format!(
        "{} tours of {}; wall seconds, one thread, at most {} s each; a bar's step is a factor of two\n",
        problem.kind(),
        problem.board().size(),
        EACH.as_secs()
    );
    let head = ["formulation", "solver", "variables", "constraints", "relaxation", "nodes"];
    let more = ["rounds", "cuts", "conflicts", "seconds", "result"];
    let _ = writeln!(
        text,
        "{:<18}{:<9}{:>9}{:>12}  {:<11}{:>7}{:>7}{:>6}{:>10}{:>10}  {}",
        head[0],
        head[1],
        head[2],
        head[3],
        head[4],
        head[5],
        more[0],
        more[1],
        more[2],
        more[3],
        more[4]
    );
    for line in lines {
        let _ = writeln!(
            text,
            "{:<18}{:<9}{:>9}{:>12}  {:<11}{:>7}{:>7}{:>6}{:>10}{:>10.4}  {:<10} {}",
            line.formulation,
            line.solver,
            line.variables,
            line.constraints,
            line.relaxation,
            count(line.nodes),
            line.rounds,
            line.cuts,
            count(line.conflicts),
            line.seconds,
            line.result,
            "#".repeat(bar(line.seconds)),
        );
    }
    text
}

fn csv(lines: &[Line]) -> String {
    let mut text = "formulation,solver,variables,constraints,relaxation,nodes,rounds,cuts,conflicts,seconds,result\n".to_owned();
    for line in lines {
        let number = |n: Option<u64>| n.map_or_else(String::new, |n| n.to_string());
        let _ = writeln!(
            text,
            "{},{},{},{},{},{},{},{},{},{:.6},{}",
            line.formulation,
            line.solver,
            line.variables,
            line.constraints,
            line.relaxation,
            number(line.nodes),
            line.rounds,
            line.cuts,
            number(line.conflicts),
            line.seconds,
            line.result
        );
    }
    text
}

fn svg(lines: &[Line], problem: &Problem) -> String {
    let height = 40 + 22 * lines.len();
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"{height}\" viewBox=\"0 0 640 {height}\" font-family=\"sans-serif\" font-size=\"13\">\n<text x=\"10\" y=\"20\">{} tours of {}: seconds, each step of a bar a factor of two</text>\n",
        problem.kind(),
        problem.board().size()
    );
    for (at, line) in lines.iter().enumerate() {
        let y = 34 + 22 * at;
        let width = 10 * bar(line.seconds).max(1);
        let colour = if line.result.ends_with(" out") { "#b0b0b0" } else { "#3b6ea5" };
        let _ = writeln!(
            text,
            "<text x=\"10\" y=\"{}\">{} ({})</text><rect x=\"230\" y=\"{y}\" width=\"{width}\" height=\"16\" fill=\"{colour}\"/><text x=\"{}\" y=\"{}\">{:.4} {}</text>",
            y + 13,
            line.formulation,
            line.solver,
            236 + width,
            y + 13,
            line.seconds,
            line.result
        );
    }
    text + "</svg>\n"
}
