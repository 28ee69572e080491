//! Names of variables with values.

use std::collections::HashMap;

use super::super::Model;
use super::ReadError;

/// Whether each choice is made.
pub(super) fn read(model: &Model, text: &str) -> Result<Vec<bool>, ReadError> {
    let names: HashMap<String, u32> =
        (0..model.choices() as u32).map(|v| (model.name(v), v)).collect();
    let mut chosen = vec![false; model.choices()];
    let mut known = 0usize;
    // The variable that waits for its value, and whether the word `value` was promised (XML).
    let mut waiting: Option<(u32, bool)> = None;
    for (line, number) in text.lines().zip(1..) {
        // HiGHS writes the primal solution, then the dual one with the same names.
        if line.starts_with("# Dual solution") {
            break;
        }
        let split = |c: char| c.is_whitespace() || "\"<>/=:,()".contains(c);
        for word in line.split(split).filter(|word| !word.is_empty()) {
            if let Some(&v) = names.get(word) {
                waiting = Some((v, false));
                continue;
            }
            let Some((v, named)) = waiting else { continue };
            match word {
                "index" => waiting = Some((v, true)),
                "value" => waiting = Some((v, false)),
                _ if named => {}
                // A status, as GLPK and CPLEX put between name and value.
                "*" | "B" | "NL" | "NU" | "NF" | "NS" | "BS" | "LL" | "UL" | "status" => {}
                _ => {
                    let value = word.parse::<f64>().ok().filter(|x| (-0.5..=1.5).contains(x));
                    let value = value.ok_or_else(|| ReadError::Malformed {
                        line: number,
                        found: word.into(),
                        expected: "a value between 0 and 1",
                    })?;
                    chosen[v as usize] = value > 0.5;
                    known += 1;
                    waiting = None;
                }
            }
        }
    }
    if known == 0 {
        return Err(ReadError::NoSolution(if text.to_ascii_lowercase().contains("infeasible") {
            "the file says that the model is infeasible: compare with exists, a solver's word is no proof"
        } else {
            "the file names no variable of this model: is it a solution, and are board and formulation those of the file that was solved?"
        }));
    }
    Ok(chosen)
}
