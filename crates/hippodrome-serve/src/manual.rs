//! The description of the API as a page to be read, made from the `OpenAPI` document.

use std::fmt::Write as _;

use serde_json::Value;

use crate::limits::Limits;

/// The page.
pub(crate) fn html(document: &Value, limits: &Limits) -> String {
    let mut text = String::from(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>The API of hippodrome</title>\n<link rel=\"icon\" href=\"/icon.svg\">\n<link rel=\"stylesheet\" href=\"/manual.css\">\n</head>\n<body>\n<header><a href=\"/\">The studio</a></header>\n<main>\n<h1>The API</h1>\n",
    );
    let paths = document["paths"].as_object();
    let operations: Vec<(&String, &Value)> = paths
        .into_iter()
        .flatten()
        .filter_map(|(path, methods)| Some((path, methods.get("post")?)))
        .collect();
    let _ = write!(
        text,
        "<p>{}</p>\n<p>For programs: <a href=\"/api/v1/openapi.json\">openapi.json</a> (OpenAPI 3.1).</p>\n<nav aria-label=\"Operations\"><ul>\n",
        escape(document["info"]["description"].as_str().unwrap_or_default())
    );
    for (path, operation) in &operations {
        let id = operation["operationId"].as_str().unwrap_or_default();
        let _ = writeln!(text, "<li><a href=\"#{}\">{}</a></li>", escape(id), escape(path));
    }
    text.push_str("</ul></nav>\n");
    for (path, operation) in &operations {
        section(&mut text, document, path, operation);
    }
    statuses(&mut text, document, limits);
    text.push_str("</main>\n</body>\n</html>\n");
    text
}

fn section(text: &mut String, document: &Value, path: &str, operation: &Value) {
    let body = &operation["requestBody"]["content"]["application/json"];
    let schema = resolve(document, &body["schema"]);
    let _ = write!(
        text,
        "<section aria-labelledby=\"{id}\">\n<h2 id=\"{id}\">POST {path}</h2>\n<p>{}</p>\n<pre tabindex=\"0\">curl http://localhost:7878{path} -d '{}'</pre>\n<h3>Options</h3>\n",
        escape(operation["summary"].as_str().unwrap_or_default()),
        escape(&body["example"].to_string()),
        id = escape(operation["operationId"].as_str().unwrap_or_default()),
        path = escape(path),
    );
    table(text, document, schema);
    let content = operation["responses"]["200"]["content"].as_object();
    let answer =
        content.and_then(|content| content.iter().find(|(_, c)| c.get("schema").is_some()));
    if let Some((media, content)) = answer {
        let schema = resolve(document, &content["schema"]);
        let each = if media.contains("ndjson") { "A line of the answer" } else { "The answer" };
        let _ = writeln!(text, "<h3>{each}</h3>");
        match schema["anyOf"].as_array() {
            None => table(text, document, schema),
            Some(several) => {
                for one in several {
                    table(text, document, resolve(document, one));
                }
            }
        }
    }
    text.push_str("</section>\n");
}

fn table(text: &mut String, document: &Value, schema: &Value) {
    let required = |name: &str| {
        schema["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name))
    };
    text.push_str("<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-label=\"Fields\"><table>\n<thead><tr><th scope=\"col\">field</th><th scope=\"col\">type</th><th scope=\"col\">what</th></tr></thead>\n<tbody>\n");
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let mut about =
            escape(resolve(document, field)["description"].as_str().unwrap_or_default());
        if let Some(own) = field["description"].as_str() {
            about = escape(own);
        }
        if let Some(of) = field["enum"].as_array().or_else(|| field["items"]["enum"].as_array()) {
            let names: Vec<String> = of.iter().map(|v| escape(&v.to_string())).collect();
            let _ = write!(about, " One of {}.", names.join(", "));
        }
        let star = if required(name) { "" } else { "<span class=\"optional\"> optional</span>" };
        let _ = writeln!(
            text,
            "<tr><th scope=\"row\"><code>{}</code>{star}</th><td>{}</td><td>{about}</td></tr>",
            escape(name),
            escape(&kind(document, field)),
        );
    }
    text.push_str("</tbody></table></div>\n");
}

fn statuses(text: &mut String, document: &Value, limits: &Limits) {
    text.push_str("<section aria-labelledby=\"statuses\">\n<h2 id=\"statuses\">Answers that are not 200</h2>\n<dl>\n");
    for (status, response) in document["components"]["responses"].as_object().into_iter().flatten()
    {
        let about = response["description"].as_str().unwrap_or_default();
        let _ = writeln!(text, "<dt>{status}</dt><dd>{}</dd>", escape(about));
    }
    let _ = write!(
        text,
        "</dl>\n</section>\n<section aria-labelledby=\"limits\">\n<h2 id=\"limits\">The limits of this server</h2>\n<dl>\n<dt>Squares of a board that is built</dt><dd>{}</dd>\n<dt>Time of a question</dt><dd>{:?}</dd>\n<dt>Memory of a count or a model</dt><dd>{} MiB</dd>\n<dt>Length of a request</dt><dd>{} MiB</dd>\n<dt>Questions at the same time</dt><dd>{} short, {} long, {} waiting for each</dd>\n</dl>\n</section>\n",
        limits.squares,
        limits.time,
        limits.memory >> 20,
        limits.body >> 20,
        limits.short,
        limits.long,
        limits.waiting,
    );
}

/// What a reference refers to.
fn resolve<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    let name = schema["$ref"].as_str().and_then(|name| name.strip_prefix('#'));
    name.and_then(|name| document.pointer(name)).unwrap_or(schema)
}

/// `string`, `list of string`, `string or null`.
fn kind(document: &Value, schema: &Value) -> String {
    let schema = resolve(document, schema);
    if let Some(several) = schema["anyOf"].as_array().or_else(|| schema["oneOf"].as_array()) {
        let names: Vec<String> = several.iter().map(|one| kind(document, one)).collect();
        return names.join(" or ");
    }
    match &schema["type"] {
        Value::String(name) if name == "array" && schema["items"].is_object() => {
            format!("list of {}", kind(document, &schema["items"]))
        }
        Value::String(name) => name.clone(),
        Value::Array(names) => {
            names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or ")
        }
        _ => "any".to_owned(),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
