//! Telling a format by its content.

use super::Format;
use super::scan::Scan;

/// Looks at the first line that is not blank, and no further than 4096 bytes into it.
pub(super) fn detect(bytes: &[u8]) -> Format {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if bytes.starts_with(b"\x93NUMPY") {
        return Format::Npy;
    }
    if bytes.starts_with(b"hippodrome-certificate") {
        return Format::Cert;
    }
    let text = bytes.trim_ascii_start();
    let text = &text[..text.len().min(4096)];
    let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default().to_ascii_lowercase();
    let line = line.trim_ascii_end();
    match line.first() {
        Some(b'{') => return Format::Json,
        Some(b'<') => return Format::Svg,
        _ => {}
    }
    if line.starts_with(b"answer") {
        return Format::Prolog;
    }
    let keys = [&b"name"[..], b"type", b"comment", b"dimension", b"tour_section"];
    if keys.iter().any(|key| line.starts_with(key)) {
        return Format::Tsplib;
    }
    let mut cells = line.split(|byte| b",;\t".contains(byte)).map(<[u8]>::trim_ascii);
    if cells.any(|cell| {
        let names = [&b"step"[..], b"square", b"\"step\"", b"\"square\"", b"rank", b"\"rank\""];
        names.contains(&cell)
    }) {
        return Format::Csv;
    }
    if begins_with_square(line) { Format::Squares } else { Format::Board }
}

/// Whether a line begins with a square: `a1…`, or is pairs such as `3,5 4,7`.
fn begins_with_square(line: &[u8]) -> bool {
    if line.starts_with(b"(") {
        return true;
    }
    let mut scan = Scan::new(line);
    scan.skip(|byte| b"[\"'".contains(&byte));
    if scan.file().is_some() {
        return scan.number().is_some();
    }
    // `1,2,3` is a rank of a grid: a pair ends before another comma.
    let first = scan.number().is_some() && scan.eat(b",");
    scan.skip(|byte| byte == b' ');
    first && scan.number().is_some() && scan.peek() != Some(b',')
}
