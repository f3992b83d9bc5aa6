//! Typed views of pairs and objects.
//!
//! A view is made by `X::of(value)`, which checks the kind, and is as short-lived
//! as the value (H6). Getters check their index; the functions whose names end in
//! `unchecked` leave all checks to the caller and are for the interpreter.
//! Setters refuse what is frozen (H3).
//!
//! Strings and bytevectors are in [`crate::text`], numbers in [`crate::number`],
//! continuations in [`crate::continuation`].

use crate::code::Code;
use crate::heap::Heap;
use crate::layout::{HASH_TABLE_FIELDS, Header, Kind};
use crate::memory::{load, store};
use crate::value::{Value, bits};
use mound_base::Symbol;

/// The object is frozen and was not changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrozenError;

/// What `value` is, if it has a header; a string that was widened is a string.
#[inline]
pub fn kind_of(value: Value) -> Option<Kind> {
    let object = Object::of(value)?;
    let kind = object.header().kind();
    Some(if kind == Kind::Forward {
        Kind::String
    } else {
        kind
    })
}

/// Whether `value` is an object of `kind`; not for strings, which may be widened.
#[inline(always)]
pub fn is_kind(value: Value, kind: Kind) -> bool {
    debug_assert!(!matches!(kind, Kind::String | Kind::Forward));
    value.is_object() && Object(value.address()).header().is(kind)
}

/// An object with a header, of any kind, by its address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Object(usize);

impl Object {
    #[inline(always)]
    pub fn of(value: Value) -> Option<Object> {
        value.is_object().then(|| Object(value.address()))
    }

    #[inline(always)]
    pub(crate) fn of_kind(value: Value, kind: Kind) -> Option<Object> {
        let object = Object::of(value)?;
        object.header().is(kind).then_some(object)
    }

    /// The object at `address`, which has a header.
    #[inline(always)]
    pub(crate) fn at(address: usize) -> Object {
        Object(address)
    }

    /// # Safety
    /// `value` is an object.
    #[inline(always)]
    pub(crate) unsafe fn of_unchecked(value: Value) -> Object {
        debug_assert!(value.is_object());
        Object(value.address())
    }

    #[inline(always)]
    pub(crate) fn address(self) -> usize {
        self.0
    }

    #[inline(always)]
    pub fn value(self) -> Value {
        Value::object_at(self.0)
    }

    #[inline(always)]
    pub fn header(self) -> Header {
        // SAFETY: H1, H4: an object value leads to a header.
        Header::of_object(unsafe { load(self.0, 0) })
    }

    #[inline(always)]
    pub fn is_frozen(self) -> bool {
        self.header().is_frozen()
    }

    #[inline(always)]
    pub(crate) fn set_header(self, header: Header) {
        // SAFETY: only objects of this process's own memory get here (H2).
        unsafe { store(self.0, 0, header.word()) }
    }

    /// Field `index`, which exists and is a value.
    #[inline(always)]
    pub(crate) fn field(self, index: usize) -> Value {
        debug_assert!(index < self.header().size());
        // SAFETY: H1: the word is initialised and a value.
        Value::from_word(unsafe { load(self.0, index + 1) })
    }

    /// The raw word of field `index`, which exists.
    #[inline(always)]
    pub(crate) fn word(self, index: usize) -> u64 {
        self.field(index).bits()
    }

    #[inline(always)]
    pub(crate) fn set_word(self, index: usize, word: u64) {
        debug_assert!(index < self.header().size() && !self.is_frozen());
        // SAFETY: H2, H3: not frozen, so it is this process's own.
        unsafe { store(self.0, index + 1, word) }
    }

    #[inline(always)]
    pub(crate) fn set_field(
        self,
        heap: &mut Heap,
        index: usize,
        value: Value,
    ) -> Result<(), FrozenError> {
        debug_assert!(index < self.header().size());
        if self.is_frozen() {
            return Err(FrozenError);
        }
        heap.write(self.0, index + 1, value);
        Ok(())
    }

    /// The fields from `first` on.
    #[inline]
    pub(crate) fn fields(&self, first: usize) -> &[Value] {
        let count = self.header().size() - first;
        let fields = (self.0 as *const Value).wrapping_add(1 + first);
        // SAFETY: H1: these words are initialised values, and `Value` is one word.
        // Nothing writes them while the view is borrowed: views are short-lived (H6).
        unsafe { std::slice::from_raw_parts(fields, count) }
    }
}

