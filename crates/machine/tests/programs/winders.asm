;; n = 4: 5
;; A continuation with other winders is entered by way of the base library.
primitive 0 = %call/cc
primitive 1 = %set-dynamic!
primitive 2 = vector
constant 0 = integer {n}
function 0 (0 arguments, 8 slots)
  block 0 (live)
    function 5 1
    call-primitive 3 1 0
  block 1 (live 3)
    add-i 3 3 1
    return 3
function 1 (1 argument, 10 slots)
  block 0 (live 2)
    constant 3 0
    immediate 4 2
    cons 3 3 4
    immediate 5 2
    immediate 6 2
    immediate 4 2
    primitive 3 3 4 2
    primitive 3 3 1 1
    move 6 2
    constant 7 0
    call 5 1
  block 1 (live 5)
    fixnum 5 -1
    return 5
