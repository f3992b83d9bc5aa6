;; error: block 0 captures 1 slots for function 1, which has 2 free values
function 0 (0 arguments, 6 slots)
  block 0 (live)
    fixnum 2 0
    closure-wide 3 1 1 2
    return 3
function 1 (1 argument, 2 free, 3 slots)
  block 0 (live 1 2)
    return 2
