//! A picture that carries its tour.

use std::io;

use super::claims::Claims;
use super::json;
use crate::error::Error;
use crate::render::svg::{self, Options};
use crate::tour::Tour;

/// Writes the picture with its usual looks; see [`render::svg`](crate::render::svg) for others.
///
/// # Errors
///
/// Those of the writer, and when the board is too large for a picture.
pub fn write(tour: &Tour, method: Option<&str>, out: &mut dyn io::Write) -> io::Result<()> {
    svg::write(tour, method, &Options::default(), out)
}

/// Reads the JSON object in the element `metadata`; nothing else of the picture is looked at.
pub(super) fn read(bytes: &[u8]) -> Result<Claims, Error> {
    let missing = || {
        Error::parse(
            "the picture has no tour inside: expected <metadata> with the JSON object of a tour, as this program writes it",
        )
    };
    let find = |from: usize, what: &[u8]| {
        bytes[from..].windows(what.len()).position(|window| window == what).map(|at| from + at)
    };
    let tag = find(0, b"<metadata").ok_or_else(missing)?;
    let start = find(tag, b">").ok_or_else(missing)? + 1;
    let end = find(start, b"</metadata>").ok_or_else(missing)?;
    let text = &bytes[start..end];
    let line = bytes[..start].split(|&byte| byte == b'\n').count() - 1;
    if !text.contains(&b'&') {
        return json::read(text, line);
    }
    json::read(&without_entities(text), line)
}

fn without_entities(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, later)) = rest.split_first() {
        let entity = [(&b"&amp;"[..], b'&'), (b"&lt;", b'<'), (b"&gt;", b'>'), (b"&quot;", b'"')];
        if let Some((name, byte)) = entity.iter().find(|(name, _)| rest.starts_with(name)) {
            out.push(*byte);
            rest = &rest[name.len()..];
        } else {
            out.push(byte);
            rest = later;
        }
    }
    out
}
