//! `svg`: a picture that carries the JSON object of its tour in its `<metadata>`.

use super::text::line_ends;
use super::{Reading, json};
use crate::limits::Limits;
use crate::report::Fault;

pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Result<Reading, Fault> {
    let (text, line) = metadata(bytes)?;
    json::read(&text, line, limits)
}

/// The text of the first `<metadata>` element, plain, escaped or in a CDATA section, and the line
/// on which it begins; nothing else of the picture is looked at.
pub(crate) fn metadata(bytes: &[u8]) -> Result<(Vec<u8>, u64), Fault> {
    let find = |haystack: &[u8], needle: &[u8]| {
        haystack.windows(needle.len()).position(|window| window == needle)
    };
    let missing = || Fault::malformed(1, "the picture carries nothing in <metadata>");
    let open = find(bytes, b"<metadata").ok_or_else(missing)?;
    let inside = open + find(&bytes[open..], b">").ok_or_else(missing)? + 1;
    let close = inside + find(&bytes[inside..], b"</metadata").ok_or_else(missing)?;
    let text = bytes[inside..close].trim_ascii_start();
    let line = 1 + line_ends(&bytes[..close - text.len()]);
    let text = text.trim_ascii_end();
    let plain = text.strip_prefix(b"<![CDATA[").and_then(|text| text.strip_suffix(b"]]>"));
    Ok((plain.map_or_else(|| unescape(text), <[u8]>::to_vec), line))
}

fn unescape(text: &[u8]) -> Vec<u8> {
    let entities: [(&[u8], u8); 6] = [
        (b"&quot;", b'"'),
        (b"&#34;", b'"'),
        (b"&amp;", b'&'),
        (b"&lt;", b'<'),
        (b"&gt;", b'>'),
        (b"&apos;", b'\''),
    ];
    let mut plain = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(byte) = rest.first() {
        let entity = entities.iter().find(|(entity, _)| rest.starts_with(entity));
        let (byte, length) = entity.map_or((*byte, 1), |(entity, plain)| (*plain, entity.len()));
        plain.push(byte);
        rest = &rest[length..];
    }
    plain
}
