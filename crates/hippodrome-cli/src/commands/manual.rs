//! `completions` and `man`: made from the same definitions as the help.

use std::path::Path;

use clap::CommandFactory;

use crate::cli::Cli;
use crate::failure::{Failure, Status};
use crate::output::Output;

/// Prints the completions of a shell.
///
/// # Errors
///
/// When standard output cannot be written.
pub(crate) fn completions(shell: clap_complete::Shell) -> Result<Status, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "hippodrome", &mut text);
    Output::new(None)?.finish(|out| out.write_all(&text))?;
    Ok(Status::Done)
}

/// Prints the manual page of the program, or writes a page for each command into a directory.
///
/// # Errors
///
/// When a page cannot be written.
pub(crate) fn man(dir: Option<&Path>) -> Result<Status, Failure> {
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    let Some(dir) = dir else {
        Output::new(None)?.finish(|mut out| clap_mangen::Man::new(program).render(&mut out))?;
        return Ok(Status::Done);
    };
    let pages = std::iter::once(&program).chain(program.get_subcommands());
    for command in pages.filter(|c| !c.is_hide_set()).cloned() {
        let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
        let path = dir.join(format!("{name}.1"));
        let page = clap_mangen::Man::new(command).title(name);
        Output::new(Some(&path))?.finish(|mut out| page.render(&mut out))?;
    }
    Ok(Status::Done)
}
