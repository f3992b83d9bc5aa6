;; n = 3: died: divide-by-zero: quotient: division by zero (3 0)
;; n = 0: died: divide-by-zero: remainder: division by zero (0 0)
;; Dividing by zero raises, by either instruction; the handler ends the process.
constant 0 = integer {n}
function 0 (0 arguments, 6 slots)
  block 0 (live)
    constant 2 0
    fixnum 3 0
    unless=i 2 0 1
    remainder 4 2 3
    return 4
  block 1 (live 2 3)
    quotient 4 2 3
    return 4
