;; n = 40: 40
;; Escapes from a deep recursion by a continuation.
primitive 0 = %call/cc
constant 0 = integer {n}
function 0 (0 arguments, 8 slots)
  block 0 (live)
    function 4 1
    call-primitive 2 1 0
  block 1 (live 2)
    return 2
function 1 (1 argument, 8 slots)
  block 0 (live 2)
    constant 5 0
    constant 6 0
    move 7 2
    call-known 3 3 2
  block 1 (live 3)
    fixnum 3 -1
    return 3
function 2 (3 arguments, 12 slots)
  block 0 (live 2 3 4)
    unless=i 2 0 2
    move 6 4
    move 7 3
    call 5 1
  block 1 (live 5)
    fixnum 5 -2
    return 5
  block 2 (live 2 3 4)
    add-i 7 2 -1
    move 8 3
    move 9 4
    call-known 5 3 2
  block 3 (live 2 5)
    add 5 5 2
    return 5
