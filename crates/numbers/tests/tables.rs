//! Tables and laws at the borders: kinds of numbers, the bound of their size, orders, roundings, bits, powers.
//! What is expected comes from a table, from machine integers or from a search, never from another operation
//! that could have the same fault.

use mound_numbers::{BITS_MAX, IBig, Number, NumberError, cost, parse, to_string};
use proptest::prelude::*;
use std::cmp::Ordering;

type Operation = fn(&Number, &Number) -> Result<Number, NumberError>;

fn number(text: &str) -> Number {
    parse(text, 10).expect("a number")
}

fn integer(value: i128) -> Number {
    Number::Integer(IBig::from(value))
}

fn fraction(numerator: i64, denominator: i64) -> Number {
    Number::from_fraction(IBig::from(numerator), IBig::from(denominator)).expect("not by zero")
}

/// A number with so many bits.
fn of_bits(bits: usize) -> Number {
    Number::from(1)
        .shift(bits as i64 - 1)
        .expect("within the bound")
}

/// Real numbers in ascending order; those in one group are equal.
const ASCENDING: &[&[&str]] = &[
    &["-inf.0"],
    &["-1.7976931348623157e308"],
    &["-18446744073709551617"],
    &["-18446744073709551616", "-18446744073709551616.0"],
    &["-1152921504606846977"],
    &["-1152921504606846976", "-1152921504606846976.0"],
    &["-9007199254740993"],
    &["-9007199254740992", "-9007199254740992.0"],
    &["-2", "-2.0"],
    &["-3/2", "-1.5"],
    &["-4/3"],
    &["-1", "-1.0"],
    &["-2/3"],
    &["-1/2", "-0.5"],
    &["-1/3"],
    &["-5e-324"],
    &["0", "0.0", "-0.0"],
    &["5e-324"],
    &["1/18446744073709551616"],
    &["1/18446744073709551615"],
    &["1/4", "0.25"],
    &["0.3333333333333333"],
    &["1/3"],
    &["0.33333333333333337"],
    &["1/2", "0.5"],
    &["1", "1.0"],
    &["1.0000000000000002"],
    &["4/3"],
    &["3/2", "1.5"],
    &["2", "2.0"],
    &["9007199254740991", "9007199254740991.0"],
    &["9007199254740992", "9007199254740992.0"],
    &["18014398509481985/2"],
    &["9007199254740993"],
    &["1152921504606846975"],
    &["1152921504606846976", "1152921504606846976.0"],
    &["9223372036854775807"],
    &["9223372036854775808", "9223372036854775808.0"],
    &["18446744073709551615"],
    &["18446744073709551616", "18446744073709551616.0"],
    &["1.7976931348623157e308"],
    &["+inf.0"],
];

fn reals() -> Vec<(usize, Number)> {
    let groups = ASCENDING.iter().enumerate();
    let members = groups.flat_map(|(place, group)| group.iter().map(move |text| (place, text)));
    members.map(|(place, text)| (place, number(text))).collect()
}

#[test]
fn all_pairs_have_the_order_of_their_values() {
    for (one_place, one) in reals() {
        for (other_place, other) in reals() {
            let order = one_place.cmp(&other_place);
            assert_eq!(one.compare(&other), Some(order), "{one} {other}");
            assert_eq!(
                one.equals(&other),
                order == Ordering::Equal,
                "{one} {other}"
            );
            let exact = one.is_exact() && other.is_exact();
            for (chosen, place) in [
                (one.max(&other), one_place.max(other_place)),
                (one.min(&other), one_place.min(other_place)),
            ] {
                let chosen = chosen.expect("real");
                assert_eq!(chosen.is_exact(), exact, "{one} {other}");
                let expected = number(ASCENDING[place][0]);
                let expected = if exact { expected } else { expected.inexact() };
                assert!(chosen.equals(&expected), "{one} {other} gives {chosen}");
            }
        }
        let nan = Number::Flonum(f64::NAN);
        assert_eq!((one.compare(&nan), nan.compare(&one)), (None, None));
        assert!(!one.equals(&nan) && !nan.equals(&one));
    }
}

