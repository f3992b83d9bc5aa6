;; error: constant 0 refers to constant 1, which is not an earlier one
constant 0 = vector 1
constant 1 = integer 1
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
