;; error: block 0 reads slot 5, which is not live
function 0 (0 arguments, 6 slots)
  block 0 (live)
    fixnum 3 0
    fixnum 4 0
    tail-call 2 2
