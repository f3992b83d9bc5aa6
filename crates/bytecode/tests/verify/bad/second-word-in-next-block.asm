;; error: block 0 has an instruction that goes past the end of the block
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    word 0x0e                              ; jump
  block 1 (live)
    fixnum 2 0
    return 2
