;; n = 5: halted
;; The process ends from within a frame.
primitive 0 = %halt
constant 0 = integer {n}
function 0 (0 arguments, 8 slots)
  block 0 (live)
    call-primitive 2 0 0
  block 1 (live)
    constant 3 0
    return 3
