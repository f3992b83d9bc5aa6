//! What is shown of an error that nobody handled.
//!
//! ```text
//!   error: vector-ref: index out of range, 0 to 2 are valid: 3 #(1 2 3)
//!     --> pages.scm:4:5
//!     |
//!   4 |     (vector-ref pages number)
//!     |                       ^^^^^^ this is 3
//!     in page at pages.scm:4:5
//!     in top level at pages.scm:9:1
//! ```

mod hints;

use mound_base::SourceId;
use mound_heap::Value;
use mound_heap::object::{Condition, Pair};
use mound_heap::text::StringView;
use mound_machine::Context;
use mound_machine::trace::{
    FramePoint, TraceLine, TracePlace, is_built_in, is_internal, is_plumbing, procedure_place,
};
use mound_primitives::print::{Names, Style, key, print, print_start};
use mound_syntax::{Datum, DatumKind};
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Frames looked at: those of a deep recursion are counted, not shown.
const FRAMES_MAX: usize = 1 << 20;
/// Lines shown of the youngest and of the oldest frames.
const YOUNGEST_LINES: usize = 10;
const OLDEST_LINES: usize = 3;
/// Longest run of frames that is looked for again right after itself.
const PERIOD_MAX: usize = 6;

/// Frames that are looked at for the one that tells where a process is.
const FRAMES_ASKED: usize = 16;
/// Frames that tell deaths of different kinds apart.
const FRAMES_COMPARED: usize = 4;
/// Conditions that tell of conditions that tell of conditions.
const ORIGINS_DEPTH: usize = 3;
/// Irritants shown; they may be a circular list.
const IRRITANTS_MAX: usize = 64;
/// Characters shown of a message, which is written by a person.
const MESSAGE_CHARACTERS_MAX: usize = 16_384;
/// Characters shown of one object.
const OBJECT_CHARACTERS_MAX: usize = 120;

/// The condition, the place where it was raised, and the stack.
pub fn death(context: &Context, object: Value, names: &dyn Names) -> String {
    let headline = headline(object, names);
    let is_diagnostic = ["error: ", "warning: "]
        .iter()
        .any(|begin| headline.starts_with(begin));
    let mut text = match is_diagnostic {
        // The compiler's own words, of text that was evaluated.
        true => headline.trim_end().to_owned() + "\n",
        false => format!("error: {headline}\n"),
    };
    let stack = Stack::of(context);
    let mut hint = None;
    if let Some(shown) = failed_tail_call(object) {
        text.push_str(&shown);
    } else if !is_diagnostic
        && let Some(line) = stack.own_line()
        && let Some(place) = &line.place
    {
        text.push_str(&marked(place, object, stack.is_youngest(line), names));
        hint = hints::of_call(place, object, stack.is_youngest(line));
    }
    text.push_str(&stack.shown());
    origins(context, object, names, ORIGINS_DEPTH, &mut text);
    if let Some(hint) = hint.or_else(|| hints::of_object(object)) {
        let _ = writeln!(text, "  hint: {hint}");
    }
    text
}

/// The report of a program's end whose warnings were shown: the place of a name that one of them told
/// of is not shown again.
pub fn after_warnings(report: &str, warnings: &str) -> String {
    let name = report
        .strip_prefix("error: unbound variable: ")
        .and_then(|rest| rest.lines().next());
    let was_told = name.is_some_and(|name| {
        let headline = format!("warning: unbound variable `{name}`");
        warnings.lines().any(|line| line == headline)
    });
    if !was_told {
        return report.to_owned();
    }
    let (before, after) = report.split_once("\n  --> ").unwrap_or((report, ""));
    let stack = after.find("\n  in ").map_or("", |at| &after[at + 1..]);
    format!("{before}\n{stack}")
}

/// A number that deaths have in common when they are of the same error at the same place: of the same
/// kind of condition, and with the same youngest frames.
pub fn kind(context: &Context, object: Value) -> u64 {
    let condition = Condition::of(object).and_then(|condition| condition.kind().as_symbol());
    let mut hasher = DefaultHasher::new();
    condition.hash(&mut hasher);
    context.frame_points(FRAMES_COMPARED).hash(&mut hasher);
    hasher.finish()
}

