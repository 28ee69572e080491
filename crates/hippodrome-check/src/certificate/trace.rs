//! `kind trace`: a run of Warnsdorff's rule, each candidate and degree counted again.

use super::header::{self, Header};
use super::lines::{Line, Lines};
use super::vertices;
use crate::board::{self, Board};
use crate::compare;
use crate::limits::Limits;
use crate::question::{Problem, Question};
use crate::report::{Fault, Ledger, quote};
use crate::square::Square;
use crate::tour::{self, Visits};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TieBreak {
    First,
    Last,
    Degree2,
    CentreFar,
    CentreNear,
    Any,
}

pub(crate) fn check(
    lines: &mut Lines<'_>,
    question: &Question,
    limits: &Limits,
    ledger: &mut Ledger,
) -> Result<(), Fault> {
    let Header { mut problem, lines: at, mut fault } = header::read(lines)?;
    let line = lines.next()?;
    if line.text != b"rule warnsdorff" {
        return Err(line.expected("\"rule warnsdorff\""));
    }
    let line = lines.next()?;
    let name = line.want("tie-break")?;
    let tie_break = match name {
        b"first" => TieBreak::First,
        b"last" => TieBreak::Last,
        b"degree2" => TieBreak::Degree2,
        b"centre-far" => TieBreak::CentreFar,
        b"centre-near" => TieBreak::CentreNear,
        b"any" => TieBreak::Any,
        _ => return Err(line.expected("first, last, degree2, centre-far, centre-near or any")),
    };
    let line = lines.next()?;
    let order = permutation(&line)?;
    let line = lines.next()?;
    let is_tour = match line.want("outcome")? {
        b"tour" => true,
        b"stuck" => false,
        _ => return Err(line.expected("\"outcome tour\" or \"outcome stuck\"")),
    };
    let mut board = None;
    fault.check(|| {
        board::examine(&problem, &at)?;
        compare::shape(&problem, &at, question)?;
        compare::add_ends(&mut problem, &at, question)?;
        board = Some(Board::new(&problem, limits)?);
        Ok(())
    })?;
    let outcome = if is_tour { "tour" } else { "stuck" };
    let name = name.escape_ascii();
    ledger.what = format!("trace {} by warnsdorff {name}: {outcome}", problem.in_words());

    let first = lines.next()?;
    let start = first.square(first.want("move")?)?;
    let mut run = None;
    fault.check(|| {
        if let Some(board) = &board {
            let mut new = Run::new(&problem, board, tie_break);
            new.order = new.slots(order);
            new.go(&first, vertices::square(&first, start, &problem, board)?);
            run = Some(new);
        }
        Ok(())
    })?;
    let mut listed = Vec::new();
    loop {
        let line = lines.peek()?;
        if line.after("move-order").is_some() {
            let order = permutation(&lines.next()?)?;
            if let Some(run) = &mut run {
                run.order = run.slots(order);
            }
        } else if let Some(words) = line.after("move") {
            lines.next()?;
            let to = read_move(&line, words, &mut listed)?;
            fault.check(|| run.as_mut().map_or(Ok(()), |run| run.step(&line, to, &listed)))?;
        } else {
            break;
        }
    }
    let end = lines.end()?;
    fault.check(|| match run {
        Some(run) => run.close(&end, is_tour, question, ledger),
        None => Ok(()),
    })?;
    fault.result()
}

/// The eight directions in the order tried.
fn permutation(line: &Line<'_>) -> Result<[u8; 8], Fault> {
    let malformed = || line.expected("\"move-order \" and a permutation of 12345678");
    let digits = line.want("move-order")?;
    let mut order: [u8; 8] = digits.try_into().map_err(|_| malformed())?;
    let mut seen = 0_u16;
    for digit in &mut order {
        *digit = digit.checked_sub(b'0').filter(|d| (1..=8).contains(d)).ok_or_else(malformed)?;
        seen |= 1 << *digit;
    }
    if seen == 0b1_1111_1110 { Ok(order) } else { Err(malformed()) }
}

