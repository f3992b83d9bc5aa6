;; Constants that are complex numbers, and comparisons the other way round.
constant 0 = integer 2
constant 1 = integer 3
constant 2 = ratio 0 1
constant 3 = complex 2 0
constant 4 = flonum 0.0
constant 5 = complex 4 4
function 0 (0 arguments, 5 slots)
  block 0 (live)
    constant 2 3
    constant 3 5
    kind? 4 2 real
    fixnum 2 7
    fixnum 3 8
    > 4 2 3
    >= 4 2 3
    unless> 2 3 2
  block 1 (live 2 3)
    unless>= 2 3 2
  block 2 (live 2)
    return 2
