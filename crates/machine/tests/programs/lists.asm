;; n = 30: 435
;; n = 30000, whole: 449985000
;; Makes a list, reverses it in a loop, adds it up.
constant 0 = integer {n}
function 0 (0 arguments, 6 slots)
  block 0 (live)
    constant 2 0
    immediate 3 2
  block 1 (live 2 3)
    unless>i 2 0 2
    add-i 2 2 -1
    cons 3 2 3
    loop 1
  block 2 (live 3)
    immediate 4 2
  block 3 (live 3 4)
    unless-pair 3 4
    car 5 3
    cons 4 5 4
    cdr 3 3
    loop 3
  block 4 (live 4)
    fixnum 2 0
  block 5 (live 2 4)
    unless-pair 4 6
    car 3 4
    add 2 2 3
    cdr 4 4
    loop 5
  block 6 (live 2)
    return 2
