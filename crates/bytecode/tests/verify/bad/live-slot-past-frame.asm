;; error: in function 0, block 1 has live slot 3, which is not between 1 and 2
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
  block 1 (live 2 3)
    return 2
