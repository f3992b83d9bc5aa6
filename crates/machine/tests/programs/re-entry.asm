;; n = 3: (0 1 2 3)
;; n = 50: (0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50)
;; A continuation in a box is entered n times; each time the frames below go on from where they stood.
primitive 0 = %call/cc
constant 0 = integer {n}
function 0 (0 arguments, 10 slots)
  block 0 (live)
    immediate 2 2
    box 2 2
    immediate 3 0
    box 3 3
    move 6 2
    move 7 3
    call-known 4 2 1
  block 1 (live 2)
    unbox 2 2
    immediate 3 2
  block 2 (live 2 3)
    unless-pair 2 3
    car 4 2
    cons 3 4 3
    cdr 2 2
    loop 2
  block 3 (live 3)
    return 3
function 1 (2 arguments, 10 slots)
  block 0 (live 2 3)
    closure 6 2 1 3
    call-primitive 4 1 0
  block 1 (live 2 3 4)
    unbox 5 2
    cons 5 4 5
    set-box 2 5
    constant 6 0
    unless< 4 6 2
    unbox 7 3
    add-i 8 4 1
    tail-call 6 1
  block 2 (live 4)
    return 4
function 2 (1 argument, 1 free, 4 slots)
  block 0 (live 1 2)
    free 3 0
    set-box 3 2
    fixnum 3 0
    return 3
