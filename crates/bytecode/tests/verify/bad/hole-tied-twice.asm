;; error: constant 3 ties constant 0, which is no hole or tied before, to constant 1, or that is no pair or vector
constant 0 = hole
constant 1 = pair 0 0
constant 2 = tie 0 1
constant 3 = tie 0 1
function 0 (0 arguments, 3 slots)
  block 0 (live)
    constant 2 1
    return 2
