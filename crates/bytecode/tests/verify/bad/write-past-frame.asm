;; error: in function 0, block 0 writes slot 3, but there are 3 slots
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 3 1
    return 3
