;; error: constant 1 refers to constant 2, which is not an earlier one
constant 0 = integer 2
constant 1 = complex 0 2
constant 2 = integer 3
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
