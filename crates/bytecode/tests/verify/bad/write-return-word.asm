;; error: in function 0, block 0 writes slot 0, the return word
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 0 1
    fixnum 2 1
    return 2
