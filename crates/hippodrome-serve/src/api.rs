//! The routes, and how an end of work becomes an answer over HTTP.
//!
//! | status | when |
//! |---|---|
//! | 200 | the command printed its object: yes, no, or unknown |
//! | 400 | the input is wrong: the line that the command prints |
//! | 404 | there is none, and the command prints no object for that: its line |
//! | 408, 413 | the request came too slowly, or was too long |
//! | 403, 421 | it comes from another site, or is meant for another host |
//! | 422 | a limit of the question was reached, or the board is over the limit of the server |
//! | 500 | a fault of this program; nothing else is harmed |
//! | 503 | busy, or the time limit of the server was reached; `Retry-After` says when to try again |

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::{Map, Value};
use tokio::sync::{mpsc, watch};

use crate::engine::{Lane, Operation, Reply};
use crate::fields::Fields;
use crate::guard::{self, Hosts};
use crate::work::{self, End, Shared};
use crate::{manual, openapi, page, stream};

/// How long a body may take to arrive.
const ARRIVAL: Duration = Duration::from_secs(10);

/// What ends within this time is answered without events of progress.
const AT_ONCE: Duration = Duration::from_millis(100);

/// Where operations live.
pub(crate) const BASE: &str = "/api/v1/";

const TEXT: &str = "text/plain; charset=utf-8";
const EVENTS: &str = "text/event-stream";

struct App {
    shared: Arc<Shared>,
    lanes: BTreeMap<String, Lane>,
    document: String,
    manual: String,
}

/// The whole service.
pub(crate) fn router(shared: Arc<Shared>, hosts: Hosts) -> Router {
    let operations = shared.engine.operations();
    let document = openapi::describe(&*shared.engine);
    let lane = |operation: &Operation| (operation.path.clone(), operation.lane);
    let app = App {
        lanes: operations.iter().map(lane).collect(),
        manual: manual::html(&document, &shared.limits),
        document: document.to_string(),
        shared,
    };
    let document = |State(app): State<Arc<App>>| async move {
        typed("application/json", app.document.clone())
    };
    let manual = |State(app): State<Arc<App>>| async move {
        typed("text/html; charset=utf-8", app.manual.clone())
    };
    let routes = Router::new()
        .route("/api/v1/openapi.json", get(document))
        .route("/api/v1/{*operation}", post(operation))
        .route("/api", get(manual))
        .route("/healthz", get(|| async { typed(TEXT, "ok\n") }));
    page::routes(routes)
        .fallback(|| async {
            let line = "error: nothing is here: the studio is at /, its API is described at /api\n";
            (StatusCode::NOT_FOUND, line)
        })
        .layer(axum::middleware::from_fn_with_state(Arc::new(hosts), guard::guard))
        .with_state(Arc::new(app))
}

/// A body with its media type.
pub(crate) fn typed(media: &'static str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
    response
}

/// An answer before it is put into a response.
struct Answer {
    status: StatusCode,
    media: &'static str,
    body: Vec<u8>,
    /// The command's exit status, where one ran.
    exit: Option<u8>,
    /// Seconds.
    retry_after: Option<u64>,
}

impl Answer {
    fn line(status: StatusCode, line: impl Into<String>) -> Self {
        let mut line = line.into();
        if !line.ends_with('\n') {
            line.push('\n');
        }
        Self { status, media: TEXT, body: line.into_bytes(), exit: None, retry_after: None }
    }

    fn busy(line: &str, retry_after: u64) -> Self {
        let answer = Self::line(StatusCode::SERVICE_UNAVAILABLE, line);
        Self { retry_after: Some(retry_after), ..answer }
    }

