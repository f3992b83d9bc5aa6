;; error: in function 0, block 0 reads slot 2, which is not live
function 0 (0 arguments, 3 slots)
  block 0 (live)
    add-i 2 2 1
    return 2
