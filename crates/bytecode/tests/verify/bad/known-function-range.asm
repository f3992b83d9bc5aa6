;; error: block 0 refers to function 9, but there are 1
function 0 (0 arguments, 6 slots)
  block 0 (live)
    tail-call-known 2 0 9
