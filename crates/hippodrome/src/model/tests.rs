//! Laws: a tour satisfies every model of it, a permutation that is no tour breaks every complete
//! model, and what is written is read back.

use super::*;
use crate::leaper::Leaper;
use crate::square::Square;
use crate::tour::Tour;

fn problem(board: &str, kind: Kind) -> Problem {
    Problem::new(board.parse().unwrap(), Leaper::KNIGHT, kind)
}

fn sq(text: &str) -> Square {
    text.parse().unwrap()
}

/// Tours found by a plain depth-first search.
const TOURS: [(&str, Kind, &str); 6] = [
    ("3x4", Kind::Open, "a1 c2 a3 b1 d2 b3 c1 d3 b2 d1 c3 a2"),
    (
        "5x5",
        Kind::Open,
        "a1 c2 e1 d3 e5 c4 a5 b3 d4 e2 c1 a2 b4 d5 e3 d1 b2 a4 c5 e4 d2 b1 c3 b5 a3",
    ),
    (
        "5x6",
        Kind::Closed,
        "a1 c2 e1 f3 e5 d3 f4 d5 b4 a2 c1 e2 d4 f5 e3 f1 d2 b1 a3 b5 c3 d1 f2 e4 c5 a4 b2 c4 a5 b3",
    ),
    (
        "3x10",
        Kind::Closed,
        "a1 b3 d2 f3 e1 g2 i3 j1 h2 j3 i1 h3 j2 h1 f2 d3 b2 d1 e3 f1 g3 i2 g1 e2 c1 a2 c3 b1 a3 c2",
    ),
    (
        "6x6",
        Kind::Closed,
        "a1 c2 e1 f3 e5 c6 a5 c4 b6 a4 b2 d1 f2 d3 f4 e6 c5 a6 b4 a2 c1 e2 d4 f5 d6 b5 a3 b1 c3 e4 f6 d5 e3 f1 d2 b3",
    ),
    ("...\n.#.\n...", Kind::Closed, "a1 c2 a3 b1 c3 a2 c1 b3"),
];

fn tour(board: &str, kind: Kind) -> (Problem, Tour) {
    let (_, _, squares) = TOURS.iter().find(|(b, k, _)| (*b, *k) == (board, kind)).unwrap();
    let problem = problem(board, kind);
    let squares = squares.split(' ').map(sq);
    let tour = Tour::new(problem.board(), Leaper::KNIGHT, kind, squares).unwrap();
    (problem, tour)
}

fn models(problem: &Problem) -> Vec<Model> {
    let mut found = Vec::new();
    for formulation in Formulation::ALL {
        for (lifted, parity, order) in
            [(false, false, false), (true, false, true), (false, true, true), (true, true, true)]
        {
            let encoding = if order { Encoding::Order } else { Encoding::Cuts };
            let options = Options::new().lifted(lifted).parity(parity).encoding(encoding);
            found.extend(Model::new(problem, formulation, &options));
        }
    }
    assert!(found.len() >= 5);
    found
}

/// Whether all rows and domains hold.
fn satisfies_rows(model: &Model, value: &[Option<i64>]) -> bool {
    let in_domain = model.variables().iter().zip(value).all(|(variable, &value)| {
        value.is_none_or(|v| (variable.domain.least..=variable.domain.greatest).contains(&v))
    });
    in_domain
        && model.rows().iter().all(|row| {
            let left: i64 = row.terms.iter().map(|&(v, c)| c * value[v as usize].unwrap()).sum();
            match row.sense {
                Sense::Le => left <= row.rhs,
                Sense::Eq => left == row.rhs,
                Sense::Ge => left >= row.rhs,
            }
        })
}

/// Whether unit propagation from the given values leaves no clause broken.
fn satisfies_clauses(model: &Model, value: &[Option<i64>]) -> bool {
    let mut value = value.to_vec();
    let auxiliary = value.iter().any(Option::is_none);
    loop {
        let mut changed = false;
        for clause in model.clauses().iter() {
            let of = |l: i32| value[l.unsigned_abs() as usize - 1].map(|v| (v == 1) == (l > 0));
            if clause.iter().any(|&l| of(l) == Some(true)) {
                continue;
            }
            let mut open = clause.iter().filter(|&&l| of(l).is_none());
            match (open.next(), open.next()) {
                (None, _) => return false,
                (Some(&l), None) => {
                    value[l.unsigned_abs() as usize - 1] = Some(i64::from(l > 0));
                    changed = true;
                }
                _ => {}
            }
        }
        if !changed || !auxiliary {
            return true;
        }
    }
}

