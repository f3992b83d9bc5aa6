//! The primitives that code may name: what they take, not what they do.
//!
//! The compiler checks uses against this table, the verifier refuses units that
//! name others, and the run time gives each row its implementation. A primitive
//! is *leaf* (returns or raises at once; runs inside a block) or *control* (may
//! call a procedure, wait or never return; ends its block like a call).
//! Names begin with `%` when they are not procedures of a standard.

use Bound::{Computed, Constant, Linear, Steps, Waits};
use std::collections::HashMap;
use std::sync::OnceLock;

/// Number of arguments a primitive takes, and how long it may hold a scheduler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature {
    pub name: &'static str,
    pub min: u8,
    /// `u8::MAX`: any number.
    pub max: u8,
    pub control: bool,
    pub bound: Bound,
}

/// How it is kept that a primitive holds a scheduler for a millisecond at most in the usual case, and
/// for ten in the worst. `docs/internals/primitives.md` is made of this table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// Neither time nor memory grow with what it is given.
    Constant,
    /// It goes once over what it is given or makes, and pays fuel for that. All is done at once, so this
    /// is for what is short, or goes so fast that the largest object takes some milliseconds.
    Linear,
    /// It does what is one step, and pays fuel for it. More it refuses, and has done nothing: then it gives
    /// absent, and the library does it in steps (`lib/mound/base/steps.scm`).
    Steps,
    /// It gives way after each piece (`Context::pause`), and pays fuel for the piece.
    Pieces,
    /// What costs little is done at once, the rest is a computation (`Context::compute`): the process
    /// waits, and a thread of the pool works on copies. Fuel is paid by the sizes.
    Computed,
    /// It waits as a process waits, and holds no thread meanwhile.
    Waits,
}

impl Bound {
    /// All of them, as the inventory lists them.
    pub const ALL: [Bound; 6] = [
        Bound::Constant,
        Bound::Linear,
        Bound::Steps,
        Bound::Pieces,
        Bound::Computed,
        Bound::Waits,
    ];
}

/// Tells sets of primitives apart: the names, what each takes, and whether it is a control primitive.
pub fn fingerprint() -> [u8; 16] {
    fingerprint_of(PRIMITIVES)
}

/// The same of any primitives.
pub fn fingerprint_of(rows: &[Signature]) -> [u8; 16] {
    let mut hasher = blake3::Hasher::new_derive_key("mound primitives v1");
    for row in rows {
        hasher.update(row.name.as_bytes());
        hasher.update(&[0, row.min, row.max, u8::from(row.control)]);
    }
    let mut print = [0; 16];
    print.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    print
}

const fn leaf(name: &'static str, min: u8, max: u8, bound: Bound) -> Signature {
    Signature {
        name,
        min,
        max,
        control: false,
        bound,
    }
}

const fn control(name: &'static str, min: u8, max: u8, bound: Bound) -> Signature {
    Signature {
        name,
        min,
        max,
        control: true,
        bound,
    }
}

