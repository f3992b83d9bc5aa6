//! The classical programs of the Scheme world, written anew: sequential, one source
//! (`classical/<name>.scm`) for all systems. This file is a table.
//!
//! Each defines `benchmark`, a procedure of one number, whose result is the answer. The
//! tests run them too, with smaller numbers (`tests/classical`).

use crate::catalogue::{Program, Row, Shape, Unit, row};
use crate::systems::Language::{Chez, Gambit, Guile};

macro_rules! programs {
    ($($name:literal $size:literal $answer:literal;)*) => {
        &[$(Program {
            name: $name,
            shape: Shape::Classical($size),
            rows: {
                const ROWS: &[Row] = &[row(
                    $name,
                    concat!($name, " ", $size),
                    Unit::Milliseconds,
                    $answer,
                )];
                ROWS
            },
            peers: &[Gambit, Chez, Guile],
            concurrent: false,
            slow: false,
        }),*]
    };
}

/// Name, number, answer.
pub const PROGRAMS: &[Program] = programs! {
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
};
