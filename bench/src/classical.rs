//! The classical programs of the Scheme world, written anew: sequential, one source
//! (`classical/<name>.scm`) for all systems. This file is a table.
//!
//! Each defines `benchmark`, a procedure of one number, whose result is the answer. The
//! tests run them too, with smaller numbers (`tests/classical`).

use crate::catalogue::Program;
use crate::collections::programs;

/// Name, number, answer.
pub const PROGRAMS: &[Program] = programs! { Classical
    "tak" "100" "700";
    "cpstak" "40" "280";
    "ctak" "60" "540";
    "takl" "15" "105";
    "deriv" "60000" "585";
    "nqueens" "10" "724";
    "primes" "1000000" "78498";
    "fft" "16384" "(818997 0)";
    "quicksort" "200000" "(#t 1073147509)";
    "gcbench" "14" "(447830 32767 1.5)";
    "matrix" "100" "401841";
    "mandelbrot" "200" "10111";
    "sum" "5000000" "12500002500000";
    "sumfp" "2000000" "2000001000000";
    "divrec" "20000" "2000000";
    "diviter" "20000" "2000000";
    "destruct" "100000" "360051810";
    "ack" "1000" "2003";
    "puzzle" "6" "692";
    "triangle" "12" "0";
    "nbody" "20000" "4965";
    "simplex" "250" "95625";
    "pnpoly" "300" "42007";
    "string-building" "200" "(28662 60607)";
    "string-search" "100000" "(14095 31677 2687 4406 778 4343)";
    "parse" "300" "246";
    "pi" "1000" "442541";
    "factorial" "2000" "(1 6549345)";
    "tables" "200000" "(37323928 785)";
    "dispatch" "50000" "599949";
    "rewrite" "8" "(256 true)";
    "earley" "25" "(#t 2996)";
    "graphs" "20000" "(1194 3311153)";
    "maze" "500" "2522";
    "inference" "1500" "(21 111000 #f)";
    "compiler" "4000" "826992";
    "paraffins" "25" "36797588";
    "lattice" "7" "(3 10 28314)";
    "wc" "30000" "(2728 30000 180267)";
    "permutations" "8" "(40320 957577)";
};
