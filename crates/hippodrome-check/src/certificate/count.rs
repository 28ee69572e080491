//! `kind count`: how many tours there are, with what every layer of the count held.
//!
//! A count cannot be checked without counting. What can be checked is: that the order names every
//! vertex once; that each layer is of the size that its frontier and the layer before allow; that
//! the tours closed at all layers add up to the count; that the count is divisible by the sizes of
//! the orbits of tours; and, with a second certificate, that two runs agree layer by layer. That
//! each layer follows from the one before is left as an obligation.

use super::header::{self, Header};
use super::lines::{Line, Lines};
use super::vertices::Vertex;
use crate::board::{self, Board};
use crate::compare;
use crate::limits::Limits;
use crate::question::{Problem, Question};
use crate::report::{Fault, Ledger};

/// The prime of the sums.
const PRIME: u64 = (1 << 61) - 1;

/// The hash of the first layer: of the empty state, reached in one way.
const FIRST_HASH: &[u8] = b"0a385ef24fa6a992";

/// One `layer` line.
#[derive(Debug)]
struct Layer<'a> {
    line: Line<'a>,
    step: u128,
    states: u128,
    sum: u128,
    closed: u128,
    hash: &'a [u8],
}

/// All that a certificate claims.
#[derive(Debug)]
pub(super) struct Claim<'a> {
    header: Header,
    order: Vec<(Line<'a>, Vertex)>,
    prime: (Line<'a>, u128),
    layers: Vec<Layer<'a>>,
    count: (Line<'a>, &'a [u8]),
    /// The `digest` line, what it says, and the bytes before it.
    digest: (Line<'a>, &'a [u8]),
    before: &'a [u8],
    end: u64,
}

/// Reads by the grammar. `bytes` is the whole file.
pub(super) fn read<'a>(lines: &mut Lines<'a>, bytes: &'a [u8]) -> Result<Claim<'a>, Fault> {
    let header = header::read(lines)?;
    let mut order = Vec::new();
    lines.peek()?.want("process")?;
    while let Some((line, word)) = lines.next_if("process")? {
        order.push((line, Vertex::read(&line, word)?));
    }
    let line = lines.next()?;
    let prime = (line, line.integer(line.want("prime")?)?);
    let mut layers = Vec::new();
    while let Some((line, words)) = lines.next_if("layer")? {
        let words: Vec<&[u8]> = words.split(|byte| *byte == b' ').collect();
        let [step, states, sum, closed, hash] = words[..] else {
            return Err(line.expected("\"layer STEP STATES SUM CLOSED HASH\""));
        };
        let [step, states, sum, closed] = [step, states, sum, closed].map(|w| line.integer(w));
        let (step, states, sum, closed) = (step?, states?, sum?, closed?);
        layers.push(Layer { line, step, states, sum, closed, hash: hexadecimal(&line, hash)? });
    }
    let line = lines.next()?;
    let count = (line, line.want("count")?);
    line.integer(count.1)?;
    let before = &bytes[..bytes.len() - lines.left()];
    let line = lines.next()?;
    let digest = (line, hexadecimal(&line, line.want("digest")?)?);
    let end = lines.end()?.number;
    Ok(Claim { header, order, prime, layers, count, digest, before, end })
}

fn hexadecimal<'a>(line: &Line<'_>, word: &'a [u8]) -> Result<&'a [u8], Fault> {
    let digits = word.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    if word.len() == 16 && digits {
        Ok(word)
    } else {
        Err(line.expected("16 hexadecimal digits, 0 to 9 and a to f"))
    }
}

/// Reads and checks a certificate.
pub(super) fn check<'a>(
    lines: &mut Lines<'a>,
    bytes: &'a [u8],
    question: &Question,
    limits: &Limits,
    ledger: &mut Ledger,
) -> Result<(), Fault> {
    read(lines, bytes)?.check(question, limits, ledger)
}