/// Where the object was raised, or what it tells of, if that was in another process, or here before
/// it was raised again.
fn origins(context: &Context, object: Value, names: &dyn Names, depth: usize, text: &mut String) {
    let Some(condition) = Condition::of(object) else {
        if context.has_origins()
            && let Some(trace) = context.origin_of(&key(object))
        {
            told(trace, &shown_object(object, names), text);
        }
        return;
    };
    if let Some(trace) = StringView::of(condition.trace()) {
        let trace = trace.to_string();
        let here = context.trace_text(YOUNGEST_LINES);
        let is_here = !condition.is_frozen() && frames(&trace).eq(frames(&here));
        if !is_here {
            told(&trace, &headline(object, names), text);
        }
    }
    if depth > 0 {
        let mut rest = condition.irritants();
        for _ in 0..IRRITANTS_MAX {
            let Some(pair) = Pair::of(rest) else { break };
            origins(context, pair.car(), names, depth - 1, text);
            rest = pair.cdr();
        }
    }
}

/// The frames of a trace that are shown.
fn frames(trace: &str) -> impl Iterator<Item = &str> {
    let frames = trace.lines().filter(|line| !is_process_line(line));
    frames.take(YOUNGEST_LINES)
}

/// Whether a line of a trace says in which process the calls before it are: `process 7 (task)`.
fn is_process_line(line: &str) -> bool {
    line.strip_prefix("process ")
        .is_some_and(|number| number.starts_with(|first: char| first.is_ascii_digit()))
}

/// Adds a trace to a report: the calls of one process, or of several one after the other.
fn told(trace: &str, what: &str, text: &mut String) {
    let lines: Vec<&str> = trace.lines().collect();
    for calls in lines.split_inclusive(|line| is_process_line(line)) {
        let (process, calls) = match calls.split_last() {
            Some((last, before)) if is_process_line(last) => (*last, before),
            _ => ("another process", calls),
        };
        let _ = writeln!(text, "  raised in {process}: {what}");
        for line in calls.iter().take(YOUNGEST_LINES) {
            let _ = writeln!(text, "    in {line}");
        }
    }
}

/// What was raised, and where in the programmer's own text, in a line each.
pub fn brief(context: &Context, object: Value, names: &dyn Names) -> (String, Option<String>) {
    let stack = Stack::of(context);
    let is_own = |line: &&TraceLine| line.place.is_some() && !is_built_in(&line.unit);
    let place = stack.own_line().filter(is_own);
    let what = match Condition::of(object) {
        Some(_) => headline(object, names),
        None => format!("it raised {}", shown_object(object, names)),
    };
    (what, place.map(|line| format!("in {line}")))
}

/// Where a computation was when it was interrupted.
pub fn interruption(context: &Context) -> String {
    format!("interrupted\n{}", Stack::of(context).shown())
}

/// The lines of a trace that mean something to the programmer.
struct Stack {
    /// Each with how often the lines from `period` before it on came again after it.
    lines: Vec<Shown>,
}

enum Shown {
    Line(TraceLine),
    /// The last lines, this many, come so many times more.
    Again {
        period: usize,
        times: usize,
    },
    Omitted(usize),
    /// The instruction that raised is in a procedure that only its library knows.
    Hidden,
}

impl Stack {
    fn of(context: &Context) -> Stack {
        let points = context.frame_points(FRAMES_MAX);
        let runs = runs(&points);
        let mut lines: Vec<Shown> = Vec::new();
        let omitted_from = YOUNGEST_LINES.min(runs.len());
        let omitted_to = runs.len().saturating_sub(OLDEST_LINES).max(omitted_from);
        for run in &runs[..omitted_from] {
            run.add(context, &points, &mut lines);
        }
        let omitted: usize = runs[omitted_from..omitted_to]
            .iter()
            .map(|run| run.length)
            .sum();
        if omitted > 0 {
            lines.push(Shown::Omitted(omitted));
        }
        for run in &runs[omitted_to..] {
            run.add(context, &points, &mut lines);
        }
        Stack { lines }
    }

    /// The programmer's own line, if there is one: what a library does with wrong
    /// arguments is rarely wrong there.
    fn own_line(&self) -> Option<&TraceLine> {
        let mut lines = self.lines.iter().filter_map(|shown| match shown {
            Shown::Line(line) => Some(line),
            Shown::Again { .. } | Shown::Omitted(_) | Shown::Hidden => None,
        });
        let first = lines.clone().next();
        lines
            .find(|line| !is_built_in(&line.unit) && line.place.is_some())
            .or(first)
    }

    /// Whether it is the line of the instruction that raised.
    fn is_youngest(&self, line: &TraceLine) -> bool {
        matches!(self.lines.first(), Some(Shown::Line(first)) if std::ptr::eq(first, line))
    }

    fn shown(&self) -> String {
        let mut text = String::new();
        for shown in &self.lines {
            let _ = match shown {
                Shown::Hidden => Ok(()),
                Shown::Line(line) => writeln!(text, "  in {line}"),
                Shown::Again { period: 1, times } => {
                    writeln!(text, "  ... the same {times} times more")
                }
                Shown::Again { period, times } => {
                    writeln!(text, "  ... the last {period} lines {times} times more")
                }
                Shown::Omitted(count) => writeln!(text, "  ... {count} more"),
            };
        }
        text
    }
}

