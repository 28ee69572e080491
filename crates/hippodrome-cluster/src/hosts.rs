//! The list of hosts: one `host:port` a line.

use crate::error::wrong;
use hippodrome::count::EngineError;
use std::net::{Ipv6Addr, SocketAddr};

/// The most processes: each has a link to every other.
const MOST: usize = 1024;

/// Reads a list of hosts: one `host:port` a line; blank lines and what follows a `#` are passed over.
///
/// # Errors
/// [`EngineError::Peers`] with the line, if one is no host with a port, comes twice, or none is there.
///
/// # Examples
/// ```
/// let hosts = hippodrome_cluster::parse_hosts("10.0.0.1:2101  # the first\n10.0.0.2:2101\n")?;
/// assert_eq!(hosts, ["10.0.0.1:2101", "10.0.0.2:2101"]);
/// # Ok::<(), hippodrome::count::EngineError>(())
/// ```
pub fn parse_hosts(text: &str) -> Result<Vec<String>, EngineError> {
    let mut hosts: Vec<String> = Vec::new();
    // Some editors write a mark of byte order.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (at, line) in text.lines().enumerate() {
        let host = line.split('#').next().unwrap_or("").trim();
        if host.is_empty() {
            continue;
        }
        let fault = |what: &str| wrong(format!("hosts, line {}: '{host}' {what}", at + 1));
        if !host.rsplit_once(':').is_some_and(|(name, port)| is_name(name) && is_port(port)) {
            return Err(fault("is no host with a port: expected a line such as 10.0.0.1:2101"));
        }
        if host.parse::<SocketAddr>().is_ok_and(|address| address.ip().is_unspecified()) {
            return Err(fault(
                "is every address of a machine: expected the one that the others call it by",
            ));
        }
        if hosts.iter().any(|known| known.eq_ignore_ascii_case(host)) {
            return Err(fault("is there twice: each process has an address of its own"));
        }
        if hosts.len() == MOST {
            return Err(fault(&format!("is one too many: {MOST} processes are the limit")));
        }
        hosts.push(host.to_owned());
    }
    if hosts.is_empty() {
        return Err(wrong("hosts: there is none: expected one host:port a line".to_owned()));
    }
    Ok(hosts)
}

/// Whether it can be a name or an address, with colons in brackets only, as in `[::1]`.
fn is_name(name: &str) -> bool {
    let strange = |c: char| c.is_whitespace() || c.is_control() || c == '[' || c == ']';
    match name.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')) {
        // With a zone, as in `[fe80::1%2]`.
        Some(inner) => inner.split('%').next().is_some_and(|ip| ip.parse::<Ipv6Addr>().is_ok()),
        None => !name.is_empty() && !name.contains(':') && !name.contains(strange),
    }
}

/// A number from 1 to 65535, written in one way only, so that no address is there twice unseen.
fn is_port(text: &str) -> bool {
    let canonical = text.bytes().all(|digit| digit.is_ascii_digit()) && !text.starts_with('0');
    canonical && text.parse::<u16>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_lists_are_refused_by_line() {
        for (text, line) in [
            ("a:1\nb\n", "line 2"),
            ("a:1\n\na:1\n", "line 3"),
            ("a:70000\n", "line 1"),
            ("a:0\n", "line 1"),
            (":1\n", "line 1"),
            ("a b:1\n", "line 1"),
            ("::1:2101\n", "line 1"),
            ("a:1\nA:1\n", "line 2"),
            ("a:+1\n", "line 1"),
            ("a:01\n", "line 1"),
            ("[]:1\n", "line 1"),
            ("[a]:1\n", "line 1"),
            ("a]:1\n", "line 1"),
            ("a\0b:1\n", "line 1"),
            ("a:1\n0.0.0.0:1\n", "line 2"),
            ("[::]:1\n", "line 1"),
            ("# nobody\n", "there is none"),
        ] {
            let error = parse_hosts(text).unwrap_err().to_string();
            assert!(error.contains(line) && !error.contains('\n'), "{text:?}: {error}");
        }
    }

    #[test]
    fn addresses_of_every_kind_are_taken() {
        let text = "\u{feff}localhost:2101\r\n[::1]:2101 \t\n[fe80::1%2]:2101\n127.0.0.1:2101";
        let hosts = parse_hosts(text).unwrap();
        assert_eq!(hosts.len(), 4);
        assert_eq!(hosts[0], "localhost:2101");
    }
}
