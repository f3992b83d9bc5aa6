//! What the report of an error says at its end: what was probably meant, or where to look.

mod kinds;

use super::{call_written_at, is_constant, procedure_place};
use crate::documentation;
use mound_heap::Value;
use mound_heap::object::{Closure, Condition, HashTable, Pair, Vector};
use mound_heap::text::StringView;
use mound_machine::trace::{TracePlace, plain_procedure_name};
use mound_syntax::{Datum, DatumKind};

/// Of the call that is written at the place of the error.
pub(super) fn of_call(place: &TracePlace, object: Value, is_youngest: bool) -> Option<String> {
    let condition = Condition::of(object)?;
    let kind = condition.kind().symbol_text()?;
    let written = call_written_at(place)?;
    match &*kind {
        "not-procedure" => not_a_procedure(&condition, &written)
            .filter(|_| is_youngest || CALLERS.iter().any(|name| written[0].is_symbol(name))),
        "type" => wrong_argument(&condition, &written),
        "range" => kinds::missing_key(&condition, &written),
        _ => None,
    }
}

/// Of what was raised, wherever that was.
pub(super) fn of_object(object: Value) -> Option<String> {
    if object.symbol_text().as_deref() == Some("timeout") {
        return Some("what was awaited did not come in time; a default behind the seconds is returned instead, as in (!? pid message 1 'late)".to_owned());
    }
    callee_note(object).or_else(|| self_as_pid(object))
}

/// The procedure where a pid is wanted, perhaps in another process that was sent it.
fn self_as_pid(object: Value) -> Option<String> {
    let condition = Condition::of(object)?;
    let given = Pair::of(condition.irritants())?.car();
    let is_meant = message_of(&condition)?.contains("a pid")
        && plain_procedure_name(given).is_some_and(|name| name == "self");
    is_meant.then(|| SELF.to_owned())
}

const SELF: &str = "self is a procedure: (self) is the pid of this process";

/// What stands between operands elsewhere.
const INFIX: &[&str] = &["+", "-", "*", "/", "%", "=", "==", "<", ">", "<=", ">="];

/// Procedures that call their first argument at once.
const CALLERS: &[&str] = &[
    "call/cc",
    "call-with-current-continuation",
    "call-with-escape-continuation",
    "call-with-values",
    "dynamic-wind",
];

/// `((f))`, a call too many; `(1 + 2)`, `print("hello")` and `(1 2 3)`, as elsewhere; `(list 0)`, an element.
fn not_a_procedure(condition: &Condition, written: &[Datum]) -> Option<String> {
    let second = written.get(1).and_then(Datum::as_symbol);
    let operator = second
        .map(|name| name.text())
        .filter(|name| INFIX.contains(&&**name));
    if is_constant(&written[0]) {
        return Some(match written {
            _ if operator.is_some() => "the operator stands first, as in (+ 1 2)".to_owned(),
            [value] => {
                let text = mound_syntax::write(value);
                format!(
                    "parentheses around {text} call it; an operator stands inside of them, as in (display {text})"
                )
            }
            [text, number] if matches!(text.kind, DatumKind::String(_)) && is_number(number) => {
                let [text, number] = [text, number].map(mound_syntax::write);
                format!(
                    "one character of a text is (string-ref {text} {number}); a list of data is quoted: '({text} {number})"
                )
            }
            _ => "a list of data is quoted, as in '(1 2 3), or made by (list 1 2 3)".to_owned(),
        });
    }
    if let Some(name) = written[0].as_symbol() {
        let name = name.text();
        let name = &*name;
        return match (operator.as_deref(), written) {
            (Some("="), [_, _, value]) => {
                let value = mound_syntax::write(value);
                Some(format!(
                    "(set! {name} {value}) assigns, (= {name} {value}) compares"
                ))
            }
            (Some(operator), _) => {
                let other = written.get(2).map_or("2".to_owned(), mound_syntax::write);
                Some(format!(
                    "the operator stands first, as in ({operator} {name} {other})"
                ))
            }
            (None, [_, first, ..]) if CALLERS.contains(&name) => too_early(name, first),
            _ => of_data(name, Pair::of(condition.irritants())?.car(), written),
        };
    }
    let [operator] = written else {
        return None;
    };
    operator.as_list()?;
    let text = mound_syntax::write(operator);
    Some(format!(
        "parentheses around {text} call its value; leave them out to use the value"
    ))
}

