//! Answers: found, impossible with a reason, or unknown with the limit that was reached.

use std::fmt;
use std::time::Duration;

use crate::board::Board;
use crate::square::Square;

/// What became of a question. There is no fourth case, and "impossible" is never said without a
/// reason that can be checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer<T> {
    /// Here it is.
    Found(T),
    /// There is none, and why.
    Impossible(Reason),
    /// It was not found out; says nothing about existence.
    Unknown(Limit),
}

impl<T> Answer<T> {
    /// The thing found.
    pub fn found(self) -> Option<T> {
        match self {
            Self::Found(found) => Some(found),
            _ => None,
        }
    }

    /// What was found, answered further.
    pub fn and_then<U>(self, f: impl FnOnce(T) -> Answer<U>) -> Answer<U> {
        match self {
            Self::Found(found) => f(found),
            Self::Impossible(reason) => Answer::Impossible(reason),
            Self::Unknown(limit) => Answer::Unknown(limit),
        }
    }

    /// The same answer about something made from the thing found.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Answer<U> {
        match self {
            Self::Found(found) => Answer::Found(f(found)),
            Self::Impossible(reason) => Answer::Impossible(reason),
            Self::Unknown(limit) => Answer::Unknown(limit),
        }
    }
}

/// Why there is no tour: a short name, the argument in words, and the evidence for a checker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// A short name in lower case with hyphens, such as `colour-count` or `schwenk-4xn`.
    pub code: &'static str,
    /// The argument in words: one or two sentences.
    pub text: String,
    /// What a checker needs to see that it is so.
    pub evidence: Evidence,
}

/// The kinds of evidence that a certificate of non-existence carries; FORMATS.md says exactly what
/// each has to satisfy.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Evidence {
    /// The two colours cannot alternate: their numbers of squares, or the ends and clues, do not
    /// fit.
    Colour {
        /// Squares of the colour of `a1`.
        even: u128,
        /// Squares of the other colour.
        odd: u128,
    },
    /// Forced edges at these vertices contradict each other.
    Degree {
        /// The vertices whose two edges are counted.
        at: Vec<Vertex>,
    },
    /// Removing these squares leaves too many components.
    Cut {
        /// The squares removed, in increasing order.
        removed: Vec<Square>,
        /// The number of components left.
        components: u64,
    },
    /// The same, described: the squares are written out and the components counted only when
    /// asked for ([`Reason::written_out`](crate::Reason::written_out)), since there may be billions.
    Pattern(CutPattern),
    /// A finished case distinction over edges.
    Edges(Vec<EdgeNode>),
    /// A finished case distinction over the squares of steps, for problems with clues.
    Steps(Vec<StepNode>),
    /// A finished search whose case distinction was longer than the budget allowed to keep; ask
    /// again with a larger [`Budget::evidence`](crate::search::Budget::evidence).
    NotKept {
        /// The search nodes.
        nodes: u64,
    },
    /// Integers that prove a linear program to have no solution.
    Farkas(crate::model::Farkas),
    /// Clauses that hold for every tour, and what follows from them by unit propagation.
    Clauses(crate::model::ClauseProof),
    /// A published theorem, by name: an obligation for whoever checks it.
    Theorem(&'static str),
}

/// A set of squares to remove, described in a few words on a board of any size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum CutPattern {
    /// No square: the board is not connected to begin with.
    Nothing,
    /// One square.
    One(Square),
    /// The squares of one colour in the two inner rows of a board with four ranks, or in the two
    /// inner columns of one with four files.
    Inner {
        /// Whether they have the colour of `a1`.
        even: bool,
    },
}

impl CutPattern {
    /// The squares, in increasing order.
    pub fn squares(self, board: &Board) -> impl Iterator<Item = Square> + '_ {
        let lying = board.rows() == 4;
        let (rows, cols) = match self {
            Self::Nothing => (0..0, 0..0),
            Self::One(at) => {
                let (row, col) = (u64::from(at.row), u64::from(at.col));
                (row..row + 1, col..col + 1)
            }
            Self::Inner { .. } if lying => (1..3, 0..board.cols()),
            Self::Inner { .. } => (0..board.rows(), 1..3.min(board.cols())),
        };
        rows.flat_map(move |row| cols.clone().map(move |col| Square::new(row as u32, col as u32)))
            .filter(move |square| match self {
                Self::Inner { even } => square.is_even() == even,
                _ => true,
            })
    }
}

