//! `eqv?`, `equal?` and identity hashes.

use crate::heap::Heap;
use crate::layout::Kind;
use crate::number::{Bignum, Complex, Ratio, flonum_of};
use crate::object::{BoxCell, Closure, Object, Pair, Record, RecordType, Vector};
use crate::short;
use crate::text::{Bytevector, StringView, follow};
use crate::value::Value;
use mound_numbers::Elements;

/// Whether `eqv?` holds: the same object, or the same number of the same exactness.
/// Zeros of different sign are different, and NaNs are alike.
#[inline]
pub fn eqv(left: Value, right: Value) -> bool {
    left == right || (left.is_object() && right.is_object() && same_number(left, right))
}

#[inline(never)]
fn same_number(left: Value, right: Value) -> bool {
    // Nearly all that is asked about is no number.
    if Heap::is_eq_comparable(left) {
        return false;
    }
    if let (Some(left), Some(right)) = (flonum_of(left), flonum_of(right)) {
        return left.to_bits() == right.to_bits() || left.is_nan() && right.is_nan();
    }
    if let (Some(left), Some(right)) = (Bignum::of(left), Bignum::of(right)) {
        return left.is_negative() == right.is_negative() && left.limbs() == right.limbs();
    }
    if let (Some(left), Some(right)) = (Ratio::of(left), Ratio::of(right)) {
        // The parts are fixnums or bignums, so this goes one level deep.
        return eqv(left.numerator(), right.numerator())
            && eqv(left.denominator(), right.denominator());
    }
    if let (Some(left), Some(right)) = (Complex::of(left), Complex::of(right)) {
        // The parts are real.
        return eqv(left.real(), right.real()) && eqv(left.imaginary(), right.imaginary());
    }
    false
}

/// What [`equal`] found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Same,
    Different,
    /// The budget was used up first.
    Unfinished,
}

impl Verdict {
    #[inline]
    pub fn of(same: bool) -> Verdict {
        if same {
            Verdict::Same
        } else {
            Verdict::Different
        }
    }
}

/// The budget was used up.
struct BudgetSpent;

/// Bytes that are compared as quickly as two objects.
const BYTES_PER_STEP: usize = 32;

/// Whether `equal?` holds. Takes the steps it makes from `budget`; circular structures
/// use it up if no difference is found.
pub fn equal(left: Value, right: Value, budget: &mut usize) -> Verdict {
    verdict(search::<DATA>(left, right, budget), budget)
}

/// The same, and records are equal if their types are the same and their fields are equal: a
/// copy of an object, as a message is, and the object are alike.
pub fn alike(left: Value, right: Value, budget: &mut usize) -> Verdict {
    verdict(search::<RECORDS>(left, right, budget), budget)
}

/// The same as [`alike`], and closures are equal if their code is the same and what they have
/// captured is alike: whether an object is still as it was when the other was copied from it.
pub fn is_as_copied(object: Value, copy: Value, budget: &mut usize) -> Verdict {
    verdict(search::<CLOSURES>(object, copy, budget), budget)
}

/// What a comparison looks into: pairs, vectors, strings and bytes only; records too; closures too.
const DATA: u8 = 0;
const RECORDS: u8 = 1;
const CLOSURES: u8 = 2;

fn verdict(found: Result<bool, BudgetSpent>, budget: &mut usize) -> Verdict {
    match found {
        Ok(same) => Verdict::of(same),
        Err(BudgetSpent) => {
            *budget = 0;
            Verdict::Unfinished
        }
    }
}

/// The same as [`equal`], or what has still to be compared when the budget is used up: the
/// last first. At most one pair for each step of the budget, and one.
pub fn equal_or_rest(
    left: Value,
    right: Value,
    budget: &mut usize,
) -> Result<bool, Vec<(Value, Value)>> {
    let mut waiting = Waiting::new();
    waiting.push((left, right));
    search_on::<DATA>(&mut waiting, budget).map_err(|BudgetSpent| {
        *budget = 0;
        waiting.into_rest()
    })
}

