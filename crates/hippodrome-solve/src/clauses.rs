//! Linear rows as clauses.
//!
//! Choices stay what they are. An integer u between two bounds is written in unary: a variable
//! "u ≥ k" for each k above its least value, each implying the one before (N. Tamura, A. Taga, S.
//! Kitagawa, M. Banbara, Compiling finite linear CSP into SAT, Constraints 14 (2009) 254–272,
//! doi:10.1007/s10601-008-9061-0). A row u(i) − u(j) + Σ c·x ≤ b is then, for each set of its
//! choices that are made, u(i) ≤ u(j) + d: "u(i) ≥ k implies u(j) ≥ k − d" for every k. Positions have
//! integral values wherever they have any (they are differences bounded by integers), so nothing is
//! lost.

use std::borrow::Cow;

use hippodrome::Observer;
use hippodrome::model::{Clauses, Domain, Meaning, Model, Row, Sense};

/// What becomes of a model that is to be clauses.
pub(crate) enum Translated<'a> {
    /// So many variables, and the clauses.
    Clauses(usize, Cow<'a, Clauses>),
    /// A row is of no kind that is translated.
    Unserved,
    /// The observer stopped it, or did not let it take the memory.
    Stopped,
}

/// Bytes of a literal here and in a solver: 42 were measured with varisat.
const LITERAL: u64 = 48;

/// The clauses of a model.
pub(crate) fn clauses_of<'a>(model: &'a Model, observer: &dyn Observer) -> Translated<'a> {
    if model.variables().iter().any(|v| matches!(v.meaning, Meaning::Flow(_))) {
        return Translated::Unserved;
    }
    if !observer.may_take(literals(model).saturating_mul(LITERAL)) {
        return Translated::Stopped;
    }
    if model.rows().is_empty() {
        return Translated::Clauses(model.variables().len(), Cow::Borrowed(model.clauses()));
    }
    let mut out = Translation {
        model,
        clauses: Clauses::default(),
        first: Vec::new(),
        variables: model.choices(),
    };
    for variable in &model.variables()[model.choices()..] {
        out.unary(variable.domain);
    }
    for row in model.rows() {
        if observer.should_stop() {
            return Translated::Stopped;
        }
        if out.row(row).is_none() {
            return Translated::Unserved;
        }
    }
    Translated::Clauses(out.variables, Cow::Owned(out.clauses))
}

/// About how many literals the clauses will have; none are too few.
fn literals(model: &Model) -> u64 {
    let choices = model.choices() as u32;
    let levels = |v: u32| {
        let domain = model.variables()[v as usize].domain;
        domain.greatest.abs_diff(domain.least) + 1
    };
    let of_row = |row: &Row| {
        let (binary, integer): (Vec<u32>, Vec<u32>) =
            row.terms.iter().map(|&(v, _)| v).partition(|&v| v < choices);
        let made = binary.len() as u64;
        match integer.first() {
            Some(&v) => (levels(v) << made.min(8)) * (2 + made),
            None if made <= 9 => made * made * made,
            None => made * 24,
        }
    };
    let unary: u64 = (choices..model.variables().len() as u32).map(|v| 2 * levels(v)).sum();
    let given = model.clauses().iter().map(|clause| clause.len() as u64).sum::<u64>();
    given
        + if model.rows().is_empty() {
            0
        } else {
            unary + model.rows().iter().map(of_row).sum::<u64>()
        }
}

struct Translation<'a> {
    model: &'a Model,
    clauses: Clauses,
    /// For each variable after the choices, the first of its "at least" variables.
    first: Vec<usize>,
    variables: usize,
}

/// A literal, or a value that is known.
enum Literal {
    True,
    False,
    Is(i32),
}

