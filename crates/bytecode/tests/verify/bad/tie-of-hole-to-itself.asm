;; error: constant 1 ties constant 0, which is no hole or tied before, to constant 0, or that is no pair or vector
constant 0 = hole
constant 1 = tie 0 0
function 0 (0 arguments, 3 slots)
  block 0 (live)
    constant 2 1
    return 2