#[test]
fn signs_and_kinds_follow_from_the_place() {
    let zero = ASCENDING
        .iter()
        .position(|group| group.contains(&"0"))
        .expect("it is there");
    for (place, value) in reals() {
        assert_eq!(value.is_negative(), place < zero, "{value}");
        assert_eq!(value.is_positive(), place > zero, "{value}");
        assert_eq!(value.is_zero(), place == zero, "{value}");
        let is_infinite = place == 0 || place == ASCENDING.len() - 1;
        assert_eq!(value.is_infinite(), is_infinite, "{value}");
        assert_eq!(value.is_finite(), !is_infinite, "{value}");
        assert!(!value.is_nan() && value.is_real(), "{value}");
        let magnitude = value.absolute().expect("real");
        assert!(!magnitude.is_negative(), "{value}");
        assert!(magnitude.equals(&value) || magnitude.equals(&value.negate()));
        assert_eq!(magnitude.is_exact(), value.is_exact());
    }
}

/// Each kind of number, and what the predicates say: exact, exact integer, exact rational, integer, finite,
/// infinite, nan, zero, real.
#[test]
fn predicates_of_each_kind() {
    let (yes, no) = (true, false);
    let cases: &[(&str, [bool; 9])] = &[
        ("0", [yes, yes, yes, yes, yes, no, no, yes, yes]),
        ("7", [yes, yes, yes, yes, yes, no, no, no, yes]),
        ("1/2", [yes, no, yes, no, yes, no, no, no, yes]),
        ("0.0", [no, no, no, yes, yes, no, no, yes, yes]),
        ("-0.0", [no, no, no, yes, yes, no, no, yes, yes]),
        ("2.0", [no, no, no, yes, yes, no, no, no, yes]),
        ("2.5", [no, no, no, no, yes, no, no, no, yes]),
        ("1e300", [no, no, no, yes, yes, no, no, no, yes]),
        ("+inf.0", [no, no, no, no, no, yes, no, no, yes]),
        ("+nan.0", [no, no, no, no, no, no, yes, no, yes]),
        ("+i", [yes, no, no, no, yes, no, no, no, no]),
        ("1/2+i", [yes, no, no, no, yes, no, no, no, no]),
        ("0.0+0.0i", [no, no, no, no, yes, no, no, yes, no]),
        ("0.0+1.0i", [no, no, no, no, yes, no, no, no, no]),
        ("1.0+0.0i", [no, no, no, no, yes, no, no, no, no]),
        ("1.0+inf.0i", [no, no, no, no, no, yes, no, no, no]),
        ("+nan.0+1.0i", [no, no, no, no, no, no, yes, no, no]),
    ];
    for (text, expected) in cases {
        let value = number(text);
        let found = [
            value.is_exact(),
            value.is_exact_integer(),
            value.is_exact_rational(),
            value.is_integer(),
            value.is_finite(),
            value.is_infinite(),
            value.is_nan(),
            value.is_zero(),
            value.is_real(),
        ];
        assert_eq!(found, *expected, "{text}");
        if !value.is_real() {
            assert!(!value.is_negative() && !value.is_positive(), "{text}");
            let refusals = [
                value.absolute(),
                value.floor(),
                value.numerator(),
                value.max(&value),
            ];
            for refusal in refusals {
                assert_eq!(refusal, Err(NumberError::NotReal), "{text}");
            }
        }
    }
}

#[test]
fn one_inexact_operand_makes_the_result_inexact() {
    type OnFlonums = fn(f64, f64) -> f64;
    let operations: [(&str, Operation, OnFlonums); 4] = [
        ("+", Number::add, |a, b| a + b),
        ("-", Number::subtract, |a, b| a - b),
        ("*", Number::multiply, |a, b| a * b),
        ("/", Number::divide, |a, b| a / b),
    ];
    for (_, one) in reals() {
        for (_, other) in reals() {
            for (name, operation, machine) in operations {
                let found = operation(&one, &other);
                let is_exact = one.is_exact() && other.is_exact();
                if name == "/" && other.is_exact() && other.is_zero() {
                    assert_eq!(found, Err(NumberError::DivideByZero));
                } else if is_exact {
                    assert!(found.expect("small").is_exact(), "{one} {name} {other}");
                } else {
                    let expected = Number::Flonum(machine(one.to_f64(), other.to_f64()));
                    let found = found.expect("flonum");
                    assert!(found.is_eqv(&expected), "{one} {name} {other} = {found}");
                }
            }
        }
    }
}

