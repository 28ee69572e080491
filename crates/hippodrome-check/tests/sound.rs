//! No proof is accepted where there is a tour: made-up proofs against a search over positions.

use std::collections::BTreeMap;
use std::fmt::Write as _;

#[allow(dead_code, reason = "each test uses its part of what they share")]
mod common;

use common::{Random, second_opinion, without_reason};
use hippodrome_check::{Limits, Question, Square, Verdict, check};

/// A small problem, its squares numbered rank by rank.
struct Small {
    header: String,
    squares: Vec<Square>,
    joined: Vec<u32>,
    leaper: (u64, u64),
    closed: bool,
    /// The square of each step that has one, from 0.
    fixed: Vec<Option<usize>>,
}

impl Small {
    fn new(random: &mut Random) -> Self {
        let (rows, cols) = (1 + random.below(4) as u64, 1 + random.below(5) as u64);
        let leaper = [(1, 2), (1, 2), (1, 2), (0, 1), (1, 1), (1, 3), (0, 2)][random.below(7)];
        let closed = random.below(2) == 0;
        let mut squares = Vec::new();
        let mut header = format!("board {rows}x{cols}\n");
        let crowded = random.below(3) > 0;
        for rank in 1..=rows {
            for file in 1..=cols {
                let square = Square::new(file, rank).expect("a small square");
                let is_last = squares.is_empty() && rank == rows && file == cols;
                if !crowded && !is_last && random.below(6) == 0 {
                    let _ = writeln!(header, "hole {square}");
                } else {
                    squares.push(square);
                }
            }
        }
        let kind = if closed { "closed" } else { "open" };
        let _ = writeln!(header, "leaper {},{}\ntour {kind}", leaper.0, leaper.1);
        let count = squares.len();
        let mut fixed = vec![None; count];
        if random.below(2) == 0 {
            fixed[0] = Some(random.below(count));
            let _ = writeln!(header, "from {}", squares[random_index(fixed[0])]);
        }
        if random.below(3) == 0 && count > 1 {
            fixed[count - 1] = Some(random.below(count));
            let _ = writeln!(header, "to {}", squares[random_index(fixed[count - 1])]);
        }
        if random.below(4) == 0 && count > 2 {
            let step = 1 + random.below(count - 2);
            fixed[step] = Some(random.below(count));
            let _ = writeln!(header, "step-at {} {}", step + 1, squares[random_index(fixed[step])]);
        }
        let is_joined = |a: &Square, b: &Square| {
            let (x, y) = (a.file().abs_diff(b.file()), a.rank().abs_diff(b.rank()));
            (x.min(y), x.max(y)) == leaper
        };
        let mask = |a| (0..count).filter(|b| is_joined(a, &squares[*b])).fold(0, |m, b| m | 1 << b);
        let joined = squares.iter().map(mask).collect();
        Self { header, squares, joined, leaper, closed, fixed }
    }

    /// Whether there is a tour, by all orders: the ends of all paths over each set of squares.
    fn has_tour(&self) -> bool {
        let count = self.squares.len();
        if self.closed && count < 3 {
            return false;
        }
        (0..count).any(|start| {
            if self.fixed[0].is_some_and(|square| square != start) {
                return false;
            }
            let mut layer = BTreeMap::from([(1_u32 << start, 1_u32 << start)]);
            for fixed in &self.fixed[1..] {
                let mut next: BTreeMap<u32, u32> = BTreeMap::new();
                for (seen, ends) in &layer {
                    for to in (0..count).filter(|to| seen >> to & 1 == 0) {
                        if ends & self.joined[to] != 0 && fixed.is_none_or(|square| square == to) {
                            *next.entry(seen | 1 << to).or_default() |= 1 << to;
                        }
                    }
                }
                layer = next;
            }
            layer.values().any(|ends| !self.closed || ends & self.joined[start] != 0)
        })
    }

    fn components(&self, removed: u32) -> usize {
        let all = (1_u32 << self.squares.len()) - 1;
        let (mut left, mut count) = (all & !removed, 0);
        while left != 0 {
            count += 1;
            let mut piece = left & left.wrapping_neg();
            loop {
                let near = (0..self.squares.len()).filter(|at| piece >> at & 1 == 1);
                let grown = near.fold(piece, |piece, at| piece | self.joined[at] & left);
                if grown == piece {
                    break;
                }
                piece = grown;
            }
            left &= !piece;
        }
        count
    }

    fn any_square(&self, random: &mut Random) -> Square {
        self.squares[random.below(self.squares.len())]
    }

    fn any_vertex(&self, random: &mut Random) -> String {
        if !self.closed && random.below(8) == 0 {
            return "*".to_owned();
        }
        self.any_square(random).to_string()
    }

    fn colour(&self) -> String {
        let even = self.squares.iter().filter(|at| (at.file() + at.rank()) % 2 == 0).count();
        format!("by colour\neven {even}\nodd {}\n", self.squares.len() - even)
    }

    fn cut(&self, random: &mut Random) -> String {
        let chance = 1 + random.below(6);
        let removed: Vec<usize> =
            (0..self.squares.len()).filter(|_| random.below(6) < chance).collect();
        let mask = removed.iter().fold(0, |mask, at| mask | 1 << at);
        let mut text = "by cut\n".to_owned();
        for at in &removed {
            let _ = writeln!(text, "remove {}", self.squares[*at]);
        }
        text + &format!("components {}\n", self.components(mask))
    }

