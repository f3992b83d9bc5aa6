;; error: block 0 is the first and has live slot 1, which no caller fills
function 0 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 2 0
    return 2
function 1 (1 argument, 4 slots)
  block 0 (live 1 2)
    return 1
