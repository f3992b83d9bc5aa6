;; error: block 1 reads slot 3, which is not live
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
function 1 (1 argument, 4 slots)
  block 0 (live 2)
    jump 1
  block 1 (live 2)
    return 3
