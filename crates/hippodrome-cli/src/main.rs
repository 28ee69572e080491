//! The command line of `hippodrome`: parses, asks the library, has the answer checked, prints it.

mod cli;
mod commands;
mod failure;
mod input;
mod output;
mod watch;

use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Command};
use failure::{Failure, Status, say};

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error).into(),
    };
    let quiet = cli.quiet;
    let result = match cli.command {
        Command::Tour(args) => commands::tour::run(&args, quiet),
        Command::Exists(args) => commands::exists::run(&args, quiet),
        Command::Count(args) => commands::count::run(&args, quiet),
        Command::Sample(args) => commands::sample::run(&args, quiet),
        Command::List(args) => commands::sample::list(&args, quiet),
        Command::Check(args) => commands::check::run(&args),
        Command::Draw(args) => commands::draw::run(&args),
        Command::Completions { shell } => commands::manual::completions(shell),
        Command::Man { dir } => commands::manual::man(dir.as_deref()),
    };
    let status = result.unwrap_or_else(|failure: Failure| failure.report());
    if watch::interrupted() { Status::Interrupted.into() } else { status.into() }
}

/// Help and version go out as they are; an error becomes one line.
fn usage(error: &clap::Error) -> Status {
    if !error.use_stderr() {
        // A closed pipe is quiet.
        let _ = error.print();
        return Status::Done;
    }
    if error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return Status::Wrong;
    }
    say("error", &one_line(&error.render().to_string()));
    Status::Wrong
}

/// The first paragraph of a message of the argument parser, on one line.
fn one_line(message: &str) -> String {
    let paragraph = message.strip_prefix("error: ").unwrap_or(message);
    let lines = paragraph.lines().map(str::trim).take_while(|line| !line.is_empty());
    let line = lines.collect::<Vec<_>>().join(" ");
    // `-3x4` looks like an option to the parser, and like a board to its author.
    let negative = line.strip_prefix("unexpected argument '-").and_then(|rest| rest.bytes().next());
    if negative.is_some_and(|b| b.is_ascii_digit()) {
        return format!(
            "{line}: a board is ROWSxCOLS with sides from 1, a file's name may follow --"
        );
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

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
            let text = one_line(&error.render().to_string());
            assert!(!text.contains('\n') && text.len() > 10, "{line}: {text}");
        }
    }
}
