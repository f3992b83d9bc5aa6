;; error: block 0 reads slot 4, which is not live
function 0 (0 arguments, 6 slots)
  block 0 (live)
    fixnum 2 0
    fixnum 3 0
    record 2 2 2
    return 2
