;; error: block 0 ends in a call, but no block follows to return to
function 0 (0 arguments, 6 slots)
  block 0 (live)
    fixnum 3 0
    call 2 0
