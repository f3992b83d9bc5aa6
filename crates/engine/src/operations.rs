//! Operations that programs ask for by name: see `docs/internals/resources.md`.
//!
//! The libraries check what programs give them; here is checked what a primitive
//! could be given besides.

use crate::compiler::Job;
use crate::requests::{answer, raise};
use crate::resources::child::{self, Program, Stream};
use crate::resources::database;
use crate::resources::files::{self, Mode};
use crate::resources::listener;
use crate::resources::secured;
use crate::resources::sockets::{self, Pair};
use crate::resources::{Resource, answer_item, close, closed};
use crate::state::NodeState;
use mound_base::{Symbol, SymbolRef};
use mound_machine::Item;
use mound_process::Serial;
use rustix::process::Signal;
use std::sync::Arc;
use std::time::Duration;

/// Starts the operation `name`.
pub fn start(node: &Arc<NodeState>, number: u64, name: Symbol, arguments: &[Item]) {
    let text = &*name.text();
    let known = crate::simulation::operation(node, number, text, arguments)
        || crate::versions::operation(node, number, text, arguments)
        || crate::waits::operation(node, number, text, arguments)
        || trust_operation(node, number, text, arguments)
        || file_operation(node, number, text, arguments)
        || resource_operation(node, number, text, arguments)
        || secured::operation(node, number, text, arguments)
        || database::operation(node, number, text, arguments);
    if !known {
        let message = format!("the host has no operation {text} of these arguments");
        answer(node, number, raise("type", message));
    }
}

/// What may be fetched of libraries; the compiler knows. False if it is no such operation.
fn trust_operation(node: &Arc<NodeState>, number: u64, name: &str, arguments: &[Item]) -> bool {
    let location = match (name, arguments) {
        ("trust-location", [Item::Text(location)]) => Some(location.clone()),
        ("trusted-locations", []) => None,
        _ => return false,
    };
    let state = Arc::clone(node);
    let done = Box::new(move |trusted: Result<Vec<String>, String>| match trusted {
        Ok(trusted) => {
            let names = trusted.into_iter().map(Item::Text);
            answer_item(&state, number, Item::List(names.collect()));
        }
        Err(why) => answer(&state, number, raise("error", why)),
    });
    node.compiler.ask(Job::Trust { location, done });
    true
}

