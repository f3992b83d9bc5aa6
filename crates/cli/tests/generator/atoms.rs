//! Constants, many of them at some border, and variables.

use super::{Form, Type, Writer};

/// Zero and its neighbours; the ends of fixnums (2^60), of 64 bits, of what a flonum holds
/// exactly (2^53); and what takes more than one word.
pub const INTEGERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "-13",
    "10",
    "100",
    "255",
    "256",
    "-256",
    "65536",
    "1073741823",
    "1073741824",
    "-1073741824",
    "2147483647",
    "-2147483648",
    "4294967296",
    "9007199254740991",
    "9007199254740992",
    "9007199254740993",
    "576460752303423487",
    "576460752303423488",
    "-576460752303423488",
    "1152921504606846975",
    "1152921504606846976",
    "-1152921504606846976",
    "-1152921504606846977",
    "4611686018427387904",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "-340282366920938463463374607431768211455",
];

const RATIONALS: &[&str] = &[
    "1/2",
    "-1/3",
    "22/7",
    "1152921504606846975/2",
    "-1/1152921504606846976",
    "9007199254740993/2",
    "3/18446744073709551616",
];

pub const FLONUMS: &[&str] = &[
    "0.0",
    "-0.0",
    "0.5",
    "1.0",
    "1.5",
    "-2.25",
    "3.0",
    "0.1",
    "1e21",
    "1e-7",
    "1e100",
    "9007199254740992.0",
    "1152921504606846976.0",
    "-1152921504606846976.0",
    "5e-324",
    "1.7976931348623157e308",
];

const STRANGE_FLONUMS: &[&str] = &["+inf.0", "-inf.0", "+nan.0"];

const COMPLEX: &[&str] = &["1+2i", "-1/2+3i", "1.5-0.0i", "+i", "0.0+1.0i"];

const CHARACTERS: &[&str] = &[
    "#\\a",
    "#\\Z",
    "#\\0",
    "#\\space",
    "#\\newline",
    "#\\x0",
    "#\\x7f",
    "#\\x80",
    "#\\xff",
    "#\\x100",
    "#\\x3bb",
    "#\\xd7ff",
    "#\\xe000",
    "#\\xffff",
    "#\\x10000",
    "#\\x10ffff",
];

const TEXTS: &[&str] = &[
    "\"\"",
    "\"a\"",
    "\"hello\"",
    "\"two words\"",
    "\"\\x3bb;x\"",
    "\"\\x1f600;\"",
    "\"q\\\"\\\\\"",
];

const SYMBOLS: &[&str] = &["'a", "'b", "'hello", "'lambda", "'if", "'+", "'..."];

const LISTS: &[&str] = &[
    "'()",
    "'(1 2)",
    "'(3 -4 5 6)",
    "'(1152921504606846975)",
    "'(7 7 7)",
    "'(1 2 3 4 5 6 7 8 9)",
];

/// Lists of other things, on which some operations raise.
const STRANGE_LISTS: &[&str] = &["'(b)", "'(1 (2 3) \"s\")", "'(#\\a 2.5)", "'(1 . 2)"];

impl Writer {
    /// Something that the compiler sees in the text, unless the form hides it.
    pub(super) fn constant(&self, text: &str) -> String {
        match self.form {
            Form::Opaque => format!("(opaque {text})"),
            Form::Plain | Form::Ordered => text.to_owned(),
        }
    }

    /// A procedure of the library or of the program, as it stands in a call.
    pub(super) fn operator(&self, name: &str) -> String {
        self.constant(name)
    }

    /// Something that is written down at once: a constant, a variable, or nearly.
    pub(super) fn atom(&mut self, wanted: Type) -> String {
        if self.dice.below(3) > 0
            && let Some(text) = self.variable(wanted, false)
        {
            return text;
        }
        self.fixed(wanted)
    }

    /// The text of a variable of this type that no other hides.
    pub(super) fn variable(&mut self, wanted: Type, assigned: bool) -> Option<String> {
        let fitting: Vec<usize> = (0..self.scope.len())
            .filter(|&index| {
                let variable = &self.scope[index];
                let later = &self.scope[index + 1..];
                variable.held == wanted
                    && (variable.is_assignable || !assigned)
                    && later.iter().all(|other| other.text != variable.text)
            })
            .collect();
        // Two times of three one of the nearest.
        let near = match self.dice.below(3) {
            0 => fitting.len(),
            _ => fitting.len().min(4),
        };
        let index = self.dice.below(near.max(1));
        let chosen = fitting.iter().rev().nth(index)?;
        Some(self.scope[*chosen].text.clone())
    }

    /// A constant, or what makes a new object of the kind.
    pub(super) fn fixed(&mut self, wanted: Type) -> String {
        let text = match wanted {
            Type::Integer => self.dice.one_of(INTEGERS),
            Type::Number => return self.fixed_number(),
            Type::Flonum if self.is_whole() && self.dice.once_in(6) => {
                self.dice.one_of(STRANGE_FLONUMS)
            }
            Type::Flonum => self.dice.one_of(FLONUMS),
            Type::Boolean => self.dice.one_of(&["#t", "#f"]),
            Type::Character => self.dice.one_of(CHARACTERS),
            Type::Text => self.dice.one_of(TEXTS),
            Type::Symbol if self.in_template => "'plain",
            Type::Symbol => self.dice.one_of(SYMBOLS),
            Type::List if self.is_whole() && self.dice.once_in(8) => {
                self.dice.one_of(STRANGE_LISTS)
            }
            Type::List => self.dice.one_of(LISTS),
            Type::Vector if self.is_whole() && self.dice.once_in(6) => "#(7 8.5 9)",
            Type::Vector => return format!("({} 1 -2 3)", self.operator("vector")),
            Type::Bytes if self.is_whole() && self.dice.once_in(6) => "#u8(0 127 255)",
            Type::Bytes => return format!("({} 0 128 255)", self.operator("bytevector")),
            Type::Couple => {
                let (left, right) = (self.fixed(Type::Integer), self.fixed(Type::List));
                return format!("({} {left} {right})", self.operator("make-couple"));
            }
            Type::Procedure => {
                let name = self.dice.one_of(&["-", "+", "abs", "values", "exact"]);
                return self.operator(name);
            }
        };
        self.constant(text)
    }

    fn fixed_number(&mut self) -> String {
        let text = match self.dice.below(6) {
            0 | 1 => return self.fixed(Type::Integer),
            2 => return self.fixed(Type::Flonum),
            3 if self.is_whole() => self.dice.one_of(COMPLEX),
            _ => self.dice.one_of(RATIONALS),
        };
        self.constant(text)
    }
}
