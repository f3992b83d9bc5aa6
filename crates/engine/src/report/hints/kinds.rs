//! Hints for an argument of another kind: how it is made one of the kind that is wanted, or what was
//! probably meant by it.
//!
//! Looks at the value and at the argument as it is written. What depends on the procedure, as the order of
//! its arguments, is in [`super`].

use super::Complaint;
use mound_heap::object::{Closure, Condition, Pair};
use mound_heap::text::StringView;
use mound_heap::{Value, number};
use mound_syntax::Datum;

/// Procedures that return `#f` if there is nothing of what they look for.
const SEARCHES: &[&str] = &[
    "assoc",
    "assq",
    "assv",
    "find",
    "find-tail",
    "hash-table-ref/default",
    "member",
    "memq",
    "memv",
    "string->number",
    "string-index",
    "string-search-forward",
];

/// Procedures that return the end-of-file object at the end of what they read.
const READERS: &[&str] = &["read", "read-char", "read-line", "read-string", "read-u8"];

impl Complaint<'_> {
    /// A value of one kind where another is wanted.
    pub(super) fn of_kinds(&self) -> Option<String> {
        self.of_nothing()
            .or_else(|| self.of_procedure_given())
            .or_else(|| self.of_text_wanted())
            .or_else(|| self.of_text_given())
            .or_else(|| self.of_list_given())
    }

    /// What came in the place of a value: nothing, `#f`, the empty list, the end of a file.
    fn of_nothing(&self) -> Option<String> {
        let head = self.argument.and_then(Datum::as_list)?.first()?.as_symbol();
        let head = head.map(|name| name.text())?;
        let argument = mound_syntax::write(self.argument?);
        match self.given {
            Value::UNSPECIFIED => Some(format!("{argument} returns no value")),
            Value::FALSE if SEARCHES.contains(&&*head) => {
                Some(format!("{head} returns #f if it finds nothing"))
            }
            Value::EOF if READERS.contains(&&*head) => Some(format!(
                "the input has ended; (eof-object? object) says so of what {head} returns"
            )),
            _ => None,
        }
    }

    /// `(* n fact (- n 1))`: the parentheses around a call are missing.
    fn of_procedure_given(&self) -> Option<String> {
        Closure::of(self.given)?;
        let name = self.argument?.as_symbol()?;
        let is_value = ["a number", "a string", "a character"].contains(&self.wanted());
        is_value.then(|| {
            format!("{name} is a procedure; a call of it has parentheses of its own: ({name} ...)")
        })
    }

    /// `(string-append "n = " 5)`, `(string-length 'name)`, `(string-upcase #\\a)`.
    fn of_text_wanted(&self) -> Option<String> {
        if self.wanted() != "a string" {
            return None;
        }
        if number::is_number(self.given) {
            let text = self.shown("n");
            return Some(format!("(number->string {text}) is the text of a number"));
        }
        if self.given.is_symbol() {
            let text = self.shown("symbol");
            return Some(format!("(symbol->string {text}) is the text of a symbol"));
        }
        self.given.as_character()?;
        let text = self.shown("character");
        Some(format!("(string {text}) is the text of one character"))
    }

    /// `(+ "1" 2)`, `(= name "Ann")`, `(char-upcase "a")`, `(symbol->string "a")`.
    fn of_text_given(&self) -> Option<String> {
        StringView::of(self.given)?;
        let text = self.shown("text");
        if self.wanted() == "a character" {
            return Some(format!(
                "a character is written #\\a; (string-ref {text} 0) is the first one of a text"
            ));
        }
        if self.wanted() == "a symbol" {
            return Some(format!("(string->symbol {text}) is the symbol of a text"));
        }
        let of_numbers = self.wants("number") || self.wants("integer");
        let compares = ["=", "<", ">", "<=", ">="].contains(&self.who);
        if of_numbers && compares {
            let who = self.who;
            return Some(format!(
                "texts are compared by (string{who}? a b), data of all kinds by (equal? a b); (string->number {text}) reads a number from a text"
            ));
        }
        of_numbers.then(|| format!("(string->number {text}) reads a number from a text"))
    }

    /// `(vector-ref '(1 2) 0)`, `(+ '(1 2))`, `(assq 'a '(a b))`, `(car '())`.
    fn of_list_given(&self) -> Option<String> {
        if self.given == Value::NULL && self.wanted() == "a pair" {
            return Some("the list has no more elements: (null? list) finds out".to_owned());
        }
        if ["assq", "assv", "assoc"].contains(&self.who) && self.wants("a pair") {
            return Some(
                "an association list consists of pairs, as in '((a . 1) (b . 2))".to_owned(),
            );
        }
        Pair::of(self.given)?;
        let list = self.shown("list");
        if self.wanted() == "a vector" {
            return Some(format!(
                "an element of a list is (list-ref {list} k); (list->vector {list}) makes a vector"
            ));
        }
        if self.wanted() != "a number" {
            return None;
        }
        if let Some([quote, data]) = self.argument.and_then(Datum::as_list)
            && quote.is_symbol("quote")
            && self.written.len() > 2
        {
            let data = mound_syntax::write(data);
            return Some(format!(
                "'{data} is data; without the quotation mark {data} is evaluated"
            ));
        }
        let folds = ["+", "*", "max", "min"].contains(&self.who);
        (folds && self.written.len() == 2).then(|| {
            format!(
                "the elements of a list are its arguments by (apply {} {list})",
                self.who
            )
        })
    }
}

/// Whether it is a list of pairs, as far as its first element tells.
pub(super) fn is_association_list(value: Value) -> bool {
    Pair::of(value).is_some_and(|list| Pair::of(list.car()).is_some())
}

/// `(hash-table-ref table 'name)` without a default.
pub(super) fn missing_key(condition: &Condition, written: &[Datum]) -> Option<String> {
    let [head, table, key] = written else {
        return None;
    };
    let message = super::message_of(condition)?;
    let is_meant = head.is_symbol("hash-table-ref") && message == "no such key";
    is_meant.then(|| {
        let [table, key] = [table, key].map(mound_syntax::write);
        format!("(hash-table-ref/default {table} {key} #f) returns #f if there is no such key")
    })
}