#[test]
fn a_tour_satisfies_every_model_and_is_decoded_again() {
    for (board, kind, _) in TOURS {
        let (problem, tour) = tour(board, kind);
        for tour in [tour.clone(), tour.reversed()] {
            for model in models(&problem) {
                let value = model.encode(&tour).unwrap();
                assert!(satisfies_rows(&model, &value), "{board} {:?}", model.formulation());
                assert!(satisfies_clauses(&model, &value), "{board} {:?}", model.formulation());
                let again = model.decode(|v| value[v as usize] == Some(1)).unwrap();
                assert_eq!(model.encode(&again).unwrap()[..model.choices()], {
                    value[..model.choices()].to_vec()
                });
            }
        }
    }
}

#[test]
fn given_squares_are_met() {
    let (closed, any) = tour("6x6", Kind::Closed);
    let (a, b, c) = (any.square(1), any.square(36), any.square(17));
    let given = [
        closed.clone().with_from(any.square(5)).unwrap(),
        closed.clone().with_from(a).and_then(|p| p.with_to(b)).unwrap(),
        closed.clone().with_clue(17, c).unwrap(),
        closed.clone().with_clue(17, c).and_then(|p| p.with_clue(2, any.square(2))).unwrap(),
    ];
    for problem in given {
        let tour = if problem.accepts(&any) {
            any.clone()
        } else {
            any.clone().rotated_to(problem.from().unwrap()).unwrap()
        };
        for model in models(&problem) {
            let value = model.encode(&tour).unwrap();
            assert!(satisfies_rows(&model, &value) && satisfies_clauses(&model, &value));
            let again = model.decode(|v| value[v as usize] == Some(1)).unwrap();
            assert!(problem.accepts(&again));
        }
    }
}

#[test]
fn clues_need_positions() {
    let problem = problem("5x5", Kind::Open).with_clue(13, sq("c3")).unwrap();
    for formulation in [Formulation::Dfj, Formulation::Circuit, Formulation::Sat] {
        let error = Model::new(&problem, formulation, &Options::new()).unwrap_err();
        assert!(error.is_mismatch() && error.to_string().contains("mtz"), "{error}");
    }
    let (_, other) = tour("5x5", Kind::Open);
    let met = problem_with_centre_at_23();
    for model in models_with_positions(&problem) {
        assert_eq!(model.encode(&other), Err(DecodeError::NotAsked));
    }
    for model in models_with_positions(&met) {
        let value = model.encode(&other).unwrap();
        assert!(satisfies_rows(&model, &value) && satisfies_clauses(&model, &value));
    }
}

/// The 5x5 tour above visits c3 at step 23.
fn problem_with_centre_at_23() -> Problem {
    problem("5x5", Kind::Open).with_clue(23, sq("c3")).unwrap()
}

fn models_with_positions(problem: &Problem) -> Vec<Model> {
    let order = Options::new().encoding(Encoding::Order);
    [Formulation::Mtz, Formulation::Flow, Formulation::Sat]
        .map(|formulation| Model::new(problem, formulation, &order).unwrap())
        .into()
}

/// Two cycles through half of the squares each: every degree row holds.
fn two_cycles() -> (Problem, Vec<Vec<Square>>) {
    // A 3x3 ring without its centre, twice, four files apart: no move joins the two.
    let rings = "...##...\n.#.##.#.\n...##...";
    let ring = "a1 c2 a3 b1 c3 a2 c1 b3";
    let first: Vec<Square> = ring.split(' ').map(sq).collect();
    let second = first.iter().map(|s| Square::new(s.row, s.col + 5)).collect();
    (problem(rings, Kind::Closed), vec![first, second])
}

#[test]
fn several_cycles_are_named() {
    let (problem, rings) = two_cycles();
    let mut model = Model::new(&problem, Formulation::Dfj, &Options::new()).unwrap();
    let vertex = |s: &Square| model.graph().vertex_of(*s).unwrap();
    let mut chosen = vec![false; model.choices()];
    for ring in &rings {
        for (at, a) in ring.iter().enumerate() {
            let b = ring[(at + 1) % ring.len()];
            let arc = model.graph().arc_between(vertex(a), vertex(&b)).unwrap();
            chosen[arc as usize / 2] = true;
        }
    }
    let Err(DecodeError::Subtours(cycles)) = model.decode(|v| chosen[v as usize]) else {
        panic!("two rings are not one tour")
    };
    assert_eq!(cycles.iter().map(Vec::len).collect::<Vec<_>>(), [8, 8]);
    let found = super::cycles(model.graph(), false, |v| chosen[v as usize]).unwrap();
    let sets = model.violated(found);
    assert_eq!(sets.len(), 1);
    let row = model.cut(sets[0].clone());
    let crossing: usize = row.terms.iter().filter(|(v, _)| chosen[*v as usize]).count();
    assert_eq!(crossing, 0, "the cut is broken by what it cuts off");
}

