//! One-line accesses to objects, as the instructions want them: `None` or an
//! error when operand or index are wrong, so that the interpreter decides with
//! one test; what exactly was wrong is found out on the way to the error.

use mound_heap::code::Code;
use mound_heap::continuation::Continuation;
use mound_heap::object::{BoxCell, Closure, FrozenError, Object, Pair, Record, RecordType, Vector};
use mound_heap::text::{Bytevector, StringView};
use mound_heap::{Heap, Value};

pub(crate) use mound_heap::object::kind_of;

#[inline(always)]
pub(crate) fn closure_code(value: Value) -> Option<*const Code> {
    Closure::of(value).map(Closure::code)
}

/// Free value `index` of the procedure that is running.
///
/// # Safety
/// `value` is a closure with more than `index` free values.
#[inline(always)]
pub(crate) unsafe fn closure_free(value: Value, index: usize) -> Value {
    // SAFETY: by the contract.
    unsafe { Closure::of_unchecked(value).free_unchecked(index) }
}

#[inline(always)]
pub(crate) fn closure_patch(
    heap: &mut Heap,
    value: Value,
    index: usize,
    free: Value,
) -> Result<(), FrozenError> {
    Closure::of(value)
        .filter(|closure| index < closure.free_count())
        .ok_or(FrozenError)?
        .patch(heap, index, free)
}

pub(crate) fn closure_free_count(value: Value) -> Option<usize> {
    Closure::of(value).map(Closure::free_count)
}

#[inline(always)]
pub(crate) fn box_value(value: Value) -> Option<Value> {
    BoxCell::of(value).map(BoxCell::get)
}

#[inline(always)]
pub(crate) fn set_box(heap: &mut Heap, value: Value, content: Value) -> Result<(), FrozenError> {
    BoxCell::of(value).ok_or(FrozenError)?.set(heap, content)
}

#[inline(always)]
pub(crate) fn set_car(heap: &mut Heap, value: Value, car: Value) -> Result<(), FrozenError> {
    Pair::of(value).ok_or(FrozenError)?.set_car(heap, car)
}

#[inline(always)]
pub(crate) fn set_cdr(heap: &mut Heap, value: Value, cdr: Value) -> Result<(), FrozenError> {
    Pair::of(value).ok_or(FrozenError)?.set_cdr(heap, cdr)
}

/// A fixnum as an index; negative ones become too large for every object.
#[inline(always)]
fn index_of(index: Value) -> Option<usize> {
    index.as_fixnum().map(|index| index as usize)
}

#[inline(always)]
pub(crate) fn vector_ref(vector: Value, index: Value) -> Option<Value> {
    Vector::of(vector)?.get(index_of(index)?)
}

#[inline(always)]
pub(crate) fn vector_set(
    heap: &mut Heap,
    vector: Value,
    index: Value,
    value: Value,
) -> Result<(), FrozenError> {
    let vector = Vector::of(vector).ok_or(FrozenError)?;
    let index = index_of(index)
        .filter(|&index| index < vector.len())
        .ok_or(FrozenError)?;
    vector.set(heap, index, value)
}

#[inline(always)]
pub(crate) fn vector_length(vector: Value) -> Option<usize> {
    Vector::of(vector).map(Vector::len)
}

#[inline(always)]
pub(crate) fn bytevector_ref(bytes: Value, index: Value) -> Option<u8> {
    Bytevector::of(bytes)?.get(index_of(index)?)
}

#[inline(always)]
pub(crate) fn bytevector_set(bytes: Value, index: Value, byte: Value) -> Result<(), FrozenError> {
    let bytes = Bytevector::of(bytes).ok_or(FrozenError)?;
    let index = index_of(index)
        .filter(|&index| index < bytes.len())
        .ok_or(FrozenError)?;
    let byte = byte
        .as_fixnum()
        .and_then(|byte| u8::try_from(byte).ok())
        .ok_or(FrozenError)?;
    bytes.set(index, byte)
}

#[inline(always)]
pub(crate) fn string_ref(string: Value, index: Value) -> Option<char> {
    StringView::of(string)?.char_at(index_of(index)?)
}

#[inline(always)]
pub(crate) fn is_record_of(value: Value, kind: Value) -> bool {
    Record::of(value).is_some_and(|record| record.is_of(kind))
}

/// The length of a vector, bytevector or string.
pub(crate) fn length(object: Value) -> Option<usize> {
    Vector::of(object)
        .map(Vector::len)
        .or_else(|| Bytevector::of(object).map(Bytevector::len))
        .or_else(|| StringView::of(object).map(StringView::len))
}

/// Whether `kind` is a record type with `count` fields.
#[inline]
pub(crate) fn is_record_type(kind: Value, count: usize) -> bool {
    RecordType::of(kind)
        .and_then(|kind| Vector::of(kind.field_names()))
        .is_some_and(|fields| fields.len() == count)
}

#[inline(always)]
pub(crate) fn record_ref(value: Value, kind: Value, field: usize) -> Option<Value> {
    Record::of(value)
        .filter(|record| record.is_of(kind))?
        .get(field)
}

#[inline(always)]
pub(crate) fn record_set(
    heap: &mut Heap,
    value: Value,
    kind: Value,
    field: usize,
    content: Value,
) -> Result<(), FrozenError> {
    let record = Record::of(value).filter(|record| record.is_of(kind) && field < record.len());
    record.ok_or(FrozenError)?.set(heap, field, content)
}

/// Names of a record type and of one of its fields, for messages.
pub(crate) fn record_type_names(kind: Value, field: usize) -> (String, String) {
    let unknown = || "record".to_owned();
    let Some(kind) = RecordType::of(kind) else {
        return (unknown(), unknown());
    };
    let field = Vector::of(kind.field_names())
        .and_then(|fields| fields.get(field))
        .and_then(Value::as_symbol);
    (
        kind.name().map_or_else(unknown, |name| name.to_string()),
        field.map_or_else(unknown, |name| name.to_string()),
    )
}

pub(crate) fn continuation_dynamic(value: Value) -> Option<Value> {
    Continuation::of(value).map(Continuation::dynamic)
}

/// Chunk, offset in it and dynamic state.
pub(crate) fn continuation_parts(value: Value) -> Option<(Value, usize, Value)> {
    Continuation::of(value).map(|continuation| {
        (
            continuation.chunk(),
            continuation.offset(),
            continuation.dynamic(),
        )
    })
}

pub(crate) fn is_frozen(value: Value) -> bool {
    Object::of(value).is_some_and(Object::is_frozen)
}
