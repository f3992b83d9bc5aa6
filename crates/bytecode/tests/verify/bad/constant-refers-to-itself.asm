;; error: constant 1 refers to constant 1, which is not an earlier one
constant 0 = integer 1
constant 1 = pair 0 1
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
