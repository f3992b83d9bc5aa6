;; error: block 0 is the first, but slot 1 is not live in it
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
function 1 (1 argument, 1 free, 4 slots)
  block 0 (live 2)
    return 2
