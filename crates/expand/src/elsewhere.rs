//! Words of other languages: what a newcomer writes who knows another one, and what is written here.
//!
//! A word is looked at only where it means nothing, so a program may use each of them. What is not
//! here: names that differ in a few letters, which `mound_base::nearest` finds, and names that a
//! library of Mound exports, which its exporters tell.

/// A word, what is written here, and whether it begins a form of syntax there: then what follows it
/// means nothing by itself.
struct Word {
    word: &'static str,
    hint: &'static str,
    is_syntax: bool,
}

const fn name(word: &'static str, hint: &'static str) -> Word {
    Word {
        word,
        hint,
        is_syntax: false,
    }
}

const fn syntax(word: &'static str, hint: &'static str) -> Word {
    Word {
        word,
        hint,
        is_syntax: true,
    }
}

/// The hint for a word, and whether it begins a form of syntax elsewhere.
pub(crate) fn meaning(word: &str) -> Option<(&'static str, bool)> {
    let found = WORDS.iter().find(|entry| entry.word == word);
    let entry = found.map(|entry| (entry.hint, entry.is_syntax));
    // `:name` is a keyword in several languages.
    let is_keyword = word.len() > 1 && word.starts_with(':');
    entry.or(is_keyword.then_some((ATOM, false)))
}

const DEFINE: &str = "a definition is (define (name argument ...) body ...) or (define name value)";
const VARIABLE: &str = "a variable is defined by (define name value), or (let ((name value)) ...)";
const ASSIGN: &str = "an assignment is (set! name value)";
const TRUE: &str = "true is written #t";
const FALSE: &str = "false is written #f; it is the only value that counts as false";
const EMPTY: &str = "the empty list is '(), and false is #f; only #f counts as false, and `null?` finds the empty list";
const NOTHING: &str = "there is no such value: use #f for what is missing, '() for the empty list, (void) for no value";
const OUTPUT: &str = "output is written by (display value) and (newline), data by (write value)";
const LOOP: &str = "loops are (let loop ((i 0)) (if (< i n) (begin ... (loop (+ i 1))))), (do ...) and (for-each procedure list)";
const ITERATE: &str = "lists are walked by (for-each procedure list), (map procedure list) and (fold procedure start list)";
const CATCH: &str =
    "errors are caught by (guard (e (#t handler ...)) body ...), where e is what was raised";
const REPORT: &str = "what an error says is (error-object-message e) and (error-object-irritants e); (display-condition e) of (mound conditions) writes it";
const THROW: &str = "errors are raised by (error \"message\" object ...) or (raise object)";
const CLEAN_UP: &str = "what must be done at the end goes into (dynamic-wind void thunk after)";
const RETURN: &str = "a procedure returns the value of its last expression; (call/cc (lambda (return) ...)) leaves early";
const LIBRARY: &str = "a library is imported by (import (library name))";
const MODULE: &str = "a library is (define-library (name ...) (import ...) (export ...) (begin ...)) in a file name.sld";
const RECORD: &str =
    "a record type is (define-record-type point (make-point x y) point? (x point-x) (y point-y))";
const MACRO: &str = "a macro is (define-syntax name (syntax-rules () ((_ pattern ...) template)))";
const TABLE: &str = "hash tables are made by (make-hash-table), and used by (hash-table-set! table key value) and (hash-table-ref/default table key default)";
const EQUAL: &str = "`equal?` compares data, `eq?` identity, `=` numbers";
const INCREMENT: &str = "one more is (+ n 1), one less is (- n 1); (set! n (+ n 1)) keeps it";
const REMAINDER: &str = "remainders are (modulo a b), with the sign of b, and (remainder a b)";
const TEXT: &str =
    "texts are put together by (string-append a b), and numbers made texts by (number->string n)";
const NUMBER: &str = "a number is read from a text by (string->number text)";
const LENGTH: &str = "lengths are (length list), (string-length string) and (vector-length vector)";
const ELEMENT: &str =
    "elements are (list-ref list n), (vector-ref vector n), (string-ref string n)";
const NUMBERS: &str = "the numbers from 0 to n - 1 are (iota n), of (srfi 1)";
const LEAVE: &str = "(exit) ends the program; at a prompt also ,quit or Ctrl-D";
const HELP: &str = "at a prompt ,help lists the commands, and ,doc NAME shows what a name means";
const ATOM: &str =
    "a symbol is quoted, 'name; keywords end in a colon, as in (spawn thunk name: 'worker)";
