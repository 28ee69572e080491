//! Who may ask: the host that a request names, the origin it comes from, and the headers that keep
//! a browser from doing more than the page asks.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The names under which this server answers. A page of another site can make a browser ask
/// `127.0.0.1` by letting its own name point there (DNS rebinding); then the `Host` is that name,
/// and the request is refused.
#[derive(Clone, Debug)]
pub struct Hosts {
    names: Vec<String>,
    addresses: bool,
}

impl Hosts {
    /// `localhost`, `127.0.0.1` and `[::1]`, the address bound to, and these names. A server that
    /// listens beyond its own machine also answers to every literal address: it has no name that
    /// could be rebound.
    #[must_use]
    pub fn new(bound: IpAddr, more: &[String]) -> Self {
        let own = ["localhost".to_owned(), "127.0.0.1".to_owned(), "::1".to_owned()];
        let more = more.iter().map(|name| name.to_ascii_lowercase());
        let names = own.into_iter().chain([bound.to_string()]).chain(more).collect();
        Self { names, addresses: !bound.is_loopback() }
    }

    /// Whether this server answers to a `Host`, with or without a port.
    #[must_use]
    pub fn admits(&self, host: &str) -> bool {
        let Some(name) = name(host) else { return false };
        let name = name.to_ascii_lowercase();
        self.names.contains(&name) || (self.addresses && name.parse::<IpAddr>().is_ok())
    }
}

/// `[::1]:80` → `::1`, `a.b:80` → `a.b`.
fn name(host: &str) -> Option<&str> {
    let (name, rest) = match host.strip_prefix('[') {
        Some(inner) => inner.split_once(']')?,
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    let port = rest.strip_prefix(':').unwrap_or(rest);
    (!name.is_empty() && port.bytes().all(|b| b.is_ascii_digit())).then_some(name)
}

/// Refuses what is not for this server or comes from another site, and adds the headers.
pub(crate) async fn guard(
    State(hosts): State<Arc<Hosts>>,
    request: Request,
    next: Next,
) -> Response {
    let head = request.method() == Method::HEAD;
    let refused = refusal(&hosts, request.method(), request.uri(), request.headers());
    let mut response = match refused {
        Some((status, line)) => (status, format!("error: {line}\n")).into_response(),
        None => next.run(request).await,
    };
    if head {
        *response.body_mut() = axum::body::Body::empty();
    }
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}

fn refusal(
    hosts: &Hosts,
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
) -> Option<(StatusCode, String)> {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or(""));
    let host = uri.authority().map(Authority::as_str).or_else(|| text(header::HOST));
    if headers.get_all(header::HOST).iter().nth(1).is_some() {
        return Some((StatusCode::BAD_REQUEST, "the request names several hosts".to_owned()));
    }
    let Some(host) = host else {
        return Some((StatusCode::BAD_REQUEST, "the request names no host".to_owned()));
    };
    if !hosts.admits(host) {
        let line = "the host of the request is not this server: expected localhost or the address it listens on (--allow-host adds a name)";
        return Some((StatusCode::MISDIRECTED_REQUEST, line.to_owned()));
    }
    if method == Method::GET || method == Method::HEAD {
        return None;
    }
    let other_origin = text(header::ORIGIN).is_some_and(|origin| {
        origin.split_once("://").is_none_or(|(_, from)| !from.eq_ignore_ascii_case(host))
    });
    let site = text(HeaderName::from_static("sec-fetch-site"));
    if other_origin || site.is_some_and(|site| !matches!(site, "same-origin" | "none")) {
        let line = "the request comes from another site".to_owned();
        return Some((StatusCode::FORBIDDEN, line));
    }
    None
}

const fn value(text: &'static str) -> HeaderValue {
    HeaderValue::from_static(text)
}

/// On every answer. Scripts, styles and connections from this server only, nothing inline; pictures
/// also from the page itself (`blob:`, for downloads as PNG).
const HEADERS: [(HeaderName, HeaderValue); 8] = [
    (
        header::CONTENT_SECURITY_POLICY,
        value(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, value("nosniff")),
    (header::X_FRAME_OPTIONS, value("DENY")),
    (header::REFERRER_POLICY, value("no-referrer")),
    (header::CACHE_CONTROL, value("no-store")),
    (HeaderName::from_static("cross-origin-opener-policy"), value("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), value("same-origin")),
    (
        HeaderName::from_static("permissions-policy"),
        value("camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_names_are_admitted() {
        let hosts = Hosts::new("127.0.0.1".parse().unwrap(), &["Class.Example".to_owned()]);
        for host in ["localhost", "LOCALHOST:80", "127.0.0.1:8080", "[::1]:1", "class.example:9"] {
            assert!(hosts.admits(host), "{host}");
        }
        for host in [
            "",
            ":80",
            "evil.example",
            "localhost.evil.example",
            "10.0.0.1",
            "[::1",
            "localhost:80x",
            "[::2]",
        ] {
            assert!(!hosts.admits(host), "{host}");
        }
        let open = Hosts::new("0.0.0.0".parse().unwrap(), &[]);
        assert!(open.admits("10.0.0.1:8080") && open.admits("[fe80::1]") && !open.admits("a.b"));
    }

    #[test]
    fn other_origins_are_refused() {
        let hosts = Hosts::new("127.0.0.1".parse().unwrap(), &[]);
        let refused = |method: &Method, more: &[(&'static str, &'static str)]| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, value("localhost:80"));
            for &(name, text) in more {
                headers.insert(HeaderName::from_static(name), value(text));
            }
            refusal(&hosts, method, &Uri::from_static("/"), &headers).map(|(status, _)| status)
        };
        assert_eq!(refused(&Method::POST, &[]), None);
        assert_eq!(refused(&Method::POST, &[("origin", "http://localhost:80")]), None);
        for more in [
            ("origin", "http://evil.example"),
            ("origin", "http://localhost:81"),
            ("origin", "null"),
            ("sec-fetch-site", "cross-site"),
        ] {
            assert_eq!(refused(&Method::POST, &[more]), Some(StatusCode::FORBIDDEN), "{more:?}");
        }
        assert_eq!(refused(&Method::GET, &[("origin", "http://evil.example")]), None);
        assert_eq!(
            refused(&Method::GET, &[("host", "evil.example")]),
            Some(StatusCode::MISDIRECTED_REQUEST)
        );
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, value("localhost"));
        headers.append(header::HOST, value("evil.example"));
        let several = refusal(&hosts, &Method::GET, &Uri::from_static("/"), &headers);
        assert_eq!(several.map(|(status, _)| status), Some(StatusCode::BAD_REQUEST));
    }
}