/// A pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair(Value);

impl Pair {
    #[inline(always)]
    pub fn of(value: Value) -> Option<Pair> {
        value.is_pair().then_some(Pair(value))
    }

    #[inline(always)]
    pub fn value(self) -> Value {
        self.0
    }

    #[inline(always)]
    pub fn car(self) -> Value {
        // SAFETY: H1, H4: a pair value leads to two values.
        Value::from_word(unsafe { load(self.0.address(), 0) })
    }

    #[inline(always)]
    pub fn cdr(self) -> Value {
        // SAFETY: as in `car`.
        Value::from_word(unsafe { load(self.0.address(), 1) })
    }

    /// Goes from cdr to cdr as long as each is the word of the pair before plus `stride`, a multiple
    /// of 8 other than 0: how many such there are, but not more than `max`, the last pair, and its cdr.
    ///
    /// Most lists were made or moved as a whole, so their pairs lie at the same distance from each
    /// other. A processor that guesses the way of the comparison need not wait for one pair to be
    /// loaded before it looks at the next.
    #[inline(always)]
    pub fn stride_along(self, stride: u64, max: usize) -> (usize, Pair, Value) {
        debug_assert!(stride != 0 && stride & bits::TAG_MASK == 0);
        let (mut count, mut pair) = (0, self);
        loop {
            let expected = pair.0.bits().wrapping_add(stride);
            let rest = pair.cdr();
            if rest.bits() != expected || count == max {
                return (count, pair, rest);
            }
            // It is the cdr of a pair, and has the tag of that pair.
            pair = Pair(Value::from_word(expected));
            count += 1;
        }
    }

    #[inline(always)]
    pub fn set_car(self, heap: &mut Heap, value: Value) -> Result<(), FrozenError> {
        self.set(heap, 0, value)
    }

    #[inline(always)]
    pub fn set_cdr(self, heap: &mut Heap, value: Value) -> Result<(), FrozenError> {
        self.set(heap, 1, value)
    }

    #[inline(always)]
    fn set(self, heap: &mut Heap, index: usize, value: Value) -> Result<(), FrozenError> {
        if self.0.is_frozen_pair() {
            return Err(FrozenError);
        }
        heap.write(self.0.address(), index, value);
        Ok(())
    }
}

impl Value {
    /// # Safety
    /// The value is a pair.
    #[inline(always)]
    pub unsafe fn car_unchecked(self) -> Value {
        debug_assert!(self.is_pair());
        Pair(self).car()
    }

    /// # Safety
    /// The value is a pair.
    #[inline(always)]
    pub unsafe fn cdr_unchecked(self) -> Value {
        debug_assert!(self.is_pair());
        Pair(self).cdr()
    }

    /// The header, if it is an object.
    #[inline(always)]
    pub fn header(self) -> Option<Header> {
        Object::of(self).map(Object::header)
    }

    /// Field `index` of an object, counted in words after the header.
    ///
    /// # Safety
    /// The value is an object that has this field, and the field is no raw data.
    #[inline(always)]
    pub unsafe fn field_unchecked(self, index: usize) -> Value {
        // SAFETY: as required of the caller.
        unsafe { Object::of_unchecked(self) }.field(index)
    }
}

/// A vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vector(Object);

impl Vector {
    #[inline(always)]
    pub fn of(value: Value) -> Option<Vector> {
        Object::of_kind(value, Kind::Vector).map(Vector)
    }

    #[inline(always)]
    pub fn value(self) -> Value {
        self.0.value()
    }

