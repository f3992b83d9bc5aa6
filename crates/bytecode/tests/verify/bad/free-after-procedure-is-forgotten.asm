;; error: in function 1, block 1 reads slot 1, which is not live
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
function 1 (0 arguments, 2 free, 3 slots)
  block 0 (live 1)
    jump 1
  block 1 (live)
    free 2 0
    return 2
