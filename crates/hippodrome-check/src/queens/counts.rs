//! Counts of solutions: what follows from the parts is checked, the parts are obligations.

use crate::question::Question;
use crate::report::{Fault, Ledger};

/// A number, and the line that says it.
pub(crate) type Said = (u128, u64);

/// A count of the solutions of n queens, or of a relative of that problem.
#[derive(Debug, Default)]
pub(crate) struct Count {
    pub(crate) n: u64,
    /// What is counted, where it is not the n queens problem.
    pub(crate) what: Option<String>,
    pub(crate) method: String,
    pub(crate) line: u64,
    pub(crate) total: Said,
    /// Solutions that the half turn fixes, those that the quarter turn fixes, and all up to
    /// symmetry.
    pub(crate) classes: Option<[Said; 3]>,
    /// Classes of 8, 4, 2 and 1 members.
    pub(crate) orbits: Option<([u128; 4], u64)>,
    /// How many units the work was cut into, and what they add up to.
    pub(crate) units: Option<(u64, u128)>,
}

impl Count {
    pub(super) fn in_words(&self) -> String {
        let (n, count) = (self.n, self.total.0);
        if let Some(what) = &self.what {
            return format!("count of {what}, n = {n}: {count}");
        }
        let classes = self
            .classes
            .map_or_else(String::new, |[_, _, (classes, _)]| format!(", {classes} up to symmetry"));
        format!("count of {n} queens: {count} solutions{classes}")
    }

    /// Q = 8a + 4b + 2c + d, P = 4b + 2c + d, R = 2c + d and U = a + b + c + d, where the classes of
    /// one member are those of the boards of no square and of one.
    pub(super) fn check(&self, question: &Question, ledger: &mut Ledger) -> Result<(), Fault> {
        if let Some((rows, cols)) = question.rows_and_cols
            && (rows, cols) != (self.n, self.n)
        {
            let reason = format!("the board is {0}x{0}, asked was {rows}x{cols}", self.n);
            return Err(Fault::rejected("other-board", self.line, reason));
        }
        let (count, line) = self.total;
        let wrong = |line, reason: String| Err(Fault::rejected("wrong-count", line, reason));
        if let Some((units, sum)) = self.units {
            if sum != count {
                return wrong(line, format!("the units add up to {sum}, not to {count}"));
            }
            ledger.examined("the units add up to the count", units);
        }
        if let Some([half, quarter, classes]) = self.classes {
            let (p, r, u) = (half.0, quarter.0, classes.0);
            let one = u128::from(self.n < 2);
            let parts = count
                .checked_sub(p)
                .zip(p.checked_sub(r))
                .zip(r.checked_sub(one))
                .map(|((eights, fours), twos)| (eights, fours, twos));
            let Some((eights, fours, twos)) = parts else {
                return wrong(half.1, "more solutions are symmetric than there are".to_owned());
            };
            if eights % 8 != 0 || fours % 4 != 0 || twos % 2 != 0 {
                return wrong(
                    half.1,
                    "the solutions fall into no classes of 8, 4 and 2".to_owned(),
                );
            }
            let orbits = [eights / 8, fours / 4, twos / 2, one];
            let sum: u128 = orbits.iter().sum();
            if sum != u {
                return wrong(classes.1, format!("{sum} classes follow, {u} are declared"));
            }
            if let Some((declared, line)) = self.orbits
                && declared != orbits
            {
                return wrong(line, format!("{orbits:?} classes of 8, 4, 2 and 1 follow"));
            }
            ledger.examined("the classes add up", 4);
        }
        let of = self.what.as_deref().unwrap_or("solutions");
        ledger.obligations.push(match self.units {
            Some((units, _)) if units > 0 => format!("each of the {units} units was counted right"),
            _ => format!("the {count} {of} were counted right by {}", self.method),
        });
        if self.classes.is_some() {
            let text =
                "the solutions that the half turn and the quarter turn fix were counted right";
            ledger.obligations.push(text.to_owned());
        }
        Ok(())
    }
}
