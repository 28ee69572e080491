//! Films a closed tour: `cargo run -p hippodrome-picture --example film -- 8x8 tour.gif`.

use std::error::Error;
use std::path::Path;

use hippodrome::{Answer, Kind, Leaper, Problem, Silent, auto};
use hippodrome_picture::{Film, apng, gif};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [board, path] = arguments.as_slice() else { return Err("usage: film BOARD FILE".into()) };
    let problem = Problem::new(board.parse()?, Leaper::KNIGHT, Kind::Closed);
    let Answer::Found(tour) = auto::find(&problem, &auto::Options::default(), &Silent).answer
    else {
        return Err("there is no such tour, or it was not found".into());
    };
    let film = Film::new();
    let is_gif = Path::new(path).extension().is_some_and(|ending| ending == "gif");
    let bytes = if is_gif { gif(&tour, &film)? } else { apng(&tour, &film)? };
    std::fs::write(path, bytes)?;
    Ok(())
}
