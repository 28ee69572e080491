//! Proofs by clauses: found where `exists` says no, verified by the checker, in LRAT and by reasons.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::collections::{BTreeMap, BTreeSet};

use hippodrome::model::{self, ClauseLine, Encoding, FileFormat, Formulation, Model, Options};
use hippodrome::search::Budget;
use hippodrome::{Answer, Kind, Leaper, Problem, Silent, certificate, exists};
use hippodrome_check::{Limits, Question, Verdict, check};
use hippodrome_solve::{Outcome, by_name, lrat, refutation};

fn problem(board: &str, kind: Kind) -> Problem {
    Problem::new(board.parse().unwrap(), Leaper::KNIGHT, kind)
}

/// Whether there is a proof; if so the checker verifies it.
fn refuted(problem: &Problem) -> bool {
    let Some(proof) = refutation(problem, &Silent).unwrap() else { return false };
    let text = certificate::no_tour(problem, &proof.into_reason()).unwrap();
    let report = check(text.as_bytes(), None, &Question::new(), &Limits::default());
    assert_eq!(report.verdict, Verdict::Verified, "{report}\n{text}");
    true
}

fn agrees(problem: &Problem) {
    let none = match exists::exists(problem, &Budget::default(), &Silent) {
        Answer::Found(_) => false,
        Answer::Impossible(_) => true,
        Answer::Unknown(limit) => panic!("{problem:?}: {limit}"),
    };
    assert_eq!(refuted(problem), none, "{problem:?}");
}

#[test]
fn rectangles() {
    for (rows, cols) in [(1, 4), (2, 3), (3, 3), (3, 4), (3, 5), (3, 6), (3, 8), (4, 4), (4, 5)] {
        agrees(&problem(&format!("{rows}x{cols}"), Kind::Closed));
        agrees(&problem(&format!("{rows}x{cols}"), Kind::Open));
    }
    for board in ["4x6", "4x8", "4x10", "5x5", "5x6", "3x10"] {
        agrees(&problem(board, Kind::Closed));
    }
}

#[test]
fn holes_and_given_ends() {
    agrees(&problem("...\n.#.\n...", Kind::Closed));
    agrees(&problem("#....\n.....\n.....\n.....\n....#", Kind::Closed));
    agrees(&problem("......\n......\n..##..\n......\n......", Kind::Closed));
    let open = problem("4x5", Kind::Open);
    let squares: Vec<_> = open.board().squares().collect();
    for &from in &squares {
        agrees(&open.clone().with_from(from).unwrap());
        for &to in squares.iter().step_by(3) {
            if from != to {
                agrees(&open.clone().with_from(from).and_then(|p| p.with_to(to)).unwrap());
            }
        }
    }
}

#[test]
fn every_change_of_a_line_is_seen() {
    let problem = problem("3x4", Kind::Closed);
    let proof = refutation(&problem, &Silent).unwrap().unwrap();
    for at in 0..proof.lines.len() {
        // Without the line, later numbers are one too high.
        let mut shorter = proof.clone();
        shorter.lines.remove(at);
        // The clause of another vertex or set; a literal turned; an antecedent left out.
        let mut other = proof.clone();
        match &mut other.lines[at] {
            ClauseLine::AllBut(a, b) => std::mem::swap(a, b),
            ClauseLine::Leave(set) => set.truncate(set.len() - 1),
            ClauseLine::Derived { literals, .. } if !literals.is_empty() => {
                literals[0] = -literals[0];
            }
            ClauseLine::Derived { from, .. } => from.truncate(from.len() - 1),
            _ => continue,
        }
        for changed in [shorter, other] {
            let text = certificate::no_tour(&problem, &changed.into_reason()).unwrap();
            let report = check(text.as_bytes(), None, &Question::new(), &Limits::default());
            assert_eq!(report.verdict, Verdict::Rejected, "line {at}: {report}\n{text}");
        }
    }
}

/// The clauses of a DIMACS file.
fn clauses_of(cnf: &str) -> Vec<BTreeSet<i32>> {
    let lines = cnf.lines().filter(|line| !line.starts_with(['c', 'p']));
    let literals = |line: &str| line.split(' ').map(|word| word.parse().unwrap()).collect();
    lines
        .map(literals)
        .map(|mut set: BTreeSet<i32>| {
            set.remove(&0);
            set
        })
        .collect()
}

/// A plain checker of LRAT: each antecedent has at most one literal that is not false.
fn check_lrat(cnf: &str, proof: &str) -> bool {
    let mut known: BTreeMap<usize, BTreeSet<i32>> = (1..).zip(clauses_of(cnf)).collect();
    for line in proof.lines() {
        let words: Vec<i32> = line.split(' ').map(|word| word.parse().unwrap()).collect();
        let mut parts = words[1..].split(|&word| word == 0);
        let clause: BTreeSet<i32> = parts.next().unwrap().iter().copied().collect();
        let mut is_false = clause.clone();
        let mut conflict = false;
        for hint in parts.next().unwrap() {
            let left: Vec<i32> = known[&(*hint as usize)]
                .iter()
                .copied()
                .filter(|l| !is_false.contains(l))
                .collect();
            assert!(left.len() < 2 && !conflict, "{line}");
            conflict = left.is_empty();
            is_false.extend(left.iter().map(|l| -l));
        }
        assert!(conflict, "{line}");
        known.insert(words[0] as usize, clause);
    }
    known.values().any(BTreeSet::is_empty)
}