#[test]
fn a_number_is_its_numerator_over_its_denominator() {
    for (_, value) in reals().into_iter().filter(|(_, value)| value.is_finite()) {
        let (top, bottom) = (value.numerator(), value.denominator());
        let (top, bottom) = (top.expect("real"), bottom.expect("real"));
        assert!(top.is_integer() && bottom.is_positive());
        assert_eq!(top.is_exact(), value.is_exact());
        assert_eq!(bottom.is_exact(), value.is_exact());
        // That of the least flonum is beyond the range of flonums.
        if let (Ok(top), Ok(bottom), Ok(exact)) = (top.exact(), bottom.exact(), value.exact()) {
            let common = top.gcd(&bottom).expect("integers");
            assert!(
                value.is_zero() || common.equals(&Number::from(1)),
                "{value}"
            );
            assert!(
                top.divide(&bottom).expect("positive").equals(&exact),
                "{value}"
            );
        }
    }
}

/// What is made of two exact numbers has the bits of both at most. So operands with [`BITS_MAX`] bits together
/// are let through, and not with one bit more.
#[test]
fn the_bound_is_reached_and_not_passed() {
    let (three, four) = (Number::from(5), Number::from(9));
    let long = of_bits(BITS_MAX - 3);
    assert_eq!((three.size_bits(), four.size_bits()), (3, 4));
    assert_eq!(long.size_bits(), BITS_MAX - 3);
    let operations: [Operation; 4] = [Number::add, Number::subtract, Number::multiply, Number::lcm];
    for operation in operations {
        for (one, other) in [(&long, &three), (&three, &long)] {
            let result = operation(one, other).expect("within the bound");
            assert!(result.size_bits() <= BITS_MAX);
        }
        assert_eq!(operation(&long, &four), Err(NumberError::TooLarge));
        assert_eq!(operation(&four, &long), Err(NumberError::TooLarge));
    }
    // Of a fraction, the bits of both parts count.
    let (third, quarter) = (number("1/3"), number("1/4"));
    assert_eq!((third.size_bits(), quarter.size_bits()), (3, 4));
    for operation in [
        Number::add,
        Number::subtract,
        Number::multiply,
        Number::divide,
    ] {
        assert!(operation(&long, &third).is_ok());
        assert_eq!(operation(&long, &quarter), Err(NumberError::TooLarge));
    }
}

/// A quotient of integers has the bits of both, unless they have a common divisor.
#[test]
fn quotients_are_as_large_as_the_bound_and_no_larger() {
    let three = Number::from(3);
    let most = of_bits(BITS_MAX - 2)
        .divide(&three)
        .expect("within the bound");
    assert_eq!(most.size_bits(), BITS_MAX);
    let larger = of_bits(BITS_MAX - 1);
    assert_eq!(larger.divide(&three), Err(NumberError::TooLarge));
    assert_eq!(three.divide(&larger), Err(NumberError::TooLarge));
    let (two, below) = (Number::from(2), Number::from(2 - BITS_MAX as i64));
    assert_eq!(larger.divide(&two), Ok(of_bits(BITS_MAX - 2)));
    // The power itself is within the bound, and not one over it.
    assert_eq!(
        two.expt(&below).map(|power| power.size_bits()),
        Ok(BITS_MAX)
    );
    let below = Number::from(1 - BITS_MAX as i64);
    assert_eq!(two.expt(&below), Err(NumberError::TooLarge));
}

