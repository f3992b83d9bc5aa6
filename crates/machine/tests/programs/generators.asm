;; n = 50: 1225
;; n = 100000, whole: 4999950000
;; Two coroutines over boxes, two captures for each element.
primitive 0 = %call/cc
constant 0 = integer {n}
function 0 (0 arguments, 12 slots)
  block 0 (live)
    immediate 2 0
    box 2 2
    immediate 3 0
    box 3 3
    fixnum 4 0
    closure 8 1 2 2 3
    call-primitive 6 1 0
  block 1 (live 2 3 4 6)
    unless-kind 6 fixnum 3
    add 4 4 6
    closure 8 3 2 2 3
    call-primitive 6 1 0
  block 2 (live 2 3 4 6)
    loop 1
  block 3 (live 4)
    return 4
;; The generator: keeps who asked in box 2, and gives the numbers below n.
function 1 (1 argument, 2 free, 10 slots)
  block 0 (live 1 2)
    free 3 0
    set-box 3 2
    free 4 1
    fixnum 5 0
    constant 6 0
  block 1 (live 3 4 5 6)
    unless< 5 6 3
    closure 9 2 3 3 4 5
    call-primitive 7 1 0
  block 2 (live 3 4 5 6)
    add-i 5 5 1
    loop 1
  block 3 (live 3)
    unbox 8 3
    immediate 9 0
    tail-call 7 1
;; Yields its free value 2.
function 2 (1 argument, 3 free, 8 slots)
  block 0 (live 1 2)
    free 3 1
    set-box 3 2
    free 4 0
    unbox 5 4
    free 6 2
    tail-call 4 1
;; Asks for the next.
function 3 (1 argument, 2 free, 8 slots)
  block 0 (live 1 2)
    free 3 0
    set-box 3 2
    free 4 1
    unbox 5 4
    immediate 6 0
    tail-call 4 1