/// Looks for a difference in what `INTO` says.
fn search<const INTO: u8>(
    left: Value,
    right: Value,
    budget: &mut usize,
) -> Result<bool, BudgetSpent> {
    let most = (*budget).min(STEPS_AT_ONCE);
    let mut left_of_most = most;
    if let Some(same) = at_once::<INTO>(left, right, DEPTH_AT_ONCE, &mut left_of_most) {
        *budget -= most - left_of_most;
        return Ok(same);
    }
    // What was tried in vain is no more than a call costs, and costs the same again below.
    let mut waiting = Waiting::new();
    waiting.push((left, right));
    search_on::<INTO>(&mut waiting, budget)
}

/// Steps of a comparison that is tried without a memory of what has still to be compared.
const STEPS_AT_ONCE: usize = 256;
/// How deep that looks into the first parts of pairs.
const DEPTH_AT_ONCE: u32 = 12;

/// Compares what is neither large nor deep, and has no parts but those of pairs; else nothing is known.
fn at_once<const INTO: u8>(
    mut left: Value,
    mut right: Value,
    depth: u32,
    budget: &mut usize,
) -> Option<bool> {
    loop {
        *budget = budget.checked_sub(1)?;
        if left == right {
            return Some(true);
        }
        if !left.is_pointer() || !right.is_pointer() {
            return Some(false);
        }
        let (Some(one), Some(other)) = (Pair::of(left), Pair::of(right)) else {
            if left.is_pair() || right.is_pair() {
                return Some(false);
            }
            if let Some(left) = StringView::of(left) {
                return is_same_string(left, right, budget).ok();
            }
            if has_parts::<INTO>(left) {
                return None;
            }
            return match eqv(left, right) {
                true => Some(true),
                false => is_same_leaf(left, right, budget).ok(),
            };
        };
        if one.car() != other.car()
            && !at_once::<INTO>(one.car(), other.car(), depth.checked_sub(1)?, budget)?
        {
            return Some(false);
        }
        (left, right) = (one.cdr(), other.cdr());
    }
}

/// Whether parts of an object may have to be compared one by one. Else nothing has to wait.
#[inline]
fn has_parts<const INTO: u8>(value: Value) -> bool {
    value.is_pair()
        || Vector::of(value).is_some()
        || (INTO >= RECORDS && Record::of(value).is_some())
        || (INTO >= CLOSURES && (Closure::of(value).is_some() || BoxCell::of(value).is_some()))
}

/// Looks for a difference in what waits; what has not been compared waits afterwards.
fn search_on<const INTO: u8>(
    waiting: &mut Waiting,
    budget: &mut usize,
) -> Result<bool, BudgetSpent> {
    let mut current = waiting.pop();
    while let Some((left, right)) = current {
        let step = match budget.checked_sub(1) {
            None => Err(BudgetSpent),
            Some(rest) => {
                *budget = rest;
                match eqv(left, right) {
                    true => Ok(Step::Same),
                    false => compare::<INTO>(left, right, budget, waiting),
                }
            }
        };
        current = match step {
            Ok(Step::Different) => return Ok(false),
            Ok(Step::Same) => waiting.pop(),
            Ok(Step::Then(left, right)) => Some((left, right)),
            Err(BudgetSpent) => {
                // What could not be compared has left nothing that waits.
                waiting.push((left, right));
                return Err(BudgetSpent);
            }
        };
    }
    Ok(true)
}

/// Pairs of objects that must be equal too: the first without any allocation.
struct Waiting {
    few: [(Value, Value); Waiting::FEW],
    count: usize,
    more: Vec<(Value, Value)>,
}

impl Waiting {
    const FEW: usize = 12;

    fn new() -> Waiting {
        Waiting {
            few: [(Value::FALSE, Value::FALSE); Waiting::FEW],
            count: 0,
            more: Vec::new(),
        }
    }

    fn push(&mut self, both: (Value, Value)) {
        if self.count < Waiting::FEW {
            self.few[self.count] = both;
            self.count += 1;
        } else {
            self.more.push(both);
        }
    }

