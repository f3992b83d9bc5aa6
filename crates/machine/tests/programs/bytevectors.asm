;; n = 0: (255 7 7)
;; n = 1: (7 255 7)
;; n = 2: (7 7 255)
;; n = 3: died: range: bytevector-u8-set!: index out of range, 0 to 2 are valid (3 Bytevector)
;; n = -1: died: range: bytevector-u8-set!: index out of range, 0 to 2 are valid (-1 Bytevector)
;; n = 1000000000000000000000: died: type: bytevector-u8-set!: argument 2 must be an exact index (1000000000000000000000)
;; One byte is set, and all are read.
primitive 0 = make-bytevector
constant 0 = integer {n}
function 0 (0 arguments, 10 slots)
  block 0 (live)
    constant 2 0
    fixnum 3 3
    fixnum 4 7
    primitive 5 3 2 0
    fixnum 3 255
    bytevector-set 5 2 3
    immediate 6 2
    fixnum 7 2
  block 1 (live 5 6 7)
    bytevector-ref 8 5 7
    cons 6 8 6
    add-i 7 7 -1
    unless<i 7 0 2
    return 6
  block 2 (live 5 6 7)
    loop 1
