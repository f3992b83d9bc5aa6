//! What the processes of a node wait for, told to a person: when somebody asks a running program, and when a
//! program stands still.
//!
//! ```text
//!   2 processes
//!     process 1 (main) has waited for 3.1 s in main at shop.scm:9:3
//!     process 2 has waited for 3.1 s for a message in worker at shop.scm:4:5
//!       1 message fits no pattern there: (order 17)
//! ```
//!
//! A program stands still if all its processes wait for each other: [`stands_still`]. Nothing is said of a node that
//! others can reach, nor while something of the operating system may answer.

use crate::body::SchemeProcess;
use crate::log::{Level, Subject};
use crate::operations::local;
use crate::requests::{answer, raise};
use crate::resources::answer_item;
use crate::state::NodeState;
use crate::tracing::shown;
use mound_machine::{Context, Item};
use mound_process::{Handle, ProcessInfo, ProcessState};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// The status of a program that stands still.
const STATUS: i32 = 5;

/// How often a program is looked at. A look costs next to nothing as long as anything goes on.
pub const PERIOD: Duration = Duration::from_millis(500);

/// Processes that are asked: of more, nobody reads.
const ASKED_MAX: usize = 10_000;
/// Processes that are shown each with its messages; those at the same place are counted.
const SHOWN_MAX: usize = 20;
/// Messages shown of one process.
const MESSAGES_MAX: usize = 3;
/// Whoever has not answered by then is busy: who asks waits for no longer.
const PATIENCE: Duration = Duration::from_secs(1);
/// The same of processes that all wait.
const LONG_PATIENCE: Duration = Duration::from_secs(30);

/// The service of `(mound application)`, which is told when the program is to end.
pub const APPLICATIONS: &str = "applications";

/// Calls that are told of a process: those that matter are the innermost.
pub const STACK_LINES: usize = 40;

/// What is asked of single processes. False if it is no such operation.
pub fn operation(node: &Arc<NodeState>, number: u64, name: &str, arguments: &[Item]) -> bool {
    let ("process-stack", [Item::Process(process)]) = (name, arguments) else {
        return false;
    };
    if node.options.seed.is_some() {
        let text = "in a run with a seed nobody can be asked for its calls";
        answer(node, number, raise("error", text.to_owned()));
        return true;
    }
    let (Some(process), Some(handle)) = (local(*process), node.handle()) else {
        return false;
    };
    let state = Arc::clone(node);
    let tell = move |info: Option<ProcessInfo>| {
        let lines = info.map(|info| {
            let lines = info.stack.lines().map(|line| Item::Text(line.to_owned()));
            Item::List(lines.collect())
        });
        answer_item(&state, number, lines.unwrap_or(Item::Boolean(false)));
    };
    handle.request_stack(process, Box::new(tell));
    true
}

/// Whether nothing can happen any more in this node.
pub fn stands_still(state: &NodeState) -> bool {
    let Some(handle) = state.handle() else {
        return false;
    };
    let is_alive = |process| handle.is_alive(process);
    let is_reachable = || state.distribution().is_some() || handle.resolve(APPLICATIONS).is_some();
    let may_be_woken = || is_reachable() || state.requests.may_wake(is_alive);
    // First what costs little: a look at rest goes through all processes.
    if may_be_woken() {
        return false;
    }
    let Some(rest) = handle.rest() else {
        return false;
    };
    !may_be_woken() && handle.rest() == Some(rest)
}

/// Ends a program that stands still, and says why.
pub fn end(state: &NodeState, run: &mut dyn FnMut()) {
    let survey = state.handle().map_or(String::new(), |handle| {
        survey_within(LONG_PATIENCE, handle, run)
    });
    let text = format!(
        "the program stands still: all processes wait, and nothing can wake them\n{survey}"
    );
    state
        .console
        .log(Level::Error, Subject::Program, &text, &[]);
    state.exit(STATUS);
}

/// What all processes do, as text.
pub fn survey(handle: &Handle<SchemeProcess>) -> String {
    survey_within(PATIENCE, handle, &mut || {})
}