const LOCAL: &str = "local procedures are (define (name ...) ...) inside a body, or (letrec ((name (lambda ...))) ...)";
const ANONYMOUS: &str = "a procedure without a name is (lambda (argument ...) body ...)";
const VALUES: &str = "several values are received by (call-with-values thunk procedure) or (let-values (((a b) expression)) ...)";
const STATE: &str =
    "state that processes share lives in a process: see make-cell of (termite data)";
const SERVICE: &str = "a process gets a name by (publish-service 'name pid)";
const RECEIVE: &str = "messages are received by (recv (pattern body ...) ... (after seconds body ...)); `receive` of (srfi 8) is for several values";
const WAIT: &str = "(? seconds #f) waits so many seconds for a message";
const TERMINATE: &str = "another process is ended by (terminate! pid), this one by (shutdown!)";
const LINK: &str = "links are made by (full-link pid), (inbound-link pid) or (spawn-link thunk)";
const PIPE: &str = "calls are nested: (g (f x)) calls g with what (f x) returns; a clause has no arrow: (pattern body ...)";
const RUN: &str = "programs are run by (run-program \"ls\" (list \"-l\")) of (mound subprocess)";
const ENVIRONMENT: &str = "a variable of the environment is (get-environment-variable \"HOME\"), of (scheme process-context)";
const CLOCK: &str =
    "seconds are (current-second), of (scheme time); at a prompt ,time FORM measures";
const MAP: &str = "it is called `map` here: (map procedure list)";
const FIRST: &str = "the first element of a list is (car list), the rest is (cdr list)";
const JOIN: &str = "lists are put together by (append a b), texts by (string-append a b)";
const KEYS: &str =
    "the keys of a hash table are (hash-table-keys table), the values (hash-table-values table)";
const KIND: &str = "kinds are asked for one by one: (number? x), (string? x), (symbol? x), (pair? x), (procedure? x)";
const SYMBOL: &str =
    "a symbol is made a text by (symbol->string symbol), a text a symbol by (string->symbol text)";
const FILE: &str = "a file is read by (call-with-input-file path read-line) of (scheme file), written by call-with-output-file";
const AGAIN: &str = "a loop goes on by calling itself: (let loop ((i 0)) ... (loop (+ i 1)))";
const LET_TEST: &str =
    "(let ((x expression)) (if x ...)); a clause of cond with => gets the value of its test";
const PLACE: &str = "vectors keep their size; lists grow by (cons element list), and the queues of (srfi 117) at both ends";
const SERVER: &str =
    "servers are in (termite server): (server:start plugin argument) and (server:call server term)";
const UNLESS: &str = "(if (not test) ...), or (unless test body ...)";
const ELSE_IF: &str = "several tests are (cond (test1 ...) (test2 ...) (else ...))";
const INPUT: &str = "a line of standard input is read by (read-line)";
const FORMAT: &str = "(srfi 28) has (format \"~a\" object ...), and (srfi 166) formats more";
const ANY: &str = "conjunction is (and a b), disjunction is (or a b)";

