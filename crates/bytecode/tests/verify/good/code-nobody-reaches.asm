;; Blocks without a way to them are checked like others and do no harm.
function 0 (0 arguments, 4 slots)
  block 0 (live)
    fixnum 2 0
    return 2
  block 1 (live 3)
    return 3