/// `run` lets them answer, if they do not by themselves.
fn survey_within(
    patience: Duration,
    handle: &Handle<SchemeProcess>,
    run: &mut dyn FnMut(),
) -> String {
    let mut living = handle.processes();
    living.sort_unstable_by_key(|process| process.number());
    let count = living.len();
    living.truncate(ASKED_MAX);
    let asked = living.len();
    let (sender, answers) = channel();
    for process in living {
        let sender = sender.clone();
        let tell = move |info| {
            // Nobody listens any more if this fails.
            let _ = sender.send(info);
        };
        handle.request_details(process, Box::new(tell));
    }
    drop(sender);
    run();
    let (mut infos, silent) = gather(&answers, asked, patience);
    infos.sort_unstable_by_key(|info| info.serial.number());
    let mut text = match count {
        1 => "1 process\n".to_owned(),
        count => format!("{count} processes\n"),
    };
    tell(&infos, &mut text);
    let rest = [
        (silent, "busy and did not answer"),
        (count - asked, "not looked at"),
    ];
    for (number, what) in rest.into_iter().filter(|(number, _)| *number > 0) {
        let _ = writeln!(text, "  {number} more, {what}");
    }
    text
}

/// What came in time, and how many did not answer.
fn gather(
    answers: &Receiver<Option<ProcessInfo>>,
    asked: usize,
    patience: Duration,
) -> (Vec<ProcessInfo>, usize) {
    let deadline = Instant::now() + patience;
    let mut infos = Vec::new();
    for answered in 0..asked {
        let left = deadline.saturating_duration_since(Instant::now());
        match answers.recv_timeout(left) {
            Ok(info) => infos.extend(info),
            Err(_) => return (infos, asked - answered),
        }
    }
    (infos, 0)
}

/// Of those at the same place, the first is shown.
fn tell(infos: &[ProcessInfo], text: &mut String) {
    let mut alike: BTreeMap<(&str, bool), usize> = BTreeMap::new();
    let kind = |info: &ProcessInfo| info.state == ProcessState::Waiting;
    for info in infos {
        *alike.entry((&info.body.function, kind(info))).or_default() += 1;
    }
    let mut left_out = 0;
    let mut shown = 0;
    for info in infos {
        // Taken out with the first one.
        let Some(count) = alike.remove(&(&*info.body.function, kind(info))) else {
            continue;
        };
        if shown == SHOWN_MAX {
            left_out += count;
            continue;
        }
        shown += 1;
        text.push_str(&line(info));
        for detail in info.details.lines() {
            let _ = writeln!(text, "    {detail}");
        }
        if count > 1 {
            let _ = writeln!(text, "    {} more at the same place", count - 1);
        }
    }
    if left_out > 0 {
        let _ = writeln!(text, "  {left_out} more at other places");
    }
}

fn line(info: &ProcessInfo) -> String {
    let name = info.name.as_deref();
    let name = name.map_or(String::new(), |name| format!(" ({name})"));
    let doing = match (info.state, info.waited) {
        (ProcessState::Waiting, Some(waited)) => {
            format!("has waited for {:.1} s", waited.as_secs_f64())
        }
        (ProcessState::Waiting, None) => "waits".to_owned(),
        (ProcessState::Queued | ProcessState::Running, _) => "runs".to_owned(),
    };
    let place = match &*info.body.function {
        "" => String::new(),
        function => format!(" in {function}"),
    };
    format!("  process {}{name} {doing}{place}\n", info.serial)
}

/// What a process waits for, and the messages that it did not take: what [`mound_process::Body::details`] tells.
pub fn details(context: &Context, state: &NodeState) -> String {
    let mut text = String::new();
    if let Some(what) = context
        .request
        .and_then(|number| state.requests.what(number.get()))
    {
        let _ = writeln!(text, "it waits for {what}");
    }
    if let Some((to, node)) = context.suspended_at() {
        let to = match to.is_pid() {
            true => shown(to, state),
            false => format!("service {} of {}", shown(to, state), shown(node, state)),
        };
        let _ = writeln!(text, "it waits for room to send to {to}");
    }
    let count = context.mailbox.len();
    if count == 0 {
        return text;
    }
    let _ = match count {
        1 => writeln!(text, "1 message that it does not take:"),
        count => writeln!(text, "{count} messages that it does not take:"),
    };
    for message in context.mailbox.iter().take(MESSAGES_MAX) {
        let _ = writeln!(text, "  {}", shown(message, state));
    }
    if count > MESSAGES_MAX {
        let _ = writeln!(text, "  ... {} more", count - MESSAGES_MAX);
    }
    text
}
