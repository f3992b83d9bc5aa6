;; error: in function 0, block 0 goes to block 1, which needs slot 3, but it is not live
function 0 (0 arguments, 4 slots)
  block 0 (live)
    fixnum 2 0
  block 1 (live 2 3)
    return 2
