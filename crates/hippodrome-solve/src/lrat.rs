//! Proofs that clauses cannot be satisfied: the steps of varisat's, cut down to what is used.

use std::collections::HashMap;
use std::fmt::Write;

use hippodrome::model::Model;
use hippodrome::{Limit, Observer};
use varisat::checker::{CheckedProofStep, CheckerData, ProofProcessor};
use varisat::{ExtendFormula, Lit, Solver};

/// The largest number of literals of clauses that are kept while solving: some hundred megabytes.
const MOST_LITERALS: usize = 1 << 24;

/// A proof in LRAT that the model's clauses, as they are written to a `.cnf` file, cannot be
/// satisfied (L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp, Efficient certified
/// RAT verification, CADE 2017, 220–236, doi:10.1007/978-3-319-63046-5_14).
///
/// A line is the clause's number, its literals, 0, the numbers of the clauses by which it follows,
/// 0. The clauses of the file are 1 to their number. `None` if they can be satisfied, or are none
/// (a model with rows).
///
/// # Errors
///
/// When the observer stopped it, or the proof is longer than 2^24 literals.
pub fn lrat(model: &Model, observer: &dyn Observer) -> Result<Option<String>, Limit> {
    let mut log = Log::new(observer);
    let mut solver = Solver::new();
    solver.add_proof_processor(&mut log);
    for clause in model.clauses().iter() {
        add(&mut solver, clause);
    }
    let outcome = solver.solve();
    drop(solver);
    match outcome {
        Ok(false) => {}
        Ok(true) => return Ok(None),
        Err(_) => return Err(log.limit()),
    }
    let inputs = model.clauses().iter();
    let steps = trimmed(inputs, log.steps).ok_or(Limit::Stopped)?;
    let (first, mut last) = (model.clauses().len() + 1, model.clauses().len());
    let number = |from: &From| match *from {
        From::Input(at) => at + 1,
        From::Derived(at) => first + at,
    };
    let mut text = String::new();
    for (clause, from) in &steps {
        last += 1;
        text += &last.to_string();
        for literal in clause {
            let _ = write!(text, " {literal}");
        }
        text += " 0";
        for from in from {
            let _ = write!(text, " {}", number(from));
        }
        text += " 0\n";
    }
    Ok(Some(text))
}

/// Adds a clause, negated: the solver decides for "false" first, and an edge that is chosen forbids
/// others, which leads to a solution with few conflicts.
pub(crate) fn add(solver: &mut Solver<'_>, clause: &[i32]) {
    let literals: Vec<Lit> = clause.iter().map(|&l| Lit::from_dimacs(-l as isize)).collect();
    solver.add_clause(&literals);
}

/// A clause of the solver's proof: its number, and the clauses that it follows from, if it does.
pub(crate) struct Step {
    id: u64,
    clause: Vec<i32>,
    from: Option<Vec<u64>>,
}

/// Keeps the steps of a proof.
pub(crate) struct Log<'o> {
    observer: &'o dyn Observer,
    pub(crate) steps: Vec<Step>,
    literals: usize,
}

impl<'o> Log<'o> {
    pub(crate) fn new(observer: &'o dyn Observer) -> Self {
        Self { observer, steps: Vec::new(), literals: 0 }
    }

    /// Why the solver was stopped.
    pub(crate) fn limit(&self) -> Limit {
        if self.literals > MOST_LITERALS {
            Limit::Size(format!("{MOST_LITERALS} literals of a proof"))
        } else {
            Limit::Stopped
        }
    }
}

impl ProofProcessor for Log<'_> {
    fn process_step(
        &mut self,
        step: &CheckedProofStep<'_>,
        data: CheckerData<'_, '_>,
    ) -> Result<(), anyhow::Error> {
        let (id, clause, from) = match *step {
            CheckedProofStep::AddClause { id, clause } => (id, clause, None),
            CheckedProofStep::AtClause { id, clause, propagations, .. } => {
                (id, clause, Some(propagations.to_vec()))
            }
            _ => return Ok(()),
        };
        self.literals += clause.len() + from.as_ref().map_or(0, Vec::len);
        if self.literals > MOST_LITERALS || self.observer.should_stop() {
            return Err(std::io::Error::other("stopped").into());
        }
        let literal = |lit: &Lit| -> Option<i32> {
            let var = data.user_from_proof_var(lit.var())?;
            let number = i32::try_from(var.index() + 1).ok()?;
            Some(if lit.is_negative() { number } else { -number })
        };
        let clause: Option<Vec<i32>> = clause.iter().map(literal).collect();
        let clause =
            clause.ok_or_else(|| std::io::Error::other("a variable of the solver's own"))?;
        self.steps.push(Step { id, clause, from });
        Ok(())
    }
}