    /// All of them; the last to be pushed is the last.
    fn into_rest(mut self) -> Vec<(Value, Value)> {
        let mut rest = self.few[..self.count].to_vec();
        rest.append(&mut self.more);
        rest
    }

    fn pop(&mut self) -> Option<(Value, Value)> {
        self.more.pop().or_else(|| {
            self.count = self.count.checked_sub(1)?;
            Some(self.few[self.count])
        })
    }
}

enum Step {
    Different,
    Same,
    /// Same if these are, and all that wait.
    Then(Value, Value),
}

fn compare<const INTO: u8>(
    left: Value,
    right: Value,
    budget: &mut usize,
    waiting: &mut Waiting,
) -> Result<Step, BudgetSpent> {
    if !left.is_pointer() || !right.is_pointer() {
        return Ok(Step::Different);
    }
    if let (Some(left), Some(right)) = (Pair::of(left), Pair::of(right)) {
        if eqv(left.car(), right.car()) {
            *budget = budget.checked_sub(1).ok_or(BudgetSpent)?;
            let rest = (left.cdr(), right.cdr());
            return Ok(match rest.0.is_pair() && rest.1.is_pair() {
                true => along_lists(rest, budget),
                false => Step::Then(rest.0, rest.1),
            });
        }
        waiting.push((left.cdr(), right.cdr()));
        return Ok(Step::Then(left.car(), right.car()));
    }
    if let (Some(left), Some(right)) = (Vector::of(left), Vector::of(right)) {
        if left.len() != right.len() {
            return Ok(Step::Different);
        }
        *budget = budget.checked_sub(left.len()).ok_or(BudgetSpent)?;
        let elements = left
            .slice()
            .iter()
            .copied()
            .zip(right.slice().iter().copied());
        elements
            .filter(|(left, right)| left != right)
            .for_each(|both| waiting.push(both));
        return Ok(Step::Same);
    }
    if INTO >= RECORDS
        && let (Some(left), Some(right)) = (Record::of(left), Record::of(right))
    {
        let types = (left.record_type(), right.record_type());
        if !RecordType::same(types.0, types.1) || left.len() != right.len() {
            return Ok(Step::Different);
        }
        *budget = budget.checked_sub(left.len()).ok_or(BudgetSpent)?;
        (0..left.len())
            .filter_map(|index| Some((left.get(index)?, right.get(index)?)))
            .filter(|(left, right)| left != right)
            .for_each(|both| waiting.push(both));
        return Ok(Step::Same);
    }
    if INTO >= CLOSURES
        && let (Some(left), Some(right)) = (Closure::of(left), Closure::of(right))
    {
        let (left_values, right_values) = (left.free_values(), right.free_values());
        if left.code() != right.code() || left_values.len() != right_values.len() {
            return Ok(Step::Different);
        }
        *budget = budget.checked_sub(left_values.len()).ok_or(BudgetSpent)?;
        let both = left_values
            .iter()
            .copied()
            .zip(right_values.iter().copied());
        both.filter(|(left, right)| left != right)
            .for_each(|both| waiting.push(both));
        return Ok(Step::Same);
    }
    if INTO >= CLOSURES
        && let (Some(left), Some(right)) = (BoxCell::of(left), BoxCell::of(right))
    {
        return Ok(Step::Then(left.get(), right.get()));
    }
    Ok(match is_same_leaf(left, right, budget)? {
        true => Step::Same,
        false => Step::Different,
    })
}

/// Pairs whose cars are alike at first sight that are gone over as quickly as two objects.
const PAIRS_PER_STEP: u32 = 4;

/// Goes along two lists as long as their elements are alike at first sight; not further than the
/// budget allows.
fn along_lists(mut rest: (Value, Value), budget: &mut usize) -> Step {
    let mut count = 0;
    while let (Some(left), Some(right)) = (Pair::of(rest.0), Pair::of(rest.1)) {
        if rest.0 == rest.1 || !eqv(left.car(), right.car()) {
            break;
        }
        count += 1;
        if count % PAIRS_PER_STEP == 0 {
            match budget.checked_sub(1) {
                Some(less) => *budget = less,
                None => break,
            }
        }
        rest = (left.cdr(), right.cdr());
    }
    Step::Then(rest.0, rest.1)
}

