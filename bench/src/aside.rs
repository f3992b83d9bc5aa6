//! Whole programs that are laid aside: work on speed does not look at them, so that they show
//! what it is worth for programs that nobody has looked at (`aside/<name>.scm`). This file is a
//! table.
//!
//! They are run only when they are asked for. The tests run them too, with smaller numbers
//! (`tests/whole`).

use crate::catalogue::Program;
use crate::collections::programs;

/// Name, number, answer.
pub const PROGRAMS: &[Program] = programs! { Aside
    "regexps" "4000" "((#t 258 983457 7) (#t 2027 17414 5) (#t 756 273770 10) (#t 271 409142 4) (#t 266 257992 6) (#t 529 940989 5) (#t 265 923502 8) (#t 554 538850 12) (#t 2684 898994 8))";
    "prolog" "8" "(92 9 96 21 255 89094 464015)";
    "normalizer" "80" "((6400 #t 163) (64 #t 506) (76 #t 3168) (24 #t 1356) (8 #t 317) 720 28 (#t #t types-differ #t #t not-a-function #t #t a-function-of-no-product not-a-function))";
    "satisfiability" "100" "((unsatisfiable 591 13818 #t) (unsatisfiable 290 5966 #t) (unsatisfiable 691 8783 #t) (satisfiable 19 239 #t))";
    "parser-tables" "300" "((29 0 119) 1 ((51 1 317) 306100 (unexpected semicolon)))";
    "spreadsheet" "100" "(408106 501505 293375 #circle #division-by-zero #division-by-zero 78! 17298)";
    "othello" "12" "(12 724432 0 405740503 4152 48 1002)";
    "constraints" "8" "(((1 683743) (1 486481) (1 587973) (1 389102)) (1 3 4 5 2 1 3 5 4 1 2 4 3 1 2 5 5 3 1 4 2 2 5 3 4 1) ((1 1 0 2) (1 1 0 6 5 2) (1 7 2 3 9 7 0)) 92 16868 678)";
    "compression" "3000" "(12828 (7199 138597 #t) (3705 50122 #t) (7236 326297 #t) (3766 194647 #t))";
    "ciphers" "30000" "(ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad c1d0466e1c6b0d1fc058bc47f63d0d4523c2227fb02d0d7573d7f4e0a54da8cd 900150983cd24fb0d6963f7d28e17f72 5dcc30a9d730d498981792425c49ec4e cbf43926 5ac0ec31 69c4e0d86a7b0430d8cdb78070b4c55a #t)";
    "public-keys" "512" "(71925936 277197029 #t #t #t #t (5 23 173 173 625740037821556747) (#t #t #f #t #t #t #f))";
    "gravity" "200" "(-5340 0 0 19 -4084 165924)";
    "heat" "18" "(576 2197 #t 4680 (208 620 1125 1633 2101 2512 2864 3163 3414 3625) 1095)";
    "factory" "8000" "(no-events 8000 116783 89112 (16000 65 43 320) (32000 0 0 9) (936 32 15 104) 240454 26896)";
    "markdown" "1200" "(84452 316281 (401 972 315 88 266 352 328))";
    "pretty-printing" "100" "((229 102 222287) #t (6119 118 688023) (3161 119 736837))";
    "macros" "150" "(112050 (5 (1 2 4) (2 1) nothing 9 seven 21 1225 (4 3 2 1 0) (1 4 9 16 25) (9 16 25) ((1 2 3) () (4)) (1 2 3 4 5) (3 3) odd outer (25 16 9 4 1 0) (1 2 3 end)) 11100 27000)";
    "text-tools" "2000" "(39731 5484 11112 68718 #t 2143 #t 22434 312791)";
    "tours" "60" "((8530 6739 6748 13352) #t 5400 #t)";
    "plane" "2500" "(1339662 #t #t 82774 18 #t 7946526 1270 7731334 8)";
    "streams" "2000" "(1229 17393 277050 8100000000 141828449 (1 0 0 0 0 0) 1 (0 1 0 1/3 0 2/15 0 17/315) 8553103/6 298613045 3141592654 198942 #t 124)";
};