    fn degree(&self, random: &mut Random) -> String {
        let chance = 1 + random.below(6);
        let mut text = "by degree\n".to_owned();
        if !self.closed && random.below(2) == 0 {
            text += "square *\n";
        }
        for square in &self.squares {
            if random.below(6) < chance {
                let _ = writeln!(text, "square {square}");
            }
        }
        text
    }

    /// A tree whose leaves are all conflicts, or so it says.
    fn edges(&self, random: &mut Random) -> String {
        let mut text = "by search\nmethod edges\n".to_owned();
        let mut pending = 1;
        let size = random.below(4);
        while pending > 0 {
            if pending <= size && random.below(2) == 0 {
                let (one, other) = (self.any_square(random), self.any_vertex(random));
                let _ = writeln!(text, "branch {one} {other}");
                pending += 1;
                continue;
            }
            pending -= 1;
            text += match random.below(3) {
                0 => "leaf cut",
                _ => "leaf",
            };
            if text.ends_with("cut") {
                for _ in 0..random.below(4) {
                    let _ = write!(text, " {}", self.any_vertex(random));
                }
            }
            text += "\n";
        }
        text
    }

    /// A tree that tries all that can be tried, and ends early where some reason is claimed.
    fn steps(&self, random: &mut Random) -> String {
        let mut text = "by search\nmethod steps\n".to_owned();
        let mut path: Vec<usize> = Vec::new();
        let mut untried: Vec<Vec<usize>> = vec![self.follow(&path)];
        while let Some(choices) = untried.last_mut() {
            if text.len() > 20_000 {
                break;
            }
            if let Some(square) = choices.pop() {
                let _ = writeln!(text, "try {}", self.squares[square]);
                path.push(square);
                if random.below(4) == 0 {
                    let any = self.any_square(random);
                    let late = 1 + random.below(self.squares.len());
                    let reasons = [
                        format!("stranded {any}"),
                        "split".to_owned(),
                        "colour".to_owned(),
                        format!("late {late}"),
                    ];
                    let _ = writeln!(text, "leaf {}", reasons[random.below(4)]);
                    path.pop();
                } else {
                    untried.push(self.follow(&path));
                }
            } else {
                text += "back\n";
                untried.pop();
                path.pop();
            }
        }
        text
    }

    fn follow(&self, path: &[usize]) -> Vec<usize> {
        let step = path.len();
        let may = |square: &usize| {
            let clue =
                |(at, fixed): (usize, &Option<usize>)| (*fixed == Some(*square)) <= (at == step);
            !path.contains(square)
                && path.last().is_none_or(|last| self.joined[*last] >> square & 1 == 1)
                && self.fixed.get(step).is_some_and(|fixed| fixed.is_none_or(|at| at == *square))
                && self.fixed.iter().enumerate().all(clue)
                && !(self.closed
                    && step > 0
                    && step + 1 == self.squares.len()
                    && self.joined[path[0]] >> square & 1 == 0)
        };
        (0..self.squares.len()).filter(may).collect()
    }
}

fn random_index(fixed: Option<usize>) -> usize {
    fixed.expect("just given")
}

#[test]
fn no_proof_is_accepted_where_there_is_a_tour() {
    let mut random = Random(2);
    let mut verified: BTreeMap<&str, usize> = BTreeMap::new();
    let mut with_tour = 0;
    let mut files = Vec::new();
    let mut lines = Vec::new();
    for _ in 0..2500 {
        let small = Small::new(&mut random);
        let has_tour = small.has_tour();
        with_tour += usize::from(has_tour);
        let mut proofs = vec![("colour", small.colour())];
        for _ in 0..3 {
            proofs.push(("cut", small.cut(&mut random)));
            proofs.push(("degree", small.degree(&mut random)));
            proofs.push(("edges", small.edges(&mut random)));
            proofs.push(("steps", small.steps(&mut random)));
        }
        if small.closed && small.leaper == (1, 2) {
            proofs.push(("theorem", "by theorem\nname schwenk-1991\n".to_owned()));
        }
        for (kind, proof) in proofs {
            let text =
                format!("hippodrome-certificate 1\nkind no-tour\n{}{proof}end\n", small.header);
            let report = check(text.as_bytes(), None, &Question::new(), &Limits::default());
            if matches!(report.verdict, Verdict::Verified | Verdict::Obligations) {
                assert!(!has_tour, "{text}{report}");
                *verified.entry(kind).or_default() += 1;
            } else {
                let made_whole = kind != "degree" && kind != "steps";
                assert!(report.verdict == Verdict::Rejected || !made_whole, "{text}{report}");
            }
            if random.below(10) == 0 {
                lines.push(report.verdict_line());
                files.push((text.into_bytes(), ""));
            }
        }
    }
    for ((file, line), second) in
        files.iter().zip(&lines).zip(second_opinion(&files).iter().flatten())
    {
        assert_eq!(without_reason(line), without_reason(second), "{}", file.0.escape_ascii());
    }
    // Each kind was put to the test, on either side.
    assert!(with_tour > 200, "{with_tour}");
    assert!(verified.len() == 6 && verified.values().all(|count| *count > 50), "{verified:?}");
}
