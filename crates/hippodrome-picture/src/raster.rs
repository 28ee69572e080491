//! From SVG to pixels.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, fontdb};

/// The part of the font `DejaVu Sans` that pictures use.
const FONT: &[u8] = include_bytes!("../font/DejaVuSans-subset.ttf");

/// The most pixels along a side.
pub const MAX_SIDE: u32 = 16_384;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The drawing is not what the rasteriser reads.
    #[error("the drawing cannot be read: {0}")]
    Drawing(String),
    /// There would be too many pixels or frames.
    #[error("{0}")]
    TooLarge(String),
    /// The image cannot be encoded or written.
    #[error("the image cannot be written: {0}")]
    Write(#[from] std::io::Error),
}

/// Pixels, row by row from the top: red, green, blue, opacity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Image {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Four bytes a pixel.
    pub pixels: Vec<u8>,
}

/// Draws pictures of one width.
#[derive(Clone, Debug)]
pub struct Canvas {
    width: Option<u32>,
    fonts: Arc<fontdb::Database>,
}

impl Canvas {
    /// A canvas of this many pixels across, or as many as the drawing says.
    #[must_use]
    pub fn new(width: Option<u32>) -> Self {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(FONT.to_vec());
        fonts.set_sans_serif_family("DejaVu Sans");
        Self { width, fonts: Arc::new(fonts) }
    }

    /// Rasterises an SVG drawing.
    ///
    /// # Errors
    ///
    /// When it is not SVG, or the picture would have more than [`MAX_SIDE`] pixels along a side.
    ///
    /// # Complexity
    ///
    /// 4 bytes a pixel; some ten nanoseconds a pixel, and what the drawing's parts take.
    pub fn draw(&self, svg: &str) -> Result<Image, PictureError> {
        let options = usvg::Options {
            fontdb: Arc::clone(&self.fonts),
            font_family: "DejaVu Sans".to_owned(),
            ..usvg::Options::default()
        };
        let tree = usvg::Tree::from_str(svg, &options)
            .map_err(|e| PictureError::Drawing(e.to_string()))?;
        let size = tree.size();
        let scale = self.width.map_or(1.0, |width| width as f32 / size.width());
        let side = |length: f32| (length * scale).round().max(1.0);
        let (width, height) = (side(size.width()), side(size.height()));
        if width > MAX_SIDE as f32 || height > MAX_SIDE as f32 {
            return Err(PictureError::TooLarge(format!(
                "a picture of {width}x{height} pixels is too large: expected at most {MAX_SIDE} along a side"
            )));
        }
        let too_large = || PictureError::TooLarge("the picture does not fit memory".to_owned());
        let mut pixmap = Pixmap::new(width as u32, height as u32).ok_or_else(too_large)?;
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
        let pixels = pixmap.pixels().iter().flat_map(|pixel| {
            let colour = pixel.demultiply();
            [colour.red(), colour.green(), colour.blue(), colour.alpha()]
        });
        Ok(Image { width: width as u32, height: height as u32, pixels: pixels.collect() })
    }
}

/// An image as PNG.
///
/// # Errors
///
/// When it cannot be encoded.
pub fn png(image: &Image) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, image.width, image.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(encoding)?;
    writer.write_image_data(&image.pixels).map_err(encoding)?;
    writer.finish().map_err(encoding)?;
    Ok(bytes)
}

pub(crate) fn encoding(error: png::EncodingError) -> PictureError {
    PictureError::Write(std::io::Error::other(error))
}
