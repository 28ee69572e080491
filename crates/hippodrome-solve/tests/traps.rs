//! What becomes of the program of Miller, Tucker and Zemlin when a row is slightly wrong: no solver
//! complains; the decoder does, or tours are lost.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use hippodrome::model::{Domain, Formulation, Label, Meaning, Model, Options, Row, Sense};
use hippodrome::{Kind, Leaper, Problem, Silent};
use hippodrome_solve::{Outcome, by_name};

fn mtz() -> Model {
    let problem = Problem::new("5x6".parse().unwrap(), Leaper::KNIGHT, Kind::Closed);
    Model::new(&problem, Formulation::Mtz, &Options::new()).unwrap()
}

/// The outcome by varisat, with other rows.
fn outcome(model: Model, change: impl Fn(Row) -> Option<Row>) -> Outcome {
    let rows = model.rows().iter().cloned().filter_map(change).collect();
    by_name("varisat").unwrap().solve(model.with_rows(rows), 0, &Silent).unwrap().outcome
}

fn is_order(row: &Row) -> bool {
    matches!(row.label, Label::Order(_))
}

/// Order rows with another coefficient and right-hand side.
fn with_constants(coefficient: i64, rhs: i64) -> Outcome {
    outcome(mtz(), |mut row| {
        if is_order(&row) {
            row.terms[2].1 = coefficient;
            row.rhs = rhs;
        }
        Some(row)
    })
}

fn fails_with(outcome: &Outcome, text: &str) {
    assert!(matches!(outcome, Outcome::Failed(why) if why.contains(text)), "{outcome:?}");
}

#[test]
fn the_published_rows_give_a_tour() {
    assert!(matches!(with_constants(30, 29), Outcome::Tour(_)));
}

#[test]
fn without_order_rows_there_are_several_cycles() {
    fails_with(&outcome(mtz(), |row| (!is_order(&row)).then_some(row)), "cycles instead of one");
}

#[test]
fn a_right_hand_side_one_too_large_gives_several_cycles() {
    fails_with(&with_constants(30, 30), "cycles instead of one");
}

#[test]
fn out_degrees_alone_give_no_cycles_at_all() {
    let only_out = |row: Row| matches!(row.label, Label::Out(_)).then_some(row);
    fails_with(&outcome(mtz(), only_out), "not one way into");
}

/// The model with order rows for the arcs at the root that are wanted, too.
fn with_rows_at_the_root(wanted: impl Fn(bool) -> bool) -> Model {
    let model = mtz();
    let order = |v: u32| {
        let at = model.variables().iter().position(|x| x.meaning == Meaning::Order(v));
        at.unwrap() as u32
    };
    let mut rows = model.rows().to_vec();
    for arc in 0..model.graph().arcs() {
        let (i, j) = model.graph().arc(arc);
        let at_root = i == model.root() || j == model.root();
        if at_root && wanted(i == model.root()) {
            let terms = vec![(order(i), 1), (order(j), -1), (arc, 30)];
            rows.push(Row { label: Label::Order(arc), terms, sense: Sense::Le, rhs: 29 });
        }
    }
    model.with_rows(rows)
}

#[test]
fn order_rows_at_the_root_too_are_infeasible() {
    assert_eq!(outcome(with_rows_at_the_root(|_| true), Some), Outcome::Infeasible);
}

#[test]
fn rows_for_the_arcs_into_the_root_are_the_wrong_ones() {
    // With u = 1 at the root the closing arc may not have a row; the first arc may.
    assert_eq!(outcome(with_rows_at_the_root(|out| !out), Some), Outcome::Infeasible);
    assert!(matches!(outcome(with_rows_at_the_root(|out| out), Some), Outcome::Tour(_)));
    // With u free at the root it is the other way round that works as well.
    let model = with_rows_at_the_root(|out| !out);
    let root = Meaning::Order(model.root());
    let at = model.variables().iter().position(|x| x.meaning == root).unwrap() as u32;
    let free = model.with_domain(at, Domain::between(1, 30));
    assert!(matches!(outcome(free, Some), Outcome::Tour(_)));
}

#[test]
fn one_degree_row_too_few_lets_cycles_of_two_squares_in() {
    let none = |row: Row| (!is_order(&row)).then_some(row);
    let Outcome::Failed(why) = outcome(mtz(), none) else { panic!("cycles") };
    // Directed degree rows allow a -> b -> a; edges do not.
    let found = why.split(", through ").nth(1).unwrap_or_default();
    assert!(found.split([',', ' ']).any(|length| length == "2"), "{why}");
}

#[test]
fn bounds_that_leave_too_few_positions_are_infeasible() {
    let mut model = mtz();
    for v in 0..model.variables().len() as u32 {
        if let Meaning::Order(vertex) = model.variables()[v as usize].meaning
            && vertex != model.root()
        {
            model = model.with_domain(v, Domain::between(2, 29));
        }
    }
    assert_eq!(outcome(model, Some), Outcome::Infeasible);
}

#[test]
fn a_coefficient_too_small_loses_tours() {
    assert_eq!(with_constants(15, 14), Outcome::Infeasible);
}