#[test]
fn what_needs_no_model_and_what_is_too_large_is_refused() {
    for (board, kind) in [("1x1", Kind::Open), ("1x1", Kind::Closed), ("1x2", Kind::Closed)] {
        let error = Model::new(&problem(board, kind), Formulation::Mtz, &Options::new());
        assert!(error.unwrap_err().is_mismatch());
    }
    let huge = problem("4294967296x4294967296", Kind::Closed);
    for formulation in Formulation::ALL {
        assert!(Model::new(&huge, formulation, &Options::new()).unwrap_err().is_too_large());
    }
    let order = Options::new().encoding(Encoding::Order);
    let large = Model::new(&problem("200x200", Kind::Closed), Formulation::Sat, &order);
    assert!(large.unwrap_err().is_too_large());
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let refuse = |board: &str, kind, formulation, options: &Options| {
        Model::new(&problem(board, kind), formulation, options).unwrap_err()
    };
    let (mtz, dfj) = (Formulation::Mtz, Formulation::Dfj);
    refuse("5x5", Kind::Closed, mtz, &Options::new().parity(true));
    refuse("6x6", Kind::Open, mtz, &Options::new().oriented(true));
    refuse("6x6", Kind::Closed, dfj, &Options::new().oriented(true));
    refuse("6x6", Kind::Open, dfj, &Options::new().half_turn(true));
    refuse("....\n...#", Kind::Closed, dfj, &Options::new().half_turn(true));
}

#[test]
fn sizes_are_those_of_the_formulations() {
    let chess = problem("8x8", Kind::Closed);
    let size = |formulation| {
        let model = Model::new(&chess, formulation, &Options::new()).unwrap();
        (model.variables().len(), model.rows().len())
    };
    assert_eq!(size(Formulation::Mtz), (336 + 64, 128 + 332));
    assert_eq!(size(Formulation::Dfj), (168, 64));
    assert_eq!(size(Formulation::Circuit), (336, 128));
    assert_eq!(size(Formulation::Flow), (672, 128 + 63 + 334));
}

