;; error: block 0 calls with base 3, but the return point, block 1, needs slot 2
function 0 (0 arguments, 6 slots)
  block 0 (live)
    fixnum 4 0
    call 3 0
  block 1 (live 2 3)
    return 3