#[test]
fn shifts_and_powers_end_at_the_bound() {
    let most = BITS_MAX as i64;
    for (value, bits) in [(1, 1), (-1, 1), (5, 3)] {
        let value = Number::from(value);
        let shifted = value.shift(most - bits).expect("within the bound");
        assert_eq!(shifted.size_bits(), BITS_MAX);
        assert_eq!(value.shift(most - bits + 1), Err(NumberError::TooLarge));
        let back = shifted.shift(bits - most).expect("smaller");
        assert_eq!(back, value);
    }
    let two = Number::from(2);
    let power = |exponent: i64| two.expt(&Number::from(exponent));
    assert_eq!(power(most - 1), Ok(of_bits(BITS_MAX)));
    assert_eq!(power(most), Err(NumberError::TooLarge));
    assert_eq!(power(most + 1), Err(NumberError::TooLarge));
    let huge = Number::from(1).shift(70).expect("small");
    for (base, even, odd) in [(0, "0", "0"), (1, "1", "1"), (-1, "1", "-1")] {
        let base = Number::from(base);
        assert_eq!(base.expt(&huge), Ok(number(even)));
        assert_eq!(
            base.expt(&huge.add(&Number::from(1)).expect("small")),
            Ok(number(odd))
        );
    }
    assert_eq!(two.expt(&huge), Err(NumberError::TooLarge));
    assert_eq!(number("+i").expt(&huge), Ok(number("1")));
    assert_eq!(
        number("-i").expt(&huge.add(&Number::from(3)).expect("small")),
        Ok(number("+i"))
    );
    assert_eq!(number("1+i").expt(&huge), Err(NumberError::TooLarge));
    assert_eq!(
        Number::from(0).expt(&Number::from(-1)),
        Err(NumberError::DivideByZero)
    );
    assert_eq!(Number::from(0).expt(&Number::from(0)), Ok(Number::from(1)));
}

#[test]
fn sizes_are_those_of_both_parts() {
    let cases = [
        ("0", 0),
        ("1", 1),
        ("-255", 8),
        ("256", 9),
        ("255/256", 17),
        ("0.5", 64),
        ("1+255i", 9),
        ("1.0+1.0i", 128),
    ];
    for (text, bits) in cases {
        assert_eq!(number(text).size_bits(), bits, "{text}");
    }
}

/// The costs decide where a process waits, so they are the same in each version.
#[test]
fn costs_are_those_of_the_table() {
    let cases = [
        (cost::linear(10), 80),
        (cost::product(4, 4), 64 + 20 * 2),
        (cost::product(100, 1), 8 * 101 + 500),
        (cost::product(1, 100), 8 * 101 + 500),
        (cost::quotient(10, 10), 4 * (8 * 11 + 50)),
        (cost::quotient(104, 4), 4 * (8 * 104 + 500 * 2)),
        (cost::quotient(4, 104), 4 * (8 * 5 + 20)),
        // Quadratic, as long as that is less.
        (cost::gcd(4, 4), 4 * (8 * 5 + 20) + 4 * 16),
        (cost::gcd(4, 104), cost::quotient(104, 4) + 4 * 16),
        (
            cost::gcd(1 << 16, 1 << 16),
            cost::quotient(1 << 16, 1 << 16) + (8 * (1 << 17) + 5 * (1 << 16) * 256) * 3 * 16,
        ),
        (cost::radix(16), cost::quotient(16, 8)),
        (cost::radix(32), 2 * cost::quotient(32, 16)),
        (cost::radix(1 << 20), 4 * cost::quotient(1 << 20, 1 << 19)),
        (cost::root(9, 2), 3 * cost::product(5, 5)),
        (cost::root(9, 3), 32 * cost::product(9, 9)),
    ];
    for (place, (found, expected)) in cases.into_iter().enumerate() {
        assert_eq!(found, expected, "row {place}");
    }
}

fn small_fraction() -> impl Strategy<Value = (i64, i64)> {
    (-40_i64..40, 1_i64..40)
}

fn words() -> impl Strategy<Value = Number> {
    let word = prop_oneof![
        Just(0),
        Just(u64::MAX),
        Just(1),
        Just(1 << 63),
        any::<u64>()
    ];
    let words = prop::collection::vec(word, 0..4);
    (words, any::<bool>()).prop_map(|(words, negative)| Number::from_limbs(negative, &words))
}

/// The first bits of a number in two's complement; a bit is the parity of the number shifted to it.
fn bits(value: &Number) -> Vec<bool> {
    let at = |place: i64| {
        let shifted = value.shift(-place).expect("smaller");
        !shifted.is_even().expect("an integer")
    };
    (0..300).map(at).collect()
}

