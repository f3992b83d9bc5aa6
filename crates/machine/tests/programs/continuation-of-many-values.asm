;; n = 3: values(2 1 0)
;; n = 0: values()
;; n = 1: 0
;; n = 100000, whole: 100000
;; A continuation is called with n values.
primitive 0 = %apply
primitive 1 = %call/cc
primitive 2 = length
constant 0 = integer {n}
function 0 (0 arguments, 8 slots)
  block 0 (live)
    constant 2 0
    fixnum 3 1000
    unless< 2 3 2
    function 5 1
    call-primitive 3 1 1
  block 1 (live 3)
    return 3
  block 2 (live 2)
    function 5 1
    call-primitive 3 1 1
  block 3 (live 2)
    return 2
function 1 (1 argument, 8 slots)
  block 0 (live 2)
    constant 3 0
    immediate 4 2
    fixnum 5 0
  block 1 (live 2 3 4 5)
    unless< 5 3 2
    cons 4 5 4
    add-i 5 5 1
    loop 1
  block 2 (live 2 4)
    move 3 4
    tail-call-primitive 0 2 0
