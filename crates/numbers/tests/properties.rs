//! The tower agrees with machine arithmetic wherever that is exact.

use mound_numbers::{
    FIXNUM_MAX, FIXNUM_MIN, IBig, Number, Ratio, UBig, fits_fixnum, limbs, parse, to_string,
};
use proptest::prelude::*;

fn integer(value: i128) -> Number {
    Number::Integer(IBig::from(value))
}

fn fraction(numerator: i64, denominator: i64) -> Number {
    Number::from_fraction(IBig::from(numerator), IBig::from(denominator)).expect("not by zero")
}

fn assert_normal(number: &Number) {
    if let Number::Ratio(ratio) = number {
        assert!(!ratio.is_integer(), "{number} breaks N1");
    }
    if let Number::Complex(parts) = number {
        let (real, imaginary) = (parts.real(), parts.imaginary());
        let one_exactness = real.is_exact() == imaginary.is_exact();
        let is_complex = !(imaginary.is_exact() && imaginary.is_zero());
        assert!(one_exactness && is_complex && real.is_real() && imaginary.is_real());
        assert_normal(real);
        assert_normal(imaginary);
    }
}

/// Doubles of every kind: any bit pattern.
fn any_double() -> impl Strategy<Value = f64> {
    any::<u64>().prop_map(f64::from_bits)
}

/// The double 2^exponent.
fn power_of_two(exponent: i32) -> f64 {
    match exponent {
        -1022.. => f64::from_bits(((exponent + 1023) as u64) << 52),
        _ => f64::from_bits(1 << (exponent + 1074)),
    }
}

