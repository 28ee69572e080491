//! Pictures as pixels: what [`hippodrome::render`] draws, rasterised, and tours as films.
//!
//! The font comes with the crate, so that a picture is the same on every machine.
//!
//! ```
//! use hippodrome::{Board, Kind, Leaper, Tour, render::svg};
//! use hippodrome_picture::{Canvas, png};
//!
//! let ring: Board = "...\n.#.\n...".parse()?;
//! let squares = ["c3", "b1", "a3", "c2", "a1", "b3", "c1", "a2"].map(|s| s.parse().unwrap());
//! let tour = Tour::new(&ring, Leaper::KNIGHT, Kind::Closed, squares)?;
//! let mut picture = Vec::new();
//! svg::write(&tour, None, &svg::Options::new().theme(svg::Theme::Light), &mut picture)?;
//! let image = Canvas::new(Some(300)).draw(&String::from_utf8(picture)?)?;
//! assert!(png(&image)?.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod film;
mod raster;

pub use film::{Film, MAX_FRAMES, apng, gif};
pub use raster::{Canvas, Image, MAX_SIDE, PictureError, png};
