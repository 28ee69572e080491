//! The command line of `hippodrome`: parses, asks the library, has the answer checked, prints it.

mod ask;
mod cli;
mod commands;
mod desk;
mod failure;
mod input;
mod output;
mod picture;
mod watch;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use cli::{Cli, Command};
use failure::{Failure, Status, say};

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error).into(),
    };
    let result = run(&cli);
    if watch::interrupted() {
        watch::say_interrupted();
        return Status::Interrupted.into();
    }
    result.unwrap_or_else(|failure: Failure| failure.report()).into()
}

/// Runs the command.
fn run(cli: &Cli) -> Result<Status, Failure> {
    let quiet = cli.quiet;
    match &cli.command {
        Command::Tour(args) => commands::tour::run(args, quiet),
        Command::Exists(args) => commands::exists::run(args, quiet),
        Command::Explain(args) => commands::explain::run(args, quiet),
        Command::Survey(args) => commands::survey::run(args, quiet),
        Command::Count(args) => commands::count::run(args, quiet),
        Command::Sample(args) => commands::sample::run(args, quiet),
        Command::List(args) => commands::sample::list(args, quiet),
        Command::Merge(args) => commands::units::merge(args),
        Command::Queens(args) => commands::queens::run(args, quiet),
        Command::Model(args) => commands::model::run(args, quiet),
        Command::Locate(args) => commands::locate::run(args),
        Command::Check(args) => commands::check::run(args),
        Command::Draw(args) => commands::draw::run(args),
        Command::Serve(args) => commands::serve::run(args, quiet),
        Command::Completions { shell } => commands::manual::completions(*shell),
        Command::Man { dir } => commands::manual::man(dir.as_deref()),
    }
}

/// Help and version go out as they are; an error becomes one line.
fn usage(error: &clap::Error) -> Status {
    if !error.use_stderr() {
        // A closed pipe is quiet.
        let _ = error.print();
        return Status::Done;
    }
    say("error", &one_line(error));
    Status::Wrong
}

/// A message of the argument parser on one line, with what was expected.
fn one_line(error: &clap::Error) -> String {
    use clap::error::ErrorKind::{
        DisplayHelpOnMissingArgumentOrSubcommand, InvalidSubcommand, MissingSubcommand,
    };
    let text = error.render().to_string();
    let paragraph = text.strip_prefix("error: ").unwrap_or(&text);
    let lines = paragraph.lines().map(str::trim).take_while(|line| !line.is_empty());
    let line = lines.collect::<Vec<_>>().join(" ");
    match error.kind() {
        DisplayHelpOnMissingArgumentOrSubcommand | MissingSubcommand => {
            format!("no command is given: expected {} (see --help)", commands_in_words())
        }
        InvalidSubcommand => format!("{line}: expected {} (see --help)", commands_in_words()),
        // `-3x4` looks like an option to the parser, and like a board to its author.
        _ if line
            .strip_prefix("unexpected argument '-")
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) =>
        {
            format!("{line}: no board, square, step or number begins with a minus")
        }
        _ => line,
    }
}

fn commands_in_words() -> String {
    let program = Cli::command();
    let names = program.get_subcommands().map(clap::Command::get_name);
    names.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_usage_error_is_one_line() {
        for line in [
            "hippodrome tour",
            "hippodrome tuor 8x8",
            "hippodrome tour 8x8 --closed --open",
            "hippodrome tour 8x8 --from a0",
            "hippodrome tour 8x8 --step-at c3",
            "hippodrome tour 8x8 --time-limit soon",
            "hippodrome tour -3x4",
            "hippodrome tour 8x8 --frm a1",
            "hippodrome tour 8x8 --method magic",
        ] {
            let error = Cli::try_parse_from(line.split(' ')).unwrap_err();
            let text = one_line(&error);
            assert!(!text.contains('\n') && text.len() > 10, "{line}: {text}");
        }
    }
}
