//! Films: a tour as it is walked, in GIF and APNG.

use std::collections::HashMap;
use std::time::Duration;

use color_quant::NeuQuant;
use hippodrome::Tour;
use hippodrome::render::svg::{self, Options, Theme};

use crate::raster::{Canvas, Image, PictureError, encoding};

/// The most frames of a film; of longer tours every k-th step is shown.
pub const MAX_FRAMES: u64 = 400;

/// The most squares of a board that is filmed.
const MAX_SQUARES: u64 = 1 << 18;

/// The widest film, in pixels: a frame is kept twice in memory.
const MAX_WIDTH: u32 = 2_000;

/// How a tour is filmed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Film {
    /// How long each frame stands, but the last.
    pub delay: Duration,
    /// How long the last stands.
    pub hold: Duration,
    /// Pixels across.
    pub width: u32,
    /// Light or dark; [`Theme::Auto`] is light.
    pub theme: Theme,
    /// Whether the steps are numbered.
    pub numbers: bool,
    /// Whether it begins again at the end.
    pub repeat: bool,
}

impl Default for Film {
    fn default() -> Self {
        Self {
            delay: Duration::from_millis(150),
            hold: Duration::from_secs(3),
            width: 480,
            theme: Theme::Light,
            numbers: true,
            repeat: true,
        }
    }
}

impl Film {
    /// The usual film: 150 ms a frame, 3 s at the end, 480 pixels across, light, again and again.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How long each frame stands; a hundredth of a second to a minute.
    #[must_use]
    pub fn delay(self, delay: Duration) -> Self {
        let delay = delay.clamp(Duration::from_millis(10), Duration::from_mins(1));
        Self { delay, ..self }
    }

    /// Pixels across.
    #[must_use]
    pub fn width(self, width: u32) -> Self {
        Self { width, ..self }
    }

    /// Light or dark.
    #[must_use]
    pub fn theme(self, theme: Theme) -> Self {
        Self { theme, ..self }
    }

    /// Whether the steps are numbered.
    #[must_use]
    pub fn numbers(self, numbers: bool) -> Self {
        Self { numbers, ..self }
    }

    /// Whether it begins again at the end.
    #[must_use]
    pub fn repeat(self, repeat: bool) -> Self {
        Self { repeat, ..self }
    }

    fn looks(&self) -> Options {
        let theme = if self.theme == Theme::Dark { Theme::Dark } else { Theme::Light };
        Options::new().theme(theme).numbers(self.numbers)
    }

    /// How many steps each frame shows.
    fn frames(tour: &Tour) -> Vec<u64> {
        let frames = tour.len().min(MAX_FRAMES);
        (1..=frames).map(|frame| (frame * tour.len()).div_ceil(frames)).collect()
    }

    fn admits(&self, tour: &Tour) -> Result<(), PictureError> {
        if tour.len() > MAX_SQUARES {
            return Err(PictureError::TooLarge(format!(
                "a film of {} squares is too large: expected at most {MAX_SQUARES}",
                tour.len()
            )));
        }
        if self.width == 0 || self.width > MAX_WIDTH {
            return Err(PictureError::TooLarge(format!(
                "a film of {} pixels across: expected 1 to {MAX_WIDTH}",
                self.width
            )));
        }
        Ok(())
    }

    /// Draws one frame after the other, and hands over what differs from the one before.
    fn shoot(
        &self,
        tour: &Tour,
        mut take: impl FnMut(Shot<'_>) -> Result<(), PictureError>,
    ) -> Result<(), PictureError> {
        let (canvas, looks) = (Canvas::new(Some(self.width)), self.looks());
        let mut before: Option<Image> = None;
        for steps in Self::frames(tour) {
            let image = frame(&canvas, tour, steps, &looks)?;
            let area = Area::changed(before.as_ref(), &image);
            let delay = if steps == tour.len() { self.hold } else { self.delay };
            take(Shot { image: &image, area, delay })?;
            before = Some(image);
        }
        Ok(())
    }
}

fn frame(canvas: &Canvas, tour: &Tour, steps: u64, looks: &Options) -> Result<Image, PictureError> {
    let mut drawing = Vec::new();
    svg::write_first(tour, steps, looks, &mut drawing)?;
    canvas.draw(&String::from_utf8_lossy(&drawing))
}

/// A frame, the part of it that is new, and how long it stands.
struct Shot<'a> {
    image: &'a Image,
    area: Area,
    delay: Duration,
}

/// A part of an image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Area {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
}

