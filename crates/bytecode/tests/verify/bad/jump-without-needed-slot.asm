;; error: in function 0, block 0 goes to block 1, which needs slot 2, but it is not live
function 0 (0 arguments, 3 slots)
  block 0 (live)
    jump 1
  block 1 (live 2)
    return 2
