//! `serve`: the studio in a browser.

use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::sync::Arc;

use hippodrome_serve::{Limits, Server};

use crate::ask::Commands;
use crate::cli::serve::ServeArgs;
use crate::failure::{Failure, Status, say};
use crate::output::Output;

/// Runs the command, until it is told to end.
///
/// # Errors
///
/// When the address cannot be taken.
pub(crate) fn run(args: &ServeArgs, quiet: bool) -> Result<Status, Failure> {
    let address = SocketAddr::new(args.bind, args.port);
    let failed = |error: std::io::Error| {
        Failure::wrong(format!("{address}: cannot be listened on: {error}; see --bind and --port"))
    };
    let server = Server::bind(Arc::new(Commands::new()), address, &args.allow_host, limits(args))
        .map_err(failed)?;
    let page = page(server.address());
    Output::new(None)?.finish(|out| writeln!(out, "{page}"))?;
    if !quiet && !args.bind.is_loopback() {
        say("note", "every machine that reaches this one can ask; Ctrl-C ends the server");
    }
    if args.open && !open(&page) {
        say("note", &format!("no browser was found: open {page}"));
    }
    server.run().map_err(failed)?;
    Ok(Status::Done)
}

fn limits(args: &ServeArgs) -> Limits {
    let mut limits = Limits::default();
    limits.squares = args.max_squares.unwrap_or(limits.squares);
    limits.time = args.time_limit.unwrap_or(limits.time);
    limits.memory = args.memory.unwrap_or(limits.memory);
    limits.long = args.long.map_or(limits.long, usize::from);
    limits
}

/// Where a browser on this machine finds the page.
fn page(address: SocketAddr) -> String {
    let ip = address.ip();
    if ip.is_unspecified() || ip == std::net::Ipv4Addr::LOCALHOST {
        return format!("http://localhost:{}/", address.port());
    }
    format!("http://{address}/")
}

/// Has the system open the page. Whether there was someone to do it.
fn open(page: &str) -> bool {
    let openers: &[&[&str]] = if cfg!(target_os = "macos") {
        &[&["open"]]
    } else if cfg!(windows) {
        &[&["explorer"]]
    } else {
        &[&["xdg-open"], &["gio", "open"], &["wslview"]]
    };
    openers.iter().any(|opener| {
        let [program, arguments @ ..] = opener else { return false };
        let mut command = Command::new(program);
        command.args(arguments).arg(page);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_an_address_that_a_browser_takes() {
        let page = |text: &str| page(text.parse().unwrap());
        assert_eq!(page("127.0.0.1:7878"), "http://localhost:7878/");
        assert_eq!(page("0.0.0.0:80"), "http://localhost:80/");
        assert_eq!(page("[::1]:80"), "http://[::1]:80/");
        assert_eq!(page("192.0.2.1:80"), "http://192.0.2.1:80/");
    }
}
