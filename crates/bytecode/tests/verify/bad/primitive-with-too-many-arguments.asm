;; error: block 0 calls primitive `%dynamic` with 1 arguments, which it does not accept
primitive 0 = %dynamic
function 0 (0 arguments, 6 slots)
  block 0 (live)
    fixnum 2 0
    primitive 2 2 1 0
    return 2
