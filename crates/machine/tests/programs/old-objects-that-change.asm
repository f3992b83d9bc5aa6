;; n = 10: #t
;; n = 300000, whole: #t
;; Objects that were there long before get new ones at each step: what they got is there at the next.
primitive 0 = vector
constant 0 = integer {n}
function 0 (0 arguments, 16 slots)
  block 0 (live)
    constant 2 0
    fixnum 3 0
    immediate 4 2
    cons 5 3 3
    move 6 5
    primitive 7 6 1 0
    cons 8 5 5
    box 9 5
    fixnum 10 0
  block 1 (live 2 3 4 7 8 9 10)
    unless< 3 2 3
    vector-ref 12 7 10
    car 12 12
    unless-eq 12 3 2
    car 12 8
    car 12 12
    unless-eq 12 3 2
    cdr 12 8
    car 12 12
    unless-eq 12 3 2
    unbox 12 9
    car 12 12
    unless-eq 12 3 2
    add-i 3 3 1
    cons 4 3 4
    cons 12 3 3
    vector-set 7 10 12
    cons 12 3 3
    set-car 8 12
    cons 12 3 3
    set-cdr 8 12
    cons 12 3 3
    set-box 9 12
    loop 1
  block 2 (live 3)
    return 3
  block 3 (live)
    immediate 2 1
    return 2
