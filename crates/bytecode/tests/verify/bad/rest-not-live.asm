;; error: block 0 is the first, but slot 3 is not live in it
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
function 1 (1 argument, rest, 4 slots)
  block 0 (live 2)
    return 2
