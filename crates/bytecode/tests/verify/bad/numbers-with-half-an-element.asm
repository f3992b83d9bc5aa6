;; error: constant 1 is a vector of numbers whose last element has 1 bytes only
constant 0 = numbers s16 01 00
constant 1 = numbers s16 01 00 02
function 0 (0 arguments, 3 slots)
  block 0 (live)
    constant 2 0
    return 2
