;; error: block 0 has field 255, which is not below 255
function 0 (0 arguments, 6 slots)
  block 0 (live)
    fixnum 2 0
    record-ref 2 2 2 255
    return 2
