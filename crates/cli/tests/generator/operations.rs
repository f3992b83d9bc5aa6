//! Calls of procedures of the libraries: a table of what each takes and gives.
//!
//! Operands that would let a value grow without bound in a loop are made small by procedures of
//! the prelude: `small` and `small-number` for factors and exponents, `short`, `short-text` and
//! `short-vector` for what is appended. So each operation adds a bounded number of digits or
//! elements.

use super::{Type, Writer};
use Operand::{
    Byte, Index, Of, Procedure, Radix, Short, ShortText, ShortVector, Small, SmallNumber,
};
use Type::{
    Boolean, Bytes, Character, Couple, Flonum, Integer, List, Number, Symbol, Text, Vector,
};

#[derive(Clone, Copy)]
pub(super) enum Operand {
    Of(Type),
    /// An integer below 97.
    Small,
    /// A number with few digits.
    SmallNumber,
    Byte,
    /// 0, 1 or 2.
    Index,
    /// The base of a numeral.
    Radix,
    Short,
    ShortText,
    ShortVector,
    /// A closure from integer to integer.
    Procedure,
}

const I: Operand = Of(Integer);
const N: Operand = Of(Number);
const F: Operand = Of(Flonum);
const B: Operand = Of(Boolean);
const C: Operand = Of(Character);
const T: Operand = Of(Text);
const S: Operand = Of(Symbol);
const L: Operand = Of(List);
const V: Operand = Of(Vector);
const U: Operand = Of(Bytes);
const P: Operand = Of(Couple);

/// Result, operators, operands. Rows with many operators share their operands.
type Row = (Type, &'static [&'static str], &'static [Operand]);

