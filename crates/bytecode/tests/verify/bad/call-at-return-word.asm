;; error: block 0 calls with base 0, which would overwrite the return word or the procedure
function 0 (0 arguments, 6 slots)
  block 0 (live)
    fixnum 1 0
    call 0 0