/// What is done to files by name. False if it is no such operation, or has other arguments.
fn file_operation(node: &Arc<NodeState>, number: u64, name: &str, arguments: &[Item]) -> bool {
    use Item::{Boolean, Bytes, Integer, Text};
    /// Takes the arguments out of their enum and runs the operation on the pool.
    macro_rules! run {
        (|$($given:ident),*| $body:expr) => {{
            $(let $given = $given.clone();)*
            files::perform(node, number, move |_| $body);
        }};
    }
    match (name, arguments) {
        ("open-input", [Item::Process(owner), Text(path)]) => {
            open(node, number, *owner, path, None);
        }
        ("open-output", [Item::Process(owner), Text(path), Item::Symbol(mode)]) => {
            let Some(mode) = mode_of(mode) else {
                return false;
            };
            open(node, number, *owner, path, Some(mode));
        }
        ("read-file", [Text(path), Boolean(text)]) => {
            run!(|path, text| files::read_whole(&path, text));
        }
        ("write-file", [Text(path), Text(text), Item::Symbol(mode)]) => {
            let Some(mode) = mode_of(mode) else {
                return false;
            };
            run!(|path, text| files::write_whole(&path, text.as_bytes(), mode));
        }
        ("write-file", [Text(path), Bytes(bytes), Item::Symbol(mode)]) => {
            let Some(mode) = mode_of(mode) else {
                return false;
            };
            run!(|path, bytes| files::write_whole(&path, &bytes, mode));
        }
        ("file-information", [Text(path), Boolean(follow)]) => {
            run!(|path, follow| files::information(&path, follow));
        }
        ("list-directory", [Text(path)]) => run!(|path| files::list(&path)),
        ("delete-file", [Text(path)]) => run!(|path| files::remove(&path)),
        ("delete-directory", [Text(path), Boolean(contents)]) => {
            run!(|path, contents| files::remove_directory(&path, contents));
        }
        ("create-directory", [Text(path), Boolean(parents)]) => {
            run!(|path, parents| files::make_directory(&path, parents));
        }
        ("rename-file", [Text(from), Text(to)]) => run!(|from, to| files::rename(&from, &to)),
        ("copy-file", [Text(from), Text(to)]) => run!(|from, to| files::copy(&from, &to)),
        ("create-link", [Text(target), Text(path)]) => {
            run!(|target, path| files::link(&target, &path));
        }
        ("read-link", [Text(path)]) => run!(|path| files::read_link(&path)),
        ("resolve-path", [Text(path)]) => run!(|path| files::resolve(&path)),
        ("set-permissions", [Text(path), Integer(mode)]) => {
            let Some(mode) = u32::try_from(*mode).ok().filter(|mode| *mode <= 0o7777) else {
                return false;
            };
            run!(|path| files::set_permissions(&path, mode));
        }
        ("current-directory", []) => files::perform(node, number, |_| files::current_directory()),
        ("system-information", []) => files::perform(node, number, |_| files::surroundings()),
        ("temporary", [directory, Text(prefix), Boolean(is_directory)]) => {
            let directory = match directory {
                Text(directory) => Some(directory.clone()),
                _ => None,
            };
            run!(|prefix, is_directory| files::temporary(
                directory.as_deref(),
                &prefix,
                is_directory
            ));
        }
        _ => return false,
    }
    true
}

fn mode_of(mode: &SymbolRef) -> Option<Mode> {
    match &*mode.symbol().text() {
        "truncate" => Some(Mode::Truncate),
        "append" => Some(Mode::Append),
        "create" => Some(Mode::Create),
        _ => None,
    }
}

/// The serial of a process of this node.
pub fn local(name: mound_heap::value::Name) -> Option<Serial> {
    crate::host::pid(name)?.as_local()
}

fn open(
    node: &Arc<NodeState>,
    number: u64,
    owner: mound_heap::value::Name,
    path: &str,
    mode: Option<Mode>,
) {
    match local(owner) {
        Some(owner) => files::open(node, number, owner, path.to_owned(), mode),
        None => {
            answer(node, number, closed());
        }
    }
}

/// What is done to resources. False if it is no such operation, or has other arguments.
fn resource_operation(node: &Arc<NodeState>, number: u64, name: &str, arguments: &[Item]) -> bool {
    match (name, arguments) {
        ("close", [Item::Process(owner)]) => match local(*owner) {
            Some(owner) => close(node, number, owner),
            None => return false,
        },
        ("set-timeout", [Item::Process(owner), seconds]) => {
            let timeout = duration(seconds);
            match local(*owner).and_then(|owner| node.resources.find(owner)) {
                Some(resource) => match &*resource {
                    Resource::Input(input) => input.set_timeout(timeout),
                    Resource::Output(output) => output.set_timeout(timeout),
                    Resource::Listener(_) | Resource::Child(_) | Resource::Database(_) => {
                        return false;
                    }
                },
                None => {
                    answer(node, number, closed());
                    return true;
                }
            }
            answer_item(node, number, Item::Unspecified);
        }
        (
            "connect",
            [
                Item::Process(input),
                Item::Process(output),
                Item::Text(host),
                Item::Integer(port),
                seconds,
            ],
        ) => {
            let (Some(pair), Ok(port)) = (pair(*input, *output), u16::try_from(*port)) else {
                return false;
            };
            let place = (host.clone(), port);
            sockets::connect(node, number, pair, place, duration(seconds));
        }
        ("listen", [Item::Process(owner), Item::Text(host), Item::Integer(port)]) => {
            let (Some(owner), Ok(port)) = (local(*owner), u16::try_from(*port)) else {
                return false;
            };
            listener::listen(node, number, owner, host.clone(), port, None);
        }
        (
            "accept",
            [
                Item::Process(owner),
                Item::Process(input),
                Item::Process(output),
            ],
        ) => {
            let (Some(owner), Some(pair)) = (local(*owner), pair(*input, *output)) else {
                return false;
            };
            match node.resources.find(owner) {
                Some(resource) => match &*resource {
                    Resource::Listener(listener) => {
                        listener.accept(node, &resource, number, pair);
                    }
                    _ => return false,
                },
                None => {
                    answer(node, number, closed());
                }
            }
        }
        ("start-program", _) => match program(arguments) {
            Some(program) => child::start(node, number, program),
            None => return false,
        },
        ("wait-for-program", [Item::Process(owner), Item::Boolean(wait)]) => {
            return with_child(node, number, *owner, |child| {
                child.wait(node, number, *wait);
            });
        }
        ("signal-program", [Item::Process(owner), Item::Symbol(signal)]) => {
            let signal = match &*signal.symbol().text() {
                "terminate" => Signal::TERM,
                "interrupt" => Signal::INT,
                "kill" => Signal::KILL,
                _ => return false,
            };
            return with_child(node, number, *owner, |child| {
                answer_item(node, number, Item::Boolean(child.signal(signal)));
            });
        }
        _ => return false,
    }
    true
}

