;; n = 7: ((7 1 2 3 4 5 6 8 9) 7)
;; Closures over nine values, whose numbers fill more than one word, and over one, one after the other
;; until memory was full at each place.
constant 0 = integer {n}
function 0 (0 arguments, 20 slots)
  block 0 (live)
    constant 2 0
    fixnum 3 1
    fixnum 4 2
    fixnum 5 3
    fixnum 6 4
    fixnum 7 5
    fixnum 8 6
    fixnum 9 8
    fixnum 10 9
    fixnum 11 0
    fixnum 12 500
    fixnum 13 0
    fixnum 14 0
  block 1 (live 2 3 4 5 6 7 8 9 10 11 12 13 14)
    unless< 11 12 2
    closure 13 2 1 2
    closure 14 1 9 2 3 4 5 6 7 8 9 10
    add-i 11 11 1
    loop 1
  block 2 (live 13 14)
    move 16 14
    call 15 0
  block 3 (live 13 15)
    move 17 13
    call 16 0
  block 4 (live 15 16)
    immediate 17 2
    cons 17 16 17
    cons 17 15 17
    return 17
function 1 (0 arguments, 9 free, 4 slots)
  block 0 (live 1)
    immediate 2 2
    free 3 8
    cons 2 3 2
    free 3 7
    cons 2 3 2
    free 3 6
    cons 2 3 2
    free 3 5
    cons 2 3 2
    free 3 4
    cons 2 3 2
    free 3 3
    cons 2 3 2
    free 3 2
    cons 2 3 2
    free 3 1
    cons 2 3 2
    free 3 0
    cons 2 3 2
    return 2
function 2 (0 arguments, 1 free, 4 slots)
  block 0 (live 1)
    free 2 0
    return 2
