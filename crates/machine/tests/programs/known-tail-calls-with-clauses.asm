;; n = 3: (3 3)
;; A known tail call of a function with clauses, one of which takes a rest list.
constant 0 = integer {n}
function 0 (0 arguments, 8 slots)
  block 0 (live)
    constant 4 0
    constant 5 0
    tail-call-known 2 2 1
function 1 (clauses 2 3)
function 2 (1 argument, 3 slots)
  block 0 (live 2)
    return 2
function 3 (0 arguments, rest, 3 slots)
  block 0 (live 2)
    return 2