const COMMON: &[Row] = &[
    (Integer, &["+", "-"], &[I, I]),
    (Integer, &["+", "-"], &[I, I]),
    (Integer, &["+", "-"], &[I, Small]),
    (Integer, &["+", "-"], &[I, I, I]),
    (Integer, &["+", "*", "-", "max", "min", "abs"], &[I]),
    (Integer, &["*"], &[I, Small]),
    (Integer, &["*"], &[Small, I]),
    (Integer, &["quotient", "remainder", "modulo"], &[I, I]),
    (
        Integer,
        &["floor-quotient", "floor-remainder", "truncate-quotient"],
        &[I, Small],
    ),
    (Integer, &["gcd", "max", "min"], &[I, I]),
    (Integer, &["expt"], &[Small, Small]),
    (Integer, &["exact-integer-sqrt-root", "square-small"], &[I]),
    (Integer, &["exact-floor"], &[N]),
    (Integer, &["length"], &[L]),
    (Integer, &["car", "cadr"], &[L]),
    (Integer, &["list-ref"], &[L, Index]),
    (Integer, &["vector-ref"], &[V, Index]),
    (Integer, &["bytevector-u8-ref"], &[U, Index]),
    (Integer, &["vector-length"], &[V]),
    (Integer, &["string-length"], &[T]),
    (Integer, &["bytevector-length"], &[U]),
    (Integer, &["char->integer"], &[C]),
    (Integer, &["couple-left"], &[P]),
    (Integer, &["apply +"], &[L]),
    (Integer, &["fold-left-sum"], &[Procedure, L]),
    (Number, &["+", "-"], &[N, SmallNumber]),
    (Number, &["-", "numerator", "denominator"], &[N]),
    (Number, &["exact-or-self"], &[F]),
    (Flonum, &["inexact"], &[I]),
    (
        Flonum,
        &["abs", "-", "floor", "round", "truncate", "ceiling"],
        &[F],
    ),
    (Flonum, &["+", "-", "*"], &[F, F]),
    (Flonum, &["+", "-", "*"], &[F, F]),
    (
        Flonum,
        &["+", "-", "*", "max-flonum", "min-flonum"],
        &[F, F],
    ),
    (Flonum, &["/"], &[F, F]),
    (Boolean, &["<", "<=", ">", ">=", "="], &[I, I]),
    (Boolean, &["<", "<=", ">", ">=", "="], &[I, I]),
    (Boolean, &["<", "<=", ">", ">=", "="], &[Small, I]),
    (Boolean, &["<", ">=", "="], &[I, I, I]),
    (Boolean, &["<", "<=", ">", ">=", "="], &[F, F]),
    (Boolean, &["<", "<=", ">", ">=", "="], &[F, I]),
    (Boolean, &["<", "<=", ">", ">=", "="], &[I, F]),
    (Boolean, &["=", "eqv?", "equal?"], &[N, N]),
    (Boolean, &["eq?"], &[S, S]),
    (Boolean, &["eq?"], &[B, B]),
    (Boolean, &["eqv?"], &[I, I]),
    (Boolean, &["eqv?", "equal?"], &[F, F]),
    (Boolean, &["equal?"], &[L, L]),
    (Boolean, &["equal?"], &[V, V]),
    (
        Boolean,
        &["equal?", "string=?", "string<?", "string>?"],
        &[T, T],
    ),
    (Boolean, &["char=?", "char<?", "char>=?"], &[C, C]),
    (Boolean, &["not"], &[B]),
    (
        Boolean,
        &["even?", "odd?", "zero?", "negative?", "positive?"],
        &[I],
    ),
    (Boolean, &["zero?", "negative?", "positive?", "nan?"], &[F]),
    (
        Boolean,
        &[
            "exact?",
            "inexact?",
            "integer?",
            "rational?",
            "number?",
            "exact-integer?",
        ],
        &[N],
    ),
    (
        Boolean,
        &["null?", "pair?", "list?", "vector?", "symbol?"],
        &[L],
    ),
    (
        Boolean,
        &[
            "pair?",
            "vector?",
            "number?",
            "string?",
            "procedure?",
            "boolean?",
        ],
        &[I],
    ),
    (Boolean, &["string?", "char?", "symbol?"], &[T]),
    (Boolean, &["couple?", "vector?", "pair?"], &[P]),
    (
        Boolean,
        &["char-alphabetic?", "char-numeric?", "char-whitespace?"],
        &[C],
    ),
    (Boolean, &["pair?"], &[L]),
    (Character, &["char-upcase", "char-downcase"], &[C]),
    (Character, &["string-ref"], &[T, Index]),
    (Character, &["character"], &[I]),
    (Text, &["string-append"], &[T, ShortText]),
    (Text, &["number->string"], &[I]),
    (Text, &["number->string"], &[I, Radix]),
    (Text, &["symbol->string"], &[S]),
    (Text, &["list->string*"], &[L]),
    (Text, &["substring"], &[T, Index, Index]),
    (Text, &["string", "make-string 3"], &[C]),
    (Text, &["string-copy"], &[T]),
    (Symbol, &["string->symbol"], &[ShortText]),
    (List, &["cons"], &[I, L]),
    (List, &["cons"], &[I, L]),
    (List, &["cdr", "reverse", "list-copy"], &[L]),
    (List, &["append"], &[Short, L]),
    (List, &["append"], &[Short, Short, Short]),
    (List, &["list"], &[I, I]),
    (List, &["list"], &[I, F, S]),
    (List, &["list"], &[I, T, C, B]),
    (List, &["list-tail"], &[L, Index]),
    (List, &["map"], &[Procedure, Short]),
    (List, &["memv", "remove-all"], &[I, L]),
    (List, &["vector->list"], &[V]),
    (List, &["string->list"], &[T]),
    (List, &["couple-right"], &[P]),
    (List, &["make-list"], &[Small, I]),
    (List, &["quotient-and-remainder"], &[I, I]),
    (Vector, &["vector"], &[I, I, I]),
    (Vector, &["vector"], &[I, F, I, S]),
    (Vector, &["list->vector"], &[L]),
    (Vector, &["vector-map"], &[Procedure, V]),
    (Vector, &["vector-append"], &[V, ShortVector]),
    (Vector, &["vector-copy"], &[V]),
    (Vector, &["vector-with"], &[V, Index, I]),
    (Vector, &["make-vector"], &[Small, I]),
    (Bytes, &["bytevector"], &[Byte, Byte, Byte]),
    (Bytes, &["bytevector-copy"], &[U]),
    (Bytes, &["string->utf8"], &[T]),
    (Couple, &["make-couple"], &[I, L]),
    (Type::Procedure, &["adder"], &[I]),
    (
        Type::Procedure,
        &["composed"],
        &[Of(Type::Procedure), Of(Type::Procedure)],
    ),
];

/// What other implementations lack, or do with other results where the report leaves it open.
const WHOLE: &[Row] = &[
    (List, &["map +"], &[Short, Short]),
    (Bytes, &["bytevector"], &[Small, Small]),
    (Integer, &["exact"], &[F]),
    (Integer, &["lcm", "bitwise-and", "bitwise-xor"], &[I, Small]),
    (Integer, &["arithmetic-shift"], &[I, Small]),
    (Integer, &["string->number"], &[T]),
    (Integer, &["table-total"], &[L]),
    (Number, &["*", "/"], &[N, SmallNumber]),
    (Number, &["*", "/"], &[SmallNumber, N]),
    (Number, &["max", "min"], &[N, N]),
    (
        Number,
        &[
            "sqrt",
            "exact",
            "inexact",
            "magnitude",
            "real-part",
            "imag-part",
        ],
        &[N],
    ),
    (Number, &["expt"], &[SmallNumber, Small]),
    (Number, &["string->number"], &[T]),
    (Number, &["floor", "round", "truncate"], &[N]),
    (Number, &["make-rectangular"], &[F, F]),
    (Flonum, &["+", "-", "*", "/"], &[F, I]),
    (Flonum, &["+", "-", "*", "/"], &[I, F]),
    (Flonum, &["max", "min"], &[F, I]),
    (Flonum, &["sqrt", "exp", "log", "sin", "atan"], &[F]),
    (Boolean, &["<", "=", ">="], &[N, N]),
    (Boolean, &["boolean=?"], &[B, B]),
    (Boolean, &["eq?"], &[I, I]),
    (Boolean, &["string-ci=?"], &[T, T]),
    (Boolean, &["hash-table-contains?*"], &[L, I]),
    (Character, &["integer->char"], &[I]),
    (Text, &["number->string"], &[N]),
    (Text, &["string-upcase", "string-downcase"], &[T]),
    (Text, &["utf8->string"], &[U]),
    (List, &["list-sort*", "hash-table-keys*"], &[L]),
    (List, &["assv"], &[I, L]),
    (Vector, &["vector-copy"], &[V, Index, Index]),
    (Bytes, &["bytevector-append"], &[U, U]),
];