impl Area {
    /// The least box that holds every pixel that differs: at least one pixel.
    fn changed(before: Option<&Image>, image: &Image) -> Self {
        let all = Self { left: 0, top: 0, width: image.width, height: image.height };
        let Some(before) = before else { return all };
        let line = image.width as usize * 4;
        let rows = || before.pixels.chunks_exact(line).zip(image.pixels.chunks_exact(line));
        let differs = |(a, b): &(&[u8], &[u8])| a != b;
        let (Some(top), Some(end)) =
            (rows().position(|row| differs(&row)), rows().rposition(|row| differs(&row)))
        else {
            return Self { left: 0, top: 0, width: 1, height: 1 };
        };
        let columns = rows().skip(top).take(end + 1 - top).map(|(a, b)| {
            let pixels = || a.chunks_exact(4).zip(b.chunks_exact(4));
            let first = pixels().position(|(a, b)| a != b);
            (first, pixels().rposition(|(a, b)| a != b))
        });
        let columns: Vec<_> = columns.collect();
        let left = columns.iter().filter_map(|row| row.0).min().unwrap_or(0);
        let right = columns.iter().filter_map(|row| row.1).max().unwrap_or(left);
        Self {
            left: left as u32,
            top: top as u32,
            width: (right + 1 - left) as u32,
            height: (end + 1 - top) as u32,
        }
    }

    /// The pixels of this part of an image.
    fn pixels(self, image: &Image) -> impl Iterator<Item = &[u8]> {
        let rows = self.top as usize..(self.top + self.height) as usize;
        let columns = self.left as usize * 4..(self.left + self.width) as usize * 4;
        let line = image.width as usize * 4;
        rows.flat_map(move |row| {
            image.pixels[row * line..(row + 1) * line][columns.clone()].chunks_exact(4)
        })
    }
}

/// A tour as an animated GIF: 256 colours, taken from the last frame.
///
/// # Errors
///
/// When the board has more than 2^18 squares or the film is over 2,000 pixels wide.
///
/// # Complexity
///
/// At most [`MAX_FRAMES`] frames, each drawn whole and written where it differs from the one before.
pub fn gif(tour: &Tour, film: &Film) -> Result<Vec<u8>, PictureError> {
    film.admits(tour)?;
    let canvas = Canvas::new(Some(film.width));
    let last = frame(&canvas, tour, tour.len(), &film.looks())?;
    // Every eighth pixel: there are few colours, each of many pixels.
    let colours = NeuQuant::new(8, 256, &last.pixels);
    let mut nearest: HashMap<[u8; 4], u8> = HashMap::new();
    let mut bytes = Vec::new();
    let palette = colours.color_map_rgb();
    let failed = |e: gif::EncodingError| PictureError::Write(std::io::Error::other(e));
    let sides = [last.width, last.height].map(u16::try_from);
    let [Ok(width), Ok(height)] = sides else {
        return Err(PictureError::TooLarge("a GIF is at most 65535 pixels high".to_owned()));
    };
    let mut encoder = gif::Encoder::new(&mut bytes, width, height, &palette).map_err(failed)?;
    let repeat = if film.repeat { gif::Repeat::Infinite } else { gif::Repeat::Finite(0) };
    encoder.set_repeat(repeat).map_err(failed)?;
    film.shoot(tour, |Shot { image, area, delay }| {
        let indices = area.pixels(image).map(|pixel| {
            // Beyond the rounded corners of the page, white.
            let pixel = if pixel[3] == 0 { [255; 4] } else { [pixel[0], pixel[1], pixel[2], 255] };
            *nearest.entry(pixel).or_insert_with(|| colours.index_of(&pixel) as u8)
        });
        let frame = gif::Frame {
            delay: (delay.as_millis() / 10) as u16,
            left: area.left as u16,
            top: area.top as u16,
            width: area.width as u16,
            height: area.height as u16,
            buffer: indices.collect::<Vec<u8>>().into(),
            dispose: gif::DisposalMethod::Keep,
            ..gif::Frame::default()
        };
        encoder.write_frame(&frame).map_err(failed)
    })?;
    drop(encoder);
    Ok(bytes)
}

/// A tour as an animated PNG: all colours.
///
/// # Errors
///
/// As [`gif()`].
///
/// # Complexity
///
/// As [`gif()`].
pub fn apng(tour: &Tour, film: &Film) -> Result<Vec<u8>, PictureError> {
    film.admits(tour)?;
    let canvas = Canvas::new(Some(film.width));
    let first = frame(&canvas, tour, 1, &film.looks())?;
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, first.width, first.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let frames = Film::frames(tour).len() as u32;
    encoder.set_animated(frames, u32::from(!film.repeat)).map_err(encoding)?;
    let mut writer = encoder.write_header().map_err(encoding)?;
    film.shoot(tour, |Shot { image, area, delay }| {
        writer.set_frame_delay(delay.as_millis() as u16, 1000).map_err(encoding)?;
        if area.width != image.width || area.height != image.height {
            writer.reset_frame_position().map_err(encoding)?;
            writer.set_frame_dimension(area.width, area.height).map_err(encoding)?;
            writer.set_frame_position(area.left, area.top).map_err(encoding)?;
        }
        let pixels: Vec<u8> = area.pixels(image).flatten().copied().collect();
        writer.write_image_data(&pixels).map_err(encoding)
    })?;
    writer.finish().map_err(encoding)?;
    Ok(bytes)
}
