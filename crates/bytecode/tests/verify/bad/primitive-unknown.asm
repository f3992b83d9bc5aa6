;; error: the unit uses primitive `%no-such-primitive`, which does not exist
primitive 0 = %no-such-primitive
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
