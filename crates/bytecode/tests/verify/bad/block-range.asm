;; error: block 0 refers to block 1, but there are 1
function 0 (0 arguments, 6 slots)
  block 0 (live)
    jump 1
