//! n queens with given queens and blocked squares as clauses: a second way to complete a board,
//! which shares nothing with the search of `hippodrome::queens::complete`.
//!
//! A variable for each free square; one queen on each rank and on each file, at most one on each
//! diagonal. "At most one" is written in pairs for up to five squares, and beyond that by a sequential
//! counter (C. Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, CP 2005,
//! LNCS 3709, 827–831, <https://doi.org/10.1007/11564751_73>): n − 1 more variables and 3n − 4 clauses for n
//! squares. After each solution it is excluded, and the solver asked again.

use std::collections::{HashMap, HashSet};

use hippodrome::queens::complete::{Solutions, Task};
use hippodrome::queens::{Placement, first_attack};
use hippodrome::{Answer, Limit, Observer, Progress, Square};

use crate::Error;
use crate::sat::Start;

/// A clause-learning solver that completes boards of queens.
///
/// # Examples
///
/// ```
/// use hippodrome::Silent;
/// use hippodrome::queens::complete::Task;
/// use hippodrome_solve::Completer;
///
/// let task = Task::new(8)?.queen("b4".parse()?)?.queen("d5".parse()?)?;
/// let found = Completer::by_name("varisat")?.all(&task, 10, &Silent).found().expect("found");
/// assert_eq!((found.solutions.len(), found.complete), (2, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Completer {
    name: &'static str,
    start: Start,
}

impl Completer {
    /// `varisat`, or `cadical` where it is built in; `sat` is the latter if it is there, else the
    /// former.
    ///
    /// # Errors
    ///
    /// For other names, and when CaDiCaL is not built in; the message says how to build it.
    pub fn by_name(name: &str) -> Result<Self, Error> {
        match name {
            "sat" if cfg!(feature = "cadical") => Self::by_name("cadical"),
            "sat" | "varisat" => Ok(Self {
                name: "varisat",
                start: |observer| Box::new(crate::varisat_engine::Varisat::new(observer)),
            }),
            #[cfg(feature = "cadical")]
            "cadical" => Ok(Self {
                name: "cadical",
                start: |observer| Box::new(crate::cadical::Cadical::new(observer)),
            }),
            #[cfg(not(feature = "cadical"))]
            "cadical" => Err(Error::new(
                "engine cadical is not built in: build with --features cadical (needs a C++ compiler, Debian package g++)",
            )),
            _ => Err(Error::new("engine: expected sat, varisat or cadical")),
        }
    }

    /// The solver's name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Up to `most` completions, sorted. With `complete` the solver says that there are no others:
    /// its word, not a proof; the solutions themselves are checked. `nodes` is the number of
    /// conflicts, where the solver tells it.
    #[must_use]
    pub fn all(&self, task: &Task, most: usize, observer: &dyn Observer) -> Answer<Solutions> {
        let mut engine = (self.start)(observer);
        let clauses = Clauses::new(task);
        for clause in &clauses.all {
            engine.add(clause);
        }
        let mut found: Vec<Placement> = Vec::new();
        let mut end = (false, false);
        while found.len() <= most {
            if observer.should_stop() {
                end.1 = true;
                break;
            }
            match engine.satisfiable() {
                None => end.1 = true,
                Some(false) => end.0 = true,
                Some(true) if found.len() == most => break,
                Some(true) => {
                    let values = engine.values(clauses.variables);
                    let Some(placement) = clauses.decode(task, &values) else {
                        return Answer::Unknown(Limit::Size(format!(
                            "the solver {} gives a placement that is none",
                            self.name
                        )));
                    };
                    engine.add(&clauses.excluding(&placement));
                    found.push(placement);
                    observer.progress(&Progress {
                        stage: "completing the board",
                        done: found.len() as u128,
                        total: None,
                        note: self.name.to_owned(),
                    });
                    continue;
                }
            }
            break;
        }
        found.sort();
        let mut solutions = Solutions::default();
        solutions.nodes = engine.conflicts().unwrap_or(0);
        (solutions.solutions, solutions.complete, solutions.stopped) = (found, end.0, end.1);
        Answer::Found(solutions)
    }
}

/// The clauses of a board to be completed.
struct Clauses {
    all: Vec<Vec<i32>>,
    variables: usize,
    squares: HashMap<Square, i32>,
}

impl Clauses {
    fn new(task: &Task) -> Self {
        let (n, blocked) = (task.n(), task.blocked().collect::<HashSet<Square>>());
        let mut clauses = Self { all: Vec::new(), variables: 0, squares: HashMap::new() };
        let mut lines: Vec<Vec<i32>> = vec![Vec::new(); 2 * n as usize];
        let mut diagonals: HashMap<(bool, i64), Vec<i32>> = HashMap::new();
        for row in 0..n {
            for col in 0..n {
                let square = Square::new(row, col);
                if blocked.contains(&square) {
                    continue;
                }
                let variable = clauses.variable();
                clauses.squares.insert(square, variable);
                lines[row as usize].push(variable);
                lines[(n + col) as usize].push(variable);
                let (row, col) = (i64::from(row), i64::from(col));
                diagonals.entry((true, row + col)).or_default().push(variable);
                diagonals.entry((false, row - col)).or_default().push(variable);
            }
        }
        for line in lines {
            clauses.at_most_one(&line);
            clauses.all.push(line);
        }
        let mut diagonals: Vec<_> = diagonals.into_iter().collect();
        diagonals.sort_unstable();
        for (_, diagonal) in &diagonals {
            clauses.at_most_one(diagonal);
        }
        for queen in task.queens() {
            // A queen on a blocked square: the empty clause.
            let variable = clauses.squares.get(queen).copied();
            clauses.all.push(variable.into_iter().collect());
        }
        clauses
    }

    fn variable(&mut self) -> i32 {
        self.variables += 1;
        // At most 2^16 squares and three times as many others.
        self.variables as i32
    }

    fn at_most_one(&mut self, literals: &[i32]) {
        if literals.len() <= 5 {
            for (at, &one) in literals.iter().enumerate() {
                for &other in &literals[at + 1..] {
                    self.all.push(vec![-one, -other]);
                }
            }
            return;
        }
        // `before`: one of the literals so far holds.
        let mut before: Option<i32> = None;
        for (at, &literal) in literals.iter().enumerate() {
            if let Some(before) = before {
                self.all.push(vec![-before, -literal]);
            }
            if at + 1 < literals.len() {
                let now = self.variable();
                self.all.push(vec![-literal, now]);
                if let Some(before) = before {
                    self.all.push(vec![-before, now]);
                }
                before = Some(now);
            }
        }
    }

    /// The placement of the values, if it is one that solves the task.
    fn decode(&self, task: &Task, values: &[bool]) -> Option<Placement> {
        let is_on = |variable: &i32| values.get(*variable as usize - 1).copied().unwrap_or(false);
        let mut queens: Vec<Square> = self
            .squares
            .iter()
            .filter(|(_, variable)| is_on(variable))
            .map(|(at, _)| *at)
            .collect();
        queens.sort_unstable();
        if first_attack(&queens).is_some() || queens.len() != task.n() as usize {
            return None;
        }
        let placement = Placement::new(queens.iter().map(|queen| queen.col).collect()).ok()?;
        task.is_solved_by(&placement).then_some(placement)
    }

    /// The clause that another placement satisfies.
    fn excluding(&self, placement: &Placement) -> Vec<i32> {
        let squares = placement.columns().iter().zip(0..).map(|(&col, row)| Square::new(row, col));
        squares.filter_map(|square| self.squares.get(&square)).map(|variable| -variable).collect()
    }
}