/// Reads the square gone to, and the candidates with their degrees.
fn read_move(
    line: &Line<'_>,
    words: &[u8],
    listed: &mut Vec<(Option<Square>, u128)>,
) -> Result<Option<Square>, Fault> {
    let mut words = words.split(|byte| *byte == b' ');
    let to = line.square(words.next().unwrap_or_default())?;
    listed.clear();
    for word in words {
        let colon = word.iter().position(|byte| *byte == b':');
        let colon =
            colon.ok_or_else(|| line.expected(&format!("SQUARE:DEGREE for {}", quote(word))))?;
        listed.push((line.square(&word[..colon])?, line.integer(&word[colon + 1..])?));
    }
    if listed.is_empty() {
        return Err(line.expected("the candidates after the square gone to"));
    }
    Ok(to)
}

/// The run so far.
struct Run<'b> {
    problem: &'b Problem,
    board: &'b Board,
    tie_break: TieBreak,
    order: Vec<usize>,
    is_visited: Vec<bool>,
    visits: Visits,
    candidates: Vec<(usize, u128)>,
    compared: u64,
}

impl<'b> Run<'b> {
    fn new(problem: &'b Problem, board: &'b Board, tie_break: TieBreak) -> Self {
        Self {
            problem,
            board,
            tie_break,
            order: Vec::new(),
            is_visited: vec![false; board.cells()],
            visits: Visits::default(),
            candidates: Vec::new(),
            compared: 0,
        }
    }

    /// The slots in the order of the directions, each at the first direction that has it.
    fn slots(&self, order: [u8; 8]) -> Vec<usize> {
        let mut slots = Vec::with_capacity(self.board.slots());
        for slot in order.map(|direction| self.board.slot(direction)) {
            if !slots.contains(&slot) {
                slots.push(slot);
            }
        }
        slots
    }

    fn go(&mut self, line: &Line<'_>, square: usize) {
        self.is_visited[square] = true;
        self.visits.push(self.board.square(square), line.number);
    }

    /// The number of unvisited squares that a square is joined to, `apart` not counted.
    fn degree(&self, square: usize, apart: Option<usize>) -> u128 {
        let open = |next: &usize| !self.is_visited[*next] && Some(*next) != apart;
        self.board.neighbours(square).filter(open).count() as u128
    }

    fn list(&mut self) {
        let Some(last) = self.visits.squares.last().map(|last| self.board.index(*last)) else {
            return;
        };
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        for slot in &self.order {
            if let Some(next) = self.board.step(last, *slot)
                && !self.is_visited[next]
            {
                candidates.push((next, self.degree(next, None)));
            }
        }
        self.candidates = candidates;
    }

    fn step(
        &mut self,
        line: &Line<'_>,
        to: Option<Square>,
        listed: &[(Option<Square>, u128)],
    ) -> Result<(), Fault> {
        self.list();
        let step = self.visits.squares.len() + 1;
        for (index, (square, degree)) in self.candidates.iter().enumerate() {
            let name = self.board.square(*square);
            match listed.get(index) {
                Some((Some(listed), _)) if *listed != name => {
                    let reason =
                        format!("step {step}: candidate {} is {name}, not {listed}", index + 1);
                    return Err(line.rejected("wrong-candidate", reason));
                }
                Some((Some(_), listed)) if listed == degree => {}
                Some((Some(_), listed)) => {
                    let reason =
                        format!("step {step}: {name} has the degree {degree}, not {listed}");
                    return Err(line.rejected("wrong-degree", reason));
                }
                Some((None, _)) => return Err(line.nowhere()),
                None => {
                    let reason = format!("step {step}: the candidate {name} is not listed");
                    return Err(line.rejected("wrong-candidate", reason));
                }
            }
        }
        if listed.len() > self.candidates.len() {
            let reason = format!(
                "step {step}: {} candidates are listed, there are {}",
                listed.len(),
                self.candidates.len()
            );
            return Err(line.rejected("wrong-candidate", reason));
        }
        self.compared += listed.len() as u64;
        let to = vertices::square(line, to, self.problem, self.board)?;
        self.choose(line, step, to)?;
        self.go(line, to);
        Ok(())
    }

