//! The API: the same bytes as the command line, and what its description promises.
#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod common;

use common::server::{Answer, Server};
use common::{Run, run_with};
use serde_json::{Map, Value, json};

/// A request, and the command line that asks the same.
const QUESTIONS: &[(&str, &str, &str)] = &[
    ("tour", r#"{"board":"8x8","closed":true}"#, "tour 8x8 --closed"),
    (
        "tour",
        r#"{"board":"5x5","from":"a1","tie_break":"last"}"#,
        "tour 5x5 --from a1 --tie-break last",
    ),
    (
        "tour",
        r#"{"board":"6x6","from":"a1","step_at":["13=c3"],"seed":3}"#,
        "tour 6x6 --from a1 --step-at 13=c3 --seed 3",
    ),
    (
        "tour",
        r#"{"board":"8x8","hole":["a1","h8"],"seed":5}"#,
        "tour 8x8 --hole a1 --hole h8 --seed 5",
    ),
    ("tour", r#"{"board":"3x3","hole":["b2"],"closed":true}"#, "tour 3x3 --hole b2 --closed"),
    ("tour", r#"{"board":"5x5","from":"a2"}"#, "tour 5x5 --from a2"),
    ("tour", r#"{"board":"4x10","closed":true}"#, "tour 4x10 --closed"),
    (
        "tour",
        r#"{"board":"10x10","closed":true,"leaper":"2,3"}"#,
        "tour 10x10 --closed --leaper 2,3",
    ),
    (
        "tour",
        r#"{"board":"10x10","closed":true,"symmetric":"rotate90"}"#,
        "tour 10x10 --closed --symmetric=rotate90",
    ),
    (
        "tour",
        r#"{"board":"30x40","method":"construct","from":"c5","to":"d5"}"#,
        "tour 30x40 --method construct --from c5 --to d5",
    ),
    ("tour", r#"{"board":"6x6","lexicographic":true}"#, "tour 6x6 --lexicographic"),
    (
        "tour",
        r#"{"board":"5x5","from":"b1","method":"warnsdorff"}"#,
        "tour 5x5 --from b1 --method warnsdorff",
    ),
    ("exists", r#"{"board":"3x8","closed":true}"#, "exists 3x8 --closed"),
    ("exists", r#"{"board":"5x5","from":"b1"}"#, "exists 5x5 --from b1"),
    (
        "exists",
        r#"{"board":"4294967296x4294967295","closed":true}"#,
        "exists 4294967296x4294967295 --closed",
    ),
    ("exists", r#"{"board":"6x6","hole":["a1"]}"#, "exists 6x6 --hole a1"),
    ("exists", r#"{"board":"12x12","leaper":[1,3]}"#, "exists 12x12 --leaper 1,3"),
    ("exists", r#"{"board":"4x4","node_limit":10}"#, "exists 4x4 --node-limit 10"),
    (
        "locate",
        r#"{"board":"100000x100000","closed":true,"step":5000000000}"#,
        "locate 100000x100000 --closed --step 5000000000",
    ),
    (
        "locate",
        r#"{"board":"1000x1000","from":"c5","to":"d5","square":"a1"}"#,
        "locate 1000x1000 --from c5 --to d5 --square a1",
    ),
    ("explain", r#"{"board":"5x5","from":"a1"}"#, "explain 5x5 --from a1"),
    ("explain", r#"{"board":"5x5","from":"b1"}"#, "explain 5x5 --from b1"),
    (
        "explain",
        r#"{"board":"8x8","closed":true,"tie_break":"random","seed":4}"#,
        "explain 8x8 --closed --tie-break random --seed 4",
    ),
    ("explain", r#"{"board":"40x40","tie_break":"last"}"#, "explain 40x40 --tie-break last"),
    ("count", r#"{"board":"6x6","closed":true}"#, "count 6x6 --closed"),
    ("count", r#"{"board":"5x5","directed":true}"#, "count 5x5 --directed"),
    (
        "count",
        r#"{"board":"6x6","closed":true,"symmetry":"board"}"#,
        "count 6x6 --closed --symmetry board",
    ),
    ("count", r#"{"board":"5x5","by":"start"}"#, "count 5x5 --by start"),
    ("count", r#"{"board":"5x5","from":"a1","method":"dfs"}"#, "count 5x5 --from a1 --method dfs"),
    ("count", r#"{"board":"4x4","wrap":"both"}"#, "count 4x4 --wrap both"),
    ("count", r#"{"board":"2x3x4","closed":true}"#, "count 2x3x4 --closed"),
    ("sample", r#"{"board":"6x6","closed":true,"seed":7}"#, "sample 6x6 --closed --seed 7"),
    ("sample", r#"{"board":"5x5","tours":3}"#, "sample 5x5 --tours 3"),
    ("sample", r#"{"board":"5x5","unrank":"100"}"#, "sample 5x5 --unrank 100"),
    ("queens/count", r#"{"n":8}"#, "queens count 8"),
    ("queens/count", r#"{"n":8,"k":5}"#, "queens count 8 -k 5"),
    ("queens/count", r#"{"n":"7","toroidal":true}"#, "queens count 7 --toroidal"),
    ("queens/count", r#"{"n":6,"through":true}"#, "queens count 6 --through"),
    ("queens/place", r#"{"n":8}"#, "queens place 8"),
    (
        "queens/place",
        r#"{"n":1000000000,"row":123456789}"#,
        "queens place 1000000000 --row 123456789",
    ),
    ("queens/place", r#"{"n":20,"random":true,"seed":2}"#, "queens place 20 --random --seed 2"),
    ("queens/list", r#"{"n":8,"fundamental":true}"#, "queens list 8 --fundamental"),
    (
        "queens/complete",
        r#"{"n":8,"queen":["b4","d5"],"all":true}"#,
        "queens complete 8 --queen b4 --queen d5 --all",
    ),
    (
        "queens/complete",
        r#"{"n":8,"block":["d1"],"count":true}"#,
        "queens complete 8 --block d1 --count",
    ),
    ("queens/complete", r#"{"n":4,"queen":["a1"]}"#, "queens complete 4 --queen a1"),
    ("model", r#"{"board":"6x6","formulation":"sat"}"#, "model 6x6 --formulation sat"),
    (
        "model",
        r#"{"board":"3x4","formulation":"flow","open":true}"#,
        "model 3x4 --formulation flow --open",
    ),
    ("model", r#"{"board":"4x4","formulation":"dfj"}"#, "model 4x4 --formulation dfj"),
];

/// A wrong request, and the wrong command line.
const WRONG: &[(&str, &str, &str)] = &[
    ("tour", r#"{"board":"8x8","closed":true,"open":true}"#, "tour 8x8 --closed --open"),
    ("tour", r#"{"board":"0x5"}"#, "tour 0x5"),
    ("tour", r#"{"board":"8x8","from":"a9"}"#, "tour 8x8 --from a9"),
    ("tour", r#"{"board":"8x8","from":"z"}"#, "tour 8x8 --from z"),
    ("tour", r#"{"board":"8x8","frm":"a1"}"#, "tour 8x8 --frm"),
    ("tour", r#"{"board":"8x8","method":"magic"}"#, "tour 8x8 --method magic"),
    ("tour", r#"{"board":"8x8","step_at":["c3"]}"#, "tour 8x8 --step-at c3"),
    ("tour", r#"{"board":"8x8","time_limit":"soon"}"#, "tour 8x8 --time-limit soon"),
    (
        "tour",
        r#"{"board":"8x8","retries":1,"method":"search"}"#,
        "tour 8x8 --retries 1 --method search",
    ),
    ("tour", r#"{"closed":true}"#, "tour --closed"),
    ("exists", r#"{"board":"no such file.txt"}"#, "exists no\u{a0}such\u{a0}file.txt"),
    ("locate", r#"{"board":"8x8","step":65}"#, "locate 8x8 --step 65"),
    ("count", r#"{"board":"8x8","closed":true,"by":"start"}"#, "count 8x8 --closed --by start"),
    ("queens/complete", r#"{"n":8,"queen":["z9"]}"#, "queens complete 8 --queen z9"),
    ("queens/place", r#"{"n":8,"row":9}"#, "queens place 8 --row 9"),
    ("model", r#"{"board":"6x6","solver":"magic"}"#, "model 6x6 --solver magic"),
];

fn command(line: &str) -> Run {
    let words: Vec<String> = line.split(' ').map(|word| word.replace('\u{a0}', " ")).collect();
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    words.extend(["--format", "json", "--quiet"]);
    run_with(&words, b"")
}

/// Time is the only thing that differs between two runs.
fn without_seconds(bytes: &[u8]) -> String {
    let text = std::str::from_utf8(bytes).unwrap();
    let Some((before, after)) = text.split_once("\"seconds\":") else { return text.to_owned() };
    let end = after.find([',', '}']).unwrap();
    format!("{before}\"seconds\":0{}", &after[end..])
}

#[test]
fn answers_are_those_of_the_command_line_byte_for_byte() {
    let server = Server::start(&[]);
    for (operation, request, line) in QUESTIONS {
        let (answer, run) = (server.ask(operation, request), command(line));
        assert_eq!(answer.status, 200, "{line}: {}", answer.text());
        assert_eq!(without_seconds(&answer.body), without_seconds(&run.stdout), "{line}");
        assert_eq!(answer.header("hippodrome-exit").unwrap(), run.status.to_string(), "{line}");
    }
}

#[test]
fn other_formats_are_those_of_the_command_line_too() {
    let server = Server::start(&[]);
    for (operation, request, line, media) in [
        ("tour", json!({"board":"8x8","format":"svg"}), "tour 8x8 --format svg", "image/svg+xml"),
        (
            "tour",
            json!({"board":"8x8","format":"npy"}),
            "tour 8x8 --format npy",
            "application/octet-stream",
        ),
        (
            "exists",
            json!({"board":"4x10","closed":true,"format":"cert"}),
            "exists 4x10 --closed --format cert",
            "text/plain; charset=utf-8",
        ),
        (
            "explain",
            json!({"board":"8x8","format":"cert"}),
            "explain 8x8 --format cert",
            "text/plain; charset=utf-8",
        ),
        (
            "queens/place",
            json!({"n":8,"format":"fen"}),
            "queens place 8 --format fen",
            "text/plain; charset=utf-8",
        ),
    ] {
        let answer = server.ask(operation, &request.to_string());
        let run = run_with(&line.split(' ').collect::<Vec<_>>(), b"");
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(media)), "{line}");
        assert_eq!(answer.body, run.stdout, "{line}");
    }
}

#[test]
fn wrong_input_is_400_with_the_line_of_the_command() {
    let server = Server::start(&[]);
    for (operation, request, line) in WRONG {
        let (answer, run) = (server.ask(operation, request), command(line));
        assert_eq!((answer.status, run.status), (400, 2), "{line}: {}", answer.text());
        assert_eq!(answer.text(), run.stderr, "{line}");
    }
    let twice = r#"{"board":"8x8","board":"5x5"}"#;
    for body in ["", "[]", "8", "{", "{\"board\":}", "\"8x8\"", "null", twice] {
        let answer = server.ask("tour", body);
        assert_eq!(answer.status, 400, "{body}");
        assert!(answer.text().starts_with("error: the request is not a JSON object"), "{body}");
    }
}

#[test]
fn the_text_of_a_file_stands_in_the_request() {
    let server = Server::start(&[]);
    let tour = run_with(&["tour", "8x8", "--closed", "--format", "csv"], b"").stdout;
    let text = String::from_utf8(tour.clone()).unwrap();
    let right =
        server.ask("check", &json!({"file": text, "board": "8x8", "closed": true}).to_string());
    let run = run_with(&["check", "-", "--board", "8x8", "--closed", "--format", "json"], &tour);
    assert_eq!(right.body, run.stdout);
    assert!(right.text().contains(r#""verdict":"verified""#));
    let wrong = server.ask("check", &json!({"file": "a1 b3 c6", "board": "8x8"}).to_string());
    assert_eq!((wrong.status, wrong.header("hippodrome-exit")), (200, Some("1")));
    assert!(wrong.text().contains(r#""code":"not-a-move""#), "{}", wrong.text());
    let malformed = server.ask("check", &json!({"file": "hippodrome-certificate 1\n"}).to_string());
    assert_eq!((malformed.status, malformed.header("hippodrome-exit")), (200, Some("2")));
    let none =
        server.ask("exists", &json!({"board":"5x5","from":"a2","format":"cert"}).to_string());
    let proof =
        server.ask("check", &json!({"file": none.text(), "board":"5x5","from":"a2"}).to_string());
    assert!(proof.text().contains(r#""verdict":"verified","what":"no-tour 5x5"#));
    let mask = server.ask("tour", &json!({"board": "...\n.#.\n...", "closed": true}).to_string());
    let run = run_with(&["tour", "-", "--closed", "--format", "json"], b"...\n.#.\n...\n");
    assert_eq!(mask.body, run.stdout);
    let one = server.ask("sample", &json!({"board":"6x6","closed":true,"unrank":77}).to_string());
    let rank =
        server.ask("sample", &json!({"board":"6x6","closed":true,"rank":one.text()}).to_string());
    assert_eq!(rank.text(), "77\n");
}

#[test]
fn no_file_is_read_and_no_path_is_told() {
    let server = Server::start(&[]);
    for (operation, request) in [
        ("tour", json!({"board": "/etc/hostname"})),
        ("tour", json!({"board": "../../Cargo.toml"})),
        ("count", json!({"board": "/tmp/x.edges"})),
        ("count", json!({"board": "8x8", "checkpoint": "/tmp/x"})),
        ("tour", json!({"board": "8x8", "output": "/tmp/x"})),
        ("model", json!({"board": "6x6", "write": "/tmp/x.lp"})),
        ("queens/complete", json!({"n": 8, "block": ["/etc/passwd"]})),
        ("queens/complete", json!({"n": 8, "block": ["/etc/no-such-file"]})),
    ] {
        let answer = server.ask(operation, &request.to_string());
        assert_eq!(answer.status, 400, "{request}: {}", answer.text());
        for part in ["home", "src/", "root:", ".rs"] {
            assert!(!answer.text().contains(part), "{request}: {}", answer.text());
        }
    }
    let there = server.ask("queens/complete", r#"{"n":8,"block":["/etc/passwd"]}"#);
    let nowhere = server.ask("queens/complete", r#"{"n":8,"block":["/etc/pesswd"]}"#);
    assert_eq!(there.text().replace("passwd", "pesswd"), nowhere.text());
}

/// The schema at a place of the description, as a validator.
fn validator(document: &Value, schema: &Value) -> jsonschema::Validator {
    let mut whole = Map::new();
    whole.insert("components".to_owned(), document["components"].clone());
    whole.insert("allOf".to_owned(), json!([schema]));
    jsonschema::draft202012::new(&Value::Object(whole)).unwrap()
}

#[test]
fn requests_and_answers_are_as_described() {
    let server = Server::start(&[]);
    let document: Value = serde_json::from_slice(&server.get("/api/v1/openapi.json").body).unwrap();
    assert_eq!(document["openapi"], "3.1.0");
    let post = |operation: &str| &document["paths"][format!("/api/v1/{operation}")]["post"];
    let mut seen = std::collections::BTreeSet::new();
    for (operation, request, _) in QUESTIONS {
        seen.insert(*operation);
        let body = &post(operation)["requestBody"]["content"]["application/json"];
        let described = validator(&document, &body["schema"]);
        let request: Value = serde_json::from_str(request).unwrap();
        assert!(described.is_valid(&request), "{operation} {request}");
        let answer = server.ask(operation, &request.to_string());
        let media = answer.header("content-type").unwrap();
        let described = &post(operation)["responses"]["200"]["content"][media]["schema"];
        assert!(described.is_object(), "{operation}: {media} is not described");
        let described = validator(&document, described);
        for line in answer.text().lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            let errors: Vec<String> = described.iter_errors(&line).map(|e| e.to_string()).collect();
            assert!(errors.is_empty(), "{operation} {request}: {errors:?}");
        }
    }
    for (operation, request, _) in WRONG {
        let answer = server.ask(operation, request);
        let described = &post(operation)["responses"][answer.status.to_string()];
        let place = described["$ref"].as_str().unwrap().trim_start_matches('#');
        let described = document.pointer(place).unwrap();
        assert!(described["content"]["text/plain"].is_object(), "{operation}");
        assert!(answer.header("content-type").unwrap().starts_with("text/plain"));
    }
    // What the description refuses, the server refuses.
    let tour = &post("tour")["requestBody"]["content"]["application/json"]["schema"];
    let tour = validator(&document, tour);
    for request in [
        json!({}),
        json!({"board": "8x8", "output": "x"}),
        json!({"board":"8x8","method":"magic"}),
        json!({"board":"8x8","closed":"yes"}),
    ] {
        assert!(!tour.is_valid(&request), "{request}");
        assert_eq!(server.ask("tour", &request.to_string()).status, 400, "{request}");
    }
    let paths = document["paths"].as_object().unwrap();
    let described: Vec<&str> =
        paths.iter().filter(|(_, m)| m.get("post").is_some()).map(|(p, _)| &p[8..]).collect();
    assert!(described.iter().all(|path| seen.contains(path) || *path == "check"), "{described:?}");
}

#[test]
fn the_description_can_be_read() {
    let server = Server::start(&[]);
    let page = server.get("/api");
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    for part in ["POST /api/v1/queens/complete", "tie_break", "centre-far", "503", "<h2"] {
        assert!(page.text().contains(part), "{part}");
    }
    let manual: Answer = server.get("/healthz");
    assert_eq!((manual.status, manual.text()), (200, "ok\n"));
    assert_eq!(server.get("/nowhere").status, 404);
    assert_eq!(server.get("/api/v1/tour").status, 405);
    assert_eq!(server.ask("nothing", "{}").status, 404);
}

#[test]
fn every_format_is_described_by_name() {
    let server = Server::start(&[]);
    let document: Value = serde_json::from_slice(&server.get("/api/v1/openapi.json").body).unwrap();
    for (request, names) in [
        ("TourRequest", &["board", "npy", "svg", "png", "gif", "apng"][..]),
        ("ExplainRequest", &["text", "prolog", "svg", "gif"]),
        ("QueensPlaceRequest", &["columns", "fen", "svg", "png"]),
    ] {
        let formats = &document["components"]["schemas"][request]["properties"]["format"]["enum"];
        let formats = formats.as_array().unwrap().iter().filter_map(Value::as_str);
        let formats: Vec<&str> = formats.collect();
        for name in names {
            assert!(formats.contains(name), "{request}: {name} in {formats:?}");
        }
    }
}
