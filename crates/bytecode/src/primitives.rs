//! The primitives that code may name: what they take, not what they do.
//!
//! The compiler checks uses against this table, the verifier refuses units that
//! name others, and the run time gives each row its implementation. A primitive
//! is *leaf* (returns or raises at once; runs inside a block) or *control* (may
//! call a procedure, wait or never return; ends its block like a call).
//! Names begin with `%` when they are not procedures of a standard.

use std::collections::HashMap;
use std::sync::OnceLock;

/// Number of arguments a primitive takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature {
    pub name: &'static str,
    pub min: u8,
    /// `u8::MAX`: any number.
    pub max: u8,
    pub control: bool,
}

const fn leaf(name: &'static str, min: u8, max: u8) -> Signature {
    Signature {
        name,
        min,
        max,
        control: false,
    }
}

const fn control(name: &'static str, min: u8, max: u8) -> Signature {
    Signature {
        name,
        min,
        max,
        control: true,
    }
}

/// Every primitive, in alphabetic order within its area. The remark says what it
/// takes and gives where the name alone does not; a primitive of a standard name
/// is that procedure with all optional arguments given.
pub const PRIMITIVES: &[Signature] = &[
    // Control.
    control("%apply", 2, 2), // procedure, list: calls the procedure with the elements; raises type if it is no proper list
    control("%call/cc", 1, 1), // procedure: calls it with the current continuation, a Continuation object that can be called with any number of values
    leaf("%check-defined", 2, 2), // value, symbol: the value; raises unbound with the symbol if it is absent
    leaf("%continuation-dynamic", 1, 1), // continuation: the dynamic state it will have
    control("%die", 1, 1), // object: ends this process by failure: links and monitors are told `failure` and the object; if the object is an exit condition, links get that condition unchanged
    leaf("%dynamic", 0, 0), // the dynamic state #(winders handlers parameters extra); #(() () () #f) in a new process
    control("%end", 0, 0),  // ends this process normally, as returning from its thunk does
    control("%eval", 2, 2), // datum, list of import sets or #f: value of the datum in that environment, or in the interactive one
    control("%exit", 1, 1), // code 0..255: flushes the console and ends the whole program
    control("%halt", 0, 0), // ends this process; links and monitors are not told
    leaf("%set-dynamic!", 1, 1), // vector: sets the dynamic state
    control("%throw", 2, 2), // continuation, value: goes there, its dynamic state included, without looking at winders
    leaf("%values", 1, 1),   // list: its only element, or a Values object of 0 or 2.. elements
    leaf("%values->list", 1, 1), // Values object: its elements
    leaf("%values?", 1, 1),  // whether it is a Values object
    // Conditions.
    leaf("%complainant", 1, 1), // symbol: the procedure that the program called when a library complains under this name, as far as that can be told; list: its first element, whoever was called
    leaf("%condition-irritants", 1, 1), // condition: list; raises type for another object, like the others here
    leaf("%condition-kind", 1, 1),      // condition: symbol
    leaf("%condition-message", 1, 1),   // condition: string
    leaf("%condition-payload", 1, 1),   // condition: any object
    leaf("%condition-trace", 1, 1),     // condition: string or #f
    leaf("%condition-who", 1, 1),       // condition: symbol or #f
    leaf("%make-condition", 5, 5), // kind, message, irritants, who, payload: a condition, with the trace of here if traces are kept
    leaf("%misfit", 2, 2), // procedure, fixnum: #f if it takes so many arguments, or a string that says why it does not
    // Equivalence, symbols, promises.
    leaf("%alike?", 2, 2), // as equal?, and records of one type are compared by their fields
    leaf("%generate-symbol", 0, 0), // a symbol with a name not used before on any node
    leaf("%hash", 1, 1),   // object: exact integer >= 0, the same for equal? objects, on every node
    leaf("%make-promise", 2, 2), // done?, value or thunk: a promise; a thunk returns a promise; the value may be a promise that this one became part of
    leaf("%promise-done?", 1, 1), // promise: whether it holds its value
    leaf("%promise-set!", 3, 3), // promise, done?, value: sets both and gives #t; gives #f if the promise is frozen
    leaf("%promise-value", 1, 1), // promise: its value, thunk or promise
    leaf("equal?", 2, 2), // R7RS equal?; ends for circular data; promises, tables, procedures by eq?
    leaf("eqv?", 2, 2),   // R7RS eqv?
    leaf("string->symbol", 1, 1),
    leaf("symbol->string", 1, 1), // a frozen string
    // Numbers.
    leaf("%acosh", 1, 1), // flonum: a flonum, as for the others here without a remark
    leaf("%asinh", 1, 1),
    leaf("%atan2", 2, 2), // y, x: R7RS (atan y x)
    leaf("%atanh", 1, 1),
    leaf("%bessel-first", 2, 2),  // order, a fixnum of 32 bits; flonum
    leaf("%bessel-second", 2, 2), // order, a fixnum of 32 bits; flonum
    leaf("%cosh", 1, 1),
    leaf("%cube-root", 1, 1),
    leaf("%erf", 1, 1),
    leaf("%erfc", 1, 1),
    leaf("%exp-1", 1, 1), // e to the flonum, minus 1
    leaf("%exp2", 1, 1),  // 2 to the flonum
    leaf("%gamma", 1, 1),
    leaf("%hypotenuse", 2, 2),   // two flonums
    leaf("%integer-sqrt", 1, 1), // exact integer n >= 0: the greatest s with s*s <= n
    leaf("%integer?", 1, 1),     // any object: whether it is a whole number, exact or inexact
    leaf("%log-base", 2, 2),     // z, base; raises range for negative numbers
    leaf("%log-gamma", 1, 1),    // logarithm of the absolute value of gamma
    leaf("%log1+", 1, 1),        // logarithm of the flonum plus 1
    leaf("%log10", 1, 1),
    leaf("%log2", 1, 1),
    leaf("%multiply-add", 3, 3), // x * y + z of three flonums, rounded once
    leaf("%random-integer", 1, 1), // exact integer n > 0: 0 <= r < n, from the host's source
    leaf("%random-real", 0, 0),  // flonum 0 <= r < 1
    leaf("%sinh", 1, 1),
    leaf("%tanh", 1, 1),
    leaf("abs", 1, 1),
    leaf("acos", 1, 1), // like sin, tan ...: exact 0 or 1 where the result is exact, else inexact; complex beyond -1 to 1
    leaf("angle", 1, 1), // exact 0 for real numbers that are not negative
    leaf("asin", 1, 1),
    leaf("atan", 1, 1),
    leaf("ceiling", 1, 1),
    leaf("cos", 1, 1), // exact 1 for exact 0
    leaf("denominator", 1, 1),
    leaf("divide", 2, 2), // R7RS /: raises divide-by-zero for an exact zero divisor
    leaf("exact", 1, 1),  // raises range for NaN and infinities
    leaf("exact?", 1, 1), // raises type for what is no number
    leaf("exp", 1, 1),    // exact 1 for exact 0
    leaf("expt", 2, 2),   // exact for an exact base and exact integer exponent
    leaf("finite?", 1, 1), // raises type for what is no number, like the others here
    leaf("floor", 1, 1),
    leaf("floor-quotient", 2, 2), // raises divide-by-zero
    leaf("gcd", 2, 2),            // not negative
    leaf("imag-part", 1, 1),      // exact 0 for real numbers
    leaf("inexact", 1, 1),
    leaf("infinite?", 1, 1),
    leaf("lcm", 2, 2), // not negative
    leaf("log", 1, 1), // natural; exact 0 for exact 1; complex for a negative number
    leaf("magnitude", 1, 1),
    leaf("make-polar", 2, 2),       // magnitude, angle: real numbers
    leaf("make-rectangular", 2, 2), // real and imaginary part: real numbers
    leaf("max", 2, 2),              // inexact if one is
    leaf("min", 2, 2),              // inexact if one is
    leaf("modulo", 2, 2),           // floor-remainder; raises divide-by-zero
    leaf("nan?", 1, 1),
    leaf("negate", 1, 1),         // -x; -0.0 for 0.0
    leaf("number->string", 2, 2), // number, radix 2..36
    leaf("numerator", 1, 1),
    leaf("rationalize", 2, 2), // the simplest number within a distance
    leaf("real-part", 1, 1),
    leaf("round", 1, 1),          // to even
    leaf("sin", 1, 1),            // exact 0 for exact 0
    leaf("sqrt", 1, 1),           // exact for an exact square; the real part is not negative
    leaf("string->number", 2, 2), // string, radix 2..36: a number or #f
    leaf("tan", 1, 1),            // exact 0 for exact 0
    leaf("truncate", 1, 1),
    // Exact integers as sequences of bits, of two's complement. They raise type for another object.
    leaf("arithmetic-shift", 2, 2), // integer, count: shifted left, or right if the count is negative
    leaf("bit-count", 1, 1),        // ones of it, or zeros if it is negative
    leaf("bit-set?", 2, 2),         // index, integer
    leaf("bitwise-and", 2, 2),
    leaf("bitwise-ior", 2, 2),
    leaf("bitwise-not", 1, 1),
    leaf("bitwise-xor", 2, 2),
    leaf("first-set-bit", 1, 1),  // index of the lowest one, -1 for 0
    leaf("integer-length", 1, 1), // bits needed besides the sign
    // Lists.
    leaf("append", 2, 2),  // proper list, any object: raises type
    leaf("length", 1, 1),  // raises type if it is no proper list
    leaf("list?", 1, 1),   // ends for circular lists
    leaf("reverse", 1, 1), // raises type if it is no proper list
    // Characters and strings. Ranges are string, start, end; they raise range.
    leaf("%fold-ranges", 1, 1), // vector of bounds: new one with all characters that differ from those in case only (simple folding)
    leaf("%in-ranges?", 2, 2), // vector of ascending bounds, character or fixnum: whether the number of bounds up to it is odd
    leaf("%property-ranges", 1, 1), // names of Unicode properties with spaces between: new vector of bounds: start, end (not in it), start ...; raises range
    leaf("%string->utf8!", 5, 5), // bytevector, at, string, start, end: the index behind the bytes of the range, or #f if there is no room
    leaf("%string-compare", 2, 2), // strings: fixnum < 0, 0, > 0 by scalar values
    leaf("%string-concatenate", 1, 1), // list of strings: a new string
    leaf("%string-search", 3, 3), // pattern, string, start: index of the first occurrence at or after start, or #f
    leaf("char->integer", 1, 1),
    leaf("char-alphabetic?", 1, 1),
    leaf("char-downcase", 1, 1),
    leaf("char-foldcase", 1, 1),
    leaf("char-lower-case?", 1, 1),
    leaf("char-numeric?", 1, 1), // Unicode category Nd
    leaf("char-upcase", 1, 1),
    leaf("char-upper-case?", 1, 1),
    leaf("char-whitespace?", 1, 1),
    leaf("digit-value", 1, 1), // 0..9 or #f
    leaf("integer->char", 1, 1),
    leaf("list->string", 1, 1),        // list of characters
    leaf("make-string", 2, 2),         // length, character
    leaf("string->list", 3, 3),        // a range
    leaf("string->utf8", 3, 3),        // a range
    leaf("string-append", 0, u8::MAX), // strings: a new string
    leaf("string-copy!", 5, 5),        // to, at, from, start, end; may overlap; raises frozen
    leaf("string-downcase", 1, 1),
    leaf("string-fill!", 4, 4), // string, character, start, end; raises frozen
    leaf("string-foldcase", 1, 1),
    leaf("string-length", 1, 1),
    leaf("string-set!", 3, 3), // string, index, character; raises frozen
    leaf("string-upcase", 1, 1),
    leaf("substring", 3, 3),    // a range: a new string
    leaf("utf8->string", 3, 3), // bytevector, start, end: raises range if it is not UTF-8
    // Vectors and bytevectors. Ranges are object, start, end; they raise range.
    leaf("%bytevector-concatenate", 1, 1), // list of bytevectors
    leaf("%bytevector-number", 3, 3), // bytevector, byte index, form: the number there; the form is the sum of 0 to 3 for 1 to 8 bytes, 4 for two's complement or 8 for IEEE 754, and 16 for the largest byte first
    leaf("%bytevector-number-set!", 4, 4), // bytevector, byte index, form, number: puts it there; raises type if it does not fit
    leaf("%list->bytevector", 1, 1),       // list of bytes
    leaf("%vector-concatenate", 1, 1),     // list of vectors
    leaf("bytevector-copy", 3, 3),         // a range
    leaf("bytevector-copy!", 5, 5),        // to, at, from, start, end; may overlap; raises frozen
    leaf("bytevector-fill!", 4, 4),        // bytevector, byte, start, end; raises frozen
    leaf("bytevector-length", 1, 1),
    leaf("list->vector", 1, 1),
    leaf("make-bytevector", 2, 2), // length, byte
    leaf("make-vector", 2, 2),     // length, fill
    leaf("vector", 0, u8::MAX),    // the elements: a new vector
    leaf("vector->list", 3, 3),    // a range
    leaf("vector-copy", 3, 3),     // a range
    leaf("vector-copy!", 5, 5),    // to, at, from, start, end; may overlap; raises frozen
    leaf("vector-fill!", 4, 4),    // vector, object, start, end; raises frozen
    // Hash tables. They raise type for another object, and frozen when changed.
    leaf("%hash-table->alist", 1, 1), // new pairs (key . value), in the order in which the keys were added
    leaf("%hash-table-clear!", 1, 1),
    leaf("%hash-table-contains?", 2, 2), // table, key
    leaf("%hash-table-copy", 1, 1),      // a mutable table of the same kind
    leaf("%hash-table-count", 1, 1),
    leaf("%hash-table-delete!", 2, 2), // table, key: nothing happens if there is no such key
    leaf("%hash-table-kind", 1, 1),    // eq, eqv or equal
    leaf("%hash-table-ref", 3, 3),     // table, key, default
    leaf("%hash-table-set!", 3, 3),    // table, key, value
    leaf("%make-hash-table", 1, 1),    // the symbol eq, eqv or equal
    // Reading and printing.
    leaf("%datum->string", 2, 2), // object, style: display, write (labels for cycles only), shared (labels for all sharing) or simple (no labels; raises memory for cycles)
    leaf("%read-datum", 3, 3), // string, start, folds case?: (datum index after it . folds case?), of the end (eof length . folds case?); raises read
    // The console of the node, and the world.
    leaf("%command-line", 0, 0),          // list of strings
    control("%console-flush", 1, 1),      // 1 or 2, as %console-write
    control("%console-peek-char", 0, 0),  // the next character of standard input, not taken, or eof
    control("%console-read-char", 0, 0),  // the next character or eof
    control("%console-read-datum", 0, 0), // the next datum or eof; raises read
    control("%console-read-line", 0, 0),  // the next line without its end, or eof
    leaf("%console-ready?", 0, 0),        // whether %console-read-char would return at once
    control("%console-write", 2, 2), // string, 1 (standard output) or 2 (standard error): strings of one call are not mixed with others
    leaf("%current-second", 0, 0),   // flonum, seconds since the Epoch, by the host's clock
    leaf("%environment-variable", 1, 1), // string: string or #f
    leaf("%environment-variables", 0, 0), // list of (name . value)
    leaf("%features", 0, 0),         // list of symbols, those of cond-expand
    leaf("%now", 0, 0),              // fixnum, nanoseconds of the host's monotonic clock
    // Resources: files, connections, subprocesses. A resource is known by the pid of the process that
    // owns it; these give absent for a pid of another node, and raise file if there is none to read
    // from or to write to. What takes from the input waits until it has all it wants, and consumes
    // nothing before.
    control("%input-byte", 2, 2), // pid, take?: the next byte, or eof; consumed if take?
    control("%input-bytes", 3, 3), // pid, count, all?: a bytevector of so many bytes, fewer before eof, or, without all?, of what there is
    control("%input-char", 2, 2), // pid, take?: the next character, or eof; raises file for bytes that are not UTF-8, which are consumed, as all that read text do
    control("%input-datum", 1, 1), // pid: the next datum, or eof; raises read
    control("%input-line", 1, 1), // pid: a line without its end (LF, CR LF or CR), or eof
    control("%input-ready?", 2, 2), // pid, text?: whether a character (or byte) or eof can be had at once
    control("%input-string", 3, 3), // pid, count, all?: as %input-bytes, of characters
    leaf("%input-window", 1, 1), // port: whether there are now characters in its buffer, of those that have come
    control("%operate", 3, 3), // symbol, list of plain data, deadline: what the host's operation gives (docs/internals/resources.md); raises what it raises, timeout
    control("%output-flush", 1, 1), // pid: unspecified, when all is written that was put
    leaf("%output-now", 4, 4), // as %output-put: #t if it is queued, #f if %output-put has to do more than that
    control("%output-put", 4, 4), // pid, string or bytevector or character, start, end: queues the range (of a character: all); waits while too much is queued
    leaf("%output-window", 1, 1), // port: whether there is now room in its buffer
    leaf("%resource-open?", 1, 1), // pid: whether it has a resource
    // Processes and messages. A pid may be remote; all raise type for no pid.
    control("%alive?", 2, 2), // pid, deadline: whether it has not ended; asks the node of a remote one; raises unreachable, node-down, timeout
    leaf("%default-limits", 0, 0), // alist of the limits that processes are spawned with
    leaf("%default-limits!", 1, 1), // alist with heap, mailbox and mailbox-bytes (number or #f), when-heap-full (kill or raise), when-mailbox-full (kill, raise, drop-newest or drop-oldest), some of them: sets them; raises type
    control("%demonitor", 1, 1), // tag of a monitor: ends it and removes its message from the mailbox; nothing happens if there is none
    leaf("%limits", 0, 0),       // alist of the limits of this process
    leaf("%limits!", 1, 1), // alist as %default-limits!: sets those limits of this process; raises type
    leaf("%link", 2, 2), // from, to: the end of `from` will be told to `to`; at once with reason noproc if it has ended, node-down if its node is lost; a link is kept once; `to` is this process, or another of this node, or `from` is this process: else raises type
    leaf("%mailbox-accept!", 0, 0), // removes the message at the cursor, which moves before the oldest
    control("%mailbox-first!", 1, 1), // deadline: as %mailbox-next!, for the oldest message
    leaf("%mailbox-forsake!", 1, 1), // tag: removes a message (tag ...) behind the cursor, or the first such that comes later; remembers 16384 tags
    control("%mailbox-next!", 1, 1), // deadline (fixnum by %now, or #f): moves the cursor to the next message and gives it, waiting for one; gives absent at the deadline
    leaf("%mailbox-place", 0, 0),    // fixnum: where the cursor is
    leaf("%mailbox-return!", 1, 1), // such a fixnum: moves the cursor there again; #f if the message before it has been removed since
    leaf("%mailbox-rewind!", 0, 0), // moves the cursor before the oldest message
    leaf("%mailbox-skip!", 0, 0), // moves the cursor behind the newest message, but before the first exit condition there is; rewinding instead is correct, only slower
    control("%mailbox-take!", 0, 0), // removes the oldest message and gives it, waiting for one; absent if that is an exit condition, which stays
    leaf("%make-tag", 0, 0),         // a new tag
    leaf("%monitor", 1, 1), // pid: a new tag; when it ends, or if it has, the message (down tag pid reason object) is sent to this process
    leaf("%monitor-request", 1, 1), // pid: the same for the time of a request; the message comes, with a condition of kind undelivered, also when a message between the two is lost
    leaf("%monitor-service", 2, 2), // name, node: the same for the process that has the name there; reason noproc (pid #f) if none has
    leaf("%node-info", 0, 0), // alist of this node: now (as %now), processes, timers, and schedulers: a list of alists with ready, turns, reductions, messages, asleep (nanoseconds)
    leaf("%priority!", 2, 2), // pid of this node, high, normal or low: among the processes that are ready, it is chosen before or after others
    control("%process-info", 1, 1), // pid of this node: alist with name, state, priority, mailbox-length, reductions, memory-bytes, heap-bytes, stack-bytes, shared-bytes, lost-messages, procedure, limits, links, monitors, monitored-by, or #f if it has ended; raises type for a remote one
    leaf("%process-list", 0, 0),    // pids of this node
    leaf("%register", 2, 2), // symbol, pid: gives the process that name on this node, in place of another
    leaf("%self", 0, 0),     // pid of this process
    control("%send", 2, 2), // pid, message: may wait for room in the connection; raises unsendable; nothing happens if the process has ended
    leaf("%send-here", 2, 2), // pid, message: as %send to a process of this node; #f and nothing else for one of another node; raises unsendable
    control("%send-service", 3, 3), // name, node, message: to the process that has the name there on arrival, if there is one
    leaf("%spawn", 1, 5), // thunk, name (none), list of pids told of its end (empty), priority as %priority! (normal), limits as %default-limits! (the default ones): the pid; raises type, unsendable
    control("%terminate", 1, 1), // pid: ends it, reason terminated; does not return if it is this process
    leaf("%trace", 4, 4), // pid, pid of this node, booleans messages and calls: the second is sent lists (trace pid received message), (trace pid sent to message) and (trace pid called name place (text ...)) of the first, a process of this node; with #f and #f no more
    leaf("%unlink", 2, 2), // from, to as %link: takes the link away; a condition that is on its way still arrives
    leaf("%unregister", 1, 1), // symbol
    leaf("%watch-crashes", 2, 2), // pid of this node, boolean: it is sent (crash pid report) when a process of this node dies of what nobody handled; with #f no more
    leaf("%whereis", 1, 1),       // symbol: pid or #f
    // Nodes. A node is a string host:port; what waits raises unreachable, node-down, refused, timeout.
    leaf("%current-node", 0, 0),    // string, or #f before %node-start
    control("%node-start", 1, 1), // string host:port, port 0 for a free one: listens there and gives the string with the real port; raises node if it cannot or did before
    leaf("%pid-node", 1, 1),      // pid: string, or #f for this node before %node-start
    control("%ping", 2, 2), // node, deadline: #t if it answers, #f if not in time or unreachable
    control("%spawn-remote", 6, 6), // node, thunk, name, links as %spawn, whether it is told of the end of this process, deadline: pid; spawns here if it is this node; raises unsendable too
    leaf("%this-node", 0, 0), // a pid of this node that is no process's: it says where what holds it comes from
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
