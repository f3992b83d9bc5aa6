;; error: has an instruction whose unused field b is not zero
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    word 0x00010210                        ; return 2, with b = 1
