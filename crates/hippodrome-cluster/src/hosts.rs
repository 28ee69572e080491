//! The list of hosts: one `host:port` a line.

use crate::error::wrong;
use hippodrome::count::EngineError;

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
    for (at, line) in text.lines().enumerate() {
        let host = line.split('#').next().unwrap_or("").trim();
        if host.is_empty() {
            continue;
        }
        let fault = |what: &str| wrong(format!("hosts, line {}: '{host}' {what}", at + 1));
        let port = host.rsplit_once(':').filter(|(name, _)| {
            !name.is_empty() && !name.contains(char::is_whitespace) && bracketed(name)
        });
        if port.and_then(|(_, port)| port.parse::<u16>().ok()).is_none_or(|port| port == 0) {
            return Err(fault("is no host with a port: expected a line such as 10.0.0.1:2101"));
        }
        if hosts.iter().any(|known| known == host) {
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

/// Whether colons stand in brackets only, as in `[::1]`.
fn bracketed(name: &str) -> bool {
    !name.contains(':') || (name.starts_with('[') && name.ends_with(']'))
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
            ("# nobody\n", "there is none"),
        ] {
            let error = parse_hosts(text).unwrap_err().to_string();
            assert!(error.contains(line) && !error.contains('\n'), "{text:?}: {error}");
        }
    }

    #[test]
    fn addresses_of_every_kind_are_taken() {
        let hosts = parse_hosts("localhost:2101\n[::1]:2101\n127.0.0.1:2101").unwrap();
        assert_eq!(hosts.len(), 3);
    }
}
