//! Literals of a satisfying assignment.

use super::super::Model;
use super::ReadError;

/// Whether each choice is made.
pub(super) fn read(model: &Model, text: &str) -> Result<Vec<bool>, ReadError> {
    let mut chosen = vec![false; model.choices()];
    let mut known = 0usize;
    for (line, number) in text.lines().zip(1..) {
        let line = line.trim();
        if line.starts_with("s UNSAT") || line.starts_with("UNSAT") {
            return Err(ReadError::NoSolution(
                "the file says that the clauses are unsatisfiable: a solver's word, unless its proof is checked",
            ));
        }
        let literals = match line.strip_prefix('v') {
            Some(rest) => rest,
            // MiniSat: a line of literals without a letter.
            None if line.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => line,
            None => continue,
        };
        for word in literals.split_whitespace() {
            // Pseudo-Boolean solvers write x12 and -x12.
            let literal = word.replacen('x', "", 1).parse::<i64>();
            let literal = literal.map_err(|_| ReadError::Malformed {
                line: number,
                found: word.into(),
                expected: "a literal such as 12 or -12",
            })?;
            let Some(v) = literal.unsigned_abs().checked_sub(1) else { continue };
            if let Some(choice) = usize::try_from(v).ok().and_then(|v| chosen.get_mut(v)) {
                *choice = literal > 0;
                known += 1;
            }
        }
    }
    if known == 0 {
        return Err(ReadError::NoSolution("the file has no v line with literals of this model"));
    }
    Ok(chosen)
}
