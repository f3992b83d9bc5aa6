;; error: constant 2 is a complex number with constant 0, which is not a number
constant 0 = string "1"
constant 1 = integer 2
constant 2 = complex 0 1
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
