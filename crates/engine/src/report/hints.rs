//! What the report of an error says at its end: what was probably meant, or where to look.

use super::{call_written_at, is_constant, procedure_place};
use mound_heap::Value;
use mound_heap::object::{Condition, Pair};
use mound_heap::text::StringView;
use mound_machine::trace::{TracePlace, plain_procedure_name};
use mound_syntax::Datum;

/// Of the call that is written at the place of the error.
pub(super) fn of_call(place: &TracePlace, object: Value, is_youngest: bool) -> Option<String> {
    let condition = Condition::of(object)?;
    let kind = condition.kind().symbol_text()?;
    let written = call_written_at(place)?;
    match &*kind {
        "not-procedure" if is_youngest => not_a_procedure(&written),
        "type" => wrong_argument(&condition, &written),
        _ => None,
    }
}

/// Of what was raised, wherever that was.
pub(super) fn of_object(object: Value) -> Option<String> {
    if object.symbol_text().as_deref() == Some("timeout") {
        return Some("what was awaited did not come in time; a default behind the seconds is returned instead, as in (!? pid message 1 'late)".to_owned());
    }
    callee_note(object)
}

/// What stands between operands elsewhere.
const INFIX: &[&str] = &["+", "-", "*", "/", "%", "=", "==", "<", ">", "<=", ">="];

/// `((f))`, a call too many; `(1 + 2)`, `print("hello")` and `(1 2 3)`, as elsewhere.
fn not_a_procedure(written: &[Datum]) -> Option<String> {
    if is_constant(&written[0]) {
        let second = written.get(1).and_then(Datum::as_symbol);
        let is_infix = second.is_some_and(|name| INFIX.contains(&&*name.text()));
        return Some(match written {
            _ if is_infix => "the operator stands first, as in (+ 1 2)".to_owned(),
            [value] => {
                let text = mound_syntax::write(value);
                format!(
                    "parentheses around {text} call it; an operator stands inside of them, as in (display {text})"
                )
            }
            _ => "a list of data is quoted, as in '(1 2 3), or made by (list 1 2 3)".to_owned(),
        });
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

/// `(spawn (work))`, what is called at once and not later, and `(display "x is " x)`, several objects at a time.
fn wrong_argument(condition: &Condition, written: &[Datum]) -> Option<String> {
    let who = condition.who().symbol_text()?;
    let message: String = StringView::of(condition.message())?.chars().collect();
    if !written[0].is_symbol(&who) {
        return None;
    }
    if who.contains("spawn") && message.contains("a procedure") {
        let position = condition.payload().as_fixnum()?;
        let argument = written.get(usize::try_from(position).ok()?)?;
        argument.as_list().filter(|items| !items.is_empty())?;
        let text = mound_syntax::write(argument);
        return Some(format!(
            "{text} is evaluated before {who} is called; (lambda () {text}) is a procedure that does it later"
        ));
    }
    if ["display", "write"].contains(&&*who) && message.contains("port") {
        return Some(format!(
            "{who} writes one object; what may follow it is the port"
        ));
    }
    None
}

/// Where the procedure is that was called with a wrong number of arguments.
fn callee_note(object: Value) -> Option<String> {
    let condition = Condition::of(object)?;
    if condition.kind().symbol_text()?.as_ref() != "arity" {
        return None;
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
