;; n = 3: ((1 3) (1) (1 (3 3)) (1))
;; Rest lists of calls through a value, and of known calls.
constant 0 = integer {n}
function 0 (0 arguments, 16 slots)
  block 0 (live)
    constant 2 0
    function 4 1
    fixnum 5 1
    move 6 2
    call 3 2
  block 1 (live 2 3)
    function 5 1
    fixnum 6 1
    call 4 1
  block 2 (live 2 3 4)
    fixnum 7 1
    move 8 2
    move 9 2
    call-known 5 3 2
  block 3 (live 2 3 4 5)
    fixnum 8 1
    call-known 6 1 1
  block 4 (live 3 4 5 6)
    immediate 7 2
    cons 7 6 7
    cons 7 5 7
    cons 7 4 7
    cons 7 3 7
    return 7
function 1 (0 arguments, rest, 3 slots)
  block 0 (live 2)
    return 2
function 2 (1 argument, rest, 5 slots)
  block 0 (live 2 3)
    immediate 4 2
    cons 3 3 4
    cons 2 2 3
    return 2