proptest! {
    #[test]
    fn fractions_round_as_their_quotients_do(a in any::<i64>(), b in prop_oneof![1_i64..8, 1_i64..]) {
        let value = fraction(a, b);
        let (wide_a, wide_b) = (i128::from(a), i128::from(b));
        let floor = wide_a.div_euclid(wide_b);
        let ceiling = -(-wide_a).div_euclid(wide_b);
        prop_assert_eq!(value.floor(), Ok(integer(floor)));
        prop_assert_eq!(value.ceiling(), Ok(integer(ceiling)));
        prop_assert_eq!(value.truncate(), Ok(integer(wide_a / wide_b)));
        let twice = 2 * (wide_a - floor * wide_b);
        let nearest = match twice.cmp(&wide_b) {
            Ordering::Less => floor,
            Ordering::Greater => ceiling,
            Ordering::Equal if floor % 2 == 0 => floor,
            Ordering::Equal => ceiling,
        };
        prop_assert_eq!(value.round(), Ok(integer(nearest)));
    }

    #[test]
    fn fractions_compare_as_their_products_do(
        (a, b) in (any::<i64>(), 1_i64..),
        (c, d) in (any::<i64>(), 1_i64..),
        (shift, other_shift) in (0_u32..63, 0_u32..63),
    ) {
        let (a, c) = (a >> shift, c >> other_shift);
        let order = (i128::from(a) * i128::from(d)).cmp(&(i128::from(c) * i128::from(b)));
        prop_assert_eq!(fraction(a, b).compare(&fraction(c, d)), Some(order));
        prop_assert_eq!(fraction(a, b).equals(&fraction(c, d)), order == Ordering::Equal);
    }

    // The smallest denominator, and of those the smallest numerator, found by trying them all.
    #[test]
    fn rationalize_finds_the_simplest((a, b) in small_fraction(), (c, d) in (0_i64..40, 1_i64..40)) {
        let is_within = |n: i64, m: i64| (n * b - a * m).abs() * d <= c * b * m;
        let simplest = (1..=b)
            .find_map(|m| {
                let candidates = (0..=4000).flat_map(|n| [n, -n]);
                candidates.into_iter().find(|&n| is_within(n, m)).map(|n| (n, m))
            })
            .expect("the number itself is within");
        let found = fraction(a, b).rationalize(&fraction(c, d));
        prop_assert_eq!(found, Ok(fraction(simplest.0, simplest.1)));
    }

    #[test]
    fn bits_are_combined_one_by_one(one in words(), other in words()) {
        let (ones, others) = (bits(&one), bits(&other));
            type OnBits = fn(bool, bool) -> bool;
        let operations: [(Operation, OnBits); 3] = [
            (Number::bitwise_and, |a, b| a & b),
            (Number::bitwise_or, |a, b| a | b),
            (Number::bitwise_xor, |a, b| a ^ b),
        ];
        for (operation, on_bits) in operations {
            let found = bits(&operation(&one, &other).expect("integers"));
            let expected: Vec<bool> =
                ones.iter().zip(&others).map(|(&a, &b)| on_bits(a, b)).collect();
            prop_assert_eq!(found, expected);
        }
        let inverted: Vec<bool> = ones.iter().map(|bit| !bit).collect();
        prop_assert_eq!(bits(&one.bitwise_not().expect("an integer")), inverted);
        for (place, &bit) in ones.iter().enumerate() {
            prop_assert_eq!(one.is_bit_set(place), Ok(bit));
        }
        let sign = one.is_negative();
        let counted = ones.iter().filter(|&&bit| bit != sign).count();
        prop_assert_eq!(one.bit_count(), Ok(counted));
        let length = ones.iter().rposition(|&bit| bit != sign).map_or(0, |place| place + 1);
        prop_assert_eq!(one.integer_length(), Ok(length));
        prop_assert_eq!(one.first_set_bit(), Ok(ones.iter().position(|&bit| bit)));
    }

    #[test]
    fn powers_are_products((a, b) in small_fraction(), exponent in -12_i64..12) {
        prop_assume!(a != 0 || exponent >= 0);
        let base = fraction(a, b);
        let mut product = Number::from(1);
        for _ in 0..exponent.abs() {
            product = product.multiply(&base).expect("small");
        }
        if exponent < 0 {
            product = Number::from(1).divide(&product).expect("not zero");
        }
        prop_assert_eq!(base.expt(&Number::from(exponent)), Ok(product));
    }

    #[test]
    fn exact_roots_are_found((a, b) in (1_i64..40, 1_i64..40), degree in 2_i64..7, times in 1_i64..4) {
        let base = fraction(a, b);
        let power = base.expt(&Number::from(degree)).expect("small");
        let expected = base.expt(&Number::from(times)).expect("small");
        prop_assert_eq!(power.expt(&fraction(times, degree)), Ok(expected.clone()));
        prop_assert_eq!(power.expt(&fraction(-times, degree)), Number::from(1).divide(&expected));
        let square = base.multiply(&base).expect("small");
        prop_assert_eq!(square.sqrt(), Ok(base.clone()));
        // The root of what is next to a square is no fraction.
        if b == 1 && a > 1 {
            let beside = square.add(&Number::from(1)).expect("small");
            prop_assert!(!beside.sqrt().expect("positive").is_exact());
        }
        prop_assert_eq!(
            square.negate().sqrt(),
            Number::rectangular(Number::from(0), base)
        );
    }

    #[test]
    fn divisors_divide_and_multiples_are_multiples(a in any::<i32>(), b in any::<i32>()) {
        let (x, y) = (Number::from(a), Number::from(b));
        let (mut m, mut n) = (i64::from(a).abs(), i64::from(b).abs());
        while n != 0 {
            (m, n) = (n, m % n);
        }
        prop_assert_eq!(x.gcd(&y), Ok(Number::from(m)));
        let product = i64::from(a) * i64::from(b);
        let multiple = if product == 0 { 0 } else { (product / m).abs() };
        prop_assert_eq!(x.lcm(&y), Ok(Number::from(multiple)));
        let flonums = (x.inexact(), y.inexact());
        prop_assert_eq!(flonums.0.gcd(&y), Ok(Number::Flonum(m as f64)));
        prop_assert_eq!(flonums.0.lcm(&flonums.1), Ok(Number::Flonum(multiple as f64)));
        prop_assert_eq!(x.is_even(), Ok(a % 2 == 0));
        prop_assert_eq!(flonums.1.is_even(), Ok(b % 2 == 0));
    }
}