impl Writer {
    /// A call of a procedure of the libraries, or a form of the language for this type.
    pub(super) fn operation(&mut self, wanted: Type) -> String {
        match wanted {
            Type::Procedure if self.dice.below(3) > 0 => return self.closure(),
            Boolean if self.dice.once_in(5) => {
                let keyword = self.dice.one_of(&["and", "or"]);
                let parts: Vec<String> = (0..1 + self.dice.below(3))
                    .map(|_| self.expression(Boolean))
                    .collect();
                return format!("({keyword} {})", parts.join(" "));
            }
            List if self.dice.once_in(6) => return self.quasiquote(),
            Integer if self.dice.once_in(12) => return self.procedure_call(),
            _ => {}
        }
        let fits = |row: &&Row| row.0 == wanted;
        let whole = if self.is_whole() { WHOLE } else { &[] };
        let rows: Vec<&Row> = COMMON.iter().chain(whole).filter(fits).collect();
        let (_, operators, operands) = rows[self.dice.below(rows.len())];
        let operator = self.dice.one_of(operators);
        let mut texts: Vec<String> = operands
            .iter()
            .map(|&operand| self.operand(operand))
            .collect();
        // `apply +` and the like: an operator with a first operand.
        let (operator, first) = match operator.split_once(' ') {
            Some((operator, first)) => (operator, Some(first)),
            None => (operator, None),
        };
        if let Some(first) = first {
            texts.insert(0, self.constant(first));
        }
        let operator = self.operator(operator);
        self.combination(&operator, texts)
    }

    fn operand(&mut self, operand: Operand) -> String {
        let (operator, held) = match operand {
            Of(held) => {
                // Once in a while something else, so that the operation raises.
                let held = match self.is_whole() && self.dice.once_in(150) {
                    true => self.any_type(),
                    false => held,
                };
                return self.expression(held);
            }
            Small => match self.dice.below(3) {
                0 => return self.constant("5"),
                1 if self.is_whole() => return self.constant("-1"),
                _ => ("small", Integer),
            },
            Byte if self.dice.once_in(2) => return self.constant("255"),
            Byte => ("small", Integer),
            Index => return self.index(),
            Radix => {
                let base = self.dice.one_of(&["2", "8", "10", "16"]);
                return self.constant(base);
            }
            Procedure => return self.closure(),
            SmallNumber => ("small-number", Number),
            Short => ("short", List),
            ShortText => ("short-text", Text),
            ShortVector => ("short-vector", Vector),
        };
        let text = self.expression(held);
        format!("({operator} {text})")
    }

    /// A list by a template, with parts that are evaluated and one that is spliced, in the order in
    /// which they are written.
    fn quasiquote(&mut self) -> String {
        let held = self.dice.one_of(&[Integer, Text, Symbol, Flonum]);
        let [one, two] = self.texts([Integer, held]);
        let list = self.expression(List);
        let (order, parts) = self.in_order(vec![one, two, list]);
        let [one, two, list] = &parts[..] else {
            unreachable!("three go in")
        };
        let text = match self.dice.below(6) {
            0 => format!("`(,{one} ,{two} ,@{list} 7)"),
            1 => format!("`(1 ,{one} ,{two} . ,{list})"),
            // What `map` and its like do with a list that ends otherwise is left open.
            2 if self.is_whole() => format!("`(,{one} (nested ,{two} ,@(short {list})) . end)"),
            2 => format!("(at-most 9 `(,{one} (nested ,{two} ,@(short {list})) . end))"),
            3 => format!("`(x #(1 ,{one} ,{two} ,@(short {list})) y)"),
            4 => format!("`(,{one} `(inner ,(outer ,{two})) ,@(short {list}))"),
            _ => format!("`(,{one} #(fixed ,{two}) 2 ,@{list})"),
        };
        match order.is_empty() {
            true => text,
            false => format!("(let* ({order}) {text})"),
        }
    }
}
