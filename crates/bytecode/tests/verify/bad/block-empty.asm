;; error: in function 0, block 1 does not begin after the one before it
function 0 (0 arguments, 3 slots)
  block 0 (live)
  block 1 (live)
    fixnum 2 0
    return 2