fn written(model: &Model, format: FileFormat) -> String {
    let mut out = Vec::new();
    write(model, format, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn every_format_holds_its_formulations_and_refuses_others() {
    for (board, kind, _) in TOURS {
        for model in models(&problem(board, kind)) {
            for format in FileFormat::ALL {
                if format.require(&model).is_err() {
                    assert!(write(&model, format, &mut Vec::new()).is_err());
                    continue;
                }
                let text = written(&model, format);
                assert!(text.is_ascii() && text.ends_with('\n'));
                assert!(text.lines().all(|line| line.len() < 20_000));
            }
        }
    }
}

#[test]
fn rows_without_terms_are_written_with_one() {
    // The middle of 3x3 has no move: GLPK takes a row without terms for a syntax error.
    let model = Model::new(&problem("3x3", Kind::Closed), Formulation::Mtz, &Options::new());
    let text = written(&model.unwrap(), FileFormat::Lp);
    assert!(text.contains(" out_b2: 0 u_c3 = 1\n"), "{text}");
    assert!(text.contains(" obj: 0 u_c3\n"));
    let empty = Model::new(&problem("1x4", Kind::Closed), Formulation::Dfj, &Options::new());
    assert!(written(&empty.unwrap(), FileFormat::Lp).contains(" two_a1: 0 none = 2\n"));
}

#[test]
fn solutions_of_every_program_are_read() {
    let (problem, tour) = tour("5x6", Kind::Closed);
    let mtz = Model::new(&problem, Formulation::Mtz, &Options::new()).unwrap();
    let value = mtz.encode(&tour).unwrap();
    let columns = || (0..).zip(&value).map(|(v, x)| (mtz.name(v), x.unwrap()));
    let table = |head: &str, line: &dyn Fn(usize, &str, i64) -> String, tail: &str| {
        let lines: Vec<String> =
            columns().enumerate().map(|(at, (name, x))| line(at, &name, x)).collect();
        format!("{head}\n{}\n{tail}", lines.join("\n"))
    };
    let files = [
        table("# Objective value = 0", &|_, name, x| format!("{name} {x}"), ""),
        table(
            "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 0\n# Columns 158",
            &|_, name, x| format!("{name} {}", x as f64 + 1e-7),
            "# Rows 1\nout_a1 1\n\n# Dual solution values\n# Columns 1\nx_a1_b3 7",
        ),
        table(
            "solution status: optimal solution found\nobjective value:    0",
            &|_, name, x| if x == 0 { String::new() } else { format!("{name}   {x} \t(obj:0)") },
            "",
        ),
        table(
            "Optimal - objective value 0.00000000",
            &|at, name, x| if x == 0 { String::new() } else { format!("{at} {name} {x} 0") },
            "",
        ),
        table(
            "   No. Column name       Activity     Lower bound   Upper bound",
            &|at, name, x| format!("{at:6} {name}\n{:20}*{x:12} 0 1", ""),
            "",
        ),
        table(
            "<?xml version = \"1.0\"?>\n<CPLEXSolution version=\"1.2\">",
            &|at, name, x| format!("<variable name=\"{name}\" index=\"{at}\" value=\"{x}\"/>"),
            "</CPLEXSolution>",
        ),
    ];
    for file in &files {
        assert_eq!(&read(&mtz, file).map(|t| t.numbering()), &Ok(mtz.decode_of(&value)), "{file}");
    }
}

impl Model {
    fn decode_of(&self, value: &[Option<i64>]) -> Vec<u32> {
        self.decode(|v| value[v as usize] == Some(1)).unwrap().numbering()
    }
}

#[test]
fn literals_tours_and_successors_are_read() {
    for (board, kind) in [("5x6", Kind::Closed), ("5x5", Kind::Open)] {
        let (problem, tour) = tour(board, kind);
        let sat = Model::new(&problem, Formulation::Sat, &Options::new()).unwrap();
        let value = sat.encode(&tour).unwrap();
        let literal = |(x, n): (&Option<i64>, i64)| if *x == Some(1) { n } else { -n };
        let literals: Vec<i64> = value.iter().zip(1..).map(literal).collect();
        let words = |sep: &str| {
            literals.iter().map(|l| format!("{sep}{l}").replace("x-", "-x")).collect::<Vec<_>>()
        };
        for file in [
            format!("c a comment\ns SATISFIABLE\nv {}\nv 0\n", words("").join(" ")),
            format!("SAT\n{} 0\n", words("").join(" ")),
            format!("s SATISFIABLE\nv {}\n", words("x").join(" ")),
        ] {
            assert_eq!(read(&sat, &file).unwrap().numbering(), sat.decode_of(&value), "{file}");
        }
        let circuit = Model::new(&problem, Formulation::Circuit, &Options::new()).unwrap();
        let mut cycle: Vec<u32> =
            tour.squares().map(|s| circuit.graph().vertex_of(s).unwrap()).collect();
        cycle.extend(circuit.graph().apex());
        let numbers: Vec<String> = cycle.iter().map(|v| (v + 1).to_string()).collect();
        let file = format!("TYPE : TOUR\nTOUR_SECTION\n{}\n-1\nEOF\n", numbers.join("\n"));
        let of_tour = circuit.encode(&tour).unwrap();
        assert_eq!(read(&circuit, &file).unwrap().numbering(), circuit.decode_of(&of_tour));
        let mut successor = vec![0; cycle.len()];
        for (at, &v) in cycle.iter().enumerate() {
            successor[v as usize] = cycle[(at + 1) % cycle.len()] + 1;
        }
        let file = format!("succ = array1d(1..{}, \n{successor:?});\n----------\n", cycle.len());
        assert_eq!(read(&circuit, &file).unwrap().numbering(), circuit.decode_of(&of_tour));
    }
}

#[test]
fn files_that_are_no_solution_are_refused() {
    let problem = problem("5x6", Kind::Closed);
    let mtz = Model::new(&problem, Formulation::Mtz, &Options::new()).unwrap();
    let refused = |text: &str| read(&mtz, text).unwrap_err().to_string();
    assert!(refused("").contains("names no variable"));
    assert!(refused("Model status\nInfeasible\n").contains("infeasible"));
    assert!(refused("x_a1_b3 banana\n").contains("line 1: found 'banana'"));
    assert!(refused("x_a1_b3 1\n").contains("not one way into"));
    assert!(refused("s UNSATISFIABLE\n").contains("unsatisfiable"));
    assert!(refused("v 1 2 z\n").contains("line 1: found 'z'"));
    assert!(refused("TOUR_SECTION\n1\n2\n-1\n").contains("each square once"));
    assert!(refused("TOUR_SECTION\n31\n").contains("line 2: found '31'"));
    assert!(refused("succ = [2, 3];").contains("each square once"));
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[xv0-9a-z_ \\-\n=\\[\\],.]{0,200}") {
        let mtz = Model::new(&problem("3x4", Kind::Open), Formulation::Mtz, &Options::new());
        let _ = read(&mtz.unwrap(), &text);
    }
}