/// Whether two objects are equal that are not the same to `eqv?`, and of which one has no parts.
fn is_same_leaf(left: Value, right: Value, budget: &mut usize) -> Result<bool, BudgetSpent> {
    if let Some(left) = StringView::of(left) {
        return is_same_string(left, right, budget);
    }
    Ok(
        if let (Some(left), Some(right)) = (Bytevector::of(left), Bytevector::of(right)) {
            let steps = left.len() / BYTES_PER_STEP;
            *budget = budget.checked_sub(steps).ok_or(BudgetSpent)?;
            left.slice() == right.slice()
        } else if let (Some((left_kind, left)), Some((right_kind, right))) =
            (numbers_of(left), numbers_of(right))
        {
            // Nobody could compare a part of it; comparing bytes is quick.
            *budget = budget.saturating_sub(left.len() / BYTES_PER_STEP);
            left_kind == right_kind && left.slice() == right.slice()
        } else {
            false
        },
    )
}

/// Whether the other is a string, too, with the same characters.
#[inline]
fn is_same_string(left: StringView, right: Value, budget: &mut usize) -> Result<bool, BudgetSpent> {
    let Some(right) = StringView::of(right).filter(|right| right.len() == left.len()) else {
        return Ok(false);
    };
    let steps = match left.width() == right.width() {
        true => left.bytes().len() / BYTES_PER_STEP,
        false => left.len(),
    };
    *budget = budget.checked_sub(steps).ok_or(BudgetSpent)?;
    Ok(same_text(left, right))
}

/// The library that defines vectors of numbers of one kind.
pub const NUMBERS_LIBRARY: &str = "srfi/160/base";

/// The kind and the bytes of the elements of a vector of numbers of one kind: a record of
/// `(srfi 160 base)`, whose only field is a bytevector, of a type such as `<s16vector>`.
pub fn numbers_of(value: Value) -> Option<(Elements, Bytevector)> {
    let record = Record::of(value).filter(|record| record.len() == 1)?;
    let bytes = Bytevector::of(record.get(0)?)?;
    let kind = RecordType::of(record.record_type())?;
    let library = StringView::of(kind.library())?;
    if library.ascii() != Some(NUMBERS_LIBRARY) {
        return None;
    }
    let name = kind.name()?.text();
    let name = name.strip_prefix('<')?.strip_suffix("vector>")?;
    Some((Elements::named(name)?, bytes))
}

/// Whether two strings have the same characters, whatever their widths.
#[inline]
pub fn same_text(left: StringView, right: StringView) -> bool {
    if left.width() == right.width() {
        short::are_same(left.bytes(), right.bytes())
    } else {
        left.len() == right.len() && left.chars().eq(right.chars())
    }
}

impl Heap {
    /// The hash of an object by identity, which stays with it when it moves or is
    /// copied; given to it when first asked. `None` for pairs, which have no
    /// header (their address is good during one [`Heap::epoch`]), and immediates.
    pub fn identity_hash(&mut self, value: Value) -> Option<u32> {
        let object = follow(Object::of(value)?);
        let header = object.header();
        if header.hash() != 0 {
            return Some(header.hash());
        }
        // H7: an object without a hash is in this process's own memory.
        let hash = self.new_hash();
        object.set_header(header.with_hash(hash));
        Some(hash)
    }

    /// Whether identity is the right notion of `eqv?` for `value`: no number in the heap.
    #[inline]
    pub fn is_eq_comparable(value: Value) -> bool {
        !Object::of(value).is_some_and(|object| {
            matches!(
                object.header().kind(),
                Kind::Flonum | Kind::Bignum | Kind::Ratio | Kind::Complex
            )
        })
    }
}
