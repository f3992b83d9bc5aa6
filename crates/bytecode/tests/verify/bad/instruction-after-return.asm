;; error: block 0 has an instruction after the one that ends it
function 0 (0 arguments, 6 slots)
  block 0 (live)
    fixnum 2 0
    return 2
    return 2
