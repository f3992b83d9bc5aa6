;; n = 101: #f
;; n = 100: #t
;; n = 100000, whole: #t
;; Tail calls of known functions, through a value in a frame, and in place.
constant 0 = integer {n}
function 0 (0 arguments, 5 slots)
  block 0 (live)
    constant 4 0
    tail-call-known 2 1 1
function 1 (1 argument, 6 slots)
  block 0 (live 2)
    unless=i 2 0 1
    immediate 3 1
    return 3
  block 1 (live 2)
    add-i 5 2 -1
    function 4 2
    tail-call 3 1
function 2 (1 argument, 3 slots)
  block 0 (live 2)
    unless=i 2 0 1
    immediate 2 0
    return 2
  block 1 (live 2)
    add-i 2 2 -1
    tail-call-known 0 1 1
