;; error: in function 0, block 0 reads slot 0, which is not live
function 0 (0 arguments, 3 slots)
  block 0 (live)
    return 0
