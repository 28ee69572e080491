//! Pictures of tours: grids of text and SVG.

mod geometry;
mod palette;
pub mod svg;
pub mod text;
