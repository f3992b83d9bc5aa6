;; error: block 0 calls function 1 with 0 arguments, which it does not accept
function 0 (0 arguments, 6 slots)
  block 0 (live)
    tail-call-known 2 0 1
function 1 (1 argument, 3 slots)
  block 0 (live 2)
    return 2
