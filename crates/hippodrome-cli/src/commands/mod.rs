//! One command a file: options in, the library's answer out.

pub(crate) mod check;
mod compare;
pub(crate) mod count;
pub(crate) mod draw;
pub(crate) mod exists;
pub(crate) mod explain;
pub(crate) mod locate;
pub(crate) mod manual;
mod many;
pub(crate) mod model;
pub(crate) mod queens;
pub(crate) mod sample;
pub(crate) mod serve;
pub(crate) mod survey;
pub(crate) mod tour;
pub(crate) mod units;
mod verify;
