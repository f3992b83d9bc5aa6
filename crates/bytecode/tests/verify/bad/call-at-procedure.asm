;; error: block 0 calls with base 1, which would overwrite the return word or the procedure
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
function 1 (0 arguments, 1 free, 3 slots)
  block 0 (live 1)
    free 2 0
    call 1 0
  block 1 (live 1)
    return 1
