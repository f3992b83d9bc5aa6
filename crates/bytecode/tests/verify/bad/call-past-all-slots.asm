;; error: block 0 uses slots up to 257 for the values
function 0 (0 arguments, 256 slots)
  block 0 (live)
    tail-call 255 0