proptest! {
    #[test]
    fn integers_agree_with_the_machine(a in any::<i64>(), b in any::<i64>()) {
        let (wide_a, wide_b) = (i128::from(a), i128::from(b));
        let (x, y) = (Number::from(a), Number::from(b));
        prop_assert_eq!(x.add(&y), Ok(integer(wide_a + wide_b)));
        prop_assert_eq!(x.subtract(&y), Ok(integer(wide_a - wide_b)));
        prop_assert_eq!(x.multiply(&y), Ok(integer(wide_a * wide_b)));
        prop_assert_eq!(x.compare(&y), Some(a.cmp(&b)));
        prop_assert_eq!(x.bitwise_and(&y), Ok(Number::from(a & b)));
        prop_assert_eq!(x.bitwise_or(&y), Ok(Number::from(a | b)));
        prop_assert_eq!(x.bitwise_xor(&y), Ok(Number::from(a ^ b)));
        prop_assert_eq!(x.bitwise_not(), Ok(Number::from(!a)));
        if b != 0 {
            prop_assert_eq!(x.truncate_quotient(&y), Ok(integer(wide_a / wide_b)));
            prop_assert_eq!(x.truncate_remainder(&y), Ok(integer(wide_a % wide_b)));
            let floor = wide_a.div_euclid(wide_b) - i128::from(b < 0 && wide_a.rem_euclid(wide_b) != 0);
            prop_assert_eq!(x.floor_quotient(&y), Ok(integer(floor)));
            prop_assert_eq!(x.floor_remainder(&y), Ok(integer(wide_a - floor * wide_b)));
        }
    }

    #[test]
    fn shifts_agree_with_the_machine(a in any::<i64>(), count in -70_i64..60) {
        let wide = i128::from(a);
        let expected = if count >= 0 { wide << count } else { wide >> -count };
        prop_assert_eq!(Number::from(a).shift(count), Ok(integer(expected)));
    }

    #[test]
    fn fractions_follow_the_laws(a in any::<i64>(), b in 1_i64.., c in any::<i64>(), d in 1_i64..) {
        let (x, y) = (fraction(a, b), fraction(c, d));
        let sum = x.add(&y).expect("small");
        assert_normal(&sum);
        prop_assert_eq!(sum.subtract(&y).expect("small"), x.clone());
        let product = x.multiply(&y).expect("small");
        assert_normal(&product);
        if c != 0 {
            let quotient = product.divide(&y).expect("small");
            prop_assert_eq!(quotient, x.clone());
        }
        let (floor, ceiling) = (x.floor().expect("real"), x.ceiling().expect("real"));
        prop_assert!(floor.compare(&x) != Some(std::cmp::Ordering::Greater));
        prop_assert!(ceiling.compare(&x) != Some(std::cmp::Ordering::Less));
        prop_assert!(ceiling.subtract(&floor).expect("small").compare(&Number::from(1))
            != Some(std::cmp::Ordering::Greater));
    }

    #[test]
    fn flonums_agree_with_the_machine(a in any_double(), b in any_double()) {
        let (x, y) = (Number::Flonum(a), Number::Flonum(b));
        prop_assert!(x.add(&y).expect("flonum").is_eqv(&Number::Flonum(a + b)));
        prop_assert!(x.divide(&y).expect("flonum").is_eqv(&Number::Flonum(a / b)));
        prop_assert_eq!(x.compare(&y), a.partial_cmp(&b));
        if let (Ok(x), Ok(y)) = (x.exact(), y.exact()) {
            prop_assert_eq!(x.compare(&y), a.partial_cmp(&b));
            prop_assert_eq!(x.to_f64(), a);
            // An exact sum, rounded once, is what the machine computes.
            prop_assert_eq!(x.add(&y).expect("small").to_f64(), a + b);
        }
    }

    #[test]
    fn conversion_to_doubles_rounds_correctly(digits in "[1-9][0-9]{0,40}", exponent in -360_i32..330) {
        let text = format!("{digits}e{exponent}");
        let expected: f64 = text.parse().expect("a double");
        let exact = parse(&format!("#e{text}"), 10).expect("a number");
        prop_assert_eq!(exact.to_f64(), expected);
    }

    // The half between two doubles, more or less a rest that may be far below all that one could
    // see: in numerator and denominator of every size, so that each way to divide is gone.
    #[test]
    fn rests_decide_near_ties(
        low_bits in any::<u64>(),
        bits in 2_u32..=54,
        exponent in -1075_i32..970,
        // Often one, so that the number is an integer, with no rest or a whole one.
        divisor in prop_oneof![Just(0), 0_u64..1 << 62],
        depth in prop_oneof![Just(0), 0_usize..200],
        rest in -1_i64..=1,
    ) {
        // Odd, so that its half lies between two doubles; short ones are subnormal.
        let bits = if exponent == -1075 { bits } else { 54 };
        let tie = low_bits >> (64 - bits) | 1 << (bits - 1) | 1;
        let divisor = UBig::from(2 * divisor + 1) << depth;
        let mut numerator = IBig::from(tie) * IBig::from(divisor.clone()) + IBig::from(rest);
        let mut denominator = divisor;
        match exponent {
            0.. => numerator <<= exponent as usize,
            _ => denominator <<= exponent.unsigned_abs() as usize,
        }
        let value = Number::from_fraction(numerator, denominator.into()).expect("not by zero");
        let below = tie >> 1;
        let up = match rest {
            0 => below & 1,
            _ => u64::from(rest > 0),
        };
        let expected = (below + up) as f64 * power_of_two(exponent + 1);
        prop_assert_eq!(value.to_f64(), expected);
        prop_assert_eq!(value.negate().to_f64(), -expected);
    }

    // The same for integers, whose rest is below a half by a bit somewhere.
    #[test]
    fn rests_decide_near_ties_of_integers(low_bits in any::<u64>(), length in 1_usize..900, place in 0_usize..900) {
        let tie = low_bits >> 10 | 1 << 53 | 1;
        let rest = IBig::from(u8::from(place < length)) << place;
        let value = Number::Integer((IBig::from(tie) << length) + rest);
        let up = if place < length { 1 } else { tie >> 1 & 1 };
        let expected = ((tie >> 1) + up) as f64 * power_of_two(length as i32 + 1);
        prop_assert_eq!(value.to_f64(), expected);
    }

    #[test]
    fn doubles_read_back(value in any_double(), radix in 2_u32..=36) {
        let number = Number::Flonum(value);
        let text = to_string(&number, radix);
        prop_assert!(parse(&text, radix).is_some_and(|back| back.is_eqv(&number)), "{}", text);
    }

    #[test]
    fn exact_numbers_read_back(
        words in prop::collection::vec(any::<u64>(), 0..6),
        negative in any::<bool>(),
        divisor in 1_u64..,
        radix in 2_u32..=36,
    ) {
        let whole = Number::from_limbs(negative, &words);
        let number = whole.divide(&Number::from(divisor)).expect("not by zero");
        let text = to_string(&number, radix);
        prop_assert_eq!(parse(&text, radix), Some(number));
    }

    // Most texts are seen to be numbers, or none, without parsing them; not those with a prefix.
    #[test]
    fn short_ways_lead_to_the_same_numbers(text in "[-+.0-9aeinf/@]{0,6}|[0-9]{15,22}", which in 0..3_usize) {
        let (radix, prefix) = [(2, "#b"), (8, "#o"), (10, "#d")][which];
        // A point is for decimal numbers behind a prefix, as in R7RS, and for all that `number->string` writes without.
        prop_assume!(radix == 10 || !text.contains('.'));
        let text_of = |number: Number| to_string(&number, 10);
        let long = parse(&format!("{prefix}{text}"), 10);
        prop_assert_eq!(parse(&text, radix).map(text_of), long.map(text_of));
    }

    #[test]
    fn limbs_round_trip(mut words in prop::collection::vec(any::<u64>(), 0..6), negative in any::<bool>()) {
        let Number::Integer(integer) = Number::from_limbs(negative, &words) else {
            panic!("an integer");
        };
        while words.last() == Some(&0) {
            words.pop();
        }
        let (sign, back) = limbs(&integer);
        prop_assert_eq!(back, &words[..]);
        prop_assert_eq!(sign, negative && !words.is_empty());
    }

    #[test]
    fn roots_are_exact(value in any::<u64>()) {
        let number = Number::from(value);
        let (root, rest) = number.exact_integer_sqrt().expect("not negative");
        prop_assert_eq!(root.multiply(&root).expect("small").add(&rest).expect("small"), number.clone());
        let square = number.multiply(&number).expect("small");
        prop_assert_eq!(square.sqrt(), Ok(number));
    }

    #[test]
    fn rationalize_stays_within_the_tolerance(a in -1000_i64..1000, b in 1_i64..1000, c in 0_i64..100, d in 1_i64..1000) {
        let (value, tolerance) = (fraction(a, b), fraction(c, d));
        let simple = value.rationalize(&tolerance).expect("real");
        assert_normal(&simple);
        let distance = simple.subtract(&value).expect("small").absolute().expect("real");
        prop_assert!(distance.compare(&tolerance) != Some(std::cmp::Ordering::Greater));
    }

    #[test]
    fn any_text_is_parsed_without_panic(text in "[-+#.@eixbod0-9/a-f_infI]{0,24}", radix in 0_u32..40) {
        if let Some(number) = parse(&text, radix) {
            assert_normal(&number);
        }
    }
}

