;; n = 0: died: frozen: set-car!: this object cannot be changed (a literal, or it came in a message); change a copy ((0 . 0))
;; n = 1: died: frozen: set-cdr!: this object cannot be changed (a literal, or it came in a message); change a copy ((1 . 1))
;; n = 2: died: type: set-car!: argument 1 must be a pair (2)
;; n = 3: died: type: set-cdr!: argument 1 must be a pair (3)
;; What is a constant, or no pair, is not changed.
constant 0 = integer {n}
constant 1 = pair 0 0
function 0 (0 arguments, 6 slots)
  block 0 (live)
    constant 2 0
    constant 3 1
    unless=i 2 0 1
    set-car 3 2
    return 3
  block 1 (live 2 3)
    unless=i 2 1 2
    set-cdr 3 2
    return 3
  block 2 (live 2 3)
    unless=i 2 2 3
    set-car 2 3
    return 3
  block 3 (live 2 3)
    set-cdr 2 3
    return 3
