;; error: block 0 has an instruction after the one that ends it
function 0 (0 arguments, 6 slots)
  block 0 (live)
    fixnum 3 0
    call 2 0
    return 2
  block 1 (live 2)
    return 2
