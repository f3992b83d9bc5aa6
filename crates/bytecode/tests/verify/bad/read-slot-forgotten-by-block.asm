;; error: in function 0, block 1 reads slot 2, which is not live
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
  block 1 (live)
    return 2
