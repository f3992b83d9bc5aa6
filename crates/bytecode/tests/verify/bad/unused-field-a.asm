;; error: has an instruction whose unused field a is not zero
function 0 (0 arguments, 3 slots)
  block 0 (live)
    word 0x0000010e                        ; jump, with a = 1
    word 1
  block 1 (live)
    fixnum 2 0
    return 2
