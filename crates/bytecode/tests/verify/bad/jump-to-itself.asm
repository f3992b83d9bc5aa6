;; error: in function 0, block 0 jumps to block 0 without `loop`, but it is not a later one
function 0 (0 arguments, 3 slots)
  block 0 (live)
    jump 0
