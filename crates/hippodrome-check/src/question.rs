//! What the caller asks, and the problem that a file claims to settle.

use std::fmt::Write as _;

use crate::board::{ProblemLines, examine};
use crate::square::{MAX_SIDE, Square};

/// What the caller asks: the part of the problem that does not come from the file.
///
/// Everything is optional. What is given is compared with what the file claims, and a difference
/// is a rejection with a code of its own (`other-board`, `other-kind`, …); what is not given is
/// taken from the file, and the report's `what` names it. A board that is given without holes is
/// a board without holes. A file that carries no board or leaper (a list of squares) is read
/// with those of the question.
///
/// # Examples
///
/// ```
/// use hippodrome_check::Question;
/// let question = Question::new().board(8, 8).closed(true).from("a1".parse()?);
/// assert_eq!(question.rows_and_cols, Some((8, 8)));
/// # Ok::<(), hippodrome_check::NotASquare>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// Ranks and files of the board, each 1 to 2^32.
    pub rows_and_cols: Option<(u64, u64)>,
    /// The squares that the board lacks, in any order.
    pub holes: Option<Vec<Square>>,
    /// The leaper, in either order; `(1, 2)` is the knight.
    pub leaper: Option<(u64, u64)>,
    /// `true` for a closed tour, `false` for an open one.
    pub closed: Option<bool>,
    /// The square of step 1.
    pub from: Option<Square>,
    /// The square of the last step.
    pub to: Option<Square>,
    /// Steps (from 1) and the squares visited at them, in any order.
    pub step_at: Vec<(u64, Square)>,
    /// Given where the file has to be about queens, and not about a tour.
    pub queens: Option<Queens>,
}

/// What is asked of queens. Squares on which none may stand are the [holes](Question::holes).
///
/// # Examples
///
/// ```
/// use hippodrome_check::{Limits, Question, Queens, Rules, check};
/// let file = b"1 3 5 2 4";
/// let torus = Queens { rules: Rules { toroidal: true, ..Rules::default() }, ..Queens::default() };
/// let report = check(file, None, &Question::new().queens(torus), &Limits::default());
/// assert_eq!(report.verdict_line(), "s VERIFIED placement of 5 queens 5x5 toroidal");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Queens {
    /// What they must not do, beside attacking each other on ranks, files and diagonals.
    pub rules: Rules,
    /// How many there have to be; else as many as the shorter side of the board has squares.
    pub count: Option<u64>,
    /// Squares on which one has to stand, in any order.
    pub given: Vec<Square>,
}

/// Rules that make it harder to place queens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// Lines run on over the edges of the board, which is square.
    pub toroidal: bool,
    /// Queens attack as knights do, too.
    pub knights: bool,
    /// Diagonals are reflected at a wall beside file a: the numbers file + rank and file − rank of
    /// all queens are different. The board is square.
    pub reflecting: bool,
}

impl Rules {
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        let none = Self::default();
        match name {
            "toroidal" => Some(Self { toroidal: true, ..none }),
            "knights" => Some(Self { knights: true, ..none }),
            "reflecting" => Some(Self { reflecting: true, ..none }),
            _ => None,
        }
    }

    /// The rules of both.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            toroidal: self.toroidal || other.toroidal,
            knights: self.knights || other.knights,
            reflecting: self.reflecting || other.reflecting,
        }
    }

    /// The names, each after a blank.
    pub(crate) fn name(self) -> String {
        let names = [
            (self.toroidal, " toroidal"),
            (self.knights, " knights"),
            (self.reflecting, " reflecting"),
        ];
        names.into_iter().filter(|(is, _)| *is).map(|(_, name)| name).collect()
    }

    /// Where no two queens are.
    pub(crate) fn in_words(self) -> String {
        let mut words = "on a rank, file or diagonal".to_owned();
        words += if self.toroidal { " of the torus" } else { "" };
        words += if self.reflecting { ", reflected or not" } else { "" };
        words += if self.knights { ", or a knight's move apart" } else { "" };
        words
    }
}

impl Question {
    /// A question that leaves everything open.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks about a board of so many ranks and files.
    #[must_use]
    pub fn board(mut self, rows: u64, cols: u64) -> Self {
        self.rows_and_cols = Some((rows, cols));
        self
    }

    /// Adds a hole.
    #[must_use]
    pub fn hole(mut self, square: Square) -> Self {
        self.holes.get_or_insert_default().push(square);
        self
    }

    /// Asks about the leaper `r,s`.
    #[must_use]
    pub fn leaper(mut self, r: u64, s: u64) -> Self {
        self.leaper = Some((r, s));
        self
    }

    /// Asks for a closed tour, or for an open one.
    #[must_use]
    pub fn closed(mut self, closed: bool) -> Self {
        self.closed = Some(closed);
        self
    }

    /// Asks for a tour that starts here.
    #[must_use]
    pub fn from(mut self, square: Square) -> Self {
        self.from = Some(square);
        self
    }

    /// Asks for a tour that ends here.
    #[must_use]
    pub fn to(mut self, square: Square) -> Self {
        self.to = Some(square);
        self
    }

    /// Asks for this square at this step (from 1).
    #[must_use]
    pub fn step_at(mut self, step: u64, square: Square) -> Self {
        self.step_at.push((step, square));
        self
    }

    /// Asks for a placement of queens, or a count of them.
    #[must_use]
    pub fn queens(mut self, queens: Queens) -> Self {
        self.queens = Some(queens);
        self
    }