/// In the order of the languages: Common Lisp, Clojure, Racket and other Schemes, Erlang and Elixir,
/// Python and JavaScript.
static WORDS: &[Word] = &[
    syntax("defun", DEFINE),
    syntax("defn", DEFINE),
    syntax("def", DEFINE),
    syntax("function", DEFINE),
    syntax("func", DEFINE),
    syntax("defvar", VARIABLE),
    syntax("defparameter", VARIABLE),
    syntax("defconstant", VARIABLE),
    syntax("var", VARIABLE),
    syntax("const", VARIABLE),
    syntax("setq", ASSIGN),
    syntax("setf", ASSIGN),
    name("nil", EMPTY),
    name("null", EMPTY),
    name("NULL", EMPTY),
    name("t", "if true is meant, it is written #t"),
    name("true", TRUE),
    name("True", TRUE),
    name("false", FALSE),
    name("False", FALSE),
    name("None", NOTHING),
    name("undefined", NOTHING),
    name(
        "nil?",
        "the empty list is found by (null? x), false by (not x)",
    ),
    name("empty?", "(null? list) says whether a list is empty"),
    name(
        "funcall",
        "a procedure in a variable is called as any other: (f argument ...)",
    ),
    name("mapcar", "it is called `map` here: (map procedure list)"),
    name(
        "foldl",
        "folds are (fold procedure start list) and (fold-right procedure start list)",
    ),
    name(
        "foldr",
        "folds are (fold procedure start list) and (fold-right procedure start list)",
    ),
    syntax("multiple-value-bind", VALUES),
    syntax("progn", "several expressions are (begin ...)"),
    syntax("prog1", "several expressions are (begin ...)"),
    syntax("flet", LOCAL),
    syntax("labels", LOCAL),
    name("rest", "the rest of a list is (cdr list)"),
    name("nth", ELEMENT),
    name("elt", ELEMENT),
    syntax("incf", INCREMENT),
    syntax("decf", INCREMENT),
    name("inc", INCREMENT),
    name("dec", INCREMENT),
    name("add1", INCREMENT),
    name("sub1", INCREMENT),
    name("1+", INCREMENT),
    name("-1+", INCREMENT),
    name("1-", INCREMENT),
    name("++", INCREMENT),
    syntax(
        "push",
        "a list with another element in front is (cons element list)",
    ),
    name(
        "conj",
        "a list with another element in front is (cons element list)",
    ),
    syntax("loop", LOOP),
    syntax("while", LOOP),
    syntax("for", LOOP),
    syntax("foreach", ITERATE),
    syntax("dolist", ITERATE),
    syntax("dotimes", LOOP),
    syntax("for/list", ITERATE),
    syntax("defstruct", RECORD),
    syntax("struct", RECORD),
    syntax("define-struct", RECORD),
    syntax("defrecord", RECORD),
    syntax("class", RECORD),
    syntax("defmacro", MACRO),
    syntax("define-syntax-rule", MACRO),
    name("gethash", TABLE),
    name("make-hash", TABLE),
    name("hash-ref", TABLE),
    name("hash-set!", TABLE),
    name("ets:new", TABLE),
    name("dict", TABLE),
    name("get", TABLE),
    name("eql", EQUAL),
    name("equal", EQUAL),
    name("eq", EQUAL),
    name("==", EQUAL),
    name("===", EQUAL),
    name(
        "/=",
        "inequality is (not (equal? a b)), of numbers (not (= a b))",
    ),
    name(
        "!=",
        "inequality is (not (equal? a b)), of numbers (not (= a b))",
    ),
    name(
        "!==",
        "inequality is (not (equal? a b)), of numbers (not (= a b))",
    ),
    name(
        "not=",
        "inequality is (not (equal? a b)), of numbers (not (= a b))",
    ),
    name("consp", "it is called `pair?` here"),
    name("listp", "it is called `list?` here"),
    name("numberp", "it is called `number?` here"),
    name("stringp", "it is called `string?` here"),
    name("symbolp", "it is called `symbol?` here"),
    name(
        "atom",
        "what is no pair is found by (not (pair? x)); state is kept in processes",
    ),
    syntax("handler-case", CATCH),
    syntax("try", CATCH),
    syntax("rescue", CATCH),
    syntax("except", CATCH),
    syntax("finally", CLEAN_UP),
    syntax("unwind-protect", CLEAN_UP),
    name("throw", THROW),
    name("condition/report-string", REPORT),
    name("condition-message", REPORT),
    name("condition->string", REPORT),
    name("exception-message", REPORT),
    name("exn-message", REPORT),
    name("exn->string", REPORT),
    name("return", RETURN),
    syntax("return-from", RETURN),
    syntax("fn", ANONYMOUS),
    syntax("fun", ANONYMOUS),
    syntax("λ", ANONYMOUS),
    name("println", OUTPUT),
    name("displayln", OUTPUT),
    name("puts", OUTPUT),
    name("echo", OUTPUT),
    name("IO.puts", OUTPUT),
    name("console.log", OUTPUT),
    name("io:format", FORMAT),
    name("printf", FORMAT),
    name("sprintf", FORMAT),
    name("str", TEXT),
    name("int", NUMBER),
    name("float", NUMBER),
    name("parseInt", NUMBER),
    name("len", LENGTH),
    name("size", LENGTH),
    name("range", NUMBERS),
    name("swap!", STATE),
    name("deref", STATE),
    syntax("require", LIBRARY),
    syntax("use", LIBRARY),
    syntax("use-modules", LIBRARY),
    syntax("from", LIBRARY),
    syntax("ns", MODULE),
    syntax("module", MODULE),
    syntax("defmodule", MODULE),
    syntax("provide", MODULE),
    syntax("->", PIPE),
    syntax("->>", PIPE),
    syntax("|>", PIPE),
    syntax("if-not", UNLESS),
    syntax("elif", ELSE_IF),
    syntax("elsif", ELSE_IF),
    syntax("elseif", ELSE_IF),
    syntax(
        "switch",
        "a choice by value is (case expression ((datum ...) ...) (else ...))",
    ),
    name("register", SERVICE),
    name(
        "whereis",
        "the process of a service is (resolve-service 'name), or #f",
    ),
    syntax("receive", RECEIVE),
    name("send", "messages are sent by (! pid message)"),
    name("sleep", WAIT),
    name("timer:sleep", WAIT),
    name("kill", TERMINATE),
    name("link", LINK),
    name(
        "node",
        "the name of this node is (current-node), once it listens",
    ),
    name("gen-server:call", SERVER),
    name("GenServer.call", SERVER),
    name(
        "thread",
        "processes are made by (spawn thunk), and threads of SRFI 18 are in (srfi 18)",
    ),
    name("%", REMAINDER),
    name("mod", REMAINDER),
    name("**", "powers are (expt base exponent)"),
    name("^", "powers are (expt base exponent)"),
    name("pow", "powers are (expt base exponent)"),
    name("&&", ANY),
    name("||", ANY),
    name("input", INPUT),
    name("quit", LEAVE),
    name("bye", LEAVE),
    name("help", HELP),
    name("let/cc", "escapes are (call/cc (lambda (k) ...))"),
    name(
        "random",
        "(srfi 27) has (random-integer n) and (random-real)",
    ),
    name("ValueError", THROW),
    name(
        "sender",
        "a message does not tell who sent it: send (list (self) 'ping), and receive by (recv ((from 'ping) (! from 'pong)))",
    ),
    name("Exception", THROW),
    name("exit!", LEAVE),
    name("system", RUN),
    name("exec", RUN),
    name("os:cmd", RUN),
    name("getenv", ENVIRONMENT),
    name("os.getenv", ENVIRONMENT),
    name("time", CLOCK),
    name("time.time", CLOCK),
    name("current-milliseconds", CLOCK),
    name("erlang:now", CLOCK),
    name("lists:map", MAP),
    name("Enum.map", MAP),
    name("lists:foreach", ITERATE),
    syntax("doseq", ITERATE),
    syntax("for/sum", ITERATE),
    syntax("for/fold", ITERATE),
    syntax("for/vector", ITERATE),
    name("hd", FIRST),
    name("tl", FIRST),
    name("head", FIRST),
    name("tail", FIRST),
    name("concat", JOIN),
    name("extend", JOIN),
    name("lists:append", JOIN),
    name("keys", KEYS),
    name("vals", KEYS),
    name("hash-keys", KEYS),
    name("type", KIND),
    name("type-of", KIND),
    name("isinstance", KIND),
    name("is_list", KIND),
    name("atom_to_list", SYMBOL),
    name("list_to_atom", SYMBOL),
    name("slurp", FILE),
    name("spit", FILE),
    name("file->string", FILE),
    syntax("recur", AGAIN),
    name("continue", AGAIN),
    name(
        "break",
        "(call/cc (lambda (return) ...)) leaves a loop early; `break` of (srfi 1) divides a list",
    ),
    syntax("if-let", LET_TEST),
    syntax("when-let", LET_TEST),
    name("vector-push!", PLACE),
    name("maps:get", TABLE),
    name("assoc-ref", TABLE),
    name("hash-map", TABLE),
    name("make-hasheq", TABLE),
    name(
        "string-pad-left",
        "(srfi 13) has (string-pad text width), which pads at the left, and string-pad-right",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_stands_once() {
        let mut words: Vec<&str> = WORDS.iter().map(|entry| entry.word).collect();
        let count = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), count);
        assert!(meaning("defun").is_some_and(|(_, is_syntax)| is_syntax));
        assert!(meaning("define").is_none());
    }
}
