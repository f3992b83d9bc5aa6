;; Captures, free values, patching, clauses, a result that arrives in slot 2 while slot 1 lives on.
primitive 0 = %apply
primitive 1 = %dynamic
function 0 (0 arguments, 12 slots)
  block 0 (live)
    fixnum 2 1
    fixnum 3 2
    fixnum 4 3
    fixnum 5 4
    fixnum 6 5
    closure 7 1 5 2 3 4 5 6
    patch 7 7 4
    closure 8 2 5 2 3 4 5 6
    closure 8 4 0
    function 9 4
    primitive 10 2 0 1
    move 11 7
    tail-call-primitive 8 2 0
function 1 (1 argument, rest, 5 free, 7 slots)
  block 0 (live 1 2 3)
    free 4 4
    move 6 2
    move 5 4
    call 4 1
  block 1 (live 1 4)
    free 5 0
    add 4 4 5
    return 4
function 2 (clauses 1 3, 5 free)
function 3 (0 arguments, 5 free, 3 slots)
  block 0 (live 1)
    free 2 1
    return 2
function 4 (0 arguments, 3 slots)
  block 0 (live)
    fixnum 1 -5
    call-known 1 0 0
  block 1 (live 1)
    return 1
