;; n = 15: 610
;; n = 0: 0
;; n = 23, whole: 28657
;; Known calls in a tree.
constant 0 = integer {n}
function 0 (0 arguments, 5 slots)
  block 0 (live)
    constant 4 0
    tail-call-known 2 1 1
function 1 (1 argument, 7 slots)
  block 0 (live 2)
    unless<i 2 2 1
    return 2
  block 1 (live 2)
    add-i 5 2 -1
    call-known 3 1 1
  block 2 (live 2 3)
    add-i 6 2 -2
    call-known 4 1 1
  block 3 (live 3 4)
    add 3 3 4
    return 3
