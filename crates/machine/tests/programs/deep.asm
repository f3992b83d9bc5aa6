;; n = 100: 5050
;; n = 100000, whole: 5000050000
;; A frame for each number.
constant 0 = integer {n}
function 0 (0 arguments, 5 slots)
  block 0 (live)
    constant 4 0
    tail-call-known 2 1 1
function 1 (1 argument, 6 slots)
  block 0 (live 2)
    unless=i 2 0 1
    return 2
  block 1 (live 2)
    add-i 5 2 -1
    call-known 3 1 1
  block 2 (live 2 3)
    add 2 2 3
    return 2
