;; n = 5: (5 . 10)
;; n = 100000, whole: (100000 . 4999950000)
;; A call with n arguments, of a function that wants a list of them.
primitive 0 = %apply
primitive 1 = length
constant 0 = integer {n}
function 0 (0 arguments, 8 slots)
  block 0 (live)
    constant 2 0
    immediate 3 2
  block 1 (live 2 3)
    unless>i 2 0 2
    add-i 2 2 -1
    cons 3 2 3
    loop 1
  block 2 (live 3)
    function 6 1
    move 7 3
    call-primitive 4 2 0
  block 3 (live 4)
    return 4
function 1 (0 arguments, rest, 6 slots)
  block 0 (live 2)
    primitive 3 2 1 1
    fixnum 4 0
  block 1 (live 2 3 4)
    unless-pair 2 2
    car 5 2
    add 4 4 5
    cdr 2 2
    loop 1
  block 2 (live 3 4)
    cons 3 3 4
    return 3
