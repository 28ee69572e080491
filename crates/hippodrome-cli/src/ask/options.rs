//! A JSON object of options as the arguments of a command.

use clap::{Arg, ArgAction, Command};
use serde_json::{Map, Value};

use super::operations::Entry;

/// Options that name files or change the terminal: a server has neither.
const CLOSED: [&str; 18] = [
    "output",
    "write",
    "checkpoint",
    "temp_dir",
    "resume",
    "units",
    "unit",
    "hosts",
    "process",
    "workers",
    "connect_timeout",
    "peer_timeout",
    "against",
    "compare",
    "compare_format",
    "quiet",
    "help",
    "version",
];

/// A command line and its standard input.
pub(super) struct Asked {
    /// The program's name and its arguments.
    pub(super) arguments: Vec<String>,
    /// What `-` reads.
    pub(super) input: Option<Vec<u8>>,
    /// The format that was asked for.
    pub(super) format: Option<String>,
}

/// Whether a server takes this option of a command.
pub(super) fn is_open(argument: &Arg) -> bool {
    let name = argument.get_id().as_str();
    !CLOSED.contains(&name) && !argument.is_hide_set()
}

/// The field of a request that an argument is.
pub(super) fn field(argument: &Arg) -> String {
    if argument.is_positional() {
        let named = argument.get_value_names().and_then(|names| names.first());
        return named.map_or_else(|| argument.get_id().to_string(), |n| n.to_ascii_lowercase());
    }
    match (argument.get_long(), argument.get_short()) {
        (Some(long), _) => long.replace('-', "_"),
        (None, Some(short)) => short.to_string(),
        (None, None) => argument.get_id().to_string(),
    }
}

/// Makes the command line that says what the request says.
///
/// # Errors
///
/// When a value is of the wrong type, or an option names a file. What the parser of the command line
/// finds out is left to it.
pub(super) fn read(
    command: &Command,
    entry: &Entry,
    request: Map<String, Value>,
) -> Result<Asked, String> {
    let mut arguments = vec!["hippodrome".to_owned()];
    arguments.extend(entry.path.split('/').map(str::to_owned));
    let mut asked = Asked { arguments, input: None, format: None };
    let mut positional = Vec::new();
    for (name, value) in request {
        if value.is_null() || value == Value::Bool(false) {
            continue;
        }
        let known = command.get_arguments().find(|argument| field(argument) == name);
        match known.filter(|argument| is_open(argument)) {
            None if known.is_some() => {
                return Err(format!(
                    "{name}: a server reads and writes no files and has no terminal"
                ));
            }
            None => {
                let plain =
                    name.len() <= 40 && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
                if !plain {
                    return Err("the request has a field that is no option".to_owned());
                }
                // The parser says what it makes of it.
                asked.arguments.push(format!("--{}", name.replace('_', "-")));
            }
            Some(argument) => option(&mut asked, &mut positional, entry, argument, &name, value)?,
        }
    }
    if asked.format.is_none() {
        asked.arguments.push("--format=json".to_owned());
    }
    asked.arguments.push("--".to_owned());
    asked.arguments.append(&mut positional);
    Ok(asked)
}

fn option(
    asked: &mut Asked,
    positional: &mut Vec<String>,
    entry: &Entry,
    argument: &Arg,
    name: &str,
    value: Value,
) -> Result<(), String> {
    let flag = match argument.get_short() {
        Some(short) if argument.get_long().is_none() => format!("-{short}"),
        _ => format!("--{}", argument.get_long().unwrap_or(name)),
    };
    match (argument.get_action(), value) {
        (ArgAction::SetTrue, Value::Bool(_)) => asked.arguments.push(flag),
        (ArgAction::SetTrue, _) => return Err(format!("{flag}: expected true or false")),
        (_, Value::Bool(_)) if argument.get_num_args().is_some_and(|n| n.min_values() == 0) => {
            asked.arguments.push(flag);
        }
        (ArgAction::Append, Value::Array(all)) => {
            for one in all {
                let one = text(&flag, one)?;
                asked.arguments.push(format!("{flag}={one}"));
            }
        }
        // Reports write a leaper as two numbers, and a board as an object: both are read back.
        (_, Value::Array(two)) if name == "leaper" => {
            let two: Result<Vec<String>, String> =
                two.into_iter().map(|one| text(&flag, one)).collect();
            asked.arguments.push(format!("{flag}={}", two?.join(",")));
        }
        (_, Value::Object(board)) if name == "board" => {
            let side = |side: &str| board.get(side).and_then(Value::as_u64);
            let (Some(rows), Some(cols)) = (side("rows"), side("cols")) else {
                return Err("board: expected rows and cols".to_owned());
            };
            for hole in board.get("holes").and_then(Value::as_array).into_iter().flatten() {
                let hole = text("--hole", hole.clone())?;
                asked.arguments.push(format!("--hole={hole}"));
            }
            place(asked, positional, argument, &flag, format!("{rows}x{cols}"));
        }
        (_, value) => {
            let mut value = text(&flag, value)?;
            let mask = name == "board" && is_mask(&value);
            let value = if entry.content == Some(name) || mask {
                if mask && !value.ends_with('\n') {
                    value.push('\n');
                }
                if asked.input.replace(value.into_bytes()).is_some() {
                    return Err(
                        "board: expected sides and holes beside the text of a file".to_owned()
                    );
                }
                "-".to_owned()
            } else if value == "-" {
                return Err(format!("{flag}: there is no standard input"));
            } else {
                value
            };
            if name == "format" {
                asked.format = Some(value.clone());
            }
            place(asked, positional, argument, &flag, value);
        }
    }
    Ok(())
}

