;; error: constant 2 is a ratio of constant 1
constant 0 = integer 3
constant 1 = integer -5000
constant 2 = ratio 0 1
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
