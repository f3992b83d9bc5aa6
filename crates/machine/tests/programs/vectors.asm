;; n = 9: (#(9 1 #(9 9)) . 3)
;; A leaf primitive, and the instructions on vectors.
primitive 0 = vector
constant 0 = integer {n}
function 0 (0 arguments, 10 slots)
  block 0 (live)
    constant 2 0
    fixnum 3 1
    fixnum 4 0
    primitive 5 2 3 0
    constant 3 0
    primitive 6 2 2 0
    fixnum 7 2
    vector-set 5 7 6
    vector-ref 8 5 7
    unless-eq 8 6 1
    vector-length 7 5
    cons 5 5 7
    return 5
  block 1 (live 5)
    immediate 5 0
    return 5