impl Claim<'_> {
    fn in_words(&self) -> String {
        let number = String::from_utf8_lossy(self.count.1);
        format!("count {} = {number}", self.header.problem.in_words())
    }

    /// Checks everything but that the layers follow from each other.
    pub(super) fn check(
        &self,
        question: &Question,
        limits: &Limits,
        ledger: &mut Ledger,
    ) -> Result<(), Fault> {
        ledger.what = self.in_words();
        let (problem, at) = (&self.header.problem, &self.header.lines);
        board::examine(problem, at)?;
        compare::shape(problem, at, question)?;
        compare::same_ends(problem, at, question)?;
        let board = Board::new(problem, limits)?;
        let steps = self.steps(&board)?;
        ledger.examined("vertices of the order, each once", self.order.len() as u64);
        if self.prime.1 != u128::from(PRIME) {
            let reason = format!("the prime of this format is {PRIME}");
            return Err(self.prime.0.rejected("other-prime", reason));
        }
        self.layers_within(&steps)?;
        ledger.examined(
            "layers against their frontier and the layer before",
            self.layers.len() as u64,
        );
        self.total(ledger)?;
        let (line, digest) = self.digest;
        let sum = fnv(self.before);
        if digest != format!("{sum:016x}").as_bytes() {
            return Err(line.rejected("wrong-digest", format!("the digest is {sum:016x}")));
        }
        ledger.examined("bytes against the digest", self.before.len() as u64);
        ledger.obligations.push(
            "that each layer follows from the one before is counted by the program that wrote \
             this, not checked"
                .to_owned(),
        );
        Ok(())
    }

    /// The size of the frontier before each step, and the later neighbours of its vertex.
    fn steps(&self, board: &Board) -> Result<Vec<(u32, u128)>, Fault> {
        let problem = &self.header.problem;
        let star = board.cells();
        let mut seen = vec![false; star + 1];
        let mut order = Vec::with_capacity(self.order.len());
        for (line, vertex) in &self.order {
            let index = vertex.index(line, problem, board)?;
            if std::mem::replace(&mut seen[index], true) {
                let reason = "the vertex was processed before";
                return Err(line.rejected("vertex-repeated", reason));
            }
            order.push(index);
        }
        let missing = board.squares() + usize::from(!problem.closed) - order.len();
        if missing > 0 {
            let reason = format!("{missing} vertices are not in the order");
            return Err(Fault::rejected("vertex-missing", self.end, reason));
        }
        let ends: Vec<usize> =
            [problem.from, problem.to].into_iter().flatten().map(|end| board.index(end)).collect();
        let meets_star = |square: usize| ends.len() < 2 || ends.contains(&square);
        let apart = problem.closed
            && ends.len() == 2
            && board.neighbours(ends[0]).all(|square| square != ends[1]);
        let neighbours = |vertex: usize| -> Vec<usize> {
            if apart {
                // The ends of a closed tour have to be a move apart: no edge is left.
                return Vec::new();
            }
            if vertex == star {
                return board.all().filter(|square| meets_star(*square)).collect();
            }
            let last = (!problem.closed && meets_star(vertex)).then_some(star);
            board.neighbours(vertex).chain(last).collect()
        };
        let (mut gone, mut waits) = (vec![false; star + 1], vec![false; star + 1]);
        let mut left: Vec<usize> = vec![0; star + 1];
        for &vertex in &order {
            left[vertex] = neighbours(vertex).len();
        }
        if order.len() < 3 || order.iter().any(|&vertex| left[vertex] < 2) {
            // No vertex of a cycle has fewer than two neighbours: nothing is counted.
            return Ok(Vec::new());
        }
        let mut steps = Vec::new();
        let mut width = 0;
        for &vertex in &order {
            if gone[vertex] {
                continue;
            }
            let later: Vec<usize> =
                neighbours(vertex).into_iter().filter(|&other| !gone[other]).collect();
            steps.push((width, later.len() as u128));
            gone[vertex] = true;
            width -= u32::from(std::mem::replace(&mut waits[vertex], false));
            for &other in &later {
                width += u32::from(!std::mem::replace(&mut waits[other], true));
            }
            for &other in &later {
                left[other] -= 1;
                if left[other] == 0 {
                    gone[other] = true;
                    width -= u32::from(std::mem::replace(&mut waits[other], false));
                }
            }
        }
        Ok(steps)
    }

    fn layers_within(&self, steps: &[(u32, u128)]) -> Result<(), Fault> {
        let mut most = 1_u128;
        for (index, layer) in self.layers.iter().enumerate() {
            let wrong = |reason: String| Err(layer.line.rejected("wrong-layer", reason));
            if layer.step != index as u128 {
                return wrong(format!("this is the layer of step {index}"));
            }
            let Some(&(width, later)) = steps.get(index) else {
                return wrong(format!("the order takes {} steps", steps.len()));
            };
            let most_here = most.min(states_of(width));
            if layer.states == 0 || layer.states > most_here {
                return wrong(format!("a layer here has 1 to {most_here} states"));
            }
            if layer.sum >= u128::from(PRIME) || layer.closed >= u128::from(PRIME) {
                return wrong(format!("sums are less than {PRIME}"));
            }
            if index == 0 && (layer.sum != 1 || layer.hash != FIRST_HASH) {
                return wrong("the first layer is one empty state, reached in one way".to_owned());
            }
            // A state is continued by at most so many choices of one or two moves.
            let choices = (later * later.saturating_sub(1) / 2).max(later).max(1);
            most = layer.states.saturating_mul(choices);
        }
        Ok(())
    }

    /// The count against the sum of the layers, and against the sizes of orbits.
    fn total(&self, ledger: &mut Ledger) -> Result<(), Fault> {
        let (line, digits) = self.count;
        let problem = &self.header.problem;
        let single = u128::from(problem.squares() == 1 && !problem.closed);
        let closed = self.layers.iter().fold(single, |sum, l| (sum + l.closed) % u128::from(PRIME));
        if residue(digits, PRIME) != closed as u64 {
            let reason = format!("the layers close {closed} tours modulo {PRIME}");
            return Err(line.rejected("wrong-count", reason));
        }
        ledger.examined("tours closed at the layers, modulo the prime", self.layers.len() as u64);
        if let Some(divisor) = orbits(problem) {
            if residue(digits, divisor) != 0 {
                let reason = format!("orbits of these tours are multiples of {divisor}");
                return Err(line.rejected("not-divisible", reason));
            }
            ledger.examined(format!("divisibility by {divisor}, which divides all orbits"), 1);
        }
        Ok(())
    }

    /// Compares with another run.
    pub(super) fn against(&self, other: &Self, ledger: &mut Ledger) -> Result<(), Fault> {
        let (mine, theirs) = (&self.header.problem, &other.header.problem);
        if mine != theirs && Some(mine) != transposed(theirs).as_ref() {
            let reason = format!("the other certificate is about {}", theirs.in_words());
            return Err(Fault::rejected("other-board", self.header.lines.board, reason));
        }
        let same_order = mine == theirs
            && self.order.iter().map(|step| step.1).eq(other.order.iter().map(|step| step.1));
        if same_order {
            for (a, b) in self.layers.iter().zip(&other.layers) {
                let what = [
                    (a.states != b.states, "number of states"),
                    (a.sum != b.sum, "sum"),
                    (a.closed != b.closed, "number of tours closed"),
                    (a.hash != b.hash, "hash"),
                ];
                if let Some((_, what)) = what.into_iter().find(|w| w.0) {
                    let reason = format!("layer {} of the other has another {what}", a.step);
                    return Err(a.line.rejected("other-layer", reason));
                }
            }
            if self.layers.len() != other.layers.len() {
                let reason = format!("the other has {} layers", other.layers.len());
                return Err(self.count.0.rejected("other-layer", reason));
            }
            ledger.examined("layers against those of the other", self.layers.len() as u64);
        } else {
            ledger.note("the orders differ, so that only the counts can be compared");
        }
        if self.count.1 != other.count.1 {
            let number = String::from_utf8_lossy(other.count.1);
            let reason = format!("the count of the other is {number}");
            return Err(self.count.0.rejected("other-count", reason));
        }
        ledger.examined("count against that of the other", 1);
        Ok(())
    }
}

