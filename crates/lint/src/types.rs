//! What kinds of arguments procedures of the libraries take: a table of those that everybody knows.

use mound_numbers::Number;
use mound_syntax::DatumKind;

/// What a procedure expects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    Any,
    Number,
    /// An exact integer that is not negative.
    Index,
    Pair,
    /// A pair or `()`.
    List,
    String,
    Symbol,
    Character,
    Vector,
    Bytevector,
    Procedure,
}

/// What the arguments are: the last kind goes on for the rest.
pub type Signature = (&'static str, &'static [Expected]);

use Expected::{
    Any, Bytevector, Character, Index, List, Number as N, Pair, Procedure, String as S, Symbol,
    Vector,
};

/// In order.
const SIGNATURES: &[Signature] = &[
    ("*", &[N]),
    ("+", &[N]),
    ("-", &[N]),
    ("/", &[N]),
    ("<", &[N]),
    ("<=", &[N]),
    ("=", &[N]),
    (">", &[N]),
    (">=", &[N]),
    ("abs", &[N]),
    ("apply", &[Procedure, Any]),
    ("bytevector-length", &[Bytevector]),
    ("bytevector-u8-ref", &[Bytevector, Index]),
    ("bytevector-u8-set!", &[Bytevector, Index, Index]),
    ("caar", &[Pair]),
    ("cadr", &[Pair]),
    ("call-with-current-continuation", &[Procedure]),
    ("call-with-values", &[Procedure]),
    ("call/cc", &[Procedure]),
    ("car", &[Pair]),
    ("cdar", &[Pair]),
    ("cddr", &[Pair]),
    ("cdr", &[Pair]),
    ("ceiling", &[N]),
    ("char->integer", &[Character]),
    ("char-downcase", &[Character]),
    ("char-upcase", &[Character]),
    ("char<?", &[Character]),
    ("char=?", &[Character]),
    ("char>?", &[Character]),
    ("dynamic-wind", &[Procedure]),
    ("even?", &[N]),
    ("exact", &[N]),
    ("exact->inexact", &[N]),
    ("expt", &[N]),
    ("floor", &[N]),
    ("for-each", &[Procedure, List]),
    ("gcd", &[N]),
    ("inexact", &[N]),
    ("inexact->exact", &[N]),
    ("integer->char", &[Index]),
    ("lcm", &[N]),
    ("length", &[List]),
    ("list->string", &[List]),
    ("list->vector", &[List]),
    ("list-ref", &[Pair, Index]),
    ("list-tail", &[Any, Index]),
    ("make-bytevector", &[Index]),
    ("make-list", &[Index, Any]),
    ("make-string", &[Index, Character]),
    ("make-vector", &[Index, Any]),
    ("map", &[Procedure, List]),
    ("max", &[N]),
    ("min", &[N]),
    ("modulo", &[N]),
    ("negative?", &[N]),
    ("number->string", &[N]),
    ("odd?", &[N]),
    ("positive?", &[N]),
    ("quotient", &[N]),
    ("remainder", &[N]),
    ("reverse", &[List]),
    ("round", &[N]),
    ("set-car!", &[Pair, Any]),
    ("set-cdr!", &[Pair, Any]),
    ("spawn", &[Procedure, Any]),
    ("sqrt", &[N]),
    ("string->list", &[S, Index]),
    ("string->number", &[S, Index]),
    ("string->symbol", &[S]),
    ("string-append", &[S]),
    ("string-copy", &[S, Index]),
    ("string-downcase", &[S]),
    ("string-length", &[S]),
    ("string-ref", &[S, Index]),
    ("string-set!", &[S, Index, Character]),
    ("string-upcase", &[S]),
    ("string<?", &[S]),
    ("string=?", &[S]),
    ("string>?", &[S]),
    ("substring", &[S, Index]),
    ("symbol->string", &[Symbol]),
    ("truncate", &[N]),
    ("vector->list", &[Vector, Index]),
    ("vector-fill!", &[Vector, Any]),
    ("vector-length", &[Vector]),
    ("vector-ref", &[Vector, Index]),
    ("vector-set!", &[Vector, Index, Any]),
    ("with-exception-handler", &[Procedure]),
    ("zero?", &[N]),
];

/// What the procedure expects as its argument of this number.
pub fn expected(name: &str, argument: usize) -> Expected {
    match SIGNATURES.binary_search_by_key(&name, |(known, _)| known) {
        Ok(row) => {
            let kinds = SIGNATURES[row].1;
            kinds[argument.min(kinds.len() - 1)]
        }
        Err(_) => Any,
    }
}

impl Expected {
    /// Whether a literal can be what is expected.
    pub fn takes(self, literal: &DatumKind) -> bool {
        match self {
            Any => true,
            Expected::Number => matches!(literal, DatumKind::Number(_)),
            Index => {
                let DatumKind::Number(number) = literal else {
                    return false;
                };
                match number {
                    Number::Integer(_) => !number.is_negative(),
                    // An integer may be written with a point, where procedures take it.
                    Number::Flonum(number) => number.fract() == 0.0,
                    Number::Ratio(_) | Number::Complex(_) => false,
                }
            }
            Pair => matches!(literal, DatumKind::List { items, .. } if !items.is_empty()),
            List => matches!(literal, DatumKind::List { .. }),
            Expected::String => matches!(literal, DatumKind::String(_)),
            Symbol => matches!(literal, DatumKind::Symbol(_)),
            Character => matches!(literal, DatumKind::Character(_)),
            Vector => matches!(literal, DatumKind::Vector(_)),
            Bytevector => matches!(literal, DatumKind::Bytevector(_)),
            Procedure => false,
        }
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Any => "anything",
            Expected::Number => "a number",
            Index => "an exact integer that is not negative",
            Pair => "a pair",
            List => "a list",
            Expected::String => "a string",
            Symbol => "a symbol",
            Character => "a character",
            Vector => "a vector",
            Bytevector => "a bytevector",
            Procedure => "a procedure",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_in_order() {
        assert!(SIGNATURES.is_sorted_by_key(|(name, _)| name));
        assert!(SIGNATURES.iter().all(|(_, kinds)| !kinds.is_empty()));
    }
}
