//! Exact integers against arithmetic on lists of decimal digits, as taught at school: slow,
//! and nothing of it is shared with the tower. Flonums against the printer and reader of Rust.

use crate::bytes::Decisions;
use mound_numbers::{Number, parse, to_string};
use std::cmp::Ordering;

/// Longest number, in digits.
const DIGITS_MAX: usize = 60;

/// Digits, the lowest first, without zeros at the end; and a sign.
#[derive(Clone, PartialEq, Eq, Debug)]
struct School {
    negative: bool,
    digits: Vec<u8>,
}

impl School {
    fn new(negative: bool, mut digits: Vec<u8>) -> School {
        while digits.last() == Some(&0) {
            digits.pop();
        }
        let negative = negative && !digits.is_empty();
        School { negative, digits }
    }

    fn text(&self) -> String {
        let sign = if self.negative { "-" } else { "" };
        let digits: String = self
            .digits
            .iter()
            .rev()
            .map(|digit| (b'0' + digit) as char)
            .collect();
        format!("{sign}{}", if digits.is_empty() { "0" } else { &digits })
    }

    fn add(&self, other: &School) -> School {
        if self.negative == other.negative {
            return School::new(self.negative, sum(&self.digits, &other.digits));
        }
        match compare(&self.digits, &other.digits) {
            Ordering::Less => School::new(other.negative, difference(&other.digits, &self.digits)),
            _ => School::new(self.negative, difference(&self.digits, &other.digits)),
        }
    }

    fn negate(&self) -> School {
        School::new(!self.negative, self.digits.clone())
    }

    fn multiply(&self, other: &School) -> School {
        let mut total = Vec::new();
        for (shift, &digit) in other.digits.iter().enumerate() {
            for _ in 0..digit {
                let mut shifted = vec![0; shift];
                shifted.extend(&self.digits);
                total = sum(&total, &shifted);
            }
        }
        School::new(self.negative != other.negative, total)
    }

    /// Truncated quotient and remainder, by taking the divisor away again and again.
    fn divide(&self, other: &School) -> (School, School) {
        let mut quotient = vec![0; self.digits.len()];
        let mut rest: Vec<u8> = Vec::new();
        for index in (0..self.digits.len()).rev() {
            rest.insert(0, self.digits[index]);
            while rest.last() == Some(&0) {
                rest.pop();
            }
            while compare(&rest, &other.digits) != Ordering::Less {
                rest = difference(&rest, &other.digits);
                quotient[index] += 1;
            }
        }
        let quotient = School::new(self.negative != other.negative, quotient);
        (quotient, School::new(self.negative, rest))
    }
}

fn compare(one: &[u8], other: &[u8]) -> Ordering {
    let by_length = one.len().cmp(&other.len());
    by_length.then_with(|| one.iter().rev().cmp(other.iter().rev()))
}

fn sum(one: &[u8], other: &[u8]) -> Vec<u8> {
    let mut carry = 0;
    let mut digits = Vec::new();
    for index in 0..one.len().max(other.len()) + 1 {
        let digit = |digits: &[u8]| digits.get(index).copied().unwrap_or(0);
        let total = digit(one) + digit(other) + carry;
        digits.push(total % 10);
        carry = total / 10;
    }
    School::new(false, digits).digits
}

/// `one` is not the smaller.
fn difference(one: &[u8], other: &[u8]) -> Vec<u8> {
    let mut borrow = 0;
    let mut digits = Vec::new();
    for (index, &digit) in one.iter().enumerate() {
        let taken = other.get(index).copied().unwrap_or(0) + borrow;
        borrow = u8::from(digit < taken);
        digits.push(digit + 10 * borrow - taken);
    }
    School::new(false, digits).digits
}

/// The tower agrees with the school, and flonums with Rust.
pub fn arithmetic(bytes: &[u8]) {
    let mut decisions = Decisions::new(bytes);
    let (one, other) = (school(&mut decisions), school(&mut decisions));
    check_integers(&one, &other);
    check_fractions(&one, &other);
    check_flonum(f64::from_bits(decisions.word()));
    check_flonum(f64::from(decisions.word() as u32) / f64::from(1 << decisions.below(20)));
}

fn school(decisions: &mut Decisions<'_>) -> School {
    let negative = decisions.below(2) == 1;
    let count = decisions.below(DIGITS_MAX);
    // Nines and zeros carry furthest.
    let digit = |decisions: &mut Decisions<'_>| match decisions.below(16) as u8 {
        10..=12 => 9,
        13.. => 0,
        digit => digit,
    };
    School::new(negative, (0..count).map(|_| digit(decisions)).collect())
}

