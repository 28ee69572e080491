//! Runs the real program.
#![allow(dead_code, reason = "each test file uses its part")]

pub(crate) mod server;

use std::io::Write;
use std::process::{Command, Stdio};

pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl Run {
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).expect("the output is a text")
    }
}

pub(crate) fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_hippodrome"))
}

/// Runs a command line, split at blanks.
pub(crate) fn run(line: &str) -> Run {
    run_with(&line.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>(), b"")
}

/// Runs with these arguments and this standard input.
pub(crate) fn run_with(args: &[&str], input: &[u8]) -> Run {
    let mut child = program()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    let input = input.to_vec();
    // A program that does not read its input closes the pipe: not our concern.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    Run {
        status: output.status.code().expect("the program is not killed by a signal"),
        stdout: output.stdout,
        stderr: String::from_utf8(output.stderr).expect("messages are texts"),
    }
}
