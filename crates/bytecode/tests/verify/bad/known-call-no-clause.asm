;; error: block 0 calls function 2 with 2 arguments, which it does not accept
function 0 (0 arguments, 6 slots)
  block 0 (live)
    fixnum 4 0
    fixnum 5 0
    tail-call-known 2 2 2
function 1 (1 argument, 3 slots)
  block 0 (live 2)
    return 2
function 2 (clauses 1 0)
