//! The tour as one JSON object on one line, for programs.

use std::fmt;
use std::io;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};

use super::claims::Claims;
use super::sink::Sink;
use crate::board::Board;
use crate::error::Error;
use crate::leaper::Leaper;
use crate::square::Square;
use crate::tour::{Kind, Tour};

/// Writes `{"board":…,"leaper":[1,2],"kind":…,"method":…,"squares":[…]}` and a line end.
///
/// `method` names what found the tour; `None` is `null`.
///
/// # Errors
///
/// Those of the writer.
pub fn write(tour: &Tour, method: Option<&str>, out: &mut dyn io::Write) -> io::Result<()> {
    let mut sink = Sink::new(out);
    object(tour, &serde_json::to_string(&method)?, &mut sink)?;
    sink.mark(b"\n")?;
    sink.finish()
}

/// The object as text of an XML element: `&`, `<` and `>` are entities. Only the name of the method
/// may have any.
pub(crate) fn object_in_xml(
    tour: &Tour,
    method: Option<&str>,
    sink: &mut Sink<'_>,
) -> io::Result<()> {
    let method = serde_json::to_string(&method)?;
    let method = method.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    // These two are not characters of XML.
    let method = method.replace('\u{fffe}', "\\ufffe").replace('\u{ffff}', "\\uffff");
    object(tour, &method, sink)
}

/// The object without a line end; the method is a JSON value.
fn object(tour: &Tour, method: &str, sink: &mut Sink<'_>) -> io::Result<()> {
    let board = tour.board();
    sink.text("{\"board\":{\"rows\":")?;
    sink.number(board.rows())?;
    sink.text(",\"cols\":")?;
    sink.number(board.cols())?;
    sink.text(",\"holes\":[")?;
    squares(board.holes(), sink)?;
    sink.text("]},\"leaper\":[")?;
    sink.number(u64::from(tour.leaper().r()))?;
    sink.mark(b",")?;
    sink.number(u64::from(tour.leaper().s()))?;
    sink.text("],\"kind\":\"")?;
    sink.text(match tour.kind() {
        Kind::Open => "open",
        Kind::Closed => "closed",
    })?;
    sink.text("\",\"method\":")?;
    sink.text(method)?;
    sink.text(",\"squares\":[")?;
    squares(tour.squares(), sink)?;
    sink.text("]}")
}

fn squares(squares: impl Iterator<Item = Square>, sink: &mut Sink<'_>) -> io::Result<()> {
    for (at, square) in squares.enumerate() {
        if at == 0 {
            sink.mark(b"\"")?;
        } else {
            sink.mark(b",\"")?;
        }
        sink.square(square)?;
        sink.mark(b"\"")?;
    }
    Ok(())
}

#[derive(Deserialize)]
struct Object {
    board: Option<Size>,
    leaper: Option<(u32, u32)>,
    kind: Option<String>,
    method: Option<String>,
    squares: Vec<Square>,
}

/// The object of a board, or a text such as `8x8`.
struct Size {
    sides: (u64, u64),
    holes: Vec<Square>,
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl<'de> Visitor<'de> for Reader {
            type Value = Size;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with rows and cols, or a text such as \"8x8\"")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Size, E> {
                let board: Board = text.parse().map_err(E::custom)?;
                Ok(Size { sides: (board.rows(), board.cols()), holes: board.holes().collect() })
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Size, A::Error> {
                #[derive(Deserialize)]
                struct Parts {
                    rows: u64,
                    cols: u64,
                    #[serde(default)]
                    holes: Vec<Square>,
                }
                let from_map = serde::de::value::MapAccessDeserializer::new(map);
                let parts = Parts::deserialize(from_map)?;
                Ok(Size { sides: (parts.rows, parts.cols), holes: parts.holes })
            }
        }

        deserializer.deserialize_any(Reader)
    }
}

/// Reads an object in front of which there are `lines_before` lines of something else.
pub(super) fn read(bytes: &[u8], lines_before: usize) -> Result<Claims, Error> {
    let object: Object =
        serde_json::from_slice(bytes).map_err(|error| explain(&error, lines_before))?;
    let leaper = object.leaper.map(|(r, s)| Leaper::new(r, s)).transpose()?;
    let kind = object.kind.map(|kind| kind.to_ascii_lowercase().parse()).transpose()?;
    let (sides, holes) = match object.board {
        Some(Size { sides, holes }) => (Some(sides), holes),
        None => (None, Vec::new()),
    };
    Ok(Claims {
        sides,
        holes,
        leaper,
        kind,
        method: object.method,
        squares: object.squares,
        lines: Vec::new(),
    })
}

/// serde's error with the line in front, on one line.
fn explain(error: &serde_json::Error, lines_before: usize) -> Error {
    let text = error.to_string();
    // serde ends its message with the position, which is wanted first.
    let message = text.rsplit_once(" at line ").map_or(&text[..], |(message, _)| message);
    let message = message.chars().take(200).map(|c| if c.is_control() { ' ' } else { c });
    let message: String = message.collect();
    Error::parse(format!(
        "line {}, column {} of the JSON object of a tour: {message}",
        error.line() + lines_before,
        error.column()
    ))
}