/// `(name 0)`, where the name means a list or the like; and a name that hides a procedure.
fn of_data(name: &str, found: Value, written: &[Datum]) -> Option<String> {
    if !documentation::of(name).is_empty() {
        return Some(format!(
            "{name} means something else here than in the libraries of Mound; give the variable another name, and the procedure is seen again"
        ));
    }
    let index = match written {
        [_] => {
            return Some(format!(
                "parentheses call what {name} means; without them, {name} is its value"
            ));
        }
        [_, key] if kinds::is_association_list(found) && !is_number(key) => {
            let key = mound_syntax::write(key);
            return Some(format!(
                "what {key} stands for is (cdr (assoc {key} {name}))"
            ));
        }
        [_, index] => mound_syntax::write(index),
        _ => return None,
    };
    let element = match () {
        _ if Pair::of(found).is_some() => "list-ref",
        _ if Vector::of(found).is_some() => "vector-ref",
        _ if StringView::of(found).is_some() => "string-ref",
        _ if HashTable::of(found).is_some() => "hash-table-ref/default",
        _ => return None,
    };
    let default = match element {
        "hash-table-ref/default" => " #f",
        _ => "",
    };
    Some(format!("an element is ({element} {name} {index}{default})"))
}

/// What is called before the procedure that was to call it.
fn too_early(who: &str, argument: &Datum) -> Option<String> {
    argument.as_list().filter(|items| !items.is_empty())?;
    let text = mound_syntax::write(argument);
    Some(format!(
        "{text} is evaluated before {who} is called; (lambda () {text}) is a procedure that does it later"
    ))
}

/// What is wrong with an argument of another kind, as newcomers mean it.
fn wrong_argument(condition: &Condition, written: &[Datum]) -> Option<String> {
    let who = condition.who().symbol_text()?;
    let message = message_of(condition)?;
    if !written[0].is_symbol(&who) {
        return None;
    }
    let given = Pair::of(condition.irritants())?.car();
    let position = condition.payload().as_fixnum();
    let argument = position.and_then(|position| written.get(usize::try_from(position).ok()?));
    let complaint = Complaint {
        who: &who,
        message: &message,
        given,
        argument,
        written,
    };
    complaint.hint()
}

fn message_of(condition: &Condition) -> Option<String> {
    Some(StringView::of(condition.message())?.chars().collect())
}

/// What a procedure says of an argument, and the call.
struct Complaint<'a> {
    who: &'a str,
    message: &'a str,
    given: Value,
    /// As it is written, if it is known which it is.
    argument: Option<&'a Datum>,
    written: &'a [Datum],
}

/// Procedures that are given a procedure first, and then lists or vectors.
const PROCEDURE_FIRST: &[&str] = &[
    "any",
    "every",
    "filter",
    "find",
    "for-each",
    "list-sort",
    "map",
    "partition",
    "remove",
    "string-for-each",
    "string-map",
    "vector-for-each",
    "vector-map",
    "vector-sort",
];