/// Frames that stand at the same places as those before them.
struct Run {
    /// The first frame, and how many are meant.
    start: usize,
    length: usize,
    /// Frames shown of them.
    period: usize,
}

impl Run {
    fn add(&self, context: &Context, points: &[FramePoint], lines: &mut Vec<Shown>) {
        let before = lines.len();
        for &point in &points[self.start..self.start + self.period] {
            let described = context.describe_point(point).into_iter();
            for line in described.filter(|line| !is_plumbing(line) && !line.is_generated) {
                if !is_internal(&line) {
                    lines.push(Shown::Line(line));
                } else if lines.is_empty() {
                    lines.push(Shown::Hidden);
                }
            }
        }
        let times = self.length / self.period - 1;
        let shown = lines[before..].iter();
        let period = shown.filter(|line| matches!(line, Shown::Line(_))).count();
        if times > 0 && period > 0 {
            lines.push(Shown::Again { period, times });
        }
    }
}

/// The frames, with those that come again and again together.
fn runs(points: &[FramePoint]) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut start = 0;
    while start < points.len() {
        let rest = &points[start..];
        let mut best = (1, 1);
        for period in 1..=PERIOD_MAX.min(rest.len() / 2) {
            let again = rest
                .iter()
                .skip(period)
                .zip(rest)
                .take_while(|(later, sooner)| later == sooner)
                .count();
            let times = 1 + again / period;
            // Two lines of the same are no more to read than one and a remark.
            if times > 2 && times * period > best.0 * best.1 {
                best = (times, period);
            }
        }
        let (times, period) = best;
        runs.push(Run {
            start,
            length: times * period,
            period,
        });
        start += times * period;
    }
    runs
}

/// Where a process is, for lists of processes: the youngest frame of the program, or else of a
/// public procedure of the libraries, since all that wait are in the same private one.
pub fn whereabouts(context: &Context) -> String {
    let lines = context.trace(FRAMES_ASKED);
    let own = lines.iter().find(|line| !is_built_in(&line.unit));
    // The library of the loop in which queues, pools and futures wait tells them from others.
    let serving = || lines.iter().find(|line| line.unit == "mound/call");
    let public = || lines.iter().find(|line| !line.procedure.starts_with('%'));
    let line = own.or_else(serving).or_else(public).or(lines.first());
    let line = line.cloned().or_else(|| context.beginning());
    line.map_or(String::new(), |line| line.to_string())
}

/// The source line with the culprit marked.
fn marked(place: &TracePlace, object: Value, is_youngest: bool, names: &dyn Names) -> String {
    let whole = || place.excerpt("");
    let Some(condition) = Condition::of(object) else {
        return whole();
    };
    let Some(written) = call_written_at(place) else {
        return whole();
    };
    let kind = condition.kind().as_symbol().map(|kind| kind.to_string());
    let first = Pair::of(condition.irritants()).map(Pair::car);
    match (kind.as_deref(), first) {
        (Some("not-procedure"), Some(found)) if is_youngest => {
            let label = format!("this is {}", shown_object(found, names));
            part(place, &written[0], &label)
        }
        (Some("unbound"), Some(name)) => {
            let mut all = Vec::new();
            written.iter().for_each(|datum| symbols(datum, &mut all));
            match name.as_symbol().and_then(|name| {
                all.into_iter()
                    .find(|datum| datum.as_symbol() == Some(name))
            }) {
                Some(datum) => part(place, datum, ""),
                None => whole(),
            }
        }
        (Some("type"), Some(found)) => {
            let who = condition.who().as_symbol();
            let position = condition.payload().as_fixnum();
            let argument = position
                .filter(|_| who.is_some() && written[0].as_symbol() == who)
                .and_then(|position| written.get(position as usize));
            match argument {
                Some(argument) if is_constant(argument) => part(place, argument, ""),
                Some(argument) => {
                    let label = format!("this is {}", shown_object(found, names));
                    part(place, argument, &label)
                }
                None => whole(),
            }
        }
        _ => whole(),
    }
}

/// Operator and operands of the call that is written at the place.
fn call_written_at(place: &TracePlace) -> Option<Vec<Datum>> {
    let data = mound_syntax::read_all(SourceId(0), &place.text).ok()?;
    let [datum] = data.as_slice() else {
        return None;
    };
    datum
        .as_list()
        .filter(|items| !items.is_empty())
        .map(<[Datum]>::to_vec)
}

