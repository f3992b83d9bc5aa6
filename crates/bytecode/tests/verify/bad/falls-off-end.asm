;; error: in function 0, block 0 falls off the end of the function
function 0 (0 arguments, 6 slots)
  block 0 (live)
    fixnum 2 0
