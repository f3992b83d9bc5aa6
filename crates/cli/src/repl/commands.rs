//! What can be asked of the REPL beside the value of forms: `,describe NAME` and the like.
//!
//! One table of names; what a command says goes to standard output, and what is wrong
//! with it to standard error.

use super::{Repl, attached, restarts};
use crate::profiling;
use mound_engine::{ReplOutcome, documentation};
use std::time::Instant;

type Perform = fn(&mut Repl, &str) -> Option<i32>;

struct Command {
    names: &'static [&'static str],
    argument: &'static str,
    help: &'static str,
    perform: Perform,
}

const fn row(
    names: &'static [&'static str],
    argument: &'static str,
    help: &'static str,
    perform: Perform,
) -> Command {
    Command {
        names,
        argument,
        help,
        perform,
    }
}

static COMMANDS: &[Command] = &[
    row(&["help", "h", "?"], "", "show this", help),
    row(
        &["doc", "describe", "d"],
        "NAME",
        "show its documentation and value, also of syntax",
        describe,
    ),
    row(
        &["apropos", "a"],
        "TEXT",
        "list the names with the text in them, here and in the libraries",
        apropos,
    ),
    row(
        &["source", "s"],
        "NAME",
        "show where and how it is defined",
        source,
    ),
    row(
        &["edit", "e"],
        "FILE-OR-NAME",
        "open the editor on it, and evaluate what is changed",
        |repl, what| repl.edit(what),
    ),
    row(
        &["on"],
        "NODE EXPRESSION",
        "evaluate it on another node, given as host:port",
        on_node,
    ),
    row(
        &["expand", "x"],
        "FORM",
        "show it in the core language",
        expand,
    ),
    row(
        &["disassemble", "dis"],
        "PROCEDURE",
        "show its instructions",
        disassemble,
    ),
    row(
        &["time", "t"],
        "EXPRESSION",
        "show how long it takes and what it uses",
        time,
    ),
    row(
        &["profile"],
        "EXPRESSION",
        "show which procedures use fuel and memory while it is evaluated",
        profile,
    ),
    row(
        &["trace"],
        "NAME",
        "show calls of the procedure and their results",
        trace,
    ),
    row(&["untrace"], "NAME", "show them no more", untrace),
    row(
        &["processes", "ps"],
        "",
        "list the processes of this node",
        processes,
    ),
    row(
        &["process", "p"],
        "NUMBER",
        "show all about a process of this node",
        process,
    ),
    row(&["load", "l"], "FILE", "evaluate the forms of a file", load),
    row(&["import", "i"], "LIBRARY ...", "import libraries", import),
    row(
        &["reload", "r"],
        "[LIBRARY]",
        "load a changed library again, or all that have changed",
        reload,
    ),
    row(
        &["rehearse"],
        "[LIBRARY]",
        "show what ,reload would load, and who would stay in old code",
        rehearse,
    ),
    row(
        &["versions"],
        "",
        "list the versions of libraries that this node has",
        versions,
    ),
    row(&["bt"], "", "show the stack of the last error", backtrace),
    row(
        &["frame", "f"],
        "[NUMBER]",
        "show a frame of it and its variables",
        frame,
    ),
    row(&["up"], "", "show the frame that called this one", up),
    row(&["down"], "", "show the frame that this one called", down),
    row(
        &["restarts"],
        "",
        "list what can be done about the last error",
        restarts::list,
    ),
    row(
        &["use"],
        "EXPRESSION",
        "go on after the last error with a value in the place of what failed",
        restarts::use_value,
    ),
    row(
        &["return"],
        "N EXPRESSION",
        "go on after the last error as if frame N had returned the value",
        restarts::return_value,
    ),
    row(
        &["again"],
        "",
        "do what failed again, and go on",
        restarts::again,
    ),
    row(
        &["retry"],
        "",
        "evaluate the form of the last error again",
        restarts::retry,
    ),
    row(&["abort"], "", "forget the last error", restarts::abort),
    row(&["quit", "q"], "", "end the REPL", |_, _| Some(0)),
];

/// Names of all commands with their commas, for completion.
pub(super) fn names() -> impl Iterator<Item = String> {
    COMMANDS
        .iter()
        .flat_map(|command| command.names)
        .map(|name| format!(",{name}"))
}

