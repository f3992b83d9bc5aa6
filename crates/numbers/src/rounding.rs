//! To integers, and to simpler fractions.

use crate::abandon::is_abandoned;
use crate::division::floor_divide;
use crate::{IBig, Number, NumberError, Ratio};

type Outcome = Result<Number, NumberError>;

impl Number {
    /// `floor`: the result is as exact as the number, here and below.
    pub fn floor(&self) -> Outcome {
        self.rounded(f64::floor, Ratio::floor)
    }

    pub fn ceiling(&self) -> Outcome {
        self.rounded(f64::ceil, |ratio| ratio.floor() + IBig::ONE)
    }

    pub fn truncate(&self) -> Outcome {
        self.rounded(f64::trunc, Ratio::truncate)
    }

    /// `round`: ties go to the even neighbour.
    pub fn round(&self) -> Outcome {
        self.rounded(f64::round_ties_even, round_ties_even)
    }

    fn rounded(&self, flonum: fn(f64) -> f64, ratio: fn(&Ratio) -> IBig) -> Outcome {
        Ok(match self {
            Number::Integer(_) => self.clone(),
            Number::Ratio(value) => Number::Integer(ratio(value)),
            Number::Flonum(value) => Number::Flonum(flonum(*value)),
            Number::Complex(_) => return Err(NumberError::NotReal),
        })
    }

    /// `rationalize`: the simplest number that differs by at most `tolerance`.
    pub fn rationalize(&self, tolerance: &Number) -> Outcome {
        if !self.is_real() {
            return Err(NumberError::NotReal);
        }
        let exact = self.is_exact() && tolerance.is_exact();
        Ok(match (self.to_ratio(), tolerance.absolute()?.to_ratio()) {
            (Some(value), Some(tolerance)) => {
                let (low, high) = (value.subtract(&tolerance), value.add(&tolerance));
                let result = Number::from(simplest(low, high));
                if exact { result } else { result.inexact() }
            }
            // Everything is within an infinity of a finite number.
            (Some(_), None) if !tolerance.is_nan() => Number::Flonum(0.0),
            (None, Some(_)) => self.clone(),
            (Some(_) | None, None) => Number::Flonum(f64::NAN),
        })
    }
}

fn round_ties_even(ratio: &Ratio) -> IBig {
    let denominator = IBig::from(ratio.denominator().clone());
    let (below, remainder) = floor_divide(ratio.numerator(), &denominator);
    let up = match (remainder * IBig::from(2)).cmp(&denominator) {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Greater => true,
        std::cmp::Ordering::Equal => crate::limbs(&below)
            .1
            .first()
            .is_some_and(|word| word % 2 == 1),
    };
    if up { below + IBig::ONE } else { below }
}

/// The fraction with the smallest denominator (then numerator) in `low..=high`.
///
/// Both ends share a continued fraction up to some term; the answer ends there.
fn simplest(low: Ratio, high: Ratio) -> Ratio {
    if !high.is_negative() && (low.is_negative() || low.is_zero()) {
        return Ratio::from(IBig::ZERO);
    }
    if high.is_negative() {
        return simplest_positive(high.negate(), low.negate()).negate();
    }
    simplest_positive(low, high)
}

fn simplest_positive(mut low: Ratio, mut high: Ratio) -> Ratio {
    let mut terms: Vec<IBig> = Vec::new();
    let mut result = loop {
        if low.is_integer() || is_abandoned() {
            break low;
        }
        let whole = low.floor();
        let above = Ratio::from(&whole + IBig::ONE);
        if above <= high {
            break above;
        }
        let rest = -&whole;
        terms.push(whole);
        (low, high) = (
            high.add_integer(&rest).reciprocal(),
            low.add_integer(&rest).reciprocal(),
        );
    };
    while let Some(term) = terms.pop() {
        result = result.reciprocal().add_integer(&term);
    }
    result
}

#[cfg(test)]
mod tests {
    use crate::{Number, NumberError, parse, to_string};

    #[test]
    fn rounds_to_integers() {
        // number, floor, ceiling, truncate, round
        let cases = [
            ["-4.3", "-5.0", "-4.0", "-4.0", "-4.0"],
            ["3.5", "3.0", "4.0", "3.0", "4.0"],
            ["2.5", "2.0", "3.0", "2.0", "2.0"],
            ["7/2", "3", "4", "3", "4"],
            ["5/2", "2", "3", "2", "2"],
            ["-5/2", "-3", "-2", "-2", "-2"],
            ["-7/2", "-4", "-3", "-3", "-4"],
            ["-1/3", "-1", "0", "0", "0"],
            ["7", "7", "7", "7", "7"],
            ["-inf.0", "-inf.0", "-inf.0", "-inf.0", "-inf.0"],
        ];
        for [text, floor, ceiling, truncate, round] in cases {
            let number = parse(text, 10).expect("a number");
            let show = |value: Result<Number, NumberError>| {
                to_string(&value.expect("real"), 10).replace("-0.0", "0.0")
            };
            assert_eq!(show(number.floor()), floor);
            assert_eq!(show(number.ceiling()), ceiling);
            assert_eq!(show(number.truncate()), truncate);
            assert_eq!(show(number.round()), round);
        }
    }

    #[test]
    fn rationalizes_to_the_simplest() {
        let cases = [
            ["3/10", "1/10", "1/3"],
            ["-3/10", "1/10", "-1/3"],
            ["0.3", "1/10", "0.3333333333333333"],
            ["1/10", "1/5", "0"],
            ["+inf.0", "1", "+inf.0"],
            ["-inf.0", "-1", "-inf.0"],
            ["1", "+inf.0", "0.0"],
            ["-1/2", "-inf.0", "0.0"],
            ["1", "+nan.0", "+nan.0"],
            ["+nan.0", "1", "+nan.0"],
            ["+nan.0", "+inf.0", "+nan.0"],
            ["+inf.0", "+nan.0", "+nan.0"],
            ["+inf.0", "+inf.0", "+nan.0"],
            ["314159/100000", "1/100", "22/7"],
        ];
        for [value, tolerance, expected] in cases {
            let [value, tolerance] =
                [value, tolerance].map(|text| parse(text, 10).expect("a number"));
            let result = value.rationalize(&tolerance).expect("real");
            assert_eq!(to_string(&result, 10), expected);
        }
    }
}
