;; error: in function 0, block 1 begins past the end of the code
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
  block 1 (live)