/// The line with one datum of the call marked, if it is on the first line.
fn part(place: &TracePlace, datum: &Datum, label: &str) -> String {
    let (start, end) = (datum.span.start as usize, datum.span.end as usize);
    let (Some(before), Some(text)) = (place.text.get(..start), place.text.get(start..end)) else {
        return place.excerpt("");
    };
    if before.contains('\n') {
        return place.excerpt("");
    }
    let width = text.lines().next().unwrap_or("").chars().count();
    place.excerpt_of(before.chars().count(), width, label)
}

/// All symbols in a datum that are not quoted, in order.
fn symbols<'a>(datum: &'a Datum, into: &mut Vec<&'a Datum>) {
    match &datum.kind {
        DatumKind::Symbol(_) => into.push(datum),
        DatumKind::List { items, .. }
            if items.first().is_none_or(|head| !head.is_symbol("quote")) =>
        {
            items.iter().for_each(|item| symbols(item, into));
        }
        _ => {}
    }
}

/// Whether the source says the value itself.
fn is_constant(datum: &Datum) -> bool {
    match &datum.kind {
        DatumKind::Symbol(_) => false,
        DatumKind::List { items, .. } => items.first().is_some_and(|head| head.is_symbol("quote")),
        _ => true,
    }
}

/// Where a tail call failed, whose frame is gone: text that the machine kept.
fn failed_tail_call(object: Value) -> Option<String> {
    let condition = Condition::of(object)?;
    let kind = condition.kind().as_symbol()?.to_string();
    if !["arity", "not-procedure"].contains(&&*kind) {
        return None;
    }
    Some(StringView::of(condition.payload())?.chars().collect())
}

/// The message of a condition with its irritants, or the object raised.
pub fn headline(object: Value, names: &dyn Names) -> String {
    let Some(condition) = Condition::of(object) else {
        return format!("uncaught object: {}", shown_object(object, names));
    };
    let who = condition.who().as_symbol();
    let kind = condition.kind().as_symbol().map(|kind| kind.to_string());
    if kind.as_deref() == Some("exit")
        && let Some(text) = end_of_linked(&condition, names)
    {
        return text;
    }
    let mut irritants = condition.irritants();
    let mut text = match StringView::of(condition.message()) {
        Some(message) => message.chars().take(MESSAGE_CHARACTERS_MAX).collect(),
        // (error 'who "message" ...), as other systems have it.
        None if condition.message().as_symbol().is_some()
            && Pair::of(irritants).is_some_and(|pair| StringView::of(pair.car()).is_some()) =>
        {
            let shown = |object: Value| {
                print_start(object, Style::Display, names, MESSAGE_CHARACTERS_MAX, "…")
            };
            let mut text = shown(condition.message()) + ":";
            if let Some(pair) = Pair::of(irritants) {
                let _ = write!(text, " {}", shown(pair.car()));
                irritants = pair.cdr();
            }
            text
        }
        None => shown_object(condition.message(), names),
    };
    if let Some(who) = who
        && !text.starts_with(&who.to_string())
    {
        text = format!("{who}: {text}");
    }
    if text.is_empty() {
        text = print(condition.kind(), Style::Display, names);
    }
    // The procedure is named already.
    if kind.as_deref() == Some("arity") {
        return text;
    }
    let mut separator = if text.ends_with(':') { "" } else { ":" };
    for _ in 0..IRRITANTS_MAX {
        let Some(pair) = Pair::of(irritants) else {
            break;
        };
        let _ = write!(text, "{separator} {}", shown_object(pair.car(), names));
        separator = "";
        irritants = pair.cdr();
    }
    text
}

/// What the condition tells of the end of a linked process, in the words of the program.
fn end_of_linked(condition: &Condition, names: &dyn Names) -> Option<String> {
    let process = Pair::of(condition.irritants())?;
    let reason = Pair::of(process.cdr())?;
    let object = Pair::of(reason.cdr())?.car();
    let process = shown_object(process.car(), names);
    Some(match &*reason.car().symbol_text()? {
        "failure" => format!(
            "a linked process died: {process}: {}",
            match Condition::of(object) {
                Some(_) => headline(object, names),
                None => format!("it raised {}", shown_object(object, names)),
            }
        ),
        "terminated" => format!("a linked process was terminated: {process}"),
        "noproc" => format!("a process had ended before it was linked: {process}"),
        "node-down" => format!("a linked process was lost with its node: {process}"),
        _ => return None,
    })
}

/// The object as `write` shows it, or its beginning if that is long.
fn shown_object(object: Value, names: &dyn Names) -> String {
    print_start(object, Style::Write, names, OBJECT_CHARACTERS_MAX, "…")
}