#[test]
fn integers_leave_for_words_that_hold_them() {
    let (least, most) = (i128::from(FIXNUM_MIN), i128::from(FIXNUM_MAX));
    assert_eq!((least, most), (-(1 << 60), (1 << 60) - 1));
    let edges = [
        0,
        least,
        most,
        i64::MIN.into(),
        i64::MAX.into(),
        u64::MAX.into(),
    ];
    for value in edges
        .into_iter()
        .flat_map(|edge| [edge - 1, edge, edge + 1])
    {
        let number = integer(value);
        let word = i64::try_from(value).ok();
        assert_eq!(number.to_i64(), word);
        assert_eq!(number.to_u64(), u64::try_from(value).ok());
        let is_fixnum = least <= value && value <= most;
        assert_eq!(number.to_fixnum(), word.filter(|_| is_fixnum), "{value}");
        assert!(word.is_none_or(|word| fits_fixnum(word) == is_fixnum));
    }
    for other in [Number::Flonum(1.0), fraction(1, 2)] {
        assert_eq!(
            (other.to_i64(), other.to_u64(), other.to_fixnum()),
            (None, None, None)
        );
    }
}

#[test]
fn whole_ratios_become_integers() {
    assert_eq!(Number::from(Ratio::from(IBig::from(3))), Number::from(3));
}