/// Every primitive, in alphabetic order within its area. The remark says what it
/// takes and gives where the name alone does not; a primitive of a standard name
/// is that procedure with all optional arguments given.
pub const PRIMITIVES: &[Signature] = &[
    // Control.
    control("%apply", 2, 2, Linear), // procedure, list: calls the procedure with the elements; raises type if it is no proper list
    control("%call/cc", 1, 1, Linear), // procedure: calls it with the current continuation, a Continuation object that can be called with any number of values
    leaf("%check-defined", 2, 2, Constant), // value, symbol: the value; raises unbound with the symbol if it is absent
    leaf("%continuation-dynamic", 1, 1, Constant), // continuation: the dynamic state it will have
    leaf("%cover", 1, 1, Constant), // fixnum: tells the host that the place with this number was reached (`mound test --coverage`)
    control("%die", 1, 1, Linear), // object: ends this process by failure: links and monitors are told `failure` and the object; if the object is an exit condition, links get that condition unchanged
    leaf("%dynamic", 0, 0, Constant), // the dynamic state #(winders handlers parameters extra); #(() () () #f) in a new process
    control("%end", 0, 0, Constant), // ends this process normally, as returning from its thunk does
    control("%eval", 3, 3, Waits), // datum, list of import sets or #f, vector of %eval-objects or #f: value of the datum in that environment, or in the interactive one
    control("%eval-text", 3, 3, Waits), // string, list of import sets or #f, #(file first-line characters-before fold-case?) or #f: the same of the datum in the text, which may be part of a file
    control("%exit", 1, 1, Waits), // code 0..255: flushes the console and ends the whole program
    leaf("%forget-kept", 1, 1, Linear), // number: forgets the kept computation with it
    control("%go-on", 3, 3, Linear), // number, instead?, value: goes on with the kept computation (`machine: kept.rs`), with the value in the place of what failed, or by doing that again
    control("%halt", 0, 0, Constant), // ends this process; links and monitors are not told
    leaf("%keep-trace!", 1, 1, Linear), // object: if it is a condition that this process made, and that does not know it yet: keeps where it was raised, and gives #f; gives where it was raised, a string, of an object that is no condition
    leaf("%kept-continuation", 2, 2, Linear), // number, index or #f: the continuation of the kept computation below the frame with that index, youngest first, or all of it (`machine: returning.rs`)
    leaf("%list->values", 1, 1, Linear), // list: its only element, or a Values object of 0 or 2.. elements
    leaf("%make-values", 0, u8::MAX, Linear), // any but one: a Values object of them
    leaf("%note-origin!", 2, 2, Linear), // object, string: remembers for reports that the object was raised there, by another process
    control("%receive", 2, 2, Linear), // procedure, object: calls the procedure with the values that the object stands for
    leaf("%set-dynamic!", 1, 1, Constant), // vector: sets the dynamic state
    control("%throw", 2, 2, Linear), // continuation, value: goes there, its dynamic state included, without looking at winders
    leaf("%values-of?", 2, 2, Constant), // object, fixnum: whether it stands for so many values: a Values object of so many, or, for 1, another object
    leaf("%values-ref", 2, 2, Constant), // Values object, fixnum: the value with that number
    // Conditions.
    leaf("%complainant", 1, 1, Linear), // symbol: the procedure that the program called when a library complains under this name, as far as that can be told; list: its first element, whoever was called
    leaf("%condition-irritants", 1, 1, Constant), // condition: list; raises type for another object, like the others here
    leaf("%condition-kind", 1, 1, Constant),      // condition: symbol
    leaf("%condition-message", 1, 1, Constant),   // condition: string
    leaf("%condition-payload", 1, 1, Constant),   // condition: any object
    leaf("%condition-trace", 1, 1, Constant),     // condition: string or #f
    leaf("%condition-who", 1, 1, Constant),       // condition: symbol or #f
    leaf("%make-condition", 5, 5, Linear), // kind, message, irritants, who, payload: a condition, with the trace of here if traces are kept
    leaf("%misfit", 2, 2, Linear), // procedure, fixnum: #f if it takes so many arguments, or a string that says why it does not
    leaf("%procedure-place", 1, 1, Linear), // procedure: the file, line and column where it is written, as a list; #f for those of Mound, and for what is no closure
    // Equivalence, symbols, promises.
    leaf("%alike?", 2, 2, Steps), // as equal?, and records of one type are compared by their fields
    leaf("%equal-rest", 1, 1, Steps), // list of objects in twos that are to be equal?: #t, #f, a list of those that have still to be compared after 2048 comparisons, or absent if one of them takes more by itself
    leaf("%frozen?", 1, 1, Constant), // object: whether it came in a message or is a literal, so that nothing in it can be changed, or is no object in memory
    leaf("%generate-symbol", 0, 0, Constant), // a symbol with a name not used before on any node
    leaf("%hash", 1, 1, Linear), // object: exact integer >= 0, the same for equal? objects, on every node
    leaf("%make-promise", 2, 2, Constant), // done?, value or thunk: a promise; a thunk returns a promise; the value may be a promise that this one became part of
    leaf("%promise-done?", 1, 1, Constant), // promise: whether it holds its value
    leaf("%promise-set!", 3, 3, Constant), // promise, done?, value: sets both and gives #t; gives #f if the promise is frozen
    leaf("%promise-value", 1, 1, Constant), // promise: its value, thunk or promise
    leaf("%record-fields", 2, 2, Constant), // object, object: if both are records of one type, a vector of the fields of the first; else #f
    leaf("equal?", 2, 2, Steps), // R7RS equal?; promises, tables, procedures by eq?; absent if that takes more than 16384 comparisons
    leaf("eqv?", 2, 2, Linear),  // R7RS eqv?
    leaf("string->symbol", 1, 1, Linear),
    leaf("symbol->string", 1, 1, Linear), // a frozen string
    // Numbers.
    leaf("%acosh", 1, 1, Constant), // flonum: a flonum, as for the others here without a remark
    leaf("%asinh", 1, 1, Constant),
    leaf("%atan2", 2, 2, Computed), // y, x: R7RS (atan y x)
    leaf("%atanh", 1, 1, Constant),
    leaf("%bessel-first", 2, 2, Linear), // order, a fixnum of 32 bits; flonum
    leaf("%bessel-second", 2, 2, Linear), // order, a fixnum of 32 bits; flonum
    leaf("%cosh", 1, 1, Constant),
    leaf("%cube-root", 1, 1, Constant),
    leaf("%erf", 1, 1, Constant),
    leaf("%erfc", 1, 1, Constant),
    leaf("%exp-1", 1, 1, Constant), // e to the flonum, minus 1
    leaf("%exp2", 1, 1, Constant),  // 2 to the flonum
    leaf("%gamma", 1, 1, Constant),
    leaf("%hypotenuse", 2, 2, Constant),   // two flonums
    leaf("%integer-sqrt", 1, 1, Computed), // exact integer n >= 0: the greatest s with s*s <= n
    leaf("%integer?", 1, 1, Constant), // any object: whether it is a whole number, exact or inexact
    leaf("%log-base", 2, 2, Computed), // z, base; raises range for negative numbers
    leaf("%log-gamma", 1, 1, Constant), // logarithm of the absolute value of gamma
    leaf("%log1+", 1, 1, Constant),    // logarithm of the flonum plus 1
    leaf("%log10", 1, 1, Constant),
    leaf("%log2", 1, 1, Constant),
    leaf("%multiply-add", 3, 3, Constant), // x * y + z of three flonums, rounded once
    leaf("%random-integer", 1, 1, Computed), // exact integer n > 0: 0 <= r < n, from the host's source
    leaf("%random-real", 0, 0, Constant),    // flonum 0 <= r < 1
    leaf("%sinh", 1, 1, Constant),
    leaf("%tanh", 1, 1, Constant),
    leaf("abs", 1, 1, Computed),
    leaf("acos", 1, 1, Computed), // like sin, tan ...: exact 0 or 1 where the result is exact, else inexact; complex beyond -1 to 1
    leaf("angle", 1, 1, Computed), // exact 0 for real numbers that are not negative
    leaf("asin", 1, 1, Computed),
    leaf("atan", 1, 1, Computed),
    leaf("ceiling", 1, 1, Computed),
    leaf("cos", 1, 1, Computed), // exact 1 for exact 0
    leaf("denominator", 1, 1, Computed),
    leaf("divide", 2, 2, Computed), // R7RS /: raises divide-by-zero for an exact zero divisor
    leaf("exact", 1, 1, Computed),  // raises range for NaN and infinities
    leaf("exact?", 1, 1, Constant), // raises type for what is no number
    leaf("exp", 1, 1, Computed),    // exact 1 for exact 0
    leaf("expt", 2, 2, Computed),   // exact for an exact base and exact integer exponent
    leaf("finite?", 1, 1, Constant), // raises type for what is no number, like the others here
    leaf("floor", 1, 1, Computed),
    leaf("floor-quotient", 2, 2, Computed), // raises divide-by-zero
    leaf("gcd", 2, 2, Computed),            // not negative
    leaf("imag-part", 1, 1, Computed),      // exact 0 for real numbers
    leaf("inexact", 1, 1, Computed),
    leaf("infinite?", 1, 1, Constant),
    leaf("lcm", 2, 2, Computed), // not negative
    leaf("log", 1, 1, Computed), // natural; exact 0 for exact 1; complex for a negative number
    leaf("magnitude", 1, 1, Computed),
    leaf("make-polar", 2, 2, Computed), // magnitude, angle: real numbers
    leaf("make-rectangular", 2, 2, Computed), // real and imaginary part: real numbers
    leaf("max", 2, 2, Computed),        // inexact if one is
    leaf("min", 2, 2, Computed),        // inexact if one is
    leaf("modulo", 2, 2, Computed),     // floor-remainder; raises divide-by-zero
    leaf("nan?", 1, 1, Constant),
    leaf("negate", 1, 1, Computed),         // -x; -0.0 for 0.0
    leaf("number->string", 2, 2, Computed), // number, radix 2..36
    leaf("numerator", 1, 1, Computed),
    leaf("rationalize", 2, 2, Computed), // the simplest number within a distance
    leaf("real-part", 1, 1, Computed),
    leaf("round", 1, 1, Computed),          // to even
    leaf("sin", 1, 1, Computed),            // exact 0 for exact 0
    leaf("sqrt", 1, 1, Computed), // exact for an exact square; the real part is not negative
    leaf("string->number", 2, 2, Computed), // string, radix 2..36: a number or #f
    leaf("tan", 1, 1, Computed),  // exact 0 for exact 0
    leaf("truncate", 1, 1, Computed),
    // Exact integers as sequences of bits, of two's complement. They raise type for another object.
    leaf("arithmetic-shift", 2, 2, Computed), // integer, count: shifted left, or right if the count is negative
    leaf("bit-count", 1, 1, Computed),        // ones of it, or zeros if it is negative
    leaf("bit-set?", 2, 2, Computed),         // index, integer
    leaf("bitwise-and", 2, 2, Computed),
    leaf("bitwise-ior", 2, 2, Computed),
    leaf("bitwise-not", 1, 1, Computed),
    leaf("bitwise-xor", 2, 2, Computed),
    leaf("first-set-bit", 1, 1, Computed), // index of the lowest one, -1 for 0
    leaf("integer-length", 1, 1, Computed), // bits needed besides the sign
    // Lists. What would go through more than 65536 pairs gives absent and does nothing.
    leaf("append", 2, 2, Steps),  // proper list, any object: raises type
    leaf("length", 1, 1, Steps),  // raises type if it is no proper list
    leaf("list?", 1, 1, Steps),   // ends for circular lists
    leaf("reverse", 1, 1, Steps), // raises type if it is no proper list
    // Characters and strings. Ranges are string, start, end; they raise range. Here and below, what would
    // go through more than 65536 elements gives absent and does nothing; the library does it in steps.
    leaf("%fold-ranges", 1, 1, Linear), // vector of bounds: new one with all characters that differ from those in case only (simple folding)
    leaf("%in-ranges?", 2, 2, Linear), // vector of ascending bounds, character or fixnum: whether the number of bounds up to it is odd
    leaf("%property-ranges", 1, 1, Linear), // names of Unicode properties with spaces between: new vector of bounds: start, end (not in it), start ...; raises range
    leaf("%string->utf8!", 5, 5, Linear), // bytevector, at, string, start, end: the index behind the bytes of the range, or #f if there is no room
    leaf("%string-become!", 2, 2, Constant), // string, wider one of the same length: the first gets the characters of the second, which is of no more use
    leaf("%string-compare", 2, 2, Steps),    // strings: fixnum < 0, 0, > 0 by scalar values
    leaf("%string-concatenate", 1, 1, Steps), // list of strings: a new string
    leaf("%string-of-zeros", 2, 2, Linear), // length, width: a string of the character 0 with room for characters of so many bytes
    leaf("%string-search", 4, 4, Steps), // pattern, string, start, end: index of the first occurrence in the range, or #f
    leaf("%string-width", 1, 1, Constant), // string or character: the bytes of each character, or of this one: 1, 2 or 4
    leaf("char->integer", 1, 1, Constant),
    leaf("char-alphabetic?", 1, 1, Constant),
    leaf("char-downcase", 1, 1, Constant),
    leaf("char-foldcase", 1, 1, Constant),
    leaf("char-lower-case?", 1, 1, Constant),
    leaf("char-numeric?", 1, 1, Constant), // Unicode category Nd
    leaf("char-upcase", 1, 1, Constant),
    leaf("char-upper-case?", 1, 1, Constant),
    leaf("char-whitespace?", 1, 1, Constant),
    leaf("digit-value", 1, 1, Constant), // 0..9 or #f
    leaf("integer->char", 1, 1, Constant),
    leaf("list->string", 1, 1, Steps),        // list of characters
    leaf("make-string", 2, 2, Steps),         // length, character
    leaf("string->list", 3, 3, Steps),        // a range
    leaf("string->utf8", 3, 3, Steps),        // a range
    leaf("string-append", 0, u8::MAX, Steps), // strings: a new string
    leaf("string-copy!", 5, 5, Steps), // to, at, from, start, end; may overlap; raises frozen
    leaf("string-downcase", 1, 1, Steps),
    leaf("string-fill!", 4, 4, Steps), // string, character, start, end; raises frozen
    leaf("string-foldcase", 1, 1, Steps),
    leaf("string-length", 1, 1, Constant),
    leaf("string-set!", 3, 3, Steps), // string, index, character; raises frozen
    leaf("string-upcase", 1, 1, Steps),
    leaf("substring", 3, 3, Steps),    // a range: a new string
    leaf("utf8->string", 3, 3, Steps), // bytevector, start, end: raises range if it is not UTF-8
    // Vectors and bytevectors. Ranges are object, start, end; they raise range.
    leaf("%bytevector-concatenate", 1, 1, Steps), // list of bytevectors
    leaf("%bytevector-number", 3, 3, Constant), // bytevector, byte index, form: the number there; the form is the sum of 0 to 3 for 1 to 8 bytes, 4 for two's complement or 8 for IEEE 754, and 16 for the largest byte first
    leaf("%bytevector-number-set!", 4, 4, Constant), // bytevector, byte index, form, number: puts it there; raises type if it does not fit
    leaf("%bytevector-of-zeros", 1, 1, Linear),      // length
    leaf("%compress", 3, 3, Computed), // deflate, zlib or gzip; bytevector; level 0 to 9: a bytevector
    leaf("%decompress", 3, 3, Computed), // deflate, zlib or gzip; bytevector; limit: a bytevector, #f if the bytes are malformed, #t if it would have more bytes than the limit
    leaf("%digest", 2, 2, Computed), // sha-1, sha-256, sha-384, sha-512 or blake3; bytevector: a bytevector
    leaf("%hmac", 3, 3, Computed),   // the same but blake3, key, bytevector: a bytevector
    leaf("%list->bytevector", 1, 1, Steps), // list of bytes
    leaf("%list->record", 2, 2, Linear), // record type, list of as many values: a new record
    leaf("%random-bytes", 1, 1, Linear), // count up to 65536: a bytevector that nobody can guess
    leaf("%same-secret?", 2, 2, Linear), // two bytevectors: whether they are equal, in a time that tells nothing but their lengths
    leaf("%vector-concatenate", 1, 1, Steps), // list of vectors
    leaf("%vector-of-zeros", 1, 1, Linear), // length
    leaf("bytevector-copy", 3, 3, Steps), // a range
    leaf("bytevector-copy!", 5, 5, Steps), // to, at, from, start, end; may overlap; raises frozen
    leaf("bytevector-fill!", 4, 4, Steps), // bytevector, byte, start, end; raises frozen
    leaf("bytevector-length", 1, 1, Constant),
    leaf("list->vector", 1, 1, Steps),
    leaf("make-bytevector", 2, 2, Steps), // length, byte
    leaf("make-vector", 2, 2, Steps),     // length, fill
    leaf("vector", 0, u8::MAX, Linear),   // the elements: a new vector
    leaf("vector->list", 3, 3, Steps),    // a range
    leaf("vector-copy", 3, 3, Steps),     // a range
    leaf("vector-copy!", 5, 5, Steps),    // to, at, from, start, end; may overlap; raises frozen
    leaf("vector-fill!", 4, 4, Steps),    // vector, object, start, end; raises frozen
    // Hash tables. They raise type for another object, and frozen when changed. What would take too
    // long gives absent and does nothing. A place is where a key may be; it is good until the table is
    // changed.
    leaf("%hash-table->alist", 4, 4, Steps), // table, start, end, list: new pairs (key . value) of these entries in front of the list, in the order in which the keys were added; absent for more than 16384 entries
    leaf("%hash-table-add!", 3, 3, Steps), // table, key, value: for a key that is not in the table
    leaf("%hash-table-become!", 2, 2, Constant), // table, table: the first gets the content of the second, which is of no more use
    leaf("%hash-table-clear!", 1, 1, Constant),
    leaf("%hash-table-contains?", 2, 2, Steps), // table, key
    leaf("%hash-table-copy", 1, 1, Steps),      // a mutable table of the same kind
    leaf("%hash-table-count", 1, 1, Constant),
    leaf("%hash-table-delete!", 2, 2, Steps), // table, key: nothing happens if there is no such key
    leaf("%hash-table-delete-at!", 2, 2, Constant), // table, place: removes the association there
    leaf("%hash-table-key-at", 2, 2, Constant), // table, place: the key there, or absent
    leaf("%hash-table-kind", 1, 1, Constant), // eq, eqv or equal
    leaf("%hash-table-next", 3, 3, Steps), // table, key, place or #f: the next place where the key may be, or the first; #f if there is none
    leaf("%hash-table-ref", 3, 3, Steps),  // table, key, default
    leaf("%hash-table-roomy", 1, 1, Linear), // an empty table of the same kind with room for as much
    leaf("%hash-table-set!", 3, 3, Steps),   // table, key, value
    leaf("%hash-table-set-at!", 3, 3, Constant), // table, place, value
    leaf("%hash-table-successor", 1, 1, Linear), // an empty table that the table is to become when it has taken everything, since it is full or its hashes are out of date; else #f
    leaf("%hash-table-take!", 3, 3, Steps), // table with room, table, entry: adds some associations of the second from an entry on; the next entry, or #f at the end
    leaf("%hash-table-used", 1, 1, Constant), // entries: associations, and those that were removed
    leaf("%hash-table-value-at", 2, 2, Constant), // table, place: the value there, or absent
    leaf("%make-hash-table", 1, 1, Constant), // the symbol eq, eqv or equal
    // Reading and printing.
    leaf("%datum->string", 2, 2, Steps), // object, style: display, write (labels for cycles only), shared (labels for all sharing) or simple (no labels); absent for more than 8192 objects or 64 KB, beside long numbers, whose digits are computed
    leaf("%print-elements", 3, 3, Steps), // list or vector, index in a vector, style: (text . rest) of some elements that need no labels and are short, each after a space; the rest is a list or an index
    leaf("%print-part", 2, 2, Steps), // object, style: text; #f if it needs labels; absent if it is not short, or has a long number
    leaf("%print-parts", 2, 2, Linear), // object that is no pair and no vector, style: list of texts with the values between them; or #(count before after) of what %print-range prints; #f for others
    leaf("%print-range", 4, 4, Steps), // string, bytevector or vector of numbers, start, end, style: text of these, without what is before and after all; at most 65536
    leaf("%read-datum", 3, 3, Computed), // string, start, folds case?: (datum index after it . folds case?), of the end (eof length . folds case?); raises read
    // The console of the node, and the world.
    leaf("%command-line", 0, 0, Linear),        // list of strings
    control("%console-flush", 1, 1, Waits),     // 1 or 2, as %console-write
    control("%console-peek-char", 0, 0, Waits), // the next character of standard input, not taken, or eof
    control("%console-read-char", 0, 0, Waits), // the next character or eof
    control("%console-read-datum", 0, 0, Waits), // the next datum or eof; raises read
    control("%console-read-line", 0, 0, Waits), // the next line without its end, or eof
    leaf("%console-ready?", 0, 0, Constant),    // whether %console-read-char would return at once
    control("%console-write", 2, 2, Waits), // string, 1 (standard output) or 2 (standard error): strings of one call are not mixed with others
    leaf("%current-second", 0, 0, Constant), // flonum, seconds since the Epoch, by the host's clock
    leaf("%environment-variable", 1, 1, Linear), // string: string or #f
    leaf("%environment-variables", 0, 0, Linear), // list of (name . value)
    leaf("%eval-objects", 1, 1, Steps), // datum: vector of the values in it that are no syntax, or #f if there are none
    leaf("%features", 0, 0, Linear),    // list of symbols, those of cond-expand
    leaf("%log", 3, 3, Linear), // error, warning, info or debug, string, list of strings (name value ...): writes them into the log of the node
    leaf("%logs?", 1, 1, Constant), // such a symbol: whether they would be written
    leaf("%now", 0, 0, Constant), // fixnum, nanoseconds of the host's monotonic clock
    // Resources: files, connections, subprocesses. A resource is known by the pid of the process that
    // owns it; these give absent for a pid of another node, and raise file if there is none to read
    // from or to write to. What takes from the input waits until it has all it wants, and consumes
    // nothing before.
    control("%input-byte", 2, 2, Waits), // pid, take?: the next byte, or eof; consumed if take?
    control("%input-bytes", 3, 3, Waits), // pid, count, all?: a bytevector of so many bytes, fewer before eof, or, without all?, of what there is
    control("%input-char", 2, 2, Waits), // pid, take?: the next character, or eof; raises file for bytes that are not UTF-8, which are consumed, as all that read text do
    control("%input-datum", 1, 1, Waits), // pid: the next datum, or eof; raises read
    control("%input-line", 1, 1, Waits), // pid: a line without its end (LF, CR LF or CR), or eof
    control("%input-ready?", 2, 2, Waits), // pid, text?: whether a character (or byte) or eof can be had at once
    control("%input-string", 3, 3, Waits), // pid, count, all?: as %input-bytes, of characters
    leaf("%input-window", 1, 1, Linear), // port: whether there are now characters in its buffer, of those that have come
    control("%operate", 3, 3, Waits), // symbol, list of plain data, deadline: what the host's operation gives (docs/internals/resources.md); raises what it raises, timeout
    control("%output-flush", 1, 1, Waits), // pid: unspecified, when all is written that was put
    leaf("%output-now", 4, 4, Steps), // as %output-put: #t if it is queued, #f if %output-put has to do more than that
    control("%output-put", 4, 4, Waits), // pid, string or bytevector or character, start, end: queues the range (of a character: all); waits while too much is queued
    leaf("%output-window", 1, 1, Linear), // port: whether there is now room in its buffer
    leaf("%resource-open?", 1, 1, Constant), // pid: whether it has a resource
    // Processes and messages. A pid may be remote; all raise type for no pid.
    control("%alive?", 2, 2, Waits), // pid, deadline: whether it has not ended; asks the node of a remote one; raises unreachable, node-down, timeout
    leaf("%default-limits", 0, 0, Linear), // alist of the limits that processes are spawned with
    leaf("%default-limits!", 1, 1, Linear), // alist with heap, mailbox and mailbox-bytes (number or #f), when-heap-full (kill or raise), when-mailbox-full (kill, raise, drop-newest, drop-oldest or suspend), some of them: sets them; raises type
    control("%demonitor", 1, 1, Linear), // tag of a monitor: ends it and removes its message from the mailbox; nothing happens if there is none
    leaf("%limits", 0, 0, Linear),       // alist of the limits of this process
    leaf("%limits!", 1, 1, Linear), // alist as %default-limits!: sets those limits of this process; raises type
    leaf("%link", 2, 2, Linear), // from, to: the end of `from` will be told to `to`; at once with reason noproc if it has ended, node-down if its node is lost; a link is kept once; `to` is this process, or another of this node, or `from` is this process: else raises type
    leaf("%mailbox-accept!", 0, 0, Constant), // removes the message at the cursor, which moves before the oldest
    control("%mailbox-first!", 1, 1, Waits),  // deadline: as %mailbox-next!, for the oldest message
    leaf("%mailbox-forsake!", 1, 1, Linear), // tag: removes a message (tag ...) behind the cursor, or the first such that comes later; remembers 16384 tags
    control("%mailbox-next!", 1, 1, Waits), // deadline (fixnum by %now, or #f): moves the cursor to the next message and gives it, waiting for one; gives absent at the deadline
    leaf("%mailbox-place", 0, 0, Constant), // fixnum: where the cursor is
    leaf("%mailbox-return!", 1, 1, Constant), // such a fixnum: moves the cursor there again; #f if the message before it has been removed since
    leaf("%mailbox-rewind!", 0, 0, Constant), // moves the cursor before the oldest message
    leaf("%mailbox-skip!", 0, 0, Constant), // moves the cursor behind the newest message, but before the first exit condition there is; rewinding instead is correct, only slower
    control("%mailbox-take!", 0, 0, Waits), // removes the oldest message and gives it, waiting for one; absent if that is an exit condition, which stays
    leaf("%make-tag", 0, 0, Constant),      // a new tag
    leaf("%monitor", 1, 1, Linear), // pid: a new tag; when it ends, or if it has, the message (down tag pid reason object) is sent to this process
    leaf("%monitor-request", 1, 1, Linear), // pid: the same for the time of a request; the message comes, with a condition of kind undelivered, also when a message between the two is lost
    leaf("%monitor-service", 2, 2, Linear), // name, node: the same for the process that has the name there; reason noproc (pid #f) if none has
    leaf("%node-info", 0, 0, Linear), // alist of this node: now (as %now), processes, timers and other numbers (node-info in lib/mound/top.scm), and schedulers: a list of alists with ready, turns, reductions, messages, asleep (nanoseconds)
    leaf("%priority!", 2, 2, Constant), // pid of this node, high, normal or low: among the processes that are ready, it is chosen before or after others
    control("%process-info", 1, 1, Waits), // pid of this node: alist with name, state, priority, mailbox-length, reductions, memory-bytes, heap-bytes, stack-bytes, shared-bytes, lost-messages, oldest-message, procedure, limits, links, monitors, monitored-by, or #f if it has ended; raises type for a remote one
    leaf("%process-list", 0, 0, Linear),   // pids of this node
    leaf("%register", 2, 2, Linear), // symbol, pid: gives the process that name on this node, in place of another
    leaf("%self", 0, 0, Constant),   // pid of this process
    control("%send", 2, 3, Waits), // pid, message, deadline or #f: may wait for room in the connection, or in a mailbox whose limit makes senders wait, and gives #f if there was none until the deadline; raises unsendable; nothing happens if the process has ended
    leaf("%send-here", 2, 2, Linear), // pid, message: as %send to a process of this node; #f and nothing else for one of another node and for one in whose mailbox there is no room; raises unsendable
    control("%send-service", 3, 4, Waits), // name, node, message, deadline or #f, as of %send: to the process that has the name there on arrival, if there is one
    leaf("%spawn", 1, 5, Linear), // thunk, name (none), list of pids told of its end (empty), priority as %priority! (normal), limits as %default-limits! (the default ones): the pid; raises type, unsendable
    control("%terminate", 1, 1, Waits), // pid: ends it, reason terminated; does not return if it is this process
    leaf("%trace", 4, 4, Linear), // pid, pid of this node, booleans messages and calls: the second is sent lists (trace pid received message), (trace pid sent to message) and (trace pid called name place (text ...)) of the first, a process of this node; with #f and #f no more
    leaf("%unlink", 2, 2, Linear), // from, to as %link: takes the link away; a condition that is on its way still arrives
    leaf("%unregister", 1, 1, Linear), // symbol
    leaf("%watch-crashes", 2, 2, Constant), // pid of this node, boolean: it is sent (crash pid report) when a process of this node dies of what nobody handled; with #f no more
    leaf("%whereis", 1, 1, Linear),         // symbol: pid or #f
    // Nodes. A node is a string host:port; what waits raises unreachable, node-down, refused, timeout.
    leaf("%begin-move!", 1, 1, Linear), // tag of another node: the move that it names begins, and this process does not end with the connection any more; #f if nothing may begin
    control("%connect-node", 2, 2, Waits), // node, deadline: #t when there is a connection; raises unreachable, timeout
    leaf("%current-node", 0, 0, Constant), // string, or #f before %node-start
    leaf("%disconnect-node", 1, 1, Linear), // node: ends the connection with it; whether there was one
    leaf("%limit-service", 2, 2, Linear), // pid of this node, string: which roles machines must have to send to it, such as observe,admin, or all for none; #f if a word is no role
    leaf("%mobile-report", 1, 1, Linear), // procedure or continuation: what would travel with it, a list (bytes, or #f if it cannot be sent; code; captured values; variables; variables that stay; blockers), see lib/mound/mobile.scm
    leaf("%monitor-node", 1, 1, Linear), // node: connects if need be; a new tag; when the connection is lost, or none can be made, the message (node-down tag node reason) is sent to this process
    leaf("%monitor-undelivered", 0, 0, Linear), // a new tag; for each message of this process that another node drops, (undelivered tag node pid-or-name why) is sent to it, until %demonitor
    leaf("%move-asked", 2, 2, Linear), // tag of another node, string of %ready-for-move: the process that has begun the move which the tag names, #f if it has not begun here and never will, #t if that is not known: this is another run of the node, or the process has ended
    leaf("%node-peers", 0, 0, Linear), // a list of alists: what is known of each node with a connection, or that had one lately; see node-peers in lib/mound/top.scm
    control("%node-start", 2, 2, Waits), // strings host:port, port 0 for a free one: listens at the first and tells others the second, if it is not #f; gives the name of the node; raises node if it cannot or did before
    leaf("%nodes", 0, 0, Linear),        // strings: the nodes with a connection
    leaf("%pid-node", 1, 1, Linear),     // pid: string, or #f for this node before %node-start
    control("%ping", 2, 2, Waits), // node, deadline: #t if it answers, #f if not in time or unreachable; a pid of another node: its node answers behind all that the process has sent before
    leaf("%ready-for-move", 2, 2, Linear), // node, thunk: a string that names the run of the node, if there is a connection, the thunk is small, and all its code was there before; or #f
    control("%spawn-remote", 6, 6, Waits), // node, thunk, name, links as %spawn, whether it is told of the end of this process, deadline: pid; spawns here if it is this node; raises unsendable too
    leaf("%this-node", 0, 0, Constant), // a pid of this node that is no process's: it says where what holds it comes from
];

