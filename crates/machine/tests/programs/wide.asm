;; n = 6: (8 6 (5 . 6))
;; The instructions that name by 32 bits what others name by 16.
reference 0 = own x
constant 0 = integer {n}
function 0 (0 arguments, 10 slots)
  block 0 (live)
    constant-wide 2 0
    define-global-wide 2 0
    global-wide 3 0
    fixnum 4 5
    closure-wide 5 2 1 4 3
    set-global-wide 4 0
    function-wide 6 2
    add-i 9 2 1
    move 8 6
    call 7 1
  block 1 (live 2 5 7)
    move 9 5
    call 8 0
  block 2 (live 2 7 8)
    immediate 3 2
    cons 3 8 3
    cons 3 2 3
    cons 3 7 3
    return 3
function 1 (0 arguments, 2 free, 5 slots)
  block 0 (live 1)
    free 2 0
    free 3 1
    cons 2 2 3
    return 2
function 2 (1 argument, 5 slots)
  block 0 (live 2)
    add-i 3 2 1
    return 3
