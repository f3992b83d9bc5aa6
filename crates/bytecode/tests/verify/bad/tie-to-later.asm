;; error: constant 1 refers to constant 2, which is not an earlier one
constant 0 = hole
constant 1 = tie 0 2
constant 2 = pair 0 0
function 0 (0 arguments, 3 slots)
  block 0 (live)
    constant 2 2
    return 2