fn number(school: &School) -> Number {
    parse(&school.text(), 10).expect("a numeral")
}

fn expect(found: Result<Number, mound_numbers::NumberError>, expected: &School, what: &str) {
    let text = found.map(|number| to_string(&number, 10));
    assert_eq!(text.as_deref(), Ok(&*expected.text()), "{what}");
}

fn check_integers(one: &School, other: &School) {
    let (x, y) = (number(one), number(other));
    let what = format!("of {} and {}", one.text(), other.text());
    assert_eq!(to_string(&x, 10), one.text());
    expect(x.add(&y), &one.add(other), &format!("sum {what}"));
    expect(
        x.subtract(&y),
        &one.add(&other.negate()),
        &format!("difference {what}"),
    );
    expect(
        x.multiply(&y),
        &one.multiply(other),
        &format!("product {what}"),
    );
    let sign = one.add(&other.negate());
    let order = match (sign.negative, sign.digits.is_empty()) {
        (true, _) => Ordering::Less,
        (false, true) => Ordering::Equal,
        (false, false) => Ordering::Greater,
    };
    assert_eq!(x.compare(&y), Some(order), "order {what}");
    if !other.digits.is_empty() {
        let (quotient, rest) = one.divide(other);
        expect(
            x.truncate_quotient(&y),
            &quotient,
            &format!("quotient {what}"),
        );
        expect(
            x.truncate_remainder(&y),
            &rest,
            &format!("remainder {what}"),
        );
        // Floored: one less, and a divisor more, if the rest has the other sign.
        let is_low = !rest.digits.is_empty() && rest.negative != other.negative;
        let minus_one = School::new(true, vec![u8::from(is_low)]);
        let floored = quotient.add(&minus_one);
        let modulo = if is_low { rest.add(other) } else { rest };
        expect(
            x.floor_quotient(&y),
            &floored,
            &format!("floored quotient {what}"),
        );
        expect(x.floor_remainder(&y), &modulo, &format!("modulo {what}"));
    }
    for radix in 2..=36 {
        let again = parse(&to_string(&x, radix), radix);
        assert_eq!(again.as_ref(), Some(&x), "{} in radix {radix}", one.text());
    }
}

/// `a/b + b/a` is `(aa + bb)/ab`, in lowest terms.
fn check_fractions(one: &School, other: &School) {
    if one.digits.is_empty() || other.digits.is_empty() {
        return;
    }
    let (x, y) = (number(one), number(other));
    let (Ok(fraction), Ok(inverse)) = (x.divide(&y), y.divide(&x)) else {
        panic!("neither is zero");
    };
    let top = one.multiply(one).add(&other.multiply(other));
    let bottom = one.multiply(other);
    let sum = fraction.add(&inverse).expect("of numbers");
    let (numerator, denominator) = (sum.numerator(), sum.denominator());
    let school = |number: Result<Number, mound_numbers::NumberError>| -> School {
        let text = to_string(&number.expect("of a fraction"), 10);
        let digits = text
            .bytes()
            .rev()
            .filter(u8::is_ascii_digit)
            .map(|byte| byte - b'0');
        School::new(text.starts_with('-'), digits.collect())
    };
    let (numerator, denominator) = (school(numerator), school(denominator));
    assert_eq!(
        numerator.multiply(&bottom),
        top.multiply(&denominator),
        "{} over {}",
        one.text(),
        other.text()
    );
    let (mut a, mut b) = (numerator, denominator);
    while !b.digits.is_empty() {
        (a, b) = (b.clone(), a.divide(&b).1);
    }
    assert_eq!(a.digits, [1], "lowest terms");
}

fn check_flonum(value: f64) {
    let written = to_string(&Number::from(value), 10);
    if !value.is_finite() {
        return;
    }
    let rust: f64 = written.parse().expect("Rust reads it");
    assert_eq!(
        rust.to_bits(),
        value.to_bits(),
        "{written} is not {value:e}"
    );
    let shortest = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
    let digits = |text: String| shortest(text.split('e').next().unwrap_or_default());
    // Rust writes the fewest digits that say which double it is.
    let fewest = digits(format!("{value:e}"));
    let mantissa = written.split('e').next().unwrap_or_default();
    let significant = mantissa.replace(['.', '-'], "");
    let significant = significant.trim_matches('0').len();
    assert!(
        significant <= fewest,
        "{written} has more digits than {value:e}"
    );
    for text in [format!("{value:e}"), format!("{value:?}"), written] {
        let read = parse(&text, 10).map(|number| number.to_f64().to_bits());
        assert_eq!(read, Some(value.to_bits()), "{text}");
    }
}
