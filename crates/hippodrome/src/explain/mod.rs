//! Runs of Warnsdorff's rule, told: in words, as JSON lines, as Prolog terms.
//!
//! [`heuristic::explain`](crate::heuristic::explain) gives the events of a run; [`Teller`] turns
//! each into text as it comes, and [`verdict`] says what the end of the run means: a tour, stuck
//! (which says nothing about existence), or stuck because there is no tour, and why.
//!
//! # Examples
//!
//! ```
//! use hippodrome::explain::{Style, Teller, Verdict, verdict};
//! use hippodrome::heuristic::{ExplainOptions, WarnsdorffOptions, explain};
//! use hippodrome::{Kind, Leaper, Problem, Silent};
//!
//! let problem = Problem::new("5x5".parse()?, Leaper::KNIGHT, Kind::Open).with_from("a2".parse()?)?;
//! let options = ExplainOptions::new(WarnsdorffOptions::new());
//! let run = explain(&problem, &options, &Silent)?;
//! let mut teller = Teller::new(Style::Json, &problem, &options);
//! let mut text = teller.begin(&run);
//! let mut run = run;
//! run.by_ref().for_each(|event| text += &teller.event(&event));
//! let conclusion = run.conclude();
//! let verdict = verdict(&problem, &conclusion, &Silent);
//! text += &teller.end(&conclusion, &verdict);
//! assert!(text.starts_with(r#"{"step":1,"at":"a2","candidates":[{"square":"b4","degree":3}"#));
//! // The rule got stuck; no other would have done better.
//! assert!(matches!(verdict, Verdict::Impossible(_)));
//! assert!(text.lines().last().unwrap().starts_with(r#"{"outcome":"impossible","#));
//! # Ok::<(), hippodrome::Error>(())
//! ```

mod json;
mod prolog;
mod text;

use std::fmt;
use std::str::FromStr;

use crate::answer::{Answer, Limit, Reason};
use crate::auto;
use crate::error::{Error, shown};
use crate::exists::Existence;
use crate::heuristic::{Conclusion, End, Event, ExplainOptions, Explanation};
use crate::observer::Observer;
use crate::problem::Problem;

pub use json::{MoveReport, OutcomeReport, RetryReport, RunReport, UndoReport, WorkReport};

/// Nodes of the search that is asked, after a run that is stuck, whether there is a tour at all.
const NODES: u64 = 100_000;

/// What the end of a run means.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// There is a tour: it was found.
    Tour,
    /// The rule is stuck. There is a tour all the same, and why; or that was not found out.
    Stuck(Option<Existence>),
    /// There is no tour, and why: no rule could have found one.
    Impossible(Reason),
    /// A limit was reached.
    Unknown(Limit),
}

impl Verdict {
    /// `tour`, `stuck`, `impossible` or `unknown`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Tour => "tour",
            Self::Stuck(_) => "stuck",
            Self::Impossible(_) => "impossible",
            Self::Unknown(_) => "unknown",
        }
    }
}

/// What the end of a run means for the problem.
///
/// After a run that is stuck, [`auto::exists`] is asked with a limit of 100,000 nodes.
#[must_use]
pub fn verdict(problem: &Problem, conclusion: &Conclusion, observer: &dyn Observer) -> Verdict {
    match conclusion.end {
        End::Tour(_) => return Verdict::Tour,
        End::Stopped => return Verdict::Unknown(Limit::Stopped),
        End::Stuck { .. } | End::Moves(_) => {}
    }
    let options = auto::Options { nodes: Some(NODES), ..auto::Options::default() };
    match (auto::exists(problem, &options, observer), &conclusion.end) {
        (Answer::Impossible(reason), _) => Verdict::Impossible(reason),
        (_, End::Moves(moves)) => Verdict::Unknown(Limit::Nodes(*moves)),
        (Answer::Found(existence), _) => Verdict::Stuck(Some(existence)),
        (Answer::Unknown(_), _) => Verdict::Stuck(None),
    }
}

/// How a run is told.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Style {
    /// A line in words for each event.
    #[default]
    Text,
    /// A JSON object for each event, one a line.
    Json,
    /// A Prolog term for each event, one a line.
    Prolog,
}

impl Style {
    /// All styles.
    pub const ALL: [Self; 3] = [Self::Text, Self::Json, Self::Prolog];

    /// The name in options.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Prolog => "prolog",
        }
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Style {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|style| style.name() == text).ok_or_else(|| {
            Error::parse(format!("style '{}': expected text, json or prolog", shown(text)))
        })
    }
}

/// Tells the events of one run, in order. Every text given back ends its lines.
#[derive(Debug)]
pub struct Teller<'a> {
    style: Style,
    problem: &'a Problem,
    options: &'a ExplainOptions,
}

impl<'a> Teller<'a> {
    /// A teller of a run with these options.
    #[must_use]
    pub fn new(style: Style, problem: &'a Problem, options: &'a ExplainOptions) -> Self {
        Self { style, problem, options }
    }

    /// What comes before the first event.
    #[must_use]
    pub fn begin(&self, run: &Explanation<'_>) -> String {
        match self.style {
            Style::Text => text::begin(self.problem, self.options, run),
            Style::Json => String::new(),
            Style::Prolog => prolog::begin(self.problem, self.options, run),
        }
    }

    /// An event.
    #[must_use]
    pub fn event(&self, event: &Event) -> String {
        match self.style {
            Style::Text => text::event(self.problem, self.options, event),
            Style::Json => json::event(event),
            Style::Prolog => prolog::event(event),
        }
    }

    /// The end.
    #[must_use]
    pub fn end(&self, conclusion: &Conclusion, verdict: &Verdict) -> String {
        match self.style {
            Style::Text => text::end(self.problem, conclusion, verdict),
            Style::Json => json::end(self.problem, conclusion, verdict),
            Style::Prolog => prolog::end(conclusion, verdict),
        }
    }
}
