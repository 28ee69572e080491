//! What the colours say about a pair of ends, and on four rows the rows.

/// Whether two different squares of a board of m ≤ n (or m ≥ 6) differ in the way that the colours,
/// and on four rows the outer rows, ask for.
pub(crate) fn possible((m, n): (u64, u64), from: (u64, u64), to: (u64, u64)) -> bool {
    let odd = |s: (u64, u64)| (s.0 + s.1) % 2 == 1;
    let colours =
        if m % 2 == 0 || n % 2 == 0 { odd(from) != odd(to) } else { !odd(from) && !odd(to) };
    colours && (m != 4 || [from, to].iter().all(|s| s.0 % 3 == 0))
}