/// The signature of the primitive called `name`.
pub fn find(name: &str) -> Option<&'static Signature> {
    static BY_NAME: OnceLock<HashMap<&'static str, &'static Signature>> = OnceLock::new();
    let by_name = BY_NAME.get_or_init(|| {
        PRIMITIVES
            .iter()
            .map(|signature| (signature.name, signature))
            .collect()
    });
    by_name.get(name).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_bounds_make_sense() {
        let mut names = std::collections::HashSet::new();
        for signature in PRIMITIVES {
            assert!(names.insert(signature.name), "{} twice", signature.name);
            assert!(signature.min <= signature.max, "{}", signature.name);
        }
    }

    /// Areas are known from the comments in the table, so this reads the source.
    #[test]
    fn names_ascend_within_their_area() {
        let source = include_str!("primitives.rs");
        let table = source.split("&[\n").nth(1).unwrap();
        let table = table.split("\n];").next().unwrap();
        let mut last = "";
        let mut row = false;
        for line in table.lines().map(str::trim) {
            if line.starts_with("//") {
                last = "";
            }
            row |= line.starts_with("leaf(") || line.starts_with("control(");
            if let Some(name) = line.split('"').nth(1).filter(|_| row) {
                assert!(last < name, "{name} must stand before {last}");
                last = name;
                row = false;
            }
        }
    }
}