    /// What is wrong with the question itself, where it names a board: a square that the board
    /// does not have, or a step that no tour of it has. A command line refuses such a question
    /// before it reads a file.
    ///
    /// # Errors
    ///
    /// The fault, in words.
    ///
    /// # Examples
    ///
    /// ```
    /// use hippodrome_check::Question;
    /// let question = Question::new().board(8, 8).from("z9".parse()?);
    /// assert_eq!(question.validate(), Err("from z9 is off the 8x8 board".to_owned()));
    /// # Ok::<(), hippodrome_check::NotASquare>(())
    /// ```
    pub fn validate(&self) -> Result<(), String> {
        if self.leaper.is_some_and(|(r, s)| r.max(s) == 0 || r.max(s) > MAX_SIDE) {
            return Err("a leaper is two numbers up to 4294967296, not both 0".to_owned());
        }
        let Some((rows, cols)) = self.rows_and_cols else {
            return Ok(());
        };
        if !(1..=MAX_SIDE).contains(&rows) || !(1..=MAX_SIDE).contains(&cols) {
            return Err("the sides of a board are 1 to 4294967296".to_owned());
        }
        let problem = Problem {
            rows,
            cols,
            holes: self.ordered_holes().unwrap_or_default(),
            leaper: self.ordered_leaper().unwrap_or((1, 2)),
            closed: self.closed.unwrap_or(false),
            from: self.from,
            to: self.to,
            step_at: self.step_at.iter().map(|clue| (u128::from(clue.0), clue.1)).collect(),
        };
        let lines = ProblemLines {
            holes: vec![1; problem.holes.len()],
            step_at: vec![1; problem.step_at.len()],
            ..ProblemLines::default()
        };
        if let Some(queens) = &self.queens {
            let mut given = queens.given.iter();
            if let Some(queen) = given.find(|queen| !problem.is_on_board(**queen)) {
                return Err(format!("queen {queen} is off the {rows}x{cols} board"));
            }
            if problem.holes.iter().all(|hole| problem.is_on_board(*hole)) {
                // All squares may be blocked.
                return Ok(());
            }
        }
        examine(&problem, &lines).map_err(|fault| fault.reason)
    }

    /// The leaper with its smaller number first.
    pub(crate) fn ordered_leaper(&self) -> Option<(u64, u64)> {
        self.leaper.map(|(r, s)| (r.min(s), r.max(s)))
    }

    /// The holes in order, each once; none when only the board is given.
    pub(crate) fn ordered_holes(&self) -> Option<Vec<Square>> {
        match (&self.holes, self.rows_and_cols) {
            (None, None) => None,
            (None, Some(_)) => Some(Vec::new()),
            (Some(holes), _) => {
                let mut holes = holes.clone();
                holes.sort_unstable();
                holes.dedup();
                Some(holes)
            }
        }
    }
}

/// A whole problem: what the certificate's header states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) rows: u64,
    pub(crate) cols: u64,
    /// In order, each once.
    pub(crate) holes: Vec<Square>,
    /// The smaller number first.
    pub(crate) leaper: (u64, u64),
    pub(crate) closed: bool,
    pub(crate) from: Option<Square>,
    pub(crate) to: Option<Square>,
    /// In order of steps, each step once.
    pub(crate) step_at: Vec<(u128, Square)>,
}

impl Problem {
    /// The squares that are not holes. The holes are known to lie on the board.
    pub(crate) fn squares(&self) -> u128 {
        (u128::from(self.rows) * u128::from(self.cols)).saturating_sub(self.holes.len() as u128)
    }

    pub(crate) fn is_on_board(&self, square: Square) -> bool {
        square.file() <= self.cols && square.rank() <= self.rows
    }

    pub(crate) fn is_hole(&self, square: Square) -> bool {
        self.holes.binary_search(&square).is_ok()
    }

    /// The square of step 1, where it is given: by `from`, else by a clue.
    pub(crate) fn start(&self) -> Option<Square> {
        self.from.or_else(|| self.clue(1))
    }

    /// The square of the last step, where it is given: by `to`, else by a clue.
    pub(crate) fn end(&self) -> Option<Square> {
        self.to.or_else(|| self.clue(self.squares()))
    }

    fn clue(&self, step: u128) -> Option<Square> {
        let index = self.step_at.binary_search_by_key(&step, |clue| clue.0).ok()?;
        Some(self.step_at[index].1)
    }

    /// The problem in words: `5x5 open from a2`.
    pub(crate) fn in_words(&self) -> String {
        let mut words = format!("{}x{}", self.rows, self.cols);
        // Writing to a string cannot fail.
        if self.holes.len() > 4 {
            let _ = write!(words, " without {} squares", self.holes.len());
        } else {
            for (index, hole) in self.holes.iter().enumerate() {
                let _ = write!(words, "{} {hole}", if index == 0 { " without" } else { "" });
            }
        }
        words += if self.closed { " closed" } else { " open" };
        if let Some(square) = self.from {
            let _ = write!(words, " from {square}");
        }
        if let Some(square) = self.to {
            let _ = write!(words, " to {square}");
        }
        if self.step_at.len() > 4 {
            let _ = write!(words, " with {} clues", self.step_at.len());
        } else {
            for (step, square) in &self.step_at {
                let _ = write!(words, " step-at {step}={square}");
            }
        }
        if self.leaper != (1, 2) {
            let _ = write!(words, " leaper {},{}", self.leaper.0, self.leaper.1);
        }
        words
    }
}
