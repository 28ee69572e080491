//! The server behind the studio: questions over HTTP, and the page that asks them.
//!
//! The crate knows nothing of tours. An [`Engine`] names its operations and answers them; this
//! crate gives each a route `POST /api/v1/…`, describes them (`GET /api/v1/openapi.json`, and a
//! readable page at `/api`), streams the progress of long work, and keeps the machine usable:
//!
//! - work runs in two lanes, short and long, each with so many places and a bounded queue, so that a
//!   count of minutes never stands before a tour of a millisecond ([`Limits`]);
//! - work stops when the client goes away, and at the time limit;
//! - a panic in the work is answered with 500 and harms nothing else;
//! - requests for hosts that are not this server are refused (DNS rebinding), so are writes from
//!   other origins; no header invites them.
//!
//! Everything the page needs is inside the binary: it works without a network.

mod api;
mod engine;
mod fields;
mod guard;
mod lanes;
mod limits;
mod manual;
mod openapi;
mod page;
mod server;
mod stream;
mod work;

pub use engine::{Engine, Lane, Operation, Reply, Watcher};
pub use guard::Hosts;
pub use limits::Limits;
pub use openapi::describe;
pub use server::Server;
