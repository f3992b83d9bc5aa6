;; error: block 0 reads slot 3, which is not live
function 0 (0 arguments, 6 slots)
  block 0 (live)
    fixnum 2 0
    closure 2 1 2 2 3
    return 2
function 1 (1 argument, 2 free, 3 slots)
  block 0 (live 1 2)
    return 2
