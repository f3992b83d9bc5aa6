;; error: block 0 has unknown instruction 255
function 0 (0 arguments, 3 slots)
  block 0 (live)
    word 0xff
