//! How much the checker takes on before it says `s UNKNOWN`.

/// What the checker refuses, before it allocates anything for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The longest file, in bytes: 1 GiB. Who reads the file stops there too.
    pub bytes: u64,
    /// The largest board that is held in memory, in squares: 2^26.
    pub squares: u64,
    /// The longest line of a certificate, in bytes without its end: 65536.
    pub line: usize,
    /// The most elementary steps on a search certificate or a proof by clauses (an edge, a square or a literal
    /// looked at): 2^36,
    /// some minutes. All other checks take time linear in the file and the board.
    pub work: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 1 << 30, squares: 1 << 26, line: 1 << 16, work: 1 << 36 }
    }
}
