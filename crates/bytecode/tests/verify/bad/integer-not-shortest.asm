;; error: constant 0 has an integer that is not in its shortest form
constant 0 = integer-bytes 01 00
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
