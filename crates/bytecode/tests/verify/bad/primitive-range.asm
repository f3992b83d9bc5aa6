;; error: block 0 refers to primitive 0, but there are 0
function 0 (0 arguments, 6 slots)
  block 0 (live)
    primitive 2 2 0 0
    return 2
