;; error: in function 0, block 0 loops to block 1, which is a later one
function 0 (0 arguments, 3 slots)
  block 0 (live)
    loop 1
  block 1 (live)
    fixnum 2 0
    return 2
