//! Draws the scheme of the constructions: a closed tour of 18×24 squares with the borders of its
//! tiles, all of 6×6. `cargo run --release --example draw_tiles > docs/tiles.svg`.

use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;

use hippodrome::render::svg::{self, Line, Options};
use hippodrome::{Answer, Kind, Leaper, Problem, Silent, auto};

/// The side of a square in the picture.
const UNIT: u32 = 40;

/// The side of a tile.
const TILE: u32 = 6;

fn main() -> Result<(), Box<dyn Error>> {
    let problem = Problem::new("18x24".parse()?, Leaper::KNIGHT, Kind::Closed);
    let options = auto::Options { method: auto::Method::Construct, ..auto::Options::default() };
    let Answer::Found(tour) = auto::find(&problem, &options, &Silent).answer else {
        return Err("every such rectangle has a tour".into());
    };
    let looks = Options::new().numbers(false).labels(false).line(Line::Gradient);
    let mut drawing = Vec::new();
    svg::write(&tour, Some("construct"), &looks, &mut drawing)?;
    let drawing = String::from_utf8(drawing)?;
    let board = drawing.find("<rect class=\"light\" x=\"").ok_or("the board is drawn")?;
    let corner: Vec<u32> =
        drawing[board..].split('"').skip(3).step_by(2).take(2).flat_map(str::parse).collect();
    let [left, top] = corner[..] else { return Err("the board has a corner".into()) };
    let mut borders = String::new();
    for file in (TILE..24).step_by(TILE as usize) {
        write!(borders, "M{} {top}v{}", left + file * UNIT, 18 * UNIT)?;
    }
    for rank in (TILE..18).step_by(TILE as usize) {
        write!(borders, "M{left} {}h{}", top + rank * UNIT, 24 * UNIT)?;
    }
    let place = drawing.rfind("</svg>").ok_or("the picture ends")?;
    let (before, after) = drawing.split_at(place);
    let mut out = std::io::stdout().lock();
    write!(
        out,
        "{before}<path fill=\"none\" stroke=\"#78716c\" stroke-width=\"5\" stroke-dasharray=\"14 8\" d=\"{borders}\"/>\n{after}"
    )?;
    Ok(())
}
