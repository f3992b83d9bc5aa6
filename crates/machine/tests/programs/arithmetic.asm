;; n = 40: 815915283247897734345611269596115894272000000000
;; n = 10: 3628800
;; A factorial that becomes a bignum.
constant 0 = integer {n}
function 0 (0 arguments, 5 slots)
  block 0 (live)
    constant 2 0
    fixnum 3 1
  block 1 (live 2 3)
    unless>i 2 0 2
    multiply 3 3 2
    add-i 2 2 -1
    loop 1
  block 2 (live 3)
    return 3