/// What kind of proof stands behind a yes or a no, as reports name it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProofKind {
    /// A published theorem.
    Theorem,
    /// A colour argument.
    Colour,
    /// Too many components after removing squares.
    Cut,
    /// Forced edges.
    Degree,
    /// An integer Farkas certificate.
    Farkas,
    /// Clauses and unit propagation.
    Clauses,
    /// A finished search.
    Search,
    /// A tour (of a yes).
    Tour,
}

impl ProofKind {
    /// The name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Theorem => "theorem",
            Self::Colour => "colour",
            Self::Cut => "cut",
            Self::Degree => "degree",
            Self::Farkas => "farkas",
            Self::Clauses => "clauses",
            Self::Search => "search",
            Self::Tour => "tour",
        }
    }
}

impl fmt::Display for ProofKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Evidence {
    /// The kind of proof.
    #[must_use]
    pub const fn kind(&self) -> ProofKind {
        match self {
            Self::Colour { .. } => ProofKind::Colour,
            Self::Degree { .. } => ProofKind::Degree,
            Self::Cut { .. } | Self::Pattern(_) => ProofKind::Cut,
            Self::Edges(_) | Self::Steps(_) | Self::NotKept { .. } => ProofKind::Search,
            Self::Farkas(_) => ProofKind::Farkas,
            Self::Clauses(_) => ProofKind::Clauses,
            Self::Theorem(_) => ProofKind::Theorem,
        }
    }
}

/// A vertex of the graph in which a tour is a Hamiltonian cycle: a square, or the vertex `*` that
/// joins the two ends of an open tour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Vertex {
    /// A square of the board.
    Square(Square),
    /// The vertex added for the ends of an open tour.
    Apex,
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square(square) => square.fmt(f),
            Self::Apex => f.write_str("*"),
        }
    }
}

/// A node of a case distinction over edges, in preorder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EdgeNode {
    /// First the case that the tour uses the edge, then the case that it does not.
    Branch(Vertex, Vertex),
    /// The forcing rules meet a conflict.
    Conflict,
    /// The edges left fall apart when these vertices are removed.
    Cut(Vec<Vertex>),
}

/// A node of a case distinction over the squares of steps, in preorder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepNode {
    /// This square is tried at the next step.
    Try(Square),
    /// All squares possible at the next step have been tried.
    Back,
    /// A square that is not visited cannot be reached any more.
    Stranded(Square),
    /// The squares not visited are not connected to the last one visited.
    Split,
    /// The colours of the squares not visited cannot alternate.
    Colour,
    /// The clue for this step is too far away.
    Late(u128),
}

/// The limit that stopped a search before it knew.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Limit {
    /// The time limit.
    Time(Duration),
    /// The number of search nodes.
    Nodes(u64),
    /// The number of retries of a heuristic.
    Retries(u64),
    /// The memory or size that the method serves; says what was too large.
    Size(String),
    /// The memory given.
    Memory {
        /// What was given, in bytes.
        most: u64,
        /// What was asked for and was not to be had, in bytes; none if the work outgrew what was
        /// given.
        wanted: Option<u64>,
    },
    /// Someone asked it to stop.
    Stopped,
}

/// A size in the unit that keeps it short.
struct Bytes(u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            bytes if bytes >= 10 << 20 => write!(f, "{} MiB", bytes >> 20),
            bytes if bytes >= 10 << 10 => write!(f, "{} KiB", bytes >> 10),
            bytes => write!(f, "{bytes} bytes"),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(limit) => write!(f, "the time limit of {limit:?} was reached"),
            Self::Nodes(nodes) => write!(f, "the limit of {nodes} search nodes was reached"),
            Self::Retries(0) => write!(f, "the heuristic got stuck and no retries were allowed"),
            Self::Retries(retries) => write!(f, "the heuristic got stuck in all {retries} retries"),
            Self::Size(what) => f.write_str(what),
            Self::Memory { most, wanted: None } => {
                write!(f, "the memory limit of {} was reached", Bytes(*most))
            }
            Self::Memory { most, wanted: Some(wanted) } => {
                let (most, wanted) = (Bytes(*most), Bytes(*wanted));
                write!(f, "the memory limit of {most} leaves no room for {wanted} more")
            }
            Self::Stopped => f.write_str("the search was stopped"),
        }
    }
}
