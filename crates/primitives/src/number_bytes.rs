//! Numbers in bytevectors: integers of 1 to 8 bytes, and flonums of 4 and 8.
//!
//! The form of a number is a fixnum, the sum of
//!
//! ```text
//!   0, 1, 2, 3   for 1, 2, 4, 8 bytes
//!   4            if an integer is signed (two's complement)
//!   8            if it is a flonum (IEEE 754) of 4 or 8 bytes
//!   16           if the largest byte comes first
//! ```

use crate::arguments::{self, bytevector, place};
use crate::{Area, leaf};
use mound_heap::Value;
use mound_heap::number::number_of;
use mound_machine::{Arguments, Context, Host, Raise};
use mound_numbers::Number;

pub(crate) const AREA: Area = &[
    leaf("%bytevector-number", get),
    leaf("%bytevector-number-set!", set),
];

#[derive(Clone, Copy)]
enum Kind {
    Unsigned,
    Signed,
    Flonum,
}

#[derive(Clone, Copy)]
struct Form {
    size: usize,
    kind: Kind,
    largest_first: bool,
}

impl Form {
    fn of(value: Value) -> Option<Form> {
        let bits = value.as_fixnum().filter(|bits| (0..32).contains(bits))?;
        let size = 1 << (bits & 3);
        let kind = match bits >> 2 & 3 {
            0 => Kind::Unsigned,
            1 => Kind::Signed,
            2 if size >= 4 => Kind::Flonum,
            _ => return None,
        };
        Some(Form {
            size,
            kind,
            largest_first: bits & 16 != 0,
        })
    }

    /// What is expected of a number that is put there.
    fn expected(self) -> String {
        let bits = 8 * self.size;
        match self.kind {
            Kind::Unsigned => format!("an exact integer from 0 of {bits} bits"),
            Kind::Signed => format!("an exact integer of {bits} bits with a sign"),
            Kind::Flonum => "a real number".to_owned(),
        }
    }

    /// The bytes in the last of eight, the largest first.
    fn read(self, bytes: &[u8]) -> [u8; 8] {
        let mut word = [0; 8];
        let end = &mut word[8 - self.size..];
        end.copy_from_slice(bytes);
        if !self.largest_first {
            end.reverse();
        }
        word
    }

    fn number(self, bytes: &[u8]) -> Number {
        let word = u64::from_be_bytes(self.read(bytes));
        let unused = 64 - 8 * self.size as u32;
        match self.kind {
            Kind::Unsigned => Number::from(word),
            Kind::Signed => Number::from(((word << unused) as i64) >> unused),
            Kind::Flonum if self.size == 4 => Number::from(f64::from(f32::from_bits(word as u32))),
            Kind::Flonum => Number::from(f64::from_bits(word)),
        }
    }

    /// The bits of the number, if it fits.
    fn word(self, number: &Number) -> Option<u64> {
        let unused = 64 - 8 * self.size as u32;
        match self.kind {
            Kind::Unsigned => number
                .to_u64()
                .filter(|word| word << unused >> unused == *word),
            Kind::Signed => number
                .to_i64()
                .filter(|word| word << unused >> unused == *word)
                .map(|word| word as u64),
            Kind::Flonum => match number.inexact() {
                Number::Flonum(flonum) if self.size == 4 => {
                    Some(u64::from((flonum as f32).to_bits()))
                }
                Number::Flonum(flonum) => Some(flonum.to_bits()),
                _ => None,
            },
        }
    }
}

fn form(context: &mut Context, arguments: Arguments, who: &str) -> Result<Form, Raise> {
    match Form::of(context.argument(arguments, 2)) {
        Some(form) => Ok(form),
        None => Err(arguments::wrong(
            context,
            arguments,
            2,
            who,
            "a form of numbers",
        )),
    }
}

fn get(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "bytevector-ref";
    let bytes = bytevector(context, arguments, 0, who)?;
    let form = form(context, arguments, who)?;
    let at = place(context, arguments, 1, form.size, bytes.len(), 0, who)?;
    let number = form.number(&bytes.slice()[at..at + form.size]);
    context.number(&number)
}

fn set(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "bytevector-set!";
    let mut bytes = bytevector(context, arguments, 0, who)?;
    let form = form(context, arguments, who)?;
    let at = place(context, arguments, 1, form.size, bytes.len(), 0, who)?;
    let number = number_of(context.argument(arguments, 3));
    let Some(word) = number.and_then(|number| form.word(&number)) else {
        return Err(arguments::wrong(
            context,
            arguments,
            3,
            who,
            &form.expected(),
        ));
    };
    let mut word = word.to_be_bytes();
    let end = &mut word[8 - form.size..];
    if !form.largest_first {
        end.reverse();
    }
    match bytes.slice_mut() {
        Ok(bytes) => bytes[at..at + form.size].copy_from_slice(end),
        Err(_) => {
            let object = context.argument(arguments, 0);
            return Err(context.frozen(who, object));
        }
    }
    Ok(Value::UNSPECIFIED)
}
