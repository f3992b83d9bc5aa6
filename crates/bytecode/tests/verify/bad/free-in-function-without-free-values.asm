;; error: block 0 has free value 0, which is not below 0
function 0 (0 arguments, 6 slots)
  block 0 (live)
    free 2 0
    return 2
