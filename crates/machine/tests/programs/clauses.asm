;; n = 5: (0 5 (5 5 5))
;; Clauses with free values, called through a value; known calls choose too.
constant 0 = integer {n}
function 0 (0 arguments, 16 slots)
  block 0 (live)
    constant 2 0
    closure 3 1 1 2
    move 5 3
    call 4 0
  block 1 (live 2 3 4)
    move 6 3
    move 7 2
    call 5 1
  block 2 (live 2 3 4 5)
    move 8 2
    move 9 2
    move 10 2
    call-known 6 3 5
  block 3 (live 4 5 6)
    immediate 7 2
    cons 7 6 7
    cons 7 5 7
    cons 7 4 7
    return 7
function 1 (clauses 2 3 4, 1 free)
function 2 (0 arguments, 1 free, 3 slots)
  block 0 (live 1)
    fixnum 2 0
    return 2
function 3 (1 argument, 1 free, 4 slots)
  block 0 (live 1 2)
    free 3 0
    return 3
function 4 (2 arguments, rest, 1 free, 5 slots)
  block 0 (live 1 2 3 4)
    return 4
function 5 (clauses 6 7)
function 6 (1 argument, 3 slots)
  block 0 (live 2)
    return 2
function 7 (0 arguments, rest, 3 slots)
  block 0 (live 2)
    return 2