/// What the command does, in a line.
pub(super) fn description(name: &str) -> Option<String> {
    let command = COMMANDS
        .iter()
        .find(|command| command.names.contains(&name))?;
    Some(format!(",{name} {}: {}", command.argument, command.help))
}

impl Repl {
    /// Performs the command in a line, without its comma. `Some` is a status to end with.
    pub(super) fn command(&mut self, line: &str) -> Option<i32> {
        let line = line.trim();
        let (name, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let argument = argument.trim();
        let Some(command) = COMMANDS
            .iter()
            .find(|command| command.names.contains(&name))
        else {
            let known = COMMANDS.iter().flat_map(|command| command.names);
            match mound_base::nearest(name, known.copied()) {
                Some(nearest) => {
                    eprintln!("error: there is no command ,{name}; did you mean ,{nearest}?");
                }
                None => {
                    eprintln!("error: there is no command ,{name}; ,help lists those there are");
                }
            }
            return None;
        };
        if self.node.is_some() && !attached::COMMANDS.contains(&command.names[0]) {
            eprintln!("error: ,{name} is not there in a session on another node");
            return None;
        }
        let optional = command.argument.is_empty() || command.argument.starts_with('[');
        if argument.is_empty() && !optional {
            eprintln!(
                "error: ,{name} needs an argument: ,{name} {}",
                command.argument
            );
            return None;
        }
        (command.perform)(self, argument)
    }

    /// Evaluates what a command stands for; shows only what goes wrong.
    pub(super) fn quietly(&mut self, text: &str) -> Result<(), Option<i32>> {
        let mut offset = 0;
        while let Some((outcome, warnings, next)) =
            self.interactive.evaluate("command", text, offset, None)
        {
            eprint!("{warnings}");
            offset = next;
            match outcome {
                ReplOutcome::Value(_) => {}
                failed => return Err(self.show(failed, "command", text)),
            }
        }
        Ok(())
    }
}

fn help(_: &mut Repl, _: &str) -> Option<i32> {
    for command in COMMANDS {
        let names: Vec<String> = command
            .names
            .iter()
            .map(|name| format!(",{name}"))
            .collect();
        let head = format!("{} {}", names.join(" "), command.argument);
        println!("  {head:<32} {}", command.help);
    }
    println!("  Ctrl-C stops a form that runs; Ctrl-D ends the REPL.");
    None
}

fn describe(repl: &mut Repl, name: &str) -> Option<i32> {
    let found = repl.interactive.documentation(name);
    let known = repl
        .interactive
        .names()
        .iter()
        .any(|bound| bound.name() == name);
    for one in &found {
        println!("{}", one.text);
        println!("  from {}", one.source);
    }
    if !known {
        println!("{name} is not bound here");
        if found.is_empty()
            && let Some(nearest) = nearest_name(repl, name)
        {
            println!("did you mean {nearest}?");
        }
    } else if found.is_empty() {
        println!("{name} is bound here, and has no documentation");
        return match repl.interactive.evaluate("describe", name, 0, None) {
            Some((ReplOutcome::Value(Some(value)), ..)) => {
                println!("  {value}");
                None
            }
            Some((ReplOutcome::Exit(status), ..)) => Some(status),
            // A name of syntax has no value, and a variable may have none yet.
            _ => None,
        };
    }
    None
}

/// The name that is bound here or documented, and was probably meant.
fn nearest_name(repl: &Repl, name: &str) -> Option<String> {
    let summaries = documentation::summaries();
    let bound = repl.interactive.names();
    let mut known: Vec<String> = bound.iter().map(|name| name.to_string()).collect();
    known.extend(summaries.into_iter().map(|summary| summary.name));
    let known = known.iter().filter(|name| !name.starts_with('%'));
    mound_base::nearest(name, known.map(String::as_str)).map(str::to_owned)
}

fn apropos(repl: &mut Repl, text: &str) -> Option<i32> {
    let bound = repl.interactive.names();
    let mut lines: Vec<(String, String)> = Vec::new();
    for summary in documentation::summaries() {
        if summary.name.contains(text) {
            let is_here = bound.iter().any(|name| name.name() == summary.name);
            let whence = if is_here { "" } else { &*summary.source };
            let line = match whence {
                "" => summary.sentence,
                _ => format!("{} [{whence}]", summary.sentence),
            };
            lines.push((summary.name, line));
        }
    }
    for name in bound {
        let name = name.to_string();
        let is_listed = lines.iter().any(|(listed, _)| *listed == name);
        if name.contains(text) && !is_listed && !name.starts_with(['%', '|']) {
            lines.push((name, "bound here".to_owned()));
        }
    }
    lines.sort();
    lines.dedup_by(|one, other| one.0 == other.0);
    match lines.is_empty() {
        true => println!("no name has {text} in it"),
        false => lines
            .iter()
            .for_each(|(name, line)| println!("  {name:<28} {line}")),
    }
    None
}

fn source(repl: &mut Repl, name: &str) -> Option<i32> {
    match repl.definition(name) {
        Some(found) => println!("{}\n  at {}:{}", found.text, found.source, found.line),
        None => match documentation::syntax::of(name) {
            Some(_) => println!("{name} is part of the core language; ,doc {name} explains it"),
            None => eprintln!("error: nothing that is known here defines {name}"),
        },
    }
    None
}

fn on_node(repl: &mut Repl, argument: &str) -> Option<i32> {
    let Some((node, expression)) = argument.split_once(char::is_whitespace) else {
        eprintln!("error: ,on needs a node and an expression: ,on localhost:3001 (self)");
        return None;
    };
    let node = node.trim_matches('"');
    if !mound_engine::is_address(node) {
        eprintln!("error: {node} is no node: it is given as host:port, as in localhost:3001");
        return None;
    }
    // Whoever asks another node has to listen, so that it can answer.
    let import = "(import (rename (only (termite process) current-node node-init on) \
                  (current-node |,current-node|) (node-init |,node-init|) (on |,on|)))\n\
                  (guard (problem (#t (|,node-init|))) (|,current-node|))";
    if let Err(status) = repl.quietly(import) {
        return status;
    }
    repl.evaluate(
        "on",
        &format!("(|,on| \"{node}\" (lambda () {expression}))"),
    )
}

fn process(repl: &mut Repl, number: &str) -> Option<i32> {
    let number = number
        .trim_start_matches("#<process ")
        .trim_end_matches('>');
    let is_number = number.chars().all(|one| one.is_ascii_digit() || one == '.');
    if !is_number {
        eprintln!("error: ,process needs the number of a process, as ,processes lists them");
        return None;
    }
    if repl.node.is_some() {
        return repl.ask_there(&format!("(|,process| \"{number}\")"));
    }
    let text = format!(
        "(import (rename (only (mound top) print-process) (print-process |,process|)))\n\
         (|,process| \"{number}\")"
    );
    let status = repl.quietly(&text).err().flatten();
    repl.interactive.flush();
    status
}

fn expand(repl: &mut Repl, form: &str) -> Option<i32> {
    show(repl.interactive.expansion(form))
}

fn disassemble(repl: &mut Repl, procedure: &str) -> Option<i32> {
    show(repl.interactive.disassembly(procedure))
}

fn show(result: Result<String, String>) -> Option<i32> {
    match result {
        Ok(text) => print!("{text}"),
        Err(why) => eprint!("{why}"),
    }
    None
}

fn time(repl: &mut Repl, expression: &str) -> Option<i32> {
    let (reductions, words) = repl.interactive.counters();
    let start = Instant::now();
    let status = repl.evaluate("time", expression);
    let elapsed = start.elapsed();
    let (reductions_after, words_after) = repl.interactive.counters();
    println!(
        "  {:.3} ms, {} reductions, {} bytes allocated",
        elapsed.as_secs_f64() * 1000.0,
        reductions_after - reductions,
        8 * (words_after - words),
    );
    status
}

fn profile(repl: &mut Repl, expression: &str) -> Option<i32> {
    repl.interactive.start_profile();
    let status = repl.evaluate("profile", expression);
    print!("{}", profiling::table(&repl.interactive.stop_profile()));
    status
}

/// Gives a name the value of an expression of `(mound traced)`. The old value goes through a
/// variable of its own, since the name may be one that is imported.
fn retrace(repl: &mut Repl, name: &str, expression: &str) -> Option<i32> {
    let bound = repl.interactive.names();
    if !bound.iter().any(|bound| bound.name() == name) {
        eprintln!("error: {name} is not bound here");
        if let Some(nearest) = nearest_name(repl, name) {
            eprintln!("  hint: did you mean {nearest}?");
        }
        return None;
    }
    let text = format!(
        "(import (only (mound traced) trace-procedure untraced-procedure))\n\
         (define |,trace| {name})\n\
         (define {name} ({expression} |,trace|))"
    );
    repl.quietly(&text).err().flatten()
}

fn trace(repl: &mut Repl, name: &str) -> Option<i32> {
    retrace(repl, name, &format!("trace-procedure '{name}"))
}

fn untrace(repl: &mut Repl, name: &str) -> Option<i32> {
    retrace(repl, name, "untraced-procedure")
}

fn processes(repl: &mut Repl, _: &str) -> Option<i32> {
    if repl.node.is_some() {
        return repl.ask_there("(|,processes|)");
    }
    for line in repl.interactive.processes() {
        println!("{}", line.trim_end());
    }
    // What queues, pools and futures tell of themselves.
    let text = "(import (rename (only (mound top) print-servers) (print-servers |,servers|)))\n\
                (|,servers|)";
    repl.quietly(text).err().flatten()
}

fn load(repl: &mut Repl, path: &str) -> Option<i32> {
    let path = path.trim_matches('"');
    match std::fs::read_to_string(path) {
        Ok(text) => repl.evaluate(path, &text),
        Err(error) => {
            eprintln!("error: {path}: {}", mound_engine::why(&error));
            None
        }
    }
}

fn import(repl: &mut Repl, libraries: &str) -> Option<i32> {
    if repl.node.is_some() {
        return repl.evaluate_there(&format!("(import {libraries})"));
    }
    repl.quietly(&format!("(import {libraries})"))
        .err()
        .flatten()
}

/// The name of a library as units have it; `(greeter words)`, `greeter/words` and `greeter words`.
fn library_name(text: &str) -> Option<String> {
    let text = text.trim_matches(['(', ')']);
    let parts: Vec<&str> = text.split_whitespace().collect();
    (!parts.is_empty()).then(|| parts.join("/"))
}

fn reload(repl: &mut Repl, library: &str) -> Option<i32> {
    match repl.interactive.reload(library_name(library).as_deref()) {
        Ok((changed, _)) if changed.is_empty() => println!("nothing has changed"),
        Ok((changed, lost)) => {
            for name in changed {
                println!("loaded ({})", name.replace('/', " "));
            }
            for name in lost {
                eprintln!("warning: {name} is no longer exported, and means the old code");
            }
        }
        Err(why) => eprint!("{}{}", why, if why.ends_with('\n') { "" } else { "\n" }),
    }
    None
}

fn rehearse(repl: &mut Repl, library: &str) -> Option<i32> {
    let libraries = library_name(library).map_or(String::new(), |name| {
        format!("'({})", name.replace('/', " "))
    });
    let text = format!(
        "(import (rename (only (mound modules) upgrade print-upgrade)\n         (upgrade |,upgrade|) (print-upgrade |,print-upgrade|)))\n         (|,print-upgrade| (|,upgrade| {libraries} dry-run: #t) #t)"
    );
    repl.quietly(&text).err().flatten()
}

fn versions(repl: &mut Repl, _: &str) -> Option<i32> {
    let text = "(import (rename (only (mound modules) print-library-versions)\n                (print-library-versions |,versions|)))\n                (|,versions|)";
    repl.quietly(text).err().flatten()
}

fn backtrace(repl: &mut Repl, _: &str) -> Option<i32> {
    print!("{}", repl.debugger.backtrace());
    None
}

fn frame(repl: &mut Repl, number: &str) -> Option<i32> {
    match number.parse() {
        Ok(number) => print!("{}", repl.debugger.select(number)),
        Err(_) if number.is_empty() => print!("{}", repl.debugger.step(0)),
        Err(_) => eprintln!("error: ,frame needs a number"),
    }
    None
}

fn up(repl: &mut Repl, _: &str) -> Option<i32> {
    print!("{}", repl.debugger.step(1));
    None
}

fn down(repl: &mut Repl, _: &str) -> Option<i32> {
    print!("{}", repl.debugger.step(-1));
    None
}
