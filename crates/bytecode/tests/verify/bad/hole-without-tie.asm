;; error: constant 0 is a hole that nothing is tied to
constant 0 = hole
constant 1 = pair 0 0
function 0 (0 arguments, 3 slots)
  block 0 (live)
    constant 2 1
    return 2
