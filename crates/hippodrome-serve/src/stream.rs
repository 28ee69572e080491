//! Server-Sent Events: progress while the work goes on, then the answer.
//!
//! `event: progress` has the data `{"stage":…,"done":"…","total":"…"|null,"note":…,"seconds":…}`;
//! the last event is `answer`, whose data lines are the lines of the answer, or `failure` with
//! `{"status":503,"line":"…"}`.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Instant;

use axum::body::Body;
use bytes::Bytes;
use hippodrome::Progress;
use http_body::Frame;
use serde_json::json;
use tokio::sync::{mpsc, watch};

/// A body of events that come when they come.
pub(crate) struct Events(mpsc::Receiver<Bytes>);

impl Events {
    pub(crate) fn body(receiver: mpsc::Receiver<Bytes>) -> Body {
        Body::new(Self(receiver))
    }
}

impl http_body::Body for Events {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        self.0.poll_recv(context).map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }
}

/// One event.
pub(crate) fn event(name: &str, data: &str) -> Bytes {
    let mut text = format!("event: {name}\n");
    for line in data.lines() {
        text += "data: ";
        text += line;
        text.push('\n');
    }
    text.push('\n');
    text.into()
}

/// A failure: the status it would have had, and its line.
pub(crate) fn failure(status: u16, line: &str) -> Bytes {
    event("failure", &json!({ "status": status, "line": line }).to_string())
}

/// Sends progress as it comes; never ends by itself.
pub(crate) async fn tell(
    mut progress: watch::Receiver<Option<Progress>>,
    events: &mpsc::Sender<Bytes>,
    started: Instant,
) {
    while progress.changed().await.is_ok() {
        let Some(at) = progress.borrow_and_update().clone() else { continue };
        let seconds = started.elapsed().as_millis() as f64 / 1000.0;
        let data = json!({
            "stage": at.stage,
            "done": at.done.to_string(),
            "total": at.total.map(|total| total.to_string()),
            "note": at.note,
            "seconds": seconds,
        });
        if events.send(event("progress", &data.to_string())).await.is_err() {
            break;
        }
    }
    std::future::pending::<()>().await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_keeps_its_lines() {
        assert_eq!(event("answer", "{}\n[]\n"), "event: answer\ndata: {}\ndata: []\n\n");
        let text = failure(503, "a\nb");
        assert_eq!(text, "event: failure\ndata: {\"line\":\"a\\nb\",\"status\":503}\n\n");
    }
}
