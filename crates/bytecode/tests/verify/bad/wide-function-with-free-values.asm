;; error: block 0 uses function 1 without a closure, but it has 2 free values
function 0 (0 arguments, 6 slots)
  block 0 (live)
    function-wide 2 1
    return 2
function 1 (1 argument, 2 free, 3 slots)
  block 0 (live 1 2)
    return 2