impl Complaint<'_> {
    fn wants(&self, what: &str) -> bool {
        self.wanted().contains(what)
    }

    /// What was expected, without the name of who complains.
    fn wanted(&self) -> &str {
        let parts = ["must be ", "expected "].map(|begin| self.message.split_once(begin));
        let found = parts.into_iter().flatten().next();
        found.map_or(self.message, |(_, wanted)| wanted)
    }

    fn hint(&self) -> Option<String> {
        let is_text = StringView::of(self.given).is_some();
        let is_procedure = Closure::of(self.given).is_some();
        if self.wants("a procedure") {
            return self.about_procedure();
        }
        if self.wants("a pid") {
            return self.about_pid(is_procedure);
        }
        if self.wants("port") {
            return self.about_port(is_text);
        }
        if let Some(hint) = self.of_kinds() {
            return Some(hint);
        }
        let of_lists = self.wants("list") || self.wants("a pair");
        if is_procedure && self.who == "sort" {
            return Some("the list comes first: (sort list before?)".to_owned());
        }
        let kinds = [
            (of_lists, "list"),
            (self.wants("a vector"), "vector"),
            (self.wants("a string"), "string"),
        ];
        if let Some((_, what)) = kinds.iter().find(|(wants, _)| is_procedure && *wants) {
            return PROCEDURE_FIRST
                .contains(&self.who)
                .then(|| format!("the procedure comes first: ({} procedure {what})", self.who));
        }
        match of_lists {
            true => self.about_list(is_text),
            false => None,
        }
    }

    /// The argument as it is written, or a name for any.
    fn shown(&self, otherwise: &str) -> String {
        self.argument
            .map_or(otherwise.to_owned(), mound_syntax::write)
    }

    /// `(spawn (work))`, what is called at once and not later.
    fn about_procedure(&self) -> Option<String> {
        let argument = match self.argument {
            Some(argument) => argument,
            None if self.given == Value::UNSPECIFIED => {
                let mut arguments = self.written[1..].iter();
                arguments.find(|argument| argument.as_list().is_some())?
            }
            None => return None,
        };
        let is_meant = self.given == Value::UNSPECIFIED || self.who.contains("spawn");
        is_meant.then(|| too_early(self.who, argument)).flatten()
    }

    fn about_pid(&self, is_procedure: bool) -> Option<String> {
        if self.given.is_symbol() {
            return Some(
                "a service is found by its name: (resolve-service 'name), or (remote-service 'name node)".to_owned(),
            );
        }
        let names_self = self.written.iter().any(|datum| datum.is_symbol("self"));
        (is_procedure && names_self).then(|| SELF.to_owned())
    }

    /// `(display "x is " x)`, several objects at a time; `(read-line "file.txt")`.
    fn about_port(&self, is_text: bool) -> Option<String> {
        if ["display", "write"].contains(&self.who) {
            return Some(format!(
                "{} writes one object; what may follow it is the port",
                self.who
            ));
        }
        let is_input = is_text && self.wants("input");
        is_input.then(|| {
            let file = self.written.iter().find(|datum| is_constant(datum));
            let file = file.map_or("file".to_owned(), mound_syntax::write);
            format!(
                "a file is no port: (call-with-input-file {file} {}) opens it and closes it",
                self.who
            )
        })
    }

    /// A procedure of lists that was given something else.
    fn about_list(&self, is_text: bool) -> Option<String> {
        let who = self.who;
        if who == "length" {
            return Some(
                "lengths are (length list), (string-length string) and (vector-length vector)"
                    .to_owned(),
            );
        }
        if is_text || Vector::of(self.given).is_some() {
            let text = self.shown(if is_text { "string" } else { "vector" });
            let (kind, element) = match is_text {
                true => ("string", "character"),
                false => ("vector", "element"),
            };
            return Some(format!(
                "a {kind} is no list: ({kind}->list {text}) makes one, ({kind}-ref {text} k) is one {element}"
            ));
        }
        let [_, before @ .., last] = self.written else {
            return None;
        };
        match who {
            "apply" => {
                let text = mound_syntax::write(last);
                Some(format!(
                    "the last argument of apply is a list: (list {text})"
                ))
            }
            _ if PROCEDURE_FIRST.contains(&who)
                && before.len() > 1
                && self.written[2..].iter().all(is_atom) =>
            {
                let elements = self.written[2..].iter().map(mound_syntax::write);
                let elements: Vec<String> = elements.collect();
                let procedure = mound_syntax::write(&self.written[1]);
                Some(format!(
                    "the elements are given as a list: ({who} {procedure} (list {}))",
                    elements.join(" ")
                ))
            }
            _ => None,
        }
    }
}

fn is_number(datum: &Datum) -> bool {
    matches!(datum.kind, DatumKind::Number(_))
}

/// A number, a string or the like.
fn is_atom(datum: &Datum) -> bool {
    is_constant(datum) && datum.as_list().is_none()
}

/// Where the procedure is that was called with a wrong number of arguments.
fn callee_note(object: Value) -> Option<String> {
    let condition = Condition::of(object)?;
    if condition.kind().symbol_text()?.as_ref() != "arity" {
        return None;
    }
    let message = message_of(&condition)?;
    if message.contains(": expected ") {
        // A form that takes values, and no procedure that is somewhere else.
        let hint = "several values are (values a b); a list or a vector is one value";
        return message.ends_with("but 1 came").then(|| hint.to_owned());
    }
    let place = procedure_place(Pair::of(condition.irritants())?.car())?;
    let name = condition.who().as_symbol()?.to_string();
    let callee = plain_procedure_name(Pair::of(condition.irritants())?.car());
    let is_callee = callee.map_or(name.contains(' '), |callee| callee == name);
    if !is_callee {
        // Who complains was given the procedure, to be called later; the message says all.
        return None;
    }
    let name = if name.contains(' ') { "it" } else { &name };
    let TracePlace {
        file, line, column, ..
    } = place;
    Some(format!("{name} is defined at {file}:{line}:{column}"))
}
