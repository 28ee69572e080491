//! Many clients at once: `load PORT PID SECONDS CLIENTS`, run by `scripts/load-studio`.
//!
//! Each client asks one thing after another, with a short pause like that of a page: small tours
//! half of the time, then everything else, wrong requests, and requests from which it walks away.
//! It fails when there is an error that is not the client's (a 5xx that is not 503 with
//! `Retry-After`), when the server's memory grows, or when the 99th percentile of small tours is 50
//! ms or more.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::process::ExitCode;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// Small tours: what a page asks all the time.
const SMALL: [&str; 4] = [
    r#"{"board":"8x8","closed":true}"#,
    r#"{"board":"5x5","from":"a1"}"#,
    r#"{"board":"6x6","from":"a1","to":"f5"}"#,
    r#"{"board":"10x10"}"#,
];

/// Everything else: operation and request. The longest end at their own time limit.
const OTHERS: [(&str, &str); 29] = [
    ("tour", r#"{"board":"8x8","hole":["a1","h8"],"seed":3}"#),
    ("tour", r#"{"board":"200x200","closed":true}"#),
    ("tour", r#"{"board":"6x6","format":"gif","width":240}"#),
    ("tour", r#"{"board":"8x8","format":"svg","theme":"dark"}"#),
    ("tour", r#"{"board":"8x8","closed":true,"format":"png"}"#),
    ("exists", r#"{"board":"5x5","from":"a2"}"#),
    ("exists", r#"{"board":"4x100","closed":true}"#),
    ("exists", r#"{"board":"4294967296x4294967295","closed":true}"#),
    ("locate", r#"{"board":"100000x100000","closed":true,"step":"5000000000"}"#),
    ("explain", r#"{"board":"8x8","from":"a1"}"#),
    ("explain", r#"{"board":"20x20","format":"cert"}"#),
    ("explain", r#"{"board":"5x5","from":"c1","format":"svg"}"#),
    ("count", r#"{"board":"5x5"}"#),
    ("count", r#"{"board":"6x6","closed":true}"#),
    ("count", r#"{"board":"8x8","closed":true,"time_limit":"1s"}"#),
    ("sample", r#"{"board":"5x5","seed":7}"#),
    ("queens/count", r#"{"n":10}"#),
    ("queens/place", r#"{"n":1000}"#),
    ("queens/place", r#"{"n":8,"format":"png"}"#),
    ("queens/list", r#"{"n":8,"fundamental":true}"#),
    ("queens/complete", r#"{"n":8,"queen":["b4"],"all":true}"#),
    ("model", r#"{"board":"6x6","formulation":"sat","time_limit":"1s"}"#),
    ("check", r#"{"file":"a1 b3 c5 d6","board":"8x8"}"#),
    ("tour", r#"{"board":"0x5"}"#),
    ("tour", r#"{"board":"8x8","from":"z9"}"#),
    ("tour", r#"{"board":"8x8","nothing":1}"#),
    ("tour", r#"{"board":"99999x99999"}"#),
    ("tour", "{"),
    ("nothing", "{}"),
];

/// How often the server's memory is read.
const READINGS: u32 = 12;

/// The pause between two requests of a client, at most.
const PAUSE: u64 = 160;

#[derive(Default)]
struct Tally {
    statuses: BTreeMap<u16, u64>,
    small: Vec<Duration>,
    faults: Vec<String>,
}

struct Answer {
    status: u16,
    head: String,
}

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1).filter_map(|word| word.parse::<u64>().ok());
    let (Some(port), Some(pid), Some(seconds), Some(clients)) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        eprintln!("usage: load PORT PID SECONDS CLIENTS");
        return ExitCode::from(2);
    };
    let end = Instant::now() + Duration::from_secs(seconds);
    let tally = Mutex::new(Tally::default());
    let mut memory = Vec::new();
    thread::scope(|scope| {
        for client in 0..clients {
            let tally = &tally;
            scope.spawn(move || ask_until(end, port as u16, client, tally));
        }
        for _ in 0..READINGS {
            thread::sleep(Duration::from_secs(seconds) / READINGS);
            memory.push(resident(pid));
        }
    });
    let mut tally = tally.into_inner().unwrap_or_default();
    report(&mut tally, &memory, seconds)
}

fn report(tally: &mut Tally, memory: &[u64], seconds: u64) -> ExitCode {
    tally.small.sort_unstable();
    let at = |percent: usize| {
        let index = (tally.small.len() * percent / 100).min(tally.small.len().saturating_sub(1));
        tally.small.get(index).copied().unwrap_or(Duration::MAX)
    };
    let all: u64 = tally.statuses.values().sum();
    println!("{all} answers, {} a second; by status {:?}", all / seconds.max(1), tally.statuses);
    println!(
        "small tours: {} of them, median {:.1?}, p90 {:.1?}, p99 {:.1?}, longest {:.1?}",
        tally.small.len(),
        at(50),
        at(90),
        at(99),
        at(100)
    );
    let readings: Vec<String> = memory.iter().map(|kib| (kib >> 10).to_string()).collect();
    println!("resident memory, MiB: {}", readings.join(" "));
    // Once every request has been seen often the memory has its size.
    let most = |readings: &[u64]| readings.iter().copied().max().unwrap_or_default();
    let (early, late) = memory.split_at(memory.len() / 2);
    if most(late) > most(early) + most(early) / 10 + (16 << 10) {
        tally.faults.push("the memory grows".to_owned());
    }
    if at(99) >= Duration::from_millis(50) {
        tally.faults.push("the 99th percentile of small tours is 50 ms or more".to_owned());
    }
    for fault in &tally.faults {
        println!("FAULT: {fault}");
    }
    ExitCode::from(u8::from(!tally.faults.is_empty()))
}

/// A small generator (xorshift): which request is next need not be better.
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

fn ask_until(end: Instant, port: u16, client: u64, tally: &Mutex<Tally>) {
    let mut state = client * 0x9e37_79b9 + 0x1234_5678_9abc;
    let mut stream = None;
    while Instant::now() < end {
        thread::sleep(Duration::from_millis(next(&mut state) % PAUSE));
        let pick = next(&mut state) as usize;
        let small = pick.is_multiple_of(2);
        let (operation, request) = if small {
            ("tour", SMALL[pick / 2 % SMALL.len()])
        } else {
            OTHERS[pick / 2 % OTHERS.len()]
        };
        if pick % 101 == 1 {
            // Asks for long work and walks away.
            if let Ok(mut gone) = TcpStream::connect(("127.0.0.1", port)) {
                let _ = send(&mut gone, "count", r#"{"board":"8x8","closed":true}"#);
            }
            continue;
        }
        let asked = Instant::now();
        let answer = ask(&mut stream, port, operation, request);
        let took = asked.elapsed();
        let Ok(mut tally) = tally.lock() else { return };
        match answer {
            Ok(answer) => {
                *tally.statuses.entry(answer.status).or_default() += 1;
                let busy = answer.status == 503 && answer.head.contains("retry-after: ");
                if answer.status >= 500 && !busy {
                    let fault = format!("{operation} {request}: {}", answer.status);
                    tally.faults.push(fault);
                }
                if small && answer.status == 200 {
                    tally.small.push(took);
                } else if small {
                    tally.faults.push(format!("a small tour: {}", answer.status));
                }
            }
            Err(error) => tally.faults.push(format!("{operation} {request}: {error}")),
        }
    }
}

/// Asks on a connection that is kept.
fn ask(
    stream: &mut Option<TcpStream>,
    port: u16,
    operation: &str,
    request: &str,
) -> io::Result<Answer> {
    if stream.is_none() {
        let fresh = TcpStream::connect(("127.0.0.1", port))?;
        fresh.set_nodelay(true)?;
        fresh.set_read_timeout(Some(Duration::from_mins(2)))?;
        *stream = Some(fresh);
    }
    let Some(open) = stream.as_mut() else { return Err(io::ErrorKind::NotConnected.into()) };
    send(open, operation, request)?;
    let answer = receive(open);
    if answer.is_err() {
        *stream = None;
    }
    answer
}

fn send(stream: &mut TcpStream, operation: &str, request: &str) -> io::Result<()> {
    let length = request.len();
    stream.write_all(
        format!(
            "POST /api/v1/{operation} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n{request}"
        )
        .as_bytes(),
    )
}

fn receive(stream: &mut TcpStream) -> io::Result<Answer> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 1 << 13];
    loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
            let length = head.split("content-length: ").nth(1);
            let length = length.and_then(|rest| rest.split('\r').next()?.parse::<usize>().ok());
            let length = length.ok_or(io::ErrorKind::InvalidData)?;
            let mut left = (end + 4 + length).saturating_sub(bytes.len());
            while left > 0 {
                match stream.read(&mut buffer)? {
                    0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                    more => left = left.saturating_sub(more),
                }
            }
            let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
            return Ok(Answer { status: status.ok_or(io::ErrorKind::InvalidData)?, head });
        }
        match stream.read(&mut buffer)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            more => bytes.extend_from_slice(&buffer[..more]),
        }
    }
}

/// The resident memory of a process, in KiB.
fn resident(pid: u64) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
}