    fn of(end: End, shared: &Shared) -> Self {
        match end {
            End::Busy => Self::busy("unknown: all places to work are taken: try again soon", 2),
            End::Overdue => Self::busy("unknown: the time limit of this server was reached", 30),
            End::Panicked => Self::line(
                StatusCode::INTERNAL_SERVER_ERROR,
                "fault of hippodrome, please report it: the computation crashed",
            ),
            End::Replied(Reply::Wrong(line), _) => {
                Self::line(StatusCode::BAD_REQUEST, format!("error: {line}"))
            }
            End::Replied(Reply::TooLarge(line), _) => {
                Self::line(StatusCode::UNPROCESSABLE_ENTITY, format!("unknown: {line}"))
            }
            End::Replied(Reply::Ran { exit, out, err, media }, took) => {
                // What was printed before a fault was noticed is no answer.
                let fault = err.lines().any(|line| line.starts_with("fault of hippodrome"));
                let answer = if fault {
                    Self::line(StatusCode::INTERNAL_SERVER_ERROR, err)
                } else if exit == 0 || !out.is_empty() {
                    Self { media, body: out, ..Self::line(StatusCode::OK, "") }
                } else if exit == 3 && (took >= shared.limits.time || shared.stopping()) {
                    Self::busy(&err, 30)
                } else {
                    let status = match exit {
                        1 => StatusCode::NOT_FOUND,
                        2 => StatusCode::BAD_REQUEST,
                        _ => StatusCode::UNPROCESSABLE_ENTITY,
                    };
                    Self::line(status, err)
                };
                Self { exit: Some(exit), ..answer }
            }
        }
    }

    fn events(&self) -> bytes::Bytes {
        let text = String::from_utf8_lossy(&self.body);
        if self.status == StatusCode::OK {
            stream::event("answer", &text)
        } else {
            stream::failure(self.status.as_u16(), text.trim_end())
        }
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let mut response = typed(self.media, self.body);
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        if let Some(exit) = self.exit {
            headers.insert(HeaderName::from_static("hippodrome-exit"), u64::from(exit).into());
        }
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

async fn operation(State(app): State<Arc<App>>, request: Request) -> Response {
    let path = request.uri().path().strip_prefix(BASE).unwrap_or_default().to_owned();
    let Some(&lane) = app.lanes.get(&path) else {
        let names: Vec<&str> = app.lanes.keys().map(String::as_str).collect();
        let line = format!("error: there is no such operation: expected {}", names.join(", "));
        return Answer::line(StatusCode::NOT_FOUND, line).into_response();
    };
    let streams = accepts_events(request.headers());
    let most = app.shared.limits.body;
    let question = match read(request, most).await {
        Ok(question) => question,
        Err(answer) => return answer.into_response(),
    };
    let (sender, progress) = watch::channel(None);
    let started = Instant::now();
    let shared = Arc::clone(&app.shared);
    let mut work = Box::pin(work::ask(Arc::clone(&shared), path, lane, question, sender));
    if !streams {
        return Answer::of(work.await, &shared).into_response();
    }
    let (events, receiver) = mpsc::channel(16);
    if let Ok(end) = tokio::time::timeout(AT_ONCE, &mut work).await {
        let answer = Answer::of(end, &shared);
        if answer.status != StatusCode::OK {
            return answer.into_response();
        }
        return typed(EVENTS, answer.events());
    }
    tokio::spawn(async move {
        // Whichever way this ends, `work` is dropped, and the work with it.
        let end = tokio::select! {
            end = &mut work => end,
            () = stream::tell(progress, &events, started) => return,
            () = events.closed() => return,
        };
        // The client may have gone away.
        let _ = events.send(Answer::of(end, &shared).events()).await;
    });
    typed(EVENTS, stream::Events::body(receiver))
}

fn accepts_events(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accept.is_some_and(|accept| accept.contains(EVENTS))
}

async fn read(request: Request, most: usize) -> Result<Map<String, Value>, Answer> {
    let length = request.headers().get(header::CONTENT_LENGTH).and_then(|v| v.to_str().ok());
    let too_long = || {
        let line = format!("error: the request is too long: expected at most {most} bytes");
        Answer::line(StatusCode::PAYLOAD_TOO_LARGE, line)
    };
    if length.and_then(|text| text.parse::<usize>().ok()).is_some_and(|length| length > most) {
        return Err(too_long());
    }
    let bytes = match tokio::time::timeout(ARRIVAL, to_bytes(request.into_body(), most)).await {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(_)) => return Err(too_long()),
        Err(_) => {
            let line = "error: the request came too slowly";
            return Err(Answer::line(StatusCode::REQUEST_TIMEOUT, line));
        }
    };
    serde_json::from_slice::<Fields>(&bytes).map(|fields| fields.0).map_err(|error| {
        let line = format!("error: the request is not a JSON object: {error}");
        Answer::line(StatusCode::BAD_REQUEST, line)
    })
}
