;; error: in function 1, block 0 writes slot 1, which holds the procedure because it has free values
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
function 1 (0 arguments, 1 free, 3 slots)
  block 0 (live 1)
    fixnum 1 0
    free 2 0
    return 2
