;; error: in function 0, block 1 has live slot 0, which is not between 1 and 2
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
  block 1 (live 0 2)
    return 2
