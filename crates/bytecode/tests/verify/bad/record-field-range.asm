;; error: block 0 has field 1000, which is not below 1000
function 0 (0 arguments, 6 slots)
  block 0 (live)
    fixnum 2 0
    record-ref 2 2 2 1000
    return 2