#[test]
fn lrat_of_both_encodings() {
    for (board, encoding) in [
        ("3x4", Encoding::Order),
        ("4x4", Encoding::Order),
        ("3x8", Encoding::Cuts),
        ("4x6", Encoding::Cuts),
        ("4x10", Encoding::Cuts),
        ("1x4", Encoding::Cuts),
    ] {
        let options = Options::new().encoding(encoding);
        let model = Model::new(&problem(board, Kind::Closed), Formulation::Sat, &options).unwrap();
        let report = by_name("varisat").unwrap().solve(model, 0, &Silent).unwrap();
        assert_eq!(report.outcome, Outcome::Infeasible, "{board}");
        let proof = lrat(&report.model, &Silent).unwrap().unwrap();
        let mut cnf = Vec::new();
        model::write(&report.model, FileFormat::Cnf, &mut cnf).unwrap();
        assert!(check_lrat(std::str::from_utf8(&cnf).unwrap(), &proof), "{board}");
    }
    let open =
        Model::new(&problem("6x6", Kind::Closed), Formulation::Sat, &Options::new()).unwrap();
    assert_eq!(lrat(&open, &Silent).unwrap(), None);
}

/// The clauses of *cuts* hold exactly where every square has two edges: tried on every set of the
/// 14 edges of 3x4, beside a count that knows nothing of clauses.
#[test]
fn the_degree_clauses_say_two_edges_at_every_square() {
    let model =
        Model::new(&problem("3x4", Kind::Closed), Formulation::Sat, &Options::new()).unwrap();
    let mut text = Vec::new();
    model::write(&model, FileFormat::Cnf, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let clauses = clauses_of(&text);
    // The edges by their names in the file, not by the model's graph.
    let names: Vec<(&str, &str)> = text
        .lines()
        .filter_map(|line| line.strip_prefix("c map ")?.split_once(" y_")?.1.split_once('_'))
        .collect();
    assert_eq!(names.len(), 14);
    let squares: BTreeSet<&str> = names.iter().flat_map(|&(a, b)| [a, b]).collect();
    assert_eq!(squares.len(), 12);
    for set in 0..1u32 << 14 {
        let made = |edge: usize| set >> edge & 1 == 1;
        let two = squares.iter().all(|square| {
            let at = |edge: &usize| names[*edge].0 == *square || names[*edge].1 == *square;
            (0..14).filter(at).filter(|&edge| made(edge)).count() == 2
        });
        let holds = |clause: &BTreeSet<i32>| {
            clause.iter().any(|l| made(l.unsigned_abs() as usize - 1) == (*l > 0))
        };
        assert_eq!(clauses.iter().all(holds), two, "{set:b}");
    }
}

/// The solutions of *order*, told apart by their arcs, are as many as the directed tours that a
/// walk over the board finds.
#[test]
fn the_order_clauses_have_a_solution_for_each_directed_tour() {
    for (board, kind) in
        [("3x4", Kind::Open), ("3x4", Kind::Closed), ("...\n.#.\n...", Kind::Closed)]
    {
        let problem = problem(board, kind);
        let options = Options::new().encoding(Encoding::Order);
        let model = Model::new(&problem, Formulation::Sat, &options).unwrap();
        let mut solver = varisat::Solver::new();
        let add = |solver: &mut varisat::Solver<'_>, clause: &[i32]| {
            let lits: Vec<varisat::Lit> =
                clause.iter().map(|&l| varisat::Lit::from_dimacs(l as isize)).collect();
            varisat::ExtendFormula::add_clause(solver, &lits);
        };
        model.clauses().iter().for_each(|clause| add(&mut solver, clause));
        let mut found = 0;
        while solver.solve().unwrap() {
            found += 1;
            let arcs: Vec<i32> = solver
                .model()
                .unwrap()
                .iter()
                .filter(|lit| lit.is_positive() && lit.index() < model.choices())
                .map(|lit| -(lit.index() as i32 + 1))
                .collect();
            add(&mut solver, &arcs);
        }
        let squares: Vec<(i32, i32)> =
            problem.board().squares().map(|s| (s.row as i32, s.col as i32)).collect();
        // A closed tour is walked from one square, an open one from each.
        let starts = if kind == Kind::Closed { 1 } else { squares.len() };
        let walked: u32 =
            squares[..starts].iter().map(|&s| walks(&squares, &mut vec![s], kind)).sum();
        assert_eq!(found, walked, "{board} {kind}");
        assert_eq!(walked, if kind == Kind::Open { 16 } else { u32::from(board != "3x4") * 2 });
    }
}

/// The walks through all squares that begin with the path.
fn walks(squares: &[(i32, i32)], path: &mut Vec<(i32, i32)>, kind: Kind) -> u32 {
    let joined = |a: (i32, i32), b: (i32, i32)| ((a.0 - b.0) * (a.1 - b.1)).abs() == 2;
    let last = path[path.len() - 1];
    if path.len() == squares.len() {
        return u32::from(kind == Kind::Open || joined(last, path[0]));
    }
    let mut count = 0;
    for &next in squares {
        if joined(last, next) && !path.contains(&next) {
            path.push(next);
            count += walks(squares, path, kind);
            path.pop();
        }
    }
    count
}
