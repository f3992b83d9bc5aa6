;; error: block 0 refers to constant 1, but there are 1
constant 0 = integer 1
function 0 (0 arguments, 6 slots)
  block 0 (live)
    constant 2 1
    return 2
