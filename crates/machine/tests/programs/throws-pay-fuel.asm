;; n = 2: 0
;; n = 500: 0
;; n = 100000, whole: 0
;; A loop made of nothing but a continuation.
primitive 0 = %call/cc
constant 0 = integer {n}
function 0 (0 arguments, 8 slots)
  block 0 (live)
    constant 3 0
    box 2 3
    function 5 1
    call-primitive 3 1 0
  block 1 (live 2 3)
    unbox 4 2
    unless>i 4 0 2
    add-i 4 4 -1
    set-box 2 4
    move 5 3
    move 6 3
    tail-call 4 1
  block 2 (live 4)
    return 4
function 1 (1 argument, 3 slots)
  block 0 (live 2)
    return 2
