//! Reports as JSON: what `queens … --format json` prints, one object on one line.

use serde::{Deserialize, Serialize};

use super::Placement;
use super::join::Ledger;
use super::symmetric::Classes;

/// A count of solutions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "QueensCountReport"))]
pub struct CountReport {
    /// The board's size (its number of ranks).
    pub n: u32,
    /// The number of solutions, as a text.
    pub count: String,
    /// The number up to the symmetries of the square, where that is known.
    pub fundamental: Option<String>,
    /// Solutions that the half turn fixes.
    pub half_turn: Option<String>,
    /// Solutions that the quarter turn fixes.
    pub quarter_turn: Option<String>,
    /// Classes with 8, 4, 2 and 1 members.
    pub orbits: Option<[String; 4]>,
    /// What is counted: `queens`, `toroidal`, `superqueens`, `reflecting`, `some`.
    pub what: String,
    /// `join`, `dfs`, `bitmask` or `search`.
    pub method: String,
    /// Nodes of the search tree, for the methods that walk one.
    pub nodes: Option<u64>,
    /// Of `some` queens: the ranks of the board.
    pub rows: Option<u32>,
    /// Of `some` queens: its files.
    pub cols: Option<u32>,
    /// Of `some` queens: how many they are.
    pub k: Option<u32>,
    /// The time taken.
    pub seconds: f64,
}

impl CountReport {
    /// A count of something other than the n queens problem, or without its classes.
    #[must_use]
    pub fn plain(n: u32, what: &str, method: &str, count: u128) -> Self {
        Self {
            n,
            count: count.to_string(),
            fundamental: None,
            half_turn: None,
            quarter_turn: None,
            orbits: None,
            what: what.to_owned(),
            method: method.to_owned(),
            nodes: None,
            rows: None,
            cols: None,
            k: None,
            seconds: 0.0,
        }
    }

    /// A count of the n queens problem with its classes.
    #[must_use]
    pub fn with_classes(n: u32, method: &str, nodes: Option<u64>, classes: &Classes) -> Self {
        Self {
            fundamental: Some(classes.fundamental().to_string()),
            half_turn: Some(classes.half_turn.to_string()),
            quarter_turn: Some(classes.quarter_turn.to_string()),
            orbits: Some(classes.orbits.map(|count| count.to_string())),
            nodes,
            ..Self::plain(n, "queens", method, classes.solutions)
        }
    }
}

/// A count as a certificate: `check` adds up the units and the classes; that they were counted right
/// is left as an obligation. The ledger, where there is one, is complete.
///
/// # Examples
///
/// ```
/// use hippodrome::queens::report::count_certificate;
/// use hippodrome::queens::symmetric::Classes;
///
/// let text = count_certificate(8, "dfs", &Classes::new(8, 92, 4, 0), None);
/// assert!(text.ends_with("count 92\nhalf-turn 4\nquarter-turn 0\nfundamental 12\nend\n"));
/// ```
#[must_use]
pub fn count_certificate(
    n: u32,
    method: &str,
    classes: &Classes,
    ledger: Option<&Ledger>,
) -> String {
    let of_units = ledger.map_or_else(String::new, |ledger| {
        let lines = ledger.counts().map(|(unit, count)| format!("unit {unit} {count}\n"));
        format!("units {}\n{}", Ledger::units(n), lines.collect::<Vec<_>>().concat())
    });
    let Classes { solutions, half_turn, quarter_turn, .. } = classes;
    format!(
        "hippodrome-certificate 1\nkind count\nqueens {n}\nmethod {method}\n{of_units}\
         count {solutions}\nhalf-turn {half_turn}\nquarter-turn {quarter_turn}\n\
         fundamental {}\nend\n",
        classes.fundamental()
    )
}

/// A placement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlaceReport {
    /// The board's size.
    pub n: u64,
    /// The file of the queen of each rank, both from 1.
    pub columns: Vec<u64>,
}

impl PlaceReport {
    /// The report of a placement.
    #[must_use]
    pub fn new(placement: &Placement) -> Self {
        let columns = placement.columns().iter().map(|&column| u64::from(column) + 1).collect();
        Self { n: placement.n() as u64, columns }
    }
}

/// One rank's queen of a placement that was not built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RowReport {
    /// The board's size.
    pub n: u64,
    /// The rank asked for, from 1.
    pub row: u64,
    /// The file of its queen, from 1.
    pub column: u64,
}

/// The columns of one solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ColumnsReport {
    /// The file of the queen of each rank, both from 1.
    pub columns: Vec<u64>,
}

/// Completions of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompleteReport {
    /// The board's size.
    pub n: u32,
    /// The number of completions, as a text; nothing if not all were looked for.
    pub count: Option<String>,
    /// Those asked for.
    pub solutions: Vec<ColumnsReport>,
    /// Whether all there are were found or counted.
    pub complete: bool,
    /// Why there is none, where there is none.
    pub reason: Option<String>,
    /// The same in words.
    pub text: Option<String>,
    /// How "none" is known: `search` or `theorem`.
    pub proof: Option<String>,
}

impl CompleteReport {
    /// A report without reasons.
    #[must_use]
    pub fn new(n: u32, count: Option<u128>, solutions: &[Placement]) -> Self {
        let columns = |placement: &Placement| PlaceReport::new(placement).columns;
        Self {
            n,
            count: count.map(|count| count.to_string()),
            solutions: solutions
                .iter()
                .map(|placement| ColumnsReport { columns: columns(placement) })
                .collect(),
            complete: count.is_some(),
            reason: None,
            text: None,
            proof: None,
        }
    }

    /// There is none, and why.
    #[must_use]
    pub fn none(n: u32, reason: &crate::Reason) -> Self {
        Self {
            reason: Some(reason.code.to_owned()),
            text: Some(reason.text.clone()),
            proof: Some(super::complete::proof_of(reason).name().to_owned()),
            ..Self::new(n, Some(0), &[])
        }
    }
}
