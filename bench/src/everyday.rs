//! The everyday table: what programs do all the time, a row for each thing.
//!
//! A program is `everyday/<name>.scm`, one source for all systems, with rows that are
//! measured one after another; these are their right answers. This file is a table.

use crate::catalogue::{Program, Row, Shape, Unit, row};
use crate::systems::Language::{Chez, Gambit, Guile};

macro_rules! programs {
    ($($name:literal { $($row:literal $answer:literal;)* })*) => {
        &[$(Program {
            name: $name,
            shape: Shape::Everyday,
            rows: {
                const ROWS: &[Row] = &[$(row($row, $row, Unit::Nanoseconds, $answer)),*];
                ROWS
            },
            peers: &[Gambit, Chez, Guile],
            concurrent: false,
            slow: false,
        }),*]
    };
}

/// The programs, and the names and answers of their rows.
pub const PROGRAMS: &[Program] = programs! {
    "calls" {
        "rest-arguments-3" "1999999000000";
        "rest-arguments-none" "1999999000000";
        "case-lambda" "0";
        "apply-3" "14000000";
        "apply-+-10" "125022250000";
        "unknown-procedure" "2999999";
        "call-with-values" "1500000";
        "let-values" "6750003000000";
        "values-to-list" "250000000000";
        "parameter-read" "30000000";
        "parameterize" "124999750000";
        "dynamic-wind" "500000500000";
        "escape-by-call/cc" "1999999";
        "coroutines-by-call/cc" "44999850000";
        "closure-made-and-called" "4500004500000";
        "captured-variable-set" "12499997500000";
        "deep-recursion" "1000000";
        "mutual-recursion" "1";
        "seven-parameters" "21";
    }
    "conditions" {
        "guard-nothing-raised" "1249998000000";
        "guard-raised" "200000";
        "raise-continuable" "45000150000";
        "error-and-its-message" "1300000";
        "error-of-the-system" "100000";
        "record-made-and-read" "1500000";
        "record-changed" "1500000";
        "record-predicates" "6000000";
        "promise-made-and-forced" "1000000";
        "promise-stream" "124999750000";
        "assertion-by-type" "13500000";
    }
    "lists" {
        "map" "199990000";
        "map-two-lists" "200030000";
        "map-three-lists" "12512500";
        "for-each" "20098000000";
        "append" "0";
        "append-short" "499999500000";
        "reverse" "4950000";
        "length" "1254975000";
        "length-short" "3000000";
        "list-made-of-five" "499999500000";
        "list-tail-and-list-ref" "7349555";
        "list-copy" "0";
        "memq" "750000";
        "memv-fixnum" "833334";
        "member-fixnum" "416668";
        "member-string" "375000";
        "assq" "2250000";
        "assv-fixnum" "4583325";
        "assoc-string" "2000000";
        "assoc-list" "1750000";
        "equal-short-lists" "1000000";
        "equal-shared" "20000";
        "fold" "20098000000";
        "filter" "510000";
        "delete" "30000";
        "any-and-every" "39900";
        "apply-append" "600000";
        "sort-list-of-1000" "2100";
        "sort-strings" "500";
        "cxr-walk" "3000000";
        "association-list-grown" "2000";
    }
    "vectors" {
        "vector-ref" "157500000";
        "vector-set" "4999939";
        "vector-set-of-pairs" "1999007";
        "make-vector-of-10" "499999500000";
        "vector-of-4" "1999999000000";
        "vector-map" "200090000";
        "vector-for-each" "20098000000";
        "vector-to-list-and-back" "2000000";
        "vector-copy" "9900000";
        "vector-fill" "4999950000";
        "vector-copy-part" "4139790";
        "vector-append" "1500000";
        "matrix-of-vectors" "46197000";
        "sort-vector-of-1000" "50157955400";
        "bytevector-ref-and-set" "18";
        "bytevector-copy" "2100000";
        "bytevector-append" "1500000";
        "utf8-there-and-back" "3800000";
    }
    "strings" {
        "string-ref" "267631765";
        "string-set" "98";
        "characters-classified" "4578942";
        "characters-compared" "5736843";
        "char-upcase" "132386070";
        "string-append-short" "2999999";
        "string-append-five" "4499998";
        "substring" "19999900";
        "string=?" "233337";
        "string<?" "433332";
        "string-to-list-and-back" "2850000";
        "string-for-each" "152550000";
        "string-map" "1140000";
        "string-upcase" "3299982";
        "string-copy-into" "52999930";
        "make-string" "10000000";
        "string-of-characters" "2000000";
        "symbol->string" "7333331";
        "string->symbol" "166667";
        "symbols-of-numbered-names" "1000";
        "split-at-spaces" "240000";
        "string-hashed-by-hand" "139478660000";
    }
    "numbers" {
        "fixnum-arithmetic" "-5217190";
        "quotient-and-modulo" "4499999";
        "floor/" "166672";
        "sums-of-five" "-707";
        "comparison-of-three" "1260000";
        "max-min-abs" "199995600";
        "even-zero-positive" "6000333";
        "gcd" "66859032";
        "expt" "5095705794102";
        "exact-integer-sqrt" "623358489";
        "bits" "8233";
        "flonum-loop" "549882";
        "flonums-to-a-procedure" "9";
        "flonums-in-a-vector" "2";
        "exact-floor" "749999000000";
        "round-and-truncate" "375000";
        "fixnum-to-flonum" "1999999000000";
        "mixed-arithmetic" "1999998";
        "sin-exp-log-atan" "2870";
        "sqrt-of-flonums" "2000";
        "rational-sums" "45";
        "complex-products" "100";
        "magnitude" "7500000";
        "bignum-plus-fixnum" "675012";
        "bignum-products" "9942";
        "bignum-factorial" "7895311";
        "bignum-compared" "500000";
        "exact-rational-of-flonum" "1068750";
        "number->string-fixnum" "3699695";
        "string->number-fixnum" "15428875000";
        "number->string-flonum" "489300";
        "string->number-flonum" "31575000";
        "number->string-bignum" "1700000";
    }
    "ports" {
        "string-port-written" "800000";
        "number-to-string-port" "562960";
        "datum-written-to-string" "820000";
        "datum-read-from-string" "80000";
        "characters-to-string-port" "1000000";
        "characters-from-string-port" "1000000";
        "characters-peeked-and-read" "500000";
        "lines-from-string-port" "1388890";
        "lines-to-file" "1";
        "lines-from-file" "1388890";
        "characters-from-file" "50000";
        "characters-to-file" "1";
        "data-to-file" "1";
        "data-from-file" "40000";
    }
    "tables" {
        "table-ref-fixnum" "495007740";
        "table-ref-symbol" "4750000";
        "table-ref-string" "22498975";
        "table-ref-list" "9900000";
        "eq-table-ref-symbol" "6000000";
        "table-set-fixnum" "999936";
        "table-grown" "200000";
        "table-update-string" "3000";
        "table-added-and-deleted" "100";
        "table-made-small" "4999950000";
        "table-walked" "999000000";
        "table-to-list" "2000000";
    }
    "memory" {
        "pairs-dropped" "4999999";
        "list-of-100000-dropped" "2000000";
        "flonums-dropped" "1499999";
        "strings-dropped" "12250000";
        "vectors-of-100-dropped" "4999950000";
        "tree-of-a-million-pairs" "1048576";
        "small-trees" "1228800";
        "pairs-beside-10-mb" "3000000";
        "lists-beside-10-mb" "1600000";
        "ring-of-100000-lists" "3";
        "old-vector-of-new-pairs" "1";
        "queue-of-1000" "3998999";
        "equal-tree-of-4096" "200";
        "equal-list-of-10000" "100";
    }
};
