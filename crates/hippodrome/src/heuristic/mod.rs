//! Warnsdorff's rule: always go to the square with the fewest onward moves.
//!
//! A square with few unvisited neighbours is in danger of being cut off; to visit it now costs one
//! of its exits and saves it. That usually finds a tour at once and proves nothing when it does
//! not: an [`Outcome`] is a [`Tour`](crate::Tour) or "stuck", never "none".
//!
//! What matters on larger boards is what decides between candidates of the same degree: the
//! [`TieBreak`]. [`find`] runs the rule,
//! [`trace`](fn@trace) shows it move by move, [`survey`](crate::survey) runs it from every square.
//!
//! # Examples
//!
//! ```
//! use hippodrome::heuristic::{WarnsdorffOptions, find};
//! use hippodrome::{Kind, Leaper, Problem, Silent};
//!
//! let problem = Problem::new("5x5".parse()?, Leaper::KNIGHT, Kind::Open).with_from("a1".parse()?)?;
//! let tour = find(&problem, &WarnsdorffOptions::new(), &Silent).tour().expect("the rule works here");
//! assert!(tour.to_string().starts_with("a1 b3 a5 c4 e5 d3 e1"));
//! # Ok::<(), hippodrome::Error>(())
//! ```

mod centre;
mod explain;
mod flip;
mod grid;
mod options;
mod position;
mod rules;
mod run;
mod squirrel;
mod tie_break;
mod trace;
mod walk;

pub use explain::{Conclusion, End, Event, ExplainOptions, Explanation, Work, explain};
pub use options::{Outcome, WarnsdorffOptions};
pub(crate) use run::colour_allows;
pub use run::find;
pub use squirrel::{SquirrelPlan, squirrel_plan};
pub use tie_break::{MoveOrder, TieBreak};
pub use trace::{Candidate, DecidedBy, Step, Trace, trace};