    #[inline(always)]
    pub fn len(self) -> usize {
        self.0.header().size()
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    pub fn is_frozen(self) -> bool {
        self.0.is_frozen()
    }

    #[inline(always)]
    pub fn get(self, index: usize) -> Option<Value> {
        (index < self.len()).then(|| self.0.field(index))
    }

    /// Sets element `index`, which must exist.
    #[inline(always)]
    pub fn set(self, heap: &mut Heap, index: usize, value: Value) -> Result<(), FrozenError> {
        assert!(index < self.len(), "element of a vector");
        self.0.set_field(heap, index, value)
    }

    #[inline]
    pub fn slice(&self) -> &[Value] {
        self.0.fields(0)
    }

    /// Copies `count` elements of `source` from `from` on to `at`; the two may be the same.
    pub fn copy_from(
        self,
        heap: &mut Heap,
        at: usize,
        source: Vector,
        from: usize,
        count: usize,
    ) -> Result<(), FrozenError> {
        assert!(
            from.checked_add(count)
                .is_some_and(|end| end <= source.len())
                && at.checked_add(count).is_some_and(|end| end <= self.len()),
            "elements of the vectors"
        );
        if self.is_frozen() {
            return Err(FrozenError);
        }
        let target = (self.0.address() as *mut u64).wrapping_add(1 + at);
        let source = (source.0.address() as *const u64).wrapping_add(1 + from);
        // SAFETY: both ranges were checked; H2, H3: not frozen, so this process's own.
        unsafe { std::ptr::copy(source, target, count) };
        heap.wrote_range(self.0.address(), 1 + at, count);
        Ok(())
    }

    /// Sets the elements `range` to `value`.
    pub fn fill(
        self,
        heap: &mut Heap,
        range: std::ops::Range<usize>,
        value: Value,
    ) -> Result<(), FrozenError> {
        for index in range {
            self.set(heap, index, value)?;
        }
        Ok(())
    }
}

/// A procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Closure(Object);

impl Closure {
    #[inline(always)]
    pub fn of(value: Value) -> Option<Closure> {
        Object::of_kind(value, Kind::Closure).map(Closure)
    }

    /// # Safety
    /// `value` is a closure.
    #[inline(always)]
    pub unsafe fn of_unchecked(value: Value) -> Closure {
        // SAFETY: as required of the caller.
        Closure(unsafe { Object::of_unchecked(value) })
    }

    #[inline(always)]
    pub fn value(self) -> Value {
        self.0.value()
    }

    /// The function it runs; lives as long as the closure is reachable.
    #[inline(always)]
    pub fn code(self) -> *const Code {
        self.0.word(0) as *const Code
    }

    #[inline(always)]
    pub fn free_count(self) -> usize {
        self.0.header().size() - 1
    }

    #[inline(always)]
    pub fn free(self, index: usize) -> Option<Value> {
        (index < self.free_count()).then(|| self.0.field(index + 1))
    }

    /// # Safety
    /// There is a free value `index`.
    #[inline(always)]
    pub unsafe fn free_unchecked(self, index: usize) -> Value {
        self.0.field(index + 1)
    }

    pub fn free_values(&self) -> &[Value] {
        self.0.fields(1)
    }

    /// Sets free value `index`, which must exist: how closures that name each other are made.
    #[inline]
    pub fn patch(self, heap: &mut Heap, index: usize, value: Value) -> Result<(), FrozenError> {
        assert!(index < self.free_count(), "free value of a closure");
        self.0.set_field(heap, index + 1, value)
    }
}

/// A box: a variable that is captured and assigned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoxCell(Object);

impl BoxCell {
    #[inline(always)]
    pub fn of(value: Value) -> Option<BoxCell> {
        Object::of_kind(value, Kind::Box).map(BoxCell)
    }

    #[inline(always)]
    pub fn get(self) -> Value {
        self.0.field(0)
    }

    #[inline(always)]
    pub fn set(self, heap: &mut Heap, value: Value) -> Result<(), FrozenError> {
        self.0.set_field(heap, 0, value)
    }
}

/// A record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record(Object);

impl Record {
    #[inline(always)]
    pub fn of(value: Value) -> Option<Record> {
        Object::of_kind(value, Kind::Record).map(Record)
    }

    /// The record type; compare with [`RecordType::same`].
    #[inline(always)]
    pub fn record_type(self) -> Value {
        self.0.field(0)
    }

    /// Whether it is a record of the type `record_type`.
    #[inline(always)]
    pub fn is_of(self, record_type: Value) -> bool {
        self.record_type() == record_type || RecordType::same(self.record_type(), record_type)
    }

    /// Number of fields.
    #[inline(always)]
    pub fn len(self) -> usize {
        self.0.header().size() - 1
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    #[inline(always)]
    pub fn get(self, index: usize) -> Option<Value> {
        (index < self.len()).then(|| self.0.field(index + 1))
    }

    /// Sets field `index`, which must exist.
    #[inline(always)]
    pub fn set(self, heap: &mut Heap, index: usize, value: Value) -> Result<(), FrozenError> {
        assert!(index < self.len(), "field of a record");
        self.0.set_field(heap, index + 1, value)
    }

    pub fn fields(&self) -> &[Value] {
        self.0.fields(1)
    }
}

/// A record type; two with the same uid are the same type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordType(Object);

impl RecordType {
    #[inline]
    pub fn of(value: Value) -> Option<RecordType> {
        Object::of_kind(value, Kind::RecordType).map(RecordType)
    }

