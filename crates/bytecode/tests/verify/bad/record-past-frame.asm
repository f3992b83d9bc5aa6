;; error: block 0 uses slots up to 7 for the values
function 0 (0 arguments, 6 slots)
  block 0 (live)
    fixnum 5 0
    record 2 5 1
    return 2
