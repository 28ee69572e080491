//! Variables and rows: what a model is made of.

/// What a variable says. Vertices, edges and arcs are those of [`CycleGraph`](super::CycleGraph).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Meaning {
    /// 1 if the tour uses the edge.
    Edge(u32),
    /// 1 if the tour goes along the arc.
    Arc(u32),
    /// The position of the vertex on the tour, from 1 at the root.
    Order(u32),
    /// What flows along the arc.
    Flow(u32),
    /// 1 if the position of the vertex is at least this number.
    AtLeast(u32, u32),
    /// Introduced by an encoding; numbered as the variables are.
    Auxiliary(u32),
}

/// The values that a variable may take: the integers, or all numbers, between two bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Domain {
    /// The least value.
    pub least: i64,
    /// The greatest value.
    pub greatest: i64,
    /// Whether only integers are meant.
    pub integer: bool,
}

impl Domain {
    /// 0 or 1.
    pub const BINARY: Self = Self { least: 0, greatest: 1, integer: true };

    /// Every number between two bounds.
    #[must_use]
    pub const fn between(least: i64, greatest: i64) -> Self {
        Self { least, greatest, integer: false }
    }

    /// Whether the variable is 0 or 1.
    #[must_use]
    pub fn is_binary(self) -> bool {
        self == Self::BINARY
    }
}

/// A variable: what it says and what values it may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variable {
    /// What it says.
    pub meaning: Meaning,
    /// Its values.
    pub domain: Domain,
}

/// How the two sides of a row compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sense {
    /// At most.
    Le,
    /// Exactly.
    Eq,
    /// At least.
    Ge,
}

impl Sense {
    /// The sign, as most file formats write it.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Le => "<=",
            Self::Eq => "=",
            Self::Ge => ">=",
        }
    }
}

/// What a row is for; it gives the row its name in files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Label {
    /// One arc out of the vertex.
    Out(u32),
    /// One arc into the vertex.
    In(u32),
    /// Two edges at the vertex.
    Degree(u32),
    /// The order of the two ends of the arc.
    Order(u32),
    /// What flows into the vertex and not out of it.
    Balance(u32),
    /// Flow only along the arc if the tour goes along it.
    Capacity(u32),
    /// The position of the vertex is given.
    Step(u32),
    /// The arc or edge (by its variable) is given.
    Fixed(u32),
    /// The variable equals its image under a symmetry.
    Symmetric(u32),
    /// The tour leaves a set of vertices; numbered in the order in which the cuts were found.
    Cut(u32),
}

/// A linear constraint with integer coefficients: Σ coefficient · variable, compared with a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// What the row is for.
    pub label: Label,
    /// (variable, coefficient), each variable at most once.
    pub terms: Vec<(u32, i64)>,
    /// The comparison.
    pub sense: Sense,
    /// The right-hand side.
    pub rhs: i64,
}

/// Clauses over the variables of a model: literals as in DIMACS, variable `v` (from 0) is `v + 1`,
/// its negation `-(v + 1)`.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Clauses {
    literals: Vec<i32>,
    ends: Vec<usize>,
}

impl Clauses {
    /// Adds a clause.
    pub fn push(&mut self, clause: impl IntoIterator<Item = i32>) {
        self.literals.extend(clause);
        self.ends.push(self.literals.len());
    }

    /// The number of clauses.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clauses in their order.
    pub fn iter(&self) -> impl Iterator<Item = &[i32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.literals[start..end])
    }
}

/// The positive literal of a variable.
pub(crate) const fn literal(variable: u32) -> i32 {
    variable as i32 + 1
}