/// What a derived clause follows from: a clause of the input, or an earlier derived one.
#[derive(Clone, Copy)]
pub(crate) enum From {
    Input(usize),
    Derived(usize),
}

/// The derived clauses on which the empty one depends, which is the last; none where the input has
/// it. `None` when the steps do not prove it.
pub(crate) fn trimmed<'c>(
    inputs: impl Iterator<Item = &'c [i32]>,
    mut steps: Vec<Step>,
) -> Option<Vec<(Vec<i32>, Vec<From>)>> {
    end_with_the_empty_clause(&mut steps)?;
    let at: HashMap<u64, usize> = steps.iter().enumerate().map(|(at, s)| (s.id, at)).collect();
    let mut needed: Vec<Option<Vec<usize>>> = vec![None; steps.len()];
    let mut is_needed = vec![false; steps.len()];
    is_needed[steps.len() - 1] = true;
    for step in (0..steps.len()).rev() {
        let Some(from) = steps[step].from.as_ref().filter(|_| is_needed[step]) else { continue };
        let from: Vec<usize> = from.iter().map(|id| at.get(id).copied()).collect::<Option<_>>()?;
        let used = used(&steps, step, &from)?;
        for &earlier in &used {
            is_needed[earlier] = true;
        }
        needed[step] = Some(used);
    }
    let sorted = |clause: &[i32]| {
        let mut clause = clause.to_vec();
        clause.sort_unstable();
        clause.dedup();
        clause
    };
    let mut place: HashMap<Vec<i32>, usize> = HashMap::new();
    for (at, clause) in inputs.enumerate() {
        place.entry(sorted(clause)).or_insert(at);
    }
    let mut source = vec![From::Input(0); steps.len()];
    let mut derived = Vec::new();
    for (at, step) in steps.iter().enumerate().filter(|(at, _)| is_needed[*at]) {
        source[at] = match &needed[at] {
            None => From::Input(*place.get(&sorted(&step.clause))?),
            Some(from) => {
                let from = from.iter().map(|&earlier| source[earlier]).collect();
                derived.push((step.clause.clone(), from));
                From::Derived(derived.len() - 1)
            }
        };
    }
    Some(derived)
}

/// The solver ends with an empty clause, or with two contrary clauses of one literal.
fn end_with_the_empty_clause(steps: &mut Vec<Step>) -> Option<()> {
    if let Some(at) = steps.iter().position(|step| step.clause.is_empty()) {
        steps.truncate(at + 1);
        return Some(());
    }
    let mut unit: HashMap<i32, u64> = HashMap::new();
    let mut found = None;
    for step in steps.iter() {
        if let [literal] = *step.clause {
            if let Some(&contrary) = unit.get(&-literal) {
                found = Some(vec![contrary, step.id]);
                break;
            }
            unit.entry(literal).or_insert(step.id);
        }
    }
    let id = steps.iter().map(|step| step.id).max()? + 1;
    steps.push(Step { id, clause: Vec::new(), from: Some(found?) });
    Some(())
}

/// Those of the earlier steps that the clause of a step really follows from, in order.
fn used(steps: &[Step], step: usize, from: &[usize]) -> Option<Vec<usize>> {
    // For each variable its value, and the place in `from` of the clause that gave it.
    let mut value: HashMap<i32, (bool, Option<usize>)> = HashMap::new();
    for &literal in &steps[step].clause {
        value.insert(literal.abs(), (literal < 0, None));
    }
    let mut conflict = None;
    for (place, &earlier) in from.iter().enumerate() {
        let is_false = |l: &&i32| value.get(&l.abs()).is_some_and(|&(v, _)| v == (**l < 0));
        let mut open = steps[earlier].clause.iter().filter(|literal| !is_false(literal));
        match (open.next(), open.next()) {
            (None, _) => {
                conflict = Some(place);
                break;
            }
            (Some(last), None) => {
                value.entry(last.abs()).or_insert((*last > 0, Some(place)));
            }
            // Of no use, and not in the way.
            _ => {}
        }
    }
    let mut keep = vec![false; from.len()];
    keep[conflict?] = true;
    for place in (0..from.len()).rev().filter(|&place| place <= conflict.unwrap_or(0)) {
        if !keep[place] {
            continue;
        }
        for literal in &steps[from[place]].clause {
            if let Some(&(_, Some(reason))) = value.get(&literal.abs())
                && reason < place
            {
                keep[reason] = true;
            }
        }
    }
    Some(from.iter().zip(&keep).filter(|(_, keep)| **keep).map(|(&at, _)| at).collect())
}
