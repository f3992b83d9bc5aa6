;; error: block 0 has an instruction that goes past the end of the block
function 0 (0 arguments, 3 slots)
  block 0 (live)
    word 0x0e                              ; jump
