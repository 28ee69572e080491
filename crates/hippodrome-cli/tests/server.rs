//! The server under wrong, slow and greedy clients.

mod common;

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use common::server::Server;
use serde_json::json;

#[test]
fn limits_are_said_with_their_number() {
    let server = Server::start(&["--max-squares", "10000", "--time-limit", "2s"]);
    for (operation, request, part) in [
        ("tour", json!({"board": "101x100"}), "10100 squares: this server takes at most 10000"),
        ("exists", json!({"board": "101x100", "hole": ["a1"]}), "at most 10000"),
        ("exists", json!({"board": "4294967296", "leaper": "2,3"}), "at most 10000"),
        ("explain", json!({"board": "101x100"}), "at most 10000"),
        ("count", json!({"board": "100x100", "closed": true}), "at most 4096"),
        ("sample", json!({"board": "5x5", "tours": 1_000_000}), "at most 1000"),
        ("model", json!({"board": "50x50"}), "at most 1024"),
        ("queens/place", json!({"n": 10_001}), "at most 10000"),
        ("queens/complete", json!({"n": 5000}), "at most 1000"),
        ("queens/count", json!({"n": 22}), "at most 20"),
        (
            "tour",
            json!({"board": "5x5", "from": "a3", "node_limit": 1, "method": "search"}),
            "nodes",
        ),
    ] {
        let answer = server.ask(operation, &request.to_string());
        assert_eq!(answer.status, 422, "{request}: {}", answer.text());
        assert!(answer.text().contains(part), "{request}: {}", answer.text());
    }
    // Questions that take no room are answered for any board.
    assert_eq!(server.ask("exists", r#"{"board":"4294967295x4294967296"}"#).status, 200);
    assert_eq!(server.ask("locate", r#"{"board":"1000000","step":1}"#).status, 200);
    let late = server.ask("count", r#"{"board":"8x8","closed":true,"time_limit":"1h"}"#);
    assert_eq!((late.status, late.header("retry-after")), (503, Some("30")), "{}", late.text());
    assert!(late.text().contains("time limit of 2s"), "{}", late.text());
    let own = server.ask("count", r#"{"board":"8x8","closed":true,"time_limit":"50ms"}"#);
    assert_eq!(own.status, 422, "{}", own.text());
}

#[test]
fn a_model_is_kept_to_the_memory_of_the_server() {
    let server = Server::start(&["--memory", "64M"]);
    for request in [
        json!({"board": "30x30", "formulation": "mtz"}),
        json!({"board": "30x30", "formulation": "mtz", "memory": "8G"}),
    ] {
        let answer = server.ask("model", &request.to_string());
        let exit = answer.header("hippodrome-exit");
        assert_eq!((answer.status, exit), (200, Some("3")), "{request}: {}", answer.text());
        assert!(answer.text().contains(r#""status":"unknown""#), "{request}: {}", answer.text());
    }
    let refused = server.ask("model", r#"{"board":"6x6","formulation":"flow","memory":"1K"}"#);
    assert_eq!((refused.status, refused.header("hippodrome-exit")), (422, Some("3")));
    assert!(refused.text().contains("the memory limit of 1024 bytes"), "{}", refused.text());
    let fits = server.ask("model", r#"{"board":"6x6","formulation":"flow","memory":"1G"}"#);
    assert_eq!((fits.status, fits.header("hippodrome-exit")), (200, Some("0")), "{}", fits.text());
}

#[test]
fn bodies_are_bounded() {
    let server = Server::start(&[]);
    let told = server.raw(
        b"POST /api/v1/tour HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n",
    );
    assert_eq!(told.status, 413);
    let long = vec![b' '; 17 << 20];
    assert_eq!(server.send("POST", "/api/v1/tour", "", &long).status, 413);
    let deep = "[".repeat(100_000);
    assert_eq!(server.ask("tour", &deep).status, 400);
    assert_eq!(server.ask("tour", r#"{"board":"8x8"}"#).status, 200);
}

#[test]
fn other_hosts_and_origins_are_refused() {
    let server = Server::start(&["--allow-host", "class.example"]);
    let status =
        |headers: &str| server.send("POST", "/api/v1/tour", headers, br#"{"board":"5x5"}"#).status;
    let port = server.port;
    for host in ["localhost", "127.0.0.1", "[::1]", "class.example", "CLASS.example:1"] {
        assert_eq!(status(&format!("Host: {host}\r\n")), 200, "{host}");
    }
    for host in ["evil.example", "localhost.evil.example", "10.1.2.3", "", "a@localhost"] {
        let answer = status(&format!("Host: {host}\r\n"));
        assert!(matches!(answer, 400 | 421), "{host}: {answer}");
    }
    assert_eq!(server.send("GET", "/", "Host: evil.example\r\n", b"").status, 421);
    let own = format!("Host: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n");
    assert_eq!(status(&own), 200);
    for origin in ["http://evil.example", "null", "http://localhost:1"] {
        assert_eq!(status(&format!("Origin: {origin}\r\n")), 403, "{origin}");
    }
    assert_eq!(status("Sec-Fetch-Site: cross-site\r\n"), 403);
    let plain = server.raw(b"GET / HTTP/1.0\r\n\r\n");
    assert_eq!(plain.status, 400);
}

#[test]
fn every_answer_has_the_headers_of_a_careful_server() {
    let server = Server::start(&[]);
    for answer in [
        server.get("/"),
        server.get("/api"),
        server.get("/nowhere"),
        server.ask("tour", r#"{"board":"5x5"}"#),
        server.ask("tour", "{"),
        server.send("GET", "/", "Host: evil.example\r\n", b""),
        server.send(
            "OPTIONS",
            "/api/v1/tour",
            "Origin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\n",
            b"",
        ),
    ] {
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"));
        assert!(!policy.contains("unsafe"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert!(answer.headers.iter().all(|(name, _)| !name.starts_with("access-control-")));
    }
}

#[test]
fn long_work_tells_its_progress_and_then_answers() {
    let server = Server::start(&[]);
    let events = "Accept: text/event-stream\r\n";
    let body = br#"{"board":"8x8","closed":true,"time_limit":"2s"}"#;
    let long = server.send("POST", "/api/v1/count", events, body);
    assert_eq!(long.header("content-type"), Some("text/event-stream"));
    assert!(long.text().starts_with("event: progress\ndata: {\""), "{}", long.text());
    assert!(long.text().contains("\"stage\":"), "{}", long.text());
    let last = long.text().trim_end().rsplit("\n\n").next().unwrap();
    assert!(last.starts_with("event: failure\ndata: {"), "{last}");
    let short = server.send("POST", "/api/v1/count", events, br#"{"board":"5x5"}"#);
    assert!(short.text().starts_with("event: answer\ndata: {\"board\":"), "{}", short.text());
    let wrong = server.send("POST", "/api/v1/count", events, br#"{"board":"0x5"}"#);
    assert_eq!(wrong.status, 400);
}

#[test]
fn work_stops_when_the_client_goes_away() {
    let server = Server::start(&[]);
    for accept in ["", "Accept: text/event-stream\r\n"] {
        for (operation, body) in [
            ("count", r#"{"board":"8x8","closed":true}"#),
            ("queens/count", r#"{"n":18}"#),
            (
                "tour",
                r#"{"board":"9x9","closed":true,"hole":["a1"],"leaper":"1,4","method":"search"}"#,
            ),
        ] {
            let mut stream = server.connect();
            let length = body.len();
            write!(stream, "POST /api/v1/{operation} HTTP/1.1\r\nHost: localhost\r\n{accept}Content-Length: {length}\r\n\r\n{body}").unwrap();
            std::thread::sleep(Duration::from_millis(700));
            drop(stream);
            let gone = Instant::now();
            loop {
                let before = server.ticks();
                std::thread::sleep(Duration::from_millis(300));
                if server.ticks() - before <= 2 {
                    break;
                }
                assert!(gone.elapsed() < Duration::from_secs(10), "{operation} goes on");
            }
        }
    }
    // Its place is free again.
    assert_eq!(server.ask("count", r#"{"board":"5x5"}"#).status, 200);
}

#[test]
fn a_long_count_stands_before_no_tour_and_the_queue_is_bounded() {
    let server = Server::start(&["--long", "1"]);
    let body = br#"{"board":"8x8"}"#;
    let ask = |stream: &mut std::net::TcpStream| {
        write!(
            stream,
            "POST /api/v1/count HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n",
            body.len()
        )
        .unwrap();
        stream.write_all(body).unwrap();
    };
    let mut first = server.connect();
    ask(&mut first);
    std::thread::sleep(Duration::from_millis(300));
    for _ in 0..5 {
        assert_eq!(server.ask("tour", r#"{"board":"8x8","closed":true}"#).status, 200);
    }
    // One works, 64 wait, the 66th is sent away at once; those that waited are sent away later.
    let mut waiting: Vec<_> = (0..64).map(|_| server.connect()).collect();
    waiting.iter_mut().for_each(ask);
    std::thread::sleep(Duration::from_millis(300));
    let asked = Instant::now();
    let answer = server.send("POST", "/api/v1/count", "", body);
    assert_eq!((answer.status, answer.header("retry-after")), (503, Some("2")));
    assert!(asked.elapsed() < Duration::from_secs(10));
    let mut last = [0; 12];
    waiting[0].read_exact(&mut last).unwrap();
    assert_eq!(&last, b"HTTP/1.1 503");
}

#[test]
#[cfg(unix)]
fn it_ends_when_it_is_told_to() {
    for signal in ["-INT", "-TERM"] {
        let mut server = Server::start(&[]);
        let mut stream = server.connect();
        let body = r#"{"board":"8x8","closed":true}"#;
        write!(
            stream,
            "POST /api/v1/count HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        std::thread::sleep(Duration::from_millis(500));
        let id = server.child.id().to_string();
        assert!(std::process::Command::new("kill").args([signal, &id]).status().unwrap().success());
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
        let told = Instant::now();
        let status = loop {
            if let Some(status) = server.child.try_wait().unwrap() {
                break status;
            }
            assert!(told.elapsed() < Duration::from_secs(10));
            std::thread::sleep(Duration::from_millis(50));
        };
        assert!(status.success(), "{status}");
    }
}