impl Translation<'_> {
    fn unary(&mut self, domain: Domain) {
        self.first.push(self.variables);
        let levels = (domain.greatest - domain.least).max(0) as usize;
        for level in 1..levels {
            let (low, high) = (self.variables + level, self.variables + level + 1);
            self.clauses.push([-(high as i32), low as i32]);
        }
        self.variables += levels;
    }

    /// "The variable is at least k".
    fn at_least(&self, variable: u32, k: i64) -> Literal {
        let domain = self.model.variables()[variable as usize].domain;
        if k <= domain.least {
            Literal::True
        } else if k > domain.greatest {
            Literal::False
        } else {
            let first = self.first[variable as usize - self.model.choices()];
            Literal::Is((first as i64 + k - domain.least) as i32)
        }
    }

    fn row(&mut self, row: &Row) -> Option<()> {
        let choices = self.model.choices() as u32;
        let (binary, integer): (Vec<_>, Vec<_>) =
            row.terms.iter().copied().partition(|&(v, _)| v < choices);
        let literals: Vec<i32> = binary.iter().map(|&(v, _)| v as i32 + 1).collect();
        let ones = binary.iter().all(|&(_, c)| c == 1);
        match (integer.as_slice(), row.sense, row.rhs) {
            ([], Sense::Eq, 1 | 2) if ones => self.exactly(&literals, row.rhs as usize),
            // Where every vertex has two edges, an even number of them leaves a set.
            ([], Sense::Ge, 1 | 2) if ones => self.clauses.push(literals),
            ([], Sense::Eq, 0) if binary.len() == 2 => {
                self.clauses.push([literals[0], -literals[1]]);
                self.clauses.push([-literals[0], literals[1]]);
            }
            (&[(i, 1), (j, -1)], Sense::Le, _) if binary.iter().all(|&(_, c)| c >= 0) => {
                for made in 0..1u32 << binary.len().min(8) {
                    let on = |at: &usize| made >> at & 1 == 1;
                    let sum: i64 = (0..binary.len()).filter(on).map(|at| binary[at].1).sum();
                    let when: Vec<i32> =
                        (0..binary.len()).filter(on).map(|at| -literals[at]).collect();
                    self.at_most_apart(&when, i, j, row.rhs - sum);
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// Unless one of the literals holds, u(i) ≤ u(j) + d.
    fn at_most_apart(&mut self, unless: &[i32], i: u32, j: u32, d: i64) {
        let domain = self.model.variables()[i as usize].domain;
        for k in domain.least..=domain.greatest {
            let mut clause = unless.to_vec();
            match self.at_least(i, k) {
                Literal::True => {}
                Literal::False => continue,
                Literal::Is(l) => clause.push(-l),
            }
            match self.at_least(j, k - d) {
                Literal::True => continue,
                Literal::False => {}
                Literal::Is(l) => clause.push(l),
            }
            self.clauses.push(clause);
        }
    }

    /// Exactly one or two of the literals.
    fn exactly(&mut self, literals: &[i32], count: usize) {
        if literals.len() > 9 {
            self.count(literals, count);
            return;
        }
        if literals.len() < count {
            self.clauses.push([]);
            return;
        }
        if count == 1 {
            self.clauses.push(literals.iter().copied());
        } else {
            for l in literals {
                self.clauses.push(literals.iter().filter(|other| *other != l).copied());
            }
        }
        for (at, &a) in literals.iter().enumerate() {
            for (next, &b) in literals.iter().enumerate().skip(at + 1) {
                if count == 1 {
                    self.clauses.push([-a, -b]);
                } else {
                    for &c in &literals[next + 1..] {
                        self.clauses.push([-a, -b, -c]);
                    }
                }
            }
        }
    }

    /// A sequential counter up to `count`, in both directions.
    fn count(&mut self, literals: &[i32], count: usize) {
        let mut before: Vec<i32> = Vec::new();
        for &l in literals {
            let now: Vec<i32> = (1..=count as i32).map(|k| self.variables as i32 + k).collect();
            self.variables += count;
            for (k, &n) in now.iter().enumerate() {
                // now[k] = before[k] or (l and before[k - 1]), with before[-1] true.
                let same = before.get(k).copied();
                let less = if k == 0 { None } else { before.get(k - 1).copied() };
                let possible = k == 0 || less.is_some();
                if let Some(same) = same {
                    self.clauses.push([-same, n]);
                }
                if possible {
                    self.clauses.push(less.map(|b| -b).into_iter().chain([-l, n]));
                }
                let by = |other: Option<i32>| same.into_iter().chain(other).chain([-n]);
                let last = possible.then_some(l);
                self.clauses.push(by(last));
                if let Some(less) = less {
                    self.clauses.push(by(Some(less)));
                }
            }
            if let Some(&full) = before.last() {
                self.clauses.push([-full, -l]);
            }
            before = now;
        }
        self.clauses.push(before.last().copied());
    }
}
