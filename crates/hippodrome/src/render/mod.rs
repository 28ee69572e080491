//! Pictures of tours and of surveys: grids of text and SVG.

mod geometry;
mod looks;
mod palette;
pub mod survey;
pub mod svg;
pub mod text;
