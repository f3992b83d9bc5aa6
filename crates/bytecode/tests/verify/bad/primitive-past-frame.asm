;; error: block 0 uses slots up to 7 for the values
primitive 0 = %dynamic
function 0 (0 arguments, 6 slots)
  block 0 (live)
    fixnum 5 0
    primitive 2 5 2 0
    return 2
