//! What can be asked of the REPL beside the value of forms: `,describe NAME` and the like.
//!
//! One table of names; what a command says goes to standard output, and what is wrong
//! with it to standard error.

use super::Repl;
use crate::profiling;
use mound_engine::ReplOutcome;
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
        &["describe", "d"],
        "NAME",
        "show its documentation and value",
        describe,
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
    row(&["load", "l"], "FILE", "evaluate the forms of a file", load),
    row(&["import", "i"], "LIBRARY ...", "import libraries", import),
    row(&["bt"], "", "show the stack of the last error", backtrace),
    row(
        &["frame", "f"],
        "[NUMBER]",
        "show a frame of it and its variables",
        frame,
    ),
    row(&["up"], "", "show the frame that called this one", up),
    row(&["down"], "", "show the frame that this one called", down),
    row(&["abort", "a"], "", "forget the last error", abort),
    row(&["quit", "q"], "", "end the REPL", |_, _| Some(0)),
];

/// Names of all commands with their commas, for completion.
pub(super) fn names() -> impl Iterator<Item = String> {
    COMMANDS
        .iter()
        .flat_map(|command| command.names)
        .map(|name| format!(",{name}"))
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
            eprintln!("error: there is no command ,{name}; ,help lists those there are");
            return None;
        };
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
    fn quietly(&mut self, text: &str) -> Result<(), Option<i32>> {
        let mut offset = 0;
        while let Some((outcome, warnings, next)) =
            self.interactive.evaluate("command", text, offset)
        {
            eprint!("{warnings}");
            offset = next;
            match outcome {
                ReplOutcome::Value(_) => {}
                failed => return Err(self.show(failed)),
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
    } else if found.is_empty() {
        println!("{name} is bound here, and has no documentation");
        return match repl.interactive.evaluate("describe", name, 0) {
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
    repl.quietly(&format!("(import {libraries})"))
        .err()
        .flatten()
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

fn abort(repl: &mut Repl, _: &str) -> Option<i32> {
    repl.debugger.leave();
    None
}