fn with_child(
    node: &Arc<NodeState>,
    number: u64,
    owner: mound_heap::value::Name,
    action: impl FnOnce(&child::Running),
) -> bool {
    match local(owner).and_then(|owner| node.resources.find(owner)) {
        Some(resource) => match &*resource {
            Resource::Child(child) => action(child),
            _ => return false,
        },
        None => {
            answer(node, number, closed());
        }
    }
    true
}

/// The owners of the two sides of a connection.
pub fn pair(input: mound_heap::value::Name, output: mound_heap::value::Name) -> Option<Pair> {
    Some(Pair {
        input: local(input)?,
        output: local(output)?,
    })
}

/// Seconds, or anything else for no limit.
pub fn duration(seconds: &Item) -> Option<Duration> {
    let seconds = match seconds {
        Item::Integer(seconds) => *seconds as f64,
        Item::Real(seconds) => *seconds,
        _ => return None,
    };
    Duration::try_from_secs_f64(seconds.max(0.0)).ok()
}

/// Owner, name, arguments, owners of standard input, output and errors or `none` or `inherit`, directory or `#f`,
/// variables as lists of name and value, or of name alone.
fn program(arguments: &[Item]) -> Option<Program> {
    let [
        Item::Process(owner),
        Item::Text(name),
        Item::List(words),
        input,
        output,
        errors,
        directory,
        Item::List(variables),
    ] = arguments
    else {
        return None;
    };
    let stream = |item: &Item| match item {
        Item::Process(owner) => local(*owner).map(Stream::Pipe),
        Item::Symbol(word) => match &*word.symbol().text() {
            "none" => Some(Stream::Nothing),
            "inherit" => Some(Stream::Inherit),
            _ => None,
        },
        _ => None,
    };
    let text = |item: &Item| match item {
        Item::Text(text) => Some(text.clone()),
        _ => None,
    };
    let variable = |item: &Item| match item {
        Item::List(parts) => match &parts[..] {
            [name] => Some((text(name)?, None)),
            [name, value] => Some((text(name)?, Some(text(value)?))),
            _ => None,
        },
        _ => None,
    };
    Some(Program {
        owner: local(*owner)?,
        name: name.clone(),
        arguments: words.iter().map(text).collect::<Option<_>>()?,
        input: stream(input)?,
        output: stream(output)?,
        errors: stream(errors)?,
        directory: text(directory),
        variables: variables.iter().map(variable).collect::<Option<_>>()?,
    })
}