/// The same question about the board turned over, if it names no square.
fn transposed(problem: &Problem) -> Option<Problem> {
    let free = problem.holes.is_empty()
        && problem.from.is_none()
        && problem.to.is_none()
        && problem.step_at.is_empty();
    free.then(|| Problem { rows: problem.cols, cols: problem.rows, ..problem.clone() })
}

/// How many states a frontier of this width can have: some vertices are ends of paths, paired in
/// any way, and each of the others is untouched or finished.
fn states_of(width: u32) -> u128 {
    let width = u128::from(width);
    // Below: C(width, ends), and (ends − 1)·(ends − 3)···1.
    let (mut chosen, mut pairings, mut sum) = (1_u128, 1_u128, 0_u128);
    let mut ends = 0;
    while ends <= width {
        let free = u32::try_from(width - ends).unwrap_or(u32::MAX);
        let others = 1_u128.checked_shl(free).unwrap_or(u128::MAX);
        sum = sum.saturating_add(chosen.saturating_mul(pairings).saturating_mul(others));
        if chosen == u128::MAX || sum == u128::MAX {
            return u128::MAX;
        }
        for step in [ends, ends + 1] {
            chosen = match chosen.checked_mul(width.saturating_sub(step)) {
                Some(product) => product / (step + 1),
                None => u128::MAX,
            };
        }
        pairings = pairings.saturating_mul(ends + 1);
        ends += 2;
    }
    sum
}

/// A number that divides the size of every orbit of tours under the symmetries of the board, where
/// the argument of FORMATS.md applies.
fn orbits(problem: &Problem) -> Option<u64> {
    let (rows, cols) = (problem.rows, problem.cols);
    let plain = transposed(problem).is_some() && rows >= 3 && cols >= 3;
    let (r, s) = problem.leaper;
    if !plain || r == 0 || (r + s) % 2 == 0 {
        return None;
    }
    let group = if rows == cols { 8 } else { 4 };
    let (even_rows, even_cols) = (rows % 2 == 0, cols % 2 == 0);
    let stabiliser = if problem.closed && rows == cols && rows % 4 == 2 {
        4
    } else if !problem.closed && even_rows && even_cols {
        1
    } else {
        2
    };
    Some(group / stabiliser)
}

/// Decimal digits modulo a number below 2⁶¹.
fn residue(digits: &[u8], modulus: u64) -> u64 {
    let modulus = u128::from(modulus);
    digits.iter().fold(0_u128, |n, digit| (n * 10 + u128::from(digit - b'0')) % modulus) as u64
}

/// FNV-1a (Fowler, Noll and Vo) with 64 bits: one changed byte changes it.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frontiers_have_as_many_states_as_can_be_listed() {
        // One vertex: untouched or finished. Two: four such pairs, or joined as ends.
        assert_eq!([0, 1, 2, 3].map(states_of), [1, 2, 5, 14]);
        assert_eq!(states_of(400), u128::MAX);
        assert!(states_of(40) < u128::MAX);
    }

    #[test]
    fn residues_of_long_numbers() {
        assert_eq!(residue(b"2305843009213693951", PRIME), 0);
        assert_eq!(residue(b"1000000000000000000000000000007", 8), 7);
    }
}