#[test]
fn integers_are_written_in_all_radixes_as_digits_of_their_value() {
    for value in [0_u128, 1, 35, 36, 1 << 64, u128::MAX, 10_u128.pow(38)] {
        for radix in 2..=36_u32 {
            let mut digits = Vec::new();
            let mut rest = value;
            while rest > 0 || digits.is_empty() {
                let digit = (rest % u128::from(radix)) as u32;
                digits.push(char::from_digit(digit, radix).expect("below the radix"));
                rest /= u128::from(radix);
            }
            let expected: String = digits.into_iter().rev().collect();
            let number = Number::Integer(IBig::from(value));
            assert_eq!(to_string(&number, radix), expected);
            let below = format!("-{expected}");
            if value > 0 {
                assert_eq!(to_string(&number.negate(), radix), below);
            }
            assert_eq!(parse(&below, radix), Some(number.negate()));
        }
    }
}

#[test]
fn doubles_have_bits_of_their_own_and_what_is_no_number_has_one() {
    let edges = [
        0.0,
        f64::MIN_POSITIVE,
        5e-324,
        0.1,
        1.0,
        1e300,
        f64::MAX,
        f64::INFINITY,
    ];
    for value in edges.into_iter().flat_map(|value| [value, -value]) {
        let bits = mound_numbers::double_bits(value);
        assert_eq!(bits, value.to_bits(), "{value}");
    }
    let one = mound_numbers::double_bits(f64::NAN);
    assert!(f64::from_bits(one).is_nan());
    for bits in [1_u64, 1 << 51, 1 << 63, u64::MAX] {
        let value = f64::from_bits(f64::INFINITY.to_bits() | bits | 1);
        assert!(value.is_nan());
        assert_eq!(mound_numbers::double_bits(value), one, "{bits:x}");
    }
}
