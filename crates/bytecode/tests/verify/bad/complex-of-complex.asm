;; error: constant 2 is a complex number with constant 1, which is not a number
constant 0 = integer 2
constant 1 = complex 0 0
constant 2 = complex 0 1
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