/// A text of several lines, or of squares and holes only.
fn is_mask(text: &str) -> bool {
    text.contains('\n') || (!text.is_empty() && text.bytes().all(|b| matches!(b, b'.' | b'#')))
}

fn place(asked: &mut Asked, positional: &mut Vec<String>, arg: &Arg, flag: &str, value: String) {
    if arg.is_positional() {
        positional.push(value);
    } else if flag.starts_with("--") {
        asked.arguments.push(format!("{flag}={value}"));
    } else {
        asked.arguments.push(format!("{flag}{value}"));
    }
}

fn text(flag: &str, value: Value) -> Result<String, String> {
    match value {
        Value::String(text) if text.contains('\0') => {
            Err(format!("{flag}: expected a text without the character 0"))
        }
        Value::String(text) => Ok(text),
        Value::Number(number) => Ok(number.to_string()),
        _ => Err(format!("{flag}: expected a text or a number")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Commands, operations};
    use super::*;

    fn line(path: &str, request: &str) -> Result<String, String> {
        let entry = operations::ALL.iter().find(|entry| entry.path == path).unwrap();
        let request = serde_json::from_str(request).unwrap();
        let asked = read(Commands::new().definition(entry), entry, request)?;
        Ok(asked.arguments[1..].join(" "))
    }

    #[test]
    fn options_become_arguments() {
        for (path, request, expected) in [
            ("tour", r#"{"board":"8x8"}"#, "tour --format=json -- 8x8"),
            (
                "tour",
                r#"{"board":8,"closed":true,"open":false,"from":null}"#,
                "tour --closed --format=json -- 8",
            ),
            (
                "tour",
                r#"{"board":"8","step_at":["13=c3"],"tie_break":"last"}"#,
                "tour --step-at=13=c3 --tie-break=last --format=json -- 8",
            ),
            (
                "tour",
                r#"{"board":"8","leaper":[1,2],"format":"cert"}"#,
                "tour --format=cert --leaper=1,2 -- 8",
            ),
            ("tour", r#"{"board":"8","symmetric":true}"#, "tour --symmetric --format=json -- 8"),
            (
                "tour",
                r#"{"board":{"rows":3,"cols":3,"holes":["b2"]}}"#,
                "tour --hole=b2 --format=json -- 3x3",
            ),
            ("tour", r#"{"board":"..\n.."}"#, "tour --format=json -- -"),
            ("queens/count", r#"{"n":8,"k":5}"#, "queens count -k5 --format=json -- 8"),
            ("check", r#"{"file":"a1 b3"}"#, "check --format=json -- -"),
            // A value is never taken for an option.
            (
                "tour",
                r#"{"board":"--output=x","from":"--closed"}"#,
                "tour --from=--closed --format=json -- --output=x",
            ),
        ] {
            assert_eq!(line(path, request).as_deref(), Ok(expected));
        }
    }

    #[test]
    fn files_and_wrong_types_are_refused() {
        for (path, request, part) in [
            ("tour", r#"{"board":"8","output":"x"}"#, "output: a server"),
            ("count", r#"{"board":"8","checkpoint":"x"}"#, "checkpoint: a server"),
            ("model", r#"{"board":"8","write":"x.lp"}"#, "write: a server"),
            ("tour", r#"{"board":"8","closed":"yes"}"#, "--closed: expected true or false"),
            ("tour", r#"{"board":"8","from":{}}"#, "--from: expected a text"),
            ("tour", r#"{"board":"8","hole":[[]]}"#, "--hole: expected a text"),
            ("tour", r#"{"board":{}}"#, "board: expected rows and cols"),
            ("tour", r#"{"board":"-"}"#, "--board: there is no standard input"),
            ("tour", r#"{"BOARD":"8"}"#, "no option"),
            ("sample", r#"{"board":"..\n..","rank":"a1"}"#, "board: expected sides"),
        ] {
            let error = line(path, request).unwrap_err();
            assert!(error.contains(part), "{request}: {error}");
        }
    }
}
