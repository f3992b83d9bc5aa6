;; n = 5: (caught type: car: argument 1 must be a pair (5))
;; A handler that leaves by a continuation. The error is in a frame of a frame.
reference 0 = own handler
primitive 0 = %call/cc
constant 0 = integer {n}
constant 1 = symbol caught
function 0 (0 arguments, 8 slots)
  block 0 (live)
    function 4 1
    call-primitive 2 1 0
  block 1 (live 2)
    return 2
function 1 (1 argument, 8 slots)
  block 0 (live 2)
    closure 3 2 1 2
    define-global 3 0
    constant 6 0
    call-known 4 1 3
  block 1 (live 4)
    fixnum 4 -1
    return 4
function 2 (1 argument, 1 free, 8 slots)
  block 0 (live 1 2)
    immediate 4 2
    cons 4 2 4
    constant 5 1
    cons 6 5 4
    free 5 0
    tail-call 4 1
function 3 (1 argument, 8 slots)
  block 0 (live 2)
    move 5 2
    call-known 3 1 4
  block 1 (live 2 3)
    return 3
function 4 (1 argument, 8 slots)
  block 0 (live 2)
    immediate 3 2
    cons 4 2 3
    car 5 2
    return 4
