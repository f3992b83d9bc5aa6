//! What was probably meant by a command that there is not: words of other tools, and the name of a program.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue};
use std::path::Path;

/// The error of a command line with a tip, if there is one for what was not understood.
pub fn with_tip(mut error: clap::Error) -> clap::Error {
    let unknown = [ContextKind::InvalidSubcommand, ContextKind::InvalidArg]
        .into_iter()
        .find_map(|kind| error.get(kind));
    let usage = error.get(ContextKind::Usage).map(ToString::to_string);
    let tip = match unknown {
        Some(ContextValue::String(word)) => tip(word).or_else(|| word_too_many(word, &usage?)),
        Some(ContextValue::Strings(missing)) => what_is_missing(missing),
        _ => None,
    };
    if let Some(tip) = tip {
        let tips = vec![StyledStr::from(tip)];
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        error.remove(ContextKind::SuggestedSubcommand);
        error.remove(ContextKind::SuggestedArg);
    }
    error
}

/// `mound eval + 1 2`, of which a shell makes several arguments.
fn word_too_many(word: &str, usage: &str) -> Option<String> {
    let is_meant = usage.contains(" eval ") && !word.starts_with('-');
    is_meant.then(|| "an expression is one word for the shell: mound eval '(+ 1 2)'".to_owned())
}

fn what_is_missing(missing: &[String]) -> Option<String> {
    if missing.iter().any(|name| name == "<PROCEDURE>") {
        return Some("an expression, as a name of the program or '(lambda () 1)'".to_owned());
    }
    let found = missing.iter().find(|name| name.contains("<HOST:PORT>"))?;
    Some(match found.starts_with("--listen") {
        true => "where others can reach it, as in --listen localhost:3001".to_owned(),
        false => "the address of a node, as in localhost:3001".to_owned(),
    })
}

fn tip(word: &str) -> Option<String> {
    let is_program = |word: &str| {
        let path = Path::new(word);
        let ending = path.extension().and_then(|ending| ending.to_str());
        matches!(ending, Some("scm" | "sld" | "bundle")) || path.is_file()
    };
    if is_program(word) {
        return Some(format!("a program is run by `mound run {word}`"));
    }
    let tip = match word {
        "compile" => {
            "`mound build FILE` makes one executable file; `mound check FILE` only looks for errors"
        }
        "start" | "exec" | "execute" | "serve" => {
            "`mound run FILE` runs a program; `mound node --listen HOST:PORT` runs a node"
        }
        "shell" | "console" | "interactive" | "iex" | "erl" | "-i" => "`mound repl` is the prompt",
        "-e" | "--eval" | "-c" => "`mound eval EXPRESSION` shows its value",
        "--port" | "-p" | "--host" | "--bind" | "--address" => {
            "`--listen HOST:PORT` says where a node can be reached, as in --listen localhost:3001"
        }
        "--watch" | "-w" => "`mound test --watch` tests again whenever a file changes",
        "--verbose" | "--debug" => "`--log LEVEL` says more, as in --log debug",
        "version" | "-v" | "-version" => "`mound --version` tells it",
        "format" => "`mound fmt FILE` writes a source anew in one style",
        "lint" => "`mound check FILE` reports what is wrong with a program",
        "docs" => "`mound doc` writes the reference",
        "init" | "create" => "`mound new NAME` makes a project",
        "add" | "get" | "fetch" => "`mound install LIBRARY@VERSION` fetches a library",
        "connect" | "remsh" | "remote" => "`mound attach HOST:PORT` is a prompt inside of a node",
        "profile" => "`mound run --profile FILE` shows where a program uses time and memory",
        _ => return None,
    };
    Some(tip.to_owned())
}
