;; n = 20: (20 . 20)
;; Two closures that share an assigned variable.
constant 0 = integer {n}
function 0 (0 arguments, 10 slots)
  block 0 (live)
    constant 2 0
    fixnum 3 0
    box 3 3
    closure 4 1 1 3
    closure 5 2 1 3
  block 1 (live 2 3 4 5)
    unless>i 2 0 3
    move 7 4
    call 6 0
  block 2 (live 2 3 4 5)
    add-i 2 2 -1
    loop 1
  block 3 (live 3 5)
    move 7 5
    call 6 0
  block 4 (live 3 6)
    unbox 3 3
    cons 6 6 3
    return 6
function 1 (0 arguments, 1 free, 4 slots)
  block 0 (live 1)
    free 2 0
    unbox 3 2
    add-i 3 3 1
    set-box 2 3
    return 3
function 2 (0 arguments, 1 free, 4 slots)
  block 0 (live 1)
    free 2 0
    unbox 3 2
    return 3
