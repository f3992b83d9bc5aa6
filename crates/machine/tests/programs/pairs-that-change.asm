;; n = 7: ((2 . 7) ((2 . 7) . 1) #t)
;; A pair is changed where it is: who holds it sees that, and what it leads to.
constant 0 = integer {n}
function 0 (0 arguments, 10 slots)
  block 0 (live)
    constant 2 0
    fixnum 3 1
    cons 4 3 3
    cons 5 4 3
    fixnum 3 2
    set-car 4 3
    set-cdr 4 2
    car 6 5
    eq? 7 6 4
    immediate 8 2
    cons 7 7 8
    cons 7 5 7
    cons 7 4 7
    return 7
