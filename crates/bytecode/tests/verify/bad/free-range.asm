;; error: in function 1, block 0 has free value 2, which is not below 2
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
function 1 (0 arguments, 2 free, 3 slots)
  block 0 (live 1)
    free 2 2
    return 2
