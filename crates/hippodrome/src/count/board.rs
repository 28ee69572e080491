//! Questions about boards, put to the engine as graphs.

use super::ends::EndMethod;
use super::engine::{EngineError, EngineOptions, LayerReport, count_cycles};
use super::graph::{Graph, GraphError};
use super::order::{Estimator, best_order, choose_with, two_colouring};
use super::plan::{Plan, PlanError};
use crate::board::Board;
use crate::error::Error;
use crate::leaper::Leaper;
use crate::observer::Observer;
use crate::square::Square;
use crate::tour::Kind;
use num_bigint::BigUint;
use std::fmt;

/// Which edges of the board are glued together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// None: a plane board.
    #[default]
    None,
    /// The first file follows the last: a cylinder.
    Files,
    /// The first rank follows the last: a cylinder.
    Ranks,
    /// Both: a torus.
    Both,
}

/// What is to be counted: tours of a board, with all that may be asked of them.
///
/// ```
/// use hippodrome::count::{EngineOptions, TourCount};
/// use hippodrome::{Kind, Leaper, Silent};
///
/// let question = TourCount::new("6x6".parse()?, Leaper::KNIGHT, Kind::Closed);
/// let answer = question.run(&EngineOptions::default(), &Silent)?;
/// assert_eq!(answer.undirected, 9862_u32.into());
/// assert_eq!(answer.directed, 19724_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TourCount {
    board: Board,
    leaper: Leaper,
    kind: Kind,
    wrap: Wrap,
    from: Option<Square>,
    to: Option<Square>,
    uses: Vec<(Square, Square)>,
    avoids: Vec<(Square, Square)>,
    strictly_open: bool,
    end_method: EndMethod,
}

/// The answer to a [`TourCount`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountAnswer {
    /// Tours, a tour and its reverse being one.
    pub undirected: BigUint,
    /// Directed tours: a closed one counts twice, an open one once from each end that it may start
    /// from (with a given start, once).
    pub directed: BigUint,
    /// The layers of the count of closed tours of the graph; of several counts, where open tours
    /// are counted by their ends, all layers in turn.
    pub layers: Vec<LayerReport>,
    /// The vertex order of that count: squares by their place among [`TourCount::squares`], and for
    /// open tours one vertex more. Empty where there were several.
    pub order: Vec<usize>,
}

impl CountAnswer {
    /// The most states of a layer.
    #[must_use]
    pub fn peak_states(&self) -> u64 {
        self.layers.iter().map(|l| l.states).max().unwrap_or(0)
    }
}

/// Why a count gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CountError {
    /// The question names squares or moves that are not there.
    Question(String),
    /// The board is too wide or too large for this method.
    TooLarge(String),
    /// The count stopped before its end.
    Engine(EngineError),
}

