;; n = 100: 50.0
;; Flonums, one object for each step.
constant 0 = integer {n}
constant 1 = flonum 0.5
function 0 (0 arguments, 6 slots)
  block 0 (live)
    constant 2 0
    constant 3 1
    constant 4 1
    subtract 4 4 4
  block 1 (live 2 3 4)
    unless>i 2 0 2
    add 4 4 3
    add-i 2 2 -1
    loop 1
  block 2 (live 4)
    return 4
