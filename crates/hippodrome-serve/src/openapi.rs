//! The description of the API, made from what the engine says of itself.

use serde_json::{Map, Value, json};

use crate::api::BASE;
use crate::engine::{Engine, Operation};

/// The API as an `OpenAPI` 3.1 document.
#[must_use]
pub fn describe(engine: &dyn Engine) -> Value {
    let mut schemas = engine.schemas();
    let mut paths = Map::new();
    for operation in engine.operations() {
        let request = format!("{}Request", camel(&operation.path));
        paths.insert(
            format!("{BASE}{}", operation.path),
            json!({ "post": post(&operation, &request) }),
        );
        schemas.insert(request, operation.request);
    }
    for (path, id, summary, media) in [
        ("/api/v1/openapi.json", "openapi", "This description.", "application/json"),
        ("/api", "manual", "This description, to be read.", "text/html"),
        ("/healthz", "healthz", "Whether the server is up.", "text/plain"),
        ("/", "studio", "The studio.", "text/html"),
    ] {
        let ok = json!({ "description": "Here it is.", "content": { media: {} } });
        let get = json!({ "operationId": id, "summary": summary, "responses": { "200": ok } });
        paths.insert(path.to_owned(), json!({ "get": get }));
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "hippodrome",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Knight's tours and n queens. Each operation takes the options of the command of the same name as a JSON object, and answers with the bytes that the command prints.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "/" }],
        "paths": paths,
        "components": { "schemas": schemas, "responses": responses() },
    })
}

fn post(operation: &Operation, request: &str) -> Value {
    let media = if operation.lines { "application/x-ndjson" } else { "application/json" };
    let answer = &operation.answer;
    let ok = json!({
        "description": "The bytes that the command prints; other media types with another format. With `Accept: text/event-stream` events: `progress` while it works, at last `answer` or `failure`.",
        "headers": {
            "hippodrome-exit": {
                "description": "The exit status of the command: 0 done, 1 the answer is no, 2 the thing checked is malformed, 3 unknown.",
                "schema": { "type": "integer", "enum": [0, 1, 2, 3] },
            },
        },
        "content": { media: { "schema": answer }, "text/event-stream": {}, "text/plain": {} },
    });
    let mut all = json!({ "200": ok });
    for status in ["400", "403", "404", "408", "413", "421", "422", "500", "503"] {
        all[status] = json!({ "$ref": format!("#/components/responses/{status}") });
    }
    json!({
        "operationId": operation.path.replace('/', "-"),
        "summary": operation.summary,
        "requestBody": {
            "required": true,
            "content": {
                "application/json": {
                    "schema": { "$ref": format!("#/components/schemas/{request}") },
                    "example": operation.example,
                },
            },
        },
        "responses": all,
    })
}

fn responses() -> Value {
    let line = |description: &str| {
        let schema = json!({ "type": "string", "description": "One line." });
        json!({ "description": description, "content": { "text/plain": { "schema": schema } } })
    };
    let mut busy =
        line("All places to work are taken, or the time limit of the server was reached.");
    busy["headers"] = json!({
        "Retry-After": { "description": "Seconds.", "schema": { "type": "integer", "minimum": 1 } },
    });
    json!({
        "400": line("The input is wrong: the line that the command prints."),
        "403": line("The request comes from another site."),
        "404": line("There is none, and the command prints no object for that; or there is no such operation."),
        "408": line("The request came too slowly."),
        "413": line("The request is too long."),
        "421": line("The request is meant for another host."),
        "422": line("A limit of the question was reached, or the board is over the limit of this server."),
        "500": line("A fault of this program."),
        "503": busy,
    })
}

/// `queens/count` → `QueensCount`.
fn camel(path: &str) -> String {
    let words = path.split('/').map(|word| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_ascii_uppercase() + rest
    });
    words.collect()
}