impl fmt::Display for CountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Question(what) | Self::TooLarge(what) => f.write_str(what),
            Self::Engine(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CountError {}

impl From<Error> for CountError {
    fn from(error: Error) -> Self {
        if error.is_too_large() {
            Self::TooLarge(error.to_string())
        } else {
            Self::Question(error.to_string())
        }
    }
}

impl From<GraphError> for CountError {
    fn from(error: GraphError) -> Self {
        Self::Question(error.to_string())
    }
}

impl From<PlanError> for CountError {
    fn from(error: PlanError) -> Self {
        Self::TooLarge(error.to_string())
    }
}

impl From<EngineError> for CountError {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

/// The most squares of a board that is counted.
const MOST_SQUARES: u128 = 1 << 14;

impl TourCount {
    /// All tours of a kind.
    #[must_use]
    pub fn new(board: Board, leaper: Leaper, kind: Kind) -> Self {
        Self {
            board,
            leaper,
            kind,
            wrap: Wrap::None,
            from: None,
            to: None,
            uses: Vec::new(),
            avoids: Vec::new(),
            strictly_open: false,
            end_method: EndMethod::Auto,
        }
    }

    /// On a board with edges glued together; moves that coincide are one move.
    #[must_use]
    pub fn wrap(mut self, wrap: Wrap) -> Self {
        self.wrap = wrap;
        self
    }

    /// Only tours that start here (a closed tour can start anywhere).
    #[must_use]
    pub fn from(mut self, square: Square) -> Self {
        self.from = Some(square);
        self
    }

    /// Only tours that end here.
    #[must_use]
    pub fn to(mut self, square: Square) -> Self {
        self.to = Some(square);
        self
    }

    /// Only tours that use this move, in either direction.
    #[must_use]
    pub fn use_move(mut self, a: Square, b: Square) -> Self {
        self.uses.push((a, b));
        self
    }

    /// Only tours that do not use this move.
    #[must_use]
    pub fn avoid_move(mut self, a: Square, b: Square) -> Self {
        self.avoids.push((a, b));
        self
    }

    /// Only open tours whose ends are no move apart.
    #[must_use]
    pub fn strictly_open(mut self) -> Self {
        self.strictly_open = true;
        self
    }

    /// How the ends of open tours are counted over.
    #[must_use]
    pub fn by_ends(mut self, method: EndMethod) -> Self {
        self.end_method = method;
        self
    }

    pub(super) fn end_method(&self) -> EndMethod {
        self.end_method
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Open or closed.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The leaper.
    #[must_use]
    pub fn leaper(&self) -> Leaper {
        self.leaper
    }

    /// Whether only open tours whose ends are no move apart are asked for.
    #[must_use]
    pub fn is_strictly_open(&self) -> bool {
        self.strictly_open
    }

    /// Whether nothing is asked but board, piece, kind and ends: no edges glued together, no moves
    /// to use or to avoid, no strictly open tours.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.wrap == Wrap::None
            && self.uses.is_empty()
            && self.avoids.is_empty()
            && !self.strictly_open
    }

    /// Which edges are glued together.
    #[must_use]
    pub fn wrapping(&self) -> Wrap {
        self.wrap
    }

    /// The layers that the estimate expects, before each step of a plan.
    fn profile(&self, plan: &Plan) -> Result<Vec<f64>, CountError> {
        let moves = self.moves()?;
        let order: Vec<usize> =
            plan.order().iter().map(|&v| v as usize).filter(|&v| v < moves.len()).collect();
        let mut estimator = match self.kind {
            Kind::Open => Estimator::of_paths(&moves),
            Kind::Closed => Estimator::new(&moves),
        };
        let after = estimator.layers(&order);
        let mut place = vec![after.len(); moves.len() + 1];
        for (i, &v) in order.iter().enumerate() {
            place[v] = i;
        }
        let before = |step: usize| {
            let vertex = plan.vertex(step).map_or(0, |v| v as usize);
            place[vertex].checked_sub(1).map_or(1.0, |i| after[i])
        };
        Ok((0..plan.len()).map(before).collect())
    }

    /// Whether all tours of a plane board are asked for.
    pub(super) fn is_free(&self) -> bool {
        self.is_plain() && self.from.is_none() && self.to.is_none()
    }

    /// The same question about another board.
    pub(super) fn with_board(mut self, board: Board) -> Self {
        self.board = board;
        self
    }

    /// The square that open tours must end on.
    #[must_use]
    pub fn end(&self) -> Option<Square> {
        self.to
    }

    /// The square that open tours must start on.
    #[must_use]
    pub fn start(&self) -> Option<Square> {
        self.from
    }

    /// The squares, in the order of the vertices of [`TourCount::graph`].
    ///
    /// # Errors
    /// [`CountError::TooLarge`] for boards of more than 2¹⁴ squares.
    pub fn squares(&self) -> Result<Vec<Square>, CountError> {
        if self.board.len() > MOST_SQUARES {
            return Err(CountError::TooLarge(format!(
                "the {} board has {} squares and the counter takes at most {MOST_SQUARES}",
                self.board.size(),
                self.board.len()
            )));
        }
        Ok(self.board.squares().collect())
    }

    /// The moves of the board as a graph, those to be avoided left out, those to be used forced.
    ///
    /// # Errors
    /// [`CountError`] if the board is too large or a square or move named is not there.
    pub fn moves(&self) -> Result<Graph, CountError> {
        let squares = self.squares()?;
        let index = |square: Square| squares.binary_search(&square).ok();
        let (rows, cols) = (self.board.rows() as i64, self.board.cols() as i64);
        let mut edges = Vec::new();
        for (v, square) in squares.iter().enumerate() {
            for (file, rank) in self.leaper.steps() {
                let (mut row, mut col) = (square.row as i64 + rank, square.col as i64 + file);
                if matches!(self.wrap, Wrap::Files | Wrap::Both) {
                    col = col.rem_euclid(cols);
                }
                if matches!(self.wrap, Wrap::Ranks | Wrap::Both) {
                    row = row.rem_euclid(rows);
                }
                if !(0..rows).contains(&row) || !(0..cols).contains(&col) {
                    continue;
                }
                // On a narrow torus a step may lead back to its own square: it is no move.
                if let Some(w) = index(Square::new(row as u32, col as u32)).filter(|&w| w > v) {
                    edges.push((v, w));
                }
            }
        }
        edges.sort_unstable();
        edges.dedup();
        let find = |(a, b): (Square, Square)| -> Result<(usize, usize), CountError> {
            let missing = || {
                CountError::Question(format!("there is no move between {a} and {b} on this board"))
            };
            let (u, v) = (index(a).ok_or_else(missing)?, index(b).ok_or_else(missing)?);
            let edge = (u.min(v), u.max(v));
            edges.binary_search(&edge).map(|_| edge).map_err(|_| missing())
        };
        let uses: Vec<_> = self.uses.iter().map(|&m| find(m)).collect::<Result<_, _>>()?;
        let avoids: Vec<_> = self.avoids.iter().map(|&m| find(m)).collect::<Result<_, _>>()?;
        if let Some((a, b)) =
            self.avoids.iter().zip(&avoids).find(|a| uses.contains(a.1)).map(|a| a.0)
        {
            return Err(CountError::Question(format!(
                "the move between {a} and {b} is both to be used and to be avoided"
            )));
        }
        let kept = edges.iter().copied().filter(|e| !avoids.contains(e));
        Ok(Graph::new(squares.len(), kept)?.force(uses)?)
    }

    /// The graph whose Hamiltonian cycles are the tours (of any kind of end, for open tours).
    ///
    /// For open tours the last vertex is one more, joined to every square that may be an end.
    ///
    /// # Errors
    /// As [`TourCount::moves`].
    pub fn graph(&self) -> Result<Graph, CountError> {
        let moves = self.moves()?;
        let n = moves.len();
        let ends: Vec<usize> = self.ends()?.into_iter().flatten().collect();
        if self.kind == Kind::Closed {
            let edge = match ends[..] {
                [a, b] if n > 2 && moves.joined(a, b) => Some((a, b)),
                [_, _] => return Ok(Graph::new(n, [])?),
                _ => None,
            };
            return Ok(moves.force(edge)?);
        }
        let graph = match ends[..] {
            [_, _] => moves.with_apex(ends.iter().copied())?,
            _ => moves.with_apex(0..n)?,
        };
        Ok(graph.force(ends.into_iter().map(|v| (v, n)))?)
    }

    pub(super) fn ends(&self) -> Result<[Option<usize>; 2], CountError> {
        let squares = self.squares()?;
        let mut ends = [None; 2];
        for (end, square) in ends.iter_mut().zip([self.from, self.to]) {
            if let Some(square) = square {
                self.board.require(square)?;
                *end = squares.binary_search(&square).ok();
            }
        }
        Ok(ends)
    }

    /// The vertex order for [`TourCount::graph`].
    ///
    /// # Errors
    /// As [`TourCount::moves`].
    pub fn order(&self) -> Result<Vec<usize>, CountError> {
        let mut order = self.squares_in_order(&self.moves()?)?;
        if self.kind == Kind::Open {
            order.push(order.len());
        }
        Ok(order)
    }

    /// The order of the squares alone.
    pub(super) fn squares_in_order(&self, moves: &Graph) -> Result<Vec<usize>, CountError> {
        let squares = self.squares()?;
        let mut by_file: Vec<usize> = (0..squares.len()).collect();
        by_file.sort_by_key(|&v| (squares[v].col, squares[v].row));
        let mut candidates = vec![(0..squares.len()).collect(), by_file];
        if self.of_knights() {
            candidates.extend(super::orders::stored(&self.board, Kind::Closed));
        }
        // A stored order is the end of a longer search than there is time for here.
        let stored = candidates.len() > 2;
        // With as many squares of each colour, the estimate of cycles is the sharper one.
        let closed = self.kind == Kind::Closed || squares.len().is_multiple_of(2);
        Ok(match (closed, stored) {
            (true, true) => best_order(Estimator::new(moves), &candidates),
            (true, false) => choose_with(Estimator::new(moves), &candidates),
            (false, _) => choose_with(Estimator::of_paths(moves), &candidates),
        })
    }

    /// Whether it is about a knight on a plane board, as the stored orders are.
    pub(super) fn of_knights(&self) -> bool {
        self.leaper == Leaper::KNIGHT && self.wrap == Wrap::None
    }

    /// Counts.
    ///
    /// # Errors
    /// [`CountError`] if the question makes no sense, the board is too large, or the count stopped.
    pub fn run(
        &self,
        options: &EngineOptions,
        observer: &dyn Observer,
    ) -> Result<CountAnswer, CountError> {
        let ends = self.ends()?;
        let given = ends.iter().flatten().count();
        let n = self.board.len();
        if self.kind == Kind::Open && (n == 1 || (given == 2 && ends[0] == ends[1])) {
            // The one-square board has its one tour, of no moves; else the ends of a tour differ.
            let one = BigUint::from(u32::from(n == 1));
            let order = (0..=self.squares()?.len()).collect();
            return Ok(CountAnswer {
                undirected: one.clone(),
                directed: one,
                layers: Vec::new(),
                order,
            });
        }
        let (outcome, order) = if let Some(split) = self.split()? {
            (split.run(options, observer)?, Vec::new())
        } else {
            let order = self.order()?;
            let plan = Plan::new(&self.graph()?, &order)?;
            let options = &EngineOptions { profile: self.profile(&plan)?, ..options.clone() };
            (count_cycles(&plan, options, observer)?, order)
        };
        let mut undirected = outcome.cycles;
        if self.kind == Kind::Open && self.strictly_open {
            undirected -= self.reentrant(options, observer)?;
        }
        let directed = if self.kind == Kind::Open && given > 0 {
            undirected.clone()
        } else {
            &undirected * 2_u32
        };
        Ok(CountAnswer { undirected, directed, layers: outcome.layers, order })
    }

    /// Open tours whose ends are a move apart: closed tours with one move taken out.
    fn reentrant(
        &self,
        options: &EngineOptions,
        observer: &dyn Observer,
    ) -> Result<BigUint, CountError> {
        // Checkpoints belong to the main count.
        let options = &EngineOptions { checkpoint: None, profile: Vec::new(), ..options.clone() };
        let moves = self.moves()?;
        let n = moves.len();
        if n < 3 {
            // Two squares: the only tour is its own closing move.
            return Ok(BigUint::from(u32::from(n == 2 && moves.joined(0, 1))));
        }
        if let Some(colour) = two_colouring(&moves)
            && 2 * colour.iter().filter(|&&c| c).count() != n
        {
            // Every move changes the colour: a closed tour has as many squares of each.
            return Ok(BigUint::ZERO);
        }
        let ends: Vec<usize> = self.ends()?.into_iter().flatten().collect();
        let closed = Self { kind: Kind::Closed, from: None, to: None, ..self.clone() };
        let order = closed.order()?;
        let mut total = BigUint::ZERO;
        let free = match ends[..] {
            [] => n - moves.forced().len(),
            [end] => {
                let fixed =
                    moves.forced().iter().filter(|e| e.0 as usize == end || e.1 as usize == end);
                2_usize.saturating_sub(fixed.count())
            }
            _ => usize::from(moves.joined(ends[0], ends[1]) && !moves.is_forced(ends[0], ends[1])),
        };
        if free > 0 {
            let edge = if let [a, b] = ends[..] { Some((a, b)) } else { None };
            let plan = Plan::new(&moves.force(edge)?, &order)?;
            total += count_cycles(&plan, options, observer)?.cycles * free;
        }
        Ok(total)
    }
}
