;; Instructions that name by 32 bits what others name by 16.
reference 0 = own x
constant 0 = string "wide"
function 0 (0 arguments, 8 slots)
  block 0 (live)
    constant-wide 2 0
    define-global-wide 2 0
    set-global-wide 2 0
    global-wide 3 0
    closure-wide 4 5 1 2 3 2 3 2
    function-wide 5 2
    return 4
function 1 (1 argument, 5 free, 3 slots)
  block 0 (live 1 2)
    free 2 4
    return 2
function 2 (1 argument, 3 slots)
  block 0 (live 2)
    return 2
