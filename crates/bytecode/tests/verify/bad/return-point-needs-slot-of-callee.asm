;; error: block 0 calls with base 2, but the return point, block 1, needs slot 3
function 0 (0 arguments, 6 slots)
  block 0 (live)
    fixnum 3 0
    call 2 0
  block 1 (live 2 3)
    return 3
