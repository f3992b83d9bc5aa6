;; error: in function 1, block 0 has live slots that are not in ascending order
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
function 1 (2 arguments, 4 slots)
  block 0 (live 3 2)
    return 2
