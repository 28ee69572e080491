//! Which commands can be asked, and what each answers.

use hippodrome::explain::{MoveReport, OutcomeReport, RetryReport, RunReport, UndoReport};
use hippodrome::queens::report::{
    CompleteReport, CountReport as QueensCountReport, PlaceReport, RowReport,
};
use hippodrome::report::{
    CheckReport, CountReport, ExistsReport, GraphCountReport, LocateReport, ModelReport, TourReport,
};
use hippodrome_serve::Lane;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};

/// An operation.
pub(super) struct Entry {
    /// The words of the command, joined by `/`.
    pub(super) path: &'static str,
    /// The option whose value is the content of a file, in the request itself.
    pub(super) content: Option<&'static str>,
    /// The schema of an answer, or of one line of it.
    pub(super) answer: fn(&mut SchemaGenerator) -> Value,
    /// Whether the answer has several lines.
    pub(super) lines: bool,
    /// Where it runs.
    pub(super) lane: Lane,
    /// A request.
    pub(super) example: &'static str,
}

impl Entry {
    /// The media type of a format.
    pub(super) fn media(&self, format: Option<&str>) -> &'static str {
        match format {
            None | Some("json") if self.lines => "application/x-ndjson",
            None | Some("json") => "application/json",
            Some("svg") => "image/svg+xml",
            Some("png" | "apng") => "image/png",
            Some("gif") => "image/gif",
            Some("npy") => "application/octet-stream",
            Some(_) => "text/plain; charset=utf-8",
        }
    }
}

fn one<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    generator.subschema_for::<T>().into()
}

fn either<A: JsonSchema, B: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    json!({ "anyOf": [one::<A>(generator), one::<B>(generator)] })
}

/// A line of a run, or (with `stats`) what one tie-break costs.
fn events(generator: &mut SchemaGenerator) -> Value {
    json!({
        "anyOf": [
            one::<MoveReport>(generator),
            one::<UndoReport>(generator),
            one::<RetryReport>(generator),
            one::<OutcomeReport>(generator),
            one::<RunReport>(generator),
        ]
    })
}

/// A count of a board or a box, or (broken down with `by`) counts by square or move.
fn counts(generator: &mut SchemaGenerator) -> Value {
    let by = json!({
        "type": "object",
        "description": "With `by`: the count of each square or move.",
        "additionalProperties": { "type": "string", "pattern": "^[0-9]+$" },
        "not": { "required": ["count"] },
    });
    json!({ "anyOf": [one::<CountReport>(generator), one::<GraphCountReport>(generator), by] })
}

/// A count, or the grid of `through`.
fn queens_counts(generator: &mut SchemaGenerator) -> Value {
    let row = json!({ "type": "array", "items": { "type": "string", "pattern": "^[0-9]+$" } });
    let through = json!({
        "type": "object",
        "description": "With `through`: for each rank and file, the solutions with a queen there.",
        "properties": { "n": { "type": "integer" }, "through": { "type": "array", "items": row } },
        "required": ["n", "through"],
    });
    json!({ "anyOf": [one::<QueensCountReport>(generator), through] })
}

/// All operations.
pub(super) const ALL: [Entry; 12] = [
    Entry {
        path: "tour",
        content: None,
        answer: either::<TourReport, ExistsReport>,
        lines: false,
        lane: Lane::Short,
        example: r#"{"board":"8x8","closed":true}"#,
    },
    Entry {
        path: "exists",
        content: None,
        answer: one::<ExistsReport>,
        lines: false,
        lane: Lane::Short,
        example: r#"{"board":"5x5","from":"a2"}"#,
    },
    Entry {
        path: "locate",
        content: None,
        answer: one::<LocateReport>,
        lines: false,
        lane: Lane::Short,
        example: r#"{"board":"100000x100000","closed":true,"step":"5000000000"}"#,
    },
    Entry {
        path: "explain",
        content: None,
        answer: events,
        lines: true,
        lane: Lane::Short,
        example: r#"{"board":"5x5","from":"a1"}"#,
    },
    Entry {
        path: "count",
        content: None,
        answer: counts,
        lines: false,
        lane: Lane::Long,
        example: r#"{"board":"6x6","closed":true}"#,
    },
    Entry {
        path: "sample",
        content: Some("rank"),
        answer: one::<TourReport>,
        lines: true,
        lane: Lane::Long,
        example: r#"{"board":"6x6","closed":true,"seed":7}"#,
    },
    Entry {
        path: "queens/count",
        content: None,
        answer: queens_counts,
        lines: false,
        lane: Lane::Long,
        example: r#"{"n":12}"#,
    },
    Entry {
        path: "queens/place",
        content: None,
        answer: either::<PlaceReport, RowReport>,
        lines: false,
        lane: Lane::Short,
        example: r#"{"n":8}"#,
    },
    Entry {
        path: "queens/list",
        content: None,
        answer: one::<PlaceReport>,
        lines: true,
        lane: Lane::Long,
        example: r#"{"n":8,"fundamental":true}"#,
    },
    Entry {
        path: "queens/complete",
        content: None,
        answer: one::<CompleteReport>,
        lines: false,
        lane: Lane::Short,
        example: r#"{"n":8,"queen":["b4"],"all":true}"#,
    },
    Entry {
        path: "model",
        content: Some("read"),
        answer: one::<ModelReport>,
        lines: false,
        lane: Lane::Long,
        example: r#"{"board":"6x6","formulation":"sat"}"#,
    },
    Entry {
        path: "check",
        content: Some("file"),
        answer: one::<CheckReport>,
        lines: false,
        lane: Lane::Short,
        example: r#"{"file":"a1 b3 d2 c4 a5 b7","board":"8x8"}"#,
    },
];
