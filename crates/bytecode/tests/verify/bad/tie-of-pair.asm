;; error: constant 2 ties constant 1, which is no hole or tied before, to constant 1, or that is no pair or vector
constant 0 = symbol a
constant 1 = pair 0 0
constant 2 = tie 1 1
function 0 (0 arguments, 3 slots)
  block 0 (live)
    constant 2 1
    return 2
