;; error: export 0 is function 1, which has free values
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
function 1 (0 arguments, 1 free, 3 slots)
  block 0 (live 1)
    free 2 0
    return 2
export f function 1
