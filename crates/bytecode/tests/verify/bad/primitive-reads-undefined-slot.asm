;; error: block 0 reads slot 2, which is not live
primitive 0 = %dynamic
function 0 (0 arguments, 6 slots)
  block 0 (live)
    primitive 2 2 1 0
    return 2
