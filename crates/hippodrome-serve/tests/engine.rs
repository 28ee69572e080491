//! The server with an engine that misbehaves.
#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use hippodrome_serve::{Engine, Lane, Limits, Operation, Reply, Server, Watcher};
use serde_json::{Map, Value, json};

/// Answers at once, panics, or works until it is told to stop, as asked.
#[derive(Default)]
struct Odd {
    stopped: Arc<AtomicUsize>,
}

impl Engine for Odd {
    fn operations(&self) -> Vec<Operation> {
        let operation = |path: &str| Operation {
            path: path.to_owned(),
            summary: "Odd <things>.".to_owned(),
            request: json!({ "type": "object" }),
            answer: json!({ "type": "object" }),
            lines: false,
            example: json!({}),
            lane: Lane::Short,
        };
        ["fine", "panic", "endless", "wrong", "large", "fault"].map(operation).to_vec()
    }

    fn schemas(&self) -> Map<String, Value> {
        Map::new()
    }

    fn answer(&self, path: &str, _: Map<String, Value>, _: &Limits, watcher: Watcher) -> Reply {
        match path {
            "panic" => panic!("on purpose, at /a/path/of/the/server"),
            "endless" => {
                while !watcher.should_stop() {
                    thread::sleep(Duration::from_millis(5));
                }
                self.stopped.fetch_add(1, Ordering::Relaxed);
                Reply::Ran { exit: 3, out: Vec::new(), err: "unknown: stopped\n".into(), media: "" }
            }
            // Noticed when some lines were printed already.
            "fault" => {
                let err = "note: on purpose\nfault of hippodrome, please report it: odd\n".into();
                Reply::Ran { exit: 3, out: b"{\"step\":1}\n".into(), err, media: "text/plain" }
            }
            "wrong" => Reply::Wrong("board '0x5': expected sides".to_owned()),
            "large" => Reply::TooLarge("the board has 10 squares".to_owned()),
            _ => {
                Reply::Ran { exit: 0, out: b"{}\n".into(), err: String::new(), media: "text/plain" }
            }
        }
    }
}

/// Starts a server that lives as long as the tests.
fn start(short: usize, long: usize) -> (SocketAddr, Arc<AtomicUsize>) {
    let odd = Odd::default();
    let stopped = Arc::clone(&odd.stopped);
    let mut limits = Limits::default();
    (limits.short, limits.long) = (short, long);
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let server = Server::bind(Arc::new(odd), any, &[], limits).unwrap();
    let address = server.address();
    thread::spawn(move || server.run());
    (address, stopped)
}

fn ask(address: SocketAddr, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "POST /api/v1/{path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{{}}"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_panic_is_answered_and_harms_nothing() {
    let (address, _) = start(2, 1);
    for _ in 0..10 {
        let answer = ask(address, "panic");
        assert!(answer.starts_with("HTTP/1.1 500"), "{answer}");
        assert!(answer.ends_with("the computation crashed\n"), "{answer}");
        assert!(!answer.contains("/a/path"), "{answer}");
    }
    assert!(ask(address, "fine").ends_with("\r\n\r\n{}\n"));
}

#[test]
fn what_was_printed_before_a_fault_is_no_answer() {
    let (address, _) = start(2, 1);
    let answer = ask(address, "fault");
    assert!(answer.starts_with("HTTP/1.1 500"), "{answer}");
    assert!(!answer.contains("step"), "{answer}");
}

#[test]
fn wrong_and_large_questions_have_their_lines() {
    let (address, _) = start(2, 1);
    let wrong = ask(address, "wrong");
    assert!(wrong.starts_with("HTTP/1.1 400"), "{wrong}");
    assert!(wrong.ends_with("\r\n\r\nerror: board '0x5': expected sides\n"), "{wrong}");
    let large = ask(address, "large");
    assert!(large.starts_with("HTTP/1.1 422"), "{large}");
    assert!(large.ends_with("\r\n\r\nunknown: the board has 10 squares\n"), "{large}");
}

#[test]
fn long_work_in_the_short_lane_gives_way() {
    let (address, stopped) = start(1, 1);
    // The first finds the place in the long lane, the second is stopped after a second.
    let first = thread::spawn(move || ask(address, "endless"));
    thread::sleep(Duration::from_millis(400));
    let asked = Instant::now();
    let second = ask(address, "endless");
    assert!(second.starts_with("HTTP/1.1 503"), "{second}");
    assert!(second.contains("\r\nretry-after: 2\r\n"), "{second}");
    assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
    assert!(ask(address, "fine").starts_with("HTTP/1.1 200"));
    let waited = Instant::now();
    while stopped.load(Ordering::Relaxed) == 0 {
        assert!(waited.elapsed() < Duration::from_secs(10), "the work goes on");
        thread::sleep(Duration::from_millis(20));
    }
    assert!(!first.is_finished(), "the first still has its place");
}