    /// Whether both are record types with one identity.
    #[inline]
    pub fn same(left: Value, right: Value) -> bool {
        match (RecordType::of(left), RecordType::of(right)) {
            (Some(left), Some(right)) => left.uid() == right.uid(),
            _ => false,
        }
    }

    pub fn name(self) -> Option<Symbol> {
        self.0.field(0).as_symbol()
    }

    /// The library that defines it, a string.
    pub fn library(self) -> Value {
        self.0.field(1)
    }

    /// The names of the fields, a vector of symbols.
    pub fn field_names(self) -> Value {
        self.0.field(2)
    }

    /// 120 bits of the hash of library, name and fields, low 60 bits first.
    #[inline]
    pub fn uid(self) -> [u64; 2] {
        [self.0.word(3) >> 3, self.0.word(4) >> 3]
    }
}

/// Half an identity as a value.
pub(crate) const fn uid_value(bits: u64) -> Value {
    Value::from_word(bits << 4 >> 1)
}

/// Several values returned at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Values(Object);

impl Values {
    #[inline]
    pub fn of(value: Value) -> Option<Values> {
        Object::of_kind(value, Kind::Values).map(Values)
    }

    #[inline]
    pub fn slice(&self) -> &[Value] {
        self.0.fields(0)
    }
}

/// A promise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Promise(Object);

impl Promise {
    pub fn of(value: Value) -> Option<Promise> {
        Object::of_kind(value, Kind::Promise).map(Promise)
    }

    pub fn is_done(self) -> bool {
        self.0.field(0).is_true()
    }

    /// The value if it is done, else the thunk.
    pub fn content(self) -> Value {
        self.0.field(1)
    }

    pub fn set(self, heap: &mut Heap, done: bool, content: Value) -> Result<(), FrozenError> {
        self.0.set_field(heap, 0, Value::boolean(done))?;
        self.0.set_field(heap, 1, content)
    }
}

/// A condition object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Condition(Object);

impl Condition {
    pub fn of(value: Value) -> Option<Condition> {
        Object::of_kind(value, Kind::Condition).map(Condition)
    }

    pub fn kind(self) -> Value {
        self.0.field(0)
    }

    pub fn message(self) -> Value {
        self.0.field(1)
    }

    pub fn irritants(self) -> Value {
        self.0.field(2)
    }

    pub fn who(self) -> Value {
        self.0.field(3)
    }

    pub fn payload(self) -> Value {
        self.0.field(4)
    }

    pub fn trace(self) -> Value {
        self.0.field(5)
    }

    /// Whether it is a literal or came in a message.
    pub fn is_frozen(self) -> bool {
        self.0.is_frozen()
    }

    pub fn set_payload(self, heap: &mut Heap, payload: Value) -> Result<(), FrozenError> {
        self.0.set_field(heap, 4, payload)
    }

    pub fn set_trace(self, heap: &mut Heap, trace: Value) -> Result<(), FrozenError> {
        self.0.set_field(heap, 5, trace)
    }
}

/// A hash table, by its fields; the machine gives them meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HashTable(Object);

impl HashTable {
    pub fn of(value: Value) -> Option<HashTable> {
        Object::of_kind(value, Kind::HashTable).map(HashTable)
    }

    pub fn is_frozen(self) -> bool {
        self.0.is_frozen()
    }

    /// Field `index`, below [`HASH_TABLE_FIELDS`].
    #[inline]
    pub fn get(self, index: usize) -> Value {
        assert!(index < HASH_TABLE_FIELDS, "field of a hash table");
        self.0.field(index)
    }

    #[inline]
    pub fn set(self, heap: &mut Heap, index: usize, value: Value) -> Result<(), FrozenError> {
        assert!(index < HASH_TABLE_FIELDS, "field of a hash table");
        self.0.set_field(heap, index, value)
    }

    /// Sets a field to a number that only says how the table is kept, and not what is in it.
    pub fn set_note(self, index: usize, note: i64) -> Result<(), FrozenError> {
        assert!(index < HASH_TABLE_FIELDS, "field of a hash table");
        if self.is_frozen() {
            return Err(FrozenError);
        }
        self.0.set_word(index, Value::fixnum(note).bits());
        Ok(())
    }
}
