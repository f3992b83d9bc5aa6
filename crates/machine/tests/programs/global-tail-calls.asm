;; n = 10: even
;; n = 7: odd
;; n = 100000, whole: even
;; Two variables whose procedures call each other in place of their frames.
reference 0 = own even
reference 1 = own odd
constant 0 = integer {n}
constant 1 = symbol even
constant 2 = symbol odd
function 0 (0 arguments, 6 slots)
  block 0 (live)
    function 2 1
    define-global 2 0
    function 2 2
    define-global 2 1
    constant 4 0
    tail-call-global 2 1 0
function 1 (1 argument, 6 slots)
  block 0 (live 2)
    unless=i 2 0 1
    constant 3 1
    return 3
  block 1 (live 2)
    add-i 5 2 -1
    tail-call-global 3 1 1
function 2 (1 argument, 6 slots)
  block 0 (live 2)
    unless=i 2 0 1
    constant 3 2
    return 3
  block 1 (live 2)
    add-i 5 2 -1
    tail-call-global 3 1 0