    /// Checks the choice among the candidates, which are listed and counted.
    fn choose(&self, line: &Line<'_>, step: usize, to: usize) -> Result<(), Fault> {
        let name = self.board.square(to);
        let Some((_, degree)) = self.candidates.iter().find(|(square, _)| *square == to) else {
            let reason = format!("step {step}: {name} is not among the candidates");
            return Err(line.rejected("not-a-candidate", reason));
        };
        let least = self.candidates.iter().map(|(_, degree)| *degree).min();
        if Some(*degree) != least {
            let reason = format!("step {step}: {name} has not the least degree");
            return Err(line.rejected("not-least", reason));
        }
        let tied = self.candidates.iter().filter(|(_, degree)| Some(*degree) == least);
        let mut best = tied.map(|(square, _)| *square);
        let chosen = match self.tie_break {
            TieBreak::Any => return Ok(()),
            TieBreak::First => best.next(),
            TieBreak::Last => best.next_back(),
            // `min_by_key` gives the first of equals.
            TieBreak::Degree2 => best.min_by_key(|square| self.onward(*square)),
            TieBreak::CentreNear => best.min_by_key(|square| self.off_centre(*square)),
            TieBreak::CentreFar => {
                best.min_by_key(|square| std::cmp::Reverse(self.off_centre(*square)))
            }
        };
        match chosen {
            Some(chosen) if chosen != to => {
                let reason = format!(
                    "step {step}: the tie-break says {}, not {name}",
                    self.board.square(chosen)
                );
                Err(line.rejected("wrong-tie-break", reason))
            }
            _ => Ok(()),
        }
    }

    /// The least degree among the onward squares of a candidate, itself visited; 0 without any.
    fn onward(&self, candidate: usize) -> u128 {
        let next = self.board.neighbours(candidate).filter(|next| !self.is_visited[*next]);
        next.map(|next| self.degree(next, Some(candidate))).min().unwrap_or(0)
    }

    /// Four times the squared distance from the centre of the board.
    fn off_centre(&self, square: usize) -> i128 {
        let square = self.board.square(square);
        let part = |at: u64, side: u64| (2 * i128::from(at) - i128::from(side) - 1).pow(2);
        part(square.file(), self.problem.cols) + part(square.rank(), self.problem.rows)
    }

    /// Checks the outcome.
    fn close(
        mut self,
        end: &Line<'_>,
        is_tour: bool,
        question: &Question,
        ledger: &mut Ledger,
    ) -> Result<(), Fault> {
        self.list();
        let visited = self.visits.squares.len();
        ledger.examined("candidates with their degrees, and each choice among them", self.compared);
        if is_tour {
            self.visits.last_line = end.number;
            return tour::verify(self.problem, self.board, &self.visits, ledger);
        }
        ledger.examined("moves of the run", visited as u64);
        let Some(first) = self.visits.squares.first() else {
            return Ok(());
        };
        if let Some(from) = question.from
            && from != *first
        {
            let reason = format!("the run starts at {first}, asked was {from}");
            return Err(end.rejected("wrong-start", reason));
        }
        if let Some((candidate, _)) = self.candidates.first() {
            let reason = format!("{} can be gone to", self.board.square(*candidate));
            return Err(end.rejected("not-stuck", reason));
        }
        // All squares may be visited, and the walk be no tour of the problem all the same: it does
        // not close, or a given end or clue is not met.
        if visited == self.board.squares() {
            self.visits.last_line = end.number;
            let aside = &mut Ledger::default();
            if tour::verify(self.problem, self.board, &self.visits, aside).is_ok() {
                return Err(end.rejected("not-stuck", "the run is a tour"));
            }
        }
        Ok(())
    }
}
