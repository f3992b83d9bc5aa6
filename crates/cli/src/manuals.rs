//! `mound completions` and `mound manual`: what shells and `man` know of the command line, made from
//! its definition in [`crate::arguments`], so that it is never out of date.

use crate::arguments::Arguments;
use crate::run::Failure;
use crate::standard;
use clap::CommandFactory;
use clap_complete::Shell;
use mound_engine::why;
use std::io;
use std::path::Path;

/// Prints the completions of a shell.
pub fn completions(shell: Shell) -> Result<i32, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "mound", &mut script);
    standard::output(&String::from_utf8_lossy(&script))?;
    Ok(0)
}

/// Writes a page for `mound` and one for each of its commands.
pub fn write(directory: &Path) -> Result<i32, Failure> {
    let mut command = Arguments::command();
    // Each command knows its full name, `mound cluster invite`, after this.
    command.build();
    let written = std::fs::create_dir_all(directory).and_then(|()| pages(&command, directory));
    match written {
        Ok(()) => Ok(0),
        Err(error) => Err(Failure {
            text: format!(
                "error: cannot write manual pages to {}: {}\n",
                directory.display(),
                why(&error)
            ),
            status: 1,
        }),
    }
}

fn pages(command: &clap::Command, directory: &Path) -> io::Result<()> {
    let name = command
        .get_display_name()
        .unwrap_or(command.get_name())
        .replace(' ', "-");
    let mut text = Vec::new();
    clap_mangen::Man::new(command.clone())
        .title(name.to_uppercase())
        .manual("Mound")
        .render(&mut text)?;
    std::fs::write(directory.join(format!("{name}.1")), text)?;
    command
        .get_subcommands()
        .filter(|command| command.get_name() != "help")
        .try_for_each(|command| pages(command, directory))
}
