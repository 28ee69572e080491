//! The commands as operations of a server.
//!
//! A request is a JSON object of options. It becomes the arguments of the command of the same name
//! ([`options`]), is parsed by the same parser, kept to the server's limits ([`limits`]) and run at
//! a [desk](crate::desk). Its schema is made from the parser's definitions ([`schema`]), so that an
//! option that is added to a command is there at once, with its documentation.

mod limits;
mod operations;
mod options;
mod schema;

use clap::{CommandFactory, Parser};
use hippodrome_serve::{Engine, Limits, Operation, Reply, Watcher};
use serde_json::{Map, Value};

use crate::cli::Cli;
use crate::desk::Desk;
use crate::failure::{Failure, Status};

use operations::Entry;

/// The commands of this program.
pub(crate) struct Commands {
    program: clap::Command,
}

impl Commands {
    pub(crate) fn new() -> Self {
        let mut program = Cli::command();
        program.build();
        Self { program }
    }

    /// The definition of an operation's command.
    fn definition(&self, entry: &Entry) -> &clap::Command {
        entry.path.split('/').fold(&self.program, |command, name| {
            command.find_subcommand(name).expect("each operation is a command; tested")
        })
    }
}

impl Engine for Commands {
    fn operations(&self) -> Vec<Operation> {
        let mut generator = schema::generator();
        let entries = operations::ALL.iter();
        entries
            .map(|entry| {
                let command = self.definition(entry);
                Operation {
                    path: entry.path.to_owned(),
                    summary: command.get_about().map_or_else(String::new, ToString::to_string),
                    request: schema::request(command, entry),
                    answer: (entry.answer)(&mut generator),
                    lines: entry.lines,
                    example: serde_json::from_str(entry.example).unwrap_or_default(),
                    lane: entry.lane,
                }
            })
            .collect()
    }

    fn schemas(&self) -> Map<String, Value> {
        let mut generator = schema::generator();
        for entry in &operations::ALL {
            (entry.answer)(&mut generator);
        }
        generator.take_definitions(true)
    }

    fn answer(
        &self,
        path: &str,
        request: Map<String, Value>,
        limits: &Limits,
        watcher: Watcher,
    ) -> Reply {
        let Some(entry) = operations::ALL.iter().find(|entry| entry.path == path) else {
            return Reply::Wrong(format!("there is no operation '{path}'"));
        };
        let asked = match options::read(self.definition(entry), entry, request) {
            Ok(asked) => asked,
            Err(line) => return Reply::Wrong(line),
        };
        let mut cli = match Cli::try_parse_from(&asked.arguments) {
            Ok(cli) => cli,
            Err(error) => return Reply::Wrong(crate::one_line(&error)),
        };
        if let Err(line) = limits::keep(&mut cli.command, asked.input.as_deref(), limits) {
            return Reply::TooLarge(line);
        }
        let desk = Desk::new(asked.input, watcher, limits.answer);
        let (status, desk) =
            desk.run(|| crate::run(&cli).unwrap_or_else(|failure: Failure| failure.report()));
        if desk.full {
            let most = limits.answer;
            return Reply::TooLarge(format!("the answer is longer than {most} bytes"));
        }
        let exit = match status {
            Status::Done => 0,
            Status::No => 1,
            Status::Wrong => 2,
            Status::Unknown | Status::Interrupted => 3,
        };
        Reply::Ran {
            exit,
            out: desk.out,
            err: desk.err,
            media: entry.media(asked.format.as_deref()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hippodrome_serve::describe;

    #[test]
    fn every_operation_is_a_command_with_an_example_that_parses() {
        let commands = Commands::new();
        for entry in &operations::ALL {
            let request: Map<String, Value> = serde_json::from_str(entry.example).unwrap();
            let asked = options::read(commands.definition(entry), entry, request).unwrap();
            assert!(Cli::try_parse_from(&asked.arguments).is_ok(), "{}", entry.path);
        }
    }

    #[test]
    fn every_reference_of_the_description_leads_somewhere() {
        fn walk(document: &Value, at: &Value, seen: &mut usize) {
            match at {
                Value::Object(fields) => {
                    if let Some(Value::String(name)) = fields.get("$ref") {
                        *seen += 1;
                        let place = name.strip_prefix('#').unwrap();
                        assert!(document.pointer(place).is_some(), "{name}");
                    }
                    fields.values().for_each(|value| walk(document, value, seen));
                }
                Value::Array(all) => all.iter().for_each(|value| walk(document, value, seen)),
                _ => {}
            }
        }
        let document = describe(&Commands::new());
        let mut seen = 0;
        walk(&document, &document, &mut seen);
        assert!(seen > 50, "{seen}");
    }
}
