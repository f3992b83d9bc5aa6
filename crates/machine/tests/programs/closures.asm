;; n = 7: (17 27 17)
;; Closures over values and over each other, patched; a box shared by two closures.
constant 0 = integer {n}
function 0 (0 arguments, 12 slots)
  block 0 (live)
    constant 2 0
    fixnum 3 0
    closure 4 1 2 2 3
    closure 5 2 1 4
    patch 4 5 1
    fixnum 8 10
    move 7 4
    call 6 1
  block 1 (live 2 4 5 6)
    fixnum 9 20
    move 8 5
    call 7 1
  block 2 (live 2 4 5 6 7)
    fixnum 10 10
    move 9 5
    call 8 1
  block 3 (live 6 7 8)
    immediate 9 2
    cons 9 8 9
    cons 9 7 9
    cons 9 6 9
    return 9
function 1 (1 argument, 2 free, 4 slots)
  block 0 (live 1 2)
    free 3 0
    add 3 3 2
    return 3
function 2 (1 argument, 1 free, 6 slots)
  block 0 (live 1 2)
    free 4 0
    move 5 2
    tail-call 3 1
