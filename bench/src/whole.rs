//! Whole programs: larger than the classical ones and of other kinds, sequential, one source
//! (`whole/<name>.scm`) for all systems. This file is a table.
//!
//! Nothing in Mound was made for them. The tests run them too, with smaller numbers
//! (`tests/whole`).

use crate::catalogue::Program;
use crate::collections::programs;

/// Name, number, answer.
pub const PROGRAMS: &[Program] = programs! { Whole
    "c-parser" "200" "(210540 600 149400 30209 ((expected 2) (undefined 3) (type 1) (type 1) (type 1) (expected 1) (open-string 1) (not-an-array 1)))";
    "circuits" "14" "(12 144065 30753 563354 3237)";
    "complex-numbers" "40" "(0 268140625 195840 1000000 2000000 3 #t 1600)";
    "csv-report" "4000" "(4000 900 365 (9 87 352137))";
    "dynamic-programming" "200" "((256 466 #t) 150 (65746 #t) (4739 #t 1600) 19592 63686)";
    "json" "1000" "(18001 307360 #t person \"1000\"A 1 (1 1 3 1 1 2 1 1))";
    "linear-algebra" "40" "(#t #t #t #t #t 47117 3861)";
    "modal-tableau" "9" "((1 1 1 0 0 0 0 0 1 1 0 0 1) (1 1 1 0 1 0 0 0 1 1 0 0 1) (1 1 1 1 1 0 0 0 1 1 0 1 1) 32571 106)";
    "molecules" "10" "(396 1773 1191 6140 3274 1540 4436)";
    "partial-orders" "6" "(4824 318 96428 245877 895 #t -8 (8 8 2 8 8))";
    "polynomials" "18" "(361 #t #t 1743 442 #t #t 94903)";
    "ray-tracer" "90" "(14758 57 255)";
    "resolution" "120" "((proved 308 230 17) (proved 26 30 16) (proved 4 6 6) (proved 7 12 12) (limit 871 168 0))";
    "scheme-interpreter" "6" "((89 10 5855 3/2 (8 none broken) 62) 505506)";
    "series" "250" "(1234 30 2245 #t #t 1891 172 38533 4797 4797/2 5)";
    "shortest-paths" "10000" "(403 12 2497956 10 7 10 412724)";
    "stack-machine" "40" "(960676319 2183664 120)";
    "text-formatter" "60" "(1760 35510 859130)";
    "text-search" "3000" "(9375 962 (the . 998) (never . 150) (1549 150 485 75 0) #t (1 2 25 37 2) 423 5443)";
    "type-checker" "40" "(40800 221960 111040 ('a -> ('a * 'a) list -> 'a option infinite-type))";
};
