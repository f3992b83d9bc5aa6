;; n = 100: 4950
;; n = 100000, whole: 4999950000
;; A loop with its variables in slots.
constant 0 = integer {n}
function 0 (0 arguments, 5 slots)
  block 0 (live)
    constant 2 0
    fixnum 3 0
    fixnum 4 0
  block 1 (live 2 3 4)
    unless< 3 2 2
    add 4 4 3
    add-i 3 3 1
    loop 1
  block 2 (live 4)
    return 4
